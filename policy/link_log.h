/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which links went down, and when: from one sweep to the next. */
#ifndef IBPOLICY_LINK_LOG_H
#define IBPOLICY_LINK_LOG_H

#include "policy/subnet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	LINK_LOG_ROOM = 4096, /* links; the steadiest one gives way */
	LINK_LOG_TIMES = 64   /* of a link that are remembered */
};

struct link_end {
	uint64_t node_guid;
	uint64_t
		port_guid; /* of an end node; 0: a switch's port, or not known */
	unsigned int number;
};

struct link_entry {
	struct link_end ends[2]; /* the lower (node GUID, port number) first */
	uint64_t count;          /* times that it was seen to go down */
	/* The latest, count % LINK_LOG_TIMES is where the next one goes. */
	int64_t times[LINK_LOG_TIMES];
	uint64_t seen_in; /* the comparison that found the last one */
};

struct link_log {
	struct link_entry *entries; /* in no order */
	size_t entry_count;
	uint64_t comparisons;
};

/* All the memory it will ever have; NULL when there is none. */
struct link_log *link_log_new(void);
void link_log_free(struct link_log *log); /* NULL is legal */
void link_log_clear(struct link_log *log);

/* before: the fabric as a sweep left it. found: as the next one found it,
 * nothing configured yet, so that a link which was Active and now waits in
 * Initialize has been down in between; NULL: not known. after: as that one
 * left it. A link counts once however many of its ends tell; a port that
 * vanished tells nothing, the one that faces it does. */
void link_log_compare(struct link_log *log, const struct subnet *before,
		      const struct subnet *found, const struct subnet *after,
		      int64_t now);

/* When the link was last seen to go down. */
int64_t link_entry_last(const struct link_entry *entry);

/* More than threshold of the remembered times lie within a span of window
 * seconds. */
bool link_entry_flapped(const struct link_entry *entry, size_t threshold,
			int64_t window_sec);

#endif
