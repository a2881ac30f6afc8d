/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What was read from a partitions.conf, as a plan. */
#include "policy/conf_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *line_text(char buffer[24], const struct conf_rule *rule)
{
	snprintf(buffer, 24, "line %u", (unsigned int)rule->line);
	return buffer;
}

static void say_replaced(struct conf_reader *reader,
			 const struct conf_partition *partition,
			 const struct conf_rule *rule, const char *who)
{
	if (!rule->replaced) {
		return;
	}
	conf_reader_quirk(reader, DIAG_WARNING, rule->line, NULL,
			  "%s becomes %s in 0x%04x: OpenSM lets this override "
			  "line %u",
			  who,
			  conf_flags_membership_word(
				  (enum ib_membership)rule->membership),
			  partition->pkey, (unsigned int)rule->replaced);
}

static struct source_pos pos_of(const struct conf_reader *reader,
				unsigned int line)
{
	return (struct source_pos){.file = line ? reader->path : NULL,
				   .line = line};
}

static void put_keywords(struct conf_reader *reader,
			 const struct conf_partition *from,
			 struct plan_partition *to)
{
	int keyword;

	for (keyword = 0; keyword < PLAN_KEYWORD_COUNT; keyword++) {
		const struct conf_rule *rule = &from->keywords[keyword];

		if (!conf_table_in_force(from, (enum plan_keyword)keyword)) {
			continue;
		}
		say_replaced(reader, from, rule,
			     conf_flags_keyword_word(keyword));
		to->keywords[keyword] = (enum ib_membership)rule->membership;
		to->keyword_order[keyword] = rule->order;
		to->keyword_no_index0[keyword] = !rule->index0;
		to->keyword_pos[keyword] = pos_of(reader, rule->line);
		to->index0 |= rule->index0;
	}
}

/* A keyword after GUIDs overrides them, which nobody expects who reads the
 * GUID's own line. */
struct overridden {
	size_t count;
	const struct conf_rule *first;
};

static void note_overridden(struct overridden *overridden,
			    const struct conf_rule *rule)
{
	if (!overridden->count++ || rule->order < overridden->first->order) {
		overridden->first = rule;
	}
}

static void say_overridden(struct conf_reader *reader,
			   const struct conf_partition *partition,
			   const struct overridden *overridden)
{
	char guid[IB_GUID_TEXT], line[24];

	if (!overridden->count) {
		return;
	}
	conf_reader_quirk(
		reader, DIAG_WARNING, overridden->first->line,
		"keywords first, then GUIDs",
		"what is said of %s in 0x%04x%s has no effect: a keyword on a "
		"later line, %s, covers every port again",
		ib_guid_format(guid, overridden->first->guid), partition->pkey,
		overridden->count > 1 ? " and of others before it" : "",
		line_text(line, &partition->keywords[PLAN_ALL]));
}

/* The first rule of the partition with that index, or of a later one. */
static size_t first_rule(const struct conf_table *table, size_t partition)
{
	size_t low = 0, high = table->rule_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table->rules[middle].partition < partition) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

static void put_member(struct conf_reader *reader,
		       const struct conf_partition *from,
		       const struct conf_rule *rule, struct plan_partition *to)
{
	char guid[IB_GUID_TEXT];

	say_replaced(reader, from, rule, ib_guid_format(guid, rule->guid));
	to->members[to->member_count++] = (struct plan_member){
		.guid = rule->guid,
		.membership = (enum ib_membership)rule->membership,
		.order = rule->order,
		.no_index0 = !rule->index0,
		.pos = pos_of(reader, rule->line),
	};
	to->index0 |= rule->index0;
}

/* Who names one port below what everybody has may think that it is out. */
static void say_not_excluded(struct conf_reader *reader,
			     const struct plan_partition *partition)
{
	char guid[IB_GUID_TEXT];
	size_t i;

	if (!(partition->keywords[PLAN_ALL] & IB_MEMBER_FULL)) {
		return;
	}
	for (i = 0; i < partition->member_count; i++) {
		const struct plan_member *member = &partition->members[i];

		if (member->membership == IB_MEMBER_LIMITED) {
			conf_reader_quirk(reader, DIAG_NOTE, member->pos.line,
					  NULL,
					  "%s stays a limited member of "
					  "0x%04x: ALL covers it, and nothing "
					  "excludes a port that a keyword "
					  "covers",
					  ib_guid_format(guid, member->guid),
					  partition->pkey);
			return;
		}
	}
}

static int put_members(struct conf_reader *reader,
		       const struct conf_partition *from,
		       struct plan_partition *to)
{
	const struct conf_table *table = &reader->table;
	size_t index = (size_t)(from - table->partitions), i;
	size_t begin = first_rule(table, index);
	size_t end = first_rule(table, index + 1);
	struct overridden overridden = {0, NULL};

	to->members = arena_array(reader->conf->arena, end - begin,
				  sizeof(*to->members));
	if (!to->members) {
		return -1;
	}
	for (i = begin; i < end; i++) {
		if (conf_table_guid_in_force(from, &table->rules[i])) {
			put_member(reader, from, &table->rules[i], to);
		} else {
			note_overridden(&overridden, &table->rules[i]);
		}
	}
	say_overridden(reader, from, &overridden);
	say_not_excluded(reader, to);
	return 0;
}

/* Where the last statement is the most specific one everywhere, as in most
 * files, the orders say nothing: the plan looks like an inventory's. */
static void drop_orders(struct plan_partition *partition)
{
	unsigned int *order = partition->keyword_order;
	unsigned int floor = order[PLAN_ALL], lowest = 0;
	size_t i;
	int keyword;

	for (keyword = PLAN_ALL_CAS; keyword <= PLAN_ALL_ROUTERS; keyword++) {
		floor = order[keyword] > floor ? order[keyword] : floor;
	}
	lowest = floor;
	for (i = 0; i < partition->member_count; i++) {
		if (partition->members[i].order < floor) {
			return;
		}
		if (partition->members[i].order > lowest) {
			lowest = partition->members[i].order;
		}
	}
	if (order[PLAN_SELF] && order[PLAN_SELF] < lowest) {
		return;
	}
	memset(order, 0, sizeof(partition->keyword_order));
	for (i = 0; i < partition->member_count; i++) {
		partition->members[i].order = 0;
	}
}

/* Without any indx0 the exceptions from it say nothing either. */
static void drop_index0(struct plan_partition *partition)
{
	size_t i;

	if (partition->index0) {
		return;
	}
	memset(partition->keyword_no_index0, 0,
	       sizeof(partition->keyword_no_index0));
	for (i = 0; i < partition->member_count; i++) {
		partition->members[i].no_index0 = false;
	}
}

static bool is_broadcast(const struct conf_group *group)
{
	uint8_t broadcast[CONF_MGID_SIZE];

	conf_groups_broadcast(broadcast, group->pkey);
	return memcmp(broadcast, group->mgid, CONF_MGID_SIZE) == 0;
}

/* The flag ipoib's group, then the broadcast groups of other scopes, without
 * which no other IP group of that scope can be made, then the rest. */
static int rank_of(const struct conf_group *group)
{
	struct conf_group local = *group;

	local.mgid[1] = 0x12;
	return is_broadcast(group) ? 0 : is_broadcast(&local) ? 1 : 2;
}

static int compare_groups(const void *left, const void *right)
{
	const struct conf_group *a = left, *b = right;

	if (a->pkey != b->pkey) {
		return a->pkey < b->pkey ? -1 : 1;
	}
	if (rank_of(a) != rank_of(b)) {
		return rank_of(a) - rank_of(b);
	}
	return memcmp(a->mgid, b->mgid, CONF_MGID_SIZE);
}

static void put_group(const struct conf_group *from, struct plan_group *to)
{
	*to = (struct plan_group){
		.has_mgid = !is_broadcast(from),
		.mtu = from->mtu ? ib_mtu_bytes(from->mtu) : 0,
		.rate = from->rate ? ib_rate_gbps(from->rate) : 0,
		.sl = from->sl,
		.scope = from->scope,
		.tclass = from->tclass,
		.qkey = from->qkey,
		.flow_label = from->flow_label,
	};
	memcpy(to->mgid, from->mgid, CONF_MGID_SIZE);
}

static size_t first_group(const struct conf_groups *groups, unsigned int pkey)
{
	size_t low = 0, high = groups->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (groups->items[middle].pkey < pkey) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

static int put_groups(struct conf_reader *reader, struct plan_partition *to)
{
	const struct conf_groups *groups = &reader->groups;
	size_t begin = first_group(groups, to->pkey), i;
	size_t end = first_group(groups, to->pkey + 1U);

	to->groups = arena_array(reader->conf->arena, end - begin,
				 sizeof(*to->groups));
	if (!to->groups) {
		return -1;
	}
	for (i = begin; i < end; i++) {
		put_group(&groups->items[i], &to->groups[to->group_count++]);
	}
	to->ipoib = to->group_count > 0 && !to->groups[0].has_mgid;
	return 0;
}

static bool has_rules(const struct conf_partition *partition)
{
	int keyword;

	for (keyword = 0; keyword < PLAN_KEYWORD_COUNT; keyword++) {
		if (partition->keywords[keyword].membership != IB_MEMBER_NONE) {
			return true;
		}
	}
	return partition->has_guids || partition->pkey == IB_PKEY_DEFAULT;
}

/* One partition; those without members are dropped, as OpenSM does. */
static int put_partition(struct conf_reader *reader,
			 const struct conf_partition *from,
			 struct partition_plan *plan)
{
	struct plan_partition *to;

	if (!has_rules(from)) {
		if (from->line) {
			conf_reader_quirk(reader, DIAG_WARNING, from->line,
					  NULL,
					  "0x%04x has no members: OpenSM drops "
					  "it and its groups",
					  from->pkey);
		}
		return 0;
	}
	to = &plan->partitions[plan->partition_count++];
	to->pkey = from->pkey;
	to->sl = from->sl;
	to->pos = pos_of(reader, from->line);
	to->name = arena_strdup(reader->conf->arena, from->name);
	put_keywords(reader, from, to);
	if (!to->name || put_members(reader, from, to) ||
	    put_groups(reader, to)) {
		return -1;
	}
	drop_orders(to);
	drop_index0(to);
	return 0;
}

/* 0x7fff first, then by P_Key, as plans are ordered. */
static int compare_partitions(const void *left, const void *right)
{
	const struct conf_partition *const *a = left, *const *b = right;

	if (left == right) {
		return 0;
	}
	if ((*a)->pkey == IB_PKEY_DEFAULT || (*b)->pkey == IB_PKEY_DEFAULT) {
		return (*a)->pkey == IB_PKEY_DEFAULT ? -1 : 1;
	}
	return (*a)->pkey < (*b)->pkey ? -1 : 1;
}

static int put_partitions(struct conf_reader *reader,
			  struct partition_plan *plan)
{
	size_t count = reader->table.count, i;
	const struct conf_partition **order =
		arena_array(reader->conf->arena, count, sizeof(*order));

	if (!order) {
		return -1;
	}
	for (i = 0; i < count; i++) {
		order[i] = &reader->table.partitions[i];
	}
	qsort(order, count, sizeof(*order), compare_partitions);
	for (i = 0; i < count; i++) {
		if (put_partition(reader, order[i], plan)) {
			return -1;
		}
	}
	return 0;
}

/* OpenSM remembers one wish a port: the last, unless the partition that had it
 * takes it back. */
static void check_index0(struct conf_reader *reader)
{
	const struct conf_partition *first = NULL;
	size_t i;

	for (i = 0; i < reader->table.count; i++) {
		const struct conf_partition *partition =
			&reader->table.partitions[i];

		if (!partition->index0_line) {
			continue;
		}
		if (!first) {
			first = partition;
			continue;
		}
		reader->conf->index0_disputed = true;
		conf_reader_quirk(reader, DIAG_WARNING, partition->index0_line,
				  "give indx0 to one partition",
				  "0x%04x asks for index 0 as 0x%04x does: a "
				  "port in both has there what is said last",
				  partition->pkey, first->pkey);
		return;
	}
}

int conf_plan_build(struct conf_reader *reader)
{
	struct arena *arena = reader->conf->arena;
	struct partition_plan *plan = arena_alloc(arena, sizeof(*plan));

	if (!plan) {
		return -1;
	}
	plan->arena = arena;
	plan->allow_both_pkeys = reader->options->allow_both_pkeys;
	plan->partitions = arena_array(arena, reader->table.count,
				       sizeof(*plan->partitions));
	if (!plan->partitions) {
		return -1;
	}
	conf_table_compact(&reader->table);
	if (reader->groups.count) {
		qsort(reader->groups.items, reader->groups.count,
		      sizeof(*reader->groups.items), compare_groups);
	}
	if (put_partitions(reader, plan)) {
		return -1;
	}
	check_index0(reader);
	reader->conf->plan = plan;
	return 0;
}
