/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* How often a finding came back lately, and whether that makes it flap. */
#include "policy/openings.h"

#include <string.h>

void openings_forget(struct openings *openings, int64_t now)
{
	size_t i, kept = 0;
	int64_t at;

	for (i = 0; i < openings->count; i++) {
		at = openings->times[i] > now ? now : openings->times[i];
		if (now - at < OPENINGS_WINDOW_SEC) {
			openings->times[kept++] = at;
		}
	}
	openings->count = kept;
}

void openings_add(struct openings *openings, int64_t now)
{
	if (openings->count == OPENINGS_ROOM) {
		openings->count--;
		memmove(openings->times, openings->times + 1,
			openings->count * sizeof(*openings->times));
	}
	openings->times[openings->count++] = now;
}

bool openings_flap(const struct openings *openings, const char *check)
{
	return openings->count >= OPENINGS_FLAP &&
	       strncmp(check, "self.", strlen("self.")) != 0;
}
