/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Single changes to a fabric, and the one finding that each is to give. */
#ifndef IBPOLICY_TESTS_FABRIC_CHANGES_H
#define IBPOLICY_TESTS_FABRIC_CHANGES_H

#include "tests/unit/random_fabric.h"

struct expected {
	const char *check;
	/* The subject's node or port GUID is one of these; 0: any. */
	uint64_t guids[4];
};

struct fabric_change {
	const char *name;
	const char *check;
	/* Changes a fabric that is not finished yet. False: not possible in
	 * this one, nothing was changed. */
	bool (*apply)(struct subnet *subnet, struct dice *dice,
		      struct expected *expected);
	unsigned int not_with; /* faults that would make it another change */
};

/* Ended by one without a name. */
extern const struct fabric_change fabric_cable_changes[];
extern const struct fabric_change fabric_node_changes[];

#endif
