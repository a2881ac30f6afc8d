/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* From an inventory to the partitions.conf that OpenSM gets. */
#include "tests/unit/unit.h"

#include "policy/io/inventory_yaml.h"
#include "policy/partitions_conf.h"

#include <string.h>

/* 2026-11-30T12:00:00Z */
static const int64_t now = 1796040000;

static struct inventory *parse(const char *yaml)
{
	struct arena *arena = arena_new();
	struct inventory *inventory = NULL;
	struct diag_list diags;
	struct error error = {0};
	struct strbuf text = STRBUF_INIT;

	diag_list_init(&diags, arena);
	if (inventory_yaml_parse("test.yaml", yaml, strlen(yaml), &inventory,
				 &diags, &error)) {
		fail_msg("%s", error.message);
	}
	if (diag_has_errors(&diags)) {
		diag_format_list(&text, &diags);
		fail_msg("%s", strbuf_text(&text));
	}
	arena_free(arena);
	return inventory;
}

/* The whole file without its trailer; NULL when there is no plan. The plan
 * must also be what OpenSM reads from it. */
static void render(const char *yaml, int64_t when, struct strbuf *out)
{
	struct inventory *inventory = parse(yaml);
	struct partition_plan *plan = NULL;
	struct partitions_conf *conf = NULL;
	struct partitions_conf_options options = {.path = "x", .qos = true};
	struct error error = {0};

	assert_int_equal(partition_plan_make(inventory, when, &plan, &error),
			 0);
	assert_non_null(plan);
	partitions_conf_write(plan, out, NULL);
	options.allow_both_pkeys = plan->allow_both_pkeys;
	assert_int_equal(partitions_conf_read(out->data, out->length, &options,
					      &conf, &error),
			 0);
	assert_false(conf->fallback);
	assert_false(conf->undefined);
	assert_int_equal(conf->quirks.total[DIAG_ERROR], 0);
	assert_true(partition_plan_equal(plan, conf->plan));
	*strstr(out->data, "# ibpolicy: ") = '\0';
	partitions_conf_free(conf);
	partition_plan_free(plan);
	inventory_free(inventory);
}

static void assert_renders(const char *yaml, const char *expected)
{
	struct strbuf out = STRBUF_INIT;

	render(yaml, now, &out);
	assert_string_equal(out.data, expected);
	strbuf_free(&out);
}

#define HEAD "version: 1\nfabric: test\n"

static void test_no_partitions(void **state)
{
	struct inventory *inventory = parse(HEAD);
	struct partition_plan *plan = (struct partition_plan *)-1;

	(void)state;
	assert_int_equal(partition_plan_make(inventory, now, &plan, NULL), 0);
	assert_null(plan);
	inventory_free(inventory);
}

static void test_implied_default(void **state)
{
	(void)state;
	assert_renders(HEAD "partitions: {}\n",
		       "# Default 0x7fff: ALL limited\n"
		       "Default=0x7fff :\n"
		       "\tALL=limited,\n"
		       "\tSELF=full ;\n");
	/* Whoever is not named is limited in OpenSM anyway: it is said. */
	assert_renders(HEAD "partitions:\n"
			    "  Default: {pkey: 0x7fff, members: {0x5: full}}\n",
		       "# Default 0x7fff: ALL limited, 1 full\n"
		       "Default=0x7fff :\n"
		       "\tALL=limited,\n"
		       "\t0x0000000000000005=full,\n"
		       "\tSELF=full ;\n");
}

#define TWO_HOSTS                                                              \
	"hosts:\n"                                                             \
	"  a: {role: r, ports: {p/1: {guid: 0x1}, p/2: {guid: 0x2,\n"          \
	"      partitions: {y: full}}}}\n"                                     \
	"  b: {role: r, partitions: {}, ports: {p/1: {guid: 0x3}}}\n"

#define DEFAULT_ALONE                                                          \
	"# Default 0x7fff: ALL limited\n"                                      \
	"Default=0x7fff :\n"                                                   \
	"\tALL=limited,\n"                                                     \
	"\tSELF=full ;\n"

/* The nearest "partitions" replaces; members add to it. */
static void test_grants(void **state)
{
	(void)state;
	assert_renders(HEAD "roles: {r: {partitions: {x: full, y: limited}}}\n"
			    "partitions:\n"
			    "  y: {pkey: 0x2, members: {b: limited}}\n"
			    "  x: {pkey: 0x1}\n" TWO_HOSTS,
		       DEFAULT_ALONE
		       "# x 0x0001: 1 full\n"
		       "x=0x0001 :\n"
		       "\t0x0000000000000001=full ;\t# a/p/1\n"
		       "# y 0x0002: 1 full, 2 limited\n"
		       "y=0x0002 :\n"
		       "\t0x0000000000000001=limited,\t# a/p/1\n"
		       "\t0x0000000000000002=full,\t# a/p/2\n"
		       "\t0x0000000000000003=limited ;\t# b/p/1\n");
}

static void test_selectors(void **state)
{
	(void)state;
	assert_renders(
		HEAD
		"roles: {r: {}}\n"
		"partitions:\n"
		"  y: {pkey: 0x2}\n"
		"  x:\n"
		"    pkey: 0x1\n"
		"    members: {ALL_CAS: limited, SM: limited, 'role:r':\n"
		"      full, 's[1-2]': limited, 0xabc: full}\n"
		"subnet_managers: {m: {guid: 0x9}, n: {guid: 0x11}}\n"
		"switches: {s1: {guid: 0x11}, s2: {guid: 0x12}}\n" TWO_HOSTS,
		"# Default 0x7fff: ALL limited, 2 full\n"
		"Default=0x7fff :\n"
		"\tALL=limited,\n"
		"\t0x0000000000000009=full,\t# m, subnet manager\n"
		"\t0x0000000000000011=full,\t# s1, subnet manager\n"
		"\tSELF=full ;\n"
		"# x 0x0001: ALL_CAS limited, 4 full, 3 limited\n"
		"x=0x0001 :\n"
		"\tALL_CAS=limited,\n"
		"\t0x0000000000000001=full,\t# a/p/1\n"
		"\t0x0000000000000002=full,\t# a/p/2\n"
		"\t0x0000000000000003=full,\t# b/p/1\n"
		"\t0x0000000000000009=limited,\t# m\n"
		"\t0x0000000000000011=limited,\t# s1\n"
		"\t0x0000000000000012=limited,\t# s2\n"
		"\t0x0000000000000abc=full ;\n"
		"# y 0x0002: 1 full\n"
		"y=0x0002 :\n"
		"\t0x0000000000000002=full ;\t# a/p/2\n");
}

#define STATES(until)                                                          \
	HEAD "partitions:\n"                                                   \
	     "  Default: {pkey: 0x7fff, members: {ALL: full}}\n"               \
	     "  x: {pkey: 0x1, members: {'h[1-4]': full}}\n"                   \
	     "  y: {pkey: 0x2, members: {h2: full}}\n"                         \
	     "hosts:\n"                                                        \
	     "  h1: {ports: {p/1: {guid: 0x1}}}\n"                             \
	     "  h2: {ports: {p/1: {guid: 0x2}}}\n"                             \
	     "  h3: {ports: {p/1: {guid: 0x3}}}\n"                             \
	     "  h4: {ports: {p/1: {guid: 0x4}}}\n"                             \
	     "states:\n"                                                       \
	     "  - {subject: h1, state: planned, owner: o, reason: r}\n"        \
	     "  - {subject: h2, state: quarantine, owner: o, reason: r,\n"     \
	     "     until: " until "}\n"                                        \
	     "  - {subject: h3, state: maintenance, owner: o, reason: r}\n"

static void test_states(void **state)
{
	(void)state;
	assert_renders(STATES("2026-11-30"),
		       "# Default 0x7fff: ALL full, 1 limited\n"
		       "Default=0x7fff :\n"
		       "\tALL=full,\n"
		       "\t0x0000000000000002=limited,\t# h2/p/1, quarantine\n"
		       "\tSELF=full ;\n"
		       "# x 0x0001: 3 full\n"
		       "x=0x0001 :\n"
		       "\t0x0000000000000001=full,\t# h1/p/1\n"
		       "\t0x0000000000000003=full,\t# h3/p/1\n"
		       "\t0x0000000000000004=full ;\t# h4/p/1\n"
		       "# y 0x0002: no members, so OpenSM leaves it out\n"
		       "y=0x0002 : ;\n");
	/* The day after, the port is in service again. */
	assert_renders(STATES("2026-11-29"),
		       "# Default 0x7fff: ALL full\n"
		       "Default=0x7fff :\n"
		       "\tALL=full,\n"
		       "\tSELF=full ;\n"
		       "# x 0x0001: 4 full\n"
		       "x=0x0001 :\n"
		       "\t0x0000000000000001=full,\t# h1/p/1\n"
		       "\t0x0000000000000002=full,\t# h2/p/1\n"
		       "\t0x0000000000000003=full,\t# h3/p/1\n"
		       "\t0x0000000000000004=full ;\t# h4/p/1\n"
		       "# y 0x0002: 1 full\n"
		       "y=0x0002 :\n"
		       "\t0x0000000000000002=full ;\t# h2/p/1\n");
}

/* A subnet manager on a host's port, which a role makes limited elsewhere. */
static void test_sm_is_full(void **state)
{
	(void)state;
	assert_renders(HEAD
		       "partitions: {x: {pkey: 0x1, members: {h: limited}}}\n"
		       "subnet_managers: {m: {guid: 0x1}}\n"
		       "hosts: {h: {ports: {p/1: {guid: 0x1}}}}\n",
		       "# Default 0x7fff: ALL limited, 1 full\n"
		       "Default=0x7fff :\n"
		       "\tALL=limited,\n"
		       "\t0x0000000000000001=full,\t# h/p/1, subnet manager\n"
		       "\tSELF=full ;\n"
		       "# x 0x0001: 1 limited\n"
		       "x=0x0001 :\n"
		       "\t0x0000000000000001=limited ;\t# h/p/1\n");
}

static void test_both(void **state)
{
	(void)state;
	assert_renders(HEAD "opensm: {allow_both_pkeys: true}\n"
			    "partitions: {x: {pkey: 0x1, members: {0x1: "
			    "both}}}\n",
		       DEFAULT_ALONE "# x 0x0001: 1 both\n"
				     "x=0x0001 :\n"
				     "\t0x0000000000000001=both ;\n");
}

static void test_groups(void **state)
{
	(void)state;
	assert_renders(
		HEAD "partitions:\n"
		     "  x:\n"
		     "    pkey: 0x11\n"
		     "    index0: true\n"
		     "    sl: 1\n"
		     "    members: {0x1: full}\n"
		     "    ipoib: {mtu: 4096, rate: 200, qkey: 0x7}\n"
		     "    groups:\n"
		     "      - {mgid: 'ff12:401b::16'}\n"
		     "      - {mgid: 'ff18::1', mtu: 1024, sl: 2, qkey: 0x5}\n"
		     "  y: {pkey: 0x12, ipoib: true, members: {0x1: full}}\n",
		DEFAULT_ALONE
		"# x 0x0011: 1 full\n"
		"x=0x0011, indx0, ipoib, mtu=5, rate=17, sl=1, "
		"Q_Key=0x00000007 :\n"
		"\t0x0000000000000001=full ;\n"
		"x=0x0011, indx0, mtu=5, rate=17, sl=1 :\n"
		"\tmgid=ff12:401b:8011::16, mtu=5, rate=17, sl=1, "
		"scope=2, Q_Key=0x00000007 ;\n"
		"x=0x0011, indx0, mtu=3, rate=17, sl=1 :\n"
		"\tmgid=ff18::1, mtu=3, rate=17, sl=2, scope=8, "
		"Q_Key=0x00000005 ;\n"
		"# y 0x0012: 1 full\n"
		"y=0x0012, ipoib, mtu=4, rate=3 :\n"
		"\t0x0000000000000001=full ;\n");
}

/* The order of keys in the inventory is nobody's business. */
static void test_order_of_keys(void **state)
{
	static const char one[] =
		"version: 1\n"
		"fabric: f\n"
		"roles: {r: {partitions: {x: full, y: limited}}, q: {}}\n"
		"partitions:\n"
		"  Default: {pkey: 0x7fff, members: {ALL: limited, a: full}}\n"
		"  x: {pkey: 0x1, members: {ALL_CAS: limited, b: full}}\n"
		"  y: {pkey: 0x2, ipoib: {mtu: 4096, rate: 100}}\n"
		"subnet_managers: {m: {guid: 0x8}, n: {guid: 0x9}}\n"
		"hosts:\n"
		"  a: {role: r, ports: {p/1: {guid: 0x7}, p/2: {guid: 0x5}}}\n"
		"  b: {role: q, ports: {p/1: {guid: 0x6}}}\n"
		"states:\n"
		"  - {subject: b, state: planned, owner: o, reason: r}\n";
	static const char other[] =
		"states:\n"
		"  - {reason: r, owner: o, state: planned, subject: b}\n"
		"hosts:\n"
		"  b: {ports: {p/1: {guid: 0x6}}, role: q}\n"
		"  a: {ports: {p/2: {guid: 0x5}, p/1: {guid: 0x7}}, role: r}\n"
		"subnet_managers: {n: {guid: 0x9}, m: {guid: 0x8}}\n"
		"partitions:\n"
		"  y: {ipoib: {rate: 100, mtu: 4096}, pkey: 0x2}\n"
		"  x: {members: {b: full, ALL_CAS: limited}, pkey: 0x1}\n"
		"  Default: {members: {a: full, ALL: limited}, pkey: 0x7fff}\n"
		"roles: {q: {}, r: {partitions: {y: limited, x: full}}}\n"
		"fabric: f\n"
		"version: 1\n";
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;

	(void)state;
	render(one, now, &first);
	render(other, now, &second);
	assert_string_equal(first.data, second.data);
	strbuf_free(&first);
	strbuf_free(&second);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_partitions),
		cmocka_unit_test(test_implied_default),
		cmocka_unit_test(test_grants),
		cmocka_unit_test(test_selectors),
		cmocka_unit_test(test_states),
		cmocka_unit_test(test_sm_is_full),
		cmocka_unit_test(test_both),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_order_of_keys),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
