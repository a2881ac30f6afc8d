/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* P_Keys, IPoIB groups and security. */
#include "tests/unit/policy_cases.h"
#include "tests/unit/unit.h"

#define NO_PKEYS "the source does not hold P_Key tables"

/* --- Partitions ---------------------------------------------------------- */

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
	fault_ports_not_strict(fabric);
	fabric_pkeys(fabric, 0xe0, 1, 0xffff, 0x8002, 0);
}

static void pkey_on_ignored(struct fabric *fabric)
{
	fault_port_ignored(fabric);
	fabric_pkeys(fabric, 0xe0, 1, 0xffff, 0x8002, 0x0013, 0);
}

static void pkeys_lacking_on_ignored(struct fabric *fabric)
{
	fault_port_ignored(fabric);
	fabric_pkeys(fabric, 0xe0, 1, 0, 0);
}

static void pkey_quarantine(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn2, state: quarantine}]");
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
	fault_single_port_host_gone(fabric);
	fabric_add_node(fabric, CN2, IB_NODE_CA, "cn2 HCA-1", 1);
	fabric_pkeys(fabric, CN2, 1, 0x8013, 0);
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

static void fallback_with_ignored(struct fabric *fabric)
{
	pkey_on_ignored(fabric);
	fallback(fabric);
	fabric_pkeys(fabric, 0xe0, 1, 0xffff, 0x8002, 0x0013, 0);
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
	fault_pkey_unknown(fabric);
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

	fault_single_port_host_gone(fabric);
	facing = fabric_port(fabric, LEAF1, 2);
	facing->state = IB_PORT_ACTIVE;
	facing->phys = IB_PHYS_LINK_UP;
	facing->unassessed = "the other end of the link did not answer";
}

/* --- IPoIB and security -------------------------------------------------- */

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
	fault_both_ends(fabric, CN2, 1, IB_SPEED_EDR, IB_WIDTH_4X, 4096);
	fabric_port(fabric, CN2, 1)->speed_enabled = 1u << IB_SPEED_EDR;
	group_fits(fabric);
}

static void group_and_a_slow_link(struct fabric *fabric)
{
	fault_both_ends(fabric, CN2, 1, IB_SPEED_EDR, IB_WIDTH_4X, 4096);
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
	fault_both_ends(fabric, CN2, 1, IB_SPEED_HDR, IB_WIDTH_4X, 2048);
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

const struct policy_case policy_cases_partitions[] = {
	{"behind a switch port whose other end did not answer",
	 silent_behind_a_switch,
	 "? port.missing the other end of the link did not answer: 1\n"},
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
	{"a P_Key that nobody owns", fault_pkey_unknown,
	 "C partition.unknown nas/p/1 [0x0013]\n"},
	{"full for limited and limited for full", pkey_membership,
	 "C partition.membership cn2/p/1 [0x0002]\n"
	 "C partition.membership nas/p/1 [0x0002]\n"},
	{"switch port 0 is judged by the keywords", pkey_on_port_0,
	 "C partition.membership spine1/0 [0x7fff]\n"},
	{"an unlisted port is judged by the keywords", pkey_on_unlisted,
	 "C partition.membership \"new \\x22host\\x22\\x1b[31m\"/1 [0x7fff]\n"
	 "C partition.unexpected \"new \\x22host\\x22\\x1b[31m\"/1 [0x0002]\n"},
	{"an ignored port is judged for what is beyond the plan",
	 pkey_on_ignored,
	 "C partition.unknown 0x00000000000000e0/1 [0x0013]\n"
	 "C partition.membership 0x00000000000000e0/1 [0x7fff]\n"
	 "C partition.unexpected 0x00000000000000e0/1 [0x0002]\n"},
	{"... not for what it lacks", pkeys_lacking_on_ignored, ""},
	{"... also where all others fell back", fallback_with_ignored,
	 "C partition.fallback all-partitions\n"
	 "C partition.unknown 0x00000000000000e0/1 [0x0013]\n"
	 "C partition.unexpected 0x00000000000000e0/1 [0x0002]\n"},
	{"a quarantined port keeps no partition", pkey_quarantine,
	 "C partition.unexpected cn2/p/1 [0x0002]\n"
	 "C partition.unexpected cn2/p/1 [0x0001]\n"},
	{"a table that did not answer", fault_pkeys_not_read,
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
	{"without partitions: there is no plan", fault_no_plan, ""},
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
	{NULL},
};
