/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a partition plan says of a port must be what OpenSM would do. */
#include "tests/unit/unit.h"

#include "policy/partition_plan.h"

#include <string.h>

enum { F = IB_MEMBER_FULL, L = IB_MEMBER_LIMITED, B = IB_MEMBER_BOTH, N = 0 };

/* One partition whose statements stand in the file in the order given. */
struct sample {
	uint16_t pkey;
	struct {
		int membership;
		unsigned int order;
	} keywords[PLAN_KEYWORD_COUNT];
	struct {
		uint64_t guid;
		int membership;
		unsigned int order;
	} members[3];
};

struct sample_plan {
	struct plan_partition partition;
	struct plan_member members[3];
	struct partition_plan plan;
};

static void build(const struct sample *from, struct sample_plan *to)
{
	size_t i;

	memset(to, 0, sizeof(*to));
	to->partition.pkey = from->pkey;
	to->partition.name = "sample";
	to->partition.sl = -1;
	to->partition.members = to->members;
	for (i = 0; i < PLAN_KEYWORD_COUNT; i++) {
		to->partition.keywords[i] =
			(enum ib_membership)from->keywords[i].membership;
		to->partition.keyword_order[i] = from->keywords[i].order;
	}
	for (i = 0; i < 3 && from->members[i].guid; i++) {
		to->members[i].guid = from->members[i].guid;
		to->members[i].membership =
			(enum ib_membership)from->members[i].membership;
		to->members[i].order = from->members[i].order;
		to->partition.member_count++;
	}
	to->plan.partitions = &to->partition;
	to->plan.partition_count = 1;
}

static void test_membership(void **state)
{
	static const struct {
		const char *what;
		struct sample sample;
		uint64_t guid;
		enum ib_node_type type;
		bool is_sm;
		int expected;
	} rows[] = {
		{"nobody says anything", {.pkey = 1}, 5, IB_NODE_CA, false, N},
		{"0x7fff starts limited",
		 {.pkey = 0x7fff},
		 5,
		 IB_NODE_CA,
		 false,
		 L},
		{"0x7fff starts with the SM full",
		 {.pkey = 0x7fff},
		 5,
		 IB_NODE_CA,
		 true,
		 F},
		{"a limited ALL takes that from the SM",
		 {.pkey = 0x7fff, .keywords = {[PLAN_ALL] = {L}}},
		 5,
		 IB_NODE_CA,
		 true,
		 L},
		{"SELF gives it back",
		 {.pkey = 0x7fff,
		  .keywords = {[PLAN_ALL] = {L}, [PLAN_SELF] = {F}}},
		 5,
		 IB_NODE_CA,
		 true,
		 F},
		{"SELF is nobody else",
		 {.pkey = 1, .keywords = {[PLAN_SELF] = {F}}},
		 5,
		 IB_NODE_CA,
		 false,
		 N},
		{"ALL covers an unknown type",
		 {.pkey = 1, .keywords = {[PLAN_ALL] = {L}}},
		 5,
		 IB_NODE_UNKNOWN,
		 false,
		 L},
		{"ALL_CAS does not cover a switch",
		 {.pkey = 1, .keywords = {[PLAN_ALL_CAS] = {F}}},
		 5,
		 IB_NODE_SWITCH,
		 false,
		 N},
		{"ALL_CAS beats ALL",
		 {.pkey = 1,
		  .keywords = {[PLAN_ALL] = {L}, [PLAN_ALL_CAS] = {F}}},
		 5,
		 IB_NODE_CA,
		 false,
		 F},
		{"a router's keyword",
		 {.pkey = 1,
		  .keywords = {[PLAN_ALL] = {L}, [PLAN_ALL_ROUTERS] = {F}}},
		 5,
		 IB_NODE_ROUTER,
		 false,
		 F},
		{"a GUID beats the keywords",
		 {.pkey = 1,
		  .keywords = {[PLAN_ALL] = {F}},
		  .members = {{5, L}}},
		 5,
		 IB_NODE_CA,
		 false,
		 L},
		{"another GUID does not",
		 {.pkey = 1,
		  .keywords = {[PLAN_ALL] = {F}},
		  .members = {{4, L}}},
		 5,
		 IB_NODE_CA,
		 false,
		 F},
		{"a later ALL beats a GUID",
		 {.pkey = 1,
		  .keywords = {[PLAN_ALL] = {F, 2}},
		  .members = {{5, L, 1}}},
		 5,
		 IB_NODE_CA,
		 false,
		 F},
		{"a later ALL_SWITCHES leaves a CA's GUID alone",
		 {.pkey = 1,
		  .keywords = {[PLAN_ALL_SWITCHES] = {F, 2}},
		  .members = {{5, L, 1}}},
		 5,
		 IB_NODE_CA,
		 false,
		 L},
		{"the SM's GUID after SELF",
		 {.pkey = 0x7fff,
		  .keywords = {[PLAN_ALL] = {L, 1}, [PLAN_SELF] = {F, 2}},
		  .members = {{5, L, 3}}},
		 5,
		 IB_NODE_CA,
		 true,
		 L},
		{"both", {.pkey = 1, .members = {{5, B}}}, 5, 0, false, B},
	};
	struct sample_plan built;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		build(&rows[i].sample, &built);
		if ((int)plan_membership(&built.partition, rows[i].guid,
					 rows[i].type,
					 rows[i].is_sm) != rows[i].expected) {
			fail_msg("%s", rows[i].what);
		}
	}
}

static void test_find(void **state)
{
	struct plan_partition partitions[] = {{.pkey = 0x7fff},
					      {.pkey = 1},
					      {.pkey = 9},
					      {.pkey = 0x7ffe}};
	struct partition_plan plan = {.partitions = partitions,
				      .partition_count = 4};
	size_t i;

	(void)state;
	for (i = 0; i < 4; i++) {
		assert_ptr_equal(partition_plan_find(&plan, partitions[i].pkey),
				 &partitions[i]);
	}
	assert_null(partition_plan_find(&plan, 2));
	plan.partition_count = 0;
	assert_null(partition_plan_find(&plan, 0x7fff));
}

static void test_equal(void **state)
{
	static const struct {
		const char *what;
		struct sample a, b;
		bool equal;
	} rows[] = {
		{"a partition without members is none",
		 {.pkey = 1},
		 {.pkey = 2},
		 true},
		{"one member more",
		 {.pkey = 1, .members = {{5, F}}},
		 {.pkey = 1, .members = {{5, F}, {6, F}}},
		 false},
		{"another membership",
		 {.pkey = 1, .members = {{5, F}}},
		 {.pkey = 1, .members = {{5, L}}},
		 false},
		{"another key",
		 {.pkey = 1, .members = {{5, F}}},
		 {.pkey = 2, .members = {{5, F}}},
		 false},
		{"a GUID that repeats its keyword",
		 {.pkey = 1, .keywords = {[PLAN_ALL] = {L}}},
		 {.pkey = 1,
		  .keywords = {[PLAN_ALL] = {L}},
		  .members = {{5, L}}},
		 true},
		{"a GUID that repeats its keyword for CAs alone",
		 {.pkey = 1, .keywords = {[PLAN_ALL_CAS] = {L}}},
		 {.pkey = 1,
		  .keywords = {[PLAN_ALL_CAS] = {L}},
		  .members = {{5, L}}},
		 false},
		{"the order of statements that do not meet",
		 {.pkey = 1, .members = {{5, F, 1}, {6, F, 2}}},
		 {.pkey = 1, .members = {{5, F, 2}, {6, F, 1}}},
		 true},
		{"the order of statements that meet",
		 {.pkey = 1,
		  .keywords = {[PLAN_ALL] = {F, 2}},
		  .members = {{5, L, 1}}},
		 {.pkey = 1,
		  .keywords = {[PLAN_ALL] = {F, 1}},
		  .members = {{5, L, 2}}},
		 false},
		{"what OpenSM does anyway",
		 {.pkey = 0x7fff},
		 {.pkey = 0x7fff,
		  .keywords = {[PLAN_ALL] = {L}, [PLAN_SELF] = {F}}},
		 true},
		{"an SM that is limited",
		 {.pkey = 0x7fff},
		 {.pkey = 0x7fff, .keywords = {[PLAN_ALL] = {L}}},
		 false},
	};
	struct sample_plan a, b;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		build(&rows[i].a, &a);
		build(&rows[i].b, &b);
		if (partition_plan_equal(&a.plan, &b.plan) != rows[i].equal ||
		    partition_plan_equal(&b.plan, &a.plan) != rows[i].equal) {
			fail_msg("%s", rows[i].what);
		}
	}
}

/* A group that says only this much. */
#define GROUP(mtu_bytes, scope_said, qkey_said)                                \
	.mtu = (mtu_bytes), .rate = 10, .sl = -1, .scope = (scope_said),       \
	.tclass = -1, .qkey = (qkey_said), .flow_label = -1
#define MGID(...) .has_mgid = true, .mgid = {__VA_ARGS__}

static void test_equal_groups(void **state)
{
	static const struct {
		const char *what;
		struct plan_group a, b;
		bool equal;
	} rows[] = {
		{"OpenSM's defaults, said",
		 {GROUP(2048, -1, -1)},
		 {.mtu = 2048, .rate = 10, .sl = 0, .scope = 2, .qkey = 0x0b1b},
		 true},
		{"the broadcast group by its MGID",
		 {GROUP(2048, -1, -1)},
		 {GROUP(2048, -1, -1),
		  MGID(0xff, 0x12, 0x40, 0x1b, 0x80, 0x11, [12] = 0xff, 0xff,
		       0xff, 0xff)},
		 true},
		{"another MTU",
		 {GROUP(2048, -1, -1)},
		 {GROUP(4096, -1, -1)},
		 false},
		{"another scope",
		 {GROUP(2048, -1, -1)},
		 {GROUP(2048, 5, -1)},
		 false},
		{"the key in the MGID of an IP group is the partition's",
		 {GROUP(2048, -1, -1),
		  MGID(0xff, 0x12, 0x60, 0x1b, [15] = 0x16)},
		 {GROUP(2048, -1, -1),
		  MGID(0xff, 0x12, 0x60, 0x1b, 0x80, 0x11, [15] = 0x16)},
		 true},
		{"Q_Key 0 of an IP group is IPoIB's",
		 {GROUP(2048, -1, 0),
		  MGID(0xff, 0x12, 0x60, 0x1b, [15] = 0x16)},
		 {GROUP(2048, -1, 0x0b1b),
		  MGID(0xff, 0x12, 0x60, 0x1b, [15] = 0x16)},
		 true},
		{"Q_Key 0 of another group is 0",
		 {GROUP(2048, -1, 0), MGID(0xff, 0x12, [15] = 1)},
		 {GROUP(2048, -1, 0x0b1b), MGID(0xff, 0x12, [15] = 1)},
		 false},
	};
	static const struct sample one = {.pkey = 0x11, .members = {{5, F}}};
	struct sample_plan a, b;
	struct plan_group in_a, in_b;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		build(&one, &a);
		build(&one, &b);
		in_a = rows[i].a;
		in_b = rows[i].b;
		a.partition.groups = &in_a;
		b.partition.groups = &in_b;
		a.partition.group_count = b.partition.group_count = 1;
		if (partition_plan_equal(&a.plan, &b.plan) != rows[i].equal) {
			fail_msg("%s", rows[i].what);
		}
		b.partition.group_count = 0;
		assert_false(partition_plan_equal(&a.plan, &b.plan));
		assert_false(partition_plan_equal(&b.plan, &a.plan));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_membership),
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_equal),
		cmocka_unit_test(test_equal_groups),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
