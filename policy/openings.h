/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* How often a finding came back lately, and whether that makes it flap. */
#ifndef IBPOLICY_OPENINGS_H
#define IBPOLICY_OPENINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	/* A finding flaps that was shown anew so many times ... */
	OPENINGS_FLAP = 3,
	/* ... within so many seconds. */
	OPENINGS_WINDOW_SEC = 3600,
	OPENINGS_ROOM = 8 /* the latest, that are remembered */
};

/* When a finding was shown anew, ascending. */
struct openings {
	int64_t times[OPENINGS_ROOM];
	size_t count;
};

/* Leaves those of the window that ends now. What a clock that has stepped back
 * makes the future happened now. */
void openings_forget(struct openings *openings, int64_t now);

/* Adds one at that time, not earlier than the others. */
void openings_add(struct openings *openings, int64_t now);

/* Whether a finding of that check, with these openings, flaps. What the tool
 * says of itself (self.*) never does: an edit that waits for its sweep comes
 * and goes by design. */
bool openings_flap(const struct openings *openings, const char *check);

#endif
