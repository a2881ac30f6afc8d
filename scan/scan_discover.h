/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The fabric as libibnetdisc discovers it, completed. */
#ifndef IBPOLICY_SCAN_DISCOVER_H
#define IBPOLICY_SCAN_DISCOVER_H

#include "scan/mad.h"
#include "scan/scan.h"
#include "scan/smp_pipeline.h"

#include <stdbool.h>

/* Discovers from the local port. libibnetdisc uses an agent of its own: no other
 * may be open meanwhile. The caller frees with ibnd_destroy_fabric(). NULL, and
 * error says why. */
ibnd_fabric_t *scan_discover(const struct scan_options *options,
			     const umad_port_t *local, struct error *error);

/* Asks once more for what did not answer: NodeInfo behind a link that is up,
 * SwitchInfo, PortInfo, NodeDescription; what is behind a switch that answers
 * now is discovered as well. Returns 0, or -1 when out of memory. */
int scan_fill_gaps(ibnd_fabric_t *fabric, struct smp_pipeline *pipeline,
		   struct error *error);

/* The directed route to an end port (its node's where it is a switch port).
 * False: there is none. */
bool scan_path(const ibnd_port_t *port, ib_portid_t *path);

/* Sets the NodeDescription that the node has answered with, empty or not. */
void scan_set_name(ibnd_node_t *node, const uint8_t data[SMP_DATA]);
bool scan_name_is_read(const ibnd_node_t *node);

/* Its SwitchInfo was read. */
bool scan_switch_is_read(const ibnd_node_t *node);

/* The port of a CA or router by which its node was found. */
unsigned int scan_entry_port(const ibnd_node_t *node);

#endif
