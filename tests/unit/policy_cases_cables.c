/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Cables, link attributes, and which finding of one port comes first. */
#include "tests/unit/policy_cases.h"

/* --- Cables -------------------------------------------------------------- */

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

static void links_not_strict(struct fabric *fabric)
{
	fault_link_unlisted(fabric);
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

static void host_and_uplink_swapped(struct fabric *fabric)
{
	fabric_link(fabric, LEAF1, 2, SPINE1, 1);
	fabric_link(fabric, LEAF1, 9, CN2, 1);
}

static void link_narrow(struct fabric *fabric)
{
	fault_both_ends(fabric, CN2, 1, IB_SPEED_HDR, IB_WIDTH_1X, 4096);
}

static void link_small(struct fabric *fabric)
{
	fault_both_ends(fabric, CN2, 1, IB_SPEED_HDR, IB_WIDTH_4X, 2048);
}

static void link_fast(struct fabric *fabric)
{
	fault_both_ends(fabric, SPINE1, 1, IB_SPEED_NDR, IB_WIDTH_4X, 4096);
}

/* leaf1's ports from 3 on, of which 3 and 9 are cabled as declared. */
static void other_ends_not_read(struct fabric *fabric)
{
	fabric_node(fabric, LEAF1)->port_count = 3;
}

static void speed_not_held(struct fabric *fabric)
{
	fault_both_ends(fabric, SPINE1, 1, IB_SPEED_UNKNOWN, IB_WIDTH_4X, 4096);
	fabric_port(fabric, LEAF1, 9)->unassessed = "speed code 64 is unknown";
}

/* mgm has no role: nothing is declared, yet it could do better. */
static void link_degraded(struct fabric *fabric)
{
	fault_both_ends(fabric, MGM, 1, IB_SPEED_HDR, IB_WIDTH_1X, 4096);
}

static void link_limited_by_one_end(struct fabric *fabric)
{
	link_degraded(fabric);
	fabric_port(fabric, MGM, 1)->width_enabled = 1u << IB_WIDTH_1X;
}

static void speed_off_yet_degraded(struct fabric *fabric)
{
	fault_link_slow(fabric);
	fabric_edit(fabric, "# more", "checks: {link.speed: none}");
}

static void missing_off(struct fabric *fabric)
{
	fault_single_port_host_gone(fabric);
	fabric_edit(fabric, "# more", "checks: {port.missing: none}");
}

static void missing_is_critical_for_one(struct fabric *fabric)
{
	fault_single_port_host_gone(fabric);
	fabric_edit(fabric, "cn2: {role: compute,",
		    "cn2: {role: compute, checks: {port.missing: critical},");
}

/* --- Precedence: the first that applies ---------------------------------- */

static void swapped_and_slow(struct fabric *fabric)
{
	links_swapped(fabric);
	fault_both_ends(fabric, SPINE1, 1, IB_SPEED_EDR, IB_WIDTH_1X, 2048);
}

static void moved_and_initialize(struct fabric *fabric)
{
	link_moved(fabric);
	fabric_port(fabric, LEAF1, 9)->state = IB_PORT_INITIALIZE;
}

static void initialize_and_slow(struct fabric *fabric)
{
	fault_link_slow(fabric);
	fabric_port(fabric, LEAF1, 9)->state = IB_PORT_INITIALIZE;
	fabric_port(fabric, SPINE1, 1)->state = IB_PORT_INITIALIZE;
}

const struct policy_case policy_cases_cables[] = {
	{"a link that is down", link_gone, "C link.missing leaf1/9\n"},
	{"a planned link may be absent", link_gone_planned, ""},
	{"a link at a switch in maintenance", link_gone_maintenance,
	 "C link.missing leaf1/9 (by maintenance)\n"},
	{"a link that is Down, sweep errors or not", link_gone_with_errors,
	 "C link.missing leaf1/9\n"},
	{"a link that only vanished in a sweep with errors",
	 link_vanished_with_errors,
	 "? link.missing the sweep ended with errors: 1\n"},
	{"an unlisted link", fault_link_unlisted, "W link.unlisted leaf1/10\n"},
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
	{"two hosts' cables exchanged", fault_host_cables_swapped,
	 "C link.swapped cn1/p/1\n"},
	{"a host's cable and an uplink exchanged", host_and_uplink_swapped,
	 "C link.swapped leaf1/9\n"},
	{"a slow link, not degraded as well", fault_link_slow,
	 "W link.speed leaf1/9\n"},
	{"a narrow link", link_narrow, "W link.width cn2/p/1\n"},
	{"a link of a smaller MTU", link_small, "W link.mtu cn2/p/1\n"},
	{"slow and narrow are two faults", fault_link_slow_and_narrow,
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
	{NULL},
};
