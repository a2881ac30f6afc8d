/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a partition plan says of a port, by OpenSM's rules. */
#include "policy/partition_plan.h"

#include <stdlib.h>
#include <string.h>

/* OpenSM's defaults (osm_base.h), for what a definition leaves out. */
enum { DEFAULT_SCOPE = 2 /* link-local */, IPOIB_QKEY = 0x0b1b };

struct partition_plan *partition_plan_new(void)
{
	struct arena *arena = arena_new();
	struct partition_plan *plan;

	if (!arena) {
		return NULL;
	}
	plan = arena_alloc(arena, sizeof(*plan));
	if (!plan) {
		arena_free(arena);
		return NULL;
	}
	plan->arena = arena;
	return plan;
}

void partition_plan_free(struct partition_plan *plan)
{
	if (plan) {
		arena_free(plan->arena);
	}
}

/* 0x7fff comes first, then ascending P_Keys. */
static unsigned int rank_of(uint16_t pkey)
{
	return pkey == IB_PKEY_DEFAULT ? 0 : pkey;
}

const struct plan_partition *
partition_plan_find(const struct partition_plan *plan, uint16_t pkey)
{
	size_t low = 0, high = plan->partition_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (rank_of(plan->partitions[middle].pkey) < rank_of(pkey)) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	if (low < plan->partition_count && plan->partitions[low].pkey == pkey) {
		return &plan->partitions[low];
	}
	return NULL;
}

const struct plan_member *
plan_find_member(const struct plan_partition *partition, uint64_t guid)
{
	size_t low = 0, high = partition->member_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (partition->members[middle].guid < guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	if (low < partition->member_count &&
	    partition->members[low].guid == guid) {
		return &partition->members[low];
	}
	return NULL;
}

/* The keyword that covers every port of this type; PLAN_ALL: none does. */
static enum plan_keyword keyword_of_type(enum ib_node_type type)
{
	static const enum plan_keyword keywords[IB_NODE_TYPE_COUNT] = {
		PLAN_ALL,
		PLAN_ALL_CAS,
		PLAN_ALL_SWITCHES,
		PLAN_ALL_ROUTERS,
	};

	return (unsigned int)type < IB_NODE_TYPE_COUNT ? keywords[type]
						       : PLAN_ALL;
}

/* The statement that decides so far: later calls are more specific. */
struct decision {
	struct plan_standing standing;
	unsigned int order;
};

static void consider(struct decision *decision, enum ib_membership membership,
		     bool index0, unsigned int order)
{
	if (membership != IB_MEMBER_NONE && order >= decision->order) {
		*decision = (struct decision){{membership, index0}, order};
	}
}

static void consider_keyword(struct decision *decision,
			     const struct plan_partition *partition,
			     enum plan_keyword keyword)
{
	consider(decision, partition->keywords[keyword],
		 partition->index0 && !partition->keyword_no_index0[keyword],
		 partition->keyword_order[keyword]);
}

struct plan_standing plan_standing_of(const struct plan_partition *partition,
				      const struct plan_member *member,
				      enum ib_node_type type, bool is_sm)
{
	struct decision decision = {{IB_MEMBER_NONE, false}, 0};

	if (partition->pkey == IB_PKEY_DEFAULT) {
		decision.standing.membership =
			is_sm ? IB_MEMBER_FULL : IB_MEMBER_LIMITED;
	}
	consider_keyword(&decision, partition, PLAN_ALL);
	consider_keyword(&decision, partition, keyword_of_type(type));
	if (member) {
		consider(&decision, member->membership,
			 partition->index0 && !member->no_index0,
			 member->order);
	}
	if (is_sm) {
		consider_keyword(&decision, partition, PLAN_SELF);
	}
	return decision.standing;
}

enum ib_membership plan_membership(const struct plan_partition *partition,
				   uint64_t guid, enum ib_node_type type,
				   bool is_sm)
{
	return plan_standing_of(partition, plan_find_member(partition, guid),
				type, is_sm)
		.membership;
}

bool plan_partition_has_members(const struct plan_partition *partition)
{
	size_t keyword;

	if (partition->pkey == IB_PKEY_DEFAULT || partition->member_count) {
		return true;
	}
	for (keyword = 0; keyword < PLAN_KEYWORD_COUNT; keyword++) {
		if (partition->keywords[keyword] != IB_MEMBER_NONE) {
			return true;
		}
	}
	return false;
}

static int or_default(int value, int otherwise)
{
	return value < 0 ? otherwise : value;
}

/* An MGID that carries IPv4 or IPv6, signature 0x401b or 0x601b (RFC 4391). */
static bool mgid_is_ip(const uint8_t mgid[16])
{
	return (mgid[2] == 0x40 || mgid[2] == 0x60) && mgid[3] == 0x1b;
}

void plan_group_resolve(const struct plan_partition *partition,
			const struct plan_group *group, struct plan_group *out)
{
	static const uint8_t broadcast[16] = {
		0xff, 0x12, 0x40, 0x1b, 0,    0,    0,    0,
		0,    0,    0,    0,    0xff, 0xff, 0xff, 0xff,
	};

	*out = *group;
	if (!out->has_mgid) {
		memcpy(out->mgid, broadcast, sizeof(broadcast));
		out->has_mgid = true;
	}
	out->sl = or_default(out->sl, 0);
	out->scope = or_default(out->scope, DEFAULT_SCOPE);
	out->tclass = or_default(out->tclass, 0);
	if (out->flow_label < 0) {
		out->flow_label = 0;
	}
	if (out->qkey < 0) {
		out->qkey = IPOIB_QKEY;
	}
	if (mgid_is_ip(out->mgid)) {
		out->qkey = out->qkey ? out->qkey : IPOIB_QKEY;
		out->mgid[4] = (uint8_t)(0x80 | partition->pkey >> 8);
		out->mgid[5] = (uint8_t)partition->pkey;
	}
	out->mgid[1] = (uint8_t)((out->mgid[1] & 0xf0) | (out->scope & 0x0f));
}

static bool group_equal(const struct plan_group *a, const struct plan_group *b)
{
	return a->mtu == b->mtu && a->rate == b->rate && a->sl == b->sl &&
	       a->tclass == b->tclass && a->qkey == b->qkey &&
	       a->flow_label == b->flow_label;
}

/* Is every group of a, as OpenSM would make it, among those of b? OpenSM makes
 * a group once: the first definition of an MGID counts. */
static bool groups_within(const struct plan_partition *a,
			  const struct plan_partition *b)
{
	struct plan_group left, right;
	size_t i, j;

	for (i = 0; i < a->group_count; i++) {
		plan_group_resolve(a, &a->groups[i], &left);
		for (j = 0; j < b->group_count; j++) {
			plan_group_resolve(b, &b->groups[j], &right);
			if (memcmp(left.mgid, right.mgid, sizeof(left.mgid)) ==
			    0) {
				break;
			}
		}
		if (j == b->group_count || !group_equal(&left, &right)) {
			return false;
		}
	}
	return true;
}

/* One port, or (both NULL) every port that neither names. */
static bool port_equal(const struct plan_partition *a,
		       const struct plan_member *in_a,
		       const struct plan_partition *b,
		       const struct plan_member *in_b)
{
	int type, is_sm;

	for (type = IB_NODE_UNKNOWN; type < IB_NODE_TYPE_COUNT; type++) {
		for (is_sm = 0; is_sm <= 1; is_sm++) {
			struct plan_standing left =
				plan_standing_of(a, in_a,
						 (enum ib_node_type)type,
						 is_sm);
			struct plan_standing right =
				plan_standing_of(b, in_b,
						 (enum ib_node_type)type,
						 is_sm);

			if (left.membership != right.membership ||
			    left.index0 != right.index0) {
				return false;
			}
		}
	}
	return true;
}

static bool members_equal(const struct plan_partition *a,
			  const struct plan_partition *b)
{
	size_t i = 0, j = 0;

	while (i < a->member_count || j < b->member_count) {
		const struct plan_member *in_a = NULL, *in_b = NULL;

		if (i < a->member_count) {
			in_a = &a->members[i];
		}
		if (j < b->member_count) {
			in_b = &b->members[j];
		}
		if (in_a && in_b && in_a->guid != in_b->guid) {
			if (in_a->guid < in_b->guid) {
				in_b = NULL;
			} else {
				in_a = NULL;
			}
		}
		if (!port_equal(a, in_a, b, in_b)) {
			return false;
		}
		i += in_a != NULL;
		j += in_b != NULL;
	}
	return port_equal(a, NULL, b, NULL);
}

static bool partition_equal(const struct plan_partition *a,
			    const struct plan_partition *b)
{
	return a->pkey == b->pkey &&
	       or_default(a->sl, 0) == or_default(b->sl, 0) &&
	       members_equal(a, b) && groups_within(a, b) &&
	       groups_within(b, a);
}

static const struct plan_partition *
next_with_members(const struct partition_plan *plan, size_t *at)
{
	while (*at < plan->partition_count) {
		const struct plan_partition *partition =
			&plan->partitions[(*at)++];

		if (plan_partition_has_members(partition)) {
			return partition;
		}
	}
	return NULL;
}

bool partition_plan_equal(const struct partition_plan *a,
			  const struct partition_plan *b)
{
	const struct plan_partition *in_a, *in_b;
	size_t i = 0, j = 0;

	do {
		in_a = next_with_members(a, &i);
		in_b = next_with_members(b, &j);
		if (!in_a != !in_b || (in_a && !partition_equal(in_a, in_b))) {
			return false;
		}
	} while (in_a);
	return true;
}
