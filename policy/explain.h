/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One port: what the inventory says of it and where, and what is there. */
#ifndef IBPOLICY_EXPLAIN_H
#define IBPOLICY_EXPLAIN_H

#include "policy/arena.h"
#include "policy/error.h"
#include "policy/inventory.h"
#include "policy/partition_plan.h"
#include "policy/report.h"
#include "policy/strbuf.h"
#include "policy/subnet.h"

#include <stdint.h>

/* The port that is meant: declared, in the fabric, or both. */
struct explain_target {
	const struct inventory_port *port; /* a host's, ... */
	const struct inventory_switch *sw; /* ... or a switch's, ... */
	unsigned int number;               /* ... this one */
	const struct switch_port_use *use; /* what the switch port is for */
	const struct subnet_port *seen;    /* NULL: not in the fabric */
};

/* Finds the port that text names: "host/port" or "switch/number" (as declared,
 * else as a NodeDescription has it), a host that has one port, a port GUID
 * with 0x, a LID (decimal; needs subnet, which may be NULL otherwise).
 * *problem is NULL, or a sentence in arena that is safe to print. Returns 0, or
 * -1 when out of memory. */
int explain_find(const struct inventory *inventory, const struct subnet *subnet,
		 const char *text, struct arena *arena,
		 struct explain_target *target, const char **problem,
		 struct error *error);

/* report: inventory, subnet (NULL: nothing was looked at), now, findings and
 * unassessed (those about other ports are passed over). plan may be NULL.
 * Failure to allocate shows in out->failed. */
void explain_write(const struct explain_target *target,
		   const struct partition_plan *plan,
		   const struct report *report, struct strbuf *out);

#endif
