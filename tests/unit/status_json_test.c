/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the plugin writes is what "ibpolicy status" reads; rubbish is said. */
#include "tests/unit/unit.h"

#include "policy/io/status_json.h"

#include <string.h>

static const struct status_file files[] = {
	{"/etc/ibpolicy/inventory.yaml", "aa11"},
	{"/etc/ibpolicy/inventory.d/r1.yaml", "bb22"},
};

static const struct status_fault faults[] = {
	{"self.foreign", "partitions.conf was edited by hand", 1796008300},
};

static const struct status full = {
	.tool = "ibpolicy 1.0.0",
	.host = "sm-a",
	.opensm_built_for = "OpenSM 3.3.23",
	.opensm_running = "OpenSM 3.3.23",
	.pid = 4242,
	.started_at = 1796000000,
	.heartbeat_at = 1796008360,
	.heartbeat_sec = 30,
	.sm = {.port_guid = 0x0c42a10300b00010,
	       .priority = 13,
	       .state = IB_SM_MASTER},
	.master_guid = 0x0c42a10300b00010,
	.master_name = "sm-a",
	.sweep_started_at = 1796008350,
	.subnet_up_at = 1796008352,
	.report_at = 1796008353,
	.sweep_errors = true,
	.inventory = {.path = "/etc/ibpolicy/inventory.yaml",
		      .fabric = "pod7",
		      .revision = "git 4f2a91c",
		      .sha256 = "cc33",
		      .valid = true,
		      .files = files,
		      .file_count = COUNT(files)},
	.partition_config_file = "/var/lib/ibpolicy/partitions.conf",
	.plans = {.in_force = "dd44",
		  .published = "ee55",
		  .held = "ff66",
		  .not_in_force = "the sweep that reads it has not run yet"},
	.counters = {[STATUS_SWEEPS] = 7, [STATUS_DROPS] = 1},
	.faults = faults,
	.fault_count = COUNT(faults),
};

static void check_equal(const struct status *status)
{
	assert_string_equal(status->tool, full.tool);
	assert_string_equal(status->host, full.host);
	assert_string_equal(status->opensm_running, full.opensm_running);
	assert_int_equal(status->pid, full.pid);
	assert_int_equal(status->started_at, full.started_at);
	assert_int_equal(status->heartbeat_at, full.heartbeat_at);
	assert_int_equal(status->heartbeat_sec, full.heartbeat_sec);
	assert_int_equal(status->sm.port_guid, full.sm.port_guid);
	assert_int_equal(status->sm.priority, full.sm.priority);
	assert_int_equal(status->sm.state, full.sm.state);
	assert_string_equal(status->master_name, full.master_name);
	assert_int_equal(status->sweep_started_at, full.sweep_started_at);
	assert_int_equal(status->subnet_up_at, full.subnet_up_at);
	assert_int_equal(status->report_at, full.report_at);
	assert_true(status->sweep_errors);
	assert_string_equal(status->inventory.sha256, full.inventory.sha256);
	assert_true(status->inventory.valid);
	assert_int_equal(status->inventory.file_count, COUNT(files));
	assert_string_equal(status->inventory.files[1].path, files[1].path);
	assert_string_equal(status->plans.in_force, full.plans.in_force);
	assert_string_equal(status->plans.held, full.plans.held);
	assert_null(status->plans.approved);
	assert_int_equal(status->counters[STATUS_SWEEPS], 7);
	assert_int_equal(status->counters[STATUS_DROPS], 1);
	assert_int_equal(status->fault_count, COUNT(faults));
	assert_string_equal(status->faults[0].message, faults[0].message);
	assert_int_equal(status->faults[0].since, faults[0].since);
}

static void test_both_ways(void **state)
{
	struct strbuf text = STRBUF_INIT, again = STRBUF_INIT;
	struct arena *arena = arena_new();
	struct status status;
	struct error error;

	(void)state;
	assert_int_equal(status_json_write(&full, &text, &error), 0);
	assert_int_equal(status_json_parse("status.json", text.data,
					   text.length, arena, &status, &error),
			 0);
	check_equal(&status);
	assert_int_equal(status_json_write(&status, &again, &error), 0);
	assert_string_equal(again.data, text.data);
	strbuf_free(&text);
	strbuf_free(&again);
	arena_free(arena);
}

static void test_empty_is_unknown(void **state)
{
	struct status status = {.counters = {[STATUS_SWEEPS] = 9}};
	struct arena *arena = arena_new();
	struct error error;

	(void)state;
	assert_int_equal(status_json_parse("s", "{\"format\": 1, \"new\": {}}",
					   24, arena, &status, &error),
			 0);
	assert_null(status.tool);
	assert_null(status.plans.in_force);
	assert_int_equal(status.heartbeat_at, 0);
	assert_int_equal(status.counters[STATUS_SWEEPS], 0);
	arena_free(arena);
}

static void test_faults(void **state)
{
	static const struct {
		const char *text, *message;
	} rows[] = {
		{"", "s:1:0: not valid JSON"},
		{"[]", "s: '': expected an object"},
		{"{}", "s: 'format': expected 1; it was written by another "
		       "version of ibpolicy"},
		{"{\"format\": 2}",
		 "s: 'format': expected 1; it was written by another version "
		 "of ibpolicy"},
		{"{\"format\": 1, \"tool\": 5}",
		 "s: 'tool': expected a string"},
		{"{\"format\": 1, \"pid\": -1}",
		 "s: 'pid': expected a number from 0 to 1073741824"},
		{"{\"format\": 1, \"started_at\": \"now\"}",
		 "s: 'started_at': expected a time like "
		 "2026-11-30T03:12:40Z"},
		{"{\"format\": 1, \"faults\": [7]}",
		 "s: 'faults': expected an array of objects"},
		{"{\"format\": 1, \"inventory\": []}",
		 "s: 'inventory': expected an object"},
		{"{\"format\": 1, \"sm\": {\"guid\": \"\\u001b[31m\"}}",
		 "s: 'guid': expected a GUID like 0x0002c90300a1b2c3"},
	};
	struct arena *arena = arena_new();
	struct status status = {.pid = 3};
	struct error error;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		error.message[0] = '\0';
		assert_int_equal(status_json_parse("s", rows[i].text,
						   strlen(rows[i].text), arena,
						   &status, &error),
				 -1);
		assert_memory_equal(error.message, rows[i].message,
				    strlen(rows[i].message));
		assert_int_equal(status.pid, 3);
	}
	arena_free(arena);
}

/* Cut anywhere, it is refused: never half believed. */
static void test_truncated(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct arena *arena = arena_new();
	struct status status;
	struct error error;
	size_t length;

	(void)state;
	assert_int_equal(status_json_write(&full, &text, &error), 0);
	for (length = 0; length + 2 < text.length; length++) {
		assert_int_equal(status_json_parse("s", text.data, length,
						   arena, &status, &error),
				 -1);
	}
	strbuf_free(&text);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_ways),
		cmocka_unit_test(test_empty_is_unknown),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_truncated),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
