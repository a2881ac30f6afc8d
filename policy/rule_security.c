/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Settings that leave the fabric more open than its partitions say. */
#include "policy/policy_emit.h"
#include "policy/policy_partitions.h"
#include "policy/policy_subject.h"

/* --- security.default_full --------------------------------------------- */

static bool is_everyone_full(const struct plan_partition *partition)
{
	return partition->keywords[PLAN_ALL] == IB_MEMBER_FULL ||
	       partition->keywords[PLAN_ALL_CAS] == IB_MEMBER_FULL;
}

static int check_default_full(struct policy_context *context,
			      const struct rule *rule)
{
	const struct partition_plan *plan = context->input->plan;
	const struct plan_partition *partition =
		plan ? partition_plan_find(plan, IB_PKEY_DEFAULT) : NULL;
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;
	enum plan_keyword keyword = PLAN_ALL_CAS;

	if (!partition || plan->partition_count < 2 ||
	    !is_everyone_full(partition)) {
		return 0;
	}
	if (partition->keywords[PLAN_ALL] == IB_MEMBER_FULL) {
		keyword = PLAN_ALL;
	}
	finding->subject = (struct subject){
		.kind = SUBJECT_PARTITION,
		.name = policy_partition_name(context, partition),
		.port = -1,
	};
	draft.names[0] = finding->subject.name;
	finding->expected = "limited";
	finding->found = keyword == PLAN_ALL ? "ALL: full" : "ALL_CAS: full";
	finding->message = policy_text(
		context,
		"every port is full in 0x7fff: the other %zu partitions "
		"isolate nobody",
		plan->partition_count - 1);
	finding->hint = "Make it limited; the subnet managers stay full. "
			"Check first who relies on 0x7fff, IPoIB's ib0 for "
			"instance.";
	finding->source = partition->keyword_pos[keyword];
	policy_emit(context, rule, &draft);
	return context->failed ? -1 : 0;
}

const struct rule rule_security_default_full = {
	.id = "security.default_full",
	.severity = SEVERITY_WARNING,
	.summary = "Every port is a full member of the default partition "
		   "although there are others: they isolate nobody.",
	.causes = "ALL=full in 0x7fff, OpenSM's own default. Two full "
		  "members of 0x7fff can always talk.",
	.remedy = "Make it ALL: limited. The subnet managers stay full (the "
		  "tool sees to it), so SA queries go on working. Check first "
		  "who relies on 0x7fff: IPoIB's ib0 often does.",
	.check = check_default_full,
};

/* --- security.m_key, security.sm_key ----------------------------------- */

static void report_option(struct policy_context *context,
			  const struct rule *rule, const char *option,
			  const char *message, const char *hint)
{
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;

	finding->subject = (struct subject){
		.kind = SUBJECT_SM,
		.name = "opensm.conf",
		.port = -1,
	};
	draft.names[0] = finding->subject.name;
	finding->expected = policy_text(context, "%s of your own", option);
	finding->found = "the stock value";
	finding->message = message;
	finding->hint = hint;
	policy_emit(context, rule, &draft);
}

static int check_m_key(struct policy_context *context, const struct rule *rule)
{
	const struct subnet_options *options = &context->subnet->options;

	if (options->known && options->m_key_unset) {
		report_option(context, rule, "an m_key",
			      "no M_Key is set: any host may rewrite any "
			      "port's settings, P_Keys included",
			      "Set m_key and m_key_protection_level in "
			      "opensm.conf on every SM host.");
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_security_m_key = {
	.id = "security.m_key",
	.severity = SEVERITY_INFO,
	.summary = "No M_Key is set: any host may change the settings of any "
		   "port, its partitions included.",
	.causes = "m_key in opensm.conf is 0, OpenSM's default.",
	.remedy = "Set m_key, m_key_protection_level and "
		  "m_key_lease_period in opensm.conf, the same on every SM "
		  "host, if root on a host is not to be trusted.",
	.check = check_m_key,
};

static int check_sm_key(struct policy_context *context, const struct rule *rule)
{
	const struct subnet_options *options = &context->subnet->options;

	if (options->known && options->sm_key_default) {
		report_option(context, rule, "an sm_key and sa_key",
			      "SM_Key or SA_Key is the stock value: any host "
			      "may offer itself as subnet manager",
			      "Set sm_key and sa_key in opensm.conf, the same "
			      "on every SM host.");
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_security_sm_key = {
	.id = "security.sm_key",
	.severity = SEVERITY_INFO,
	.summary = "SM_Key or SA_Key is the stock value: any host may offer "
		   "itself as subnet manager or be trusted by the SA.",
	.causes = "sm_key and sa_key in opensm.conf are OpenSM's defaults.",
	.remedy = "Set both in opensm.conf to values of your own, the same on "
		  "every SM host.",
	.check = check_sm_key,
};
