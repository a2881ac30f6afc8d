/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Who can talk to whom by a plan, and what a new plan changes in that. */
#include "policy/plan_reach.h"

#include <string.h>

/* Sets of partitions, one bit each. For a class: those it is in, those it is
 * full in. */
struct plan_reach {
	struct arena *arena;
	const struct plan_comparison *comparison;
	size_t words; /* of a set */
	uint64_t *any[PLAN_SIDE_COUNT], *full[PLAN_SIDE_COUNT];
};

static void set_bit(uint64_t *set, size_t bit)
{
	set[bit / 64] |= (uint64_t)1 << bit % 64;
}

static bool has_bit(const uint64_t *set, size_t bit)
{
	return set[bit / 64] >> bit % 64 & 1;
}

static size_t lowest_bit(uint64_t word)
{
	return (size_t)__builtin_ctzll(word);
}

static void fill_sets(struct plan_reach *reach, size_t class,
		      enum plan_side side)
{
	const struct plan_comparison *comparison = reach->comparison;
	const struct compared_class *from = &comparison->classes[class];
	size_t i;

	for (i = 0; i < from->entry_count; i++) {
		const struct compared_entry *entry = &from->entries[i];
		enum ib_membership membership = entry->sides[side].membership;
		bool only_sm = from->is_sm &&
			       comparison->partitions[entry->partition].pkey ==
				       IB_PKEY_DEFAULT;

		if (membership) {
			set_bit(reach->any[side] + class * reach->words,
				entry->partition);
		}
		if ((membership & IB_MEMBER_FULL) && !only_sm) {
			set_bit(reach->full[side] + class * reach->words,
				entry->partition);
		}
	}
}

struct plan_reach *plan_reach_new(const struct plan_comparison *comparison)
{
	struct arena *arena = arena_new();
	struct plan_reach *reach =
		arena ? arena_alloc(arena, sizeof(*reach)) : NULL;
	size_t side, class;

	if (!reach) {
		arena_free(arena);
		return NULL;
	}
	reach->arena = arena;
	reach->comparison = comparison;
	reach->words = (comparison->partition_count + 63) / 64;
	for (side = 0; side < PLAN_SIDE_COUNT; side++) {
		size_t size = reach->words * sizeof(uint64_t);

		reach->any[side] =
			arena_array(arena, comparison->class_count, size);
		reach->full[side] =
			arena_array(arena, comparison->class_count, size);
		if (!reach->any[side] || !reach->full[side]) {
			arena_free(arena);
			return NULL;
		}
		for (class = 0; class < comparison->class_count; class ++) {
			fill_sets(reach, class, (enum plan_side)side);
		}
	}
	return reach;
}

void plan_reach_free(struct plan_reach *reach)
{
	if (reach) {
		arena_free(reach->arena);
	}
}

/* One word of the partitions by which two classes can talk. */
static uint64_t common_word(const struct plan_reach *reach, size_t a, size_t b,
			    enum plan_side side, size_t word)
{
	size_t in_a = a * reach->words + word, in_b = b * reach->words + word;
	const uint64_t *any = reach->any[side], *full = reach->full[side];

	return (any[in_a] & full[in_b]) | (full[in_a] & any[in_b]);
}

bool plan_reach_classes(const struct plan_reach *reach, size_t a, size_t b,
			enum plan_side side)
{
	size_t word;

	for (word = 0; word < reach->words; word++) {
		if (common_word(reach, a, b, side, word)) {
			return true;
		}
	}
	return false;
}

size_t plan_reach_by(const struct plan_reach *reach, size_t a, size_t b,
		     enum plan_side side, size_t from)
{
	size_t word;

	for (word = from / 64; word < reach->words; word++) {
		uint64_t common = common_word(reach, a, b, side, word);

		if (word == from / 64) {
			common &= ~(uint64_t)0 << from % 64;
		}
		if (common) {
			return word * 64 + lowest_bit(common);
		}
	}
	return reach->comparison->partition_count;
}

/* --- What changes ------------------------------------------------------ */

/* A square of bits over partitions: row a, bit b. */
struct square {
	size_t words;
	uint64_t *bits;
};

struct change_builder {
	const struct plan_reach *reach;
	struct arena *scratch;
	struct reach_change *change;
};

static uint64_t *square_row(const struct square *square, size_t row)
{
	return square->bits + row * square->words;
}

static int square_init(struct square *square, struct arena *arena, size_t count,
		       size_t words)
{
	square->words = words;
	square->bits = arena_array(arena, count, words * sizeof(uint64_t));
	return square->bits ? 0 : -1;
}

static void or_into(uint64_t *into, const uint64_t *from, size_t words)
{
	size_t i;

	for (i = 0; i < words; i++) {
		into[i] |= from[i];
	}
}

/* For every partition k: in which others do its members sit (any), and in
 * which those of them that are full in k (full)? */
static void gather(const struct plan_reach *reach, enum plan_side side,
		   const struct square *any, const struct square *full)
{
	const struct plan_comparison *comparison = reach->comparison;
	size_t class, i;

	for (class = 0; class < comparison->class_count; class ++) {
		const struct compared_class *from = &comparison->classes[class];
		const uint64_t *in = reach->any[side] + class * reach->words;
		const uint64_t *full_in =
			reach->full[side] + class * reach->words;

		for (i = 0; i < from->entry_count; i++) {
			size_t k = from->entries[i].partition;

			if (has_bit(in, k)) {
				or_into(square_row(any, k), in, reach->words);
			}
			if (has_bit(full_in, k)) {
				or_into(square_row(full, k), in, reach->words);
			}
		}
	}
}

static void or_product(const struct square *out, const uint64_t *rows,
		       const uint64_t *columns)
{
	size_t word;

	for (word = 0; word < out->words; word++) {
		uint64_t left = rows[word];

		while (left) {
			size_t row = word * 64 + lowest_bit(left);

			or_into(square_row(out, row), columns, out->words);
			left &= left - 1;
		}
	}
}

/* Which partitions have members that can talk to members of which others? A
 * port that sits in two partitions joins them. */
static int pair_up(const struct change_builder *builder, enum plan_side side,
		   struct square *out)
{
	const struct plan_reach *reach = builder->reach;
	size_t count = reach->comparison->partition_count, k;
	struct square any, full;

	if (square_init(&any, builder->scratch, count, reach->words) ||
	    square_init(&full, builder->scratch, count, reach->words) ||
	    square_init(out, builder->scratch, count, reach->words)) {
		return -1;
	}
	gather(reach, side, &any, &full);
	for (k = 0; k < count; k++) {
		or_product(out, square_row(&full, k), square_row(&any, k));
		or_product(out, square_row(&any, k), square_row(&full, k));
	}
	return 0;
}

static bool in_both(const struct compared_partition *partition)
{
	return partition->pkey != IB_PKEY_DEFAULT &&
	       partition->sides[PLAN_BEFORE] && partition->sides[PLAN_AFTER];
}

/* Lists the pairs that are in now and not in then. */
static int list_pairs(const struct change_builder *builder,
		      const struct square *now, const struct square *then,
		      struct reach_pair **pairs, size_t *count)
{
	const struct plan_comparison *comparison = builder->reach->comparison;
	size_t capacity = 0, a, b;

	for (a = 0; a < comparison->partition_count; a++) {
		for (b = a + 1; b < comparison->partition_count; b++) {
			void *items = *pairs;

			if (!has_bit(square_row(now, a), b) ||
			    has_bit(square_row(then, a), b) ||
			    !in_both(&comparison->partitions[a]) ||
			    !in_both(&comparison->partitions[b])) {
				continue;
			}
			if (arena_grow(builder->change->arena, &items, *count,
				       &capacity, sizeof(**pairs))) {
				return -1;
			}
			*pairs = items;
			(*pairs)[(*count)++] =
				(struct reach_pair){a, b,
						    comparison->partition_count,
						    0};
		}
	}
	return 0;
}

/* What two classes that can talk on one side, and not on the other, add to
 * the pairs of partitions they sit in. */
static void count_pairs(const struct plan_reach *reach, size_t a, size_t b,
			enum plan_side side, uint64_t port_pairs,
			struct reach_pair *pairs, size_t count)
{
	const struct plan_comparison *comparison = reach->comparison;
	const uint64_t *in_a = reach->any[side] + a * reach->words;
	const uint64_t *in_b = reach->any[side] + b * reach->words;
	size_t i;

	for (i = 0; i < count; i++) {
		struct reach_pair *pair = &pairs[i];

		if ((has_bit(in_a, pair->a) && has_bit(in_b, pair->b)) ||
		    (has_bit(in_a, pair->b) && has_bit(in_b, pair->a))) {
			pair->port_pairs += port_pairs;
			if (pair->by == comparison->partition_count) {
				pair->by = plan_reach_by(reach, a, b, side, 0);
			}
		}
	}
}

static uint64_t count_port_pairs(const struct plan_comparison *comparison,
				 size_t a, size_t b)
{
	uint64_t in_a = comparison->classes[a].port_count;
	uint64_t in_b = comparison->classes[b].port_count;

	return a == b ? in_a * (in_a - 1) / 2 : in_a * in_b;
}

static void compare_two(const struct change_builder *builder, size_t a,
			size_t b)
{
	const struct plan_reach *reach = builder->reach;
	struct reach_change *change = builder->change;
	bool before = plan_reach_classes(reach, a, b, PLAN_BEFORE);
	bool after = plan_reach_classes(reach, a, b, PLAN_AFTER);
	uint64_t port_pairs;

	if (before == after) {
		return;
	}
	port_pairs = count_port_pairs(reach->comparison, a, b);
	if (!port_pairs) {
		return;
	}
	if (after) {
		change->gained += port_pairs;
		change->gained_by[plan_reach_by(reach, a, b, PLAN_AFTER, 0)] +=
			port_pairs;
		count_pairs(reach, a, b, PLAN_AFTER, port_pairs, change->opened,
			    change->opened_count);
	} else {
		change->lost += port_pairs;
		change->lost_by[plan_reach_by(reach, a, b, PLAN_BEFORE, 0)] +=
			port_pairs;
		count_pairs(reach, a, b, PLAN_BEFORE, port_pairs,
			    change->closed, change->closed_count);
	}
}

/* Only a class that changed can make a difference. */
static void compare_all(const struct change_builder *builder)
{
	const struct plan_comparison *comparison = builder->reach->comparison;
	size_t a, b;

	for (a = 0; a < comparison->class_count; a++) {
		if (!comparison->classes[a].changed) {
			continue;
		}
		for (b = 0; b < comparison->class_count; b++) {
			if (b >= a || !comparison->classes[b].changed) {
				compare_two(builder, a, b);
			}
		}
	}
}

/* Pairs between which no ports make the difference (what their members are
 * changed, not who talks) are not worth a line. */
static void drop_empty(struct reach_pair *pairs, size_t *count)
{
	size_t i, kept = 0;

	for (i = 0; i < *count; i++) {
		if (pairs[i].port_pairs) {
			pairs[kept++] = pairs[i];
		}
	}
	*count = kept;
}

static int build_change(struct change_builder *builder)
{
	struct reach_change *change = builder->change;
	size_t count = builder->reach->comparison->partition_count;
	struct square before, after;

	change->gained_by = arena_array(change->arena, count + 1,
					sizeof(*change->gained_by));
	change->lost_by =
		arena_array(change->arena, count + 1, sizeof(*change->lost_by));
	if (!change->gained_by || !change->lost_by ||
	    pair_up(builder, PLAN_BEFORE, &before) ||
	    pair_up(builder, PLAN_AFTER, &after) ||
	    list_pairs(builder, &after, &before, &change->opened,
		       &change->opened_count) ||
	    list_pairs(builder, &before, &after, &change->closed,
		       &change->closed_count)) {
		return -1;
	}
	compare_all(builder);
	drop_empty(change->opened, &change->opened_count);
	drop_empty(change->closed, &change->closed_count);
	return 0;
}

int plan_reach_change(const struct plan_reach *reach,
		      struct reach_change **change, struct error *error)
{
	struct change_builder builder = {.reach = reach,
					 .scratch = arena_new()};
	struct arena *arena = arena_new();
	int result = -1;

	if (arena) {
		builder.change = arena_alloc(arena, sizeof(*builder.change));
	}
	if (builder.change && builder.scratch) {
		builder.change->arena = arena;
		result = build_change(&builder);
	}
	arena_free(builder.scratch);
	if (result) {
		arena_free(arena);
		return error_no_memory(error);
	}
	*change = builder.change;
	return 0;
}

void reach_change_free(struct reach_change *change)
{
	if (change) {
		arena_free(change->arena);
	}
}
