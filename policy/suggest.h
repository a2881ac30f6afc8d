/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* "Did you mean": the known word nearest to one that nobody knows. */
#ifndef IBPOLICY_SUGGEST_H
#define IBPOLICY_SUGGEST_H

#include <stddef.h>

/* Offer every known word, then ask. Words are borrowed. */
struct suggestion {
	const char *word;
	const char *nearest; /* NULL: nothing near enough to be meant */
	size_t distance;
};

struct suggestion suggest_for(const char *word);

/* Keeps the candidate if it is nearer than those before: edit distance with
 * exchanged neighbours as one edit, letter case for nothing, at most a third
 * of the word (at least one edit). Words over 63 bytes are never near. */
void suggest_offer(struct suggestion *suggestion, const char *candidate);

#endif
