/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A bounded ring for traps: copied in, counted when there is no room. */
#include "plugin/event_ring.h"

#include <pthread.h>
#include <stdlib.h>

struct event_ring {
	pthread_mutex_t mutex;
	size_t first, count;
	uint64_t received, dropped;
	struct event_trap traps[EVENT_RING_ROOM];
};

struct event_ring *event_ring_new(void)
{
	struct event_ring *ring = calloc(1, sizeof(*ring));

	if (ring && pthread_mutex_init(&ring->mutex, NULL) != 0) {
		free(ring);
		return NULL;
	}
	return ring;
}

void event_ring_free(struct event_ring *ring)
{
	if (ring) {
		pthread_mutex_destroy(&ring->mutex);
		free(ring);
	}
}

bool event_ring_push(struct event_ring *ring, const struct event_trap *trap)
{
	bool half_full = false;

	pthread_mutex_lock(&ring->mutex);
	ring->received++;
	if (ring->count == EVENT_RING_ROOM) {
		ring->dropped++;
	} else {
		size_t next = (ring->first + ring->count) % EVENT_RING_ROOM;

		ring->traps[next] = *trap;
		ring->count++;
		half_full = ring->count == EVENT_RING_ROOM / 2;
	}
	pthread_mutex_unlock(&ring->mutex);
	return half_full;
}

size_t event_ring_drain(struct event_ring *ring, struct event_trap *traps,
			size_t room)
{
	size_t taken = 0;

	pthread_mutex_lock(&ring->mutex);
	while (taken < room && ring->count > 0) {
		traps[taken++] = ring->traps[ring->first];
		ring->first = (ring->first + 1) % EVENT_RING_ROOM;
		ring->count--;
	}
	pthread_mutex_unlock(&ring->mutex);
	return taken;
}

void event_ring_count(struct event_ring *ring, uint64_t *received,
		      uint64_t *dropped)
{
	pthread_mutex_lock(&ring->mutex);
	*received = ring->received;
	*dropped = ring->dropped;
	pthread_mutex_unlock(&ring->mutex);
}
