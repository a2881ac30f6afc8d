/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* P_Key tables and SMInfo, asked for in one go each. */
#ifndef IBPOLICY_SCAN_TABLES_H
#define IBPOLICY_SCAN_TABLES_H

#include "policy/subnet.h"
#include "scan/mad.h"
#include "scan/scan.h"
#include "scan/smp_pipeline.h"

#include <stddef.h>

/* A port of the fabric beside what discovery knows of it. */
struct scan_port {
	struct subnet_port *port;
	const ibnd_port_t *found;
};

/* Reads the P_Key table of every end port and of every switch port that faces
 * one. A table that does not answer is not known, and its port unassessed.
 * Returns 0, or -1 when out of memory. */
int scan_pkeys(const struct scan_options *options, struct subnet *subnet,
	       const struct scan_port *ports, size_t count,
	       struct smp_pipeline *pipeline, struct error *error);

/* Asks every port that says it has an SM; sets sms and sms_known. */
int scan_sms(const struct scan_options *options, struct subnet *subnet,
	     const struct scan_port *ports, size_t count,
	     struct smp_pipeline *pipeline, struct error *error);

#endif
