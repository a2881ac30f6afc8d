/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Names to host lists: the shortest that expands to the same names. */
#include "tests/unit/unit.h"

#include "policy/arena.h"
#include "policy/hostlist.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES = 8 };

static const struct {
	const char *names[NAMES];
	const char *list;
} rows[] = {
	{{"gpu003", "gpu018", "gpu017", "gpu019", "nas01"},
	 "gpu[003,017-019],nas01"},
	{{"gpu001"}, "gpu001"},
	{{"gpu001", "gpu001"}, "gpu001"},
	{{"n8", "n9", "n10", "n11"}, "n[8-9,10-11]"},
	{{"n09", "n9", "n10"}, "n[9,09-10]"},
	{{"r1n1", "r1n2", "r2n1", "r2n2"}, "r1n[1-2],r2n[1-2]"},
	{{"a1-ib", "a2-ib", "a1-eth"}, "a1-eth,a[1-2]-ib"},
	{{"login", "mgmt"}, "login,mgmt"},
	{{"n999999999", "n1000000000"}, "n999999999,n1000000000"},
	{{NULL}, ""},
};

static void test_rows(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct strbuf text = STRBUF_INIT;
		const char *names[NAMES];
		size_t count = 0;

		while (count < NAMES && rows[i].names[count]) {
			names[count] = rows[i].names[count];
			count++;
		}
		assert_int_equal(hostlist_compact(names, count, &text), 0);
		assert_string_equal(strbuf_text(&text), rows[i].list);
		strbuf_free(&text);
	}
}

static int compare(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* What compact says, expand understands as the same names. */
static void test_there_and_back(void **state)
{
	struct arena *arena = arena_new();
	const char *names[300], *copy[300];
	struct strbuf text = STRBUF_INIT;
	struct hostlist list;
	size_t count = 0, i;

	(void)state;
	assert_non_null(arena);
	for (i = 0; i < 300; i++) {
		if (i % 7 && i % 11) {
			names[count++] = arena_printf(arena, "r%zun%0*zu",
						      i % 3, i % 2 ? 3 : 1, i);
		}
	}
	memcpy(copy, names, sizeof(names));
	assert_int_equal(hostlist_compact(names, count, &text), 0);
	assert_int_equal(hostlist_expand(arena, strbuf_text(&text), &list), 0);
	assert_null(list.problem);
	assert_int_equal(list.count, count);
	qsort(copy, count, sizeof(*copy), compare);
	qsort(list.names, count, sizeof(*list.names), compare);
	for (i = 0; i < count; i++) {
		assert_string_equal(list.names[i], copy[i]);
	}
	strbuf_free(&text);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_there_and_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
