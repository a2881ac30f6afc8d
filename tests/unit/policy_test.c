/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Each check fires and stays silent; one fault gives one finding. */
#include "policy/rule.h"
#include "tests/unit/policy_cases.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

enum { MOST_TESTS = 512 };

static const struct policy_case *const families[] = {
	policy_cases_nodes,    policy_cases_cables,  policy_cases_partitions,
	policy_cases_managers, policy_cases_history, policy_cases_waivers,
	policy_cases_silence,
};

static void run_case(void **state)
{
	const struct policy_case *test = *state;
	struct fabric *fabric = fabric_new();

	test->bend(fabric);
	fabric_expect(fabric, test->expected);
	fabric_free(fabric);
}

/* The order in which a source names things changes nothing. */
static void run_reversed(void **state)
{
	const struct policy_case *test = *state;
	struct fabric *fabric = fabric_new();

	test->bend(fabric);
	fabric->reversed = true;
	fabric_expect(fabric, test->expected);
	fabric_free(fabric);
}

static bool fires(const char *id)
{
	const struct policy_case *test;
	char line[64];
	size_t i;

	snprintf(line, sizeof(line), " %s ", id);
	for (i = 0; i < COUNT(families); i++) {
		for (test = families[i]; test->name; test++) {
			if (strstr(test->expected, line)) {
				return true;
			}
		}
	}
	return false;
}

/* No check without a case in which it fires. */
static void every_check_fires(void **state)
{
	const struct rule *const *rule;

	(void)state;
	for (rule = rule_table; *rule; rule++) {
		if ((*rule)->check && !fires((*rule)->id)) {
			fail_msg("%s fires in no case", (*rule)->id);
		}
	}
}

/* What a port did goes on being the same finding when the port leaves. */
static void the_past_keeps_its_id(void **state)
{
	struct fabric *there = fabric_new(), *gone = fabric_new();

	(void)state;
	fault_compute_to_storage(there);
	fault_host_cable_flaps(there);
	fabric_expect(there, "W link.flapping cn2/p/1\n"
			     "I trap.pkey cn2/p/1 [0x0001]\n");
	gone->traps = there->traps;
	gone->links = there->links;
	there->traps = NULL;
	there->links = NULL;
	fault_single_port_host_gone(gone);
	fabric_expect(gone, "W link.flapping cn2/p/1\n"
			    "W port.missing cn2 [host]\n"
			    "I trap.pkey cn2/p/1 [0x0001]\n");
	assert_string_equal(fabric_finding(there, 0)->id,
			    fabric_finding(gone, 0)->id);
	assert_string_equal(fabric_finding(there, 1)->id,
			    fabric_finding(gone, 2)->id);
	fabric_free(there);
	fabric_free(gone);
}

/* What was heard before a restart stays for the window of the inventory. */
static void the_window_goes_along(void **state)
{
	struct fabric *fabric = fabric_new();

	(void)state;
	fabric_edit(fabric, "# more", "checks: {trap.pkey: {window: 2h}}");
	fault_compute_to_storage(fabric);
	fault_host_cable_flaps(fabric);
	fabric_expect(fabric, "W link.flapping cn2/p/1\n"
			      "I trap.pkey cn2/p/1 [0x0001]\n");
	assert_int_equal(fabric_finding(fabric, 0)->window_sec, 0);
	assert_int_equal(fabric_finding(fabric, 1)->window_sec, 7200);
	fabric_free(fabric);
}

static void add(struct CMUnitTest *tests, size_t *count, const char *name,
		CMUnitTestFunction function, const struct policy_case *test)
{
	assert_true(*count < MOST_TESTS);
	tests[(*count)++] = (struct CMUnitTest){
		.name = name,
		.test_func = function,
		.initial_state = (void *)test,
	};
}

int main(void)
{
	struct CMUnitTest tests[MOST_TESTS];
	const struct policy_case *test;
	size_t count = 0, i;

	for (i = 0; i < COUNT(families); i++) {
		for (test = families[i]; test->name; test++) {
			add(tests, &count, test->name, run_case, test);
			add(tests, &count, test->name, run_reversed, test);
		}
	}
	add(tests, &count, "every check fires", every_check_fires, NULL);
	add(tests, &count, "what a port did keeps its id",
	    the_past_keeps_its_id, NULL);
	add(tests, &count, "the window goes along", the_window_goes_along,
	    NULL);
	return _cmocka_run_group_tests("policy", tests, count, NULL, NULL);
}
