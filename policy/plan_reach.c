/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Who can talk to whom by a plan, and what a new plan changes in that. */
#include "policy/plan_reach_sets.h"

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
