/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The contract of a check. */
#ifndef IBPOLICY_RULE_H
#define IBPOLICY_RULE_H

#include "policy/inventory.h"

#include <stddef.h>

struct policy_context; /* policy/policy_context.h: for rules alone */

struct rule {
	const char *id;         /* "family.name"; never renamed once released */
	enum severity severity; /* by default */
	int confirm_sec;        /* by default; 0: at once */
	const char *summary;    /* what it finds: one sentence */
	const char *causes;     /* likely causes, for "ibpolicy checks ID" */
	const char *remedy;     /* what to do */
	/* Adds findings through the context; NULL: reported by another rule's
	 * check or by a shell (self.*, inventory.invalid). Returns 0, or -1
	 * when out of memory. */
	int (*check)(struct policy_context *context, const struct rule *rule);
};

/* Every rule, in report order, NULL last. */
extern const struct rule *const rule_table[];

const struct rule *rule_find(const char *id); /* NULL: no such check */

#endif
