/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A bounded ring for traps: copied in, counted when there is no room. */
#ifndef IBPOLICY_PLUGIN_EVENT_RING_H
#define IBPOLICY_PLUGIN_EVENT_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	EVENT_RING_ROOM = 4096,
	EVENT_NOTICE_SIZE = 80 /* OpenSM's ib_mad_notice_attr_t */
};

struct event_trap {
	int64_t at;                        /* seconds since 1970 UTC */
	uint8_t notice[EVENT_NOTICE_SIZE]; /* as OpenSM hands it over */
};

struct event_ring;

struct event_ring *event_ring_new(void);       /* NULL when out of memory */
void event_ring_free(struct event_ring *ring); /* NULL is legal */

/* Never waits for longer than another call's copy. Returns true when the ring
 * has become half full: time to drain it. */
bool event_ring_push(struct event_ring *ring, const struct event_trap *trap);

/* Takes up to room traps out, the oldest first; returns how many. */
size_t event_ring_drain(struct event_ring *ring, struct event_trap *traps,
			size_t room);

/* Since the ring was made. */
void event_ring_count(struct event_ring *ring, uint64_t *received,
		      uint64_t *dropped);

#endif
