/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* An assertion fails exactly where two ports could talk, or could not. */
#include "tests/unit/unit.h"

#include "policy/io/inventory_yaml.h"
#include "policy/plan_prove.h"

#include <string.h>

/* 2026-11-30T12:00:00Z */
static const int64_t now = 1796040000;

/* a1, a2 and nas are tenants' and storage's; the SM is nobody's. */
#define FABRIC                                                                 \
	"version: 1\n"                                                         \
	"fabric: test\n"                                                       \
	"roles: {compute: {}, storage: {}}\n"                                  \
	"subnet_managers: {sm: {guid: 0x99}}\n"                                \
	"hosts:\n"                                                             \
	"  a1: {role: compute, ports: {p/1: {guid: 0x1}}}\n"                   \
	"  a2: {role: compute, ports: {p/1: {guid: 0x2}}}\n"                   \
	"  b1: {role: compute, ports: {p/1: {guid: 0x3}}}\n"                   \
	"  nas: {role: storage, ports: {p/1: {guid: 0x4}}}\n"

#define PARTITIONS(defaults)                                                   \
	"partitions:\n"                                                        \
	"  Default: {pkey: 0x7fff, members: {" defaults "}}\n"                 \
	"  a: {pkey: 0x1, members: {'a[1-2]': full}}\n"                        \
	"  b: {pkey: 0x2, members: {b1: full}}\n"                              \
	"  c: {pkey: 0x3}\n"                                                   \
	"  storage: {pkey: 0x4, members: {'role:compute': limited, nas: "      \
	"full}}\n"

static void prove(const char *yaml, struct strbuf *text, struct arena *arena)
{
	struct inventory *inventory = NULL;
	struct partition_plan *plan = NULL;
	struct diag_list diags;
	struct error error = {0};

	diag_list_init(&diags, arena);
	if (inventory_yaml_parse("t", yaml, strlen(yaml), &inventory, &diags,
				 &error)) {
		fail_msg("%s", error.message);
	}
	if (!diag_has_errors(&diags) &&
	    (partition_plan_make(inventory, now, &plan, &error) ||
	     plan_prove(inventory, plan, now, &diags, &error))) {
		fail_msg("%s", error.message);
	}
	diag_format_list(text, &diags);
	partition_plan_free(plan);
	inventory_free(inventory);
}

/* What must stand in the one message; NULL: the assertion holds. */
struct row {
	const char *assertion, *partitions, *expected;
};

static const char ordinary[] = PARTITIONS("ALL: limited");

static const struct row rows[] = {
	{"{from: a, to: b, expect: isolated}", ordinary, NULL},
	{"{from: a, to: 'role:storage', expect: isolated}", ordinary,
	 "a1/p/1 and nas/p/1 can talk by storage 0x0004 (2 of 2 pairs)"},
	/* Both tenants' ports are members of storage, too. */
	{"{from: a, to: storage, expect: isolated}", ordinary,
	 "a1/p/1 and a2/p/1 can talk by a 0x0001 (4 of 6 pairs)"},
	/* Two limited members cannot talk. */
	{"{from: a1, to: b1, expect: isolated}", ordinary, NULL},
	{"{from: 'role:compute', to: 'role:storage', expect: reachable}",
	 ordinary, NULL},
	{"{from: a, to: b, expect: reachable}", ordinary,
	 "a1/p/1 and b1/p/1 share no P_Key with one side full (2 of 2 pairs)"},
	/* A port is no pair with itself. */
	{"{from: a, to: a1, expect: reachable}", ordinary, NULL},
	{"{from: b, to: b1, expect: isolated}", ordinary, NULL},
	/* The SM reaches all by 0x7fff: that is left out. */
	{"{from: SM, to: a, expect: isolated}", ordinary, NULL},
	{"{from: SM, to: a, expect: reachable}", ordinary, "(2 of 2 pairs)"},
	/* Anybody else who is full there counts. */
	{"{from: a, to: b, expect: isolated}",
	 PARTITIONS("ALL: limited, b1: full"),
	 "can talk by Default 0x7fff (2 of 2 pairs)"},
	{"{from: SM, to: b1, expect: isolated}",
	 PARTITIONS("ALL: limited, b1: full"), "can talk by Default"},
	{"{from: ALL, to: ALL, expect: reachable}", PARTITIONS("ALL: full"),
	 NULL},
	{"{among: [a, b, 'role:storage'], expect: isolated}", ordinary,
	 "a and role:storage are not isolated"},
	{"{among: [a, b], expect: isolated}", ordinary, NULL},
	{"{from: a, to: c, expect: reachable}", ordinary,
	 "warning: c covers no port"},
	{"{from: 'nas/p/1', to: 0x3, expect: reachable}", ordinary, NULL},
};

static void test_assertions(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct arena *arena = arena_new();
		struct strbuf yaml = STRBUF_INIT, text = STRBUF_INIT;
		const char *expected = rows[i].expected;

		strbuf_addf(&yaml, FABRIC "%sassert: [%s]\n",
			    rows[i].partitions, rows[i].assertion);
		prove(yaml.data, &text, arena);
		if (expected ? !strstr(strbuf_text(&text), expected)
			     : text.length != 0) {
			fail_msg("%s: %s", rows[i].assertion,
				 strbuf_text(&text));
		}
		strbuf_free(&yaml);
		strbuf_free(&text);
		arena_free(arena);
	}
}

/* A host in quarantine reaches nobody: that must not hold the plan that puts
 * it there. */
static void test_quarantine(void **state)
{
	static const char yaml[] = FABRIC PARTITIONS(
		"ALL: limited") "states: [{subject: a1, state: quarantine, "
				"owner: o, "
				"reason: r}]\n"
				"assert:\n"
				"  - {from: 'role:compute', to: "
				"'role:storage', "
				"expect: reachable}\n"
				"  - {from: a1, to: ALL, expect: isolated}\n";
	struct arena *arena = arena_new();
	struct strbuf text = STRBUF_INIT;

	(void)state;
	prove(yaml, &text, arena);
	assert_string_equal(strbuf_text(&text), "");
	strbuf_free(&text);
	arena_free(arena);
}

static void test_no_plan(void **state)
{
	static const char yaml[] =
		FABRIC "assert:\n"
		       "  - {from: a1, to: b1, expect: isolated}\n"
		       "  - {from: a1, to: b1, expect: reachable}\n";
	struct arena *arena = arena_new();
	struct strbuf text = STRBUF_INIT;

	(void)state;
	prove(yaml, &text, arena);
	assert_non_null(strstr(strbuf_text(&text), "t:12:"));
	assert_null(strstr(strbuf_text(&text), "t:11:"));
	strbuf_free(&text);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_assertions),
		cmocka_unit_test(test_quarantine),
		cmocka_unit_test(test_no_plan),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
