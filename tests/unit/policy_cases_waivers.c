/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Waivers, and a choice of checks. */
#include "tests/unit/policy_cases.h"

/* --- Waivers ------------------------------------------------------------- */

static void waived_by_host(struct fabric *fabric)
{
	fault_link_slow_and_narrow(fabric);
	fabric_edit(fabric, "# more",
		    "waivers: [{check: link.*, subject: cn2/p/1, until: "
		    "2030-01-01, owner: netops, reason: r}]");
}

static void waived_by_guid(struct fabric *fabric)
{
	fault_link_unlisted(fabric);
	fabric_edit(fabric, "# more",
		    "waivers: [{check: link.unlisted, subject: "
		    "\"0x00000000000000a1/10\", until: "
		    "2030-01-01, owner: netops, reason: r}]");
}

static void waived_by_other_end(struct fabric *fabric)
{
	fault_link_slow(fabric);
	fabric_edit(fabric, "# more",
		    "waivers: [{check: \"*\", subject: spine1/*, until: "
		    "2030-01-01, owner: netops, reason: r}]");
}

static void waived_in_part(struct fabric *fabric)
{
	fault_host_gone(fabric);
	fabric_edit(fabric, "# more",
		    "waivers: [{check: port.missing, subject: cn1/p/1, until: "
		    "2030-01-01, owner: netops, reason: r}]");
}

static void waived_in_whole(struct fabric *fabric)
{
	fault_host_gone(fabric);
	fabric_edit(fabric, "# more",
		    "waivers: [{check: port.missing, subject: cn1/*, until: "
		    "2030-01-01, owner: netops, reason: r}]");
}

static void waiver_of_another_check(struct fabric *fabric)
{
	fault_link_slow(fabric);
	fabric_edit(fabric, "# more",
		    "waivers: [{check: link.width, subject: \"*\", until: "
		    "2030-01-01, owner: netops, reason: r}]");
}

/* --- only ---------------------------------------------------------------- */

static void only_link(struct fabric *fabric)
{
	fault_single_port_host_gone(fabric);
	fault_link_slow(fabric);
	fabric->only[fabric->only_count++] = "link";
}

static void only_one_id(struct fabric *fabric)
{
	fault_pkeys_not_read(fabric);
	fault_pkey_unknown(fabric);
	fabric->only[fabric->only_count++] = "partition.unknown";
}

/* What another check would explain stays explained. */
static void only_link_with_a_stranger(struct fabric *fabric)
{
	fault_port_unlisted_in_unused(fabric);
	fabric->only[fabric->only_count++] = "link";
}

const struct policy_case policy_cases_waivers[] = {
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
	{NULL},
};
