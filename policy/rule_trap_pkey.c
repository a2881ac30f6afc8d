/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Packets that were refused for their P_Key, read against the plan. */
#include "policy/policy_partitions.h"
#include "policy/policy_subject.h"
#include "policy/policy_trap.h"

/* What the plan says of sender, receiver and key. Traps of the first two are
 * put together by sender, of the third by receiver: that is who lacks it. */
enum reading {
	READ_NO_PARTITION, /* that key belongs to none */
	READ_DESIGNED,     /* they are not to talk in it */
	READ_DECLARED,     /* they are, and yet they cannot */
	READ_WITHOUT_PLAN
};

static enum ib_membership planned(const struct policy_context *context,
				  const struct plan_partition *partition,
				  uint64_t guid)
{
	const struct subnet_port *port =
		subnet_find_end_port(context->subnet, guid);

	return port ? policy_planned(context, partition, port)
		    : plan_membership(partition, guid, IB_NODE_CA, false);
}

static const struct plan_partition *
partition_of(const struct policy_context *context,
	     const struct trap_entry *entry)
{
	return partition_plan_find(context->input->plan,
				   ib_pkey_base(entry->pkey));
}

static bool may_talk(enum ib_membership a, enum ib_membership b)
{
	return a != IB_MEMBER_NONE && b != IB_MEMBER_NONE &&
	       ((a | b) & IB_MEMBER_FULL) != 0;
}

static enum reading read_entry(const struct policy_context *context,
			       const struct trap_entry *entry)
{
	const struct plan_partition *partition;

	if (!context->input->plan) {
		return READ_WITHOUT_PLAN;
	}
	partition = partition_of(context, entry);
	if (!partition) {
		return READ_NO_PARTITION;
	}
	return may_talk(planned(context, partition, entry->guids[0]),
			planned(context, partition, entry->guids[1]))
		       ? READ_DECLARED
		       : READ_DESIGNED;
}

static void sort_entry(const struct policy_context *context,
		       struct trap_heard *heard)
{
	const struct trap_entry *entry = heard->entry;
	enum reading reading = read_entry(context, entry);
	bool by_receiver = reading == READ_DECLARED;

	heard->group = reading;
	heard->subject = entry->guids[by_receiver ? 1 : 0];
	heard->peer = entry->guids[by_receiver ? 0 : 1];
	/* A sender can make up as many keys as it likes. */
	heard->key =
		reading == READ_NO_PARTITION ? 0 : ib_pkey_base(entry->pkey);
}

/* "compute (0x0001)" */
static const char *partition_text(struct policy_context *context,
				  const struct plan_partition *partition)
{
	char pkey[IB_PKEY_TEXT];

	return policy_text(context, "%s (%s)",
			   policy_partition_name(context, partition),
			   ib_pkey_format(pkey, partition->pkey));
}

/* --- Blocked as designed ------------------------------------------------- */

static void no_partition(struct policy_context *context,
			 const struct trap_heard *run, const char *peers,
			 struct policy_draft *draft)
{
	struct finding *finding = &draft->finding;
	char pkey[IB_PKEY_TEXT];

	ib_pkey_format(pkey, ib_pkey_base(run->entry->pkey));
	draft->at_most = SEVERITY_INFO;
	finding->attribute = "undeclared";
	finding->expected = "a P_Key of a partition";
	finding->message = policy_text(
		context,
		"%s sent packets to %s with P_Key %s, which belongs to no "
		"partition: blocked as designed",
		finding->subject.name, peers, pkey);
	finding->hint = policy_text(
		context,
		"Look for the key in the P_Key table of %s, and ask "
		"who set it up.",
		finding->subject.name);
}

static const char *why_designed(struct policy_context *context,
				const struct trap_heard *run, size_t length,
				const struct plan_partition *partition)
{
	enum ib_membership sender = planned(context, partition, run->subject);

	if (sender == IB_MEMBER_NONE) {
		return policy_text(context, "%s is no member",
				   policy_trap_name(context, run->subject));
	}
	if (run[0].peer != run[length - 1].peer) {
		return "they are not to talk in it";
	}
	if (planned(context, partition, run->peer) == IB_MEMBER_NONE) {
		return policy_text(context, "%s is no member",
				   policy_trap_name(context, run->peer));
	}
	return "both are limited members";
}

static void designed(struct policy_context *context,
		     const struct trap_heard *run, size_t length,
		     const char *peers, struct policy_draft *draft)
{
	const struct plan_partition *partition =
		partition_of(context, run->entry);
	struct finding *finding = &draft->finding;

	draft->at_most = SEVERITY_INFO;
	finding->expected = "isolated";
	finding->message = policy_text(
		context, "%s sent packets to %s in %s: blocked as designed, %s",
		finding->subject.name, peers,
		partition_text(context, partition),
		why_designed(context, run, length, partition));
	finding->hint = policy_text(
		context,
		"Ask the owner of %s what it wants there; nothing is "
		"wrong with the fabric.",
		finding->subject.name);
	finding->source = partition->pos;
}

/* --- Declared, yet blocked ----------------------------------------------- */

/* True when its table is known to hold less than is planned. */
static bool lacks(const struct policy_context *context,
		  const struct plan_partition *partition, uint64_t guid)
{
	const struct subnet_port *port =
		subnet_find_end_port(context->subnet, guid);
	unsigned int want;

	if (!port || !port->pkeys_known) {
		return false;
	}
	want = policy_planned(context, partition, port);
	return want & ~(unsigned int)policy_held(port, partition->pkey);
}

static const char *who_lacks(struct policy_context *context,
			     const struct trap_heard *run, size_t length,
			     const struct plan_partition *partition)
{
	size_t i;

	if (lacks(context, partition, run->subject)) {
		return policy_text(context, "%s lacks the key",
				   policy_trap_name(context, run->subject));
	}
	for (i = 0; i < length; i++) {
		if (lacks(context, partition, run[i].peer)) {
			return policy_text(context, "%s lacks the key",
					   policy_trap_name(context,
							    run[i].peer));
		}
	}
	return "their tables hold the key now";
}

/* Where a switch port refused them, its own table is what counts. */
static const char *where_to_look(struct policy_context *context,
				 const struct trap *trap)
{
	const struct trap_log *log = context->input->traps;
	uint64_t guid;

	if (trap->number != TRAP_SWITCH_BAD_P_KEY ||
	    trap->switch_lid >= TRAP_LOG_LIDS) {
		return "Look at the partition findings of both ports. Where "
		       "the "
		       "tables are right, it was so before the last sweep.";
	}
	guid = log->guid_by_lid[trap->switch_lid];
	return policy_text(
		context,
		"A switch refused them (%s, port %u): compare the P_Key table "
		"of that switch port with those of both ends.",
		guid ? policy_trap_name(context, guid) : "not known any more",
		trap->switch_port);
}

static void declared(struct policy_context *context,
		     const struct trap_heard *run, size_t length,
		     const char *peers, struct policy_draft *draft)
{
	const struct plan_partition *partition =
		partition_of(context, run->entry);
	struct finding *finding = &draft->finding;

	finding->expected = "reachable";
	finding->message = policy_text(
		context,
		"%s refused packets from %s in %s: declared, yet blocked, %s",
		finding->subject.name, peers,
		partition_text(context, partition),
		who_lacks(context, run, length, partition));
	finding->hint = where_to_look(context, &run->entry->latest);
	finding->source = partition->pos;
}

static void without_plan(struct policy_context *context, const char *peers,
			 struct policy_draft *draft)
{
	struct finding *finding = &draft->finding;

	finding->message = policy_text(
		context,
		"%s sent packets to %s with P_Key %s, which were refused; "
		"whether they should be, no plan says",
		finding->subject.name, peers, finding->attribute);
	finding->hint = "Declare partitions: in the inventory to have them "
			"read against it.";
}

/* --- The check ----------------------------------------------------------- */

static void report_run(struct policy_context *context, const struct rule *rule,
		       const struct trap_heard *run, size_t length)
{
	char pkey[IB_PKEY_TEXT];
	struct policy_draft draft;
	const char *peers = policy_trap_begin(context, run, length, &draft);

	ib_pkey_format(pkey, run->key);
	draft.finding.attribute =
		policy_text(context, "%s%s", pkey,
			    run->group == READ_DECLARED ? " received" : "");
	switch ((enum reading)run->group) {
	case READ_NO_PARTITION:
		no_partition(context, run, peers, &draft);
		break;
	case READ_DESIGNED:
		designed(context, run, length, peers, &draft);
		break;
	case READ_DECLARED:
		declared(context, run, length, peers, &draft);
		break;
	case READ_WITHOUT_PLAN:
		without_plan(context, peers, &draft);
		break;
	}
	policy_emit(context, rule, &draft);
}

static int check_pkey(struct policy_context *context, const struct rule *rule)
{
	struct trap_heard_list list;
	size_t i, length;

	if (!context->input->traps) {
		return 0;
	}
	if (policy_trap_collect(context, rule, TRAP_KIND_P_KEY, sort_entry,
				&list) != 0) {
		return -1;
	}
	for (i = 0; i < list.count; i += length) {
		length = policy_trap_run(&list, i);
		report_run(context, rule, &list.items[i], length);
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_trap_pkey = {
	.id = "trap.pkey",
	.severity = SEVERITY_WARNING,
	.summary = "A port or switch reported packets with a P_Key that the "
		   "receiver does not accept (traps 257 and 259).",
	.causes = "Two hosts that are to be isolated tried to talk, and the "
		  "fabric blocked them as designed (never more than "
		  "information); or they are to talk, and one of them lacks "
		  "the partition; or an address from before a change is still "
		  "cached on a host.",
	.remedy = "\"Blocked as designed\": ask the owner of the sender what "
		  "it wants there. \"Declared, yet blocked\": look at the "
		  "partition findings of both ports first. Counts are lower "
		  "bounds and silence proves nothing: OpenSM passes on only "
		  "the first ten equal traps until there were none for five "
		  "seconds. The finding goes an hour after the last one "
		  "(window).",
	.check = check_pkey,
};
