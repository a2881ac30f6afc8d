/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Two statements about a port's membership that cannot both hold. */
#include "policy/inventory_conflicts.h"

#include <stdio.h>

static void report(struct inventory_build *build,
		   const struct conflict *conflict)
{
	char others[48] = "";

	if (conflict->ports > 1) {
		snprintf(others, sizeof(others), " (and %zu more)",
			 conflict->ports - 1);
	}
	diag_add(build->diags, DIAG_ERROR, conflict->pos,
		 "neither is more specific than the other: leave one out",
		 "in partition %s port %s%s is %s here and %s at %s",
		 diag_quote(build->diags, conflict->partition->name),
		 diag_quote(build->diags, conflict->port), others,
		 ib_membership_name(conflict->membership),
		 ib_membership_name(conflict->other),
		 diag_place(build->diags, conflict->other_pos));
}

void conflicts_note(struct conflicts *conflicts, struct inventory_build *build,
		    const struct conflict *conflict)
{
	struct conflict *known;
	size_t i;

	for (i = 0; i < conflicts->count; i++) {
		known = &conflicts->items[i];
		if (known->partition == conflict->partition &&
		    source_pos_compare(known->pos, conflict->pos) == 0 &&
		    source_pos_compare(known->other_pos, conflict->other_pos) ==
			    0) {
			known->ports++;
			return;
		}
	}
	if (conflicts->count < DIAG_LIMIT) {
		known = &conflicts->items[conflicts->count++];
		*known = *conflict;
		known->ports = 1;
	} else {
		/* Not kept any more, but counted. */
		report(build, conflict);
	}
}

void conflicts_report(const struct conflicts *conflicts,
		      struct inventory_build *build)
{
	size_t i;

	for (i = 0; i < conflicts->count; i++) {
		report(build, &conflicts->items[i]);
	}
}
