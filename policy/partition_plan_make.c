/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The partition plan of an inventory. */
#include "policy/partition_plan.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

/* Where two statements name one GUID, the greater rank counts. (Statements of
 * one rank that differ are an error of the inventory.) */
enum rank { RANK_GRANTED, RANK_SM, RANK_QUARANTINE };

struct entry {
	struct plan_member member;
	enum rank rank;
};

struct entry_list {
	struct entry *items;
	size_t count, capacity;
};

struct maker {
	const struct inventory *inventory;
	int64_t now;
	struct arena *scratch;
	struct partition_plan *plan;
	struct entry_list *lists; /* by partition */
	bool failed;
};

static bool in_quarantine(const struct maker *maker,
			  const struct inventory_state *state)
{
	return inventory_state_at(state, maker->now) == STATE_QUARANTINE;
}

static void add(struct maker *maker, size_t partition, enum rank rank,
		struct plan_member member)
{
	struct entry_list *list = &maker->lists[partition];
	void *items = list->items;

	if (maker->failed ||
	    arena_grow(maker->scratch, &items, list->count, &list->capacity,
		       sizeof(*list->items))) {
		maker->failed = true;
		return;
	}
	list->items = items;
	list->items[list->count++] = (struct entry){member, rank};
}

/* Quarantine leaves a port in 0x7fff alone, and limited there. */
static void add_grant(struct maker *maker, size_t partition,
		      struct plan_member member,
		      const struct inventory_state *state)
{
	if (!in_quarantine(maker, state)) {
		add(maker, partition, RANK_GRANTED, member);
	}
}

static void add_port(struct maker *maker, size_t partition,
		     const struct inventory_port *port,
		     enum ib_membership membership, struct source_pos pos)
{
	struct plan_member member = {
		.guid = port->guid,
		.membership = membership,
		.name = port->name,
		.pos = pos,
	};

	add_grant(maker, partition, member, port->state);
}

static void add_switch(struct maker *maker, size_t partition,
		       const struct inventory_switch *sw,
		       enum ib_membership membership, struct source_pos pos)
{
	struct plan_member member = {
		.guid = sw->guid,
		.membership = membership,
		.name = sw->name,
		.pos = pos,
	};

	add_grant(maker, partition, member, sw->state);
}

/* An SM's port goes by its host's or switch's name where it has one. */
static void add_sm(struct maker *maker, size_t partition, enum rank rank,
		   const struct inventory_sm *sm, enum ib_membership membership,
		   struct source_pos pos)
{
	const struct inventory_switch *sw =
		inventory_find_switch(maker->inventory, sm->guid);
	struct plan_member member = {
		.guid = sm->guid,
		.membership = membership,
		.name = sm->port ? sm->port->name
			: sw     ? sw->name
				 : sm->name,
		.pos = pos,
	};

	if (rank == RANK_SM) {
		member.note = "subnet manager";
	}
	add(maker, partition, rank, member);
}

static void add_grants(struct maker *maker)
{
	const struct inventory *inventory = maker->inventory;
	struct expectation expected;
	size_t i, j;

	for (i = 0; i < inventory->port_total; i++) {
		const struct inventory_port *port = inventory->ports_by_guid[i];

		inventory_expect_port(port, &expected);
		for (j = 0; j < expected.partition_count; j++) {
			const struct grant *grant = &expected.partitions[j];

			if (grant->partition) {
				add_port(maker,
					 (size_t)(grant->partition -
						  inventory->partitions),
					 port, grant->membership, grant->pos);
			}
		}
	}
}

static void add_selected(struct maker *maker, size_t partition,
			 const struct inventory_member *member)
{
	const struct selector *selector = &member->selector;
	size_t i;

	for (i = 0; i < selector->port_count; i++) {
		add_port(maker, partition, selector->ports[i],
			 member->membership, selector->pos);
	}
	for (i = 0; i < selector->switch_count; i++) {
		add_switch(maker, partition, selector->switches[i],
			   member->membership, selector->pos);
	}
	for (i = 0; i < selector->sm_count; i++) {
		add_sm(maker, partition, RANK_GRANTED, selector->sms[i],
		       member->membership, selector->pos);
	}
	if (selector->kind == SELECT_GUID && !selector->port_count &&
	    !selector->switch_count && !selector->sm_count) {
		struct plan_member literal = {
			.guid = selector->guid,
			.membership = member->membership,
			.pos = selector->pos,
		};

		add(maker, partition, RANK_GRANTED, literal);
	}
}

static void set_keyword(struct plan_partition *partition,
			enum plan_keyword keyword,
			enum ib_membership membership, struct source_pos pos)
{
	partition->keywords[keyword] = membership;
	partition->keyword_pos[keyword] = pos;
}

static void add_members(struct maker *maker, size_t partition)
{
	static const enum plan_keyword keywords[] = {
		[SELECT_ALL] = PLAN_ALL,
		[SELECT_ALL_CAS] = PLAN_ALL_CAS,
		[SELECT_ALL_SWITCHES] = PLAN_ALL_SWITCHES,
		[SELECT_ALL_ROUTERS] = PLAN_ALL_ROUTERS,
	};
	const struct inventory_partition *from =
		&maker->inventory->partitions[partition];
	size_t i;

	for (i = 0; i < from->member_count; i++) {
		const struct inventory_member *member = &from->members[i];

		if (member->selector.kind <= SELECT_ALL_ROUTERS) {
			set_keyword(&maker->plan->partitions[partition],
				    keywords[member->selector.kind],
				    member->membership, member->selector.pos);
		} else {
			add_selected(maker, partition, member);
		}
	}
}

static void add_quarantined(struct maker *maker, size_t partition,
			    uint64_t guid, const char *name,
			    const struct inventory_state *state)
{
	struct plan_member member = {
		.guid = guid,
		.membership = IB_MEMBER_LIMITED,
		.name = name,
		.note = "quarantine",
	};

	if (in_quarantine(maker, state)) {
		member.pos = state->pos;
		add(maker, partition, RANK_QUARANTINE, member);
	}
}

/* What 0x7fff holds beyond its members. OpenSM makes every port a limited
 * member before it reads the file: the definition says so where the inventory
 * does not. */
static void complete_default(struct maker *maker, size_t partition)
{
	const struct inventory *inventory = maker->inventory;
	struct plan_partition *to = &maker->plan->partitions[partition];
	size_t i;

	if (to->keywords[PLAN_ALL] == IB_MEMBER_NONE) {
		set_keyword(to, PLAN_ALL, IB_MEMBER_LIMITED, to->pos);
	}
	set_keyword(to, PLAN_SELF, IB_MEMBER_FULL, to->pos);
	for (i = 0; i < inventory->sm_count; i++) {
		add_sm(maker, partition, RANK_SM, &inventory->sms[i],
		       IB_MEMBER_FULL, inventory->sms[i].pos);
	}
	for (i = 0; i < inventory->port_total; i++) {
		const struct inventory_port *port = inventory->ports_by_guid[i];

		add_quarantined(maker, partition, port->guid, port->name,
				port->state);
	}
	for (i = 0; i < inventory->switch_count; i++) {
		const struct inventory_switch *sw = &inventory->switches[i];

		add_quarantined(maker, partition, sw->guid, sw->name,
				sw->state);
	}
}

/* By GUID; of those that name one GUID the one that counts comes last. */
static int compare_entries(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	if (a->member.guid != b->member.guid) {
		return a->member.guid < b->member.guid ? -1 : 1;
	}
	if (a->rank != b->rank) {
		return a->rank < b->rank ? -1 : 1;
	}
	return (a->member.membership < b->member.membership) -
	       (a->member.membership > b->member.membership);
}

static void settle_members(struct maker *maker, size_t partition)
{
	struct entry_list *list = &maker->lists[partition];
	struct plan_partition *to = &maker->plan->partitions[partition];
	size_t i;

	if (list->count) {
		qsort(list->items, list->count, sizeof(*list->items),
		      compare_entries);
	}
	to->members = arena_array(maker->plan->arena, list->count,
				  sizeof(*to->members));
	if (!to->members) {
		maker->failed = true;
		return;
	}
	for (i = 0; i < list->count; i++) {
		if (i + 1 == list->count ||
		    list->items[i].member.guid !=
			    list->items[i + 1].member.guid) {
			to->members[to->member_count++] = list->items[i].member;
		}
	}
}

/* What ipoib: true means, and OpenSM's own defaults. */
enum { DEFAULT_MTU = 2048, DEFAULT_RATE = 10 };

static struct plan_group group_of(const struct ipoib_group *from)
{
	struct plan_group group = {
		.mtu = from->mtu ? from->mtu : DEFAULT_MTU,
		.rate = from->rate ? from->rate : DEFAULT_RATE,
		.sl = from->sl,
		.scope = from->scope,
		.tclass = from->tclass,
		.qkey = from->qkey,
		.flow_label = from->flow_label,
	};

	return group;
}

static bool is_ip(const uint8_t mgid[16])
{
	return (mgid[2] == 0x40 || mgid[2] == 0x60) && mgid[3] == 0x1b;
}

/* What a group does not say it has from the broadcast group: MTU and rate,
 * so that members of one can join the other, and for IP everything, because
 * an IPoIB interface joins its other groups with the broadcast group's values.
 */
static void inherit(const struct plan_group *broadcast,
		    const struct ipoib_group *from, struct plan_group *group)
{
	group->mtu = from->mtu ? from->mtu : broadcast->mtu;
	group->rate = from->rate ? from->rate : broadcast->rate;
	if (!is_ip(group->mgid)) {
		return;
	}
	group->sl = from->sl < 0 ? broadcast->sl : from->sl;
	group->qkey = from->qkey < 0 ? broadcast->qkey : from->qkey;
	group->tclass = from->tclass < 0 ? broadcast->tclass : from->tclass;
	group->flow_label =
		from->flow_label < 0 ? broadcast->flow_label : from->flow_label;
}

/* broadcast: NULL where the partition has none. OpenSM would replace an MGID's
 * scope by its default; the MGID as written says which scope is meant. */
static bool make_group(const struct plan_group *broadcast, int sl,
		       const struct ipoib_group *from, struct plan_group *group)
{
	*group = group_of(from);
	group->has_mgid = true;
	if (inet_pton(AF_INET6, from->mgid, group->mgid) != 1) {
		return false;
	}
	if (broadcast) {
		inherit(broadcast, from, group);
	}
	if (group->sl < 0) {
		group->sl = sl;
	}
	if (group->scope < 0) {
		group->scope = group->mgid[1] & 0x0f;
	}
	if (group->qkey < 0 && !is_ip(group->mgid)) {
		group->qkey = 0;
	}
	return true;
}

static void add_groups(struct maker *maker, size_t partition)
{
	const struct inventory_partition *from =
		&maker->inventory->partitions[partition];
	struct plan_partition *to = &maker->plan->partitions[partition];
	size_t i;

	to->groups = arena_array(maker->plan->arena, from->group_count + 1,
				 sizeof(*to->groups));
	if (!to->groups) {
		maker->failed = true;
		return;
	}
	if (from->has_ipoib) {
		to->groups[0] = group_of(&from->ipoib);
		if (to->groups[0].sl < 0) {
			to->groups[0].sl = from->sl;
		}
		to->group_count = 1;
	}
	for (i = 0; i < from->group_count; i++) {
		to->group_count +=
			make_group(from->has_ipoib ? &to->groups[0] : NULL,
				   to->sl, &from->groups[i],
				   &to->groups[to->group_count]);
	}
}

static void make_partition(struct maker *maker, size_t partition)
{
	const struct inventory_partition *from =
		&maker->inventory->partitions[partition];
	struct plan_partition *to = &maker->plan->partitions[partition];

	to->pkey = from->pkey;
	to->name = from->name;
	to->ipoib = from->has_ipoib;
	to->index0 = from->index0;
	to->is_protected = from->is_protected;
	to->sl = from->sl < 0 && from->has_ipoib ? from->ipoib.sl : from->sl;
	to->pos = from->pos;
	add_groups(maker, partition);
	add_members(maker, partition);
	if (from->pkey == IB_PKEY_DEFAULT) {
		complete_default(maker, partition);
	}
	settle_members(maker, partition);
}

static bool maker_init(struct maker *maker)
{
	size_t count = maker->inventory->partition_count;

	maker->scratch = arena_new();
	maker->plan = partition_plan_new();
	if (!maker->scratch || !maker->plan) {
		return false;
	}
	maker->lists =
		arena_array(maker->scratch, count + 1, sizeof(*maker->lists));
	maker->plan->partitions = arena_array(maker->plan->arena, count + 1,
					      sizeof(*maker->plan->partitions));
	maker->plan->partition_count = count;
	maker->plan->allow_both_pkeys = maker->inventory->allow_both_pkeys;
	return maker->lists && maker->plan->partitions;
}

int partition_plan_make(const struct inventory *inventory, int64_t now,
			struct partition_plan **plan, struct error *error)
{
	struct maker maker = {.inventory = inventory, .now = now};
	int result = -1;
	size_t i;

	if (!inventory->has_partitions) {
		*plan = NULL;
		return 0;
	}
	if (!maker_init(&maker)) {
		error_no_memory(error);
		goto out;
	}
	add_grants(&maker);
	for (i = 0; i < inventory->partition_count; i++) {
		make_partition(&maker, i);
	}
	if (maker.failed) {
		error_no_memory(error);
		goto out;
	}
	*plan = maker.plan;
	maker.plan = NULL;
	result = 0;
out:
	partition_plan_free(maker.plan);
	arena_free(maker.scratch);
	return result;
}
