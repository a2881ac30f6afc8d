/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a new plan changes in who can talk to whom. */
#include "policy/plan_reach_sets.h"

/* A square of bits over partitions: row a, bit b. */
struct square {
	size_t words;
	uint64_t *bits;
};

/* Pairs of partitions, findable by their two rows. */
struct pair_index {
	struct reach_pair *pairs; /* by a, b */
	size_t count;
	struct square square; /* row a, bit b */
	size_t *starts;       /* by row a: its first in pairs[] */
};

struct change_builder {
	const struct plan_reach *reach;
	struct arena *scratch;
	struct reach_change *change;
	struct pair_index opened, closed;
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

/* --- Pairs of ports for pairs of partitions ------------------------------- */

static int index_init(struct pair_index *index, struct arena *arena,
		      size_t partitions, size_t words, struct reach_pair *pairs,
		      size_t count)
{
	size_t i;

	index->pairs = pairs;
	index->count = count;
	index->starts =
		arena_array(arena, partitions + 1, sizeof(*index->starts));
	if (!index->starts ||
	    square_init(&index->square, arena, partitions, words)) {
		return -1;
	}
	for (i = 0; i < count; i++) {
		set_bit(square_row(&index->square, pairs[i].a), pairs[i].b);
		index->starts[pairs[i].a + 1]++;
	}
	for (i = 0; i < partitions; i++) {
		index->starts[i + 1] += index->starts[i];
	}
	return 0;
}

/* Two classes that can talk on one side of the comparison and not on the
 * other. */
struct difference {
	size_t a, b;
	enum plan_side side;
	uint64_t port_pairs;
};

static void add_to_pair(const struct plan_reach *reach, struct reach_pair *pair,
			const struct difference *difference)
{
	pair->port_pairs += difference->port_pairs;
	if (pair->by == reach->comparison->partition_count) {
		pair->by = plan_reach_by(reach, difference->a, difference->b,
					 difference->side, 0);
	}
}

/* Adds to the pairs (row, one of among, but where not_among has it). */
static void add_to_row(const struct plan_reach *reach,
		       const struct pair_index *index, size_t row,
		       const uint64_t *among, const uint64_t *not_among,
		       const struct difference *difference)
{
	const uint64_t *listed = square_row(&index->square, row);
	size_t before = index->starts[row], word;

	for (word = 0; word < index->square.words; word++) {
		uint64_t hits = listed[word] & among[word];

		hits &= not_among ? ~not_among[word] : ~(uint64_t)0;
		for (; hits; hits &= hits - 1) {
			uint64_t below = (hits & -hits) - 1;
			size_t at = before + (size_t)__builtin_popcountll(
						     listed[word] & below);

			add_to_pair(reach, &index->pairs[at], difference);
		}
		before += (size_t)__builtin_popcountll(listed[word]);
	}
}

/* A pair of partitions counts once, whichever class sits in which. */
static void add_difference(const struct plan_reach *reach,
			   const struct pair_index *index,
			   const struct difference *difference)
{
	const uint64_t *any = reach->any[difference->side];
	const uint64_t *in_a = any + difference->a * reach->words;
	const uint64_t *in_b = any + difference->b * reach->words;
	size_t word;

	for (word = 0; index->count && word < reach->words; word++) {
		uint64_t rows = in_a[word] | in_b[word];

		for (; rows; rows &= rows - 1) {
			size_t row = word * 64 + lowest_bit(rows);
			bool row_in_a = has_bit(in_a, row);

			if (row_in_a) {
				add_to_row(reach, index, row, in_b, NULL,
					   difference);
			}
			if (has_bit(in_b, row)) {
				add_to_row(reach, index, row, in_a,
					   row_in_a ? in_b : NULL, difference);
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
	struct difference difference = {.a = a, .b = b};
	size_t by;

	if (before == after) {
		return;
	}
	difference.side = after ? PLAN_AFTER : PLAN_BEFORE;
	difference.port_pairs = count_port_pairs(reach->comparison, a, b);
	by = plan_reach_by(reach, a, b, difference.side, 0);
	if (!difference.port_pairs) {
		return;
	}
	if (after) {
		change->gained += difference.port_pairs;
		change->gained_by[by] += difference.port_pairs;
		add_difference(reach, &builder->opened, &difference);
	} else {
		change->lost += difference.port_pairs;
		change->lost_by[by] += difference.port_pairs;
		add_difference(reach, &builder->closed, &difference);
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
		       &change->closed_count) ||
	    index_init(&builder->opened, builder->scratch, count,
		       builder->reach->words, change->opened,
		       change->opened_count) ||
	    index_init(&builder->closed, builder->scratch, count,
		       builder->reach->words, change->closed,
		       change->closed_count)) {
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
