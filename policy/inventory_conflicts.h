/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Two statements about a port's membership that cannot both hold; for
 * inventory_members.c alone. */
#ifndef IBPOLICY_INVENTORY_CONFLICTS_H
#define IBPOLICY_INVENTORY_CONFLICTS_H

#include "policy/inventory_build.h"

struct conflict {
	const struct inventory_partition *partition;
	const char *port; /* the first one that both name */
	enum ib_membership membership, other;
	struct source_pos pos, other_pos;
	size_t ports; /* kept by conflicts_note() */
};

/* A role and a hostlist may meet in thousands of ports: that is one error. */
struct conflicts {
	struct conflict items[DIAG_LIMIT];
	size_t count;
};

void conflicts_note(struct conflicts *conflicts, struct inventory_build *build,
		    const struct conflict *conflict);
void conflicts_report(const struct conflicts *conflicts,
		      struct inventory_build *build);

#endif
