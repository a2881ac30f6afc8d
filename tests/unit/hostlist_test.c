/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Host lists, out and back. */
#include "tests/unit/unit.h"

#include "policy/hostlist.h"

#include <stdio.h>
#include <string.h>

/* All names, joined by one space; "!" and the problem. */
static void expand(const char *text, struct strbuf *out)
{
	struct arena *arena = arena_new();
	struct hostlist list;
	size_t i;

	assert_non_null(arena);
	assert_int_equal(hostlist_expand(arena, text, &list), 0);
	if (list.problem) {
		assert_int_equal(list.count, 0);
		strbuf_addf(out, "!%s", list.problem);
	}
	for (i = 0; i < list.count; i++) {
		strbuf_addf(out, "%s%s", i ? " " : "", list.names[i]);
	}
	arena_free(arena);
}

static void test_expand(void **state)
{
	static const struct {
		const char *text, *names;
	} rows[] = {
		{"gpu001", "gpu001"},
		{"gpu[1-3]", "gpu1 gpu2 gpu3"},
		{"gpu[001-003,070]", "gpu001 gpu002 gpu003 gpu070"},
		{"gpu[9-11]", "gpu9 gpu10 gpu11"},
		{"gpu[099-101]", "gpu099 gpu100 gpu101"},
		{"gpu[0-2]", "gpu0 gpu1 gpu2"},
		{"gpu[7]", "gpu7"},
		{"r[1-2]n[1-3]", "r1n1 r1n2 r1n3 r2n1 r2n2 r2n3"},
		{"gpu[1-2]/mlx5_[0-1]/1",
		 "gpu1/mlx5_0/1 gpu1/mlx5_1/1 gpu2/mlx5_0/1 gpu2/mlx5_1/1"},
		{"leaf01/1-3", "leaf01/1 leaf01/2 leaf01/3"},
		{"leaf01/1-2,25", "leaf01/1 leaf01/2 leaf01/25"},
		{"leaf[1-2]/1,5", "leaf1/1 leaf1/5 leaf2/1 leaf2/5"},
		{"leaf01/7", "leaf01/7"},
		{"gpu1,gpu[3-4],nas1", "gpu1 gpu3 gpu4 nas1"},
		{"gpu[1-2]-ib0", "gpu1-ib0 gpu2-ib0"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct strbuf found = STRBUF_INIT;

		expand(rows[i].text, &found);
		assert_string_equal(strbuf_text(&found), rows[i].names);
		strbuf_free(&found);
	}
}

static void test_problems(void **state)
{
	static const struct {
		const char *text, *part;
	} rows[] = {
		{"", "empty"},
		{"gpu1,,gpu2", "empty"},
		{"gpu[1-2", "\"[\" without"},
		{"gpu1]", "\"]\" without"},
		{"gpu[]", "empty"},
		{"gpu[1-]", "lacks a number"},
		{"gpu[-2]", "lacks a number"},
		{"gpu[1-2-3]", "digits"},
		{"gpu[1,]", "comma"},
		{"gpu[,1]", "lacks a number"},
		{"gpu[a-c]", "digits"},
		{"gpu[[1]]", "digits"},
		{"gpu[3-1]", "greater"},
		{"gpu[001-1000]", "leading zeros"},
		{"gpu[001-64]", "leading zeros"},
		{"gpu[1-70000]", "65536"},
		{"a[0-255]b[0-256]", "65536"},
		{"a[0-40000],b[0-40000]", "65536"},
		{"gpu[1234567890]", "too many digits"},
		{"a[1]b[1]c[1]d[1]e[1]f[1]g[1]h[1]i[1]", "more than 8"},
		{"gpu1/1,gpu2/1", "comma"},
		{"leaf01/3-1", "greater"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct strbuf found = STRBUF_INIT;

		expand(rows[i].text, &found);
		assert_int_equal(strbuf_text(&found)[0], '!');
		if (!strstr(strbuf_text(&found), rows[i].part)) {
			fail_msg("%s: %s", rows[i].text, strbuf_text(&found));
		}
		strbuf_free(&found);
	}
}

static void test_bounds(void **state)
{
	struct arena *arena = arena_new();
	struct hostlist list;
	char text[600];

	(void)state;
	assert_int_equal(hostlist_expand(arena, "a[0-255]b[0-255]", &list), 0);
	assert_int_equal(list.count, HOSTLIST_LIMIT);
	assert_string_equal(list.names[HOSTLIST_LIMIT - 1], "a255b255");
	memset(text, 'x', sizeof(text));
	text[HOSTLIST_NAME_LIMIT] = '\0';
	assert_int_equal(hostlist_expand(arena, text, &list), 0);
	assert_int_equal(list.count, 1);
	snprintf(text + HOSTLIST_NAME_LIMIT, 8, "[1]");
	assert_int_equal(hostlist_expand(arena, text, &list), 0);
	assert_int_equal(list.count, 0);
	assert_non_null(list.problem);
	arena_free(arena);
}

static void test_numbers(void **state)
{
	unsigned char set[32] = {0};

	(void)state;
	assert_null(hostlist_parse_numbers("3-5,9", 254, set));
	assert_int_equal(set[0], 1 << 3 | 1 << 4 | 1 << 5);
	assert_int_equal(set[1], 1 << 1);
	assert_null(hostlist_parse_numbers("254", 254, set));
	assert_int_equal(set[31], 1 << 6);
	assert_non_null(hostlist_parse_numbers("255", 254, set));
	assert_non_null(hostlist_parse_numbers("", 254, set));
	assert_non_null(hostlist_parse_numbers("1-x", 254, set));
}

static void test_compact(void **state)
{
	static const struct {
		const char *names[8];
		const char *list;
	} rows[] = {
		{{"gpu003"}, "gpu003"},
		{{"gpu019", "gpu003", "gpu018", "gpu017"}, "gpu[003,017-019]"},
		{{"nas01", "gpu2", "gpu1"}, "gpu[1-2],nas01"},
		{{"gpu1", "gpu1"}, "gpu1"},
		{{"gpu9", "gpu10", "gpu8"}, "gpu[8-10]"},
		{{"gpu099", "gpu100"}, "gpu[099-100]"},
		{{"gpu99", "gpu100"}, "gpu[99-100]"},
		{{"gpu09", "gpu9", "gpu10"}, "gpu[9,09-10]"},
		{{"login", "login2", "login1"}, "login,login[1-2]"},
		{{"r1n1-ib", "r1n2-ib", "r2n1-ib"}, "r1n[1-2]-ib,r2n1-ib"},
		{{"n0", "n1"}, "n[0-1]"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct strbuf list = STRBUF_INIT, back = STRBUF_INIT;
		const char *names[8];
		size_t count = 0;

		for (; count < 8 && rows[i].names[count]; count++) {
			names[count] = rows[i].names[count];
		}
		assert_int_equal(hostlist_compact(names, count, &list), 0);
		assert_string_equal(strbuf_text(&list), rows[i].list);
		/* Back again: as many names as there were different ones. */
		expand(strbuf_text(&list), &back);
		for (count = 0; count < 8 && rows[i].names[count]; count++) {
			assert_non_null(strstr(strbuf_text(&back),
					       rows[i].names[count]));
		}
		strbuf_free(&list);
		strbuf_free(&back);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_expand),  cmocka_unit_test(test_problems),
		cmocka_unit_test(test_bounds),  cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_compact),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
