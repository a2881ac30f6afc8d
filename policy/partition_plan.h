/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which port joins which partition, full or limited: from the inventory
 * alone, or from what OpenSM makes of a partitions.conf. */
#ifndef IBPOLICY_PARTITION_PLAN_H
#define IBPOLICY_PARTITION_PLAN_H

#include "policy/arena.h"
#include "policy/diag.h"
#include "policy/error.h"
#include "policy/ibnames.h"
#include "policy/inventory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The port kinds that a keyword of partitions.conf covers, and the SM. */
enum plan_keyword {
	PLAN_ALL,
	PLAN_ALL_CAS,
	PLAN_ALL_SWITCHES,
	PLAN_ALL_ROUTERS,
	PLAN_SELF,
	PLAN_KEYWORD_COUNT
};

struct plan_member {
	uint64_t guid;
	enum ib_membership membership;
	const char *name;   /* the port's name for comments; NULL: not known */
	const char *note;   /* why it is there ("quarantine"); NULL: granted */
	unsigned int order; /* see struct plan_partition */
	bool no_index0;     /* exempt from the partition's index0 */
	struct source_pos pos;
};

/* -1 is OpenSM's default and means the same as that value: sl, tclass and
 * flow_label 0, scope 2 (link-local), qkey 0x0b1b. */
struct plan_group {
	bool has_mgid; /* else the partition's IPoIB broadcast group */
	uint8_t mgid[16];
	unsigned int mtu;  /* bytes; 0: the smallest of the fabric's adapter
			      and router ports when OpenSM makes the group,
			      which some codes out of range come to */
	unsigned int rate; /* Gb/s; 0: likewise */
	int sl, scope, tclass;
	int64_t qkey, flow_label;
};

/* What decides about a port: of the keywords that cover it and the member with
 * its GUID the one with the greatest order; at equal order the most specific:
 * ALL, then ALL_CAS, ALL_SWITCHES, ALL_ROUTERS, then the GUID, then SELF (the
 * port of the SM that reads the file). In the plan of an inventory every order
 * is 0. A partitions.conf may say them in any sequence, and OpenSM lets the
 * last one win. In 0x7fff it starts, before any statement, with every port
 * limited and its own full. */
struct plan_partition {
	uint16_t pkey;    /* 15 bits */
	const char *name; /* from a partitions.conf: raw bytes, up to 31 */
	bool ipoib;
	bool index0;
	bool is_protected;
	int sl;                    /* -1: not said, which OpenSM takes as 0 */
	struct plan_group *groups; /* the broadcast group first, if ipoib */
	size_t group_count;
	/* IB_MEMBER_NONE: the keyword is not there. */
	enum ib_membership keywords[PLAN_KEYWORD_COUNT];
	struct source_pos keyword_pos[PLAN_KEYWORD_COUNT];
	unsigned int keyword_order[PLAN_KEYWORD_COUNT];
	bool keyword_no_index0[PLAN_KEYWORD_COUNT];
	struct plan_member *members; /* ascending by guid, each GUID once */
	size_t member_count;
	struct source_pos pos;
};

struct partition_plan {
	struct arena *arena;
	struct plan_partition *partitions; /* 0x7fff first, then by pkey */
	size_t partition_count;
	bool allow_both_pkeys;
};

/* The plan of an inventory. now decides which quarantines are in force.
 * *plan is NULL when the inventory has no partitions:. The caller frees with
 * partition_plan_free(). Texts are borrowed from the inventory, which must
 * outlive the plan. Returns 0 or -1. */
int partition_plan_make(const struct inventory *inventory, int64_t now,
			struct partition_plan **plan, struct error *error);

struct partition_plan *partition_plan_new(void);       /* empty; for readers */
void partition_plan_free(struct partition_plan *plan); /* NULL is legal */

const struct plan_partition *
partition_plan_find(const struct partition_plan *plan, uint16_t pkey);

/* The membership that OpenSM gives a port in a partition, as struct
 * plan_partition says. IB_NODE_UNKNOWN: ALL alone covers it. is_sm: it is the
 * port of the SM that reads the file. Nothing can exclude a port that a
 * keyword covers. */
enum ib_membership plan_membership(const struct plan_partition *partition,
				   uint64_t guid, enum ib_node_type type,
				   bool is_sm);

/* The member with this GUID; NULL when the partition does not name it. */
const struct plan_member *
plan_find_member(const struct plan_partition *partition, uint64_t guid);

/* What a partition does to a port. */
struct plan_standing {
	enum ib_membership membership;
	bool index0; /* its P_Key goes to index 0 of the port's table */
};

/* For one of the partition's own members, or (member NULL) for a port that it
 * does not name: saves walks over members[] the search. */
struct plan_standing plan_standing_of(const struct plan_partition *partition,
				      const struct plan_member *member,
				      enum ib_node_type type, bool is_sm);

/* False when no port can be a member: OpenSM drops such a partition and its
 * groups. */
bool plan_partition_has_members(const struct plan_partition *partition);

/* The group as OpenSM makes it in this partition: defaults filled in, the MGID
 * there in any case, with its P_Key and scope. */
void plan_group_resolve(const struct plan_partition *partition,
			const struct plan_group *group, struct plan_group *out);

/* True when both give every port, whatever its GUID, type and whether it is the
 * SM's, the same membership, and every partition the same sl, index0 and
 * groups as OpenSM has them (a default said or left out is the same). Names,
 * comments, positions and how the memberships are said do not count. */
bool partition_plan_equal(const struct partition_plan *a,
			  const struct partition_plan *b);

#endif
