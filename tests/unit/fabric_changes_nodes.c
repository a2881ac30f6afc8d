/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What happens to P_Keys, subnet managers and nodes. */
#include "tests/unit/fabric_choose.h"

#include <string.h>

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

static bool second_master(struct subnet *subnet, struct dice *dice,
			  struct expected *expected)
{
	(void)dice;
	if (subnet->sm_count < 2) {
		return false;
	}
	subnet->sms[subnet->sm_count - 1].state = IB_SM_MASTER;
	expected->guids[0] = subnet->sms[subnet->sm_count - 1].port_guid;
	expected->guids[1] = subnet->sms[0].port_guid;
	return true;
}

/* The standby takes over, the former master stands by. */
static bool hand_over(struct subnet *subnet, struct dice *dice,
		      struct expected *expected)
{
	(void)dice;
	if (subnet->sm_count < 2) {
		return false;
	}
	subnet->sms[0].state = IB_SM_STANDBY;
	subnet->sms[1].state = IB_SM_MASTER;
	expected->guids[0] = subnet->sms[0].port_guid;
	expected->guids[1] = subnet->sms[1].port_guid;
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

static bool lose_host(struct subnet *subnet, struct dice *dice,
		      struct expected *expected)
{
	struct subnet_node *node, *other;
	const char *description;
	size_t length, i, j;

	(void)expected; /* one finding, whichever of its ports stands for it */
	if (!any_host_port(subnet, dice, &node) || !node->description) {
		return false;
	}
	description = node->description;
	length = strcspn(description, " ");
	for (i = 0; i < subnet->node_count; i++) {
		other = &subnet->nodes[i];
		for (j = 0; j < other->port_count; j++) {
			if (!strncmp(other->description ? other->description
							: "",
				     description, length + 1) &&
			    is_sm(subnet, other->ports[j].guid)) {
				return false;
			}
		}
	}
	for (i = subnet->node_count; i-- > 0;) {
		other = &subnet->nodes[i];
		if (!other->description ||
		    strncmp(other->description, description, length + 1) != 0) {
			continue;
		}
		for (j = 0; j < other->port_count; j++) {
			random_fabric_cut(subnet, &other->ports[j]);
		}
		drop_node(subnet, other);
	}
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

const struct fabric_change fabric_node_changes[] = {
	{"drop a P_Key", "partition.missing", drop_key},
	{"flip a membership", "partition.membership", flip_key},
	{"add a P_Key of nobody's", "partition.unknown", add_foreign_key},
	{"add a P_Key of another's", "partition.unexpected", add_known_key},
	{"make an SM limited", "partition.membership", limit_sm},
	{"lower an SM's priority", "sm.priority", lower_priority},
	{"add an SM", "sm.unlisted", add_sm},
	{"have two masters", "sm.master", second_master},
	{"hand mastership over", "sm.master", hand_over},
	{"lose a standby SM", "sm.missing", lose_standby},
	{"swap an adapter", "port.replaced", swap_adapter},
	{"rename a node", "node.name", rename_node, FABRIC_ODD_NAMES},
	{"unset a name", "node.name", unset_name, FABRIC_ODD_NAMES},
	{"lose a host", "port.missing", lose_host, FABRIC_ODD_NAMES},
	{"lose a switch", "switch.missing", lose_switch},
	{"add a host", "port.unlisted", add_host},
	{"add a switch", "switch.unlisted", add_switch},
	{NULL, NULL, NULL, 0},
};
