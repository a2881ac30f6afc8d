/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Entries of ignore: that cover what is declared: nothing is checked of it. */
#include "policy/feasibility_parts.h"

#include "policy/ignore.h"

static const char *name_of(const struct inventory *inventory, uint64_t guid)
{
	const struct inventory_port *port =
		inventory_find_port(inventory, guid);
	const struct inventory_switch *sw =
		inventory_find_switch(inventory, guid);

	return port ? port->name : sw ? sw->name : NULL;
}

static const char *declared_name(const struct inventory *inventory,
				 const struct subnet_node *node)
{
	const char *name = name_of(inventory, node->guid);
	size_t i;

	for (i = 0; i < node->port_count && !name; i++) {
		name = name_of(inventory, node->ports[i].guid);
	}
	return name;
}

static size_t count_covered(const struct feasibility *check,
			    const struct inventory_ignore *ignore,
			    const char **first)
{
	const char *name;
	size_t count = 0, i;

	for (i = 0; i < check->subnet->node_count; i++) {
		const struct subnet_node *node = &check->subnet->nodes[i];

		name = ignore_covers(ignore, node)
			       ? declared_name(check->inventory, node)
			       : NULL;
		if (name && count++ == 0) {
			*first = name;
		}
	}
	return count;
}

void feasibility_ignores(struct feasibility *check)
{
	const struct inventory *inventory = check->inventory;
	size_t count, i;

	for (i = 0; i < inventory->ignore_count; i++) {
		const struct inventory_ignore *ignore = &inventory->ignores[i];
		const char *first = NULL;

		if (check->subnet) {
			count = count_covered(check, ignore, &first);
		} else {
			first = ignore->guid ? name_of(inventory, ignore->guid)
					     : NULL;
			count = first != NULL;
		}
		if (count) {
			diag_add(check->diags, DIAG_WARNING, ignore->pos,
				 "take it out, or say more: guid, vendor and "
				 "device have to fit together",
				 "this takes %zu declared node%s out of every "
				 "check: %s%s",
				 count, count == 1 ? "" : "s",
				 diag_quote(check->diags, first),
				 count == 1 ? "" : " and more");
		}
	}
}
