/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A snapshot's first line -> what the fabric has beside nodes. */
#ifndef IBPOLICY_IO_SNAPSHOT_HEADER_H
#define IBPOLICY_IO_SNAPSHOT_HEADER_H

#include "policy/io/snapshot_fields.h"
#include "policy/subnet.h"

/* Checks format and version, then fills everything but the nodes. Faults go
 * through fields. */
void snapshot_header_parse(struct snapshot_fields *fields,
			   struct subnet *subnet, json_t *header);

#endif
