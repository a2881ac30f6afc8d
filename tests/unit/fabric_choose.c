/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a change is done to: some node, some port, some cable. */
#include "tests/unit/fabric_choose.h"

#include <string.h>

enum { TRIES = 200 };

struct subnet_node *any_node(const struct subnet *subnet, struct dice *dice,
			     enum ib_node_type type)
{
	unsigned int i;

	for (i = 0; i < TRIES; i++) {
		struct subnet_node *node =
			&subnet->nodes[roll(dice,
					    (unsigned int)subnet->node_count)];

		if (node->type == type && node->device != 0xcf09) {
			return node;
		}
	}
	return NULL;
}

struct subnet_node *node_of(const struct subnet *subnet, uint64_t guid)
{
	size_t i;

	for (i = 0; i < subnet->node_count; i++) {
		if (subnet->nodes[i].guid == guid) {
			return &subnet->nodes[i];
		}
	}
	return NULL;
}

/* A port of a node of one type with a cable to a node of the other. */
struct subnet_port *any_port(const struct subnet *subnet, struct dice *dice,
			     enum ib_node_type type,
			     enum ib_node_type peer_type,
			     struct subnet_node **node)
{
	unsigned int i;

	for (i = 0; i < TRIES; i++) {
		struct subnet_port *port;
		const struct subnet_node *peer;

		*node = any_node(subnet, dice, type);
		if (!*node || !(*node)->port_count) {
			continue;
		}
		port = &(*node)->ports[roll(dice,
					    (unsigned int)(*node)->port_count)];
		peer = node_of(subnet, port->peer_guid);
		if (peer && peer != *node && peer->type == peer_type &&
		    peer->device != 0xcf09) {
			return port;
		}
	}
	return NULL;
}

bool is_sm(const struct subnet *subnet, uint64_t guid)
{
	size_t i;

	for (i = 0; i < subnet->sm_count; i++) {
		if (subnet->sms[i].port_guid == guid) {
			return true;
		}
	}
	return false;
}

/* A host port that is no SM and has a cable to a switch. */
struct subnet_port *any_host_port(const struct subnet *subnet,
				  struct dice *dice, struct subnet_node **node)
{
	struct subnet_port *port =
		any_port(subnet, dice, IB_NODE_CA, IB_NODE_SWITCH, node);

	return port && !is_sm(subnet, port->guid) ? port : NULL;
}

void drop_port(struct subnet_node *node, struct subnet_port *port)
{
	size_t i = (size_t)(port - node->ports);

	node->port_count--;
	memmove(port, port + 1, (node->port_count - i) * sizeof(*port));
}

void drop_node(struct subnet *subnet, struct subnet_node *node)
{
	size_t i = (size_t)(node - subnet->nodes);

	subnet->node_count--;
	memmove(node, node + 1, (subnet->node_count - i) * sizeof(*node));
}

void expect_cable(struct expected *expected, const struct subnet_node *node,
		  const struct subnet_port *port)
{
	expected->guids[0] = node->guid;
	expected->guids[1] = port->peer_guid;
	expected->guids[2] = port->guid;
}
