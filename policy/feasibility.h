/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whether a sound inventory can work, and does what it seems to say. */
#ifndef IBPOLICY_FEASIBILITY_H
#define IBPOLICY_FEASIBILITY_H

#include "policy/diag.h"
#include "policy/error.h"
#include "policy/inventory.h"
#include "policy/partition_plan.h"
#include "policy/subnet.h"

enum { FEASIBILITY_TABLE_SIZE = 128 }; /* P_Keys, where no fabric says more */

/* Adds to diags, in order of place. Errors are what cannot work: more P_Keys
 * than a port's table (or that of the switch port facing it) holds, IPoIB
 * groups that full members are too slow or too small for. Warnings are what
 * works and is hardly meant: subnet managers that tie or stand at 14 and more,
 * everyone full in 0x7fff beside other partitions, ALL* outside 0x7fff,
 * partitions without a full member or without any, two partitions that ask for
 * index 0 of one port, GUIDs that nobody declares and no fabric shows.
 *
 * plan is the inventory's own, NULL when it has no partitions. subnet gives
 * real table sizes and the speed of ports whose speed is not declared; NULL:
 * FEASIBILITY_TABLE_SIZE, and such ports are not judged. Places in diags borrow
 * their paths from the inventory. Returns 0, or -1 when out of memory. */
int feasibility_check(const struct inventory *inventory,
		      const struct partition_plan *plan,
		      const struct subnet *subnet, struct diag_list *diags,
		      struct error *error);

#endif
