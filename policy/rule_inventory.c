/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The inventory itself; reported by the shells, which read it. */
#include "policy/rule.h"

const struct rule rule_inventory_invalid = {
	.id = "inventory.invalid",
	.severity = SEVERITY_CRITICAL,
	.summary = "The inventory on disk cannot be used; the previous one "
		   "stays in force.",
	.causes = "An edit that does not hold together: a typing error, a "
		  "name that nobody declares, a GUID or P_Key used twice, an "
		  "assertion that fails; or a file that is missing, "
		  "unreadable, or was changed while it was read.",
	.remedy = "Run \"ibpolicy lint\" on it: it names every fault with "
		  "file, line and column. Nothing is published until it is "
		  "clean; the fabric keeps the partitions it has.",
};
