/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Inputs that mean no good: one clear sentence, bounded memory and time. */
#include "tests/unit/inventory_text.h"

#include "policy/io/yaml_reader.h"

static void expect(const char *bytes, size_t length, const char *expected)
{
	const char *const list[] = {expected};
	struct parsed parsed;

	parse_bytes(&parsed, bytes, length);
	check_diags("(bytes)", &parsed.diags, list, 1);
	parsed_free(&parsed);
}

static void test_not_text(void **state)
{
	static const char nul[] = "version: 1\nfab\0ric: f\n";
	static const char latin1[] = "version: 1\nfabric: caf\xe9\n";
	static const char overlong[] = "version: \xc0\xaf\n";
	static const char utf16[] = "\xff\xfev\0e\0r\0";
	static const char escape[] = "version: 1\nfabric: \x1b[31m\n";
	static const char cut[] = "version: 1\nfabric: \xe2\x82";

	(void)state;
	expect(nul, sizeof(nul) - 1, "2:4|a NUL byte");
	expect(latin1, sizeof(latin1) - 1, "2:12|0xe9 is not UTF-8|save");
	expect(overlong, sizeof(overlong) - 1, "1:10|0xc0 is not UTF-8");
	expect(utf16, sizeof(utf16) - 1, "1:1|0xff is not UTF-8");
	expect(cut, sizeof(cut) - 1, "2:9|0xe2 is not UTF-8");
	expect(escape, sizeof(escape) - 1,
	       "2:9|control characters are not allowed (0x1b)");
}

/* Some editors mark a text as UTF-8. The mark takes no column. */
static void test_byte_order_mark(void **state)
{
	static const char good[] = "\xef\xbb\xbfversion: 1\nfabric: f\n";
	static const char bad[] = "\xef\xbb\xbfversion: 2\n";
	static const char alone[] = "\xef\xbb\xbf";
	struct parsed parsed;

	(void)state;
	parse_bytes(&parsed, good, sizeof(good) - 1);
	check_diags("(bytes)", &parsed.diags, NULL, 0);
	parsed_free(&parsed);
	expect(bad, sizeof(bad) - 1, "1:10|version \"2\"");
	expect(alone, sizeof(alone) - 1, "1:1|the file is empty");
}

static void test_structure(void **state)
{
	static const struct diag_row rows[] = {
		{"a: 1\n---\nb: 2\n",
		 {"2:1|a second document begins here|---"}},
		{"a: !!str 1\n", {"1:4|tags are not used here"}},
		{"a: !x [1]\n", {"1:4|tags are not used here"}},
		{"? [a, b]\n: c\n", {"1:3|a key must be a word"}},
		{"? {a: b}\n: c\n", {"1:3|a key must be a word"}},
		{"a: *b\n", {"1:4|no anchor \"b\" before this"}},
		{"a: &a [*a]\n", {"1:8|inside its own anchor"}},
		{"a: &a {b: *a}\n", {"1:11|inside its own anchor"}},
		{"a: [1, 2\n", {"2:1|not valid YAML"}},
		{"a: b: c\n", {"1:5|not valid YAML"}},
		{"a:\n\tb: c\n", {"2:1|not valid YAML"}},
		{"a: \"unended\n", {"2:1|not valid YAML"}},
	};

	(void)state;
	check_rows("", rows, COUNT(rows));
}

/* Aliases are fine as long as they stand for a bounded number of values. */
static void test_aliases(void **state)
{
	static const struct diag_row rows[] = {
		{"version: 1\nfabric: f\nroles:\n"
		 "  a: &a {speed: HDR, partitions: &p {c: full}}\n"
		 "  b: *a\n"
		 "  c: {partitions: *p}\n"
		 "partitions: {c: {pkey: 0x1}}\n",
		 {NULL}},
	};
	struct strbuf bomb = STRBUF_INIT;
	int level, i;

	(void)state;
	check_rows("", rows, COUNT(rows));
	strbuf_addstr(&bomb, "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
	for (level = 1; level < 20; level++) {
		strbuf_addf(&bomb, "a%d: &a%d [", level, level);
		for (i = 0; i < 10; i++) {
			strbuf_addf(&bomb, "%s*a%d", i ? "," : "", level - 1);
		}
		strbuf_addstr(&bomb, "]\n");
	}
	/* Levels 1 to 4 stand for 123,440 values, each alias of level 4 for
	 * 111,111: the ninth of level 5 is one too many. */
	expect(bomb.data, bomb.length,
	       "6:42|stand for more than 1048576 values|fewer aliases");
	strbuf_free(&bomb);
}

static void test_nesting(void **state)
{
	static const char *const openings[] = {"[", "{a: ", "- ", "[{a: "};
	struct strbuf text = STRBUF_INIT;
	struct parsed parsed;
	size_t i;
	int depth;

	(void)state;
	for (i = 0; i < COUNT(openings); i++) {
		for (depth = 0; depth < 100000; depth++) {
			strbuf_addstr(&text, openings[i]);
		}
		parse_bytes(&parsed, text.data, text.length);
		assert_int_equal(parsed.diags.count, 1);
		assert_non_null(strstr(parsed.diags.items[0].message,
				       "nested more than 32 deep"));
		parsed_free(&parsed);
		strbuf_free(&text);
	}
}

/* A megabyte of each, ten of everything that is printable. */
static void test_garbage(void **state)
{
	static const char *const fills[] = {"x",     "x\n", "-",  "- \n", "a: ",
					    ": ",    "[]",  "\"", "#",    "&a ",
					    "%TAG ", "|\n", "'\n"};
	struct strbuf text = STRBUF_INIT;
	struct parsed parsed;
	uint32_t random = 1;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(fills); i++) {
		while (text.length < (1 << 20)) {
			strbuf_addstr(&text, fills[i]);
		}
		parse_bytes(&parsed, text.data, text.length);
		assert_true(diag_has_errors(&parsed.diags));
		parsed_free(&parsed);
		strbuf_free(&text);
	}
	while (text.length < (10 << 20)) {
		random = random * 1664525 + 1013904223;
		strbuf_addch(&text, (char)(' ' + (random >> 24) % 95));
		if ((random >> 8) % 40 == 0) {
			strbuf_addch(&text, '\n');
		}
	}
	parse_bytes(&parsed, text.data, text.length);
	assert_true(diag_has_errors(&parsed.diags));
	parsed_free(&parsed);
	strbuf_free(&text);
}

/* Many of everything: nothing may cost the square of it. */
static void test_many(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct parsed parsed;
	int i;

	(void)state;
	strbuf_addstr(&text, "version: 1\nfabric: f\nhosts:\n");
	for (i = 200000; i > 0; i--) {
		strbuf_addf(&text,
			    "  h%d: {role: nobody, ports: {p: {guid: "
			    "0x%x, peer: nowhere/1}}}\n",
			    i % 190000, i);
	}
	parse_bytes(&parsed, text.data, text.length);
	/* 10,000 hosts are there twice, each other one has two faults. */
	assert_int_equal(parsed.diags.total[DIAG_ERROR], 10000 + 2 * 190000);
	assert_int_equal(parsed.diags.count, DIAG_LIMIT);
	parsed_free(&parsed);
	strbuf_free(&text);
}

/* Lists that stand for more names than any fabric has. */
static void test_expansion(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct parsed parsed;
	int i;

	(void)state;
	strbuf_addstr(&text, "version: 1\nfabric: f\nstates:\n");
	for (i = 0; i < 1000; i++) {
		strbuf_addstr(&text, "  - {subject: \"g[0-65535]\", state: "
				     "planned}\n");
	}
	parse_bytes(&parsed, text.data, text.length);
	assert_int_equal(parsed.diags.total[DIAG_ERROR], 1000);
	parsed_free(&parsed);
	strbuf_free(&text);
}

/* One such list is legal, thousands are no fabric. */
static void test_lists_of_links(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct parsed parsed;
	int i;

	(void)state;
	strbuf_addstr(&text, "version: 1\nfabric: f\nlinks:\n");
	for (i = 0; i < 1000; i++) {
		strbuf_addstr(&text, "  - {from: \"a[1-250]/1-250\", "
				     "to: \"b[1-250]/1-250\"}\n");
	}
	parse_bytes(&parsed, text.data, text.length);
	assert_true(parsed.inventory->link_count < 400000);
	assert_true(diag_has_errors(&parsed.diags));
	parsed_free(&parsed);
	strbuf_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_not_text),
		cmocka_unit_test(test_byte_order_mark),
		cmocka_unit_test(test_structure),
		cmocka_unit_test(test_aliases),
		cmocka_unit_test(test_nesting),
		cmocka_unit_test(test_garbage),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_expansion),
		cmocka_unit_test(test_lists_of_links),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
