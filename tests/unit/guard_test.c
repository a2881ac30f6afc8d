/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The guard holds what the contract says it holds, and nothing else. */
#include "tests/unit/unit.h"

#include "tests/unit/plan_builder.h"

#include "policy/guard.h"

#include <string.h>

#define HOSTS                                                                  \
	"hosts:\n"                                                             \
	"  a1: {ports: {p: {guid: 0x1}}}\n"                                    \
	"  a2: {ports: {p: {guid: 0x2}}}\n"                                    \
	"  a3: {ports: {p: {guid: 0x3}}}\n"                                    \
	"  a4: {ports: {p: {guid: 0x4}}}\n"                                    \
	"  b1: {ports: {p: {guid: 0x5}}}\n"                                    \
	"  b2: {ports: {p: {guid: 0x6}}}\n"                                    \
	"  s1: {ports: {p: {guid: 0x7}}}\n"                                    \
	"  n1: {ports: {p: {guid: 0x8}}}\n"                                    \
	"switches: {leaf: {guid: 0x9}}\n"                                      \
	"subnet_managers: {sm: {guid: 0x10}}\n"

/* Four a's, two b's, a server both are limited to. 0x7fff: ten members. */
#define BASE                                                                   \
	"  a: {pkey: 0x1, members: {'a[1-4]': full}}\n"                        \
	"  b: {pkey: 0x2, members: {'b[1-2]': full}}\n"                        \
	"  s: {pkey: 0x3, members: {'a[1-4]': limited, s1: full}}\n"

struct row {
	const char *what;
	const char *before, *after; /* the partitions */
	const char *more;           /* further keys of the new inventory */
	const char *expected;       /* "kind message\n" each */
};

static const struct row rows[] = {
	{"nothing changes", BASE, BASE, "", ""},
	{"new ports join, a partition is added", BASE,
	 BASE "  n: {pkey: 0x4, members: {n1: full, a1: full}}\n", "", ""},
	{"one of two may leave a small partition: 1 of 21", BASE,
	 "  a: {pkey: 0x1, members: {'a[1-4]': full}}\n"
	 "  b: {pkey: 0x2, members: {b1: full}}\n"
	 "  s: {pkey: 0x3, members: {'a[1-4]': limited, s1: full}}\n",
	 "", ""},
	{"one of four may not, at 10%", BASE,
	 "  a: {pkey: 0x1, members: {'a[1-3]': full}}\n"
	 "  b: {pkey: 0x2, members: {'b[1-2]': full}}\n"
	 "  s: {pkey: 0x3, members: {'a[1-4]': limited, s1: full}}\n",
	 "",
	 "partition a 0x0001: removes 1 of 4 memberships (25.0%, the limit is "
	 "10%)\n"},
	{"lowered counts like removed", BASE,
	 "  a: {pkey: 0x1, members: {'a[1-2]': full, 'a[3-4]': limited}}\n"
	 "  b: {pkey: 0x2, members: {b1: full}}\n"
	 "  s: {pkey: 0x3, members: {'a[1-4]': limited, s1: full}}\n",
	 "",
	 "removed removes 1 and lowers 2 of 21 memberships (14.2%, the limit "
	 "is 10%)\n"
	 "partition a 0x0001: lowers 2 of 4 memberships (50.0%, the limit is "
	 "10%)\n"},
	{"25% of 4 is not more than 25%", BASE,
	 "  a: {pkey: 0x1, members: {'a[1-3]': full}}\n"
	 "  b: {pkey: 0x2, members: {'b[1-2]': full}}\n"
	 "  s: {pkey: 0x3, members: {'a[1-4]': limited, s1: full}}\n",
	 "guard: {max_removed_members: 25%}\n", ""},
	{"a limit as a number", BASE,
	 "  a: {pkey: 0x1, members: {'a[1-2]': full}}\n"
	 "  b: {pkey: 0x2, members: {'b[1-2]': full}}\n"
	 "  s: {pkey: 0x3, members: {'a[1-4]': limited, s1: full}}\n",
	 "guard: {max_removed_members: 1}\n",
	 "removed removes 2 of 21 memberships (9.5%, the limit is 1)\n"
	 "partition a 0x0001: removes 2 of 4 memberships (50.0%, the limit is "
	 "1)\n"},
	{"quarantine is not counted", BASE, BASE,
	 "states:\n"
	 "  - {subject: 'a[1-4]', state: quarantine, owner: o, reason: r}\n",
	 ""},
	{"a partition goes: counted as removed", BASE,
	 "  a: {pkey: 0x1, members: {'a[1-4]': full}}\n"
	 "  b: {pkey: 0x2, members: {'b[1-2]': full}}\n",
	 "",
	 "removed removes 5 of 21 memberships (23.8%, the limit is 10%)\n"
	 "partition s 0x0003: removes 5 of 5 memberships (100.0%, the limit is "
	 "10%)\n"},
	{"ALL in a partition", BASE,
	 BASE "  n: {pkey: 0x4, members: {ALL: limited}}\n", "",
	 "keyword n 0x0004: ALL is added as limited, for every such port, "
	 "declared or not\n"},
	{"ALL rises in the default partition",
	 "  Default: {pkey: 0x7fff, members: {ALL: limited}}\n" BASE,
	 "  Default: {pkey: 0x7fff, members: {ALL: full}}\n" BASE, "",
	 "keyword Default 0x7fff: ALL rises from limited to full, for every "
	 "such port, declared or not\n"
	 "opened a 0x0001 and b 0x0002 can newly talk, by Default 0x7fff (8 "
	 "pairs of ports)\n"
	 "opened b 0x0002 and s 0x0003 can newly talk, by Default 0x7fff (10 "
	 "pairs of ports)\n"},
	{"a keyword for switches alone", BASE,
	 "  a: {pkey: 0x1, members: {ALL_SWITCHES: limited, 'a[1-4]': full}}\n"
	 "  b: {pkey: 0x2, members: {'b[1-2]': full}}\n"
	 "  s: {pkey: 0x3, members: {'a[1-4]': limited, s1: full}}\n",
	 "",
	 "keyword a 0x0001: ALL_SWITCHES is added as limited, for every such "
	 "port, declared or not\n"},
	{"a keyword goes: as many as it covered",
	 BASE "  n: {pkey: 0x4, members: {ALL_CAS: limited}}\n", BASE, "",
	 "removed removes 9 of 30 memberships (30.0%, the limit is 10%)\n"
	 "partition n 0x0004: removes 9 of 9 memberships (100.0%, the limit is "
	 "10%)\n"},
	{"a protected partition shrinks by one",
	 "  a: {pkey: 0x1, members: {'a[1-4]': full}}\n"
	 "  b: {pkey: 0x2, protected: true, members: {'b[1-2]': full}}\n",
	 "  a: {pkey: 0x1, members: {'a[1-4]': full}}\n"
	 "  b: {pkey: 0x2, protected: true, members: {b1: full, b2: "
	 "limited}}\n",
	 "",
	 "protected b 0x0002 is protected and lowers 1 of 2 memberships "
	 "(50.0%, the limit is 10%)\n"},
	{"protection cannot be taken off in the same step",
	 "  b: {pkey: 0x2, protected: true, members: {'b[1-2]': full}}\n",
	 "  b: {pkey: 0x2, members: {b1: full}}\n", "",
	 "protected b 0x0002 is protected and removes 1 of 2 memberships "
	 "(50.0%, the limit is 10%)\n"},
	{"a protected partition goes",
	 "  a: {pkey: 0x1, members: {'a[1-4]': full}}\n"
	 "  b: {pkey: 0x2, protected: true, members: {b1: full}}\n",
	 "  a: {pkey: 0x1, members: {'a[1-4]': full}}\n", "",
	 "protected b 0x0002 is protected and goes\n"},
	{"a protected partition may grow",
	 "  b: {pkey: 0x2, protected: true, members: {b1: full}}\n",
	 "  b: {pkey: 0x2, protected: true, members: {'b[1-2]': full}}\n", "",
	 ""},
	{"one port joins two tenants", BASE,
	 "  a: {pkey: 0x1, members: {'a[1-4]': full, n1: full}}\n"
	 "  b: {pkey: 0x2, members: {'b[1-2]': full, n1: full}}\n"
	 "  s: {pkey: 0x3, members: {'a[1-4]': limited, s1: full}}\n",
	 "",
	 "opened a 0x0001 and b 0x0002 can newly talk, by a 0x0001 (6 pairs "
	 "of ports)\n"
	 "opened b 0x0002 and s 0x0003 can newly talk, by a 0x0001 (4 pairs "
	 "of ports)\n"},
	{"a third partition joins two tenants", BASE,
	 BASE "  t: {pkey: 0x4, members: {a1: full, b1: limited}}\n", "",
	 "opened a 0x0001 and b 0x0002 can newly talk, by t 0x0004 (1 pair of "
	 "ports)\n"
	 "opened b 0x0002 and s 0x0003 can newly talk, by t 0x0004 (1 pair of "
	 "ports)\n"},
	{"two limited members of a third partition cannot talk", BASE,
	 BASE "  t: {pkey: 0x4, members: {a1: limited, b1: limited}}\n", "",
	 ""},
	{"one more client of a server that both knew", BASE,
	 "  a: {pkey: 0x1, members: {'a[1-4]': full}}\n"
	 "  b: {pkey: 0x2, members: {'b[1-2]': full}}\n"
	 "  s: {pkey: 0x3, members: {'a[1-4]': limited, n1: limited, s1: "
	 "full}}\n",
	 "", ""},
};

static void to_text(const struct guard_result *result, struct strbuf *out)
{
	size_t i;

	for (i = 0; i < result->reason_count; i++) {
		strbuf_addf(out, "%s %s\n",
			    guard_kind_name(result->reasons[i].kind),
			    result->reasons[i].message);
	}
}

static void test_conditions(void **state)
{
	struct strbuf yaml = STRBUF_INIT, text = STRBUF_INIT;
	struct built_plan before, after;
	struct guard_result *result;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		strbuf_addf(&yaml,
			    "version: 1\nfabric: f\n" HOSTS "partitions:\n%s",
			    rows[i].before);
		plan_build(&before, yaml.data);
		strbuf_free(&yaml);
		strbuf_addf(&yaml,
			    "version: 1\nfabric: f\n" HOSTS "partitions:\n%s%s",
			    rows[i].after, rows[i].more);
		plan_build(&after, yaml.data);
		strbuf_free(&yaml);
		assert_int_equal(guard_check(before.plan, after.plan,
					     after.inventory, PLAN_BUILDER_NOW,
					     &result, NULL),
				 0);
		to_text(result, &text);
		if (strcmp(strbuf_text(&text), rows[i].expected) != 0) {
			fail_msg("%s:\n%s", rows[i].what, strbuf_text(&text));
		}
		strbuf_free(&text);
		guard_result_free(result);
		plan_release(&before);
		plan_release(&after);
	}
}

/* Hosts that vanish from the inventory take their memberships with them: the
 * plan in force names them. */
static void test_undeclared(void **state)
{
	static const char before_yaml[] =
		"version: 1\nfabric: f\n"
		"hosts:\n"
		"  a1: {ports: {p: {guid: 0x1}}}\n"
		"  a2: {ports: {p: {guid: 0x2}}}\n"
		"partitions: {a: {pkey: 0x1, members: {'a[1-2]': full}}}\n";
	static const char after_yaml[] =
		"version: 1\nfabric: f\n"
		"hosts: {a1: {ports: {p: {guid: 0x1}}}}\n"
		"partitions: {a: {pkey: 0x1, members: {a1: full}}}\n";
	struct built_plan before, after;
	struct guard_result *result;

	(void)state;
	plan_build(&before, before_yaml);
	plan_build(&after, after_yaml);
	assert_int_equal(guard_check(before.plan, after.plan, after.inventory,
				     PLAN_BUILDER_NOW, &result, NULL),
			 0);
	assert_int_equal(result->reason_count, 1);
	assert_string_equal(result->reasons[0].message,
			    "removes 1 of 4 memberships (25.0%, the limit is "
			    "10%)");
	guard_result_free(result);
	/* Without a plan in force, or a new one, there is nothing to hold. */
	assert_int_equal(guard_check(NULL, after.plan, after.inventory,
				     PLAN_BUILDER_NOW, &result, NULL),
			 0);
	assert_int_equal(result->reason_count, 0);
	guard_result_free(result);
	assert_int_equal(guard_check(before.plan, NULL, after.inventory,
				     PLAN_BUILDER_NOW, &result, NULL),
			 0);
	assert_int_equal(result->reason_count, 0);
	guard_result_free(result);
	guard_result_free(NULL);
	plan_release(&before);
	plan_release(&after);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_undeclared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
