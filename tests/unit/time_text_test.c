/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Times read and written against values known from elsewhere (date -u). */
#include "tests/unit/unit.h"

#include "policy/time_text.h"

static void test_both_ways(void **state)
{
	static const struct {
		const char *text;
		int64_t when;
	} rows[] = {
		{"1970-01-01T00:00:00Z", 0},
		{"2000-02-29T12:00:00Z", 951825600},
		{"2026-11-30T03:12:40Z", 1796008360},
		{"2100-03-01T00:00:00Z", 4107542400},
		{"9999-12-31T23:59:59Z", 253402300799},
	};
	char text[TIME_TEXT];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		int64_t when = -1;

		assert_true(time_parse(rows[i].text, &when));
		assert_int_equal(when, rows[i].when);
		assert_string_equal(time_format(text, when), rows[i].text);
	}
}

static void test_other_spellings(void **state)
{
	int64_t when;

	(void)state;
	assert_true(time_parse("2026-11-30T04:12:40+01:00", &when));
	assert_int_equal(when, 1796008360);
	assert_true(time_parse("2026-11-29T23:42:40.999-03:30", &when));
	assert_int_equal(when, 1796008360);
	assert_true(date_parse("2026-11-30", &when));
	assert_int_equal(when, 1795996800);
}

static void test_refused(void **state)
{
	static const char *const rows[] = {
		"",
		"2026-11-30",
		"2026-11-30T03:12:40",
		"2026-11-30 03:12:40Z",
		"2026-11-31T03:12:40Z",
		"2026-02-29T03:12:40Z",
		"2026-13-01T03:12:40Z",
		"2026-11-30T24:00:00Z",
		"2026-11-30T03:12:40.Z",
		"2026-11-30T03:12:40Zx",
		"1969-12-31T23:59:59Z",
		"99999-01-01T00:00:00Z",
		" 2026-11-30T03:12:40Z",
		"-026-11-30T03:12:40Z",
		"1796008360",
	};
	int64_t when = 7;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		assert_false(time_parse(rows[i], &when));
		assert_int_equal(when, 7);
	}
	assert_false(date_parse("2026-11-30T03:12:40Z", &when));
}

static void test_any_number_is_text(void **state)
{
	char text[TIME_TEXT];

	(void)state;
	assert_string_equal(time_format(text, -1), "1969-12-31T23:59:59Z");
	assert_string_equal(date_format(text, -1), "1969-12-31");
	assert_string_equal(time_format(text, INT64_MAX),
			    "292277026596-12-04T15:30:07Z");
	time_format(text, INT64_MIN);
}

static void test_age(void **state)
{
	static const struct {
		int64_t age_sec;
		const char *text;
	} rows[] = {
		{-5, "0 s"},          {0, "0 s"},       {59, "59 s"},
		{60, "1 min"},        {3599, "59 min"}, {3600, "1 h"},
		{11100, "3 h 5 min"}, {86400, "1 d"},   {187200, "2 d 4 h"},
	};
	char text[TIME_TEXT];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		assert_string_equal(age_format(text, rows[i].age_sec),
				    rows[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_ways),
		cmocka_unit_test(test_other_spellings),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_any_number_is_text),
		cmocka_unit_test(test_age),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
