/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The plugin's own metrics: what a dashboard and an alert rest on. */
#include "tests/unit/unit.h"

#include "policy/io/status_prometheus.h"

#include <string.h>

static struct status sample(void)
{
	return (struct status){
		.tool = "ibpolicy 1.0.0",
		.opensm_built_for = "OpenSM \"3.3.23\"",
		.heartbeat_at = 1000,
		.heartbeat_sec = 30,
		.sweep_started_at = 900,
		.subnet_up_at = 912,
		.inventory = {.fabric = "pod7", .valid = true},
		.plans = {.in_force = "aaaa", .published = "bbbb"},
		.counters = {[STATUS_SWEEPS] = 7, [STATUS_DROPS] = 2},
		.fault_count = 1,
	};
}

static void expect(const struct status *status, const char *line, bool there)
{
	struct strbuf out = STRBUF_INIT;

	status_prometheus(status, &out);
	assert_false(out.failed);
	if ((strstr(strbuf_text(&out), line) != NULL) != there) {
		print_error("%s: %s\n", there ? "absent" : "present", line);
		fail();
	}
	strbuf_free(&out);
}

static void test_samples(void **state)
{
	static const char *const lines[] = {
		"\nibpolicy_heartbeat_timestamp_seconds{fabric=\"pod7\"} "
		"1000\n",
		"\nibpolicy_sweep_duration_seconds{fabric=\"pod7\"} 12\n",
		"\nibpolicy_plan{fabric=\"pod7\",kind=\"in_force\","
		"sha256=\"aaaa\"} 1\n",
		"\nibpolicy_plan_held{fabric=\"pod7\"} 0\n",
		"\nibpolicy_plan_in_force{fabric=\"pod7\"} 1\n",
		"\n# TYPE ibpolicy_sweeps_total counter\n",
		"\nibpolicy_sweeps_total{fabric=\"pod7\"} 7\n",
		"\nibpolicy_traps_dropped_total{fabric=\"pod7\"} 2\n",
		"\nibpolicy_inventory_valid{fabric=\"pod7\"} 1\n",
		"\nibpolicy_faults{fabric=\"pod7\"} 1\n",
		",opensm=\"OpenSM \\\"3.3.23\\\"\"} 1\n",
	};
	struct status status = sample();
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(lines); i++) {
		expect(&status, lines[i], true);
	}
	expect(&status, "kind=\"held\"", false);
}

static void test_a_sweep_that_runs_has_no_duration(void **state)
{
	struct status status = sample();

	(void)state;
	status.sweep_started_at = 950;
	expect(&status, "ibpolicy_sweep_duration_seconds", false);
	expect(&status,
	       "ibpolicy_sweep_start_timestamp_seconds{fabric=\"pod7\"} 950\n",
	       true);
}

static void test_not_in_force(void **state)
{
	struct status status = sample();

	(void)state;
	status.plans.not_in_force = "OpenSM reads another file";
	status.plans.held = "cccc";
	expect(&status, "ibpolicy_plan_in_force{fabric=\"pod7\"} 0\n", true);
	expect(&status, "ibpolicy_plan_held{fabric=\"pod7\"} 1\n", true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_a_sweep_that_runs_has_no_duration),
		cmocka_unit_test(test_not_in_force),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
