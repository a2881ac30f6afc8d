/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Where a finding that is not found any more proves nothing: its subject could
 * not be assessed, or a greater fault stands there. */
#ifndef IBPOLICY_DRIFT_COVER_H
#define IBPOLICY_DRIFT_COVER_H

#include "policy/drift_track.h"

/* A subject at which checks with a prefix say nothing. */
struct drift_cover {
	const char *name, *prefix;
};

struct drift_covers {
	struct drift_cover *items; /* ascending by name */
	size_t count;
	const char *everywhere; /* prefix; NULL: none */
};

/* From what was found and what was not assessed; names are borrowed, the list
 * stands in arena. Returns 0, or -1 when out of memory. */
int drift_covers_make(const struct drift_input *input, struct arena *arena,
		      struct drift_covers *list);

/* It, or what it is beneath or faces, is covered for its check. */
bool drift_covers_item(const struct drift_covers *list,
		       const struct drift_item *item);

#endif
