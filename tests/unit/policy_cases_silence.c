/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A link that is up towards something that does not answer proves no absence
 * of what may stand there; a link that is down does. */
#include "tests/unit/policy_cases.h"

/* The link out of this port is up and leads to nobody who answers. */
static void silence(struct fabric *fabric, uint64_t guid, unsigned int number)
{
	struct subnet_port *port = fabric_port(fabric, guid, number);

	port->state = IB_PORT_ACTIVE;
	port->phys = IB_PHYS_LINK_UP;
	port->peer_guid = 0;
	port->peer_number = 0;
	port->unassessed = "no answer";
}

static void remove_leaf2(struct fabric *fabric)
{
	fabric_remove(fabric, LEAF2);
	fabric_remove(fabric, NAS);
	fabric_remove(fabric, SMB);
	fabric->subnet->sm_count = 1;
}

static void leaf_silent(struct fabric *fabric)
{
	remove_leaf2(fabric);
	silence(fabric, SPINE1, 2);
}

static void leaf_off(struct fabric *fabric)
{
	remove_leaf2(fabric);
}

/* A port without PortInfo says nothing about the other end either. */
static void leaf_behind_unread_port(struct fabric *fabric)
{
	struct subnet_port *port;

	remove_leaf2(fabric);
	silence(fabric, SPINE1, 2);
	port = fabric_port(fabric, SPINE1, 2);
	port->state = IB_PORT_UNKNOWN;
	port->phys = IB_PHYS_UNKNOWN;
}

static void leaf_behind_unread_switch(struct fabric *fabric)
{
	remove_leaf2(fabric);
	fabric_node(fabric, SPINE1)->port_count = 0;
	fabric_node(fabric, SPINE1)->unassessed = "no answer";
}

static void spine_silent(struct fabric *fabric)
{
	remove_leaf2(fabric);
	fabric_remove(fabric, SPINE1);
	silence(fabric, LEAF1, 9);
}

static void spine_silent_leaf_planned(struct fabric *fabric)
{
	spine_silent(fabric);
	fabric_edit(fabric, "# more",
		    "states: [{subject: leaf2, state: planned}]");
}

/* The port of the machine that looks, before a switch that is silent. */
static void own_switch_silent(struct fabric *fabric)
{
	fabric_port(fabric, LEAF1, 3)->peer_guid = 0;
	fabric_remove(fabric, LEAF1);
	fabric_remove(fabric, CN2);
	remove_leaf2(fabric);
	fabric_remove(fabric, SPINE1);
	fabric_remove(fabric, CN1);
	silence(fabric, MGM, 1);
}

/* Two uplinks, one of them down: that one is a fact. */
static void one_uplink_down(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "  - {from: leaf2/10, to: spine1/3, role: uplink}");
	leaf_silent(fabric);
}

static void other_leaf_off(struct fabric *fabric)
{
	remove_leaf2(fabric);
	fabric_remove(fabric, CN2);
	silence(fabric, LEAF1, 2);
}

static void host_off_beside_silence(struct fabric *fabric)
{
	fabric_remove(fabric, NAS);
	silence(fabric, LEAF1, 12);
}

static void host_without_peer(struct fabric *fabric)
{
	fabric_edit(fabric, ", peer: leaf2/2", "");
	fabric_remove(fabric, NAS);
	silence(fabric, LEAF1, 12);
}

/* What is silent there is declared, and nothing else can hide behind it. */
static void host_without_peer_cn2_silent(struct fabric *fabric)
{
	fabric_edit(fabric, ", peer: leaf2/2", "");
	fabric_remove(fabric, NAS);
	fabric_remove(fabric, CN2);
	silence(fabric, LEAF1, 2);
}

static void switch_without_links(struct fabric *fabric)
{
	fabric_edit(fabric, "  - {from: leaf2/9, to: spine1/2, role: uplink}\n",
		    "");
	leaf_silent(fabric);
}

static void unread_port_elsewhere(struct fabric *fabric)
{
	fabric_node(fabric, LEAF1)->unassessed = "no answer";
	fabric_remove(fabric, CN2);
}

static void sm_silent(struct fabric *fabric)
{
	fabric->subnet->sm_count = 1;
	fabric_port(fabric, SMB, 1)->is_sm = true;
	fabric_port(fabric, SMB, 1)->unassessed = "no SMInfo";
}

static void strange_sm_silent(struct fabric *fabric)
{
	fabric_port(fabric, NAS, 1)->is_sm = true;
	fabric_port(fabric, NAS, 1)->unassessed = "no SMInfo";
}

static void no_name(struct fabric *fabric)
{
	fabric_node(fabric, CN2)->description = NULL;
	fabric_node(fabric, CN2)->unassessed = "no NodeDescription";
}

/* A dump names it at its neighbour's alone: it may be of the ignored kind. */
static void no_record(struct fabric *fabric)
{
	fault_port_ignored(fabric);
	fabric_node(fabric, 0xe0)->vendor = 0;
	fabric_node(fabric, 0xe0)->device = 0;
	fabric_node(fabric, 0xe0)->unassessed = "no record";
}

static void no_record_nothing_ignored(struct fabric *fabric)
{
	fault_port_unlisted(fabric);
	fabric_node(fabric, 0xe0)->vendor = 0;
	fabric_node(fabric, 0xe0)->unassessed = "no record";
}

static void no_record_of_a_switch(struct fabric *fabric)
{
	fabric_edit(fabric, "# more",
		    "ignore: [{vendor: 0x02c9, device: 0xcf09}]");
	fabric_add_node(fabric, 0xd1, IB_NODE_SWITCH, "new", 12);
	fabric_pkeys(fabric, 0xd1, 0, 0x7fff, 0);
	fabric_link(fabric, 0xd1, 1, SPINE1, 8);
	fabric_node(fabric, 0xd1)->vendor = 0;
	fabric_node(fabric, 0xd1)->unassessed = "no record";
}

static void no_guid(struct fabric *fabric)
{
	fault_port_unlisted(fabric);
	fabric_port(fabric, 0xe0, 1)->guid = 0;
	fabric_node(fabric, 0xe0)->unassessed = "no record";
}

const struct policy_case policy_cases_silence[] = {
	{"a leaf behind a link that is up", leaf_silent,
	 "? link.missing no answer: 1\n"
	 "? port.missing no answer: 2\n"
	 "? sm.missing no answer: 1\n"
	 "? switch.missing no answer: 1\n"},
	{"a leaf behind a link that is down", leaf_off,
	 "C switch.missing leaf2\n"
	 "W sm.missing sm-b\n"},
	{"a leaf behind a port that was not read", leaf_behind_unread_port,
	 "? link.missing no answer: 1\n"
	 "? port.missing no answer: 2\n"
	 "? sm.missing no answer: 1\n"
	 "? switch.missing no answer: 1\n"},
	{"a leaf behind a switch none of whose ports was read",
	 leaf_behind_unread_switch,
	 "? link.missing no answer: 1\n"
	 "? link.missing the other end of the link was not read: 1\n"
	 "? port.missing no answer: 2\n"
	 "? sm.missing no answer: 1\n"
	 "? switch.missing no answer: 1\n"},
	{"a spine, and the leaf that is behind it by its cables", spine_silent,
	 "? link.missing no answer: 2\n"
	 "? port.missing no answer: 2\n"
	 "? sm.missing no answer: 1\n"
	 "? switch.missing no answer: 2\n"},
	{"a planned leaf behind a silent spine may be absent",
	 spine_silent_leaf_planned,
	 "? link.missing no answer: 1\n"
	 "? sm.missing no answer: 1\n"
	 "? switch.missing no answer: 1\n"},
	{"nothing at all but the port that looks", own_switch_silent,
	 "? link.missing no answer: 3\n"
	 "? port.missing no answer: 4\n"
	 "? sm.missing no answer: 1\n"
	 "? switch.missing no answer: 3\n"},
	{"of two links to a silent leaf the one that is down", one_uplink_down,
	 "C link.missing leaf2/10\n"
	 "? link.missing no answer: 1\n"
	 "? port.missing no answer: 2\n"
	 "? sm.missing no answer: 1\n"
	 "? switch.missing no answer: 1\n"},
	{"a silent host hides no switch that is off", other_leaf_off,
	 "C switch.missing leaf2\n"
	 "W sm.missing sm-b\n"
	 "? port.missing no answer: 1\n"},
	{"a host that is off is missing, whatever is silent elsewhere",
	 host_off_beside_silence, "W port.missing nas [host]\n"},
	{"a host may be behind any link unless its cable is declared",
	 host_without_peer, "? port.missing no answer: 1\n"},
	{"... but not behind one that another host explains",
	 host_without_peer_cn2_silent,
	 "W port.missing nas [host]\n"
	 "? port.missing no answer: 1\n"},
	{"a switch may be behind any link unless its cables are declared",
	 switch_without_links,
	 "? port.missing no answer: 2\n"
	 "? sm.missing no answer: 1\n"
	 "? switch.missing no answer: 1\n"},
	{"a port that is Down is Down, whatever its switch did not answer",
	 unread_port_elsewhere, "W port.missing cn2 [host]\n"},
	{"an SM that does not answer", sm_silent,
	 "? sm.missing no SMInfo: 1\n"},
	{"an SM that nobody declares and that does not answer",
	 strange_sm_silent, "? sm.unlisted no SMInfo: 1\n"},
	{"a NodeDescription that did not come", no_name,
	 "? node.name no NodeDescription: 1\n"},
	{"a node of which nobody knows whether it is ignored", no_record,
	 "? port.unlisted no record: 1\n"},
	{"a port whose GUID was not read may be declared", no_guid,
	 "? port.unlisted no record: 1\n"},
	{"... where none is", no_record_nothing_ignored,
	 "W port.unlisted \"new \\x22host\\x22\\x1b[31m\"/1\n"},
	{"... and a switch", no_record_of_a_switch,
	 "? switch.unlisted no record: 1\n"},
	{NULL},
};
