/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What was discovered -> nodes and ports of a subnet. */
#ifndef IBPOLICY_SCAN_NODES_H
#define IBPOLICY_SCAN_NODES_H

#include "policy/error.h"
#include "policy/subnet.h"
#include "scan/mad.h"
#include "scan/scan_tables.h"

#include <stdbool.h>
#include <stddef.h>

/* Fills subnet->nodes from the list that starts with first; P_Key tables and
 * SMs are not in it. whole: a switch port that is not in the list did not
 * answer; else nobody asked. *ports gets one entry for each port, and is the
 * caller's to free(). Returns 0, or -1 when out of memory. */
int scan_read_nodes(const ibnd_node_t *first, bool whole, struct subnet *subnet,
		    struct scan_port **ports, size_t *port_count,
		    struct error *error);

#endif
