/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Roles and granted partitions, wherever they are named. */
#include "policy/inventory_build.h"

#include <string.h>

static void unknown_role(struct inventory_build *build,
			 const struct attributes *attributes)
{
	struct suggestion suggest;
	size_t i;

	suggest = suggest_for(attributes->role_name);
	for (i = 0; build_suggests(build) && i < build->inventory->role_count;
	     i++) {
		suggest_offer(&suggest, build->inventory->roles[i].name);
	}
	build_unknown(build, attributes->role_pos, "role",
		      attributes->role_name, &suggest);
}

static void unknown_partition(struct inventory_build *build,
			      const struct grant *grant)
{
	struct suggestion suggest;
	size_t i;

	if (!build->inventory->has_partitions) {
		diag_add(build->diags, DIAG_ERROR, grant->pos,
			 "list the partitions with their P_Keys under "
			 "\"partitions:\" at the top level",
			 "there is no partition %s: the inventory has no "
			 "partitions",
			 diag_quote(build->diags, grant->name));
		return;
	}
	suggest = suggest_for(grant->name);
	for (i = 0;
	     build_suggests(build) && i < build->inventory->partition_count;
	     i++) {
		suggest_offer(&suggest, build->inventory->partitions[i].name);
	}
	build_unknown(build, grant->pos, "partition", grant->name, &suggest);
}

static void resolve_attributes(struct inventory_build *build,
			       struct attributes *attributes,
			       struct inventory_role **last)
{
	const struct inventory *inventory = build->inventory;
	const char *name = attributes->role_name;
	size_t i;

	/* Neighbours mostly share a role: ask for the last one first. */
	if (name && *last && strcmp((*last)->name, name) == 0) {
		attributes->role = *last;
	} else if (name) {
		attributes->role = inventory_role_named(inventory, name);
		if (attributes->role) {
			*last = attributes->role;
		} else {
			unknown_role(build, attributes);
		}
	}
	for (i = 0; i < attributes->partition_count; i++) {
		struct grant *grant = &attributes->partitions[i];

		grant->partition =
			inventory_partition_named(inventory, grant->name);
		if (!grant->partition) {
			unknown_partition(build, grant);
		}
	}
}

void inventory_resolve(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	struct inventory_role *last = NULL;
	size_t i, j;

	for (i = 0; i < inventory->role_count; i++) {
		resolve_attributes(build, &inventory->roles[i].attributes,
				   &last);
	}
	for (i = 0; i < inventory->host_count; i++) {
		struct inventory_host *host = &inventory->hosts[i];

		resolve_attributes(build, &host->attributes, &last);
		for (j = 0; j < host->port_count; j++) {
			resolve_attributes(build, &host->ports[j].attributes,
					   &last);
		}
	}
	for (i = 0; i < inventory->link_count; i++) {
		resolve_attributes(build, &inventory->links[i].attributes,
				   &last);
	}
}
