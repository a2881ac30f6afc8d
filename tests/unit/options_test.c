/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* event_plugin_options: what is taken, what is refused and how. */
#include "tests/unit/unit.h"

#include "plugin/options.h"

#include <string.h>

static void takes_what_is_ours(void **state)
{
	static const struct {
		const char *text, *inventory, *output;
		unsigned int heartbeat_sec;
	} rows[] = {
		{NULL, OPTIONS_INVENTORY, OPTIONS_OUTPUT, 30},
		{"", OPTIONS_INVENTORY, OPTIONS_OUTPUT, 30},
		{"   ", OPTIONS_INVENTORY, OPTIONS_OUTPUT, 30},
		{"ibpolicy.inventory=/a/b.yaml", "/a/b.yaml", OPTIONS_OUTPUT,
		 30},
		{"\tibpolicy.output=/out  ibpolicy.inventory=/i ", "/i", "/out",
		 30},
		{"other.x=1 ibpolicy.heartbeat=1 ibpolicyish -v",
		 OPTIONS_INVENTORY, OPTIONS_OUTPUT, 1},
		{"ibpolicy.heartbeat=3600 ibpolicy.output=/a=b",
		 OPTIONS_INVENTORY, "/a=b", 3600},
	};
	struct plugin_options options;
	struct error error;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		assert_int_equal(options_parse(rows[i].text, &options, &error),
				 0);
		assert_string_equal(options.inventory, rows[i].inventory);
		assert_string_equal(options.output, rows[i].output);
		assert_int_equal(options.heartbeat_sec, rows[i].heartbeat_sec);
	}
}

static void refuses_with_a_reason(void **state)
{
	static const struct {
		const char *text, *says;
	} rows[] = {
		{"ibpolicy.inventry=/a", "\"ibpolicy.inventry=/a\" is none of"},
		{"ibpolicy.", "is none of"},
		{"ibpolicy.inventory", "is none of"},
		{"ibpolicy.\033[31m=1", "\"ibpolicy.\\x1b[31m=1\""},
		{"ibpolicy.inventory=a.yaml", "absolute path"},
		{"ibpolicy.inventory=", "absolute path"},
		{"ibpolicy.output=./out", "ibpolicy.output needs"},
		{"ibpolicy.output=/a\033[2J", "control character"},
		{"ibpolicy.inventory=/a\177", "control character"},
		{"ibpolicy.output=/a ibpolicy.output=/a", "given twice"},
		{"ibpolicy.heartbeat=0", "1 to 3600"},
		{"ibpolicy.heartbeat=3601", "1 to 3600"},
		{"ibpolicy.heartbeat=99999999999999999999", "1 to 3600"},
		{"ibpolicy.heartbeat=5s", "1 to 3600"},
		{"ibpolicy.heartbeat=", "1 to 3600"},
		{"ibpolicy.output=x ibpolicy.heartbeat=0", "absolute path"},
	};
	struct plugin_options options;
	struct error error;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		assert_int_equal(options_parse(rows[i].text, &options, &error),
				 -1);
		assert_non_null(strstr(error.message, rows[i].says));
	}
}

static void keeps_the_rest_of_a_refused_line(void **state)
{
	struct plugin_options options;
	struct error error;

	(void)state;
	assert_int_equal(options_parse("ibpolicy.bad=1 ibpolicy.output=/out",
				       &options, &error),
			 -1);
	assert_string_equal(options.output, "/out");
}

static void bounds_a_path(void **state)
{
	char text[PATH_MAX + 32] = "ibpolicy.output=/";
	size_t prefix = strlen("ibpolicy.output=");
	struct plugin_options options;
	struct error error;

	(void)state;
	memset(text + prefix + 1, 'a', PATH_MAX - 2);
	assert_int_equal(options_parse(text, &options, &error), 0);
	assert_int_equal(strlen(options.output), PATH_MAX - 1);
	text[prefix + PATH_MAX - 1] = 'a';
	assert_int_equal(options_parse(text, &options, &error), -1);
	assert_non_null(strstr(error.message, "longer than"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_what_is_ours),
		cmocka_unit_test(refuses_with_a_reason),
		cmocka_unit_test(keeps_the_rest_of_a_refused_line),
		cmocka_unit_test(bounds_a_path),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
