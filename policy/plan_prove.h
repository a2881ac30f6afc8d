/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* assert: proved on a plan before anybody lives by it. */
#ifndef IBPOLICY_PLAN_PROVE_H
#define IBPOLICY_PLAN_PROVE_H

#include "policy/diag.h"
#include "policy/error.h"
#include "policy/inventory.h"
#include "policy/partition_plan.h"

#include <stdint.h>

/* Adds an error for every assertion of the inventory that does not hold on the
 * plan, with a pair of ports that shows it and how many there are, and a
 * warning for a side that covers no port (which proves nothing). isolated: no
 * pair shares a key with one side full. reachable: every pair does; ports in
 * quarantine are left out of that. An SM's own full membership in 0x7fff does
 * not count (see plan_reach.h). plan NULL: ports share nothing. Returns 0, or
 * -1 when out of memory. */
int plan_prove(const struct inventory *inventory,
	       const struct partition_plan *plan, int64_t now,
	       struct diag_list *diags, struct error *error);

#endif
