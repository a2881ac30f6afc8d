/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The engine's only entry: (inventory, fabric, plan, time) -> findings. */
#ifndef IBPOLICY_POLICY_H
#define IBPOLICY_POLICY_H

#include "policy/cabling_match.h"
#include "policy/finding.h"
#include "policy/inventory.h"
#include "policy/link_log.h"
#include "policy/partition_plan.h"
#include "policy/subnet.h"
#include "policy/trap_log.h"

#include <stdint.h>

struct policy_input {
	const struct inventory *inventory;
	const struct subnet *subnet;
	/* What partition.* judges against: the plan that OpenSM read, or the
	 * inventory's own. NULL: there is none, partition.* is silent. */
	const struct partition_plan *plan;
	int64_t now; /* seconds since 1970 UTC: for "until" dates, and for the
			age of what traps and links have done */
	/* Families or ids to run ("link", "port.missing"); NULL: all. */
	const char *const *only;
	size_t only_count;
	/* Why OpenSM fell back to its default partitions, if the caller knows
	 * (the parse error with its line); NULL: not known. */
	const char *fallback_reason;
	/* What traps have said, which links went down; NULL: nobody listens. */
	const struct trap_log *traps;
	const struct link_log *links;
	/* A cabling sheet to judge the links by as well; NULL: none. */
	const struct cabling_match *cabling;
};

struct policy_result {
	struct arena *arena;
	struct finding *findings; /* in finding_compare() order */
	size_t finding_count;
	struct unassessed *unassessed; /* by check, reason */
	size_t unassessed_count;
	size_t ports_judged; /* declared ports and keyword-covered ports that
				were compared with an expectation */
};

/* Evaluates every rule. The result borrows from inventory, subnet and plan,
 * which must outlive it; free it with policy_result_free(). Returns 0, or -1
 * (out of memory), *result untouched. */
int policy_evaluate(const struct policy_input *input,
		    struct policy_result **result, struct error *error);
void policy_result_free(struct policy_result *result); /* NULL is legal */

#endif
