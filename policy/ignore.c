/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which nodes the entries of ignore: cover. */
#include "policy/ignore.h"

static bool has_guid(const struct subnet_node *node, uint64_t guid)
{
	size_t i;

	for (i = 0; i < node->port_count; i++) {
		if (node->ports[i].guid == guid) {
			return true;
		}
	}
	return node->guid == guid;
}

bool ignore_covers(const struct inventory_ignore *ignore,
		   const struct subnet_node *node)
{
	bool says_anything =
		ignore->guid || ignore->vendor || ignore->device >= 0;

	return says_anything &&
	       (!ignore->guid || has_guid(node, ignore->guid)) &&
	       (!ignore->vendor || ignore->vendor == node->vendor) &&
	       (ignore->device < 0 || ignore->device == node->device);
}

bool ignore_covers_any(const struct inventory *inventory,
		       const struct subnet_node *node)
{
	size_t i;

	for (i = 0; i < inventory->ignore_count; i++) {
		if (ignore_covers(&inventory->ignores[i], node)) {
			return true;
		}
	}
	return false;
}
