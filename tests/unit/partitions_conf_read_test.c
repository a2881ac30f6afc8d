/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The effective table of a partitions.conf is the one that OpenSM makes. */
#include "tests/unit/unit.h"

#include "tests/unit/conf_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT "Default=0x7fff : ALL=limited, SELF=full ;\n"

/* Files as people write them, and what real ports had after them. */
static const struct {
	const char *text, *h1, *h2;
	unsigned int line; /* of a quirk; 0: there is none */
	const char *says;
} files[] = {
	{DEFAULT "A=0x8011 : 0x101=full, 0x102=limited ;\n", "7fff 8011",
	 "7fff 0011", 2, "the partition is 0x0011"},
	{DEFAULT "A=0x8011 : 0x101=full ;\nB=0x12 : 0xZZ=full ;\n", "ffff",
	 "ffff", 3,
	 "OpenSM stops here and opens the whole fabric: every port "
	 "becomes full member of 0x7fff and every other partition is "
	 "dropped: \"0xZZ\" is not a port GUID"},
	{"", "ffff", "ffff", 0, "the file defines no partition"},
	{"# nothing\n\n  # but comments\n", "ffff", "ffff", 0,
	 "the file defines no partition"},
	{"Default=0x7fff : ALL=limited, SELF=full ;\r\n", "ffff", "ffff", 1,
	 "carriage return"},
	{DEFAULT "A=0x11 : 0x101= ;\n", "7fff 8011", "7fff", 2, "full member"},
	{DEFAULT "A=0x11 : 0x101=Full ;\n", "7fff 0011", "7fff", 2,
	 "limited member"},
	{DEFAULT "A=0x11 : A=full ;\n", "7fff 8011", "7fff 8011", 2,
	 "\"A\" as ALL"},
	{DEFAULT "foo=0x8000 : 0x101=full ;\n", "7fff 8001", "7fff", 2,
	 "generates 0x0001"},
	{DEFAULT "foo=0x18011 : 0x101=full ;\n", "7fff 8011", "7fff", 2,
	 "0x0011"},
	{DEFAULT "X : 0x101=full ; Y : 0x102=full ;\n", "7fff 8001",
	 "7fff 8002", 2, "generates 0x0002"},
	{DEFAULT "Y : 0x102=full ; X : 0x101=full ;\n", "7fff 8002",
	 "7fff 8001", 2, "generates 0x0001"},
	{DEFAULT "10g : 0x101=full ;\n", "ffff", "ffff", 2,
	 "\"10g\" is not a key"},
	{DEFAULT "A=0x11 : 0x101=full,", "7fff 8011", "7fff", 2,
	 "ends without a \";\""},
	{DEFAULT "A=0x11: 0x101=full ; A2=0x8011: 0x101=limited ;\n",
	 "7fff 0011", "7fff", 2, "override"},
	{DEFAULT "tenant=0xffff : 0x101=full ;\n", "ffff", "7fff", 2,
	 "0x7fff is \"Default\" already"},
	{DEFAULT "A=0x11 : 0x109=full ;\n", "7fff", "7fff", 0, NULL},
	{DEFAULT "A=0x11: 0x101=full\nB=0x12: 0x102=full ;\n", "ffff", "ffff",
	 3, "\"B\" is not a port GUID"},
	{DEFAULT "A=0x11: ALL=full, 0x101=limited ;\n", "7fff 0011",
	 "7fff 8011", 2, "nothing excludes"},
	{DEFAULT "A=0x11: 0x101=full, # first\n 0x102=full ; # last\n",
	 "7fff 8011", "7fff 8011", 0, NULL},
	/* Keys that are not in hex, or stand where a name should. */
	{DEFAULT "A=10 : 0x101=full ;\n", "7fff 800a", "7fff", 2,
	 "reads the key 10 as 0x000a"},
	{DEFAULT "A=021 : 0x101=full ;\n", "7fff 8011", "7fff", 2,
	 "reads the key 021 as 0x0011"},
	{DEFAULT "A=+0x11 : 0x101=full ;\n", "7fff 8011", "7fff", 2,
	 "reads the key +0x11 as 0x0011"},
	{DEFAULT "A=7 : 0x101=full ;\n", "7fff 8007", "7fff", 0, NULL},
	{DEFAULT "17 : 0x101=full ;\n", "7fff 8011", "7fff", 2,
	 "takes \"17\" for the key of a partition without a name"},
	{DEFAULT "0x11 : 0x101=full ;\n", "7fff 8011", "7fff", 2,
	 "takes \"0x11\" for the key of a partition without a name"},
	/* A keyword said later covers the GUIDs again. */
	{DEFAULT "A=0x11: 0x101=full, ALL=limited ;\n", "7fff 0011",
	 "7fff 0011", 2, "has no effect"},
	{DEFAULT "A=0x11: 0x101=full, ALL_SWITCHES=limited ;\n", "7fff 8011",
	 "7fff", 0, NULL},
	{DEFAULT "A=0x11: 0x101=full, ALL_CAS=limited ;\n", "7fff 0011",
	 "7fff 0011", 0, NULL},
	/* A lone ";" makes OpenSM read on in its old buffer. */
	{"Default=0x7fff: ALL=limited,\n SELF=full\n;\n", "ffff", "ffff", 3,
	 "an earlier line left in its buffer: \"LF\""},
};

static void test_what_ports_get(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(files); i++) {
		struct partitions_conf *conf = view_text(files[i].text);

		view_expect(conf, VIEW_H1, files[i].h1, files[i].text);
		view_expect(conf, VIEW_H2, files[i].h2, files[i].text);
		assert_false(conf->undefined);
		if (files[i].says) {
			view_expect_says(conf, files[i].line, files[i].says,
					 files[i].text);
		}
		partitions_conf_free(conf);
	}
}

/* Numbers as strtoul() reads them, in keys and GUIDs; prefixes of words. */
static void test_tokens(void **state)
{
	static const struct {
		const char *text, *h1;
	} rows[] = {
		{"17 : 0x101=full ;", "7fff 8011"},
		{"021 : 0x101=full ;", "7fff 8011"},
		{"+0x11 : 0x101=full ;", "7fff 8001"}, /* a name */
		{"A=+0x11 : 0x101=full ;", "7fff 8011"},
		{"A=-1 : 0x101=full ;", "ffff"}, /* 0xffff: 0x7fff */
		{"A=0x11x : 0x101=full ;", "ffff"},
		{"A=08 : 0x101=full ;", "ffff"},
		{"A= : 0x101=full ;", "ffff"},
		{"A=0x : 0x101=full ;", "ffff"},
		{"A=0b11 : 0x101=full ;", "ffff"},
		{"A=99999999999999999999 : 0x101=full ;", "ffff"},
		{"A=0x11 : 257=full ;", "7fff 8011"},
		{"A=0x11 : 0401=full ;", "7fff 8011"},
		{"A=0x11 : 0X101=full ;", "7fff 8011"},
		{"A=0x11 : 0x0=full ;", "ffff"},
		{"A=0x11 : 0x101g=full ;", "ffff"},
		{"A=0x11 : -18446744073709551359=full ;", "7fff 8011"},
		{"A=0x11 : 0x101=f ;", "7fff 8011"},
		{"A=0x11 : 0x101=limi ;", "7fff 0011"},
		{"A=0x11 : 0x101=b ;", "7fff 8011"},
		{"A=0x11 : 0x101=fullx ;", "7fff 0011"},
		{"A=0x11 : 0x101 ;", "7fff 0011"},
		{"A=0x11, defmember=full : 0x101 ;", "7fff 8011"},
		{"A=0x11, defmember= : 0x101 ;", "7fff 8011"},
		{"A=0x11, defmember=none : 0x101 ;", "7fff 0011"},
		{"A=0x11, defmember : 0x101 ;", "7fff 0011"},
		{"A=0x11, d=full : 0x101 ;", "7fff 8011"},
		{"A=0x11, defmember=full : 0x101=limited ;", "7fff 0011"},
		{"A=0x11 : ALL_=full ;", "7fff 8011"}, /* ALL_CAS */
		{"A=0x11 : ALL_S=full ;", "7fff"},
		{"A=0x11 : N=full ;", "7fff"},
		{"A=0x11 : all=full ;", "ffff"},
		{"A=0x11 : ALLx=full ;", "ffff"},
		{"A=0x11 :\n\n\t0x101=full\n,\n0x102 ;", "7fff 8011"},
		{"A=0x11 : 0x101=full ; # ; : = ,\n", "7fff 8011"},
		{"A=0x11 # : 0x101 ;\n", "ffff"}, /* no ":" is left */
		{"A=0x11\n: 0x101=full ;", "ffff"},
		{"A=0x11 : 0x101=full ;;\n", "ffff"},
		/* What follows the second ";" is one text, its own too. */
		{"A=0x11 : ALL ;; B=0x12 : 0x101=full ;\n", "7fff 0011 0012"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct partitions_conf *conf = view_text(rows[i].text);

		view_expect(conf, VIEW_H1, rows[i].h1, rows[i].text);
		partitions_conf_free(conf);
	}
}

static void test_both(void **state)
{
	static const struct {
		const char *text, *h1;
	} rows[] = {
		{"A=0x11 : 0x101=both ;", "7fff 0011 8011"},
		{"A=0x11, defmember=both : ALL ;", "7fff 0011 8011"},
		{"A=0x11 : 0x101=both, 0x101=limited ;", "7fff 0011"},
		{"A=0x11 : 0x101=limited, 0x101=both ;", "7fff 0011 8011"},
		{"A=0x11 : 0x101=both, ALL_CAS=full ;", "7fff 8011"},
	};
	struct partitions_conf_options options = {.allow_both_pkeys = true};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct partitions_conf *conf =
			view_read(rows[i].text, strlen(rows[i].text), &options);

		view_expect(conf, VIEW_H1, rows[i].h1, rows[i].text);
		partitions_conf_free(conf);
	}
}

/* Who becomes what in 0x7fff when the file says little of it. */
static void test_default_partition(void **state)
{
	static const struct {
		const char *text, *h1, *sm;
		bool warned;
	} rows[] = {
		{"A=0x11 : 0x101=full ;", "7fff 8011", "ffff", false},
		{"Default=0x7fff : SELF=full ;", "7fff", "ffff", false},
		{"Default=0x7fff : ALL=limited ;", "7fff", "7fff", true},
		{"Default : ALL=limited ;", "7fff", "7fff", true},
		{"Default=0x7fff : ALL=limited, SELF=full ;", "7fff", "ffff",
		 false},
		{"Default=0x7fff : SELF=full, 0x103=limited ;", "7fff", "7fff",
		 true},
		{"Default=0x7fff : SELF ;", "7fff", "7fff", true},
		{"Default=0x7fff : ALL_SWITCHES=full ;", "7fff", "ffff", false},
	};
	struct partitions_conf_options options = {.sm_guid = VIEW_SM};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct partitions_conf *conf =
			view_read(rows[i].text, strlen(rows[i].text), &options);

		view_expect(conf, VIEW_H1, rows[i].h1, rows[i].text);
		view_expect(conf, VIEW_SM, rows[i].sm, rows[i].text);
		assert_int_equal(conf->quirks.total[DIAG_ERROR],
				 rows[i].warned);
		partitions_conf_free(conf);
	}
}

/* A line of more than 4,094 bytes, cut there. */
static void test_long_lines(void **state)
{
	static char text[9000];
	struct partitions_conf *conf;
	size_t length;

	(void)state;
	length = (size_t)snprintf(text, sizeof(text), "%s", "A=0x11 :");
	memset(text + length, ' ', 4090 - length);
	strcpy(text + 4090, "0x101=full, 0x102=full ;\n");
	conf = view_text(text); /* cut as "0x10", "1=full" */
	view_expect(conf, VIEW_H1, "7fff", "cut inside h1's GUID");
	view_expect(conf, VIEW_H2, "7fff 8011", "cut inside h1's GUID");
	view_expect_says(conf, 1, "cuts the line inside this GUID", "cut");
	partitions_conf_free(conf);

	length = (size_t)snprintf(text, sizeof(text), "%s",
				  "A=0x11 : 0x101=full ;\n#");
	memset(text + length, 'x', 5000);
	strcpy(text + length + 5000, "\n");
	conf = view_text(text);
	view_expect(conf, VIEW_H1, "ffff", "a long comment");
	assert_int_equal(conf->fallback_line, 2);
	partitions_conf_free(conf);
}

static void test_bytes(void **state)
{
	static const char nul[] = "A=0x11 : 0x101=full,\0 0x102=full ;\n;";
	struct partitions_conf_options options = {.path = NULL};
	struct partitions_conf *conf;

	(void)state;
	conf = view_read(nul, sizeof(nul) - 1, &options);
	view_expect(conf, VIEW_H1, "ffff", "a NUL byte");
	view_expect_says(conf, 1, "NUL byte", "a NUL byte");
	partitions_conf_free(conf);
	conf = view_text("\xff\xfe=0x11 : 0x101=full ;\n");
	view_expect(conf, VIEW_H1, "7fff 8011", "bytes that are no text");
	partitions_conf_free(conf);
	conf = view_read(NULL, 0, &options);
	assert_true(conf->fallback);
	view_expect(conf, VIEW_H1, "ffff", "a missing file");
	partitions_conf_free(conf);
}

/* Memory follows the different GUIDs, time the length: 2 MB each. */
static void test_size(void **state)
{
	static const char *const parts[] = {"0x101,", "1=f,", "x",
					    ";",      "A=1:", ",",
					    "\n",     "#",    "mgid=ff12::1,"};
	struct partitions_conf_options options = {.path = NULL};
	size_t size = 2 << 20, i, at;
	char *text = malloc(size);

	(void)state;
	assert_non_null(text);
	for (i = 0; i < COUNT(parts); i++) {
		size_t length = strlen(parts[i]);
		struct partitions_conf *conf;

		memcpy(text, "A=0x11:", 7);
		for (at = 7; at + length <= size; at += length) {
			memcpy(text + at, parts[i], length);
		}
		conf = view_read(text, at, &options);
		assert_true(arena_size(conf->arena) < 1 << 20);
		partitions_conf_free(conf);
	}
	free(text);
}

/* Where the file does not decide what OpenSM does. */
static void test_undefined(void **state)
{
	static const struct {
		const char *text;
		unsigned int line;
		const char *says;
	} rows[] = {
		{"A=0x11 : ALL ;\nB=0x12 : mgid, ALL ;\n", 2, "crashes"},
		{"Default=0x7fff : ALL=full, SELF=full, mgid=ff12::1 ;\n", 1,
		 "reads past the end"},
		{"A=1 : ALL ;; B=2 : ALL=full ;\n", 1, "reads past the end"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct partitions_conf *conf = view_text(rows[i].text);

		assert_true(conf->undefined);
		assert_int_equal(conf->undefined_line, rows[i].line);
		assert_non_null(strstr(conf->undefined_reason, rows[i].says));
		view_expect_says(conf, rows[i].line, rows[i].says,
				 rows[i].text);
		partitions_conf_free(conf);
	}
}

/* What is no MGID stands in OpenSM's log, for which it has 4,096 bytes. */
static void test_long_mgid(void **state)
{
	static const struct {
		unsigned int line;
		size_t length;
		bool crash;
	} rows[] = {
		{3, 4010, false},  {3, 4011, true},  {9, 4010, false},
		{10, 4009, false}, {10, 4010, true},
	};
	struct strbuf text = STRBUF_INIT;
	size_t i, j;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct partitions_conf *conf;

		strbuf_free(&text);
		strbuf_addstr(&text, "A=0x11 : 0x101=full,\n");
		for (j = 2; j < rows[i].line; j++) {
			strbuf_addstr(&text, "#\n");
		}
		strbuf_addstr(&text, "mgid=");
		for (j = 0; j < rows[i].length; j++) {
			strbuf_addch(&text, 'x');
		}
		strbuf_addstr(&text, ",\n0x102=full ;\n");
		conf = view_text(strbuf_text(&text));
		assert_int_equal(conf->crash, rows[i].crash);
		view_expect_says(conf, rows[i].line,
				 rows[i].crash ? "OpenSM crashes here"
					       : "is no multicast GID",
				 "a long MGID");
		partitions_conf_free(conf);
	}
	strbuf_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_ports_get),
		cmocka_unit_test(test_tokens),
		cmocka_unit_test(test_both),
		cmocka_unit_test(test_default_partition),
		cmocka_unit_test(test_long_lines),
		cmocka_unit_test(test_bytes),
		cmocka_unit_test(test_size),
		cmocka_unit_test(test_undefined),
		cmocka_unit_test(test_long_mgid),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
