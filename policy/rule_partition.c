/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Each port's P_Key table against the plan. */
#include "policy/policy_emit.h"
#include "policy/policy_partitions.h"
#include "policy/policy_subject.h"

/* Subject, whose settings count, and the key that sets findings apart. */
static void begin(struct policy_context *context,
		  const struct subnet_port *port, uint16_t base,
		  struct policy_draft *draft)
{
	const struct port_match *match = policy_port_note(context, port)->match;
	const struct switch_match *sw =
		policy_node_note(context, port->node)->sw;
	char pkey[IB_PKEY_TEXT];

	*draft = (struct policy_draft){
		.port = match ? match->declared : NULL,
		.sw = sw ? sw->declared : NULL,
	};
	policy_subject_found(context, port, &draft->finding.subject);
	draft->finding.attribute =
		policy_text(context, "%s", ib_pkey_format(pkey, base));
}

/* A table that is not known is said once, by the first check that runs. */
static bool tells_unassessed(const struct policy_context *context,
			     const struct rule *rule)
{
	static const char *const family[] = {
		"partition.missing",
		"partition.unexpected",
		"partition.unknown",
		"partition.membership",
	};
	const struct rule *other;
	size_t i;

	for (i = 0; i < sizeof(family) / sizeof(family[0]); i++) {
		other = rule_find(family[i]);
		if (policy_wants(context, family[i]) &&
		    !policy_off(context, other, NULL, NULL)) {
			return other == rule;
		}
	}
	return false;
}

/* Calls judge for every port whose table is known. */
static int each_table(struct policy_context *context, const struct rule *rule,
		      void (*judge)(struct policy_context *context,
				    const struct rule *rule,
				    const struct subnet_port *port))
{
	const struct subnet *subnet = context->subnet;
	bool tells = tells_unassessed(context, rule);
	const struct port_match *match;
	const struct subnet_port *port;
	size_t i;

	if (context->fallback_swallows) {
		return 0;
	}
	for (i = 0; i < subnet->end_port_count; i++) {
		port = subnet->end_ports[i];
		if (!policy_is_member_port(context, port)) {
			continue;
		}
		if (port->pkeys_known) {
			judge(context, rule, port);
		} else if (tells) {
			match = policy_port_note(context, port)->match;
			policy_unassessed(
				context, rule, match ? match->declared : NULL,
				NULL, policy_port_name(context, port),
				policy_reason(port, "the source does not hold "
						    "P_Key tables"));
		}
	}
	return context->failed ? -1 : 0;
}

static const char *membership_text(enum ib_membership membership)
{
	return membership == IB_MEMBER_NONE ? "no member"
					    : ib_membership_name(membership);
}

/* --- partition.missing ------------------------------------------------- */

/* partition.capacity says why keys are missing. */
static bool is_over_capacity(const struct policy_context *context,
			     const struct subnet_port *port)
{
	const struct rule *rule = rule_find("partition.capacity");
	const struct port_match *match = policy_port_note(context, port)->match;

	return port->pkey_cap &&
	       policy_planned_keys(context, port) > port->pkey_cap &&
	       policy_wants(context, rule->id) &&
	       !policy_off(context, rule, match ? match->declared : NULL, NULL);
}

static void judge_missing(struct policy_context *context,
			  const struct rule *rule,
			  const struct subnet_port *port)
{
	const struct partition_plan *plan = context->input->plan;
	const struct plan_partition *partition;
	enum ib_membership planned;
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	const char *name;
	size_t i;

	for (i = 0; i < plan->partition_count; i++) {
		partition = &plan->partitions[i];
		planned = policy_planned(context, partition, port);
		if (planned == IB_MEMBER_NONE ||
		    policy_held(port, partition->pkey) != IB_MEMBER_NONE) {
			continue;
		}
		if (is_over_capacity(context, port)) {
			return;
		}
		begin(context, port, partition->pkey, &draft);
		name = policy_partition_name(context, partition);
		finding->expected = policy_text(context, "%s %s %s", name,
						finding->attribute,
						membership_text(planned));
		finding->found = "not in the P_Key table";
		finding->message =
			policy_text(context,
				    "%s is not a member of partition %s (%s)",
				    finding->subject.name, name,
				    finding->attribute);
		finding->hint = "OpenSM sets it at its next heavy sweep. If it "
				"stays away: does OpenSM read the generated "
				"file, and is the port's table full (ERR 0512 "
				"in opensm.log)?";
		finding->source = policy_planned_pos(partition, port);
		policy_emit(context, rule, &draft);
	}
}

static int check_missing(struct policy_context *context,
			 const struct rule *rule)
{
	return each_table(context, rule, judge_missing);
}

const struct rule rule_partition_missing = {
	.id = "partition.missing",
	.severity = SEVERITY_CRITICAL,
	.summary = "A port lacks the P_Key of a partition that it is to be a "
		   "member of.",
	.causes = "The subnet manager has not set it yet, reads another "
		  "partition file, could not reach the port, or found its "
		  "table full; or somebody removed the key.",
	.remedy = "Make OpenSM do a heavy sweep (SIGHUP) and look again. If "
		  "it stays, look in opensm.log for the port and for ERR "
		  "0512, and compare the file that OpenSM reads with "
		  "\"ibpolicy diff\".",
	.check = check_missing,
};

/* --- partition.unexpected ---------------------------------------------- */

/* Entries of one 15-bit key may stand twice, full and limited: judged at the
 * first. */
static bool is_first_entry(const struct subnet_port *port, size_t index)
{
	size_t i;

	for (i = 0; i < index; i++) {
		if (ib_pkey_base(port->pkeys[i]) ==
		    ib_pkey_base(port->pkeys[index])) {
			return false;
		}
	}
	return true;
}

static void judge_unexpected(struct policy_context *context,
			     const struct rule *rule,
			     const struct subnet_port *port)
{
	const struct plan_partition *partition;
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	const char *name;
	uint16_t base;
	size_t i;

	for (i = 0; i < port->pkey_count; i++) {
		base = ib_pkey_base(port->pkeys[i]);
		partition = partition_plan_find(context->input->plan, base);
		if (!partition || !is_first_entry(port, i) ||
		    policy_planned(context, partition, port) !=
			    IB_MEMBER_NONE ||
		    policy_is_explained(context, partition, port)) {
			continue;
		}
		begin(context, port, base, &draft);
		name = policy_partition_name(context, partition);
		finding->expected = policy_text(context, "not in %s %s", name,
						finding->attribute);
		finding->found =
			policy_text(context, "%s member",
				    membership_text(policy_held(port, base)));
		finding->message = policy_text(
			context,
			"%s holds the key of partition %s (%s) but is no "
			"member of it",
			finding->subject.name, name, finding->attribute);
		finding->hint = "The inventory does not grant it: it was "
				"written behind the subnet manager's back, or "
				"another partition file is in force.";
		finding->source = partition->pos;
		policy_emit(context, rule, &draft);
	}
}

static int check_unexpected(struct policy_context *context,
			    const struct rule *rule)
{
	return each_table(context, rule, judge_unexpected);
}

const struct rule rule_partition_unexpected = {
	.id = "partition.unexpected",
	.severity = SEVERITY_CRITICAL,
	.summary = "A port holds the P_Key of a declared partition that it is "
		   "no member of.",
	.causes = "Another partition file is in force (another master, an "
		  "older file), or the key was written to the port behind the "
		  "subnet manager's back.",
	.remedy = "Find out who is master and which file it reads. OpenSM "
		  "removes the key at the next sweep in which it reads the "
		  "table. Without an M_Key any host can write P_Keys.",
	.check = check_unexpected,
};

/* --- partition.unknown ------------------------------------------------- */

static void judge_unknown(struct policy_context *context,
			  const struct rule *rule,
			  const struct subnet_port *port)
{
	char found[IB_PKEY_TEXT];
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	uint16_t base;
	size_t i;

	for (i = 0; i < port->pkey_count; i++) {
		base = ib_pkey_base(port->pkeys[i]);
		if (!is_first_entry(port, i) ||
		    partition_plan_find(context->input->plan, base)) {
			continue;
		}
		begin(context, port, base, &draft);
		ib_pkey_format(found, port->pkeys[i]);
		finding->expected = "a P_Key of the plan";
		finding->found = policy_text(context, "%s", found);
		finding->message = policy_text(
			context, "%s holds P_Key %s, which no partition owns",
			finding->subject.name, found);
		finding->hint = "Declare the partition if it is meant. If not, "
				"find out who wrote it: whoever else holds it "
				"can talk to this port.";
		policy_emit(context, rule, &draft);
	}
}

static int check_unknown(struct policy_context *context,
			 const struct rule *rule)
{
	const struct subnet *subnet = context->subnet;
	const struct subnet_port *port;
	size_t i;

	if (each_table(context, rule, judge_unknown)) {
		return -1;
	}
	/* Nobody's silence covers a key outside the plan. */
	for (i = 0; context->input->plan && i < subnet->end_port_count; i++) {
		port = subnet->end_ports[i];
		if (policy_node_note(context, port->node)->ignored &&
		    port->pkeys_known) {
			judge_unknown(context, rule, port);
		}
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_partition_unknown = {
	.id = "partition.unknown",
	.severity = SEVERITY_CRITICAL,
	.summary = "A port holds a P_Key that no declared partition owns; "
		   "ignored nodes are judged as well.",
	.causes = "A partition that was never declared or was removed from "
		  "the inventory while another file is in force; a key that "
		  "was written behind the subnet manager's back.",
	.remedy = "List the ports that hold the same key: two of them can "
		  "talk unseen. Declare the partition, or find out who wrote "
		  "the key and let OpenSM's next reading sweep remove it.",
	.check = check_unknown,
};

/* --- partition.membership ---------------------------------------------- */

static void judge_membership(struct policy_context *context,
			     const struct rule *rule,
			     const struct subnet_port *port)
{
	const struct plan_partition *partition;
	enum ib_membership planned, held;
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	const char *name;
	uint16_t base;
	size_t i;

	for (i = 0; i < port->pkey_count; i++) {
		base = ib_pkey_base(port->pkeys[i]);
		partition = partition_plan_find(context->input->plan, base);
		if (!partition || !is_first_entry(port, i)) {
			continue;
		}
		planned = policy_planned(context, partition, port);
		held = policy_held(port, base);
		if (planned == IB_MEMBER_NONE || planned == held ||
		    policy_is_explained(context, partition, port)) {
			continue;
		}
		begin(context, port, base, &draft);
		name = policy_partition_name(context, partition);
		finding->expected = policy_text(context, "%s %s %s", name,
						finding->attribute,
						membership_text(planned));
		finding->found = membership_text(held);
		finding->message = policy_text(
			context, "%s is %s in partition %s (%s), not %s",
			finding->subject.name, membership_text(held), name,
			finding->attribute, membership_text(planned));
		finding->hint =
			(held & IB_MEMBER_FULL) && planned == IB_MEMBER_LIMITED
				? "It can reach every member, limited ones "
				  "included: find out which partition file is "
				  "in force."
				: "It can reach full members only: find out "
				  "which partition file is in force.";
		finding->source = policy_planned_pos(partition, port);
		policy_emit(context, rule, &draft);
	}
}

static int check_membership(struct policy_context *context,
			    const struct rule *rule)
{
	return each_table(context, rule, judge_membership);
}

const struct rule rule_partition_membership = {
	.id = "partition.membership",
	.severity = SEVERITY_CRITICAL,
	.summary = "A port is a full member where limited is declared, or the "
		   "reverse.",
	.causes = "Another partition file is in force, a word in it is not "
		  "read as it looks (\"=Full\" is limited to OpenSM), or the "
		  "key was rewritten on the port.",
	.remedy = "Compare the file that OpenSM reads with \"ibpolicy diff\". "
		  "Full where limited is declared reaches everybody in the "
		  "partition; limited where full is declared reaches only "
		  "full members.",
	.check = check_membership,
};
