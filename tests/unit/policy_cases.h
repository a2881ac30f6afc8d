/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The cases of policy_test.c: what is bent in the built fabric, and the findings
 * that come of it (see fabric_expect()). */
#ifndef IBPOLICY_TESTS_UNIT_POLICY_CASES_H
#define IBPOLICY_TESTS_UNIT_POLICY_CASES_H

#include "tests/unit/fabric_builder.h"

struct policy_case {
	const char *name;
	void (*bend)(struct fabric *fabric);
	const char *expected;
};

/* One family per file; each ends with a case without a name. */
extern const struct policy_case policy_cases_nodes[];
extern const struct policy_case policy_cases_cables[];
extern const struct policy_case policy_cases_partitions[];
extern const struct policy_case policy_cases_managers[];
extern const struct policy_case policy_cases_history[];
extern const struct policy_case policy_cases_silence[];
extern const struct policy_case policy_cases_waivers[];

/* Faults that more than one family needs. */
void fault_host_gone(struct fabric *fabric);
void fault_single_port_host_gone(struct fabric *fabric);
void fault_port_unlisted(struct fabric *fabric);
void fault_port_unlisted_in_unused(struct fabric *fabric);
void fault_ports_not_strict(struct fabric *fabric);
void fault_port_ignored(struct fabric *fabric);
void fault_link_unlisted(struct fabric *fabric);
void fault_host_cables_swapped(struct fabric *fabric);
void fault_both_ends(struct fabric *fabric, uint64_t guid, unsigned int number,
		     enum ib_speed speed, enum ib_width width,
		     unsigned int mtu);
void fault_link_slow(struct fabric *fabric);
void fault_link_slow_and_narrow(struct fabric *fabric);
void fault_pkey_unknown(struct fabric *fabric);
void fault_pkeys_not_read(struct fabric *fabric);
void fault_no_plan(struct fabric *fabric);
void fault_compute_to_storage(struct fabric *fabric);
void fault_host_cable_flaps(struct fabric *fabric);

#endif
