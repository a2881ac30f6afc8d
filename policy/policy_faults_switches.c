/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which declared switches are gone, and which one took the others along. */
#include "policy/policy_faults.h"

const char policy_sweep_errors[] = "the sweep ended with errors";

static void switch_fault(struct policy_context *context,
			 struct switch_match *match)
{
	if (match->node) {
		if (policy_node_note(context, match->node)->ignored) {
			match->fault = FAULT_NOT_JUDGED;
		}
	} else if (policy_state(context, match->declared->state) ==
		   STATE_PLANNED) {
		match->fault = FAULT_NOT_JUDGED;
	} else if (context->subnet->errors) {
		match->fault = FAULT_UNKNOWN;
		match->reason = policy_sweep_errors;
	} else {
		match->fault = FAULT_SWITCH_GONE;
	}
}

/* The switch at the other end of a declared link, or NULL. */
static struct switch_match *neighbour(const struct policy_context *context,
				      const struct switch_port_use *use)
{
	const struct cable_end *end;

	if (!use->link) {
		return NULL;
	}
	end = &use->link->ends[!use->link_end];
	return end->sw ? policy_switch_match(context, end->sw->guid) : NULL;
}

/* The uses of one switch: they stand side by side. */
static const struct switch_port_use *
first_use(const struct inventory *inventory, uint64_t switch_guid)
{
	size_t low = 0, high = inventory->use_count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (inventory->uses[middle].sw->guid < switch_guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return inventory->uses + low;
}

#define FOR_EACH_USE(use, inventory, sw_)                                      \
	for (use = first_use(inventory, (sw_)->guid);                          \
	     use < (inventory)->uses + (inventory)->use_count &&               \
	     use->sw == (sw_);                                                 \
	     use++)

static bool borders_on_the_living(const struct policy_context *context,
				  const struct switch_match *match)
{
	const struct switch_port_use *use;
	const struct switch_match *other;

	FOR_EACH_USE(use, context->inventory, match->declared)
	{
		other = neighbour(context, use);
		if (other && other->node) {
			return true;
		}
	}
	return false;
}

/* Why it may be there all the same: a cable that should lead to it is up
 * towards something that did not answer. */
static const char *silence_towards(const struct policy_context *context,
				   const struct switch_match *match)
{
	const struct switch_port_use *use;
	const struct port_match *facing;
	const char *silence = NULL;

	FOR_EACH_USE(use, context->inventory, match->declared)
	{
		if (use->link) {
			silence = policy_silence_at(
				neighbour(context, use),
				use->link->ends[!use->link_end].number);
		} else {
			facing = policy_port_match(context, use->port->guid);
			silence = policy_silence_behind(facing->port);
		}
		if (silence) {
			return silence;
		}
	}
	return NULL;
}

/* So may every switch that is gone and that a declared link joins to it.
 * queue has room for every switch. */
static void doubt(struct policy_context *context, struct switch_match **queue,
		  struct switch_match *match, const char *reason)
{
	const struct switch_port_use *use;
	struct switch_match *other;
	size_t count = 1, next;

	queue[0] = match;
	match->fault = FAULT_UNKNOWN;
	match->reason = reason;
	for (next = 0; next < count; next++) {
		FOR_EACH_USE(use, context->inventory, queue[next]->declared)
		{
			other = neighbour(context, use);
			if (other && other->fault == FAULT_SWITCH_GONE) {
				other->fault = FAULT_UNKNOWN;
				other->reason = reason;
				queue[count++] = other;
			}
		}
	}
}

static void find_doubts(struct policy_context *context,
			struct switch_match **queue)
{
	struct switch_match *match;
	const char *silence;
	size_t i;

	for (i = 0; i < context->inventory->switch_count; i++) {
		match = &context->switches[i];
		silence = match->fault == FAULT_SWITCH_GONE
				  ? silence_towards(context, match)
				  : NULL;
		if (silence) {
			doubt(context, queue, match, silence);
		}
	}
}

/* Spreads the cause over the gone switches that can be reached only through
 * it, breadth first. queue has room for every switch. */
static void spread(struct policy_context *context, struct switch_match **queue,
		   size_t count)
{
	const struct switch_port_use *use;
	struct switch_match *other;
	size_t next;

	for (next = 0; next < count; next++) {
		FOR_EACH_USE(use, context->inventory, queue[next]->declared)
		{
			other = neighbour(context, use);
			if (other && other->fault == FAULT_SWITCH_GONE &&
			    !other->cause) {
				other->cause = queue[next]->cause;
				queue[count++] = other;
			}
		}
	}
}

/* A switch that is gone takes those behind it along: of each group of gone
 * neighbours the ones next to the living fabric are the cause. Where none is,
 * no cable says where they should be. */
static void find_causes(struct policy_context *context)
{
	size_t count = context->inventory->switch_count, found = 0, i;
	struct switch_match **queue =
		arena_array(context->work, count,
			    sizeof(struct switch_match *));
	struct switch_match *match;

	if (!queue) {
		context->failed = true;
		return;
	}
	find_doubts(context, queue);
	for (i = 0; i < count; i++) {
		match = &context->switches[i];
		if (match->fault == FAULT_SWITCH_GONE &&
		    borders_on_the_living(context, match)) {
			match->cause = match;
			queue[found++] = match;
		}
	}
	spread(context, queue, found);
	for (i = 0; i < count; i++) {
		match = &context->switches[i];
		if (match->fault != FAULT_SWITCH_GONE || match->cause) {
			continue;
		}
		if (context->silence) {
			doubt(context, queue, match, context->silence);
			continue;
		}
		match->cause = match;
		queue[0] = match;
		spread(context, queue, 1);
	}
}

void policy_faults_switches(struct policy_context *context)
{
	size_t i;

	for (i = 0; i < context->inventory->switch_count; i++) {
		switch_fault(context, &context->switches[i]);
	}
	find_causes(context);
}
