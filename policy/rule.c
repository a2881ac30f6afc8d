/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Looking up a check by its id. */
#include "policy/rule.h"

#include <string.h>

const struct rule *rule_find(const char *id)
{
	const struct rule *const *rule;

	for (rule = rule_table; *rule; rule++) {
		if (strcmp((*rule)->id, id) == 0) {
			return *rule;
		}
	}
	return NULL;
}
