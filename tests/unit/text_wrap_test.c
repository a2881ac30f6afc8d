/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Nothing goes beyond 80 columns that can be helped. */
#include "tests/unit/unit.h"

#include "policy/text_wrap.h"

#include <string.h>

#define TEN "123456789 "
#define LONG_WORD                                                              \
	"/a/path/that/is/longer/than/a/line/of/eighty/columns/can/ever/hold/"  \
	"whatever/one/does"
#define SEVENTY TEN TEN TEN TEN TEN TEN TEN

static void test_wrap(void **state)
{
	static const struct {
		size_t column, indent;
		const char *text, *wrapped;
	} rows[] = {
		{0, 2, "", ""},
		{0, 2, "  one   two  ", "one two"},
		/* The last column is used, one more is not. */
		{0, 2, SEVENTY "1234567890", SEVENTY "1234567890"},
		{0, 2, SEVENTY "12345678901",
		 TEN TEN TEN TEN TEN TEN "123456789\n  12345678901"},
		/* A word that fits nowhere stands alone, whole. */
		{0, 2, "a " LONG_WORD " b", "a\n  " LONG_WORD "\n  b"},
		{75, 4, "/a/very/long/path", "\n    /a/very/long/path"},
		{4, 4, "/a/very/long/path", "/a/very/long/path"},
		/* Code points count, not bytes. */
		{76, 2, "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9",
		 "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct strbuf out = STRBUF_INIT;

		text_wrap(&out, rows[i].column, rows[i].indent, rows[i].text);
		assert_string_equal(strbuf_text(&out), rows[i].wrapped);
		strbuf_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wrap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
