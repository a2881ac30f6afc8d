/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a person has released is read exactly, or not at all. */
#include "tests/unit/unit.h"

#include "policy/approval.h"

#include <string.h>

#define HASH "83c61ca92d1453f12286dd9d79cd1401620b9a92c61bce19a7f600ffd3e8daff"
#define TEXT "sha256 " HASH "\nby alice\nat 2026-11-30T12:00:00Z\n"

static void test_round_trip(void **state)
{
	const struct approval given = {HASH, "alice", 1796040000};
	struct strbuf out = STRBUF_INIT;
	struct approval read;

	(void)state;
	approval_write(&given, &out);
	assert_string_equal(strbuf_text(&out), TEXT);
	assert_true(approval_parse(out.data, out.length, &read));
	assert_string_equal(read.sha256, HASH);
	assert_string_equal(read.by, "alice");
	assert_int_equal(read.at, 1796040000);
	strbuf_free(&out);
}

static void test_refused(void **state)
{
	static const char *const rows[] = {
		"",
		HASH "\n",
		"sha256 " HASH "\n",
		"sha256 " HASH "\nby alice\nat yesterday\n",
		"sha256 " HASH "\nby alice\nat 2026-11-30T12:00:00Z",
		TEXT "more\n",
		"sha256 " HASH "0\nby alice\nat 2026-11-30T12:00:00Z\n",
		"sha256 83C6\nby alice\nat 2026-11-30T12:00:00Z\n",
		" " TEXT,
	};
	struct approval read;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		if (approval_parse(rows[i], strlen(rows[i]), &read)) {
			fail_msg("%s", rows[i]);
		}
	}
	assert_false(approval_parse(TEXT, sizeof(TEXT) - 2, &read));
	assert_false(approval_parse("sha256 " HASH "\nby a\0b\n"
				    "at 2026-11-30T12:00:00Z\n",
				    102, &read));
}

static void test_unsafe_name(void **state)
{
	static const char text[] =
		"sha256 " HASH "\nby \033[31m\nat 2026-11-30T12:00:00Z\n";
	struct approval read;

	(void)state;
	assert_true(approval_parse(text, sizeof(text) - 1, &read));
	assert_string_equal(read.by, "\\x1b[31m");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_unsafe_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
