/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What happened to findings between two reports. */
#ifndef IBPOLICY_HISTORY_H
#define IBPOLICY_HISTORY_H

#include "policy/drift_track.h"

enum history_kind {
	HISTORY_OPENED,  /* shown for the first time */
	HISTORY_CHANGED, /* its severity, acceptance or sentence, or whether it
			    flaps */
	HISTORY_CLEARED,
	HISTORY_KIND_COUNT
};

struct history_event {
	enum history_kind kind;
	const struct drift_item *item; /* as it is now; CLEARED: as it was */
};

/* The events that lead from one memory to the next, ascending by id; what is
 * pending has not happened yet. before NULL: everything shown is opened. The
 * events borrow from both memories; the array stands in arena. Returns 0, or
 * -1 when out of memory. */
int history_events(const struct drift_memory *before,
		   const struct drift_memory *after, struct arena *arena,
		   struct history_event **events, size_t *count,
		   struct error *error);

const char *history_kind_name(enum history_kind kind);

#endif
