/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The parts of feasibility_check(); for them alone. */
#ifndef IBPOLICY_FEASIBILITY_PARTS_H
#define IBPOLICY_FEASIBILITY_PARTS_H

#include "policy/feasibility.h"

struct feasibility {
	const struct inventory *inventory;
	const struct partition_plan *plan; /* NULL: no partitions */
	const struct subnet *subnet;       /* NULL: no fabric at hand */
	struct diag_list *diags;
	struct arena *scratch;
};

/* Each returns 0, or -1 when out of memory. */

/* feasibility_tables.c: do the keys fit, and who gets index 0? */
int feasibility_tables(struct feasibility *check);

/* feasibility_ipoib.c: can full members join their partition's groups? */
int feasibility_ipoib(struct feasibility *check);

/* feasibility_ignore.c: is anything that is declared never checked? */
void feasibility_ignores(struct feasibility *check);

/* The inventory's partition behind one of the plan. */
const struct inventory_partition *
feasibility_partition(const struct feasibility *check,
		      const struct plan_partition *partition);

#endif
