/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Text that comes from the wire must reach nobody unescaped. */
#include "tests/unit/unit.h"

#include "policy/strbuf.h"

#include <string.h>

static void test_safe_text(void **state)
{
	static const struct {
		const char *raw, *safe;
	} rows[] = {
		{"gpu001 mlx5_0", "gpu001 mlx5_0"},
		{"a\"b'c", "a\"b'c"},
		{"\033[31mred", "\\x1b[31mred"},
		{"line\nbreak\ttab\r", "line\\x0abreak\\x09tab\\x0d"},
		{"back\\slash", "back\\\\slash"},
		{"\xc3\xa9", "\xc3\xa9"},
		{"\xc3", "\\xc3"},
		{"\xff\xfe", "\\xff\\xfe"},
		{"\xc0\xaf", "\\xc0\\xaf"},
		{"\xc2\x9b"
		 "31m",
		 "\\xc2\\x9b31m"},
		{"\xe2\x80\xae", "\\xe2\\x80\\xae"},
		{"\xed\xa0\x80", "\\xed\\xa0\\x80"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct strbuf out = STRBUF_INIT;

		strbuf_add_safe(&out, rows[i].raw, strlen(rows[i].raw));
		assert_string_equal(strbuf_text(&out), rows[i].safe);
		strbuf_free(&out);
	}
}

static void test_empty_is_text(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	assert_string_equal(strbuf_text(&out), "");
	strbuf_addf(&out, "%s", "");
	assert_string_equal(strbuf_text(&out), "");
	strbuf_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_safe_text),
		cmocka_unit_test(test_empty_is_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
