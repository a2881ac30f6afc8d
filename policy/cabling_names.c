/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* From a name in a cabling sheet to a port, or to none at all. */
#include "policy/cabling_names.h"

#include "policy/node_name.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_declared(const struct cabling_name *name)
{
	return name->port || name->sw;
}

static int compare_names(const void *left, const void *right)
{
	const struct cabling_name *a = left, *b = right;
	int order = strcasecmp(a->name, b->name);

	if (!order) {
		order = (int)is_declared(b) - (int)is_declared(a);
	}
	if (!order) {
		order = strcasecmp(a->part, b->part);
	}
	if (!order && a->node && b->node) {
		order = (a->node->guid > b->node->guid) -
			(a->node->guid < b->node->guid);
	}
	return order;
}

static const char *short_name(struct arena *arena, const char *name)
{
	return arena_strndup(arena, name, node_name_short_length(name));
}

static int add_hosts(struct cabling_names *names,
		     const struct inventory *inventory, struct arena *arena)
{
	size_t i;

	for (i = 0; i < inventory->port_total; i++) {
		const struct inventory_port *port = inventory->ports_by_guid[i];
		const struct subnet_port *there =
			subnet_find_end_port(names->subnet, port->guid);
		struct cabling_name *name = &names->names[names->count++];

		name->name = short_name(arena, port->host->name);
		name->part = port->label;
		name->port = port;
		name->node = there ? there->node : NULL;
		if (!name->name) {
			return -1;
		}
	}
	return 0;
}

static int add_switches(struct cabling_names *names,
			const struct inventory *inventory, struct arena *arena)
{
	size_t i;

	for (i = 0; i < inventory->switch_count; i++) {
		const struct inventory_switch *sw = &inventory->switches[i];
		struct cabling_name *name = &names->names[names->count++];

		name->name = short_name(arena, sw->name);
		name->part = "";
		name->sw = sw;
		name->node = subnet_find_node(names->subnet, sw->guid);
		if (!name->name) {
			return -1;
		}
	}
	return 0;
}

static int add_node(struct cabling_names *names, const struct subnet_node *node,
		    struct arena *arena)
{
	struct cabling_name *name = &names->names[names->count];
	struct node_name said;

	node_name_parse(subnet_node_text(node), &said);
	if (said.kind != NODE_NAME_HOST && said.kind != NODE_NAME_SWITCH) {
		return 0;
	}
	name->name = short_name(arena, said.host);
	name->part = arena_strdup(arena, said.device);
	name->node = node;
	names->count++;
	return name->name && name->part ? 0 : -1;
}

int cabling_names_make(struct cabling_names *names, const struct subnet *subnet,
		       const struct inventory *inventory, struct arena *arena)
{
	size_t most = subnet->node_count, i;

	if (inventory) {
		most += inventory->port_total + inventory->switch_count;
	}
	*names = (struct cabling_names){.subnet = subnet, .arena = arena};
	names->names = arena_array(arena, most, sizeof(*names->names));
	if (!names->names) {
		return -1;
	}
	if (inventory && (add_hosts(names, inventory, arena) ||
			  add_switches(names, inventory, arena))) {
		return -1;
	}
	for (i = 0; i < subnet->node_count; i++) {
		if (add_node(names, &subnet->nodes[i], arena)) {
			return -1;
		}
	}
	if (names->count) {
		qsort(names->names, names->count, sizeof(*names->names),
		      compare_names);
	}
	return 0;
}

/* What bears the device's name: *first and as many as are returned. */
static size_t find_range(const struct cabling_names *names, const char *device,
			 const struct cabling_name **first)
{
	size_t length = node_name_short_length(device);
	size_t low = 0, high = names->count, middle, past;
	int order;

	if (!length) {
		return 0;
	}
	while (low < high) {
		middle = low + (high - low) / 2;
		order = strncasecmp(names->names[middle].name, device, length);
		if (!order && names->names[middle].name[length]) {
			order = 1;
		}
		if (order < 0) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	*first = &names->names[low];
	for (past = low; past < names->count; past++) {
		const char *name = names->names[past].name;

		if (strncasecmp(name, device, length) != 0 || name[length]) {
			break;
		}
	}
	return past - low;
}

static bool is_switch(const struct cabling_name *name)
{
	return name->sw || (name->node && name->node->type == IB_NODE_SWITCH);
}

/* "L16/U2", with or without zeros. */
static bool is_unit(const struct cabling_name *name,
		    const struct cabling_end *end)
{
	unsigned int slot, unit;
	char *rest;

	if (!is_switch(name) || (name->part[0] | 0x20) != (end->card | 0x20)) {
		return false;
	}
	slot = (unsigned int)strtoul(name->part + 1, &rest, 10);
	if (strncasecmp(rest, "/U", 2) != 0) {
		return false;
	}
	unit = (unsigned int)strtoul(rest + 2, &rest, 10);
	return !*rest && slot == end->slot && unit == end->unit;
}

/* "mlx5_0" against the device of a description, or a label "mlx5_0/1". */
static bool is_adapter(const struct cabling_name *name,
		       const struct cabling_end *end)
{
	size_t length = strlen(end->adapter);

	if (is_switch(name) ||
	    strncasecmp(name->part, end->adapter, length) != 0) {
		return false;
	}
	if (!name->port || !name->part[length]) {
		return !name->part[length];
	}
	return name->part[length] == '/' &&
	       (!end->number ||
		strtoul(name->part + length + 1, NULL, 10) == end->number);
}

/* A switch that is no director's chip, or an adapter, of a declared one the
 * port. */
static bool has_number(const struct cabling_name *name, unsigned int number)
{
	const char *slash = strrchr(name->part, '/');

	if (name->port) {
		return slash && strtoul(slash + 1, NULL, 10) == number;
	}
	return !(is_switch(name) && slash);
}

static bool fits(const struct cabling_name *name, const struct cabling_end *end)
{
	switch (end->form) {
	case CABLING_UNIT:
		return is_unit(name, end);
	case CABLING_ADAPTER:
		return is_adapter(name, end);
	case CABLING_NUMBER:
		break;
	}
	return has_number(name, end->number);
}

/* A host port by its declared GUID. */
static void take_declared(const struct cabling_names *names,
			  const struct inventory_port *port,
			  struct cabling_place *place)
{
	place->declared = port;
	place->port = subnet_find_end_port(names->subnet, port->guid);
	place->found = place->port ? CABLING_FOUND : CABLING_ABSENT;
}

/* The only cable port of an adapter. */
static const struct subnet_port *only_port(const struct subnet_node *node)
{
	return node->port_count == 1 ? &node->ports[0] : NULL;
}

static int take_unseen(const struct cabling_names *names,
		       const struct subnet_node *node, unsigned int number,
		       struct cabling_place *place)
{
	struct subnet_port *port = arena_alloc(names->arena, sizeof(*port));

	if (!port) {
		return -1;
	}
	port->node = subnet_find_node(names->subnet, node->guid);
	port->number = number;
	place->unseen = port;
	place->found = CABLING_NO_PORT;
	return 0;
}

static int take_node(const struct cabling_names *names,
		     const struct cabling_name *name,
		     const struct cabling_end *end, struct cabling_place *place)
{
	place->sw = name->sw;
	if (!name->node) {
		place->found = CABLING_ABSENT;
		return 0;
	}
	place->port = end->number ? subnet_node_port(name->node, end->number)
				  : only_port(name->node);
	if (!place->port && end->number) {
		return take_unseen(names, name->node, end->number, place);
	}
	place->found = place->port ? CABLING_FOUND : CABLING_MANY;
	return 0;
}

static const struct cabling_name *only_fitting(const struct cabling_name *names,
					       size_t count, bool declared,
					       const struct cabling_end *end,
					       size_t *fitting)
{
	const struct cabling_name *found = NULL;
	size_t i;

	*fitting = 0;
	for (i = 0; i < count; i++) {
		if (is_declared(&names[i]) == declared &&
		    fits(&names[i], end)) {
			found = &names[i];
			++*fitting;
		}
	}
	return found;
}

static enum cabling_found why_none(const struct cabling_name *first,
				   const struct cabling_end *end)
{
	if (end->form == CABLING_ADAPTER) {
		return is_switch(first) ? CABLING_NO_PORT : CABLING_NO_ADAPTER;
	}
	return end->form == CABLING_UNIT ? CABLING_NO_UNIT : CABLING_MANY;
}

int cabling_names_find(const struct cabling_names *names,
		       const struct cabling_end *end,
		       struct cabling_place *place)
{
	const struct cabling_name *first, *name;
	size_t count = find_range(names, end->device, &first), fitting;

	*place = (struct cabling_place){.found = CABLING_NO_DEVICE};
	if (!count) {
		return 0;
	}
	name = only_fitting(first, count, true, end, &fitting);
	if (!name) {
		name = only_fitting(first, count, false, end, &fitting);
	}
	if (fitting > 1) {
		place->found = CABLING_MANY;
	} else if (!name) {
		place->found = why_none(first, end);
	} else if (name->port) {
		take_declared(names, name->port, place);
	} else {
		return take_node(names, name, end, place);
	}
	return 0;
}
