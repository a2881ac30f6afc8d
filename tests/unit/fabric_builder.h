/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A small fabric and the inventory that it fits, to be bent by a test. */
#ifndef IBPOLICY_TESTS_FABRIC_BUILDER_H
#define IBPOLICY_TESTS_FABRIC_BUILDER_H

#include "policy/policy.h"

#include <stddef.h>
#include <stdint.h>

/* The node GUIDs; port GUIDs are node GUID + port number for end nodes.
 *
 *   spine1/1 - leaf1/9   leaf1/1 - cn1/p/1   leaf1/2 - cn2/p/1
 *                        leaf1/3 - mgm/p/1 (sm-a, master, 13)
 *   spine1/2 - leaf2/9   leaf2/1 - cn1/p/2   leaf2/2 - nas/p/1
 *                        leaf2/3 - sm-b (standby, 12), no host of its own
 *
 * leaf1/5-6 are declared unused. Every link is Active, 4x HDR, MTU 4096. */
enum fabric_guid {
	LEAF1 = 0xa1,
	LEAF2 = 0xa2,
	SPINE1 = 0xb1,
	CN1 = 0xc10,
	CN2 = 0xc20,
	NAS = 0xc30,
	MGM = 0xc40,
	SMB = 0xc50,
};

enum { FABRIC_NODES = 32, FABRIC_PORTS = 13, FABRIC_ONLY = 8 };

struct fabric {
	char *yaml;
	struct subnet *subnet; /* not finished yet */
	struct inventory *inventory;
	struct partition_plan *plan;
	struct policy_result *result;
	int64_t now;
	const char *only[FABRIC_ONLY];
	size_t only_count;
	const char *fallback_reason;
	struct trap_log *traps; /* see fabric_trap(); NULL: nobody listens */
	struct link_log *links; /* see fabric_flap() */
	bool reversed;          /* nodes and ports in the reverse order */
};

/* Both fail the test when memory is out. */
struct fabric *fabric_new(void);
void fabric_free(struct fabric *fabric);

/* Replaces the one place where from stands in the inventory. */
void fabric_edit(struct fabric *fabric, const char *from, const char *to);

struct subnet_node *fabric_add_node(struct fabric *fabric, uint64_t guid,
				    enum ib_node_type type,
				    const char *description,
				    unsigned int ports);
struct subnet_node *fabric_node(struct fabric *fabric, uint64_t guid);
struct subnet_port *fabric_port(struct fabric *fabric, uint64_t guid,
				unsigned int number);
struct subnet_sm *fabric_sm(struct fabric *fabric, uint64_t port_guid);
struct subnet_sm *fabric_add_sm(struct fabric *fabric, uint64_t port_guid,
				unsigned int priority, enum ib_sm_state state);

void fabric_link(struct fabric *fabric, uint64_t a, unsigned int a_number,
		 uint64_t b, unsigned int b_number);
/* Pulls the cable: switch ports are Down and Polling, end ports go. */
void fabric_unlink(struct fabric *fabric, uint64_t guid, unsigned int number);
/* Takes a node out with all its cables; an end node behind a switch that is
 * taken out goes as well when it has no other cable. */
void fabric_remove(struct fabric *fabric, uint64_t guid);
/* The table, as on the wire; ends with 0. */
void fabric_pkeys(struct fabric *fabric, uint64_t guid, unsigned int number,
		  ...);

/* The LID of an end port is its GUID here. Traps of that number about LIDs,
 * sec seconds ago. */
void fabric_trap(struct fabric *fabric, enum trap_number number, size_t count,
		 unsigned int lid1, unsigned int lid2, uint16_t pkey, int sec);
/* A link that went down count times, sec seconds apart, the last time now. */
void fabric_flap(struct fabric *fabric, uint64_t guid, unsigned int number,
		 size_t count, int sec);

/* Evaluates and compares: one line per finding in order, "C check subject"
 * (C, W or I; " (by OWNER)" where suppressed; " [P_Key]" where it has an
 * attribute), then "? check reason: N" per group that could not be assessed.
 * An empty text means a clean fabric. */
void fabric_expect(struct fabric *fabric, const char *expected);
/* The finding that the last fabric_expect() saw. */
const struct finding *fabric_finding(const struct fabric *fabric, size_t index);

#endif
