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
 * neighbours the ones next to the living fabric are the cause. */
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
		if (match->fault == FAULT_SWITCH_GONE && !match->cause) {
			match->cause = match;
			queue[0] = match;
			spread(context, queue, 1);
		}
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

/* Why the source cannot tell what is behind a switch port; NULL: it can. */
const char *policy_silence_behind(const struct subnet_port *facing)
{
	if (!facing) {
		return NULL;
	}
	if (facing->node->unassessed) {
		return facing->node->unassessed;
	}
	return policy_port_present(facing) && !policy_port_linked(facing)
		       ? facing->unassessed
		       : NULL;
}
