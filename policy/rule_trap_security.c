/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Packets that were refused for their M_Key or Q_Key, and senseless traps. */
#include "policy/policy_subject.h"
#include "policy/policy_trap.h"

enum who { WHO_SENT, WHO_RECEIVED };

/* By the sender; where a directed route hides it, by who refused it. */
static void sort_entry(const struct policy_context *context,
		       struct trap_heard *heard)
{
	const struct trap_entry *entry = heard->entry;

	(void)context;
	if (entry->guids[0]) {
		heard->group = WHO_SENT;
		heard->subject = entry->guids[0];
		heard->peer = entry->guids[1];
	} else {
		heard->group = WHO_RECEIVED;
		heard->subject = entry->guids[1];
	}
}

static bool is_sm(const struct policy_context *context, uint64_t port_guid)
{
	size_t i;

	for (i = 0; i < context->sm_count; i++) {
		const struct sm_match *match = &context->sms[i];

		if (match->sm && match->sm->port_guid == port_guid) {
			return true;
		}
	}
	return false;
}

static void about_m_key(struct policy_context *context,
			const struct trap_heard *run, const char *peers,
			struct policy_draft *draft)
{
	struct finding *finding = &draft->finding;

	finding->expected = "the M_Key of the subnet manager";
	if (run->group == WHO_RECEIVED) {
		finding->attribute = "M_Key received";
		finding->message = policy_text(
			context,
			"%s refused management packets with a wrong M_Key; "
			"they came by directed route, which hides the sender",
			finding->subject.name);
		finding->hint = "Look for a program that manages the fabric "
				"where no subnet manager is declared.";
		return;
	}
	finding->attribute = "M_Key";
	finding->message = policy_text(
		context, "%s sent management packets with a wrong M_Key to %s",
		finding->subject.name, peers);
	finding->hint =
		is_sm(context, run->subject)
			? "A subnet manager runs there: all of them need the "
			  "same m_key in opensm.conf."
			: "Which program sends them, and is it meant to manage "
			  "this fabric?";
}

static void about_q_key(struct policy_context *context,
			const struct trap_heard *run, const char *peers,
			struct policy_draft *draft)
{
	struct finding *finding = &draft->finding;

	(void)run;
	finding->attribute = "Q_Key";
	finding->expected = "the Q_Key of the receiver";
	finding->message =
		policy_text(context, "%s sent packets with a wrong Q_Key to %s",
			    finding->subject.name, peers);
	finding->hint = "Which program sends them, and who gave it that "
			"Q_Key?";
}

static int report_kind(struct policy_context *context, const struct rule *rule,
		       enum trap_kind kind,
		       void (*about)(struct policy_context *context,
				     const struct trap_heard *run,
				     const char *peers,
				     struct policy_draft *draft))
{
	struct trap_heard_list list;
	struct policy_draft draft;
	const char *peers;
	size_t i, length;

	if (policy_trap_collect(context, rule, kind, sort_entry, &list) != 0) {
		return -1;
	}
	for (i = 0; i < list.count; i += length) {
		length = policy_trap_run(&list, i);
		peers = policy_trap_begin(context, &list.items[i], length,
					  &draft);
		about(context, &list.items[i], peers, &draft);
		policy_emit(context, rule, &draft);
	}
	return context->failed ? -1 : 0;
}

/* One finding, whatever their number: LIDs that nobody has name nobody. */
static void report_strangers(struct policy_context *context,
			     const struct rule *rule)
{
	const struct trap_strangers *strangers =
		&context->input->traps->strangers;
	const struct trap *latest = &strangers->latest;
	struct policy_draft draft = {.at_most = SEVERITY_INFO};
	struct finding *finding = &draft.finding;
	const struct check_override override =
		inventory_check_for(context->inventory, rule->id, NULL, NULL);

	if (!strangers->count ||
	    !policy_trap_is_recent(context, strangers->last,
				   override.window_sec < 0
					   ? TRAP_WINDOW_SEC
					   : override.window_sec)) {
		return;
	}
	finding->subject = (struct subject){
		.kind = SUBJECT_PORT,
		.name = "unknown-LIDs",
		.port = -1,
	};
	draft.names[0] = finding->subject.name;
	finding->attribute = "unknown";
	finding->expected = "LIDs of ports of this fabric";
	finding->found =
		policy_text(context, "%s, number %u about LID %u%s",
			    policy_trap_found(context, strangers->count,
					      strangers->last, latest),
			    latest->number, latest->lids[0],
			    latest->lids[1]
				    ? policy_text(context, " and LID %u",
						  latest->lids[1])
				    : "");
	finding->message = "traps name LIDs that no port of the fabric has; "
			   "they are counted and not read further";
	finding->hint = "A few of them are about ports that have left since. "
			"Many are made up: ask the owner of the port that "
			"sends them.";
	policy_emit(context, rule, &draft);
}

static int check_security(struct policy_context *context,
			  const struct rule *rule)
{
	if (!context->input->traps) {
		return 0;
	}
	report_strangers(context, rule);
	if (report_kind(context, rule, TRAP_KIND_M_KEY, about_m_key) != 0) {
		return -1;
	}
	return report_kind(context, rule, TRAP_KIND_Q_KEY, about_q_key);
}

const struct rule rule_trap_security = {
	.id = "trap.security",
	.severity = SEVERITY_WARNING,
	.summary = "A port reported a management packet with a wrong M_Key, "
		   "or a packet with a wrong Q_Key (traps 256 and 258); or "
		   "traps name LIDs that nobody has (information).",
	.causes = "A tool or a second subnet manager that uses another M_Key; "
		  "an application that was given a wrong Q_Key; somebody who "
		  "probes the fabric, or makes up traps.",
	.remedy = "Look at the sender named in the finding: which program "
		  "sends from there, and is it meant to manage this fabric? "
		  "Undeclared senders should be isolated first and asked "
		  "later. Counts are lower bounds and silence proves nothing. "
		  "The finding goes an hour after the last trap (window).",
	.check = check_security,
};
