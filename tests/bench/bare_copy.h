/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the snapshot is measured against: the same raw fields, bare. */
#ifndef IBPOLICY_TESTS_BARE_COPY_H
#define IBPOLICY_TESTS_BARE_COPY_H

#include <stddef.h>

struct osm_opensm;
struct bare_copy;

/* Room for what the tables hold now, touched. NULL when out of memory. */
struct bare_copy *bare_copy_new(struct osm_opensm *osm);
void bare_copy_free(struct bare_copy *copy);

/* One pass over OpenSM's tables under its lock, shared: GUIDs, PortInfo, peer,
 * P_Keys of every port, GUIDs and description of every node. */
void bare_copy_take(struct osm_opensm *osm, struct bare_copy *copy);

size_t bare_copy_ports(const struct bare_copy *copy);

#endif
