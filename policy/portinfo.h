/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* PortInfo's raw bytes -> speeds, widths, states (IBA 14.2.5.6). */
#ifndef IBPOLICY_PORTINFO_H
#define IBPOLICY_PORTINFO_H

#include "policy/subnet.h"

#include <stdbool.h>
#include <stdint.h>

enum { PORTINFO_SIZE = 64 };

/* Fills state, phys, lid, speeds, widths, MTUs, is_sm, enforce of *port from
 * its PortInfo as on the wire. port->number is set before: a switch's port 0
 * has no link, so that its link fields mean nothing and stay unknown.
 *
 * caps: the PortInfo whose capability masks count: port 0's for a switch's
 * external ports, whose own masks are 0, else raw itself. The same pointer
 * means an end port: lid, lmc and is_sm are filled; another one an external port:
 * enforce is.
 *
 * fdr10: the vendor's ExtendedPortInfo says that FDR10 is active.
 *
 * A code that nobody knows leaves its field UNKNOWN and says so in
 * port->unassessed, unless something stands there already. A port that is Down
 * keeps its states alone: IBA leaves the rest undefined, and OpenSM does not
 * keep it. A LID that is no unicast LID (0, 0xffff) is none. LinkSpeedActive
 * QDR with no extended speed active is QDR, whatever else the port could do:
 * whether a device hides its extended speed from a query without
 * SMSupportExtendedSpeeds cannot be told from these bytes.
 *
 * Source: libibmad fields.c, libibnetdisc ibnd_get_agg_linkspeedext(). */
void portinfo_decode(struct subnet_port *port, const uint8_t raw[PORTINFO_SIZE],
		     const uint8_t caps[PORTINFO_SIZE], bool fdr10);

#endif
