/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The ports that plans are compared or proved over. */
#include "policy/port_set.h"

#include "policy/strbuf.h"

#include <stdlib.h>
#include <string.h>

struct port_set *port_set_new(void)
{
	struct arena *arena = arena_new();
	struct port_set *set;

	if (!arena) {
		return NULL;
	}
	set = arena_alloc(arena, sizeof(*set));
	if (!set) {
		arena_free(arena);
		return NULL;
	}
	set->arena = arena;
	return set;
}

void port_set_free(struct port_set *set)
{
	if (set) {
		arena_free(set->arena);
	}
}

static void add(struct port_set *set, struct port_item item)
{
	void *items = set->items;

	if (set->failed || arena_grow(set->arena, &items, set->count,
				      &set->capacity, sizeof(item))) {
		set->failed = true;
		return;
	}
	item.sequence = set->next_sequence++;
	set->items = items;
	set->items[set->count++] = item;
}

void port_set_add_inventory(struct port_set *set,
			    const struct inventory *inventory, int64_t now)
{
	size_t i;

	for (i = 0; i < inventory->port_total; i++) {
		const struct inventory_port *port = inventory->ports_by_guid[i];

		add(set, (struct port_item){
				 .guid = port->guid,
				 .name = port->name,
				 .type = IB_NODE_CA,
				 .declared = true,
				 .quarantined =
					 inventory_state_at(port->state, now) ==
					 STATE_QUARANTINE,
			 });
	}
	for (i = 0; i < inventory->switch_count; i++) {
		const struct inventory_switch *sw = &inventory->switches[i];

		add(set,
		    (struct port_item){
			    .guid = sw->guid,
			    .name = sw->name,
			    .type = IB_NODE_SWITCH,
			    .declared = true,
			    .quarantined = inventory_state_at(sw->state, now) ==
					   STATE_QUARANTINE,
		    });
	}
	for (i = 0; i < inventory->sm_count; i++) {
		add(set, (struct port_item){
				 .guid = inventory->sms[i].guid,
				 .name = inventory->sms[i].name,
				 .type = IB_NODE_CA,
				 .is_sm = true,
				 .declared = true,
			 });
	}
}

/* "gpu001 mlx5_0/1": a description is whatever its host says. */
static const char *name_of(struct port_set *set, const struct subnet_port *port)
{
	const char *description = subnet_node_text(port->node);
	struct strbuf safe = STRBUF_INIT;
	const char *name;

	if (!description) {
		return NULL;
	}
	strbuf_add_safe(&safe, description, strlen(description));
	name = port->node->type == IB_NODE_SWITCH
		       ? arena_strdup(set->arena, strbuf_text(&safe))
		       : arena_printf(set->arena, "%s/%u", strbuf_text(&safe),
				      port->number);
	set->failed |= safe.failed || !name;
	strbuf_free(&safe);
	return name;
}

void port_set_add_subnet(struct port_set *set, const struct subnet *subnet)
{
	size_t i;

	for (i = 0; i < subnet->end_port_count; i++) {
		const struct subnet_port *port = subnet->end_ports[i];

		add(set, (struct port_item){
				 .guid = port->guid,
				 .name = name_of(set, port),
				 .type = port->node->type,
			 });
	}
	for (i = 0; i < subnet->sm_count; i++) {
		add(set, (struct port_item){.guid = subnet->sms[i].port_guid,
					    .is_sm = true});
	}
}

/* Joins the items of one GUID, in the order they were added. */
static void join(struct port_item *into, const struct port_item *item)
{
	into->name = into->name ? into->name : item->name;
	if (into->type == IB_NODE_UNKNOWN) {
		into->type = item->type;
	}
	into->is_sm |= item->is_sm;
	into->declared |= item->declared;
	into->quarantined |= item->quarantined;
}

static int compare_items(const void *left, const void *right)
{
	const struct port_item *a = left, *b = right;

	if (a->guid != b->guid) {
		return a->guid < b->guid ? -1 : 1;
	}
	return (a->sequence > b->sequence) - (a->sequence < b->sequence);
}

static void settle(struct port_set *set)
{
	size_t i, kept = 0;

	if (set->settled == set->count) {
		return;
	}
	qsort(set->items, set->count, sizeof(*set->items), compare_items);
	for (i = 0; i < set->count; i++) {
		if (kept && set->items[kept - 1].guid == set->items[i].guid) {
			join(&set->items[kept - 1], &set->items[i]);
		} else {
			set->items[kept++] = set->items[i];
		}
	}
	set->count = set->settled = kept;
}

static struct port_item *find_settled(const struct port_set *set, uint64_t guid)
{
	size_t low = 0, high = set->settled;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (set->items[middle].guid < guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low < set->settled && set->items[low].guid == guid
		       ? &set->items[low]
		       : NULL;
}

/* Partitions share most of their members: each is added once. */
void port_set_add_plan(struct port_set *set, const struct partition_plan *plan)
{
	size_t i, j;

	for (i = 0; i < plan->partition_count && !set->failed; i++) {
		const struct plan_partition *partition = &plan->partitions[i];

		settle(set);
		for (j = 0; j < partition->member_count; j++) {
			struct port_item item = {
				.guid = partition->members[j].guid,
				.name = partition->members[j].name};
			struct port_item *known = find_settled(set, item.guid);

			if (known) {
				join(known, &item);
			} else {
				add(set, item);
			}
		}
	}
}

int port_set_finish(struct port_set *set, struct error *error)
{
	size_t i;

	if (set->failed) {
		return error_no_memory(error);
	}
	settle(set);
	for (i = 0; i < set->count; i++) {
		if (set->items[i].type == IB_NODE_UNKNOWN) {
			set->items[i].type = IB_NODE_CA;
		}
	}
	return 0;
}

const struct port_item *port_set_find(const struct port_set *set, uint64_t guid)
{
	return find_settled(set, guid);
}
