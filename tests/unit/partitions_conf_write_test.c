/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The text that OpenSM gets for a plan, to the byte. */
#include "tests/unit/unit.h"

#include "policy/partitions_conf.h"

#include <string.h>

#define F IB_MEMBER_FULL
#define L IB_MEMBER_LIMITED
#define B IB_MEMBER_BOTH

static void assert_fragment(const struct plan_partition *partition,
			    const char *expected)
{
	struct strbuf out = STRBUF_INIT;

	partitions_conf_write_fragment(partition, &out);
	assert_string_equal(strbuf_text(&out), expected);
	strbuf_free(&out);
}

static void test_default(void **state)
{
	static struct plan_member members[] = {
		{.guid = 0x0c42a10300a1b2c5,
		 .membership = L,
		 .name = "gpu002/mlx5_0/1",
		 .note = "quarantine"},
		{.guid = 0x0c42a10300b00010,
		 .membership = F,
		 .name = "sm-a",
		 .note = "subnet manager"},
	};
	static const struct plan_partition partition = {
		.pkey = 0x7fff,
		.name = "Default",
		.sl = -1,
		.keywords =
			{[PLAN_ALL] = L, [PLAN_ALL_CAS] = F, [PLAN_SELF] = F},
		.members = members,
		.member_count = 2,
	};

	(void)state;
	assert_fragment(&partition,
			"# Default 0x7fff: ALL limited, ALL_CAS full, 1 full, "
			"1 limited\n"
			"Default=0x7fff :\n"
			"\tALL=limited,\n"
			"\tALL_CAS=full,\n"
			"\t0x0c42a10300a1b2c5=limited,\t# gpu002/mlx5_0/1, "
			"quarantine\n"
			"\t0x0c42a10300b00010=full,\t# sm-a, subnet manager\n"
			"\tSELF=full ;\n");
}

static void test_members_alone(void **state)
{
	static struct plan_member members[] = {
		{.guid = 1, .membership = F, .name = "a/1"},
		{.guid = 2, .membership = B},
	};
	static const struct plan_partition partition = {
		.pkey = 0x0011,
		.name = "10g",
		.sl = -1,
		.members = members,
		.member_count = 2,
	};
	static const struct plan_partition keyword = {
		.pkey = 0x0012,
		.name = "routers",
		.sl = 3,
		.index0 = true,
		.keywords = {[PLAN_ALL_ROUTERS] = L},
	};

	(void)state;
	assert_fragment(&partition, "# 10g 0x0011: 1 full, 1 both\n"
				    "10g=0x0011 :\n"
				    "\t0x0000000000000001=full,\t# a/1\n"
				    "\t0x0000000000000002=both ;\n");
	assert_fragment(&keyword, "# routers 0x0012: ALL_ROUTERS limited\n"
				  "routers=0x0012, indx0, sl=3 :\n"
				  "\tALL_ROUTERS=limited ;\n");
}

static struct plan_member one_member[] = {{.guid = 1, .membership = F}};

#define MEMBER "\t0x0000000000000001=full ;\n"

static struct plan_partition with_groups(struct plan_group *groups,
					 size_t count, int sl)
{
	struct plan_partition partition = {
		.pkey = 0x0011,
		.name = "a",
		.sl = sl,
		.members = one_member,
		.member_count = 1,
		.groups = groups,
		.group_count = count,
	};

	return partition;
}

static void test_broadcast(void **state)
{
	struct plan_group group = {
		.mtu = 4096,
		.rate = 200,
		.sl = -1,
		.scope = -1,
		.tclass = -1,
		.qkey = -1,
		.flow_label = -1,
	};
	struct plan_partition partition = with_groups(&group, 1, -1);

	(void)state;
	assert_fragment(&partition,
			"# a 0x0011: 1 full\n"
			"a=0x0011, ipoib, mtu=5, rate=17 :\n" MEMBER);
	group.sl = partition.sl = 2;
	group.qkey = 0x1234;
	group.tclass = 7;
	group.flow_label = 0xabc;
	assert_fragment(
		&partition,
		"# a 0x0011: 1 full\n"
		"a=0x0011, ipoib, mtu=5, rate=17, sl=2, "
		"Q_Key=0x00001234, TClass=7, FlowLabel=0x00abc :\n" MEMBER);
	/* The header's SL is the partition's, too. */
	group = (struct plan_group){.mtu = 2048,
				    .rate = 2,
				    .sl = 3,
				    .scope = 2,
				    .tclass = -1,
				    .qkey = -1,
				    .flow_label = -1};
	assert_fragment(&partition, "# a 0x0011: 1 full\n"
				    "a=0x0011, ipoib, mtu=4, rate=2, sl=3 : ;\n"
				    "a=0x0011, sl=2 :\n" MEMBER);
	/* The flag ipoib ignores a scope. */
	group.scope = 5;
	assert_fragment(&partition,
			"# a 0x0011: 1 full\n"
			"a=0x0011, sl=2 :\n" MEMBER
			"a=0x0011, mtu=4, rate=2, sl=2 :\n"
			"\tmgid=ff15:401b:8011::ffff:ffff, mtu=4, rate=2, "
			"sl=3, scope=5 ;\n");
}

static void test_groups(void **state)
{
	struct plan_group groups[] = {
		{.has_mgid = true,
		 .mgid = {0xff, 0x12, 0x60, 0x1b, [15] = 0x16},
		 .mtu = 2048,
		 .rate = 10,
		 .sl = -1,
		 .scope = 2,
		 .tclass = -1,
		 .qkey = -1,
		 .flow_label = -1},
		{.has_mgid = true,
		 .mgid = {0xff, 0x18, [14] = 0x0a, [15] = 0xbc},
		 .mtu = 1024,
		 .rate = 100,
		 .sl = 1,
		 .scope = 8,
		 .tclass = 0,
		 .qkey = 0xdeadbeef,
		 .flow_label = -1},
	};
	const struct plan_partition partition = with_groups(groups, 2, -1);

	(void)state;
	assert_fragment(&partition,
			"# a 0x0011: 1 full\n"
			"a=0x0011 :\n" MEMBER "a=0x0011, mtu=4, rate=3 :\n"
			"\tmgid=ff12:601b:8011::16, mtu=4, rate=3, sl=0,"
			" scope=2 ;\n"
			"a=0x0011, mtu=3, rate=16 :\n"
			"\tmgid=ff18::abc, mtu=3, rate=16, sl=1, "
			"scope=8, Q_Key=0xdeadbeef, TClass=0 ;\n");
}

/* A definition without members must end all the same, or OpenSM would read the
 * next header as its members and reject the file. */
static void test_no_members(void **state)
{
	struct plan_group group = {.mtu = 2048, .rate = 10};
	struct plan_partition partition = with_groups(&group, 1, -1);

	(void)state;
	partition.member_count = 0;
	assert_fragment(&partition, "# a 0x0011: no members, so OpenSM leaves "
				    "it out\n"
				    "a=0x0011 : ;\n");
	partition.group_count = 0;
	partition.pkey = 0x7fff;
	assert_fragment(&partition, "# a 0x7fff\n"
				    "a=0x7fff : ;\n");
}

static void test_long_lines(void **state)
{
	char name[400];
	struct plan_member members[] = {
		{.guid = 1, .membership = F, .name = name, .note = "note"},
	};
	const struct plan_partition partition = {
		.pkey = 1,
		.name = "a",
		.sl = -1,
		.members = members,
		.member_count = 1,
	};
	struct strbuf out = STRBUF_INIT;
	const char *line, *end;
	size_t shift;

	(void)state;
	for (shift = 0; shift < 3; shift++) {
		memset(name, 'x', shift);
		for (end = name + shift; end < name + 390; end += 2) {
			memcpy(name + (end - name), "\xc3\xa9", 3);
		}
		partitions_conf_write_fragment(&partition, &out);
		line = strstr(strbuf_text(&out), "\t0x");
		assert_non_null(line);
		end = strchr(line, '\n');
		assert_true(end - line <= 200 && end - line >= 198);
		/* Not half a character. */
		assert_int_equal((unsigned char)end[-1], 0xa9);
		strbuf_free(&out);
	}
}

/* What OpenSM skips comes back, too. */
static void test_annotate(void **state)
{
	static struct plan_member members[] = {
		{.guid = 0x0c42a10300a1b2c3,
		 .membership = F,
		 .name = "gpu001/mlx5_0/1",
		 .note = "subnet manager"},
		{.guid = 0x0c42a10300a1b2c4, .membership = F},
	};
	struct plan_partition partitions[] = {
		{.pkey = 1,
		 .name = "a",
		 .sl = -1,
		 .is_protected = true,
		 .members = members,
		 .member_count = 2},
		{.pkey = 2,
		 .name = "protected",
		 .sl = -1,
		 .members = members,
		 .member_count = 2},
	};
	const struct partition_plan plan = {.partitions = partitions,
					    .partition_count = 2};
	const struct partitions_conf_options options = {.path = "x"};
	struct partitions_conf *conf;
	const struct plan_partition *read;
	struct strbuf out = STRBUF_INIT;

	(void)state;
	partitions_conf_write(&plan, &out, NULL);
	assert_int_equal(partitions_conf_read(out.data, out.length, &options,
					      &conf, NULL),
			 0);
	assert_int_equal(partitions_conf_annotate(out.data, out.length,
						  conf->plan, NULL),
			 0);
	read = partition_plan_find(conf->plan, 1);
	assert_true(read->is_protected);
	assert_string_equal(read->members[0].name, "gpu001/mlx5_0/1");
	assert_null(read->members[1].name);
	assert_false(partition_plan_find(conf->plan, 2)->is_protected);
	partitions_conf_free(conf);
	strbuf_free(&out);
}

static void test_annotate_foreign(void **state)
{
	static const char text[] =
		"# x 0x0001, protected: says who?\n"
		"x=0x0001 : 0xc42a10300a1b2c3=full, # gpu001, mlx5_0 \n"
		"# 0xc42a10300a1b2c4 is in a comment\n"
		" 0xc42a10300a1b2c5, 0xc42a10300a1b2c6, # two\n"
		" 0xc42a10300a1b2c7 ; # \033[31m\xff";
	const struct partitions_conf_options options = {.path = "x"};
	const struct plan_partition *read;
	struct partitions_conf *conf;

	(void)state;
	assert_int_equal(partitions_conf_read(text, sizeof(text) - 1, &options,
					      &conf, NULL),
			 0);
	assert_int_equal(partitions_conf_annotate(text, sizeof(text) - 1,
						  conf->plan, NULL),
			 0);
	read = partition_plan_find(conf->plan, 1);
	assert_false(read->is_protected);
	assert_int_equal(read->member_count, 4);
	assert_string_equal(read->members[0].name, "gpu001, mlx5_0");
	assert_null(read->members[1].name);
	assert_null(read->members[2].name);
	assert_string_equal(read->members[3].name, "\\x1b[31m\\xff");
	partitions_conf_free(conf);
}

static void test_fragment_name(void **state)
{
	const struct plan_partition partition = {.pkey = 0x11,
						 .name = "tenant-a"};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	partitions_conf_fragment_name(&partition, &out);
	assert_string_equal(strbuf_text(&out), "0011-tenant-a.conf");
	strbuf_free(&out);
}

static void assert_origin(const char *text, size_t length,
			  enum partitions_conf_origin expected,
			  const char *expected_sha256)
{
	char sha256[65];

	assert_int_equal(partitions_conf_origin(text, length, sha256),
			 expected);
	assert_string_equal(sha256, expected_sha256);
	assert_int_equal(partitions_conf_origin(text, length, NULL), expected);
}

static void test_origin(void **state)
{
	struct plan_partition partitions[] = {
		{.pkey = 0x7fff,
		 .name = "Default",
		 .sl = -1,
		 .keywords = {[PLAN_ALL] = L, [PLAN_SELF] = F}},
		{.pkey = 1,
		 .name = "a",
		 .sl = -1,
		 .members = one_member,
		 .member_count = 1},
	};
	const struct partition_plan plan = {.partitions = partitions,
					    .partition_count = 2};
	struct strbuf out = STRBUF_INIT, edited = STRBUF_INIT;
	char sha256[65];
	size_t i;

	(void)state;
	partitions_conf_write(&plan, &out, sha256);
	assert_non_null(
		strstr(out.data, "\n# ibpolicy: 2 partitions, sha256 "));
	assert_non_null(strstr(out.data, sha256));
	assert_origin(out.data, out.length, PARTITIONS_CONF_OURS, sha256);
	/* Whatever byte changes, is missing or is too many. */
	for (i = 0; i < out.length; i++) {
		strbuf_add(&edited, out.data, out.length);
		edited.data[i] ^= 1;
		assert_int_not_equal(partitions_conf_origin(edited.data,
							    edited.length,
							    NULL),
				     PARTITIONS_CONF_OURS);
		assert_int_not_equal(partitions_conf_origin(out.data, i, NULL),
				     PARTITIONS_CONF_OURS);
		strbuf_free(&edited);
	}
	strbuf_add(&edited, out.data, out.length);
	strbuf_addstr(&edited, "b=0x0002 : ALL=full ;\n");
	assert_origin(edited.data, edited.length, PARTITIONS_CONF_EDITED, "");
	strbuf_free(&edited);
	assert_origin(out.data, out.length - 1, PARTITIONS_CONF_EDITED, "");
	/* Two of ours, joined: the last trailer does not cover the first. */
	strbuf_add(&edited, out.data, out.length);
	strbuf_add(&edited, out.data, out.length);
	assert_origin(edited.data, edited.length, PARTITIONS_CONF_EDITED, "");
	strbuf_free(&edited);
	strbuf_free(&out);
	assert_origin("Default=0x7fff : ALL=full ;\n", 28,
		      PARTITIONS_CONF_FOREIGN, "");
	assert_origin("\0", 1, PARTITIONS_CONF_FOREIGN, "");
	assert_origin(" \t\r\n", 4, PARTITIONS_CONF_EMPTY, "");
	assert_origin("", 0, PARTITIONS_CONF_EMPTY, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_default),
		cmocka_unit_test(test_members_alone),
		cmocka_unit_test(test_broadcast),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_no_members),
		cmocka_unit_test(test_long_lines),
		cmocka_unit_test(test_annotate),
		cmocka_unit_test(test_annotate_foreign),
		cmocka_unit_test(test_fragment_name),
		cmocka_unit_test(test_origin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
