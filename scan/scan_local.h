/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The local port that a scan goes out by. */
#ifndef IBPOLICY_SCAN_LOCAL_H
#define IBPOLICY_SCAN_LOCAL_H

#include "policy/error.h"
#include "scan/mad.h"

/* ca NULL or port 0: the first that is up. Makes sure that it exists, speaks
 * InfiniBand and may be opened. The caller releases *local with umad_release_port(). Returns 0,
 * or -1 with one sentence. */
int scan_local_find(const char *ca, int port, umad_port_t *local,
		    struct error *error);

/* rdma-core's libraries report each query that fails on standard error; what
 * we return holds the same, and says it once. Gives what scan_unhush() needs. */
int scan_hush(void);
void scan_unhush(int saved);

#endif
