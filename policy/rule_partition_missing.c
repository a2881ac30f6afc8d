/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Partitions that ports lack: one by one, or lost everywhere. */
#include "policy/policy_partitions.h"
#include "policy/policy_subject.h"

/* A member that lacks the key of its partition. */
struct lack {
	const struct subnet_port *port;
	size_t partition; /* index in the plan */
	bool alone;       /* reported by itself in any case */
};

struct lacks {
	struct lack *items;
	size_t count, capacity;
	/* By partition: members that are judged together, and how many of
	 * those lack the key. */
	size_t *members, *missing;
};

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

/* What is suppressed or switched off for one port says nothing about the
 * partition as a whole. */
static bool is_alone(const struct policy_context *context,
		     const struct rule *rule, const struct port_match *match)
{
	return match && (policy_state(context, match->declared->state) ==
				 STATE_MAINTENANCE ||
			 policy_off(context, rule, match->declared, NULL));
}

static void add_lack(struct policy_context *context, struct lacks *lacks,
		     const struct lack *lack)
{
	void *items = lacks->items;

	if (arena_grow(context->work, &items, lacks->count, &lacks->capacity,
		       sizeof(*lack))) {
		context->failed = true;
		return;
	}
	lacks->items = items;
	lacks->items[lacks->count++] = *lack;
}

static void gather(struct policy_context *context, const struct rule *rule,
		   const struct subnet_port *port, void *data)
{
	const struct partition_plan *plan = context->input->plan;
	struct lacks *lacks = data;
	struct lack lack = {.port = port};
	bool missing;
	size_t i;

	lack.alone =
		is_alone(context, rule, policy_port_note(context, port)->match);
	for (i = 0; i < plan->partition_count; i++) {
		if (policy_planned(context, &plan->partitions[i], port) ==
		    IB_MEMBER_NONE) {
			continue;
		}
		missing = policy_held(port, plan->partitions[i].pkey) ==
			  IB_MEMBER_NONE;
		if (missing && is_over_capacity(context, port)) {
			return;
		}
		if (missing) {
			lack.partition = i;
			add_lack(context, lacks, &lack);
		}
		if (!lack.alone) {
			lacks->members[i]++;
			lacks->missing[i] += missing;
		}
	}
}

static void report_lack(struct policy_context *context, const struct rule *rule,
			const struct subnet_port *port,
			const struct plan_partition *partition)
{
	const char *name = policy_partition_name(context, partition);
	struct policy_draft draft;
	struct finding *finding = &draft.finding;

	policy_partitions_begin(context, port, partition->pkey, &draft);
	finding->expected =
		policy_text(context, "%s %s %s", name, finding->attribute,
			    policy_membership_text(
				    policy_planned(context, partition, port)));
	finding->found = "not in the P_Key table";
	finding->message =
		policy_text(context, "%s is not a member of partition %s (%s)",
			    finding->subject.name, name, finding->attribute);
	finding->hint = "OpenSM sets it at its next heavy sweep. If it stays "
			"away: does OpenSM read the generated file, and is "
			"the port's table full (ERR 0512 in opensm.log)?";
	finding->source = policy_planned_pos(partition, port);
	policy_emit(context, rule, &draft);
}

static bool is_lost(const struct lacks *lacks, size_t partition)
{
	return lacks->missing[partition] > 1 &&
	       lacks->missing[partition] == lacks->members[partition];
}

/* One cause: the partition itself is not there. */
static void report_lost(struct policy_context *context, const struct rule *rule,
			const struct lacks *lacks, size_t index)
{
	const struct plan_partition *partition =
		&context->input->plan->partitions[index];
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;
	size_t i, capacity = 0;
	char pkey[IB_PKEY_TEXT];

	for (i = 0; i < lacks->count; i++) {
		if (lacks->items[i].partition == index &&
		    !lacks->items[i].alone) {
			policy_affect(context, finding, &capacity,
				      policy_port_name(context,
						       lacks->items[i].port));
		}
	}
	finding->subject = (struct subject){
		.kind = SUBJECT_PARTITION,
		.name = policy_partition_name(context, partition),
		.port = -1,
	};
	draft.names[0] = finding->subject.name;
	finding->attribute = policy_text(context, "%s",
					 ib_pkey_format(pkey, partition->pkey));
	finding->expected =
		policy_text(context, "%zu members", finding->affected_count);
	finding->found = "in nobody's P_Key table";
	finding->message = policy_text(
		context,
		"partition %s (%s) is lost: none of its %zu members holds its "
		"key",
		finding->subject.name, finding->attribute,
		finding->affected_count);
	finding->hint = "Which partition file does the master subnet manager "
			"read, and is this partition in it? \"ibpolicy diff\" "
			"compares it with the inventory.";
	finding->source = partition->pos;
	policy_emit(context, rule, &draft);
}

static int check_missing(struct policy_context *context,
			 const struct rule *rule)
{
	const struct partition_plan *plan = context->input->plan;
	struct lacks lacks = {.count = 0};
	const struct lack *lack;
	size_t i;

	if (!plan) {
		return 0;
	}
	lacks.members = arena_array(context->work, plan->partition_count,
				    sizeof(*lacks.members));
	lacks.missing = arena_array(context->work, plan->partition_count,
				    sizeof(*lacks.missing));
	if (!lacks.members || !lacks.missing) {
		return -1;
	}
	if (policy_partitions_each(context, rule, gather, &lacks)) {
		return -1;
	}
	for (i = 0; i < lacks.count; i++) {
		lack = &lacks.items[i];
		if (lack->alone || !is_lost(&lacks, lack->partition)) {
			report_lack(context, rule, lack->port,
				    &plan->partitions[lack->partition]);
		}
	}
	for (i = 0; i < plan->partition_count; i++) {
		if (is_lost(&lacks, i)) {
			report_lost(context, rule, &lacks, i);
		}
	}
	return context->failed ? -1 : 0;
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
