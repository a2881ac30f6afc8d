/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* From a name in a cabling sheet to a port. */
#ifndef IBPOLICY_CABLING_NAMES_H
#define IBPOLICY_CABLING_NAMES_H

#include "policy/cabling_match.h"

/* One thing that may be meant by a name. */
struct cabling_name {
	const char *name; /* of the host or switch, domain left out */
	const char *part; /* "mlx5_0", "L16/U2"; "" where it says none */
	const struct subnet_node *node; /* NULL: only declared */
	const struct inventory_port *port;
	const struct inventory_switch *sw;
};

struct cabling_names {
	struct cabling_name *names; /* by name, declared ones first */
	size_t count;
	const struct subnet *subnet;
	struct arena *arena;
};

/* All that the inventory (NULL: none) and the fabric name, in arena. Returns
 * 0, or -1 when out of memory. */
int cabling_names_make(struct cabling_names *names, const struct subnet *subnet,
		       const struct inventory *inventory, struct arena *arena);

/* Returns 0, or -1 when out of memory. */
int cabling_names_find(const struct cabling_names *names,
		       const struct cabling_end *end,
		       struct cabling_place *place);

#endif
