/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The ports that plans are compared or proved over: declared, seen, named. */
#ifndef IBPOLICY_PORT_SET_H
#define IBPOLICY_PORT_SET_H

#include "policy/arena.h"
#include "policy/error.h"
#include "policy/inventory.h"
#include "policy/partition_plan.h"
#include "policy/subnet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct port_item {
	uint64_t guid;
	const char *name; /* safe to print; NULL: only the GUID is known */
	enum ib_node_type type; /* a GUID that only a plan names counts as a
				   channel adapter's: most are */
	bool is_sm;       /* the inventory or the fabric has an SM there */
	bool declared;    /* by an inventory: a port, switch or SM */
	bool quarantined; /* and in quarantine */
	size_t sequence;  /* as added */
};

struct port_set {
	struct arena *arena;
	struct port_item *items; /* ascending by guid once finished */
	size_t count, capacity, next_sequence;
	size_t settled; /* so many items are sorted and joined */
	bool failed;
};

/* NULL when out of memory. Freed with port_set_free(), NULL is legal. The
 * names are borrowed from what was added, which must outlive the set. */
struct port_set *port_set_new(void);
void port_set_free(struct port_set *set);

/* Ports come from any number of sources. Where several have one, what was
 * added first gives its name and type. now decides about quarantines. */
void port_set_add_inventory(struct port_set *set,
			    const struct inventory *inventory, int64_t now);
void port_set_add_subnet(struct port_set *set, const struct subnet *subnet);
void port_set_add_plan(struct port_set *set, const struct partition_plan *plan);

/* Sorts and joins. Returns 0, or -1 when out of memory at any point. */
int port_set_finish(struct port_set *set, struct error *error);

/* NULL when it is not there. */
const struct port_item *port_set_find(const struct port_set *set,
				      uint64_t guid);

#endif
