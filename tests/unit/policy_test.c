/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Each check fires and stays silent; one fault gives one finding. */
#include "policy/rule.h"
#include "tests/unit/fabric_builder.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

struct policy_case {
	const char *name;
	void (*bend)(struct fabric *fabric);
	const char *expected;
};

/* --- Switches ---------------------------------------------------------- */

static void clean(struct fabric *fabric)
{
	(void)fabric;
}

static void switch_gone(struct fabric *fabric)
{
	fabric_remove(fabric, SPINE1);
}

static void leaf_gone(struct fabric *fabric)
{
	fabric_remove(fabric, LEAF2);
}

/* leaf2 hangs on the spine alone: the spine is next to what is left. */
static void spine_and_leaf_gone(struct fabric *fabric)
{
	fabric_remove(fabric, SPINE1);
	fabric_remove(fabric, LEAF2);
}

static void all_switches_gone(struct fabric *fabric)
{
	spine_and_leaf_gone(fabric);
	fabric_remove(fabric, LEAF1);
	fabric->subnet->sm_count = 0;
}

static void switch_gone_planned(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: leaf2, state: planned}]");
	fabric_remove(fabric, LEAF2);
}

static void switch_gone_maintenance(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: leaf2, state: maintenance, "
		    "until: 2030-01-01, owner: o, reason: r}]");
	fabric_remove(fabric, LEAF2);
}

static void add_switch(struct fabric *fabric)
{
	fabric_add_node(fabric, 0xd1, IB_NODE_SWITCH, "new", 12);
	fabric_pkeys(fabric, 0xd1, 0, 0x7fff, 0);
	fabric_link(fabric, 0xd1, 1, SPINE1, 8);
	fabric_link(fabric, 0xd1, 2, SPINE1, 9);
}

static void switches_not_strict(struct fabric *fabric)
{
	add_switch(fabric);
	fabric_edit(fabric, "# more", "strict: {switches: false}");
}

static void no_strictness(struct fabric *fabric)
{
	add_switch(fabric);
	fabric_edit(fabric, "# more",
		    "strict: {switches: false, links: false}");
}

static void switch_ignored(struct fabric *fabric)
{
	add_switch(fabric);
	fabric_edit(fabric, "# more", "ignore: [{guid: 0xd1}]");
}

/* --- Ports ------------------------------------------------------------- */

static void port_gone(struct fabric *fabric)
{
	fabric_unlink(fabric, LEAF1, 1);
}

static void host_gone(struct fabric *fabric)
{
	fabric_unlink(fabric, LEAF1, 1);
	fabric_unlink(fabric, LEAF2, 1);
	fabric_remove(fabric, CN1);
}

static void single_port_host_gone(struct fabric *fabric)
{
	fabric_remove(fabric, CN2);
}

static void host_gone_planned(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn1, state: planned}]");
	host_gone(fabric);
}

static void half_host_planned(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn1/p/2, state: planned}]");
	host_gone(fabric);
}

static void host_gone_maintenance(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn1, state: maintenance}]");
	host_gone(fabric);
}

/* One of its ports is in service: the host is missed. */
static void half_host_maintenance(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn1/p/1, state: maintenance}]");
	host_gone(fabric);
}

static void maintenance_over(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn2, state: maintenance, "
		    "until: 2020-01-01}]");
	single_port_host_gone(fabric);
}

static void port_gone_with_errors(struct fabric *fabric)
{
	fabric->subnet->errors = true;
	fabric_remove(fabric, CN2);
	fabric_remove(fabric, SPINE1);
}

static void port_replaced(struct fabric *fabric)
{
	fabric_remove(fabric, CN2);
	fabric_add_node(fabric, 0xe0, IB_NODE_CA, "cn2 HCA-1", 1);
	fabric_link(fabric, 0xe0, 1, LEAF1, 2);
	fabric_pkeys(fabric, 0xe0, 1, 0x7fff, 0);
}

static void port_replaced_planned(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn2, state: planned}]");
	port_replaced(fabric);
}

/* Both cables of a two-port host show another card. */
static void card_swapped(struct fabric *fabric)
{
	host_gone(fabric);
	fabric_add_node(fabric, 0xe0, IB_NODE_CA, "cn1 mlx5_0", 2);
	fabric_link(fabric, 0xe0, 1, LEAF1, 1);
	fabric_link(fabric, 0xe0, 2, LEAF2, 1);
	fabric_pkeys(fabric, 0xe0, 1, 0x7fff, 0);
	fabric_pkeys(fabric, 0xe0, 2, 0x7fff, 0);
}

static void port_unlisted(struct fabric *fabric)
{
	fabric_add_node(fabric, 0xe0, IB_NODE_CA, "new \"host\"\x1b[31m", 1);
	fabric_link(fabric, 0xe0, 1, LEAF1, 4);
	fabric_pkeys(fabric, 0xe0, 1, 0x7fff, 0);
}

static void port_unlisted_in_unused(struct fabric *fabric)
{
	fabric_add_node(fabric, 0xe0, IB_NODE_CA, NULL, 1);
	fabric_link(fabric, 0xe0, 1, LEAF1, 5);
	fabric_pkeys(fabric, 0xe0, 1, 0x7fff, 0);
}

static void ports_not_strict(struct fabric *fabric)
{
	port_unlisted(fabric);
	fabric_edit(fabric, "# more", "strict: {ports: false}");
}

static void unused_not_strict(struct fabric *fabric)
{
	port_unlisted_in_unused(fabric);
	fabric_edit(fabric, "# more", "strict: {ports: false}");
}

static void port_ignored(struct fabric *fabric)
{
	port_unlisted_in_unused(fabric);
	fabric_node(fabric, 0xe0)->device = 0xcf09;
	fabric_edit(fabric, "# more",
		    "ignore: [{vendor: 0x02c9, device: 0xcf09}]");
}

/* A name seen on the wire grants no silence. */
static void port_unlisted_bears_a_waived_name(struct fabric *fabric)
{
	port_unlisted(fabric);
	fabric_node(fabric, 0xe0)->description = "cn2";
	fabric_edit(fabric, "# more",
		    "waivers: [{check: port.*, subject: \"*cn2*\", until: "
		    "2030-01-01, owner: o, reason: r}]");
}

static void port_initialize(struct fabric *fabric)
{
	fabric_port(fabric, CN2, 1)->state = IB_PORT_INITIALIZE;
}

static void link_armed(struct fabric *fabric)
{
	fabric_port(fabric, SPINE1, 1)->state = IB_PORT_ARMED;
	fabric_port(fabric, LEAF1, 9)->state = IB_PORT_ARMED;
}

static void port_twice(struct fabric *fabric)
{
	fabric_add_node(fabric, 0xe0, IB_NODE_CA, "copy", 1);
	fabric_port(fabric, 0xe0, 1)->guid = CN2 + 1;
	fabric_link(fabric, 0xe0, 1, LEAF2, 8);
	fabric_pkeys(fabric, 0xe0, 1, 0x7fff, 0x8001, 0x0002, 0);
}

/* --- Cables ------------------------------------------------------------ */

static void link_gone(struct fabric *fabric)
{
	fabric_unlink(fabric, SPINE1, 1);
}

static void link_gone_planned(struct fabric *fabric)
{
	link_gone(fabric);
	fabric_edit(fabric, "# more",
		    "states: [{subject: leaf1/9, state: planned}]");
}

static void link_gone_maintenance(struct fabric *fabric)
{
	link_gone(fabric);
	fabric_edit(fabric, "# more",
		    "states: [{subject: leaf1, state: maintenance}]");
}

/* Both ends say Down: that is seen, whatever else went wrong. */
static void link_gone_with_errors(struct fabric *fabric)
{
	link_gone(fabric);
	fabric->subnet->errors = true;
}

static void link_vanished_with_errors(struct fabric *fabric)
{
	link_gone(fabric);
	fabric_port(fabric, SPINE1, 1)->state = IB_PORT_ACTIVE;
	fabric_port(fabric, LEAF1, 9)->state = IB_PORT_ACTIVE;
	fabric->subnet->errors = true;
}

static void link_unlisted(struct fabric *fabric)
{
	fabric_link(fabric, LEAF1, 10, SPINE1, 10);
}

static void links_not_strict(struct fabric *fabric)
{
	link_unlisted(fabric);
	fabric_edit(fabric, "# more", "strict: {links: false}");
}

static void link_in_unused(struct fabric *fabric)
{
	fabric_link(fabric, LEAF1, 5, SPINE1, 10);
	fabric_edit(fabric, "# more", "strict: {links: false}");
}

static void loopback(struct fabric *fabric)
{
	fabric_link(fabric, LEAF2, 10, LEAF2, 11);
	fabric_edit(fabric, "# more", "  - {from: leaf2/10, to: leaf2/11}");
}

static void link_moved(struct fabric *fabric)
{
	fabric_unlink(fabric, SPINE1, 1);
	fabric_link(fabric, SPINE1, 7, LEAF1, 9);
}

static void link_moved_to_unused(struct fabric *fabric)
{
	fabric_unlink(fabric, SPINE1, 1);
	fabric_link(fabric, SPINE1, 1, LEAF1, 5);
}

static void host_cable_moved(struct fabric *fabric)
{
	fabric_unlink(fabric, LEAF1, 1);
	fabric_port(fabric, CN1, 2); /* the other one stays */
	fabric_node(fabric, CN1)->ports[0].number = 1;
	fabric_link(fabric, LEAF1, 5, CN1, 1);
}

static void links_swapped(struct fabric *fabric)
{
	fabric_link(fabric, SPINE1, 1, LEAF2, 9);
	fabric_link(fabric, SPINE1, 2, LEAF1, 9);
}

static void host_cables_swapped(struct fabric *fabric)
{
	fabric_link(fabric, LEAF1, 1, CN2, 1);
	fabric_link(fabric, LEAF1, 2, CN1, 1);
}

static void host_and_uplink_swapped(struct fabric *fabric)
{
	fabric_link(fabric, LEAF1, 2, SPINE1, 1);
	fabric_link(fabric, LEAF1, 9, CN2, 1);
}

static void both_ends(struct fabric *fabric, uint64_t guid, unsigned int number,
		      enum ib_speed speed, enum ib_width width,
		      unsigned int mtu)
{
	struct subnet_port *ends[2];
	int i;

	ends[0] = fabric_port(fabric, guid, number);
	ends[1] = fabric_port(fabric, ends[0]->peer_guid, ends[0]->peer_number);
	for (i = 0; i < 2; i++) {
		ends[i]->speed = speed;
		ends[i]->width = width;
		ends[i]->mtu = mtu;
	}
}

static void link_slow(struct fabric *fabric)
{
	both_ends(fabric, SPINE1, 1, IB_SPEED_EDR, IB_WIDTH_4X, 4096);
}

static void link_narrow(struct fabric *fabric)
{
	both_ends(fabric, CN2, 1, IB_SPEED_HDR, IB_WIDTH_1X, 4096);
}

static void link_small(struct fabric *fabric)
{
	both_ends(fabric, CN2, 1, IB_SPEED_HDR, IB_WIDTH_4X, 2048);
}

static void link_slow_and_narrow(struct fabric *fabric)
{
	both_ends(fabric, CN2, 1, IB_SPEED_EDR, IB_WIDTH_1X, 4096);
}

static void link_fast(struct fabric *fabric)
{
	both_ends(fabric, SPINE1, 1, IB_SPEED_NDR, IB_WIDTH_4X, 4096);
}

/* leaf1's ports from 3 on, of which 3 and 9 are cabled as declared. */
static void other_ends_not_read(struct fabric *fabric)
{
	fabric_node(fabric, LEAF1)->port_count = 3;
}

static void speed_not_held(struct fabric *fabric)
{
	both_ends(fabric, SPINE1, 1, IB_SPEED_UNKNOWN, IB_WIDTH_4X, 4096);
	fabric_port(fabric, LEAF1, 9)->unassessed = "speed code 64 is unknown";
}

/* mgm has no role: nothing is declared, yet it could do better. */
static void link_degraded(struct fabric *fabric)
{
	both_ends(fabric, MGM, 1, IB_SPEED_HDR, IB_WIDTH_1X, 4096);
}

static void link_limited_by_one_end(struct fabric *fabric)
{
	link_degraded(fabric);
	fabric_port(fabric, MGM, 1)->width_enabled = 1u << IB_WIDTH_1X;
}

static void speed_off_yet_degraded(struct fabric *fabric)
{
	link_slow(fabric);
	fabric_edit(fabric, "# more", "checks: {link.speed: none}");
}

static void missing_off(struct fabric *fabric)
{
	single_port_host_gone(fabric);
	fabric_edit(fabric, "# more", "checks: {port.missing: none}");
}

static void missing_is_critical_for_one(struct fabric *fabric)
{
	single_port_host_gone(fabric);
	fabric_edit(fabric, "cn2: {role: compute,",
		    "cn2: {role: compute, checks: {port.missing: critical},");
}

/* --- Precedence: the first that applies -------------------------------- */

static void swapped_and_slow(struct fabric *fabric)
{
	links_swapped(fabric);
	both_ends(fabric, SPINE1, 1, IB_SPEED_EDR, IB_WIDTH_1X, 2048);
}

static void moved_and_initialize(struct fabric *fabric)
{
	link_moved(fabric);
	fabric_port(fabric, LEAF1, 9)->state = IB_PORT_INITIALIZE;
}

static void initialize_and_slow(struct fabric *fabric)
{
	link_slow(fabric);
	fabric_port(fabric, LEAF1, 9)->state = IB_PORT_INITIALIZE;
	fabric_port(fabric, SPINE1, 1)->state = IB_PORT_INITIALIZE;
}

/* --- Partitions -------------------------------------------------------- */

static void pkey_missing(struct fabric *fabric)
{
	fabric_pkeys(fabric, CN2, 1, 0x7fff, 0x8001, 0);
}

static void pkey_missing_maintenance(struct fabric *fabric)
{
	pkey_missing(fabric);
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn2, state: maintenance}]");
}

static void pkey_lost(struct fabric *fabric)
{
	fabric_pkeys(fabric, CN1, 1, 0x7fff, 0x0002, 0);
	fabric_pkeys(fabric, CN1, 2, 0x7fff, 0x0002, 0);
	fabric_pkeys(fabric, CN2, 1, 0x7fff, 0x0002, 0);
}

static void pkey_lost_but_for_one(struct fabric *fabric)
{
	pkey_lost(fabric);
	fabric_pkeys(fabric, CN2, 1, 0x7fff, 0x8001, 0x0002, 0);
}

static void pkey_lost_in_maintenance(struct fabric *fabric)
{
	pkey_lost(fabric);
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn1, state: maintenance}]");
}

static void pkey_unexpected(struct fabric *fabric)
{
	fabric_pkeys(fabric, NAS, 1, 0x7fff, 0x8002, 0x0001, 0x8001, 0);
}

static void pkey_unexpected_maintenance(struct fabric *fabric)
{
	pkey_unexpected(fabric);
	fabric_edit(fabric, "# more",
		    "states: [{subject: nas, state: maintenance}]");
}

static void pkey_unknown(struct fabric *fabric)
{
	fabric_pkeys(fabric, NAS, 1, 0x7fff, 0x8002, 0x8013, 0);
}

static void pkey_membership(struct fabric *fabric)
{
	fabric_pkeys(fabric, NAS, 1, 0x7fff, 0x0002, 0);
	fabric_pkeys(fabric, CN2, 1, 0x7fff, 0x8001, 0x8002, 0);
}

static void pkey_on_port_0(struct fabric *fabric)
{
	fabric_pkeys(fabric, SPINE1, 0, 0xffff, 0);
}

static void pkey_on_unlisted(struct fabric *fabric)
{
	ports_not_strict(fabric);
	fabric_pkeys(fabric, 0xe0, 1, 0xffff, 0x8002, 0);
}

static void pkey_on_ignored(struct fabric *fabric)
{
	port_ignored(fabric);
	fabric_pkeys(fabric, 0xe0, 1, 0xffff, 0x8002, 0x0013, 0);
}

static void pkey_quarantine(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn2, state: quarantine}]");
}

static void pkeys_not_read(struct fabric *fabric)
{
	struct subnet_port *port = fabric_port(fabric, CN2, 1);

	port->pkeys_known = false;
	port->pkey_count = 0;
	port->unassessed = "P_Key table did not answer";
}

static void no_pkeys_at_all(struct fabric *fabric)
{
	struct subnet *subnet = fabric->subnet;
	size_t i, k;

	subnet->source = SUBNET_FROM_IBNETDISCOVER;
	subnet->sms_known = false;
	subnet->sm_count = 0;
	for (i = 0; i < subnet->node_count; i++) {
		for (k = 0; k < subnet->nodes[i].port_count; k++) {
			subnet->nodes[i].ports[k].pkeys_known = false;
			subnet->nodes[i].ports[k].mtu = 0;
			subnet->nodes[i].ports[k].speed_enabled = 0;
			subnet->nodes[i].ports[k].width_enabled = 0;
		}
	}
}

static void pkeys_of_down_port(struct fabric *fabric)
{
	single_port_host_gone(fabric);
	fabric_add_node(fabric, CN2, IB_NODE_CA, "cn2 HCA-1", 1);
	fabric_pkeys(fabric, CN2, 1, 0x8013, 0);
}

static void no_plan(struct fabric *fabric)
{
	pkey_unknown(fabric);
	fabric_edit(fabric,
		    "partitions:\n"
		    "  Default: {pkey: 0x7fff, members: {ALL: limited}}\n"
		    "  compute: {pkey: 0x0001}\n"
		    "  storage: {pkey: 0x0002}\n",
		    "");
	fabric_edit(fabric, ", partitions: {compute: full, storage: limited}",
		    "");
	fabric_edit(fabric, ", partitions: {storage: full}", "");
}

static void fallback(struct fabric *fabric)
{
	struct subnet *subnet = fabric->subnet;
	size_t i, k;

	for (i = 0; i < subnet->node_count; i++) {
		for (k = 0; k < subnet->nodes[i].port_count; k++) {
			if (subnet->nodes[i].ports[k].pkeys_known) {
				fabric_pkeys(fabric, subnet->nodes[i].guid,
					     subnet->nodes[i].ports[k].number,
					     0xffff, 0);
			}
		}
	}
}

/* One port tells otherwise: no fallback, each is its own finding. */
static void almost_fallback(struct fabric *fabric)
{
	fallback(fabric);
	fabric_pkeys(fabric, NAS, 1, 0x7fff, 0x8002, 0);
	fabric->only[fabric->only_count++] = "partition.fallback";
}

static void fallback_off(struct fabric *fabric)
{
	fallback(fabric);
	fabric_edit(fabric, "# more", "checks: {partition.fallback: none}");
	fabric->only[fabric->only_count++] = "partition.membership";
	fabric->only[fabric->only_count++] = "partition.fallback";
}

static void open_by_design(struct fabric *fabric)
{
	fallback(fabric);
	fabric_edit(fabric, "  compute: {pkey: 0x0001}\n", "");
	fabric_edit(fabric, "  storage: {pkey: 0x0002}\n", "");
	fabric_edit(fabric, "ALL: limited", "ALL: full");
	fabric_edit(fabric, ", partitions: {compute: full, storage: limited}",
		    "");
	fabric_edit(fabric, ", partitions: {storage: full}", "");
}

static void small_table(struct fabric *fabric)
{
	fabric_port(fabric, CN2, 1)->pkey_cap = 2;
	pkey_missing(fabric);
}

static void small_switch_table(struct fabric *fabric)
{
	fabric_port(fabric, LEAF1, 2)->pkey_cap = 2;
}

static void capacity_off(struct fabric *fabric)
{
	small_table(fabric);
	fabric_edit(fabric, "# more", "checks: {partition.capacity: none}");
}

static void enforce(struct fabric *fabric, enum subnet_enforce how)
{
	static const unsigned int ports[][2] = {
		{LEAF1, 1}, {LEAF1, 2}, {LEAF1, 3},
		{LEAF2, 1}, {LEAF2, 2}, {LEAF2, 3},
	};
	struct subnet_port *port;
	size_t i;

	for (i = 0; i < COUNT(ports); i++) {
		port = fabric_port(fabric, ports[i][0], ports[i][1]);
		port->enforce = how;
		fabric_pkeys(fabric, ports[i][0], ports[i][1], 0x7fff, 0x8001,
			     0x8002, 0);
	}
}

static void all_enforce(struct fabric *fabric)
{
	enforce(fabric, SUBNET_ENFORCE_BOTH);
}

static void none_enforces(struct fabric *fabric)
{
	enforce(fabric, SUBNET_ENFORCE_OFF);
}

static void enforcement_is_off(struct fabric *fabric)
{
	enforce(fabric, SUBNET_ENFORCE_OFF);
	fabric->subnet->options.known = true;
	fabric->subnet->options.enforce_off = true;
}

static void one_does_not_enforce(struct fabric *fabric)
{
	all_enforce(fabric);
	fabric_port(fabric, LEAF1, 2)->enforce = SUBNET_ENFORCE_OFF;
}

static void switch_lacks_a_key(struct fabric *fabric)
{
	all_enforce(fabric);
	fabric_pkeys(fabric, LEAF1, 2, 0x7fff, 0x8001, 0);
}

/* Which is what enforcement is for. */
static void switches_lack_a_foreign_key(struct fabric *fabric)
{
	all_enforce(fabric);
	pkey_unknown(fabric);
}

static void switches_cannot_enforce(struct fabric *fabric)
{
	unsigned int i;

	none_enforces(fabric);
	for (i = 1; i < FABRIC_PORTS; i++) {
		fabric_port(fabric, LEAF1, i)->pkey_cap = 0;
		fabric_port(fabric, LEAF2, i)->pkey_cap = 0;
	}
}

static void silent_behind_a_switch(struct fabric *fabric)
{
	struct subnet_port *facing;

	single_port_host_gone(fabric);
	facing = fabric_port(fabric, LEAF1, 2);
	facing->state = IB_PORT_ACTIVE;
	facing->phys = IB_PHYS_LINK_UP;
	facing->unassessed = "the other end of the link did not answer";
}

/* --- IPoIB and security ------------------------------------------------ */

static void group(struct fabric *fabric, uint16_t pkey, unsigned int mtu,
		  unsigned int rate)
{
	struct subnet *subnet = fabric->subnet;

	subnet->groups_known = true;
	subnet->groups = arena_array(subnet->arena, 1, sizeof(*subnet->groups));
	assert_non_null(subnet->groups);
	subnet->group_count = 1;
	subnet->groups[0].pkey = pkey;
	subnet->groups[0].mtu = mtu;
	subnet->groups[0].rate = rate;
}

static void group_fits(struct fabric *fabric)
{
	group(fabric, 0x0001, 4096, 200);
}

static void group_too_fast_for_one(struct fabric *fabric)
{
	fabric_edit(fabric, "cn2: {role: compute,",
		    "cn2: {role: compute, speed: EDR,");
	both_ends(fabric, CN2, 1, IB_SPEED_EDR, IB_WIDTH_4X, 4096);
	fabric_port(fabric, CN2, 1)->speed_enabled = 1u << IB_SPEED_EDR;
	group_fits(fabric);
}

static void group_and_a_slow_link(struct fabric *fabric)
{
	both_ends(fabric, CN2, 1, IB_SPEED_EDR, IB_WIDTH_4X, 4096);
	group_fits(fabric);
}

static void group_too_fast_for_all(struct fabric *fabric)
{
	group(fabric, 0x0001, 4096, 400);
}

static void group_too_large_for_one(struct fabric *fabric)
{
	fabric_edit(fabric, "cn2: {role: compute,",
		    "cn2: {role: compute, mtu: 2048,");
	both_ends(fabric, CN2, 1, IB_SPEED_HDR, IB_WIDTH_4X, 2048);
	group_fits(fabric);
}

static void default_is_full(struct fabric *fabric)
{
	fabric_edit(fabric, "ALL: limited", "ALL: full");
	fabric->only[fabric->only_count++] = "security";
}

static void stock_keys(struct fabric *fabric)
{
	fabric->subnet->options.known = true;
	fabric->subnet->options.m_key_unset = true;
	fabric->subnet->options.sm_key_default = true;
}

/* --- Subnet managers --------------------------------------------------- */

static void sm_stopped(struct fabric *fabric)
{
	fabric->subnet->sm_count = 1;
}

static void sm_not_active(struct fabric *fabric)
{
	fabric_sm(fabric, SMB + 1)->state = IB_SM_NOT_ACTIVE;
}

/* Its host is gone: that is the one finding. */
static void sm_host_gone(struct fabric *fabric)
{
	fabric_remove(fabric, MGM);
	*fabric_sm(fabric, MGM + 1) = *fabric_sm(fabric, SMB + 1);
	fabric_sm(fabric, SMB + 1)->state = IB_SM_MASTER;
	fabric->subnet->sm_count = 1;
}

static void no_sm_left(struct fabric *fabric)
{
	fabric->subnet->sm_count = 0;
}

static void sm_unlisted(struct fabric *fabric)
{
	fabric_add_sm(fabric, NAS + 1, 3, IB_SM_STANDBY);
}

static void sm_unlisted_is_master(struct fabric *fabric)
{
	fabric_add_sm(fabric, NAS + 1, 15, IB_SM_MASTER);
	fabric_pkeys(fabric, NAS, 1, 0xffff, 0x8002, 0);
	fabric_sm(fabric, MGM + 1)->state = IB_SM_STANDBY;
}

/* SELF is who reads our file. */
static void sm_unlisted_is_limited_master(struct fabric *fabric)
{
	sm_unlisted_is_master(fabric);
	fabric_pkeys(fabric, NAS, 1, 0x7fff, 0x8002, 0);
}

static void no_sms_declared(struct fabric *fabric)
{
	fabric_edit(fabric,
		    "subnet_managers:\n"
		    "  sm-a: {guid: 0xc41, priority: 13}\n"
		    "  sm-b: {guid: 0xc51, priority: 12}\n",
		    "");
	fabric_edit(fabric, "  mgm: {",
		    "  smb: {ports: {p/1: {guid: 0xc51}}}\n  mgm: {");
	fabric_pkeys(fabric, SMB, 1, 0x7fff, 0);
	fabric_pkeys(fabric, MGM, 1, 0xffff, 0);
}

static void sm_priority(struct fabric *fabric)
{
	fabric_sm(fabric, SMB + 1)->priority = 4;
}

static void sm_tie(struct fabric *fabric)
{
	fabric_edit(fabric, "priority: 12", "priority: 13");
	fabric_sm(fabric, SMB + 1)->priority = 13;
}

static void sm_wrong_master(struct fabric *fabric)
{
	fabric_sm(fabric, MGM + 1)->state = IB_SM_STANDBY;
	fabric_sm(fabric, SMB + 1)->state = IB_SM_MASTER;
}

static void two_masters(struct fabric *fabric)
{
	fabric_sm(fabric, SMB + 1)->state = IB_SM_MASTER;
}

/* --- Names ------------------------------------------------------------- */

static void name_differs(struct fabric *fabric)
{
	fabric_node(fabric, CN2)->description = "cn9 HCA-1";
}

static void name_in_capitals_with_domain(struct fabric *fabric)
{
	fabric_node(fabric, CN2)->description = "  CN2.example.net HCA-1";
}

static void name_of_another(struct fabric *fabric)
{
	fabric_node(fabric, CN2)->description = "nas mlx5_0";
}

static void names_unset(struct fabric *fabric)
{
	fabric_node(fabric, CN2)->description =
		"MT4123 ConnectX6   Mellanox Technologies";
	fabric_node(fabric, NAS)->description = "";
	fabric_node(fabric, LEAF1)->description =
		"Quantum Mellanox Technologies";
}

static void name_unset_in_maintenance(struct fabric *fabric)
{
	names_unset(fabric);
	fabric_edit(fabric, "# more",
		    "states: [{subject: nas, state: maintenance}]");
}

static void director_unit(struct fabric *fabric)
{
	fabric_node(fabric, LEAF1)->description = "MF0;dir1:MCS8500/L05/U1";
	fabric_edit(fabric, "  leaf1: {", "  dir1-L05-U1: {");
	fabric_edit(fabric, "peer: leaf1/1", "peer: dir1-L05-U1/1");
	fabric_edit(fabric, "peer: leaf1/2", "peer: dir1-L05-U1/2");
	fabric_edit(fabric, "peer: leaf1/3", "peer: dir1-L05-U1/3");
	fabric_edit(fabric, "from: leaf1/9", "from: dir1-L05-U1/9");
}

static void unnamed_host(struct fabric *fabric)
{
	names_unset(fabric);
	fabric_node(fabric, LEAF1)->description = "leaf1";
	fabric_node(fabric, NAS)->description = "nas";
	fabric_edit(fabric, "  cn2: {", "  unnamed-0000000000000c20: {");
}

static void name_of_a_swapped_host(struct fabric *fabric)
{
	host_cables_swapped(fabric);
	name_of_another(fabric);
}

/* --- Waivers ----------------------------------------------------------- */

static void waived_by_host(struct fabric *fabric)
{
	link_slow_and_narrow(fabric);
	fabric_edit(fabric, "# more",
		    "waivers: [{check: link.*, subject: cn2/p/1, until: "
		    "2030-01-01, owner: netops, reason: r}]");
}

static void waived_by_guid(struct fabric *fabric)
{
	link_unlisted(fabric);
	fabric_edit(fabric, "# more",
		    "waivers: [{check: link.unlisted, subject: "
		    "\"0x00000000000000a1/10\", until: "
		    "2030-01-01, owner: netops, reason: r}]");
}

static void waived_by_other_end(struct fabric *fabric)
{
	link_slow(fabric);
	fabric_edit(fabric, "# more",
		    "waivers: [{check: \"*\", subject: spine1/*, until: "
		    "2030-01-01, owner: netops, reason: r}]");
}

static void waived_in_part(struct fabric *fabric)
{
	host_gone(fabric);
	fabric_edit(fabric, "# more",
		    "waivers: [{check: port.missing, subject: cn1/p/1, until: "
		    "2030-01-01, owner: netops, reason: r}]");
}

static void waived_in_whole(struct fabric *fabric)
{
	host_gone(fabric);
	fabric_edit(fabric, "# more",
		    "waivers: [{check: port.missing, subject: cn1/*, until: "
		    "2030-01-01, owner: netops, reason: r}]");
}

static void waiver_of_another_check(struct fabric *fabric)
{
	link_slow(fabric);
	fabric_edit(fabric, "# more",
		    "waivers: [{check: link.width, subject: \"*\", until: "
		    "2030-01-01, owner: netops, reason: r}]");
}

/* --- only -------------------------------------------------------------- */

static void only_link(struct fabric *fabric)
{
	single_port_host_gone(fabric);
	link_slow(fabric);
	fabric->only[fabric->only_count++] = "link";
}

static void only_one_id(struct fabric *fabric)
{
	pkeys_not_read(fabric);
	pkey_unknown(fabric);
	fabric->only[fabric->only_count++] = "partition.unknown";
}

/* What another check would explain stays explained. */
static void only_link_with_a_stranger(struct fabric *fabric)
{
	port_unlisted_in_unused(fabric);
	fabric->only[fabric->only_count++] = "link";
}

#define NO_PKEYS "the source does not hold P_Key tables"

/* --- Traps and what happened before ------------------------------------ */

static void compute_to_storage(struct fabric *fabric)
{
	fabric_trap(fabric, TRAP_BAD_P_KEY, 1, CN2 + 1, NAS + 1, 0x8001, 60);
}

static void limited_to_limited(struct fabric *fabric)
{
	fabric_trap(fabric, TRAP_SWITCH_BAD_P_KEY, 3, CN1 + 1, CN2 + 1, 0x0002,
		    60);
}

static void receiver_lacks_the_key(struct fabric *fabric)
{
	fabric_pkeys(fabric, CN2, 1, 0x7fff, 0x0002, 0);
	fabric_trap(fabric, TRAP_BAD_P_KEY, 1, CN1 + 1, CN2 + 1, 0x8001, 60);
	fabric_trap(fabric, TRAP_BAD_P_KEY, 1, CN1 + 2, CN2 + 1, 0x8001, 60);
}

static void key_of_no_partition(struct fabric *fabric)
{
	fabric_trap(fabric, TRAP_BAD_P_KEY, 1, CN1 + 1, CN2 + 1, 0x8077, 60);
	fabric_trap(fabric, TRAP_BAD_P_KEY, 1, CN1 + 1, NAS + 1, 0x8078, 60);
}

static void pkey_trap_without_plan(struct fabric *fabric)
{
	no_plan(fabric);
	fabric_trap(fabric, TRAP_BAD_P_KEY, 1, CN1 + 1, CN2 + 1, 0x8001, 60);
}

static void pkey_traps_of_long_ago(struct fabric *fabric)
{
	fabric_trap(fabric, TRAP_BAD_P_KEY, 9, CN2 + 1, NAS + 1, 0x8001, 3601);
}

static void pkey_traps_in_a_longer_window(struct fabric *fabric)
{
	fabric_edit(fabric, "# more", "checks: {trap.pkey: {window: 2h}}");
	pkey_traps_of_long_ago(fabric);
}

static void pkey_trap_of_a_gone_host(struct fabric *fabric)
{
	single_port_host_gone(fabric);
	compute_to_storage(fabric);
}

static void wrong_m_key(struct fabric *fabric)
{
	fabric_trap(fabric, TRAP_BAD_M_KEY, 2, CN2 + 1, 0, 0, 60);
}

static void wrong_q_key(struct fabric *fabric)
{
	fabric_trap(fabric, TRAP_BAD_Q_KEY, 2, CN2 + 1, CN1 + 1, 0, 60);
	fabric_trap(fabric, TRAP_BAD_Q_KEY, 2, CN2 + 1, CN1 + 2, 0, 60);
}

static void traps_of_strangers(struct fabric *fabric)
{
	unsigned int lid;

	for (lid = 0x4000; lid < 0x4000 + 10000; lid++) {
		fabric_trap(fabric, TRAP_BAD_P_KEY, 1, lid, CN1 + 1, 0x8001,
			    60);
		fabric_trap(fabric, TRAP_LINK_STATE, 1, lid, 0, 0, 60);
	}
}

static void link_flaps(struct fabric *fabric)
{
	fabric_flap(fabric, LEAF1, 9, 6, 60);
}

static void host_cable_flaps(struct fabric *fabric)
{
	fabric_flap(fabric, LEAF1, 2, 6, 60);
}

static void link_went_down_often_enough(struct fabric *fabric)
{
	fabric_flap(fabric, LEAF1, 9, 5, 60);
}

static void link_flaps_slowly(struct fabric *fabric)
{
	fabric_flap(fabric, LEAF1, 9, 6, 130);
}

static void link_flaps_by_its_own_limits(struct fabric *fabric)
{
	fabric_edit(fabric, "from: leaf1/9, to: spine1/1, role: uplink",
		    "from: leaf1/9, to: spine1/1, role: uplink, checks: "
		    "{link.flapping: {threshold: 2, window: 1h}}");
	fabric_flap(fabric, LEAF1, 9, 3, 1000);
	fabric_flap(fabric, LEAF2, 9, 3, 1000);
}

static void host_flaps_in_maintenance(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn2, state: maintenance}]");
	host_cable_flaps(fabric);
}

static void switch_storms(struct fabric *fabric)
{
	fabric_trap(fabric, TRAP_LINK_STATE, 11, LEAF1, 0, 0, 60);
}

static void switch_reports_what_was_seen(struct fabric *fabric)
{
	switch_storms(fabric);
	fabric_flap(fabric, LEAF1, 1, 1, 60);
}

static void switch_storms_for_a_flapping_link(struct fabric *fabric)
{
	fabric_trap(fabric, TRAP_LINK_STATE, 60, LEAF1, 0, 0, 60);
	link_flaps(fabric);
}

static void port_storms(struct fabric *fabric)
{
	fabric_trap(fabric, TRAP_CAPABILITIES, 6, CN2 + 1, 0, 0, 60);
	fabric_trap(fabric, TRAP_SYSTEM_IMAGE, 5, CN2 + 1, 0, 0, 60);
}

static const struct policy_case cases[] = {
	{"a fabric as declared is clean", clean, ""},
	{"a spine that is gone is one finding", switch_gone,
	 "C switch.missing spine1\n"},
	{"a leaf that is gone takes its ports and SM along", leaf_gone,
	 "C switch.missing leaf2\n"},
	{"a leaf behind a gone spine is counted under it", spine_and_leaf_gone,
	 "C switch.missing spine1\n"},
	{"when every switch is gone one stands for all", all_switches_gone,
	 "C switch.missing leaf1\nC sm.missing sm-a\nC sm.missing sm-b\n"},
	{"a planned switch may be absent", switch_gone_planned, ""},
	{"a switch in maintenance is suppressed", switch_gone_maintenance,
	 "C switch.missing leaf2 (by maintenance)\n"},
	{"an unlisted switch is one finding, cables and all", add_switch,
	 "W switch.unlisted \"new\"\n"},
	{"strict switches off: its links are still judged", switches_not_strict,
	 "W link.unlisted spine1/8\nW link.unlisted spine1/9\n"},
	{"all strictness off: silence", no_strictness, ""},
	{"an ignored switch and its cables are not judged", switch_ignored, ""},

	{"one of two ports gone", port_gone, "W port.missing cn1/p/1\n"},
	{"a host with all its ports gone is one finding", host_gone,
	 "W port.missing cn1 [host]\n"},
	{"a host of one port is a host", single_port_host_gone,
	 "W port.missing cn2 [host]\n"},
	{"a planned host may be absent", host_gone_planned, ""},
	{"planned ports do not count", half_host_planned,
	 "W port.missing cn1 [host]\n"},
	{"a host in maintenance is suppressed", host_gone_maintenance,
	 "W port.missing cn1 [host] (by maintenance)\n"},
	{"maintenance that has run out", maintenance_over,
	 "W self.expired cn2 [maintenance of cn2]\n"
	 "W port.missing cn2 [host]\n"},
	{"one port in service is missed", half_host_maintenance,
	 "W port.missing cn1 [host]\n"},
	{"a sweep with errors proves no absence", port_gone_with_errors,
	 "? link.missing the sweep ended with errors: 2\n"
	 "? port.missing the sweep ended with errors: 1\n"
	 "? switch.missing the sweep ended with errors: 1\n"},
	{"behind a switch port whose other end did not answer",
	 silent_behind_a_switch,
	 "? port.missing the other end of the link did not answer: 1\n"},
	{"another GUID on the declared cable", port_replaced,
	 "C port.replaced cn2/p/1\n"},
	{"a planned port whose place is taken", port_replaced_planned,
	 "C port.replaced cn2/p/1\n"},
	{"a swapped card is replaced, not a gone host", card_swapped,
	 "C port.replaced cn1/p/1\nC port.replaced cn1/p/2\n"},
	{"an unlisted port, its name made safe", port_unlisted,
	 "W port.unlisted \"new \\x22host\\x22\\x1b[31m\"/1\n"},
	{"an unlisted port in an unused switch port is one finding",
	 port_unlisted_in_unused, "W port.unlisted 0x00000000000000e0/1\n"},
	{"strict ports off", ports_not_strict, ""},
	{"strict ports off: unused ports are still judged", unused_not_strict,
	 "W link.unlisted leaf1/5\n"},
	{"an ignored port and its cable are not judged", port_ignored, ""},
	{"a name from the wire grants no waiver",
	 port_unlisted_bears_a_waived_name, "W port.unlisted \"cn2\"/1\n"},
	{"a port in Initialize", port_initialize, "C port.state cn2/p/1\n"},
	{"a switch link in Armed is judged once", link_armed,
	 "C port.state leaf1/9\n"},
	{"a port GUID in two places", port_twice, "C port.duplicate cn2/p/1\n"},

	{"a link that is down", link_gone, "C link.missing leaf1/9\n"},
	{"a planned link may be absent", link_gone_planned, ""},
	{"a link at a switch in maintenance", link_gone_maintenance,
	 "C link.missing leaf1/9 (by maintenance)\n"},
	{"a link that is Down, sweep errors or not", link_gone_with_errors,
	 "C link.missing leaf1/9\n"},
	{"a link that only vanished in a sweep with errors",
	 link_vanished_with_errors,
	 "? link.missing the sweep ended with errors: 1\n"},
	{"an unlisted link", link_unlisted, "W link.unlisted leaf1/10\n"},
	{"strict links off", links_not_strict, ""},
	{"a cable in an unused port", link_in_unused,
	 "W link.unlisted leaf1/5\n"},
	{"a declared loopback", loopback, ""},
	{"a link cabled elsewhere", link_moved, "C link.peer leaf1/9\n"},
	{"a link moved into an unused port is one finding",
	 link_moved_to_unused, "C link.peer leaf1/9\n"},
	{"a host's cable moved into an unused port is one finding",
	 host_cable_moved, "C link.peer cn1/p/1\n"},
	{"two links exchanged", links_swapped, "C link.swapped leaf1/9\n"},
	{"two hosts' cables exchanged", host_cables_swapped,
	 "C link.swapped cn1/p/1\n"},
	{"a host's cable and an uplink exchanged", host_and_uplink_swapped,
	 "C link.swapped leaf1/9\n"},
	{"a slow link, not degraded as well", link_slow,
	 "W link.speed leaf1/9\n"},
	{"a narrow link", link_narrow, "W link.width cn2/p/1\n"},
	{"a link of a smaller MTU", link_small, "W link.mtu cn2/p/1\n"},
	{"slow and narrow are two faults", link_slow_and_narrow,
	 "W link.speed cn2/p/1\nW link.width cn2/p/1\n"},
	{"faster than declared is information", link_fast,
	 "I link.speed leaf1/9\n"},
	{"cabled as declared, to ports that were not read", other_ends_not_read,
	 "? link.missing the other end of the link was not read: 2\n"},
	{"a speed that nobody knows", speed_not_held,
	 "? link.speed speed code 64 is unknown: 1\n"},
	{"a link below what both ends could", link_degraded,
	 "W link.degraded mgm/p/1\n"},
	{"one end is set to less", link_limited_by_one_end, ""},
	{"link.speed switched off leaves degraded", speed_off_yet_degraded,
	 "W link.degraded leaf1/9\n"},
	{"a check switched off", missing_off, ""},
	{"a host's own severity", missing_is_critical_for_one,
	 "C port.missing cn2 [host]\n"},

	{"swapped before speed, width, MTU", swapped_and_slow,
	 "C link.swapped leaf1/9\n"},
	{"peer before state", moved_and_initialize, "C link.peer leaf1/9\n"},
	{"state before speed", initialize_and_slow, "C port.state leaf1/9\n"},

	{"a partition that a port lacks", pkey_missing,
	 "C partition.missing cn2/p/1 [0x0002]\n"},
	{"... is suppressed by maintenance", pkey_missing_maintenance,
	 "C partition.missing cn2/p/1 [0x0002] (by maintenance)\n"},
	{"a partition that all members lack is one finding", pkey_lost,
	 "C partition.missing compute [0x0001]\n"},
	{"... that all but one lack is not", pkey_lost_but_for_one,
	 "C partition.missing cn1/p/1 [0x0001]\n"
	 "C partition.missing cn1/p/2 [0x0001]\n"},
	{"... ports in maintenance say nothing about the whole",
	 pkey_lost_in_maintenance,
	 "C partition.missing cn1/p/1 [0x0001] (by maintenance)\n"
	 "C partition.missing cn1/p/2 [0x0001] (by maintenance)\n"
	 "C partition.missing cn2/p/1 [0x0001]\n"},
	{"a declared partition that a port should not hold", pkey_unexpected,
	 "C partition.unexpected nas/p/1 [0x0001]\n"},
	{"... is never suppressed by maintenance", pkey_unexpected_maintenance,
	 "C partition.unexpected nas/p/1 [0x0001]\n"},
	{"a P_Key that nobody owns", pkey_unknown,
	 "C partition.unknown nas/p/1 [0x0013]\n"},
	{"full for limited and limited for full", pkey_membership,
	 "C partition.membership cn2/p/1 [0x0002]\n"
	 "C partition.membership nas/p/1 [0x0002]\n"},
	{"switch port 0 is judged by the keywords", pkey_on_port_0,
	 "C partition.membership spine1/0 [0x7fff]\n"},
	{"an unlisted port is judged by the keywords", pkey_on_unlisted,
	 "C partition.membership \"new \\x22host\\x22\\x1b[31m\"/1 [0x7fff]\n"
	 "C partition.unexpected \"new \\x22host\\x22\\x1b[31m\"/1 [0x0002]\n"},
	{"an ignored port is judged for unknown keys alone", pkey_on_ignored,
	 "C partition.unknown 0x00000000000000e0/1 [0x0013]\n"},
	{"a quarantined port keeps no partition", pkey_quarantine,
	 "C partition.unexpected cn2/p/1 [0x0002]\n"
	 "C partition.unexpected cn2/p/1 [0x0001]\n"},
	{"a table that did not answer", pkeys_not_read,
	 "? partition.missing P_Key table did not answer: 1\n"},
	{"a source without P_Keys, MTUs and SMs", no_pkeys_at_all,
	 "? link.mtu the source does not hold MTUs: 6\n"
	 "? partition.missing " NO_PKEYS ": 9\n"
	 "? sm.missing the source does not hold subnet managers: 2\n"},
	{"a port that is down has no table", pkeys_of_down_port,
	 "W port.missing cn2 [host]\n"},
	{"every table is that of a fallback", fallback,
	 "C partition.fallback all-partitions\n"},
	{"one port tells otherwise", almost_fallback, ""},
	{"fallback switched off swallows nothing", fallback_off,
	 "C partition.membership leaf1/0 [0x7fff]\n"
	 "C partition.membership leaf2/0 [0x7fff]\n"
	 "C partition.membership spine1/0 [0x7fff]\n"
	 "C partition.membership cn1/p/1 [0x7fff]\n"
	 "C partition.membership cn1/p/2 [0x7fff]\n"
	 "C partition.membership cn2/p/1 [0x7fff]\n"
	 "C partition.membership nas/p/1 [0x7fff]\n"},
	{"a fabric that is open by design", open_by_design, ""},
	{"more keys than the port's table holds", small_table,
	 "C partition.capacity cn2/p/1\n"},
	{"more keys than the switch port's table holds", small_switch_table,
	 "C partition.capacity cn2/p/1\n"},
	{"capacity switched off explains nothing", capacity_off,
	 "C partition.missing cn2/p/1 [0x0002]\n"},
	{"every switch port enforces", all_enforce, ""},
	{"no switch port enforces: one finding", none_enforces,
	 "W partition.enforcement all-partitions\n"},
	{"part_enforce is off: one finding", enforcement_is_off,
	 "W partition.enforcement all-partitions\n"},
	{"one switch port does not enforce", one_does_not_enforce,
	 "W partition.enforcement leaf1/2\n"},
	{"a switch port lacks its host's key", switch_lacks_a_key,
	 "W partition.enforcement leaf1/2\n"},
	{"... but not one that the plan does not give it",
	 switches_lack_a_foreign_key, "C partition.unknown nas/p/1 [0x0013]\n"},
	{"switches that cannot enforce", switches_cannot_enforce, ""},
	{"without partitions: there is no plan", no_plan, ""},

	{"a group that every member can join", group_fits, ""},
	{"a member slower than its group", group_too_fast_for_one,
	 "W ipoib.rate cn2/p/1 [0x0001]\n"},
	{"... is not found again behind link.speed", group_and_a_slow_link,
	 "W link.speed cn2/p/1\n"},
	{"a group that no member can join is one finding",
	 group_too_fast_for_all, "W ipoib.rate compute [0x0001]\n"},
	{"a member with a smaller MTU than its group", group_too_large_for_one,
	 "W ipoib.mtu cn2/p/1 [0x0001]\n"},
	{"everyone full in 0x7fff beside others", default_is_full,
	 "W security.default_full Default\n"},
	{"... or alone", open_by_design, ""},
	{"stock keys", stock_keys,
	 "I security.m_key opensm.conf\nI security.sm_key opensm.conf\n"},

	{"a declared SM that does not run", sm_stopped, "W sm.missing sm-b\n"},
	{"a declared SM that is not active", sm_not_active,
	 "W sm.missing sm-b\n"},
	{"an SM whose host is gone is counted there", sm_host_gone,
	 "W port.missing mgm [host]\n"},
	{"no declared SM left", no_sm_left,
	 "C sm.missing sm-a\nC sm.missing sm-b\n"},
	{"an undeclared SM", sm_unlisted, "C sm.unlisted nas/p/1\n"},
	{"an undeclared SM that is master is one finding",
	 sm_unlisted_is_master, "C sm.unlisted nas/p/1\n"},
	{"... whatever it is in 0x7fff", sm_unlisted_is_limited_master,
	 "C sm.unlisted nas/p/1\n"},
	{"no SM declared, none judged", no_sms_declared, ""},
	{"another priority", sm_priority, "W sm.priority sm-b\n"},
	{"two of one priority", sm_tie, "W sm.tie sm-a [13]\n"},
	{"another master than declared", sm_wrong_master, "C sm.master sm-a\n"},
	{"two masters", two_masters, "C sm.master sm-a\n"},

	{"another name", name_differs, "I node.name cn2\n"},
	{"letter case, domain and blanks do not count",
	 name_in_capitals_with_domain, ""},
	{"the name of another declared host", name_of_another,
	 "W node.name cn2\n"},
	{"unset names are one finding", names_unset,
	 "I node.name NodeDescriptions [unset]\n"},
	{"... apart from those that are suppressed", name_unset_in_maintenance,
	 "I node.name NodeDescriptions [unset]\n"
	 "I node.name nas (by maintenance)\n"},
	{"a director's unit", director_unit, ""},
	{"a host that is declared as unnamed", unnamed_host, ""},
	{"an exchanged cable says it already", name_of_a_swapped_host,
	 "C link.swapped cn1/p/1\n"},

	{"a bad P_Key between hosts that are to be isolated",
	 compute_to_storage, "I trap.pkey cn2/p/1 [0x0001]\n"},
	{"... between two limited members, reported by a switch",
	 limited_to_limited, "I trap.pkey cn1/p/1 [0x0002]\n"},
	{"... of hosts that are to talk: by the receiver, as one",
	 receiver_lacks_the_key,
	 "C partition.missing cn2/p/1 [0x0001]\n"
	 "W trap.pkey cn2/p/1 [0x0001 received]\n"},
	{"... that belongs to no partition: by the sender, as one",
	 key_of_no_partition, "I trap.pkey cn1/p/1 [undeclared]\n"},
	{"... without a plan to read it against", pkey_trap_without_plan,
	 "W trap.pkey cn1/p/1 [0x0001]\n"},
	{"a bad P_Key of more than an hour ago", pkey_traps_of_long_ago, ""},
	{"... within a longer window", pkey_traps_in_a_longer_window,
	 "I trap.pkey cn2/p/1 [0x0001]\n"},
	{"a bad P_Key of a host that has left: nobody has its LID",
	 pkey_trap_of_a_gone_host,
	 "W port.missing cn2 [host]\nI trap.security unknown-LIDs [unknown]\n"},
	{"a wrong M_Key", wrong_m_key, "W trap.security cn2/p/1 [M_Key]\n"},
	{"a wrong Q_Key to two ports is one finding", wrong_q_key,
	 "W trap.security cn2/p/1 [Q_Key]\n"},
	{"ten thousand unknown LIDs are one finding", traps_of_strangers,
	 "I trap.security unknown-LIDs [unknown]\n"},
	{"a link that goes up and down", link_flaps,
	 "W link.flapping leaf1/9\n"},
	{"... of a host: it is the host's", host_cable_flaps,
	 "W link.flapping cn2/p/1\n"},
	{"... not more often than the threshold", link_went_down_often_enough,
	 ""},
	{"... not within the window", link_flaps_slowly, ""},
	{"... by its own threshold and window", link_flaps_by_its_own_limits,
	 "W link.flapping leaf1/9\n"},
	{"... in maintenance", host_flaps_in_maintenance,
	 "W link.flapping cn2/p/1 (by maintenance)\n"},
	{"a switch that reports changes which no sweep saw", switch_storms,
	 "W link.flapping leaf1 [traps]\n"},
	{"... is silent about those that one saw", switch_reports_what_was_seen,
	 ""},
	{"... and about a link that is a finding",
	 switch_storms_for_a_flapping_link, "W link.flapping leaf1/9\n"},
	{"a port that reports changes again and again", port_storms,
	 "W link.flapping cn2/p/1 [traps]\n"},

	{"a waiver by the port's name", waived_by_host,
	 "W link.speed cn2/p/1 (by netops)\n"
	 "W link.width cn2/p/1 (by netops)\n"},
	{"a waiver by GUID and port", waived_by_guid,
	 "W link.unlisted leaf1/10 (by netops)\n"},
	{"a waiver by the link's other end", waived_by_other_end,
	 "W link.speed leaf1/9 (by netops)\n"},
	{"a waiver for one port does not cover the host", waived_in_part,
	 "W port.missing cn1 [host]\n"},
	{"a waiver for all its ports does", waived_in_whole,
	 "W port.missing cn1 [host] (by netops)\n"},
	{"a waiver of another check", waiver_of_another_check,
	 "W link.speed leaf1/9\n"},

	{"only a family", only_link, "W link.speed leaf1/9\n"},
	{"only one check tells what it could not judge", only_one_id,
	 "C partition.unknown nas/p/1 [0x0013]\n"
	 "? partition.unknown P_Key table did not answer: 1\n"},
	{"only a family: what another explains stays explained",
	 only_link_with_a_stranger, ""},
};

static void run_case(void **state)
{
	const struct policy_case *test = *state;
	struct fabric *fabric = fabric_new();

	test->bend(fabric);
	fabric_expect(fabric, test->expected);
	fabric_free(fabric);
}

/* The order in which a source names things changes nothing. */
static void run_reversed(void **state)
{
	const struct policy_case *test = *state;
	struct fabric *fabric = fabric_new();

	test->bend(fabric);
	fabric->reversed = true;
	fabric_expect(fabric, test->expected);
	fabric_free(fabric);
}

/* No check without a case in which it fires. */
static void every_check_fires(void **state)
{
	const struct rule *const *rule;
	char line[64];
	size_t i;

	(void)state;
	for (rule = rule_table; *rule; rule++) {
		if (!(*rule)->check) {
			continue;
		}
		snprintf(line, sizeof(line), " %s ", (*rule)->id);
		for (i = 0; i < COUNT(cases); i++) {
			if (strstr(cases[i].expected, line)) {
				break;
			}
		}
		if (i == COUNT(cases)) {
			fail_msg("%s fires in no case", (*rule)->id);
		}
	}
}

/* What a port did goes on being the same finding when the port leaves. */
static void the_past_keeps_its_id(void **state)
{
	struct fabric *there = fabric_new(), *gone = fabric_new();

	(void)state;
	compute_to_storage(there);
	host_cable_flaps(there);
	fabric_expect(there, "W link.flapping cn2/p/1\n"
			     "I trap.pkey cn2/p/1 [0x0001]\n");
	gone->traps = there->traps;
	gone->links = there->links;
	there->traps = NULL;
	there->links = NULL;
	single_port_host_gone(gone);
	fabric_expect(gone, "W link.flapping cn2/p/1\n"
			    "W port.missing cn2 [host]\n"
			    "I trap.pkey cn2/p/1 [0x0001]\n");
	assert_string_equal(fabric_finding(there, 0)->id,
			    fabric_finding(gone, 0)->id);
	assert_string_equal(fabric_finding(there, 1)->id,
			    fabric_finding(gone, 2)->id);
	fabric_free(there);
	fabric_free(gone);
}

int main(void)
{
	struct CMUnitTest tests[2 * COUNT(cases) + 2];
	size_t i;

	for (i = 0; i < 2 * COUNT(cases); i++) {
		tests[i] = (struct CMUnitTest){
			.name = cases[i / 2].name,
			.test_func = i % 2 ? run_reversed : run_case,
			.initial_state = (void *)&cases[i / 2],
		};
	}
	tests[2 * COUNT(cases)] =
		(struct CMUnitTest)cmocka_unit_test(every_check_fires);
	tests[2 * COUNT(cases) + 1] =
		(struct CMUnitTest)cmocka_unit_test(the_past_keeps_its_id);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
