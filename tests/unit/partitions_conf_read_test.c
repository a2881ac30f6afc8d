/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The effective table of a partitions.conf is the one that OpenSM makes. */
#include "tests/unit/unit.h"

#include "tests/unit/conf_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct partitions_conf *
read_bytes(const char *text, size_t length,
	   struct partitions_conf_options *options)
{
	struct partitions_conf *conf = NULL;
	struct error error;

	options->path = "partitions.conf";
	assert_int_equal(partitions_conf_read(text, length, options, &conf,
					      &error),
			 0);
	return conf;
}

static struct partitions_conf *read_text(const char *text)
{
	struct partitions_conf_options options = {.path = NULL};

	return read_bytes(text, strlen(text), &options);
}

static void expect_port(const struct partitions_conf *conf, uint64_t guid,
			const char *expected, const char *row)
{
	struct strbuf out = STRBUF_INIT;

	if (strcmp(view_pkeys(conf, guid, &out), expected)) {
		print_error("%s\n  port 0x%llx: [%s], expected [%s]\n", row,
			    (unsigned long long)guid, strbuf_text(&out),
			    expected);
		fail();
	}
	strbuf_free(&out);
}

static void expect_groups(const struct partitions_conf *conf, uint16_t pkey,
			  const char *expected, const char *row)
{
	struct strbuf out = STRBUF_INIT;
	const char *found = view_groups(conf, pkey, &out);

	if (strcmp(found, expected)) {
		print_error("%s\n  groups of 0x%04x: [%s], expected [%s]\n",
			    row, pkey, found, expected);
		fail();
	}
	strbuf_free(&out);
}

static bool says(const struct partitions_conf *conf, unsigned int line,
		 const char *part)
{
	size_t i;

	for (i = 0; i < conf->quirks.count; i++) {
		if (conf->quirks.items[i].pos.line == line &&
		    strstr(conf->quirks.items[i].message, part)) {
			return true;
		}
	}
	return false;
}

#define DEFAULT "Default=0x7fff : ALL=limited, SELF=full ;\n"

/* Files as people write them, and what real ports had after them. */
static void test_what_ports_get(void **state)
{
	static const struct {
		const char *text, *h1, *h2;
		unsigned int line; /* of a quirk; 0: there is none */
		const char *says;
	} rows[] = {
		{DEFAULT "A=0x8011 : 0x101=full, 0x102=limited ;\n",
		 "7fff 8011", "7fff 0011", 2, "the partition is 0x0011"},
		{DEFAULT "A=0x8011 : 0x101=full ;\nB=0x12 : 0xZZ=full ;\n",
		 "ffff", "ffff", 3,
		 "OpenSM stops here and opens the whole fabric: every port "
		 "becomes full member of 0x7fff and every other partition is "
		 "dropped: \"0xZZ\" is not a port GUID"},
		{"", "ffff", "ffff", 0, "the file defines no partition"},
		{"# nothing\n\n  # but comments\n", "ffff", "ffff", 0,
		 "the file defines no partition"},
		{"Default=0x7fff : ALL=limited, SELF=full ;\r\n", "ffff",
		 "ffff", 1, "carriage return"},
		{DEFAULT "A=0x11 : 0x101= ;\n", "7fff 8011", "7fff", 2,
		 "full member"},
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
		{DEFAULT "A=0x11: 0x101=full\nB=0x12: 0x102=full ;\n", "ffff",
		 "ffff", 3, "\"B\" is not a port GUID"},
		{DEFAULT "A=0x11: ALL=full, 0x101=limited ;\n", "7fff 0011",
		 "7fff 8011", 2, "nothing excludes"},
		{DEFAULT "A=0x11: 0x101=full, # first\n 0x102=full ; # last\n",
		 "7fff 8011", "7fff 8011", 0, NULL},
		/* A keyword said later covers the GUIDs again. */
		{DEFAULT "A=0x11: 0x101=full, ALL=limited ;\n", "7fff 0011",
		 "7fff 0011", 2, "has no effect"},
		{DEFAULT "A=0x11: 0x101=full, ALL_SWITCHES=limited ;\n",
		 "7fff 8011", "7fff", 0, NULL},
		{DEFAULT "A=0x11: 0x101=full, ALL_CAS=limited ;\n", "7fff 0011",
		 "7fff 0011", 0, NULL},
		/* A lone ";" makes OpenSM read on in its old buffer. */
		{"Default=0x7fff: ALL=limited,\n SELF=full\n;\n", "ffff",
		 "ffff", 3, "an earlier line left in its buffer: \"LF\""},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct partitions_conf *conf = read_text(rows[i].text);

		expect_port(conf, VIEW_H1, rows[i].h1, rows[i].text);
		expect_port(conf, VIEW_H2, rows[i].h2, rows[i].text);
		assert_false(conf->undefined);
		if (rows[i].says && !says(conf, rows[i].line, rows[i].says)) {
			struct strbuf out = STRBUF_INIT;

			diag_format_list(&out, &conf->quirks);
			print_error("%s\n does not say \"%s\":\n%s",
				    rows[i].text, rows[i].says,
				    strbuf_text(&out));
			fail();
		}
		partitions_conf_free(conf);
	}
}

#define BROADCAST_8011 "ff12401b8011000000000000ffffffff"
#define MTU_RATE       " mtu=2048 rate=10 sl=0 q=b1b t=0 f=0"

static void test_groups(void **state)
{
	static const struct {
		const char *text, *groups; /* of 0x0011 */
	} rows[] = {
		{"A=0x11,ipoib: ALL;", BROADCAST_8011 MTU_RATE},
		{"A=0x11,ip: ALL;", BROADCAST_8011 MTU_RATE},
		{"A=0x11,ipoib,mtu=5,rate=16: ALL;",
		 BROADCAST_8011 " mtu=4096 rate=100 sl=0 q=b1b t=0 f=0"},
		{"A=0x11,ipoib,mtu=2048: ALL;", "none"},
		{"A=0x11,ipoib,mtu=abc: ALL;", "none"},
		{"A=0x11,ipoib,mtu: ALL;", BROADCAST_8011 MTU_RATE},
		{"A=0x11,ipoib,sl=3: ALL;", BROADCAST_8011 MTU_RATE},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct partitions_conf *conf = read_text(rows[i].text);

		expect_groups(conf, 0x11, rows[i].groups, rows[i].text);
		partitions_conf_free(conf);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_ports_get),
		cmocka_unit_test(test_groups),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
