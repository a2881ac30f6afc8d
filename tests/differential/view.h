/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Partitions as comparable text: what our reader says, what OpenSM holds. */
#ifndef IBPOLICY_TESTS_DIFFERENTIAL_VIEW_H
#define IBPOLICY_TESTS_DIFFERENTIAL_VIEW_H

#include "policy/partitions_conf.h"
#include "policy/strbuf.h"

/* The fabric as both sides see it: ports ascending by GUID. */
struct view_fabric {
	struct partitions_conf_port *ports;
	size_t port_count;
	uint64_t sm_guid;
	unsigned int min_mtu, min_rate; /* codes, of all CA and router ports */
};

/* Partitions in the order of keys, each with the ports that are members, then
 * the groups by MGID, then which key each port wants at index 0. */
void view_of_plan(const struct partition_plan *plan,
		  const struct view_fabric *fabric, struct strbuf *out);

/* One port's P_Key table, ascending: "7fff 8011". */
void view_pkeys_of_plan(const struct partition_plan *plan,
			const struct view_fabric *fabric, size_t port,
			struct strbuf *out);

/* The key that a port wants at index 0, or 0 when no partition asks for it. */
uint16_t view_index0(const struct partition_plan *plan,
		     const struct view_fabric *fabric, size_t port);

#endif
