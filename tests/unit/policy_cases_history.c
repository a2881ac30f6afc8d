/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Traps, and links that go up and down. */
#include "tests/unit/policy_cases.h"

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
	fault_no_plan(fabric);
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
	fault_single_port_host_gone(fabric);
	fault_compute_to_storage(fabric);
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
	fault_host_cable_flaps(fabric);
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

const struct policy_case policy_cases_history[] = {
	{"a bad P_Key between hosts that are to be isolated",
	 fault_compute_to_storage, "I trap.pkey cn2/p/1 [0x0001]\n"},
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
	{"... of a host: it is the host's", fault_host_cable_flaps,
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
	{NULL},
};
