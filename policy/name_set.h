/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A set of names: has this one been taken? */
#ifndef IBPOLICY_NAME_SET_H
#define IBPOLICY_NAME_SET_H

#include "policy/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct name_set {
	struct arena *arena;
	const char **slots; /* open addressing; NULL: free */
	size_t size;        /* a power of two, or 0 */
	size_t count;
};

#define NAME_SET_INIT(arena)                                                   \
	{                                                                      \
		(arena), NULL, 0, 0                                            \
	}

/* Adds name, which must live as long as the set. *taken: it was there already.
 * Returns 0, or -1 when out of memory. */
int name_set_add(struct name_set *set, const char *name, bool *taken);

#endif
