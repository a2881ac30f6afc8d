/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Switches, hosts and their ports. */
#include "tests/unit/policy_cases.h"

/* --- Switches ------------------------------------------------------------ */

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

/* --- Ports --------------------------------------------------------------- */

static void port_gone(struct fabric *fabric)
{
	fabric_unlink(fabric, LEAF1, 1);
}

static void host_gone_planned(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn1, state: planned}]");
	fault_host_gone(fabric);
}

static void half_host_planned(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn1/p/2, state: planned}]");
	fault_host_gone(fabric);
}

static void host_gone_maintenance(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn1, state: maintenance}]");
	fault_host_gone(fabric);
}

/* One of its ports is in service: the host is missed. */
static void half_host_maintenance(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn1/p/1, state: maintenance}]");
	fault_host_gone(fabric);
}

static void maintenance_over(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "states: [{subject: cn2, state: maintenance, "
		    "until: 2020-01-01}]");
	fault_single_port_host_gone(fabric);
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
	fault_host_gone(fabric);
	fabric_add_node(fabric, 0xe0, IB_NODE_CA, "cn1 mlx5_0", 2);
	fabric_link(fabric, 0xe0, 1, LEAF1, 1);
	fabric_link(fabric, 0xe0, 2, LEAF2, 1);
	fabric_pkeys(fabric, 0xe0, 1, 0x7fff, 0);
	fabric_pkeys(fabric, 0xe0, 2, 0x7fff, 0);
}

static void unused_not_strict(struct fabric *fabric)
{
	fault_port_unlisted_in_unused(fabric);
	fabric_edit(fabric, "# more", "strict: {ports: false}");
}

/* A name seen on the wire grants no silence. */
static void port_unlisted_bears_a_waived_name(struct fabric *fabric)
{
	fault_port_unlisted(fabric);
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

const struct policy_case policy_cases_nodes[] = {
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
	{"a host with all its ports gone is one finding", fault_host_gone,
	 "W port.missing cn1 [host]\n"},
	{"a host of one port is a host", fault_single_port_host_gone,
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
	{"another GUID on the declared cable", port_replaced,
	 "C port.replaced cn2/p/1\n"},
	{"a planned port whose place is taken", port_replaced_planned,
	 "C port.replaced cn2/p/1\n"},
	{"a swapped card is replaced, not a gone host", card_swapped,
	 "C port.replaced cn1/p/1\nC port.replaced cn1/p/2\n"},
	{"an unlisted port, its name made safe", fault_port_unlisted,
	 "W port.unlisted \"new \\x22host\\x22\\x1b[31m\"/1\n"},
	{"an unlisted port in an unused switch port is one finding",
	 fault_port_unlisted_in_unused,
	 "W port.unlisted 0x00000000000000e0/1\n"},
	{"strict ports off", fault_ports_not_strict, ""},
	{"strict ports off: unused ports are still judged", unused_not_strict,
	 "W link.unlisted leaf1/5\n"},
	{"an ignored port and its cable are not judged", fault_port_ignored,
	 ""},
	{"a name from the wire grants no waiver",
	 port_unlisted_bears_a_waived_name, "W port.unlisted \"cn2\"/1\n"},
	{"a port in Initialize", port_initialize, "C port.state cn2/p/1\n"},
	{"a switch link in Armed is judged once", link_armed,
	 "C port.state leaf1/9\n"},
	{"a port GUID in two places", port_twice, "C port.duplicate cn2/p/1\n"},
	{NULL},
};
