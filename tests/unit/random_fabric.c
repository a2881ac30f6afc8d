/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Random small fabrics: leaves, spines, hosts, routers, and oddities. */
#include "tests/unit/random_fabric.h"

#include <stdio.h>
#include <string.h>

enum {
	NODE_LIMIT = 40,
	LEAF_PORTS = FABRIC_PORTS - 1,
	KEY_LIMIT = 16,
	SWITCH_GUID = 0x2,
	HOST_GUID = 0xc
};

struct maker {
	struct subnet *subnet;
	struct dice dice;
	unsigned int faults;
	struct subnet_node *switches[8];
	unsigned int leaf_count, switch_count;
	unsigned int next;      /* GUID of the next node */
	uint16_t partitions[6]; /* numbers of those beside 0x7fff */
	unsigned int partition_count;
	unsigned int speed; /* what most links run at */
};

unsigned int roll(struct dice *dice, unsigned int sides)
{
	dice->state ^= dice->state >> 12;
	dice->state ^= dice->state << 25;
	dice->state ^= dice->state >> 27;
	return (unsigned int)((dice->state * 0x2545f4914f6cdd1du) >> 33) %
	       sides;
}

bool chance(struct dice *dice, unsigned int percent)
{
	return roll(dice, 100) < percent;
}

static bool wanted(struct maker *maker, unsigned int fault,
		   unsigned int percent)
{
	bool hit = chance(&maker->dice, percent);

	return hit && (maker->faults & fault);
}

struct subnet_node *random_fabric_add_node(struct subnet *subnet,
					   enum ib_node_type type,
					   uint64_t guid,
					   const char *description,
					   unsigned int ports)
{
	struct subnet_node *node = &subnet->nodes[subnet->node_count];
	unsigned int first = type == IB_NODE_SWITCH ? 0 : 1, i;

	*node = (struct subnet_node){0};
	node->ports = arena_array(subnet->arena, FABRIC_PORTS + 1,
				  sizeof(*node->ports));
	if (!node->ports || subnet->node_count == NODE_LIMIT) {
		return NULL;
	}
	subnet->node_count++;
	node->guid = guid;
	node->system_guid = guid;
	node->type = type;
	node->description = arena_strdup(subnet->arena, description);
	node->vendor = 0x02c9;
	node->device = type == IB_NODE_SWITCH ? 0xd2f0 : 0x101b;
	for (i = first; i <= ports; i++) {
		struct subnet_port *port = &node->ports[node->port_count++];

		port->number = i;
		port->guid = type == IB_NODE_SWITCH ? guid : guid + i;
		port->state = i ? IB_PORT_DOWN : IB_PORT_ACTIVE;
		port->phys = i ? IB_PHYS_POLLING : IB_PHYS_LINK_UP;
		port->lid = i ? 0 : (unsigned int)(guid & 0xffff);
	}
	return node;
}

struct subnet_port *random_fabric_port(const struct subnet *subnet,
				       uint64_t node_guid, unsigned int number)
{
	size_t i, j;

	for (i = 0; i < subnet->node_count; i++) {
		struct subnet_node *node = &subnet->nodes[i];

		for (j = 0; node->guid == node_guid && j < node->port_count;
		     j++) {
			if (node->ports[j].number == number) {
				return &node->ports[j];
			}
		}
	}
	return NULL;
}

struct subnet_port *random_fabric_peer(const struct subnet *subnet,
				       const struct subnet_port *port)
{
	return port->peer_guid ? random_fabric_port(subnet, port->peer_guid,
						    port->peer_number)
			       : NULL;
}

struct subnet_port *random_fabric_free_port(const struct subnet *subnet,
					    const struct subnet_node *node)
{
	size_t i;

	(void)subnet;
	for (i = 0; i < node->port_count; i++) {
		if (node->ports[i].number && !node->ports[i].peer_guid) {
			return &node->ports[i];
		}
	}
	return NULL;
}

static void bring_up(struct subnet_port *port, uint64_t peer_guid,
		     unsigned int peer_number)
{
	port->peer_guid = peer_guid;
	port->peer_number = peer_number;
	port->state = IB_PORT_ACTIVE;
	port->phys = IB_PHYS_LINK_UP;
	port->speed = IB_SPEED_EDR;
	port->width = IB_WIDTH_4X;
	port->speed_enabled = 1u << IB_SPEED_EDR | 1u << IB_SPEED_SDR;
	port->width_enabled = 1u << IB_WIDTH_4X | 1u << IB_WIDTH_1X;
	port->speed_supported = port->speed_enabled;
	port->width_supported = port->width_enabled;
	port->mtu = 4096;
	port->mtu_cap = 4096;
}

void random_fabric_cable(struct subnet_node *a_node, struct subnet_port *a,
			 struct subnet_node *b_node, struct subnet_port *b)
{
	bring_up(a, b_node->guid, b->number);
	bring_up(b, a_node->guid, a->number);
}

static void bring_down(struct subnet_port *port)
{
	port->peer_guid = 0;
	port->peer_number = 0;
	port->state = IB_PORT_DOWN;
	port->phys = IB_PHYS_POLLING;
}

void random_fabric_cut(struct subnet *subnet, struct subnet_port *port)
{
	struct subnet_port *peer = random_fabric_peer(subnet, port);

	bring_down(port);
	if (peer) {
		bring_down(peer);
	}
}

/* --- Links -------------------------------------------------------------- */

static void set_speed(struct subnet_port *port, unsigned int speed,
		      unsigned int width, unsigned int mtu)
{
	port->speed = (enum ib_speed)speed;
	port->width = (enum ib_width)width;
	port->mtu = mtu;
	port->speed_enabled = 1u << speed | 1u << IB_SPEED_SDR;
	port->width_enabled = 1u << width | 1u << IB_WIDTH_1X;
}

/* What the two ends of a new cable run at. */
static void shape_cable(struct maker *maker, struct subnet_port *a,
			struct subnet_port *b)
{
	struct dice *dice = &maker->dice;
	unsigned int speed = maker->speed, width = IB_WIDTH_4X, mtu = 4096;

	if (chance(dice, 15)) {
		speed = IB_SPEED_SDR + roll(dice, IB_SPEED_COUNT - 1);
	}
	if (chance(dice, 10)) {
		width = IB_WIDTH_1X + roll(dice, IB_WIDTH_COUNT - 1);
	}
	if (chance(dice, 10)) {
		mtu = 256u << roll(dice, 5);
	}
	set_speed(a, speed, width, mtu);
	set_speed(b, speed, width, mtu);
	if (chance(dice, 10)) { /* one end could do more: nothing is wrong */
		a->speed_enabled |= 1u << IB_SPEED_XDR;
	}
	if (wanted(maker, FABRIC_DEGRADED, 15) && speed > IB_SPEED_SDR) {
		a->speed = b->speed = IB_SPEED_SDR;
	}
	if (wanted(maker, FABRIC_DEGRADED, 10) && width > IB_WIDTH_1X) {
		a->width = b->width = IB_WIDTH_1X;
	}
	if (wanted(maker, FABRIC_UNSETTLED, 10)) {
		a->state = b->state = IB_PORT_INITIALIZE;
	} else if (wanted(maker, FABRIC_UNSETTLED, 5)) {
		b->state = IB_PORT_ARMED;
	}
}

static bool join(struct maker *maker, struct subnet_node *a_node,
		 struct subnet_node *b_node)
{
	struct subnet_port *a = random_fabric_free_port(maker->subnet, a_node);
	struct subnet_port *b;

	if (!a) {
		return false;
	}
	a->peer_guid = 1; /* not free for the other end of a loopback */
	b = random_fabric_free_port(maker->subnet, b_node);
	a->peer_guid = 0;
	if (!b) {
		return false;
	}
	random_fabric_cable(a_node, a, b_node, b);
	shape_cable(maker, a, b);
	return true;
}

/* --- Nodes -------------------------------------------------------------- */

static const char *const odd_names[] = {
	"",
	"   ",
	"MT4123 ConnectX6   Mellanox Technologies",
	"Mellanox Technologies Aggregation Node",
	"localhost HCA-1",
	"node001 mlx5_0",
	"node002 mlx5_0",
	"node001.cluster.example mlx5_0",
	"NODE001 mlx5_0",
	"ALL mlx5_0",
	"SM",
	"on mlx5_0",
	"0x0123456789abcdef mlx5_0",
	"12 mlx5_0",
	"role:compute mlx5_0",
	"a\"b'c: {x} #1 mlx5_0",
	"\x1b[31mred\x1b[0m mlx5_0",
	"\xff\xfe\xc3 mlx5_0",
	"[1-3],* mlx5_0",
	"-- ../../etc mlx5_0",
	"leaf01",
	"leaf01 mlx5_0",
	"gpu[001-064] mlx5_0/1",
	"unnamed-0000000000000001 HCA-1",
	"node001 mlx5_0 ",
	"  node009\tmlx5_0",
	"node010  a very long device name that goes to the very last.",
	"0123456789012345678901234567890123456789012345678901234567890123",
	"\xe2\x80\xae"
	"evil mlx5_0",
	"MF0;leaf01:MQM8700/U1",
	"MF0;:/",
	"node011 mlx5_0\nhosts: {}",
};

static const char *odd_name(struct maker *maker)
{
	return odd_names[roll(&maker->dice,
			      sizeof(odd_names) / sizeof(odd_names[0]))];
}

static struct subnet_node *add_switch(struct maker *maker, const char *kind,
				      unsigned int number)
{
	static const char *const forms[] = {"MF0;%s%02u:MQM8700/U1",
					    "MF0;%s%02u:MCS8500/L05/U1",
					    "MF0;%s%02u:MQM9700/U1", "%s%02u"};
	char description[80];
	struct subnet_node *node;

	snprintf(description, sizeof(description), forms[roll(&maker->dice, 4)],
		 kind, number);
	node = random_fabric_add_node(maker->subnet, IB_NODE_SWITCH,
				      0x248a070300000000u +
					      ++maker->next * 0x100,
				      wanted(maker, FABRIC_ODD_NAMES, 20)
					      ? odd_name(maker)
					      : description,
				      LEAF_PORTS);
	if (node) {
		maker->switches[maker->switch_count++] = node;
	}
	return node;
}

static struct subnet_node *add_ca(struct maker *maker, const char *description,
				  unsigned int ports)
{
	struct subnet_node *node =
		random_fabric_add_node(maker->subnet, IB_NODE_CA,
				       0x0c42a10300000000u +
					       ++maker->next * 0x10,
				       wanted(maker, FABRIC_ODD_NAMES, 30)
					       ? odd_name(maker)
					       : description,
				       ports);

	if (node && wanted(maker, FABRIC_ODD_NAMES, 3)) {
		node->description = NULL;
	}
	return node;
}

static struct subnet_node *any_leaf(struct maker *maker)
{
	return maker->switches[roll(&maker->dice, maker->leaf_count)];
}

/* OpenSM does not show a CA port that is not cabled; a scan does. */
static void drop_down_ports(struct subnet_node *node)
{
	size_t kept = 0, i;

	for (i = 0; i < node->port_count; i++) {
		if (node->ports[i].state != IB_PORT_DOWN) {
			node->ports[kept++] = node->ports[i];
		}
	}
	node->port_count = kept;
}

static bool add_host(struct maker *maker, unsigned int number)
{
	unsigned int adapters = 1 + chance(&maker->dice, 30), i, j;
	bool storage = chance(&maker->dice, 20);
	char description[64];

	for (i = 0; i < adapters; i++) {
		unsigned int ports = 1 + chance(&maker->dice, 30);
		struct subnet_node *node;

		snprintf(description, sizeof(description), "%s%03u mlx5_%u",
			 storage ? "nas" : "node", number, i);
		node = add_ca(maker, description, ports);
		if (!node) {
			return false;
		}
		for (j = 0; j < ports; j++) {
			if (j == 0 || chance(&maker->dice, 60)) {
				join(maker, node, any_leaf(maker));
			}
		}
		if (chance(&maker->dice, 50)) {
			drop_down_ports(node);
		}
	}
	return true;
}

static bool add_switches(struct maker *maker)
{
	unsigned int spines = roll(&maker->dice, 3), i, j, cables;

	maker->leaf_count = 1 + roll(&maker->dice, 3);
	for (i = 0; i < maker->leaf_count; i++) {
		if (!add_switch(maker, "leaf", i + 1)) {
			return false;
		}
	}
	for (i = 0; i < spines; i++) {
		struct subnet_node *spine = add_switch(maker, "spine", i + 1);

		if (!spine) {
			return false;
		}
		for (j = 0; j < maker->leaf_count; j++) {
			for (cables = 1 + roll(&maker->dice, 2); cables;
			     cables--) {
				join(maker, maker->switches[j], spine);
			}
		}
	}
	return true;
}

static bool add_odd_cables(struct maker *maker)
{
	struct subnet_node *a, *b;

	if (wanted(maker, FABRIC_ODD_CABLES, 40)) {
		a = any_leaf(maker);
		join(maker, a, a);
	}
	if (wanted(maker, FABRIC_ODD_CABLES, 30)) {
		a = add_ca(maker, "back001 mlx5_0", 1);
		b = add_ca(maker, "back002 mlx5_0", 1);
		if (!a || !b) {
			return false;
		}
		join(maker, a, b);
	}
	if (wanted(maker, FABRIC_ODD_CABLES, 20)) {
		a = add_ca(maker, "loop001 mlx5_0", 2);
		if (!a) {
			return false;
		}
		join(maker, a, a);
	}
	return true;
}

static bool add_others(struct maker *maker)
{
	struct subnet_node *node;
	unsigned int i;

	if (chance(&maker->dice, 30)) {
		node = random_fabric_add_node(maker->subnet, IB_NODE_ROUTER,
					      0x0c42a10300f00000u, "router01",
					      2);
		if (!node) {
			return false;
		}
		join(maker, node, any_leaf(maker));
		join(maker, node, any_leaf(maker));
	}
	for (i = 0; i < maker->switch_count; i++) {
		if (chance(&maker->dice, 30)) {
			node = random_fabric_add_node(
				maker->subnet, IB_NODE_CA,
				maker->switches[i]->guid + 8,
				"Mellanox Technologies Aggregation Node", 1);
			if (!node) {
				return false;
			}
			node->device = 0xcf09;
			if (!join(maker, node, maker->switches[i])) {
				maker->subnet->node_count--;
			}
		}
	}
	return true;
}

/* --- P_Keys and subnet managers ----------------------------------------- */

static bool give_keys(struct maker *maker, struct subnet_port *port,
		      uint16_t default_key, bool switch_too)
{
	uint16_t *keys =
		arena_array(maker->subnet->arena, KEY_LIMIT, sizeof(*keys));
	unsigned int i;

	if (!keys) {
		return false;
	}
	port->pkeys = keys;
	port->pkeys_known = true;
	port->pkey_cap = 128;
	keys[port->pkey_count++] = default_key;
	for (i = 0; i < maker->partition_count; i++) {
		bool all = i == 0 && switch_too;

		if (all || (port->number && chance(&maker->dice, 40))) {
			bool full = all || chance(&maker->dice, 60);

			keys[port->pkey_count++] =
				maker->partitions[i] | (full ? 0x8000 : 0);
		}
	}
	return true;
}

static bool is_sm_port(const struct subnet *subnet, uint64_t guid)
{
	size_t i;

	for (i = 0; i < subnet->sm_count; i++) {
		if (subnet->sms[i].port_guid == guid) {
			return true;
		}
	}
	return false;
}

static bool add_keys(struct maker *maker)
{
	bool everyone_full = chance(&maker->dice, 20);
	bool switch_too = chance(&maker->dice, 20);
	size_t i, j;

	maker->partition_count = everyone_full ? 0 : roll(&maker->dice, 6);
	for (i = 0; i < maker->partition_count; i++) {
		maker->partitions[i] = (uint16_t)(0x11 * (i + 1));
	}
	for (i = 0; i < maker->subnet->node_count; i++) {
		struct subnet_node *node = &maker->subnet->nodes[i];

		for (j = 0; j < node->port_count; j++) {
			struct subnet_port *port = &node->ports[j];
			bool full = everyone_full ||
				    is_sm_port(maker->subnet, port->guid);

			if (port->state == IB_PORT_DOWN ||
			    (node->type == IB_NODE_SWITCH && port->number)) {
				continue;
			}
			if (!give_keys(maker, port, full ? 0xffff : 0x7fff,
				       switch_too)) {
				return false;
			}
		}
	}
	return true;
}

static void add_sm(struct maker *maker, uint64_t guid)
{
	struct subnet *subnet = maker->subnet;
	unsigned int count = (unsigned int)subnet->sm_count;
	struct subnet_sm *sm;

	if (is_sm_port(subnet, guid) || count == 3) {
		return;
	}
	sm = &subnet->sms[subnet->sm_count++];
	sm->port_guid = guid;
	sm->priority = 12 - count;
	sm->state = count ? IB_SM_STANDBY : IB_SM_MASTER;
	sm->local = count == 0;
	if (wanted(maker, FABRIC_BAD_SMS, 25)) {
		sm->priority = 14 + roll(&maker->dice, 2);
	}
	if (wanted(maker, FABRIC_BAD_SMS, 25)) {
		sm->priority = 12;
	}
	if (wanted(maker, FABRIC_BAD_SMS, 25)) {
		sm->state = 1 + roll(&maker->dice, IB_SM_STATE_COUNT - 1);
	}
}

static void add_sms(struct maker *maker)
{
	struct subnet *subnet = maker->subnet;
	size_t i;

	subnet->sms_known = true;
	for (i = 0; i < subnet->node_count; i++) {
		struct subnet_node *node = &subnet->nodes[i];
		struct subnet_port *port = &node->ports[0];

		if (node->port_count && port->state == IB_PORT_ACTIVE &&
		    node->device != 0xcf09 && node->type != IB_NODE_ROUTER &&
		    chance(&maker->dice, 20)) {
			port->is_sm = true;
			add_sm(maker, port->guid);
		}
	}
}

/* Facts of a port that its source could not read. */
static void lose_facts(struct maker *maker, struct subnet_port *port)
{
	if (wanted(maker, FABRIC_UNREAD, 10)) {
		port->pkeys_known = false;
		port->pkeys = NULL;
		port->pkey_count = 0;
		port->unassessed = "P_Key table did not answer";
	}
	if (wanted(maker, FABRIC_UNREAD, 5)) {
		port->speed = IB_SPEED_UNKNOWN;
		port->unassessed = "the active link speed is an unknown code";
	}
	if (wanted(maker, FABRIC_UNREAD, 5)) {
		port->width = IB_WIDTH_UNKNOWN;
		port->mtu = 0;
	}
	if (wanted(maker, FABRIC_UNREAD, 5)) {
		port->state = IB_PORT_UNKNOWN;
		port->phys = IB_PHYS_UNKNOWN;
	}
}

static void lose_all(struct maker *maker)
{
	struct subnet *subnet = maker->subnet;
	size_t i, j;

	for (i = 0; i < subnet->node_count; i++) {
		struct subnet_node *node = &subnet->nodes[i];

		if (wanted(maker, FABRIC_UNREAD, 5)) {
			node->vendor = 0;
			node->device = 0;
			node->system_guid = 0;
		}
		for (j = 0; j < node->port_count; j++) {
			if (node->ports[j].state != IB_PORT_DOWN) {
				lose_facts(maker, &node->ports[j]);
			}
		}
	}
	if (wanted(maker, FABRIC_UNREAD, 10)) {
		subnet->sms_known = false;
	}
	if (wanted(maker, FABRIC_UNREAD, 10)) {
		subnet->errors = true;
	}
}

struct subnet *random_fabric_make(uint64_t seed, unsigned int faults)
{
	struct maker maker = {.subnet = subnet_new(),
			      .dice = {seed * 0x9e3779b97f4a7c15u + 1},
			      .faults = faults};
	struct subnet *subnet = maker.subnet;
	unsigned int hosts, i;
	bool made;

	if (!subnet) {
		return NULL;
	}
	subnet->source = SUBNET_FROM_PLUGIN;
	subnet->taken_at = FABRIC_TIME;
	subnet->nodes =
		arena_array(subnet->arena, NODE_LIMIT, sizeof(*subnet->nodes));
	subnet->sms = arena_array(subnet->arena, 8, sizeof(*subnet->sms));
	maker.speed = IB_SPEED_QDR + roll(&maker.dice, 6);
	made = subnet->nodes && subnet->sms && add_switches(&maker);
	hosts = 2 + roll(&maker.dice, 7);
	for (i = 0; made && i < hosts; i++) {
		made = add_host(&maker, i + 1);
	}
	if (!made || !add_odd_cables(&maker) || !add_others(&maker)) {
		subnet_free(subnet);
		return NULL;
	}
	add_sms(&maker);
	if (!add_keys(&maker)) {
		subnet_free(subnet);
		return NULL;
	}
	lose_all(&maker);
	return subnet;
}
