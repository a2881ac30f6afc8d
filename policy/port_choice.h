/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Ports that a question or an assertion is about, out of a port set. */
#ifndef IBPOLICY_PORT_CHOICE_H
#define IBPOLICY_PORT_CHOICE_H

#include "policy/arena.h"
#include "policy/inventory.h"
#include "policy/plan_compare.h"

#include <stddef.h>

struct port_choice {
	size_t *rows; /* of the port set, ascending, each once */
	size_t count;
};

/* All give 0, or -1 when out of memory; rows[] stands in the arena. */

/* The later plan's members of a partition, as far as they stand in the set. */
int port_choice_members(struct arena *arena,
			const struct plan_comparison *comparison, uint16_t pkey,
			struct port_choice *choice);

/* What a resolved selector covers. A keyword covers what is declared. */
int port_choice_selected(struct arena *arena, const struct port_set *ports,
			 const struct selector *selector,
			 struct port_choice *choice);

/* What a text names: a partition (its members), ALL, ALL_CAS, ALL_SWITCHES,
 * ALL_ROUTERS, SM, role:NAME, a GUID, or hosts, switches and host/port with
 * ranges. *problem is NULL, or a sentence that is safe to print (then the
 * choice is empty). */
int port_choice_named(struct arena *arena, const struct inventory *inventory,
		      const struct plan_comparison *comparison,
		      const char *text, struct port_choice *choice,
		      const char **problem);

#endif
