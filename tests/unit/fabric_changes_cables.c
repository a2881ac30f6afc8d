/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What happens to cables and to what runs over them. */
#include "tests/unit/fabric_choose.h"

#include <stddef.h>

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

/* Both cables keep one end and change the other. */
static bool swap_links(struct subnet *subnet, struct dice *dice,
		       struct expected *expected)
{
	struct subnet_node *a_node, *b_node, *c_node, *d_node;
	struct subnet_port *a =
		any_port(subnet, dice, IB_NODE_SWITCH, IB_NODE_SWITCH, &a_node);
	struct subnet_port *c =
		any_port(subnet, dice, IB_NODE_SWITCH, IB_NODE_SWITCH, &c_node);
	struct subnet_port *b = a ? random_fabric_peer(subnet, a) : NULL;
	struct subnet_port *d = c ? random_fabric_peer(subnet, c) : NULL;

	if (!a || !c || a == c || b == c || a->speed != c->speed ||
	    a->width != c->width || a->mtu != c->mtu || a->state != c->state ||
	    b->state != d->state) {
		return false;
	}
	b_node = node_of(subnet, a->peer_guid);
	d_node = node_of(subnet, c->peer_guid);
	if (!b_node || !d_node) {
		return false;
	}
	expected->guids[0] = a_node->guid;
	expected->guids[1] = b_node->guid;
	expected->guids[2] = c_node->guid;
	expected->guids[3] = d_node->guid;
	a->peer_guid = d_node->guid;
	a->peer_number = d->number;
	d->peer_guid = a_node->guid;
	d->peer_number = a->number;
	c->peer_guid = b_node->guid;
	c->peer_number = b->number;
	b->peer_guid = c_node->guid;
	b->peer_number = c->number;
	return true;
}

/* One end of a link in another, free port of its switch. */
static bool move_link(struct subnet *subnet, struct dice *dice,
		      struct expected *expected)
{
	struct subnet_node *node;
	struct subnet_port *port =
		any_port(subnet, dice, IB_NODE_SWITCH, IB_NODE_SWITCH, &node);
	struct subnet_port *free_port =
		port ? random_fabric_free_port(subnet, node) : NULL;
	struct subnet_port *peer;
	unsigned int number;

	if (!free_port) {
		return false;
	}
	expect_cable(expected, node, port);
	peer = random_fabric_peer(subnet, port);
	number = free_port->number;
	*free_port = *port;
	free_port->number = number;
	peer->peer_number = number;
	*port = (struct subnet_port){.guid = port->guid,
				     .number = port->number,
				     .state = IB_PORT_DOWN,
				     .phys = IB_PHYS_POLLING};
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

const struct fabric_change fabric_cable_changes[] = {
	{"cut a link between switches", "link.missing", cut_link},
	{"unplug a host port", "port.missing", unplug_host},
	{"swap two host cables", "link.swapped", swap_cables},
	{"move a host's cable", "link.peer", move_host},
	{"swap two links", "link.swapped", swap_links},
	{"move a link", "link.peer", move_link},
	{"add a link", "link.unlisted", add_link},
	{"slow a link down", "link.speed", slow_down},
	{"narrow a link", "link.width", narrow},
	{"shrink an MTU", "link.mtu", shrink_mtu},
	{"leave a port in Initialize", "port.state", unsettle},
	{NULL, NULL, NULL, 0},
};
