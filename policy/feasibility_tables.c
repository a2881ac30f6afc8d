/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whether the P_Keys of each declared port fit into its table. */
#include "policy/feasibility_parts.h"

#include <stdio.h>

/* What the plan asks of one declared port or switch. */
struct demand {
	uint64_t guid;
	const char *name;
	struct source_pos pos;
	unsigned int keys;
	const struct plan_partition *index0, *other_index0;
};

struct demands {
	struct demand *items; /* ascending by guid */
	size_t count;
	enum ib_node_type type;
};

/* How many entries a membership takes. */
static unsigned int entries(enum ib_membership membership)
{
	return (membership & IB_MEMBER_FULL ? 1 : 0) +
	       (membership & IB_MEMBER_LIMITED ? 1 : 0);
}

static void ask_index0(struct demand *demand,
		       const struct plan_partition *partition)
{
	if (!demand->index0) {
		demand->index0 = partition;
	} else if (!demand->other_index0) {
		demand->other_index0 = partition;
	}
}

/* Both lists ascend by GUID: one walk along them. */
static void add_partition(struct demands *demands,
			  const struct plan_partition *partition)
{
	struct plan_standing standing,
		unnamed =
			plan_standing_of(partition, NULL, demands->type, false);
	size_t at = 0, i;

	for (i = 0; i < demands->count; i++) {
		struct demand *demand = &demands->items[i];

		while (at < partition->member_count &&
		       partition->members[at].guid < demand->guid) {
			at++;
		}
		standing = unnamed;
		if (at < partition->member_count &&
		    partition->members[at].guid == demand->guid) {
			standing = plan_standing_of(partition,
						    &partition->members[at],
						    demands->type, false);
		}
		demand->keys += entries(standing.membership);
		if (standing.membership && standing.index0 &&
		    partition->index0) {
			ask_index0(demand, partition);
		}
	}
}

/* The smaller of the port's table and that of the switch port facing it, which
 * must hold the same keys to enforce them. */
static unsigned int capacity_of(const struct feasibility *check,
				const struct demand *demand, bool *facing)
{
	const struct subnet_port *port =
		check->subnet
			? subnet_find_end_port(check->subnet, demand->guid)
			: NULL;
	unsigned int capacity = FEASIBILITY_TABLE_SIZE;

	*facing = false;
	if (port && port->pkey_cap) {
		capacity = port->pkey_cap;
	}
	if (port && port->peer && port->peer->pkey_cap &&
	    port->peer->node->type == IB_NODE_SWITCH &&
	    port->peer->pkey_cap < capacity) {
		capacity = port->peer->pkey_cap;
		*facing = true;
	}
	return capacity;
}

/* Ports that lack the same room for the same reason are one error. */
struct shortage {
	const struct demand *first;
	unsigned int keys, capacity;
	bool facing;
	size_t ports;
};

static int note_shortage(struct feasibility *check, struct shortage **shortages,
			 size_t *count, size_t *capacity,
			 const struct shortage *found)
{
	void *items = *shortages;
	size_t i;

	for (i = 0; i < *count; i++) {
		struct shortage *known = &(*shortages)[i];

		if (known->keys == found->keys &&
		    known->capacity == found->capacity &&
		    known->facing == found->facing) {
			known->ports++;
			return 0;
		}
	}
	/* What would not be printed need not be told apart. */
	if (*count >= DIAG_LIMIT) {
		return 0;
	}
	if (arena_grow(check->scratch, &items, *count, capacity,
		       sizeof(*found))) {
		return -1;
	}
	*shortages = items;
	(*shortages)[(*count)++] = *found;
	return 0;
}

static void report_shortage(struct feasibility *check,
			    const struct shortage *shortage)
{
	char others[64] = "";

	if (shortage->ports > 1) {
		snprintf(others, sizeof(others), " and %zu more",
			 shortage->ports - 1);
	}
	diag_add(check->diags, DIAG_ERROR, shortage->first->pos,
		 "OpenSM drops what does not fit: make it a member of fewer "
		 "partitions",
		 "%s%s %s %u P_Keys, %s holds %u%s",
		 diag_quote(check->diags, shortage->first->name), others,
		 shortage->ports > 1 ? "need" : "needs", shortage->keys,
		 shortage->facing ? "the table of the switch port facing it"
				  : "its table",
		 shortage->capacity,
		 check->subnet ? "" : " (assumed; --fabric knows)");
}

static int check_room(struct feasibility *check, const struct demands *demands)
{
	struct shortage *shortages = NULL, found;
	size_t count = 0, capacity = 0, i;

	for (i = 0; i < demands->count; i++) {
		found = (struct shortage){
			.first = &demands->items[i],
			.keys = demands->items[i].keys,
			.ports = 1,
		};
		found.capacity = capacity_of(check, found.first, &found.facing);
		if (found.keys > found.capacity &&
		    note_shortage(check, &shortages, &count, &capacity,
				  &found)) {
			return -1;
		}
	}
	for (i = 0; i < count; i++) {
		report_shortage(check, &shortages[i]);
	}
	return 0;
}

/* One warning for each pair of partitions. */
static void check_index0(struct feasibility *check,
			 const struct demands *demands)
{
	const struct plan_partition *last = NULL, *last_other = NULL;
	size_t i;

	for (i = 0; i < demands->count; i++) {
		const struct demand *demand = &demands->items[i];

		if (!demand->other_index0 ||
		    (demand->index0 == last &&
		     demand->other_index0 == last_other)) {
			continue;
		}
		last = demand->index0;
		last_other = demand->other_index0;
		diag_add(check->diags, DIAG_WARNING, last_other->pos,
			 "say index0 for one of them",
			 "partitions %s and %s both ask for index 0 of %s",
			 diag_quote(check->diags, last->name),
			 diag_quote(check->diags, last_other->name),
			 diag_quote(check->diags, demand->name));
	}
}

static int check_demands(struct feasibility *check, struct demands *demands)
{
	size_t i;

	for (i = 0; i < check->plan->partition_count; i++) {
		add_partition(demands, &check->plan->partitions[i]);
	}
	check_index0(check, demands);
	return check_room(check, demands);
}

int feasibility_tables(struct feasibility *check)
{
	const struct inventory *inventory = check->inventory;
	struct demands ports = {.type = IB_NODE_CA};
	struct demands switches = {.type = IB_NODE_SWITCH};
	size_t i;

	ports.items = arena_array(check->scratch, inventory->port_total,
				  sizeof(*ports.items));
	switches.items = arena_array(check->scratch, inventory->switch_count,
				     sizeof(*switches.items));
	if (!ports.items || !switches.items) {
		return -1;
	}
	for (i = 0; i < inventory->port_total; i++) {
		const struct inventory_port *port = inventory->ports_by_guid[i];

		ports.items[ports.count++] = (struct demand){
			.guid = port->guid,
			.name = port->name,
			.pos = port->pos,
		};
	}
	for (i = 0; i < inventory->switch_count; i++) {
		const struct inventory_switch *sw =
			inventory->switches_by_guid[i];

		if (sw) {
			switches.items[switches.count++] = (struct demand){
				.guid = sw->guid,
				.name = sw->name,
				.pos = sw->pos,
			};
		}
	}
	return check_demands(check, &ports) || check_demands(check, &switches)
		       ? -1
		       : 0;
}
