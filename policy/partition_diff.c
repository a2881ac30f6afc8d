/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What one partition plan changes against another. */
#include "policy/partition_diff.h"

#include "policy/partition_diff_ports.h"

#include <stdlib.h>
#include <string.h>

struct differ {
	struct partition_diff *diff;
	bool failed;
};

/* --- Keywords -------------------------------------------------------------- */

static enum ib_membership unnamed(const struct compared_partition *partition,
				  enum plan_side side, enum ib_node_type type)
{
	const struct plan_partition *plan = partition->sides[side];

	return plan ? plan_standing_of(plan, NULL, type, false).membership
		    : IB_MEMBER_NONE;
}

static void add_keyword(struct differ *differ, size_t row, const char *keyword,
			enum ib_node_type type)
{
	const struct compared_partition *partition =
		&differ->diff->comparison->partitions[row];
	enum ib_membership before = unnamed(partition, PLAN_BEFORE, type);
	enum ib_membership after = unnamed(partition, PLAN_AFTER, type);

	if (before != after) {
		differ->diff->keywords[differ->diff->keyword_count++] =
			(struct diff_keyword){row, keyword, {before, after}};
	}
}

/* ALL where all types change alike, else each type. */
static void find_keywords(struct differ *differ, size_t row)
{
	const struct compared_partition *partition =
		&differ->diff->comparison->partitions[row];
	static const struct {
		const char *keyword;
		enum ib_node_type type;
	} types[] = {
		{"ALL_CAS", IB_NODE_CA},
		{"ALL_SWITCHES", IB_NODE_SWITCH},
		{"ALL_ROUTERS", IB_NODE_ROUTER},
	};
	bool alike = true;
	size_t i, side;

	for (side = 0; side < PLAN_SIDE_COUNT; side++) {
		for (i = 0; i < 3; i++) {
			alike &= unnamed(partition, side, types[i].type) ==
				 unnamed(partition, side, IB_NODE_UNKNOWN);
		}
	}
	if (alike) {
		add_keyword(differ, row, "ALL", IB_NODE_UNKNOWN);
		return;
	}
	for (i = 0; i < 3; i++) {
		add_keyword(differ, row, types[i].keyword, types[i].type);
	}
}

/* --- Multicast groups ------------------------------------------------------ */

static int compare_mgids(const void *left, const void *right)
{
	const struct plan_group *a = left, *b = right;

	return memcmp(a->mgid, b->mgid, sizeof(a->mgid));
}

/* Resolved and by MGID; OpenSM makes a group once, by its first definition,
 * which is the reader's first. */
static struct plan_group *resolve_groups(struct differ *differ,
					 const struct plan_partition *partition)
{
	struct plan_group *groups =
		arena_array(differ->diff->arena, partition->group_count,
			    sizeof(*groups));
	size_t i;

	if (!groups) {
		differ->failed = true;
		return NULL;
	}
	for (i = 0; i < partition->group_count; i++) {
		plan_group_resolve(partition, &partition->groups[i],
				   &groups[i]);
	}
	if (partition->group_count) {
		qsort(groups, partition->group_count, sizeof(*groups),
		      compare_mgids);
	}
	return groups;
}

static bool same_group(const struct plan_group *a, const struct plan_group *b)
{
	return a->mtu == b->mtu && a->rate == b->rate && a->sl == b->sl &&
	       a->tclass == b->tclass && a->qkey == b->qkey &&
	       a->flow_label == b->flow_label;
}

static void add_multicast(struct differ *differ, size_t row,
			  const struct plan_group *before,
			  const struct plan_group *after)
{
	struct partition_diff *diff = differ->diff;
	struct diff_multicast *added =
		&diff->multicasts[diff->multicast_count++];
	bool stays = diff->comparison->partitions[row].sides[PLAN_AFTER];

	*added = (struct diff_multicast){.partition = row,
					 .ignored_when_live = before && stays};
	if (before) {
		added->there[PLAN_BEFORE] = true;
		added->sides[PLAN_BEFORE] = *before;
	}
	if (after) {
		added->there[PLAN_AFTER] = true;
		added->sides[PLAN_AFTER] = *after;
	}
}

static void find_multicasts(struct differ *differ, size_t row)
{
	const struct compared_partition *partition =
		&differ->diff->comparison->partitions[row];
	const struct plan_partition *before = partition->sides[PLAN_BEFORE];
	const struct plan_partition *after = partition->sides[PLAN_AFTER];
	size_t before_count = before ? before->group_count : 0;
	size_t after_count = after ? after->group_count : 0;
	struct plan_group *in_before, *in_after;
	size_t i = 0, j = 0;

	in_before = before ? resolve_groups(differ, before) : NULL;
	in_after = after ? resolve_groups(differ, after) : NULL;
	while (!differ->failed && (i < before_count || j < after_count)) {
		int order = 0;

		if (i == before_count || j == after_count) {
			order = i == before_count ? 1 : -1;
		} else {
			order = compare_mgids(&in_before[i], &in_after[j]);
		}
		if (order || !same_group(&in_before[i], &in_after[j])) {
			add_multicast(differ, row,
				      order <= 0 ? &in_before[i] : NULL,
				      order >= 0 ? &in_after[j] : NULL);
		}
		i += order <= 0;
		j += order >= 0;
	}
}

/* --- Partitions ------------------------------------------------------------ */

static int sl_of(const struct plan_partition *partition)
{
	return partition->sl < 0 ? 0 : partition->sl;
}

static void find_partition(struct differ *differ, size_t row)
{
	const struct compared_partition *partition =
		&differ->diff->comparison->partitions[row];
	const struct plan_partition *before = partition->sides[PLAN_BEFORE];
	const struct plan_partition *after = partition->sides[PLAN_AFTER];

	if (!before || !after || sl_of(before) != sl_of(after) ||
	    strcmp(before->name, after->name) != 0) {
		differ->diff->partitions[differ->diff->partition_count++] = row;
	}
}

/* --- The whole ------------------------------------------------------------- */

static int compare_sides(struct partition_diff *diff, struct error *error)
{
	const struct diff_input *input = diff->input;

	if (plan_compare(input->sides[PLAN_BEFORE].plan,
			 input->sides[PLAN_AFTER].plan, input->ports,
			 &diff->comparison, error)) {
		return -1;
	}
	diff->reach = plan_reach_new(diff->comparison);
	if (!diff->reach) {
		return error_no_memory(error);
	}
	if (plan_reach_change(diff->reach, &diff->reach_change, error)) {
		return -1;
	}
	return guard_judge(diff->comparison, diff->reach_change, &input->guard,
			   &diff->guard, error);
}

/* Room for the most that can differ. */
static void make_room(struct differ *differ)
{
	struct partition_diff *diff = differ->diff;
	size_t count = diff->comparison->partition_count, groups = 0, row, side;

	for (row = 0; row < count; row++) {
		for (side = 0; side < PLAN_SIDE_COUNT; side++) {
			const struct plan_partition *partition =
				diff->comparison->partitions[row].sides[side];

			groups += partition ? partition->group_count : 0;
		}
	}
	diff->keywords =
		arena_array(diff->arena, count, 3 * sizeof(*diff->keywords));
	diff->multicasts =
		arena_array(diff->arena, groups, sizeof(*diff->multicasts));
	diff->partitions =
		arena_array(diff->arena, count, sizeof(*diff->partitions));
	differ->failed |=
		!diff->keywords || !diff->multicasts || !diff->partitions;
}

int partition_diff_make(const struct diff_input *input,
			struct partition_diff **diff, struct error *error)
{
	struct arena *arena = arena_new();
	struct differ differ = {.diff = NULL};
	size_t row;

	if (arena) {
		differ.diff = arena_alloc(arena, sizeof(*differ.diff));
	}
	if (!differ.diff) {
		arena_free(arena);
		return error_no_memory(error);
	}
	differ.diff->arena = arena;
	differ.diff->input = input;
	if (compare_sides(differ.diff, error)) {
		partition_diff_free(differ.diff);
		return -1;
	}
	differ.failed = partition_diff_find_ports(differ.diff) != 0;
	make_room(&differ);
	for (row = 0;
	     row < differ.diff->comparison->partition_count && !differ.failed;
	     row++) {
		find_keywords(&differ, row);
		find_multicasts(&differ, row);
		find_partition(&differ, row);
	}
	if (differ.failed) {
		partition_diff_free(differ.diff);
		return error_no_memory(error);
	}
	*diff = differ.diff;
	return 0;
}

void partition_diff_free(struct partition_diff *diff)
{
	if (!diff) {
		return;
	}
	guard_result_free(diff->guard);
	reach_change_free(diff->reach_change);
	plan_reach_free(diff->reach);
	plan_comparison_free(diff->comparison);
	arena_free(diff->arena);
}

/* OpenSM does not do what a person means by such a file, whatever comes out. */
static bool is_broken(const struct diff_side *side)
{
	return side->conf && (side->conf->fallback || side->conf->undefined);
}

bool partition_diff_any(const struct partition_diff *diff)
{
	return diff->group_count || diff->keyword_count ||
	       diff->multicast_count || diff->partition_count ||
	       is_broken(&diff->input->sides[PLAN_BEFORE]) !=
		       is_broken(&diff->input->sides[PLAN_AFTER]);
}

bool partition_diff_held(const struct partition_diff *diff)
{
	return diff->guard->reason_count ||
	       (diff->input->assertions &&
		diff->input->assertions->total[DIAG_ERROR]);
}

static void each_of_two(const struct partition_diff *diff, size_t a, size_t b,
			struct diff_port_pair pair,
			void (*each)(void *context,
				     const struct diff_port_pair *pair),
			void *context)
{
	const struct compared_class *in_a = &diff->comparison->classes[a];
	const struct compared_class *in_b = &diff->comparison->classes[b];
	size_t i, j;

	pair.by = plan_reach_by(diff->reach, a, b,
				pair.gained ? PLAN_AFTER : PLAN_BEFORE, 0);
	for (i = 0; i < in_a->port_count; i++) {
		for (j = a == b ? i + 1 : 0; j < in_b->port_count; j++) {
			pair.a = in_a->ports[i];
			pair.b = in_b->ports[j];
			each(context, &pair);
		}
	}
}

void partition_diff_each_pair(const struct partition_diff *diff, bool gained,
			      void (*each)(void *context,
					   const struct diff_port_pair *pair),
			      void *context)
{
	const struct diff_port_pair pair = {.gained = gained};
	size_t count = diff->comparison->class_count, a, b;

	for (a = 0; a < count; a++) {
		for (b = a; b < count; b++) {
			bool before = plan_reach_classes(diff->reach, a, b,
							 PLAN_BEFORE);
			bool after = plan_reach_classes(diff->reach, a, b,
							PLAN_AFTER);

			if (before != after && after == gained) {
				each_of_two(diff, a, b, pair, each, context);
			}
		}
	}
}
