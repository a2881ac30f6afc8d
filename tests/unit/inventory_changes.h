/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Single edits to an inventory that init wrote, and what each is to give. */
#ifndef IBPOLICY_TESTS_INVENTORY_CHANGES_H
#define IBPOLICY_TESTS_INVENTORY_CHANGES_H

#include "tests/unit/fabric_changes.h"

#include "policy/strbuf.h"

struct inventory_change {
	const char *name;
	const char *check;
	/* Writes text, with one edit, to out. False: there is nothing in it
	 * that can be edited so. */
	bool (*apply)(const char *text, struct strbuf *out,
		      struct expected *expected);
};

extern const struct inventory_change inventory_changes[];
extern const unsigned int inventory_change_count;

#endif
