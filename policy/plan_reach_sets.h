/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* How plan_reach keeps what it knows: for its own two files. */
#ifndef IBPOLICY_PLAN_REACH_SETS_H
#define IBPOLICY_PLAN_REACH_SETS_H

#include "policy/plan_reach.h"

/* Sets of partitions, one bit each. For a class: those it is in, those it is
 * full in. */
struct plan_reach {
	struct arena *arena;
	const struct plan_comparison *comparison;
	size_t words; /* of a set */
	uint64_t *any[PLAN_SIDE_COUNT], *full[PLAN_SIDE_COUNT];
};

static inline void set_bit(uint64_t *set, size_t bit)
{
	set[bit / 64] |= (uint64_t)1 << bit % 64;
}

static inline bool has_bit(const uint64_t *set, size_t bit)
{
	return set[bit / 64] >> bit % 64 & 1;
}

/* word must not be 0 */
static inline size_t lowest_bit(uint64_t word)
{
	return (size_t)__builtin_ctzll(word);
}

#endif
