/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Each port's P_Key table against the plan: what it holds too much. */
#include "policy/policy_emit.h"
#include "policy/policy_partitions.h"
#include "policy/policy_subject.h"

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
			     const struct subnet_port *port, void *data)
{
	const struct plan_partition *partition;
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	const char *name;
	uint16_t base;
	size_t i;

	(void)data;
	for (i = 0; i < port->pkey_count; i++) {
		base = ib_pkey_base(port->pkeys[i]);
		partition = partition_plan_find(context->input->plan, base);
		if (!partition || !is_first_entry(port, i) ||
		    policy_planned(context, partition, port) !=
			    IB_MEMBER_NONE ||
		    policy_is_explained(context, partition, port)) {
			continue;
		}
		policy_partitions_begin(context, port, base, &draft);
		name = policy_partition_name(context, partition);
		finding->expected = policy_text(context, "not in %s %s", name,
						finding->attribute);
		finding->found = policy_text(context, "%s member",
					     policy_membership_text(
						     policy_held(port, base)));
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
	if (policy_partitions_each(context, rule, judge_unexpected, NULL)) {
		return -1;
	}
	return policy_partitions_ignored(context, rule, judge_unexpected);
}

const struct rule rule_partition_unexpected = {
	.id = "partition.unexpected",
	.severity = SEVERITY_CRITICAL,
	.summary = "A port holds the P_Key of a declared partition that it is "
		   "no member of; ignored nodes are judged as well.",
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
			  const struct subnet_port *port, void *data)
{
	char found[IB_PKEY_TEXT];
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	uint16_t base;
	size_t i;

	(void)data;
	for (i = 0; i < port->pkey_count; i++) {
		base = ib_pkey_base(port->pkeys[i]);
		if (!is_first_entry(port, i) ||
		    partition_plan_find(context->input->plan, base)) {
			continue;
		}
		policy_partitions_begin(context, port, base, &draft);
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
	/* Nobody's silence covers a key outside the plan. */
	if (policy_partitions_each(context, rule, judge_unknown, NULL)) {
		return -1;
	}
	return policy_partitions_ignored(context, rule, judge_unknown);
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

/* On an ignored node only what it holds beyond the plan. */
static bool is_wrong(const struct policy_context *context,
		     const struct plan_partition *partition,
		     const struct subnet_port *port)
{
	unsigned int planned = policy_planned(context, partition, port);
	unsigned int held = policy_held(port, partition->pkey);

	if (planned == IB_MEMBER_NONE || planned == held ||
	    policy_is_explained(context, partition, port)) {
		return false;
	}
	return !policy_node_note(context, port->node)->ignored ||
	       (held & ~planned & IB_MEMBER_FULL);
}

static void judge_membership(struct policy_context *context,
			     const struct rule *rule,
			     const struct subnet_port *port, void *data)
{
	const struct plan_partition *partition;
	enum ib_membership planned, held;
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	const char *name;
	uint16_t base;
	size_t i;

	(void)data;
	for (i = 0; i < port->pkey_count; i++) {
		base = ib_pkey_base(port->pkeys[i]);
		partition = partition_plan_find(context->input->plan, base);
		if (!partition || !is_first_entry(port, i) ||
		    !is_wrong(context, partition, port)) {
			continue;
		}
		planned = policy_planned(context, partition, port);
		held = policy_held(port, base);
		policy_partitions_begin(context, port, base, &draft);
		name = policy_partition_name(context, partition);
		finding->expected =
			policy_text(context, "%s %s %s", name,
				    finding->attribute,
				    policy_membership_text(planned));
		finding->found = policy_membership_text(held);
		finding->message =
			policy_text(context,
				    "%s is %s in partition %s (%s), not %s",
				    finding->subject.name,
				    policy_membership_text(held), name,
				    finding->attribute,
				    policy_membership_text(planned));
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
	if (policy_partitions_each(context, rule, judge_membership, NULL)) {
		return -1;
	}
	return context->fallback_swallows
		       ? 0
		       : policy_partitions_ignored(context, rule,
						   judge_membership);
}

const struct rule rule_partition_membership = {
	.id = "partition.membership",
	.severity = SEVERITY_CRITICAL,
	.summary = "A port is a full member where limited is declared, or the "
		   "reverse; of ignored nodes only the former.",
	.causes = "Another partition file is in force, a word in it is not "
		  "read as it looks (\"=Full\" is limited to OpenSM), or the "
		  "key was rewritten on the port.",
	.remedy = "Compare the file that OpenSM reads with \"ibpolicy diff\". "
		  "Full where limited is declared reaches everybody in the "
		  "partition; limited where full is declared reaches only "
		  "full members.",
	.check = check_membership,
};
