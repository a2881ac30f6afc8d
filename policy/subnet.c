/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The fabric as a source saw it: order, links and index. */
#include "policy/subnet.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const source_names[SUBNET_SOURCE_COUNT] = {
	NULL, "plugin", "scan", "snapshot", "ibnetdiscover",
};

static const char *const enforce_names[SUBNET_ENFORCE_COUNT] = {
	NULL, "off", "in", "out", "both",
};

struct subnet *subnet_new(void)
{
	struct arena *arena = arena_new();
	struct subnet *subnet;

	if (!arena) {
		return NULL;
	}
	subnet = arena_alloc(arena, sizeof(*subnet));
	if (!subnet) {
		arena_free(arena);
		return NULL;
	}
	subnet->arena = arena;
	return subnet;
}

void subnet_free(struct subnet *subnet)
{
	if (subnet) {
		arena_free(subnet->arena);
	}
}

static int order_u64(uint64_t left, uint64_t right)
{
	return (left > right) - (left < right);
}

static int compare_nodes(const void *left, const void *right)
{
	const struct subnet_node *a = left, *b = right;

	return order_u64(a->guid, b->guid);
}

static int compare_ports(const void *left, const void *right)
{
	const struct subnet_port *a = left, *b = right;

	return order_u64(a->number, b->number);
}

static int compare_sms(const void *left, const void *right)
{
	const struct subnet_sm *a = left, *b = right;
	int order = order_u64(a->port_guid, b->port_guid);

	if (!order) {
		order = order_u64(a->state, b->state);
	}
	if (!order) {
		order = order_u64(a->priority, b->priority);
	}
	return order ? order : (int)a->local - (int)b->local;
}

static int compare_groups(const void *left, const void *right)
{
	const struct subnet_group *a = left, *b = right;
	int order = order_u64(a->pkey, b->pkey);

	return order ? order : memcmp(a->mgid, b->mgid, sizeof(a->mgid));
}

static int compare_end_ports(const void *left, const void *right)
{
	const struct subnet_port *a = *(struct subnet_port *const *)left;
	const struct subnet_port *b = *(struct subnet_port *const *)right;
	int order = order_u64(a->guid, b->guid);

	if (!order) {
		order = order_u64(a->node->guid, b->node->guid);
	}
	return order ? order : order_u64(a->number, b->number);
}

/* qsort() must not be handed NULL, even for no items. */
static void sort(void *items, size_t count, size_t size,
		 int (*compare)(const void *, const void *))
{
	if (count > 1) {
		qsort(items, count, size, compare);
	}
}

static int order_nodes(struct subnet *subnet, struct error *error)
{
	char text[IB_GUID_TEXT];
	size_t i, j;

	sort(subnet->nodes, subnet->node_count, sizeof(*subnet->nodes),
	     compare_nodes);
	for (i = 0; i < subnet->node_count; i++) {
		struct subnet_node *node = &subnet->nodes[i];

		if (i && node->guid == node[-1].guid) {
			return error_set(error, EINVAL,
					 "node %s is there twice",
					 ib_guid_format(text, node->guid));
		}
		sort(node->ports, node->port_count, sizeof(*node->ports),
		     compare_ports);
		for (j = 0; j < node->port_count; j++) {
			struct subnet_port *port = &node->ports[j];

			if (j && port->number == port[-1].number) {
				return error_set(
					error, EINVAL,
					"port %u of node %s is there twice",
					port->number,
					ib_guid_format(text, node->guid));
			}
			port->node = node;
		}
	}
	return 0;
}

static void link_port(const struct subnet *subnet, struct subnet_port *port)
{
	struct subnet_node *node;

	if (!port->peer_guid) {
		return;
	}
	node = subnet_find_node(subnet, port->peer_guid);
	port->peer = node ? subnet_node_port(node, port->peer_number) : NULL;
}

static void complete_link(const struct subnet *subnet, struct subnet_port *port)
{
	struct subnet_port *peer = port->peer;

	(void)subnet;
	if (peer && !peer->peer_guid) {
		peer->peer = port;
		peer->peer_guid = port->node->guid;
		peer->peer_number = port->number;
	}
}

static void each_port(const struct subnet *subnet,
		      void (*visit)(const struct subnet *,
				    struct subnet_port *))
{
	size_t i, j;

	for (i = 0; i < subnet->node_count; i++) {
		for (j = 0; j < subnet->nodes[i].port_count; j++) {
			visit(subnet, &subnet->nodes[i].ports[j]);
		}
	}
}

static int index_end_ports(struct subnet *subnet, struct error *error)
{
	size_t i, j, count = 0;

	for (i = 0; i < subnet->node_count; i++) {
		count += subnet->nodes[i].port_count;
	}
	subnet->end_ports =
		arena_array(subnet->arena, count, sizeof(*subnet->end_ports));
	if (!subnet->end_ports) {
		return error_no_memory(error);
	}
	count = 0;
	for (i = 0; i < subnet->node_count; i++) {
		for (j = 0; j < subnet->nodes[i].port_count; j++) {
			struct subnet_port *port = &subnet->nodes[i].ports[j];

			if (subnet_port_is_end(port)) {
				subnet->end_ports[count++] = port;
			}
		}
	}
	subnet->end_port_count = count;
	sort(subnet->end_ports, count, sizeof(*subnet->end_ports),
	     compare_end_ports);
	return 0;
}

int subnet_finish(struct subnet *subnet, struct error *error)
{
	if (order_nodes(subnet, error)) {
		return -1;
	}
	each_port(subnet, link_port);
	each_port(subnet, complete_link);
	sort(subnet->sms, subnet->sm_count, sizeof(*subnet->sms), compare_sms);
	sort(subnet->groups, subnet->group_count, sizeof(*subnet->groups),
	     compare_groups);
	return index_end_ports(subnet, error);
}

struct subnet_node *subnet_find_node(const struct subnet *subnet,
				     uint64_t node_guid)
{
	struct subnet_node key = {.guid = node_guid};

	if (!subnet->node_count) {
		return NULL;
	}
	return bsearch(&key, subnet->nodes, subnet->node_count, sizeof(key),
		       compare_nodes);
}

struct subnet_port *subnet_node_port(const struct subnet_node *node,
				     unsigned int number)
{
	struct subnet_port key = {.number = number};

	if (!node->port_count) {
		return NULL;
	}
	return bsearch(&key, node->ports, node->port_count, sizeof(key),
		       compare_ports);
}

struct subnet_port *subnet_find_end_port(const struct subnet *subnet,
					 uint64_t port_guid)
{
	size_t low = 0, high = subnet->end_port_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (subnet->end_ports[middle]->guid < port_guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	if (!port_guid || low == subnet->end_port_count ||
	    subnet->end_ports[low]->guid != port_guid) {
		return NULL;
	}
	return subnet->end_ports[low];
}

const char *subnet_node_text(const struct subnet_node *node)
{
	return node->name ? node->name : node->description;
}

bool subnet_port_is_end(const struct subnet_port *port)
{
	switch (port->node->type) {
	case IB_NODE_CA:
	case IB_NODE_ROUTER:
		return true;
	case IB_NODE_SWITCH:
		return port->number == 0;
	default:
		return false;
	}
}

static const char *name_of(const char *const *names, unsigned int count,
			   unsigned int value)
{
	return value < count ? names[value] : NULL;
}

static unsigned int value_of(const char *const *names, unsigned int count,
			     const char *text)
{
	unsigned int value;

	for (value = 1; value < count; value++) {
		if (strcmp(names[value], text) == 0) {
			return value;
		}
	}
	return 0;
}

const char *subnet_source_name(enum subnet_source source)
{
	return name_of(source_names, SUBNET_SOURCE_COUNT, source);
}

enum subnet_source subnet_source_parse(const char *text)
{
	return (enum subnet_source)value_of(source_names, SUBNET_SOURCE_COUNT,
					    text);
}

const char *subnet_enforce_name(enum subnet_enforce enforce)
{
	return name_of(enforce_names, SUBNET_ENFORCE_COUNT, enforce);
}

enum subnet_enforce subnet_enforce_parse(const char *text)
{
	return (enum subnet_enforce)value_of(enforce_names,
					     SUBNET_ENFORCE_COUNT, text);
}
