/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A live fabric over umad -> struct subnet, whoever runs its SM. */
#ifndef IBPOLICY_SCAN_H
#define IBPOLICY_SCAN_H

#include "policy/error.h"
#include "policy/subnet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCAN_TIMEOUT_MS = 1000, SCAN_RETRIES = 2, SCAN_WINDOW = 32 };

struct scan_options {
	const char *ca;          /* NULL: the first with a port that is up */
	int port;                /* 0: the first that is up */
	unsigned int timeout_ms; /* for one try */
	unsigned int retries;
	uint64_t m_key; /* 0: none */
	int64_t now;    /* when the scan is made */
	/* Called now and then; total 0: not known yet. NULL: do not tell. */
	void (*progress)(void *context, const char *what, size_t done,
			 size_t total);
	void *context;
};

/* Discovers the whole fabric from one local port: nodes, ports, links,
 * PortInfo, P_Key tables of end ports and of the switch ports that face them,
 * SMInfo of every port that says it has an SM. What does not answer is
 * unassessed, with the reason, and does not keep the rest from being read.
 * The caller frees *subnet. Returns 0, or -1 when no fabric can be seen from
 * here: no such adapter or port, no permission, no memory. */
int scan_fabric(const struct scan_options *options, struct subnet **subnet,
		struct error *error);

/* A port of one host, as it is declared. */
struct scan_target {
	uint64_t guid;
	uint64_t switch_guid;     /* node GUID of what it faces; 0: no switch */
	unsigned int switch_port; /* the number there */
};

/* Reads these ports and the switch ports that face them, and nothing else: by
 * way of the local adapter where a port is of this machine, else by its LID. A
 * port that is not found where it is declared needs the whole picture: *whole
 * is then true, nothing is returned, and scan_fabric() is to be called. The
 * caller frees *subnet. Returns 0, or -1 as scan_fabric(). */
int scan_host(const struct scan_options *options,
	      const struct scan_target *targets, size_t count,
	      struct subnet **subnet, bool *whole, struct error *error);

#endif
