/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a new plan may not do without a person's approval. */
#include "policy/guard.h"

#include <stdlib.h>

/* A partition this small may change without tripping its own limit. */
enum { SMALL_PARTITION = 4 };

struct judge {
	const struct plan_comparison *comparison;
	const struct reach_change *change;
	const struct inventory_guard *guard;
	struct guard_result *result;
	size_t capacity;
	bool failed;
};

const char *guard_kind_name(enum guard_kind kind)
{
	static const char *const names[GUARD_KIND_COUNT] = {
		[GUARD_REMOVED] = "removed", [GUARD_PARTITION] = "partition",
		[GUARD_KEYWORD] = "keyword", [GUARD_PROTECTED] = "protected",
		[GUARD_OPENED] = "opened",
	};

	return (unsigned int)kind < GUARD_KIND_COUNT ? names[kind] : NULL;
}

static void add_reason(struct judge *judge, enum guard_kind kind, uint16_t pkey,
		       uint16_t other_pkey, const char *message)
{
	struct guard_result *result = judge->result;
	void *reasons = result->reasons;

	if (!message ||
	    arena_grow(result->arena, &reasons, result->reason_count,
		       &judge->capacity, sizeof(*result->reasons))) {
		judge->failed = true;
		return;
	}
	result->reasons = reasons;
	result->reasons[result->reason_count++] =
		(struct guard_reason){kind, pkey, other_pkey, message};
}

static const char *label(struct judge *judge, size_t row)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	compared_partition_label(&judge->comparison->partitions[row], &text);
	copy = arena_strdup(judge->result->arena, strbuf_text(&text));
	judge->failed |= text.failed || !copy;
	strbuf_free(&text);
	return copy ? copy : "";
}

/* --- Counting ----------------------------------------------------------- */

static void count(struct guard_count *into, enum ib_membership before,
		  enum ib_membership after, uint64_t ports)
{
	bool was_full = before & IB_MEMBER_FULL;
	bool is_full = after & IB_MEMBER_FULL;

	into->before += before ? ports : 0;
	if (!before && after) {
		into->joined += ports;
	} else if (before && !after) {
		into->removed += ports;
	} else if (!was_full && is_full) {
		into->raised += ports;
	} else if (was_full && !is_full) {
		into->lowered += ports;
	}
}

static void count_all(struct judge *judge)
{
	const struct plan_comparison *comparison = judge->comparison;
	struct guard_result *result = judge->result;
	size_t i, j;

	for (i = 0; i < comparison->class_count; i++) {
		const struct compared_class *class = &comparison->classes[i];

		for (j = 0; !class->quarantined && j < class->entry_count;
		     j++) {
			const struct compared_entry *entry = &class->entries[j];
			enum ib_membership before =
				entry->sides[PLAN_BEFORE].membership;
			enum ib_membership after =
				entry->sides[PLAN_AFTER].membership;

			count(&result->total, before, after, class->port_count);
			count(&result->by_partition[entry->partition], before,
			      after, class->port_count);
		}
	}
}

/* --- Conditions ---------------------------------------------------------- */

static bool exceeds(const struct inventory_guard *guard,
		    const struct guard_count *counted)
{
	uint64_t lost = counted->removed + counted->lowered;

	return guard->max_removed_is_percent
		       ? lost * 100 > guard->max_removed * counted->before
		       : lost > guard->max_removed;
}

/* "removes 16 and lowers 2 of 100 memberships (18.0%, the limit is 10%)" */
static const char *loss(struct judge *judge, const struct guard_count *counted)
{
	struct arena *arena = judge->result->arena;
	unsigned long long lost = counted->removed + counted->lowered;
	unsigned long long tenths = lost * 1000 / counted->before;
	const char *verbs;

	if (!counted->lowered) {
		verbs = arena_printf(arena, "removes %llu",
				     (unsigned long long)counted->removed);
	} else if (!counted->removed) {
		verbs = arena_printf(arena, "lowers %llu",
				     (unsigned long long)counted->lowered);
	} else {
		verbs = arena_printf(arena, "removes %llu and lowers %llu",
				     (unsigned long long)counted->removed,
				     (unsigned long long)counted->lowered);
	}
	return arena_printf(
		arena,
		"%s of %llu memberships (%llu.%llu%%, the limit is %u%s)",
		verbs ? verbs : "", (unsigned long long)counted->before,
		tenths / 10, tenths % 10, judge->guard->max_removed,
		judge->guard->max_removed_is_percent ? "%" : "");
}

static void judge_removed(struct judge *judge)
{
	const struct guard_result *result = judge->result;
	size_t row;

	if (exceeds(judge->guard, &result->total)) {
		add_reason(judge, GUARD_REMOVED, 0, 0,
			   loss(judge, &result->total));
	}
	for (row = 0; row < judge->comparison->partition_count; row++) {
		const struct guard_count *counted = &result->by_partition[row];

		if (counted->before >= SMALL_PARTITION &&
		    exceeds(judge->guard, counted)) {
			add_reason(judge, GUARD_PARTITION,
				   judge->comparison->partitions[row].pkey, 0,
				   arena_printf(result->arena, "%s: %s",
						label(judge, row),
						loss(judge, counted)));
		}
	}
}

/* What a partition does to ports of a type that it does not name. */
static enum ib_membership unnamed(const struct compared_partition *partition,
				  enum plan_side side, enum ib_node_type type)
{
	const struct plan_partition *plan = partition->sides[side];

	if (!plan) {
		return IB_MEMBER_NONE;
	}
	return plan_standing_of(plan, NULL, type, false).membership;
}

static bool is_opened_to(const struct compared_partition *partition,
			 enum ib_node_type type)
{
	enum ib_membership before = unnamed(partition, PLAN_BEFORE, type);
	enum ib_membership after = unnamed(partition, PLAN_AFTER, type);

	return after & ~(unsigned int)before &&
	       (before == IB_MEMBER_NONE || (after & IB_MEMBER_FULL));
}

static void add_keyword(struct judge *judge, size_t row, const char *keyword,
			enum ib_node_type type)
{
	const struct compared_partition *partition =
		&judge->comparison->partitions[row];
	enum ib_membership before = unnamed(partition, PLAN_BEFORE, type);
	const char *after =
		ib_membership_name(unnamed(partition, PLAN_AFTER, type));

	add_reason(
		judge, GUARD_KEYWORD, partition->pkey, 0,
		before ? arena_printf(judge->result->arena,
				      "%s: %s rises from %s to %s, for every "
				      "such port, declared or not",
				      label(judge, row), keyword,
				      ib_membership_name(before), after)
		       : arena_printf(judge->result->arena,
				      "%s: %s is added as %s, for every such "
				      "port, declared or not",
				      label(judge, row), keyword, after));
}

static void judge_keywords(struct judge *judge)
{
	static const struct {
		enum ib_node_type type;
		const char *keyword;
	} types[] = {
		{IB_NODE_CA, "ALL_CAS"},
		{IB_NODE_SWITCH, "ALL_SWITCHES"},
		{IB_NODE_ROUTER, "ALL_ROUTERS"},
	};
	size_t row, i;

	for (row = 0; row < judge->comparison->partition_count; row++) {
		const struct compared_partition *partition =
			&judge->comparison->partitions[row];

		if (is_opened_to(partition, IB_NODE_UNKNOWN)) {
			add_keyword(judge, row, "ALL", IB_NODE_UNKNOWN);
			continue;
		}
		for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
			if (is_opened_to(partition, types[i].type)) {
				add_keyword(judge, row, types[i].keyword,
					    types[i].type);
			}
		}
	}
}

static void judge_protected(struct judge *judge)
{
	size_t row;

	for (row = 0; row < judge->comparison->partition_count; row++) {
		const struct compared_partition *partition =
			&judge->comparison->partitions[row];
		const struct plan_partition *before =
			partition->sides[PLAN_BEFORE];
		const struct plan_partition *after =
			partition->sides[PLAN_AFTER];
		const struct guard_count *counted =
			&judge->result->by_partition[row];

		if (!before ||
		    !(before->is_protected || (after && after->is_protected))) {
			continue;
		}
		if (!after) {
			add_reason(judge, GUARD_PROTECTED, partition->pkey, 0,
				   arena_printf(judge->result->arena,
						"%s is protected and goes",
						label(judge, row)));
		} else if (counted->removed + counted->lowered) {
			add_reason(judge, GUARD_PROTECTED, partition->pkey, 0,
				   arena_printf(judge->result->arena,
						"%s is protected and %s",
						label(judge, row),
						loss(judge, counted)));
		}
	}
}

static void judge_opened(struct judge *judge)
{
	const struct reach_change *change = judge->change;
	size_t i;

	for (i = 0; i < change->opened_count; i++) {
		const struct reach_pair *pair = &change->opened[i];
		const struct compared_partition *partitions =
			judge->comparison->partitions;

		add_reason(judge, GUARD_OPENED, partitions[pair->a].pkey,
			   partitions[pair->b].pkey,
			   arena_printf(judge->result->arena,
					"%s and %s can newly talk, by %s "
					"(%llu pair%s of ports)",
					label(judge, pair->a),
					label(judge, pair->b),
					label(judge, pair->by),
					(unsigned long long)pair->port_pairs,
					pair->port_pairs == 1 ? "" : "s"));
	}
}

int guard_judge(const struct plan_comparison *comparison,
		const struct reach_change *change,
		const struct inventory_guard *guard,
		struct guard_result **result, struct error *error)
{
	struct judge judge = {comparison, change, guard, NULL, 0, false};
	struct arena *arena = arena_new();

	if (arena) {
		judge.result = arena_alloc(arena, sizeof(*judge.result));
	}
	if (judge.result) {
		judge.result->arena = arena;
		judge.result->by_partition =
			arena_array(arena, comparison->partition_count,
				    sizeof(*judge.result->by_partition));
	}
	if (!judge.result || !judge.result->by_partition) {
		arena_free(arena);
		return error_no_memory(error);
	}
	count_all(&judge);
	judge_removed(&judge);
	judge_keywords(&judge);
	judge_protected(&judge);
	judge_opened(&judge);
	if (judge.failed) {
		arena_free(arena);
		return error_no_memory(error);
	}
	*result = judge.result;
	return 0;
}

static int collect_ports(struct port_set *ports,
			 const struct partition_plan *in_force,
			 const struct partition_plan *next,
			 const struct inventory *inventory, int64_t now,
			 struct error *error)
{
	port_set_add_inventory(ports, inventory, now);
	port_set_add_plan(ports, in_force);
	port_set_add_plan(ports, next);
	return port_set_finish(ports, error);
}

int guard_check(const struct partition_plan *in_force,
		const struct partition_plan *next,
		const struct inventory *inventory, int64_t now,
		struct guard_result **result, struct error *error)
{
	struct plan_comparison *comparison = NULL;
	struct reach_change *change = NULL;
	struct plan_reach *reach = NULL;
	struct port_set *ports = port_set_new();
	int status = -1;

	if (!in_force || !next) {
		in_force = next = NULL;
	}
	if (!ports) {
		return error_no_memory(error);
	}
	if ((in_force &&
	     collect_ports(ports, in_force, next, inventory, now, error)) ||
	    plan_compare(in_force, next, ports, &comparison, error)) {
		goto out;
	}
	reach = plan_reach_new(comparison);
	if (!reach) {
		error_no_memory(error);
		goto out;
	}
	if (!plan_reach_change(reach, &change, error)) {
		status = guard_judge(comparison, change, &inventory->guard,
				     result, error);
	}
out:
	reach_change_free(change);
	plan_reach_free(reach);
	plan_comparison_free(comparison);
	port_set_free(ports);
	return status;
}

void guard_result_free(struct guard_result *result)
{
	if (result) {
		arena_free(result->arena);
	}
}
