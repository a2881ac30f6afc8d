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
	const char *name; /* the port's name for comments; NULL: not known */
	struct source_pos pos;
};

struct plan_group {
	bool has_mgid; /* else the partition's IPoIB broadcast group */
	uint8_t mgid[16];
	unsigned int mtu;         /* bytes */
	unsigned int rate;        /* Gb/s */
	int sl, scope, tclass;    /* -1: OpenSM's default */
	int64_t qkey, flow_label; /* -1: OpenSM's default */
};

struct plan_partition {
	uint16_t pkey; /* 15 bits */
	const char *name;
	bool ipoib;
	bool index0;
	bool is_protected;
	int sl;                    /* -1: not said */
	struct plan_group *groups; /* the broadcast group first, if ipoib */
	size_t group_count;
	/* IB_MEMBER_NONE: the keyword is not there. */
	enum ib_membership keywords[PLAN_KEYWORD_COUNT];
	struct source_pos keyword_pos[PLAN_KEYWORD_COUNT];
	struct plan_member *members; /* ascending by guid; what is said of a
					GUID overrides every keyword */
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

/* The membership that OpenSM gives a port in a partition: what is said of its
 * GUID, else the keywords that cover its type, the most specific first.
 * is_sm: it is the port of the SM that reads the file; SELF comes last and
 * overrides everything. Nothing can exclude a port that a keyword covers. */
enum ib_membership plan_membership(const struct plan_partition *partition,
				   uint64_t guid, enum ib_node_type type,
				   bool is_sm);

/* True when both give every port the same membership and every partition the
 * same groups; names, comments and positions do not count. */
bool partition_plan_equal(const struct partition_plan *a,
			  const struct partition_plan *b);

#endif
