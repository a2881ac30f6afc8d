/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Subnet managers and names. */
#include "tests/unit/policy_cases.h"

/* --- Subnet managers ----------------------------------------------------- */

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

/* --- Names --------------------------------------------------------------- */

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
	fault_host_cables_swapped(fabric);
	name_of_another(fabric);
}

const struct policy_case policy_cases_managers[] = {
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
	{NULL},
};
