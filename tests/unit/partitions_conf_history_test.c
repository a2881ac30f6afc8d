/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a running SM makes of a file rests on the files before it. */
#include "tests/unit/unit.h"

#include "tests/unit/conf_view.h"

#include <stdio.h>
#include <stdlib.h>

#define SWAP_1 "X : 0x101=full ; Y : 0x102=full ;"
#define SWAP_2 "Y : 0x102=full ; X : 0x101=full ;"
#define NOBODY "Default=0x7fff : ALL=limited, SELF=full ;"

/* One SM's life: each file after the ones before it. */
static void test_lives(void **state)
{
	static const struct {
		const char *files[4];
		const char *h1, *h2; /* in the end */
	} rows[] = {
		/* Generated keys stay while their partitions do. */
		{{SWAP_1}, "7fff 8001", "7fff 8002"},
		{{SWAP_2}, "7fff 8002", "7fff 8001"},
		{{SWAP_1, SWAP_2}, "7fff 8001", "7fff 8002"},
		{{SWAP_1, NOBODY, SWAP_2}, "7fff 8002", "7fff 8001"},
		{{SWAP_1, "nonsense", SWAP_2}, "7fff 8002", "7fff 8001"},
		/* A name belongs to the key that it first had. */
		{{"A=0x11 : 0x101=full ;",
		  "B=0x11 : 0x101=full ; A : 0x102=full ;"},
		 "7fff 8011",
		 "7fff 8011"},
		{{"B=0x11 : 0x101=full ; A : 0x102=full ;"},
		 "7fff 8011",
		 "7fff 8001"},
		{{"A=0x11 : 0x101=full ;", "A=0x12 : 0x101=full ;",
		  "A : 0x102=full ;"},
		 "7fff",
		 "7fff 8012"},
		/* Of two partitions with one name OpenSM finds the one whose
		 * byte-swapped key is lower. */
		{{"A=0x0011 : ALL ; A=0x0100 : ALL ; A : 0x101=full ;"},
		 "7fff 0011 8100",
		 "7fff 0011 0100"},
		/* A name of 32 bytes is cut, and never found again. */
		{{"a2345678901234567890123456789012=0x11 : ALL ;"
		  "a2345678901234567890123456789012 : 0x101 ;"},
		 "7fff 0001 0011",
		 "7fff 0011"},
		{{"a234567890123456789012345678901=0x11 : ALL ;"
		  "a234567890123456789012345678901 : 0x101=full ;"},
		 "7fff 8011",
		 "7fff 0011"},
		/* Members never stay. */
		{{"A=0x11 : ALL=full ;", "A=0x11 : 0x102=limited ;"},
		 "7fff",
		 "7fff 0011"},
	};
	size_t i, j;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct partitions_conf *conf = NULL;
		const char *last = "";

		for (j = 0; j < 4 && rows[i].files[j]; j++) {
			struct partitions_conf *before = conf;

			last = rows[i].files[j];
			conf = view_after(last, before);
			partitions_conf_free(before);
		}
		view_expect(conf, VIEW_H1, rows[i].h1, last);
		view_expect(conf, VIEW_H2, rows[i].h2, last);
		partitions_conf_free(conf);
	}
}

#define GROUP    "ff12401b8011000000000000ffffffff"
#define DEFAULTS " mtu=2048 rate=10 sl=0 q=b1b t=0 f=0"

static void test_live_groups(void **state)
{
	static const struct {
		const char *before, *file, *groups;
	} rows[] = {
		{"A=0x11,ipoib : ALL ;", "A=0x11,ipoib,mtu=5 : ALL ;",
		 GROUP DEFAULTS},
		{"A=0x11,ipoib : ALL ;", "A=0x11 : ALL ;", GROUP DEFAULTS},
		{"A=0x11,ipoib : ALL ;", "B=0x12 : ALL ;", "-"},
		{NOBODY, "A=0x11,ipoib,mtu=5 : ALL ;",
		 GROUP " mtu=4096 rate=10 sl=0 q=b1b t=0 f=0"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct partitions_conf *before = view_text(rows[i].before);
		struct partitions_conf *conf = view_after(rows[i].file, before);

		view_expect_groups(conf, 0x11, rows[i].groups, rows[i].file);
		partitions_conf_free(conf);
		partitions_conf_free(before);
	}
}

/* What the failed file did to 0x7fff stays, the rest goes. */
static void test_fallback(void **state)
{
	static const char file[] =
		"Default=0x7fff, ipoib, mtu=5, sl=3 : ALL ;\n"
		"A=0x11, ipoib : ALL=full ;\n0xZZ : ;\n";
	struct partitions_conf_options options = {.qos = true};
	struct partitions_conf *conf = view_read(file, strlen(file), &options);

	(void)state;
	assert_true(conf->fallback);
	assert_int_equal(conf->fallback_line, 3);
	assert_int_equal(conf->plan->partition_count, 1);
	assert_int_equal(conf->plan->partitions[0].sl, 3);
	view_expect(conf, VIEW_H1, "ffff", file);
	view_expect_groups(conf, 0x7fff,
			   "ff12401bffff000000000000ffffffff mtu=4096 rate=10 "
			   "sl=3 q=b1b t=0 f=0",
			   file);
	partitions_conf_free(conf);
}

/* Of an earlier file only what some port of the fabric joined is still there:
 * a partition of absent GUIDs has left neither name nor key. */
static void test_absent_members(void **state)
{
	static const struct partitions_conf_port ports[] = {
		{VIEW_H1, IB_NODE_CA},
		{VIEW_H2, IB_NODE_CA},
		{VIEW_SM, IB_NODE_CA},
		{VIEW_SW, IB_NODE_SWITCH}};
	static const struct {
		const char *before, *h1; /* after "A : 0x101=full ;" */
	} rows[] = {
		{"A=0x11 : 0x102 ;", "7fff 8011"},
		{"A=0x11 : 0x999 ;", "7fff 8001"},
		{"A=0x11 : ALL_SWITCHES ;", "7fff 8011"},
		{"A=0x11 : ALL_ROUTERS ;", "7fff 8001"},
		{"A=0x11 : ;", "7fff 8001"},
	};
	struct partitions_conf_options options = {
		.ports = ports,
		.port_count = COUNT(ports),
		.sm_guid = VIEW_SM,
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		static const char file[] = "A : 0x101=full ;";
		struct partitions_conf *before =
			view_read(rows[i].before, strlen(rows[i].before),
				  &options);
		struct partitions_conf *conf;

		options.before = before;
		conf = view_read(file, strlen(file), &options);
		view_expect(conf, VIEW_H1, rows[i].h1, rows[i].before);
		options.before = NULL;
		partitions_conf_free(conf);
		partitions_conf_free(before);
	}
}

/* Found by comparison with OpenSM: it remembers one wish a port, and a
 * partition that takes its own back takes it from the one before, too. */
static void test_index0_of_two_partitions(void **state)
{
	static const struct {
		const char *text;
		bool disputed, index0; /* h1's, for 0x1100 */
	} rows[] = {
		{"Y=0x1100,indx0 : ALL ;", false, true},
		{"Y=0x1100 : ALL ;", false, false},
		{"Y=0x1100,indx0 : 0x102 ; Y=0x1100 : 0x101 ;", false, false},
		{"Y=0x1100,indx0 : ALL ; C=0x12,indx0 : ALL ; C=0x12 : ALL ;",
		 true, true},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct partitions_conf *conf = view_text(rows[i].text);
		const struct plan_partition *partition =
			partition_plan_find(conf->plan, 0x1100);

		assert_int_equal(conf->index0_disputed, rows[i].disputed);
		assert_int_equal(plan_standing_of(partition,
						  plan_find_member(partition,
								   VIEW_H1),
						  IB_NODE_CA, false)
					 .index0,
				 rows[i].index0);
		partitions_conf_free(conf);
	}
}

/* Found by comparison with OpenSM: with keep_pkey_indexes a key that made way
 * at index 0 may not come back to it. */
static void test_index0_of_before(void **state)
{
	struct partitions_conf *before = view_text("A=0x11,indx0 : ALL ;");
	struct partitions_conf *conf = view_after("A=0x11 : ALL ;", before);

	(void)state;
	view_expect_says(conf, 0, "0x0011 no longer asks for index 0",
			 "indx0 taken back");
	partitions_conf_free(conf);
	partitions_conf_free(before);
}

/* Files of real sites, where they are at hand, and what OpenSM gave there. */
static void test_real_files(void **state)
{
	static const struct {
		const char *name, *host, *sm;
	} rows[] = {
		{"esos-default-ipoib.conf", "ffff", "ffff"},
		{"sx6012-gateway-pkeys-with-full-bit.conf",
		 "ffff 8001 8002 8003 9000", "ffff 8001 8002 8003 9000"},
		{"fgci-lnet-two-partitions.conf", "ffff 80a1 80b1",
		 "ffff 80a1 80b1"},
		{"openstack-mlnx-vlan-pkeys-with-ellipsis.conf", "ffff",
		 "ffff"},
		{"ibmgtsim-three-pkeys-duplicate-name-no-default.conf",
		 "7fff 8001 8002 8003", "ffff 8001 8002 8003"},
		{"manpage-examples-merged-definitions.conf", "ffff 0300",
		 "ffff 0300"},
	};
	const char *top = getenv("IBPOLICY_SRCDIR");
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		char path[4096], text[4096];
		struct partitions_conf_options options = {.path = NULL};
		struct partitions_conf *conf;
		size_t length;
		FILE *file;

		snprintf(path, sizeof(path), "%s/../shared/real/partitions/%s",
			 top ? top : ".", rows[i].name);
		file = fopen(path, "r");
		if (!file) {
			continue;
		}
		length = fread(text, 1, sizeof(text), file);
		fclose(file);
		conf = view_read(text, length, &options);
		view_expect(conf, VIEW_H1, rows[i].host, path);
		view_expect(conf, VIEW_SM, rows[i].sm, path);
		partitions_conf_free(conf);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lives),
		cmocka_unit_test(test_live_groups),
		cmocka_unit_test(test_fallback),
		cmocka_unit_test(test_absent_members),
		cmocka_unit_test(test_index0_of_two_partitions),
		cmocka_unit_test(test_index0_of_before),
		cmocka_unit_test(test_real_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
