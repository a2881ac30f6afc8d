/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One thing that happens to a fabric, and what it is to be called. */
#include "tests/unit/fabric_changes.h"

#include <string.h>

enum { TRIES = 200 };

/* --- Choosing ------------------------------------------------------------ */

static struct subnet_node *any_node(const struct subnet *subnet,
				    struct dice *dice, enum ib_node_type type)
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

static struct subnet_node *node_of(const struct subnet *subnet, uint64_t guid)
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
static struct subnet_port *any_port(const struct subnet *subnet,
				    struct dice *dice, enum ib_node_type type,
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

static bool is_sm(const struct subnet *subnet, uint64_t guid)
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
static struct subnet_port *any_host_port(const struct subnet *subnet,
					 struct dice *dice,
					 struct subnet_node **node)
{
	struct subnet_port *port =
		any_port(subnet, dice, IB_NODE_CA, IB_NODE_SWITCH, node);

	return port && !is_sm(subnet, port->guid) ? port : NULL;
}

static void drop_port(struct subnet_node *node, struct subnet_port *port)
{
	size_t i = (size_t)(port - node->ports);

	node->port_count--;
	memmove(port, port + 1, (node->port_count - i) * sizeof(*port));
}

static void drop_node(struct subnet *subnet, struct subnet_node *node)
{
	size_t i = (size_t)(node - subnet->nodes);

	subnet->node_count--;
	memmove(node, node + 1, (subnet->node_count - i) * sizeof(*node));
}

static void expect_cable(struct expected *expected,
			 const struct subnet_node *node,
			 const struct subnet_port *port)
{
	expected->guids[0] = node->guid;
	expected->guids[1] = port->peer_guid;
	expected->guids[2] = port->guid;
}

/* --- Cables -------------------------------------------------------------- */

static bool cut_link(struct subnet *subnet, struct dice *dice,
		     struct expected *expected)
{
	struct subnet_node *node;
	struct subnet_port *port =
		any_port(subnet, dice, IB_NODE_SWITCH, IB_NODE_SWITCH, &node);

	if (!port) {
		return false;
	}
	expect_cable(expected, node, port);
	random_fabric_cut(subnet, port);
	return true;
}

static bool unplug_host(struct subnet *subnet, struct dice *dice,
			struct expected *expected)
{
	struct subnet_node *node;
	struct subnet_port *port = any_host_port(subnet, dice, &node);

	if (!port) {
		return false;
	}
	expected->guids[0] = port->guid;
	random_fabric_cut(subnet, port);
	drop_port(node, port);
	if (!node->port_count) {
		drop_node(subnet, node);
	}
	return true;
}

/* Both ends of two cables on one switch, exchanged. */
static bool swap_cables(struct subnet *subnet, struct dice *dice,
			struct expected *expected)
{
	struct subnet_node *node, *other_node;
	struct subnet_port *port = any_host_port(subnet, dice, &node);
	struct subnet_port *other = any_host_port(subnet, dice, &other_node);
	struct subnet_port *facing, *other_facing;
	struct subnet_port copy;

	if (!port || !other || port == other) {
		return false;
	}
	facing = random_fabric_peer(subnet, port);
	other_facing = random_fabric_peer(subnet, other);
	copy = *port;
	port->peer_guid = other->peer_guid;
	port->peer_number = other->peer_number;
	other->peer_guid = copy.peer_guid;
	other->peer_number = copy.peer_number;
	facing->peer_guid = other_node->guid;
	facing->peer_number = other->number;
	other_facing->peer_guid = node->guid;
	other_facing->peer_number = port->number;
	expected->guids[0] = port->guid;
	expected->guids[1] = other->guid;
	expected->guids[2] = copy.peer_guid;
	expected->guids[3] = port->peer_guid;
	return true;
}

static bool move_host(struct subnet *subnet, struct dice *dice,
		      struct expected *expected)
{
	struct subnet_node *node, *sw = any_node(subnet, dice, IB_NODE_SWITCH);
	struct subnet_port *port = any_host_port(subnet, dice, &node);
	struct subnet_port *free_port =
		sw ? random_fabric_free_port(subnet, sw) : NULL;
	struct subnet_port copy;

	if (!port || !free_port) {
		return false;
	}
	copy = *port;
	expected->guids[0] = port->guid;
	expected->guids[1] = port->peer_guid;
	random_fabric_cut(subnet, port);
	random_fabric_cable(node, port, sw, free_port);
	port->speed = free_port->speed = copy.speed;
	port->width = free_port->width = copy.width;
	port->mtu = free_port->mtu = copy.mtu;
	port->speed_enabled = copy.speed_enabled;
	port->width_enabled = copy.width_enabled;
	return true;
}

static bool add_link(struct subnet *subnet, struct dice *dice,
		     struct expected *expected)
{
	struct subnet_node *a_node = any_node(subnet, dice, IB_NODE_SWITCH);
	struct subnet_node *b_node = any_node(subnet, dice, IB_NODE_SWITCH);
	struct subnet_port *a =
		a_node ? random_fabric_free_port(subnet, a_node) : NULL;
	struct subnet_port *b =
		b_node ? random_fabric_free_port(subnet, b_node) : NULL;
	struct subnet_node *node;

	/* With no links at all declared, none is unlisted. */
	if (!a || !b || a_node == b_node ||
	    !any_port(subnet, dice, IB_NODE_SWITCH, IB_NODE_SWITCH, &node)) {
		return false;
	}
	random_fabric_cable(a_node, a, b_node, b);
	expect_cable(expected, a_node, a);
	return true;
}

/* --- What a link runs at -------------------------------------------------- */

static struct subnet_port *any_cable(struct subnet *subnet, struct dice *dice,
				     struct expected *expected,
				     struct subnet_port **peer)
{
	struct subnet_node *node;
	struct subnet_port *port =
		any_port(subnet, dice,
			 chance(dice, 50) ? IB_NODE_CA : IB_NODE_SWITCH,
			 IB_NODE_SWITCH, &node);

	if (port) {
		expect_cable(expected, node, port);
		*peer = random_fabric_peer(subnet, port);
	}
	return port;
}

static bool slow_down(struct subnet *subnet, struct dice *dice,
		      struct expected *expected)
{
	struct subnet_port *peer,
		*port = any_cable(subnet, dice, expected, &peer);

	if (!port || port->speed == IB_SPEED_SDR) {
		return false;
	}
	port->speed = peer->speed = (enum ib_speed)(port->speed - 1);
	return true;
}

static bool narrow(struct subnet *subnet, struct dice *dice,
		   struct expected *expected)
{
	struct subnet_port *peer,
		*port = any_cable(subnet, dice, expected, &peer);

	if (!port || port->width == IB_WIDTH_1X) {
		return false;
	}
	port->width = peer->width = (enum ib_width)(port->width - 1);
	return true;
}

static bool shrink_mtu(struct subnet *subnet, struct dice *dice,
		       struct expected *expected)
{
	struct subnet_port *peer,
		*port = any_cable(subnet, dice, expected, &peer);

	if (!port || port->mtu <= 256) {
		return false;
	}
	port->mtu /= 2;
	peer->mtu /= 2;
	return true;
}

static bool unsettle(struct subnet *subnet, struct dice *dice,
		     struct expected *expected)
{
	struct subnet_node *node;
	struct subnet_port *port = any_host_port(subnet, dice, &node), *peer;

	if (!port) {
		return false;
	}
	expect_cable(expected, node, port);
	peer = random_fabric_peer(subnet, port);
	port->state = peer->state = IB_PORT_INITIALIZE;
	return true;
}

/* --- P_Keys --------------------------------------------------------------- */

/* The slot of a key beside 0x7fff, or NULL. */
static uint16_t *any_key(struct subnet *subnet, struct dice *dice,
			 struct subnet_port **found)
{
	struct subnet_node *node;
	struct subnet_port *port = any_host_port(subnet, dice, &node);

	if (!port || port->pkey_count < 2) {
		return NULL;
	}
	*found = port;
	return (uint16_t *)(uintptr_t)&port
		->pkeys[1 + roll(dice, (unsigned int)port->pkey_count - 1)];
}

static bool drop_key(struct subnet *subnet, struct dice *dice,
		     struct expected *expected)
{
	struct subnet_port *port;
	uint16_t *key = any_key(subnet, dice, &port);

	if (!key) {
		return false;
	}
	expected->guids[0] = port->guid;
	port->pkey_count--;
	memmove(key, key + 1,
		(size_t)(port->pkeys + port->pkey_count - key) * sizeof(*key));
	return true;
}

static bool flip_key(struct subnet *subnet, struct dice *dice,
		     struct expected *expected)
{
	struct subnet_port *port;
	uint16_t *key = any_key(subnet, dice, &port);

	if (!key) {
		return false;
	}
	expected->guids[0] = port->guid;
	*key ^= IB_PKEY_FULL_BIT;
	return true;
}

static bool add_key(struct subnet_port *port, uint16_t key)
{
	uint16_t *keys = (uint16_t *)(uintptr_t)port->pkeys;
	size_t i;

	for (i = 0; i < port->pkey_count; i++) {
		if (ib_pkey_base(keys[i]) == ib_pkey_base(key)) {
			return false;
		}
	}
	keys[port->pkey_count++] = key;
	return true;
}

static bool add_foreign_key(struct subnet *subnet, struct dice *dice,
			    struct expected *expected)
{
	struct subnet_node *node;
	struct subnet_port *port = any_host_port(subnet, dice, &node);

	if (!port) {
		return false;
	}
	expected->guids[0] = port->guid;
	return add_key(port, chance(dice, 50) ? 0x7abc : 0xfabc);
}

static bool add_known_key(struct subnet *subnet, struct dice *dice,
			  struct expected *expected)
{
	struct subnet_port *owner, *port;
	uint16_t *key = any_key(subnet, dice, &owner);
	struct subnet_node *node;

	port = any_host_port(subnet, dice, &node);
	if (!key || !port) {
		return false;
	}
	expected->guids[0] = port->guid;
	return add_key(port, *key);
}

static bool limit_sm(struct subnet *subnet, struct dice *dice,
		     struct expected *expected)
{
	size_t i, j;

	(void)dice;
	for (i = 0; i < subnet->node_count; i++) {
		for (j = 0; j < subnet->nodes[i].port_count; j++) {
			struct subnet_port *port = &subnet->nodes[i].ports[j];

			if (subnet->nodes[i].type == IB_NODE_CA &&
			    is_sm(subnet, port->guid)) {
				expected->guids[0] = port->guid;
				((uint16_t *)(uintptr_t)port->pkeys)[0] =
					0x7fff;
				return true;
			}
		}
	}
	return false;
}

/* --- Subnet managers ------------------------------------------------------ */

static bool lower_priority(struct subnet *subnet, struct dice *dice,
			   struct expected *expected)
{
	struct subnet_sm *sm;

	if (!subnet->sm_count) {
		return false;
	}
	/* The last one is the lowest: nothing else changes. */
	(void)dice;
	sm = &subnet->sms[subnet->sm_count - 1];
	sm->priority--;
	expected->guids[0] = sm->port_guid;
	return true;
}

static bool add_sm(struct subnet *subnet, struct dice *dice,
		   struct expected *expected)
{
	struct subnet_node *node;
	struct subnet_port *port = any_host_port(subnet, dice, &node);
	struct subnet_sm *sm;

	/* Where no SM is declared, none is unlisted. */
	if (!port || !subnet->sm_count) {
		return false;
	}
	port->is_sm = true;
	sm = &subnet->sms[subnet->sm_count++];
	*sm = (struct subnet_sm){.port_guid = port->guid,
				 .priority = 1,
				 .state = IB_SM_STANDBY};
	expected->guids[0] = port->guid;
	return true;
}

static bool lose_standby(struct subnet *subnet, struct dice *dice,
			 struct expected *expected)
{
	(void)dice;
	if (subnet->sm_count < 2) {
		return false;
	}
	expected->guids[0] = subnet->sms[--subnet->sm_count].port_guid;
	return true;
}

/* --- Nodes ---------------------------------------------------------------- */

static bool swap_adapter(struct subnet *subnet, struct dice *dice,
			 struct expected *expected)
{
	struct subnet_node *node;
	struct subnet_port *port = any_host_port(subnet, dice, &node);
	struct subnet_port *facing;

	if (!port || node->port_count != 1) {
		return false;
	}
	facing = random_fabric_peer(subnet, port);
	expected->guids[0] = port->guid;
	node->guid ^= 0x8000;
	port->guid ^= 0x8000;
	facing->peer_guid = node->guid;
	return true;
}

static bool rename_node(struct subnet *subnet, struct dice *dice,
			struct expected *expected)
{
	struct subnet_node *node;
	struct subnet_port *port = any_host_port(subnet, dice, &node);

	if (!port) {
		return false;
	}
	expected->guids[0] = node->guid;
	expected->guids[1] = port->guid;
	node->description = "elsewhere mlx5_0";
	return true;
}

static bool unset_name(struct subnet *subnet, struct dice *dice,
		       struct expected *expected)
{
	struct subnet_node *node;

	(void)expected; /* those without a name are one finding */
	if (!any_host_port(subnet, dice, &node)) {
		return false;
	}
	node->description = "MT4123 ConnectX6   Mellanox Technologies";
	return true;
}

static bool lose_switch(struct subnet *subnet, struct dice *dice,
			struct expected *expected)
{
	struct subnet_node *node = any_node(subnet, dice, IB_NODE_SWITCH);
	size_t i;

	if (!node || is_sm(subnet, node->guid)) {
		return false;
	}
	for (i = 0; i < node->port_count; i++) {
		const struct subnet_port *peer =
			random_fabric_peer(subnet, &node->ports[i]);

		if (peer && is_sm(subnet, peer->guid)) {
			return false;
		}
	}
	expected->guids[0] = node->guid;
	for (i = 0; i < node->port_count; i++) {
		struct subnet_port *port = &node->ports[i];
		struct subnet_node *peer_node =
			node_of(subnet, port->peer_guid);
		struct subnet_port *peer = random_fabric_peer(subnet, port);

		if (!peer) {
			continue;
		}
		random_fabric_cut(subnet, port);
		if (peer_node->type != IB_NODE_SWITCH) {
			drop_port(peer_node, peer);
		}
	}
	node = node_of(subnet, expected->guids[0]);
	drop_node(subnet, node);
	for (i = subnet->node_count; i-- > 0;) {
		if (!subnet->nodes[i].port_count) {
			drop_node(subnet, &subnet->nodes[i]);
		}
	}
	return true;
}

static bool add_host(struct subnet *subnet, struct dice *dice,
		     struct expected *expected)
{
	struct subnet_node *sw = any_node(subnet, dice, IB_NODE_SWITCH);
	struct subnet_port *free_port =
		sw ? random_fabric_free_port(subnet, sw) : NULL;
	struct subnet_node *node;

	if (!free_port) {
		return false;
	}
	node = random_fabric_add_node(subnet, IB_NODE_CA, 0x0c42a1030eee0000u,
				      "stranger mlx5_0", 1);
	if (!node) {
		return false;
	}
	random_fabric_cable(node, &node->ports[0], sw, free_port);
	expected->guids[0] = node->ports[0].guid;
	return true;
}

static bool add_switch(struct subnet *subnet, struct dice *dice,
		       struct expected *expected)
{
	struct subnet_node *sw = any_node(subnet, dice, IB_NODE_SWITCH);
	struct subnet_port *free_port =
		sw ? random_fabric_free_port(subnet, sw) : NULL;
	struct subnet_node *node;

	if (!free_port) {
		return false;
	}
	node = random_fabric_add_node(subnet, IB_NODE_SWITCH,
				      0x248a07030eee0000u,
				      "MF0;stranger:MQM8700/U1",
				      FABRIC_PORTS - 1);
	if (!node) {
		return false;
	}
	random_fabric_cable(node, &node->ports[1], sw, free_port);
	expected->guids[0] = node->guid;
	return true;
}

const struct fabric_change fabric_changes[] = {
	{"cut a link between switches", "link.missing", cut_link},
	{"unplug a host port", "port.missing", unplug_host},
	{"swap two host cables", "link.swapped", swap_cables},
	{"move a host's cable", "link.peer", move_host},
	{"add a link", "link.unlisted", add_link},
	{"slow a link down", "link.speed", slow_down},
	{"narrow a link", "link.width", narrow},
	{"shrink an MTU", "link.mtu", shrink_mtu},
	{"leave a port in Initialize", "port.state", unsettle},
	{"drop a P_Key", "partition.missing", drop_key},
	{"flip a membership", "partition.membership", flip_key},
	{"add a P_Key of nobody's", "partition.unknown", add_foreign_key},
	{"add a P_Key of another's", "partition.unexpected", add_known_key},
	{"make an SM limited", "partition.membership", limit_sm},
	{"lower an SM's priority", "sm.priority", lower_priority},
	{"add an SM", "sm.unlisted", add_sm},
	{"lose a standby SM", "sm.missing", lose_standby},
	{"swap an adapter", "port.replaced", swap_adapter},
	{"rename a node", "node.name", rename_node},
	{"unset a name", "node.name", unset_name},
	{"lose a switch", "switch.missing", lose_switch},
	{"add a host", "port.unlisted", add_host},
	{"add a switch", "switch.unlisted", add_switch},
};

const unsigned int fabric_change_count =
	sizeof(fabric_changes) / sizeof(fabric_changes[0]);
