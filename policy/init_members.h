/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Members of a partition that init has to name: ports -> selectors. */
#ifndef IBPOLICY_INIT_MEMBERS_H
#define IBPOLICY_INIT_MEMBERS_H

#include "policy/init_draft.h"

/* One port's membership in one partition. */
struct init_entry {
	uint16_t pkey; /* 15 bits */
	enum ib_membership membership;
	const struct subnet_port *port;
};

/* "gpu[001-064]" and what it is. */
struct init_member {
	const char *selector;
	enum ib_membership membership;
};

/* Selectors for entries of one partition, which are put in another order:
 * whole hosts, switches, single ports, and GUIDs of what has no name. *members
 * stands in the draft's arena. Returns 0, or -1 when out of memory. */
int init_name_members(const struct init_draft *draft,
		      struct init_entry *entries, size_t count,
		      struct init_member **members, size_t *member_count);

#endif
