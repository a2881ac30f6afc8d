/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* P_Keys written behind the subnet manager's back: seen where a sweep reads a
 * table again, gone when it ends. */
#include "plugin/keeper_state.h"

#include <string.h>

static const char *const behind_checks[] = {"partition.unknown",
					    "partition.unexpected"};

int keeper_behind_evaluate(const struct keeper *keeper, int64_t now,
			   struct policy_result **result)
{
	const struct policy_input input = {
		.inventory = keeper->edition->inventory,
		.subnet = keeper->before,
		.plan = keeper_plan_before(keeper),
		.now = now,
		.only = behind_checks,
		.only_count = sizeof(behind_checks) / sizeof(behind_checks[0]),
	};

	*result = NULL;
	if (!input.subnet || !input.plan) {
		return 0;
	}
	return policy_evaluate(&input, result, NULL);
}

static bool still_there(const struct finding *finding,
			const struct policy_result *after)
{
	size_t i;

	for (i = 0; i < after->finding_count; i++) {
		if (strcmp(after->findings[i].id, finding->id) == 0) {
			return true;
		}
	}
	return false;
}

size_t keeper_behind_findings(const struct policy_result *result,
			      const struct policy_result *after,
			      struct arena *arena, struct finding *list)
{
	size_t count = 0, i;

	for (i = 0; i < result->finding_count; i++) {
		const struct finding *found = &result->findings[i];
		char *message;

		if (still_there(found, after)) {
			continue;
		}
		message = arena_printf(arena,
				       "%s; OpenSM took it out in the same "
				       "sweep",
				       found->message);
		list[count] = *found;
		list[count].message = message ? message : found->message;
		list[count].hint =
			"Somebody wrote it into the port behind the subnet "
			"manager's back, or it is left from an earlier plan: "
			"find out who has root there, and read the table with "
			"\"ibpolicy scan\" again.";
		count++;
	}
	return count;
}
