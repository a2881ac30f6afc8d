/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Findings over time: never a false "new", never a false "cleared". */
#include "tests/unit/unit.h"

#include "policy/drift_track.h"

#include <string.h>

enum { T0 = 1796000000 };

static struct finding finding(const char *id, const char *check,
			      const char *name, int confirm_sec)
{
	struct finding made = {.check = check,
			       .severity = SEVERITY_WARNING,
			       .subject = {.name = name, .port = 1},
			       .message = "a sentence",
			       .confirm_sec = confirm_sec};

	strcpy(made.id, id);
	return made;
}

/* Replaces *memory by the one after. */
static void track_with(struct drift_memory **memory, struct finding *findings,
		       size_t count, const struct unassessed *unassessed,
		       size_t unassessed_count, int64_t now)
{
	struct drift_input input = {.findings = findings,
				    .finding_count = count,
				    .unassessed = unassessed,
				    .unassessed_count = unassessed_count,
				    .before = *memory,
				    .now = now};
	struct drift_memory *after = NULL;
	struct error error;

	assert_int_equal(drift_track(&input, &after, &error), 0);
	assert_int_equal(after->made_at, now);
	assert_int_equal(after->since, *memory ? (*memory)->made_at : 0);
	drift_memory_free(*memory);
	*memory = after;
}

static void track(struct drift_memory **memory, struct finding *findings,
		  size_t count, int64_t now)
{
	track_with(memory, findings, count, NULL, 0, now);
}

/* A memory of an empty report at T0. */
static struct drift_memory *clean_memory(void)
{
	struct drift_memory *memory = NULL;

	track(&memory, NULL, 0, T0);
	return memory;
}

static void test_without_history_nothing_is_new(void **state)
{
	struct finding now = finding("a", "port.missing", "gpu001/p/1", 120);
	struct drift_memory *memory = NULL;

	(void)state;
	track(&memory, &now, 1, T0);
	assert_int_equal(now.state, FINDING_ONGOING);
	assert_true(now.before_takeover);
	assert_false(now.pending);
	assert_int_equal(now.first_seen, T0);

	track(&memory, &now, 1, T0 + 60);
	assert_true(now.before_takeover);
	assert_int_equal(now.first_seen, T0);
	drift_memory_free(memory);
}

static void test_new_then_ongoing_then_cleared(void **state)
{
	struct finding now = finding("a", "partition.missing", "gpu001/p/1", 0);
	struct drift_memory *memory = clean_memory();

	(void)state;
	track(&memory, &now, 1, T0 + 10);
	assert_int_equal(now.state, FINDING_NEW);
	assert_false(now.before_takeover);
	assert_int_equal(now.first_seen, T0 + 10);

	track(&memory, &now, 1, T0 + 20);
	assert_int_equal(now.state, FINDING_ONGOING);
	assert_int_equal(now.first_seen, T0 + 10);

	track(&memory, NULL, 0, T0 + 30);
	assert_int_equal(memory->item_count, 0);
	assert_int_equal(memory->cleared_count, 1);
	assert_string_equal(memory->cleared[0].subject.name, "gpu001/p/1");
	assert_int_equal(memory->cleared[0].first_seen, T0 + 10);

	track(&memory, NULL, 0, T0 + 40);
	assert_int_equal(memory->cleared_count, 0);
	drift_memory_free(memory);
}

static void test_confirm(void **state)
{
	struct finding now = finding("a", "port.missing", "gpu001/p/1", 120);
	struct drift_memory *memory = clean_memory();

	(void)state;
	track(&memory, &now, 1, T0 + 10);
	assert_true(now.pending);
	track(&memory, &now, 1, T0 + 129);
	assert_true(now.pending);
	assert_int_equal(now.first_seen, T0 + 10);
	track(&memory, &now, 1, T0 + 130);
	assert_false(now.pending);
	assert_int_equal(now.state, FINDING_NEW);
	track(&memory, &now, 1, T0 + 140);
	assert_int_equal(now.state, FINDING_ONGOING);
	assert_int_equal(now.first_seen, T0 + 10);
	drift_memory_free(memory);
}

/* A host that rebooted within its grace time was never told of. */
static void test_pending_is_not_cleared(void **state)
{
	struct finding now = finding("a", "port.missing", "gpu001/p/1", 120);
	struct drift_memory *memory = clean_memory();

	(void)state;
	track(&memory, &now, 1, T0 + 10);
	track(&memory, NULL, 0, T0 + 60);
	assert_int_equal(memory->cleared_count, 0);
	track(&memory, &now, 1, T0 + 200);
	assert_true(now.pending);
	assert_int_equal(now.first_seen, T0 + 200);
	drift_memory_free(memory);
}

static void test_clock_steps_back(void **state)
{
	struct finding shown = finding("a", "link.speed", "leaf01/21", 120);
	struct finding young = finding("b", "port.missing", "gpu001/p/1", 120);
	struct finding both[2];
	struct drift_memory *memory = clean_memory();

	(void)state;
	track(&memory, &shown, 1, T0 + 10);
	track(&memory, &shown, 1, T0 + 500);
	assert_false(shown.pending);
	both[0] = shown;
	both[1] = young;
	track(&memory, both, 2, T0 + 600);
	assert_true(both[1].pending);

	track(&memory, both, 2, T0 - 3600);
	assert_false(both[0].pending);
	assert_int_equal(both[0].first_seen, T0 - 3600);
	assert_true(both[1].pending);
	assert_int_equal(both[1].first_seen, T0 - 3600);
	track(&memory, both, 2, T0 - 3600 + 120);
	assert_false(both[1].pending);
	drift_memory_free(memory);
}

/* What nobody could look at is not gone. */
static void test_unassessed_is_carried(void **state)
{
	struct finding now = finding("a", "partition.missing", "gpu001/p/1", 0);
	const char *subjects[] = {"gpu000/p/1", "gpu001/p/1"};
	const struct unassessed lost[] = {{"partition.missing",
					   "P_Key table did not answer",
					   subjects, 2}};
	const struct unassessed other[] = {
		{"link.speed", "unknown code", subjects, 2}};
	struct drift_memory *memory = clean_memory();

	(void)state;
	track(&memory, &now, 1, T0 + 10);
	track_with(&memory, NULL, 0, lost, 1, T0 + 20);
	assert_int_equal(memory->cleared_count, 0);
	assert_int_equal(memory->item_count, 1);
	assert_true(memory->items[0].carried);

	track(&memory, &now, 1, T0 + 30);
	assert_int_equal(now.state, FINDING_ONGOING);
	assert_int_equal(now.first_seen, T0 + 10);

	track_with(&memory, NULL, 0, other, 1, T0 + 40);
	assert_int_equal(memory->cleared_count, 1);
	drift_memory_free(memory);
}

/* A greater fault hides a smaller one at the same place. */
static void test_covered_is_carried(void **state)
{
	static const struct {
		const char *check, *name, *peer; /* before */
		const char *by, *by_name, *by_affected;
		bool carried;
	} rows[] = {
		{"link.speed", "gpu001/p/1", NULL, "port.missing", "gpu001/p/1",
		 NULL, true},
		{"link.speed", "gpu001/p/1", NULL, "port.missing", "gpu001",
		 NULL, true},
		{"link.speed", "gpu001/p/1", NULL, "port.missing", "gpu0010",
		 NULL, false},
		{"link.speed", "gpu001/p/1", NULL, "switch.missing", "leaf01",
		 "gpu001/p/1", true},
		{"link.speed", "leaf01/21", "spine01/1", "switch.missing",
		 "spine01", NULL, true},
		{"port.missing", "gpu001", NULL, "port.missing", "gpu001/p/2",
		 NULL, true},
		{"partition.missing", "gpu001/p/1", NULL, "port.state",
		 "gpu001/p/1", NULL, false},
		{"link.speed", "gpu001/p/1", NULL, "partition.missing",
		 "gpu001/p/1", NULL, false},
		{"partition.missing", "gpu001/p/1", NULL, "partition.fallback",
		 "pod7", NULL, true},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct drift_memory *memory = clean_memory();
		struct finding before =
			finding("a", rows[i].check, rows[i].name, 0);
		struct finding by =
			finding("b", rows[i].by, rows[i].by_name, 0);
		const char *affected[] = {rows[i].by_affected};

		if (rows[i].peer) {
			before.has_peer = true;
			before.peer.name = rows[i].peer;
		}
		if (rows[i].by_affected) {
			by.affected = affected;
			by.affected_count = 1;
		}
		track(&memory, &before, 1, T0 + 10);
		track(&memory, &by, 1, T0 + 20);
		assert_int_equal(memory->cleared_count, !rows[i].carried);
		assert_int_equal(memory->item_count, 1 + rows[i].carried);
		drift_memory_free(memory);
	}
}

/* A standby judges a few checks: the rest is neither gone nor, when it becomes
 * master, new. */
static void test_checks_left_out(void **state)
{
	static const char *const only[] = {"sm.master", "self"};
	struct finding speed = finding("a", "link.speed", "leaf01/21", 0);
	struct finding width = finding("b", "link.width", "leaf01/21", 0);
	struct finding master = finding("c", "sm.master", "sm-a", 0);
	struct finding held = finding("d", "self.held", "pod7", 0);
	struct finding all[2];
	struct drift_memory *memory = clean_memory(), *after = NULL;
	struct drift_input input = {.only = only, .only_count = 2};
	struct error error;

	(void)state;
	all[0] = speed;
	all[1] = held;
	track(&memory, all, 2, T0 + 10);
	input.findings = &master;
	input.finding_count = 1;
	input.before = memory;
	input.now = T0 + 20;
	assert_int_equal(drift_track(&input, &after, &error), 0);
	drift_memory_free(memory);
	memory = after;
	assert_int_equal(master.state, FINDING_NEW);
	assert_int_equal(memory->cleared_count, 1);
	assert_string_equal(memory->cleared[0].check, "self.held");

	all[0] = speed;
	all[1] = width;
	track(&memory, all, 2, T0 + 30);
	assert_int_equal(all[0].first_seen, T0 + 10);
	assert_false(all[0].before_takeover);
	assert_int_equal(all[1].state, FINDING_ONGOING);
	assert_true(all[1].before_takeover);
	assert_int_equal(memory->cleared_count, 1);
	drift_memory_free(memory);
}

static void test_suppressed_is_not_cleared(void **state)
{
	struct finding now = finding("a", "link.speed", "leaf01/21", 0);
	struct drift_memory *memory = clean_memory();

	(void)state;
	now.suppressed = true;
	track(&memory, &now, 1, T0 + 10);
	track(&memory, NULL, 0, T0 + 20);
	assert_int_equal(memory->cleared_count, 0);
	drift_memory_free(memory);
}

/* The memory owns its texts. */
static void test_memory_stands_alone(void **state)
{
	char name[] = "gpu001/p/1";
	struct finding now = finding("a", "link.speed", name, 0);
	struct drift_memory *memory = clean_memory();

	(void)state;
	track(&memory, &now, 1, T0 + 10);
	memset(name, 'x', sizeof(name) - 1);
	assert_string_equal(memory->items[0].subject.name, "gpu001/p/1");
	drift_memory_free(memory);
	drift_memory_free(NULL);
}

/* What is carried, and what has been cleared, at a time after the restart. */
struct heard_row {
	int64_t at;
	size_t carried, cleared;
};

/* Two findings of before a restart at T0 + 100, not heard of since. */
static void expect_heard(struct finding *now, const struct heard_row *rows,
			 size_t count)
{
	struct drift_memory *memory = clean_memory();
	struct drift_input input = {.listening_since = T0 + 100};
	size_t i;

	track(&memory, now, 2, T0 + 10);
	for (i = 0; i < count; i++) {
		struct drift_memory *after = NULL;

		input.before = memory;
		input.now = rows[i].at;
		assert_int_equal(drift_track(&input, &after, NULL), 0);
		assert_int_equal(after->item_count, rows[i].carried);
		assert_int_equal(after->cleared_count, rows[i].cleared);
		drift_memory_free(memory);
		memory = after;
	}
	drift_memory_free(memory);
}

/* After a restart nobody knows whether a host still sends, or a link still
 * flaps: not before their window is over. */
static void test_what_was_heard_before_the_start(void **state)
{
	static const struct heard_row rows[] = {
		{T0 + 110, 2, 0},  {T0 + 700, 2, 0},  {T0 + 701, 1, 1},
		{T0 + 3700, 1, 0}, {T0 + 3701, 0, 1},
	};
	struct finding now[] = {finding("a", "trap.pkey", "gpu001/p/1", 0),
				finding("b", "link.flapping", "leaf1/9", 0)};

	(void)state;
	expect_heard(now, rows, COUNT(rows));
}

/* The window is the finding's own, where the inventory gives it one. */
static void test_what_was_heard_has_its_own_window(void **state)
{
	static const struct heard_row rows[] = {
		{T0 + 160, 2, 0},  {T0 + 161, 1, 1},  {T0 + 701, 1, 0},
		{T0 + 7300, 1, 0}, {T0 + 7301, 0, 1},
	};
	struct finding now[] = {finding("a", "trap.pkey", "gpu001/p/1", 0),
				finding("b", "link.flapping", "leaf1/9", 0)};

	(void)state;
	now[0].window_sec = 60;
	now[1].window_sec = 7200;
	expect_heard(now, rows, COUNT(rows));
}

/* The finding comes at the first and goes at the second of two times. */
static void come_and_go(struct drift_memory **memory, struct finding *now,
			int64_t come, int64_t go)
{
	track(memory, now, 1, come);
	track(memory, NULL, 0, go);
}

/* The third time within an hour is no news: it flaps, until only two of its
 * comings lie within the hour. */
static void test_flapping(void **state)
{
	struct finding now = finding("a", "link.speed", "leaf01/21", 0);
	struct drift_memory *memory = clean_memory();

	(void)state;
	come_and_go(&memory, &now, T0 + 10, T0 + 20);
	assert_int_equal(now.state, FINDING_NEW);
	come_and_go(&memory, &now, T0 + 600, T0 + 610);
	assert_int_equal(now.state, FINDING_NEW);
	assert_int_equal(memory->cleared_count, 1);
	assert_false(openings_flap(&memory->cleared[0].openings, "link.speed"));

	track(&memory, &now, 1, T0 + 1200);
	assert_int_equal(now.state, FINDING_FLAPPING);
	assert_int_equal(now.first_seen, T0 + 1200);
	assert_int_equal(now.openings.count, 3);
	assert_int_equal(now.openings.times[0], T0 + 10);
	assert_int_equal(memory->items[0].state, FINDING_FLAPPING);
	assert_int_equal(memory->gone_count, 0);

	track(&memory, &now, 1, T0 + 10 + 3599);
	assert_int_equal(now.state, FINDING_FLAPPING);
	track(&memory, &now, 1, T0 + 10 + 3600);
	assert_int_equal(now.state, FINDING_ONGOING);
	assert_int_equal(now.openings.count, 2);
	assert_int_equal(now.first_seen, T0 + 1200);
	drift_memory_free(memory);
}

/* Gone is gone, flapping or not; but it says so, and it is remembered for the
 * hour and no longer. */
static void test_flapping_goes(void **state)
{
	struct finding now = finding("a", "link.speed", "leaf01/21", 0);
	struct drift_memory *memory = clean_memory();

	(void)state;
	come_and_go(&memory, &now, T0 + 10, T0 + 20);
	come_and_go(&memory, &now, T0 + 30, T0 + 40);
	come_and_go(&memory, &now, T0 + 50, T0 + 60);
	assert_int_equal(memory->cleared_count, 1);
	assert_true(openings_flap(&memory->cleared[0].openings, "link.speed"));
	assert_int_equal(memory->gone_count, 1);
	track(&memory, NULL, 0, T0 + 3600);
	assert_int_equal(memory->gone_count, 1);
	assert_int_equal(memory->gone[0].openings.count, 3);
	track(&memory, NULL, 0, T0 + 3650);
	assert_int_equal(memory->gone_count, 0);
	track(&memory, &now, 1, T0 + 3660);
	assert_int_equal(now.state, FINDING_NEW);
	drift_memory_free(memory);
}

/* What never came of age never came. */
static void test_pending_does_not_flap(void **state)
{
	struct finding now = finding("a", "port.missing", "gpu001/p/1", 120);
	struct drift_memory *memory = clean_memory();
	int i;

	(void)state;
	for (i = 0; i < 5; i++) {
		come_and_go(&memory, &now, T0 + 200 * i, T0 + 200 * i + 100);
	}
	assert_int_equal(memory->gone_count, 0);
	for (i = 5; i < 8; i++) {
		track(&memory, &now, 1, T0 + 300 * i);
		assert_true(now.pending);
		assert_int_not_equal(now.state, FINDING_FLAPPING);
		track(&memory, &now, 1, T0 + 300 * i + 120);
		assert_false(now.pending);
		assert_int_equal(now.state,
				 i == 7 ? FINDING_FLAPPING : FINDING_NEW);
		track(&memory, NULL, 0, T0 + 300 * i + 130);
	}
	drift_memory_free(memory);
}

/* What nobody could look at has not gone and so does not come back. */
static void test_carried_does_not_flap(void **state)
{
	struct finding now = finding("a", "partition.missing", "gpu001/p/1", 0);
	const char *subjects[] = {"gpu001/p/1"};
	const struct unassessed lost[] = {
		{"partition.missing", "did not answer", subjects, 1}};
	struct drift_memory *memory = clean_memory();
	int i;

	(void)state;
	for (i = 0; i < 5; i++) {
		track(&memory, &now, 1, T0 + 10 + 20 * i);
		assert_int_equal(now.state, i ? FINDING_ONGOING : FINDING_NEW);
		track_with(&memory, NULL, 0, lost, 1, T0 + 20 + 20 * i);
	}
	assert_int_equal(memory->items[0].openings.count, 1);
	drift_memory_free(memory);
}

/* What the tool says of itself comes and goes with edits. */
static void test_self_does_not_flap(void **state)
{
	struct finding now = finding("a", "self.late", "ibpolicy", 0);
	struct drift_memory *memory = clean_memory();
	int i;

	(void)state;
	for (i = 0; i < 12; i++) {
		come_and_go(&memory, &now, T0 + 10 + 20 * i, T0 + 20 + 20 * i);
		assert_int_equal(now.state, FINDING_NEW);
		assert_true(now.openings.count <= OPENINGS_ROOM);
	}
	drift_memory_free(memory);
}

/* A clock that steps back neither makes the hour longer than an hour from now
 * nor loses what was counted. */
static void test_flapping_when_the_clock_steps_back(void **state)
{
	struct finding now = finding("a", "link.speed", "leaf01/21", 0);
	struct drift_memory *memory = clean_memory();

	(void)state;
	come_and_go(&memory, &now, T0 + 10, T0 + 20);
	come_and_go(&memory, &now, T0 + 30, T0 + 40);
	track(&memory, &now, 1, T0 - 86400);
	assert_int_equal(now.state, FINDING_FLAPPING);
	assert_int_equal(now.openings.times[0], T0 - 86400);
	track(&memory, &now, 1, T0 - 86400 + 3600);
	assert_int_equal(now.state, FINDING_ONGOING);
	drift_memory_free(memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_without_history_nothing_is_new),
		cmocka_unit_test(test_new_then_ongoing_then_cleared),
		cmocka_unit_test(test_confirm),
		cmocka_unit_test(test_pending_is_not_cleared),
		cmocka_unit_test(test_clock_steps_back),
		cmocka_unit_test(test_unassessed_is_carried),
		cmocka_unit_test(test_covered_is_carried),
		cmocka_unit_test(test_checks_left_out),
		cmocka_unit_test(test_suppressed_is_not_cleared),
		cmocka_unit_test(test_memory_stands_alone),
		cmocka_unit_test(test_what_was_heard_before_the_start),
		cmocka_unit_test(test_what_was_heard_has_its_own_window),
		cmocka_unit_test(test_flapping),
		cmocka_unit_test(test_flapping_goes),
		cmocka_unit_test(test_pending_does_not_flap),
		cmocka_unit_test(test_carried_does_not_flap),
		cmocka_unit_test(test_self_does_not_flap),
		cmocka_unit_test(test_flapping_when_the_clock_steps_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
