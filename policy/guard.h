/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a new plan may not do without a person's approval. */
#ifndef IBPOLICY_GUARD_H
#define IBPOLICY_GUARD_H

#include "policy/arena.h"
#include "policy/error.h"
#include "policy/inventory.h"
#include "policy/partition_plan.h"
#include "policy/plan_reach.h"

#include <stddef.h>
#include <stdint.h>

enum guard_kind {
	GUARD_REMOVED,   /* too many memberships removed or lowered */
	GUARD_PARTITION, /* too many of one partition */
	GUARD_KEYWORD,   /* an ALL* selector added or raised */
	GUARD_PROTECTED, /* a protected partition shrinks or goes */
	GUARD_OPENED,    /* two partitions can newly talk */
	GUARD_KIND_COUNT
};

struct guard_reason {
	enum guard_kind kind;
	uint16_t pkey, other_pkey; /* 0: none */
	const char *message;       /* one sentence without a full stop */
};

/* Memberships of declared ports and of GUIDs that a plan names; a keyword
 * counts as all of those that it covers, a port in quarantine not at all. */
struct guard_count {
	uint64_t before;
	uint64_t joined, removed, raised, lowered;
};

struct guard_result {
	struct arena *arena;
	struct guard_count total;
	struct guard_count *by_partition; /* by row of the comparison */
	struct guard_reason *reasons;     /* by kind, P_Key */
	size_t reason_count;              /* 0: the plan need not be held */
};

/* Judges what a comparison shows; guard says the limit. Freed with
 * guard_result_free(). Returns 0, or -1 when out of memory. */
int guard_judge(const struct plan_comparison *comparison,
		const struct reach_change *change,
		const struct inventory_guard *guard,
		struct guard_result **result, struct error *error);

/* The same from the plans: in_force is what OpenSM reads now (from a file:
 * with partitions_conf_annotate()), next the plan of the inventory. Without
 * one of them (NULL) there is nothing to hold. now decides about quarantines.
 */
int guard_check(const struct partition_plan *in_force,
		const struct partition_plan *next,
		const struct inventory *inventory, int64_t now,
		struct guard_result **result, struct error *error);

void guard_result_free(struct guard_result *result); /* NULL is legal */

const char *guard_kind_name(enum guard_kind kind); /* "removed", ... */

#endif
