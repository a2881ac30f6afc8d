/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The site's names for node GUIDs: OpenSM's ib-node-name-map. */
#ifndef IBPOLICY_SCAN_NODE_NAME_MAP_H
#define IBPOLICY_SCAN_NODE_NAME_MAP_H

#include "policy/error.h"
#include "policy/subnet.h"

/* Reads the file with libosmcomp and sets the name of every node that it
 * names; what it says of others is passed over. Returns 0, or -1 when the file
 * cannot be read or is no map, or when memory is out. */
int node_name_map_apply(const char *path, struct subnet *subnet,
			struct error *error);

#endif
