/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Two partition plans side by side, port by port: the ground of the diff, the
 * guard and the proofs. */
#ifndef IBPOLICY_PLAN_COMPARE_H
#define IBPOLICY_PLAN_COMPARE_H

#include "policy/error.h"
#include "policy/partition_plan.h"
#include "policy/port_set.h"
#include "policy/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum plan_side { PLAN_BEFORE, PLAN_AFTER, PLAN_SIDE_COUNT };

struct compared_partition {
	uint16_t pkey;
	/* By enum plan_side; NULL: that plan has none, or an empty one. */
	const struct plan_partition *sides[PLAN_SIDE_COUNT];
};

struct compared_entry {
	uint16_t partition; /* row of partitions[] */
	struct plan_standing sides[PLAN_SIDE_COUNT];
};

/* Ports to which each plan does exactly the same. */
struct compared_class {
	/* Ascending by partition; only where a side has them as members. */
	const struct compared_entry *entries;
	size_t entry_count;
	const size_t *ports; /* rows of the port set, ascending */
	size_t port_count;
	bool is_sm, declared, quarantined;
	bool changed; /* a membership or an index 0 differs */
};

struct plan_comparison {
	struct arena *arena;
	const struct port_set *ports;
	struct compared_partition *partitions; /* 0x7fff first, then by pkey */
	size_t partition_count;
	struct compared_class *classes; /* ascending by first port */
	size_t class_count;
	size_t *class_of; /* by row of the port set */
};

/* Compares over the ports of a finished set. before and after may be NULL (no
 * plan at all); both and the set must outlive the result, which is freed with
 * plan_comparison_free(). Time and memory grow with ports + memberships.
 * Returns 0, or -1 when out of memory. */
int plan_compare(const struct partition_plan *before,
		 const struct partition_plan *after,
		 const struct port_set *ports,
		 struct plan_comparison **comparison, struct error *error);
void plan_comparison_free(struct plan_comparison *comparison);

/* "compute 0x0001", with the later plan's name for it, safe to print. */
void compared_partition_label(const struct compared_partition *partition,
			      struct strbuf *out);

/* What a class has in a partition; IB_MEMBER_NONE where nothing. */
enum ib_membership compared_membership(const struct compared_class *class,
				       size_t partition, enum plan_side side);

#endif
