/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Ports that change alike, out of a comparison. */
#include "policy/partition_diff_ports.h"

#include <stdlib.h>

struct differ {
	struct partition_diff *diff;
	bool failed;
};

/* The partition whose P_Key OpenSM puts at index 0: the last that asks for it,
 * else 0x7fff, which is row 0 wherever there is one. */
static size_t index0_of(const struct compared_class *class, enum plan_side side)
{
	size_t i, row = 0;

	for (i = 0; i < class->entry_count; i++) {
		if (class->entries[i].sides[side].index0) {
			row = class->entries[i].partition;
		}
	}
	return row;
}

static bool is_step(const struct compared_entry *entry)
{
	return entry->sides[PLAN_BEFORE].membership !=
	       entry->sides[PLAN_AFTER].membership;
}

static void fill_steps(struct differ *differ,
		       const struct compared_class *class,
		       struct diff_group *group)
{
	size_t i, side;

	group->steps = arena_array(differ->diff->arena, class->entry_count,
				   sizeof(*group->steps));
	if (!group->steps) {
		differ->failed = true;
		return;
	}
	for (i = 0; i < class->entry_count; i++) {
		const struct compared_entry *entry = &class->entries[i];
		struct diff_step *step;

		if (!is_step(entry)) {
			continue;
		}
		step = &group->steps[group->step_count++];
		step->partition = entry->partition;
		for (side = 0; side < PLAN_SIDE_COUNT; side++) {
			step->sides[side] = entry->sides[side].membership;
		}
	}
	group->index0[PLAN_BEFORE] = index0_of(class, PLAN_BEFORE);
	group->index0[PLAN_AFTER] = index0_of(class, PLAN_AFTER);
}

static void count_steps(struct diff_totals *totals,
			const struct diff_group *group)
{
	size_t i;

	for (i = 0; i < group->step_count; i++) {
		enum ib_membership before = group->steps[i].sides[PLAN_BEFORE];
		enum ib_membership after = group->steps[i].sides[PLAN_AFTER];
		bool was_full = before & IB_MEMBER_FULL;
		bool is_full = after & IB_MEMBER_FULL;

		if (!before) {
			totals->added += group->port_count;
		} else if (!after) {
			totals->removed += group->port_count;
		} else if (!was_full && is_full) {
			totals->raised += group->port_count;
		} else if (was_full && !is_full) {
			totals->lowered += group->port_count;
		}
	}
	totals->changed_ports += group->port_count;
	if (group->index0[PLAN_BEFORE] != group->index0[PLAN_AFTER]) {
		totals->moved_index0 += group->port_count;
	}
}

static int compare_steps(const struct diff_group *a, const struct diff_group *b)
{
	size_t i;

	if (a->step_count != b->step_count) {
		return a->step_count < b->step_count ? -1 : 1;
	}
	for (i = 0; i < a->step_count; i++) {
		const struct diff_step *in_a = &a->steps[i];
		const struct diff_step *in_b = &b->steps[i];

		if (in_a->partition != in_b->partition) {
			return in_a->partition < in_b->partition ? -1 : 1;
		}
		if (in_a->sides[PLAN_BEFORE] != in_b->sides[PLAN_BEFORE]) {
			return (int)in_a->sides[PLAN_BEFORE] -
			       (int)in_b->sides[PLAN_BEFORE];
		}
		if (in_a->sides[PLAN_AFTER] != in_b->sides[PLAN_AFTER]) {
			return (int)in_a->sides[PLAN_AFTER] -
			       (int)in_b->sides[PLAN_AFTER];
		}
	}
	return 0;
}

/* Groups that change alike stand together. */
static int compare_change(const struct diff_group *a,
			  const struct diff_group *b)
{
	bool moved_a = a->index0[PLAN_BEFORE] != a->index0[PLAN_AFTER];
	bool moved_b = b->index0[PLAN_BEFORE] != b->index0[PLAN_AFTER];
	size_t side;

	if (moved_a != moved_b) {
		return moved_a ? 1 : -1;
	}
	for (side = 0; moved_a && side < PLAN_SIDE_COUNT; side++) {
		if (a->index0[side] != b->index0[side]) {
			return a->index0[side] < b->index0[side] ? -1 : 1;
		}
	}
	return compare_steps(a, b);
}

static int compare_for_join(const void *left, const void *right)
{
	const struct diff_group *a = left, *b = right;
	int order = compare_change(a, b);

	if (order) {
		return order;
	}
	return (a->ports[0] > b->ports[0]) - (a->ports[0] < b->ports[0]);
}

static int compare_first(const void *left, const void *right)
{
	const struct diff_group *a = left, *b = right;

	return (a->ports[0] > b->ports[0]) - (a->ports[0] < b->ports[0]);
}

static int compare_rows(const void *left, const void *right)
{
	const size_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

/* Classes differ in what stays, too; here only what changes counts. */
static void join_groups(struct differ *differ, struct diff_group *groups,
			size_t count)
{
	struct partition_diff *diff = differ->diff;
	size_t from, to, i, at = 0;
	size_t *ports = arena_array(diff->arena, diff->comparison->ports->count,
				    sizeof(*ports));

	if (!ports) {
		differ->failed = true;
		return;
	}
	qsort(groups, count, sizeof(*groups), compare_for_join);
	for (from = 0; from < count; from = to) {
		struct diff_group *kept = &diff->groups[diff->group_count++];
		size_t start = at;

		*kept = groups[from];
		for (to = from;
		     to < count && !compare_change(&groups[from], &groups[to]);
		     to++) {
			for (i = 0; i < groups[to].port_count; i++) {
				ports[at++] = groups[to].ports[i];
			}
		}
		qsort(ports + start, at - start, sizeof(*ports), compare_rows);
		kept->ports = ports + start;
		kept->port_count = at - start;
		count_steps(&diff->totals, kept);
	}
	qsort(diff->groups, diff->group_count, sizeof(*diff->groups),
	      compare_first);
}

int partition_diff_find_ports(struct partition_diff *diff)
{
	struct differ differ = {diff, false};
	const struct plan_comparison *comparison = diff->comparison;
	struct diff_group *groups;
	size_t i, count = 0;

	groups = arena_array(diff->arena, comparison->class_count,
			     sizeof(*groups));
	diff->groups = arena_array(diff->arena, comparison->class_count,
				   sizeof(*diff->groups));
	if (!groups || !diff->groups) {
		return -1;
	}
	for (i = 0; i < comparison->class_count && !differ.failed; i++) {
		const struct compared_class *class = &comparison->classes[i];
		struct diff_group *group = &groups[count];

		if (!class->changed) {
			continue;
		}
		fill_steps(&differ, class, group);
		group->ports = (size_t *)class->ports;
		group->port_count = class->port_count;
		/* An index0 that another partition overrules changes
		 * nothing. */
		count += group->step_count || group->index0[PLAN_BEFORE] !=
						      group->index0[PLAN_AFTER];
	}
	if (count && !differ.failed) {
		join_groups(&differ, groups, count);
	}
	return differ.failed ? -1 : 0;
}
