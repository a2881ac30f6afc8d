/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The ring of traps: order, its bound, what it counts, two threads. */
#include "tests/unit/unit.h"

#include "plugin/event_ring.h"

#include <pthread.h>
#include <string.h>

static struct event_trap numbered(int64_t number)
{
	struct event_trap trap = {.at = number};

	memset(trap.notice, (int)(number & 0xff), sizeof(trap.notice));
	return trap;
}

static void keeps_order_and_bytes(void **state)
{
	struct event_ring *ring = event_ring_new();
	struct event_trap out[8];
	int64_t i;

	(void)state;
	assert_non_null(ring);
	assert_int_equal(event_ring_drain(ring, out, 8), 0);
	for (i = 1; i <= 5; i++) {
		struct event_trap trap = numbered(i);

		assert_false(event_ring_push(ring, &trap));
	}
	assert_int_equal(event_ring_drain(ring, out, 3), 3);
	assert_int_equal(out[0].at, 1);
	assert_int_equal(out[2].at, 3);
	assert_int_equal(event_ring_drain(ring, out, 8), 2);
	assert_int_equal(out[1].at, 5);
	assert_int_equal(out[1].notice[EVENT_NOTICE_SIZE - 1], 5);
	event_ring_free(ring);
	event_ring_free(NULL);
}

static void counts_what_it_drops(void **state)
{
	struct event_ring *ring = event_ring_new();
	uint64_t received, dropped;
	struct event_trap out;
	int calls = 0;
	int64_t i;

	(void)state;
	assert_non_null(ring);
	for (i = 0; i < EVENT_RING_ROOM + 10; i++) {
		struct event_trap trap = numbered(i);

		calls += event_ring_push(ring, &trap);
	}
	assert_int_equal(calls, 1);
	event_ring_count(ring, &received, &dropped);
	assert_int_equal(received, EVENT_RING_ROOM + 10);
	assert_int_equal(dropped, 10);
	/* The oldest stay: what came first is what started it. */
	assert_int_equal(event_ring_drain(ring, &out, 1), 1);
	assert_int_equal(out.at, 0);
	event_ring_free(ring);
}

enum { PUSHED = 20000 };

static void *push_many(void *data)
{
	int64_t i;

	for (i = 0; i < PUSHED; i++) {
		struct event_trap trap = numbered(i);

		event_ring_push(data, &trap);
	}
	return NULL;
}

static void loses_nothing_uncounted(void **state)
{
	struct event_ring *ring = event_ring_new();
	struct event_trap out[64];
	uint64_t received, dropped;
	pthread_t threads[2];
	size_t drained = 0;
	int i;

	(void)state;
	assert_non_null(ring);
	for (i = 0; i < 2; i++) {
		assert_int_equal(pthread_create(&threads[i], NULL, push_many,
						ring),
				 0);
	}
	do {
		drained += event_ring_drain(ring, out, COUNT(out));
		event_ring_count(ring, &received, &dropped);
	} while (received < 2 * PUSHED);
	for (i = 0; i < 2; i++) {
		pthread_join(threads[i], NULL);
	}
	for (;;) {
		size_t more = event_ring_drain(ring, out, COUNT(out));

		if (more == 0) {
			break;
		}
		drained += more;
	}
	assert_int_equal(drained + dropped, received);
	event_ring_free(ring);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_order_and_bytes),
		cmocka_unit_test(counts_what_it_drops),
		cmocka_unit_test(loses_nothing_uncounted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
