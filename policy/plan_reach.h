/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Who can talk to whom by a plan, and what a new plan changes in that: counted
 * by classes of ports, never by listing pairs. */
#ifndef IBPOLICY_PLAN_REACH_H
#define IBPOLICY_PLAN_REACH_H

#include "policy/arena.h"
#include "policy/error.h"
#include "policy/plan_compare.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Two ports can talk when they share a P_Key and one of them is full. Full
 * membership of an SM in 0x7fff counts as limited here: every port reaches the
 * SM by it, which says nothing about the others. */
struct plan_reach;

/* The comparison must outlive it; freed with plan_reach_free(). NULL when out
 * of memory. */
struct plan_reach *plan_reach_new(const struct plan_comparison *comparison);
void plan_reach_free(struct plan_reach *reach);

/* Can ports of two classes talk? For two ports of one class give it twice. */
bool plan_reach_classes(const struct plan_reach *reach, size_t a, size_t b,
			enum plan_side side);

/* The first partition, from row from on, by which they can; partition_count
 * when there is none. */
size_t plan_reach_by(const struct plan_reach *reach, size_t a, size_t b,
		     enum plan_side side, size_t from);

/* Two partitions, neither of them 0x7fff, both in both plans, between whose
 * ports something opened (nobody in one could talk to anybody in the other,
 * now somebody can) or closed. */
struct reach_pair {
	size_t a, b;         /* rows of partitions[], a < b */
	size_t by;           /* a partition by which (after, if opened) */
	uint64_t port_pairs; /* that make up the difference */
};

struct reach_change {
	struct arena *arena;
	uint64_t gained, lost; /* pairs of ports, by any key */
	/* By row of partitions[]: pairs by their first common key. */
	uint64_t *gained_by, *lost_by;
	struct reach_pair *opened, *closed; /* by a, b */
	size_t opened_count, closed_count;
};

/* What the later plan of the comparison changes. Time grows with the number
 * of changed classes times that of all classes. Freed with
 * reach_change_free(). Returns 0, or -1 when out of memory. */
int plan_reach_change(const struct plan_reach *reach,
		      struct reach_change **change, struct error *error);
void reach_change_free(struct reach_change *change);

#endif
