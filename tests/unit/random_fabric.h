/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Random small fabrics for property tests: the same seed, the same fabric. */
#ifndef IBPOLICY_TESTS_RANDOM_FABRIC_H
#define IBPOLICY_TESTS_RANDOM_FABRIC_H

#include "policy/subnet.h"

#include <stdbool.h>
#include <stdint.h>

struct dice {
	uint64_t state;
};

unsigned int roll(struct dice *dice, unsigned int sides); /* 0 .. sides - 1 */
bool chance(struct dice *dice, unsigned int percent);

/* Bits of what is to be objectively wrong, or odd, in the fabric. */
enum {
	FABRIC_DEGRADED = 1,    /* some links run below what they could */
	FABRIC_UNSETTLED = 2,   /* some ports are not Active */
	FABRIC_ODD_NAMES = 4,   /* unset, shared, hostile NodeDescriptions */
	FABRIC_BAD_SMS = 8,     /* ties, two masters, priorities over 13 */
	FABRIC_ODD_CABLES = 16, /* loopbacks, back to back, one-sided links */
	FABRIC_UNREAD = 32,     /* facts that did not answer */
	FABRIC_FAULTS = 63
};

enum { FABRIC_TIME = 1796000000 }; /* 2026-11-30, when it was seen */

/* A fabric before subnet_finish(): nodes and ports may still be changed. There
 * is room for FABRIC_SPARE more nodes, each switch has free ports that are
 * Down, and each node room for its ports. NULL when out of memory. */
enum { FABRIC_SPARE = 4, FABRIC_PORTS = 14 };
struct subnet *random_fabric_make(uint64_t seed, unsigned int faults);

/* Adds a node with ports that are Down; a switch gets port 0, too. */
struct subnet_node *random_fabric_add_node(struct subnet *subnet,
					   enum ib_node_type type,
					   uint64_t guid,
					   const char *description,
					   unsigned int ports);

/* Before subnet_finish(), by the peer's GUID and number. */
struct subnet_port *random_fabric_port(const struct subnet *subnet,
				       uint64_t node_guid, unsigned int number);
struct subnet_port *random_fabric_peer(const struct subnet *subnet,
				       const struct subnet_port *port);
struct subnet_port *random_fabric_free_port(const struct subnet *subnet,
					    const struct subnet_node *node);

/* Both ends up at 4x EDR 4096, or both down. */
void random_fabric_cable(struct subnet_node *a_node, struct subnet_port *a,
			 struct subnet_node *b_node, struct subnet_port *b);
void random_fabric_cut(struct subnet *subnet, struct subnet_port *port);

#endif
