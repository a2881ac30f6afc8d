/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* PortInfo's raw bytes -> speeds, widths, states (IBA 14.2.5.6). */
#ifndef IBPOLICY_PORTINFO_H
#define IBPOLICY_PORTINFO_H

#include "policy/subnet.h"

#include <stdbool.h>
#include <stdint.h>

enum { PORTINFO_SIZE = 64 };

/* Fills state, phys, lid, speeds, widths, MTUs, is_sm, enforce of *port from
 * its PortInfo as on the wire. caps: the PortInfo whose capability masks
 * count (port 0's for a switch's external ports, else raw itself). fdr10:
 * the vendor's ExtendedPortInfo says FDR10 is active. A code that nobody
 * knows leaves its field UNKNOWN and says so in port->unassessed; a port that
 * is Down keeps only its states and what is enabled and supported (IBA: the
 * rest is undefined). Source: libibmad fields.c, ibnd_get_agg_linkspeedext. */
void portinfo_decode(struct subnet_port *port, const uint8_t raw[PORTINFO_SIZE],
		     const uint8_t caps[PORTINFO_SIZE], bool fdr10);

#endif
