/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* drift.json carries the past: what one report writes the next remembers. */
#include "tests/unit/unit.h"

#include "policy/io/report_json.h"

#include <stdio.h>
#include <string.h>

enum { T0 = 1796000000 };

static struct finding make(const char *check, const char *name, uint64_t guid,
			   int confirm_sec)
{
	struct finding finding = {
		.check = check,
		.severity = SEVERITY_WARNING,
		.subject = {.name = name, .port_guid = guid, .port = 1},
		.message = "a sentence",
		.confirm_sec = confirm_sec,
	};

	finding_set_id(&finding);
	return finding;
}

/* One report: tracks, writes to out, reads it again into *memory. */
static void report(struct drift_memory **memory, struct finding *findings,
		   size_t count, int64_t now, struct strbuf *out)
{
	struct drift_input input = {.findings = findings,
				    .finding_count = count,
				    .before = *memory,
				    .now = now};
	struct drift_memory *after = NULL, *read = NULL;
	struct error error;
	struct report shown = {.inventory_path = "inventory.yaml",
			       .tool = "ibpolicy 1.0.0",
			       .source = SUBNET_FROM_PLUGIN,
			       .now = now,
			       .findings = findings,
			       .finding_count = count};

	strbuf_free(out);
	assert_int_equal(drift_track(&input, &after, &error), 0);
	shown.memory = after;
	assert_int_equal(report_json_write(&shown, out, &error), 0);
	assert_int_equal(report_json_remember("drift.json", out->data,
					      out->length, &read, &error),
			 0);
	assert_int_equal(read->made_at, now);
	assert_int_equal(read->item_count, after->item_count);
	drift_memory_free(after);
	drift_memory_free(*memory);
	*memory = read;
}

/* Whether word stands in the array at key of an indented object. */
static bool stands_in(const char *text, const char *key, const char *word)
{
	char start[32];
	const char *array, *end, *found;

	snprintf(start, sizeof(start), "\n  \"%s\": [", key);
	array = strstr(text, start);
	assert_non_null(array);
	end = strstr(array, "\n  ]");
	found = strstr(array, word);
	return end && found && found < end;
}

static void test_past_survives(void **state)
{
	struct finding findings[] = {
		make("link.speed", "gpu001/p/1", 0x11, 0),
		make("port.missing", "gpu002/p/1", 0x12, 120),
		make("link.width", "gpu003/p/1", 0x13, 0),
	};
	struct drift_memory *memory = NULL;
	struct strbuf out = STRBUF_INIT;

	(void)state;
	report(&memory, NULL, 0, T0, &out);
	findings[2].suppressed = true;
	findings[2].suppressed_by = "netops";
	report(&memory, findings, 3, T0 + 10, &out);
	assert_int_equal(findings[0].state, FINDING_NEW);
	assert_true(findings[1].pending);
	/* What is pending is in a total alone. */
	assert_true(stands_in(out.data, "findings", "gpu001"));
	assert_false(stands_in(out.data, "findings", "gpu002"));
	assert_true(stands_in(out.data, "findings", "gpu003"));
	assert_true(stands_in(out.data, "remembered", "gpu002"));

	report(&memory, findings, 3, T0 + 60, &out);
	assert_int_equal(findings[0].state, FINDING_ONGOING);
	assert_int_equal(findings[0].first_seen, T0 + 10);
	assert_true(findings[1].pending);
	assert_int_equal(findings[1].first_seen, T0 + 10);

	report(&memory, findings, 2, T0 + 130, &out);
	assert_int_equal(findings[1].state, FINDING_NEW);
	assert_null(strstr(out.data, "\"cleared\": [\n"));

	report(&memory, findings + 1, 1, T0 + 140, &out);
	assert_int_equal(findings[1].state, FINDING_ONGOING);
	assert_non_null(strstr(out.data, "\"cleared\": [\n"));
	assert_non_null(strstr(out.data, "\"state\": \"cleared\""));
	drift_memory_free(memory);
	strbuf_free(&out);
}

static void test_takeover_is_remembered(void **state)
{
	struct finding finding = make("link.speed", "gpu001/p/1", 0x11, 0);
	struct drift_memory *memory = NULL;
	struct strbuf out = STRBUF_INIT;

	(void)state;
	report(&memory, &finding, 1, T0, &out);
	finding.before_takeover = false;
	report(&memory, &finding, 1, T0 + 10, &out);
	assert_true(finding.before_takeover);
	assert_int_equal(finding.first_seen, T0);
	drift_memory_free(memory);
	strbuf_free(&out);
}

/* What came and went is remembered over a restart: each report reads the one
 * before back from its file. */
static void test_flapping_survives(void **state)
{
	struct finding finding = make("link.speed", "gpu001/p/1", 0x11, 0);
	struct drift_memory *memory = NULL;
	struct strbuf out = STRBUF_INIT;
	int i;

	(void)state;
	finding.window_sec = 60;
	report(&memory, NULL, 0, T0, &out);
	for (i = 0; i < 2; i++) {
		report(&memory, &finding, 1, T0 + 10 + 20 * i, &out);
		assert_int_equal(finding.state, FINDING_NEW);
		assert_null(strstr(out.data, "\n  \"gone\": ["));
		report(&memory, NULL, 0, T0 + 20 + 20 * i, &out);
		assert_non_null(strstr(out.data, "\n  \"gone\": ["));
	}
	report(&memory, &finding, 1, T0 + 50, &out);
	assert_int_equal(finding.state, FINDING_FLAPPING);
	assert_int_equal(finding.openings.times[1], T0 + 30);
	assert_non_null(strstr(out.data, "\"state\": \"flapping\""));
	assert_non_null(strstr(out.data, "\"flapping\": 1"));
	report(&memory, &finding, 1, T0 + 60, &out);
	assert_int_equal(finding.state, FINDING_FLAPPING);
	assert_int_equal(memory->items[0].window_sec, 60);
	drift_memory_free(memory);
	strbuf_free(&out);
}

#define FINDING(id, severity, subject)                                         \
	"{\"id\": \"" id "\", \"check\": \"link.speed\", \"severity\": "       \
	"\"" severity "\", \"subject\": " subject "}"
#define ID  "0123456789abcdef"
#define ONE "{\"name\": \"gpu001\"}"

static void test_faults(void **state)
{
	static const struct {
		const char *text, *message;
	} rows[] = {
		{"{\"format\": 1, \"findings\": {}}",
		 "d: 'findings': expected an array"},
		{"{\"format\": 1, \"findings\": [" FINDING("x", "warning",
							   ONE) "]}",
		 "d: 'id': expected 16 hex digits"},
		{"{\"format\": 1, \"findings\": [" FINDING(ID, "grave",
							   ONE) "]}",
		 "d: 'severity': expected critical, warning or info"},
		{"{\"format\": 1, \"findings\": [" FINDING(ID, "warning",
							   "{}") "]}",
		 "d: 'subject': expected a name"},
		{"{\"format\": 1, \"findings\": [" FINDING(
			 ID, "warning", ONE) ", " FINDING(ID, "info", ONE) "]}",
		 "d: 'id': the same one stands there twice"},
		{"{\"format\": 1, \"findings\": []}",
		 "d: 'remembered': expected an array; the report was made "
		 "without a sweep"},
		{"{\"format\": 1, \"gone\": [{\"id\": 7}]}",
		 "d: 'id': expected a string"},
		{"{\"format\": 1, \"gone\": [{\"id\": \"" ID
		 "\", \"opened\": [\"2026-11-30T03:12:40Z\", "
		 "\"2026-11-30T03:12:39Z\"]}]}",
		 "d: 'opened': expected times, ascending"},
		{"{\"format\": 1, \"gone\": [{\"id\": \"" ID
		 "\", \"opened\": [\"today\"]}]}",
		 "d: 'opened': expected times, ascending"},
	};
	struct drift_memory *memory = NULL;
	struct error error;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		assert_int_equal(report_json_remember("d", rows[i].text,
						      strlen(rows[i].text),
						      &memory, &error),
				 -1);
		assert_string_equal(error.message, rows[i].message);
		assert_null(memory);
	}
}

static void test_summary(void **state)
{
	static const char text[] =
		"{\"format\": 1, \"fabric\": \"pod7\", \"verdict\": "
		"\"drift\", \"reported_at\": \"2026-11-30T03:12:40Z\", "
		"\"totals\": {\"critical\": 2, \"new\": 1}}";
	struct arena *arena = arena_new();
	struct report_summary summary;
	struct error error;

	(void)state;
	assert_int_equal(report_json_summarize("d", text, sizeof(text) - 1,
					       arena, &summary, &error),
			 0);
	assert_string_equal(summary.verdict, "drift");
	assert_int_equal(summary.reported_at, 1796008360);
	assert_int_equal(summary.sweep_at, 0);
	assert_int_equal(summary.totals.critical, 2);
	assert_int_equal(summary.totals.warning, 0);
	assert_int_equal(summary.totals.fresh, 1);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_past_survives),
		cmocka_unit_test(test_takeover_is_remembered),
		cmocka_unit_test(test_flapping_survives),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_summary),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
