/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a diff says at its head, and of ports in their many. */
#include "tests/unit/unit.h"

#include "tests/unit/plan_builder.h"

#include "policy/partition_diff.h"
#include "policy/port_names.h"

#include <string.h>

#define HOSTS                                                                  \
	"version: 1\nfabric: f\n"                                              \
	"hosts:\n"                                                             \
	"  a1: {ports: {p/1: {guid: 0x1}}}\n"                                  \
	"  a2: {ports: {p/1: {guid: 0x2}}}\n"                                  \
	"  a3: {ports: {p/1: {guid: 0x3}}}\n"                                  \
	"partitions:\n"

static const struct {
	const char *before, *after, *head;
} rows[] = {
	{"  x: {pkey: 0x1}\n", "  x: {pkey: 0x1}\n", "no port changes"},
	/* A partition without members is no partition. */
	{"  x: {pkey: 0x1}\n", "  y: {pkey: 0x2}\n", "no port changes"},
	{"  x: {pkey: 0x1, members: {a1: full}}\n",
	 "  y: {pkey: 0x1, members: {a1: full}}\n", "no port changes"},
	{"  x: {pkey: 0x1, members: {a1: full}}\n",
	 "  x: {pkey: 0x1, members: {'a[1-2]': full}}\n",
	 "adds 1 membership, would not be held"},
	{"  x: {pkey: 0x1, members: {a1: full, a2: limited, a3: full}}\n",
	 "  x: {pkey: 0x1, members: {a1: limited, a2: full}}\n",
	 "removes 1 membership, lowers 1 membership, raises 1 membership, "
	 "would be held"},
	{"  x: {pkey: 0x1, members: {'a[1-3]': full}}\n",
	 "  x: {pkey: 0x1, index0: true, members: {'a[1-3]': full}}\n",
	 "moves index 0 of 3 ports, would not be held"},
	/* The last of two that ask for index 0 has it before and after. */
	{"  x: {pkey: 0x1, members: {a1: full}}\n"
	 "  y: {pkey: 0x2, index0: true, members: {a1: full}}\n",
	 "  x: {pkey: 0x1, index0: true, members: {a1: full}}\n"
	 "  y: {pkey: 0x2, index0: true, members: {a1: full}}\n",
	 "no port changes"},
	{"  x: {pkey: 0x1, ipoib: true, members: {a1: full}}\n",
	 "  x: {pkey: 0x1, ipoib: {mtu: 2048, rate: 10}, members: {a1: "
	 "full}}\n",
	 "no port changes"},
	{"  x: {pkey: 0x1, ipoib: true, members: {a1: full}}\n",
	 "  x: {pkey: 0x1, ipoib: {mtu: 4096}, members: {a1: full}}\n",
	 "changes 1 multicast group, would not be held"},
	{"  x: {pkey: 0x1, members: {a1: full}}\n"
	 "  y: {pkey: 0x2, members: {a2: full}}\n",
	 "  x: {pkey: 0x1, members: {'a[1-2]': full}}\n"
	 "  y: {pkey: 0x2, members: {a2: full}}\n",
	 "opens 1 pair, adds 1 membership, would be held"},
};

static void test_heads(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct strbuf yaml = STRBUF_INIT, head = STRBUF_INIT;
		struct diff_input input = {.assertions = NULL};
		struct built_plan before, after;
		struct partition_diff *diff;
		struct port_set *ports;

		strbuf_addf(&yaml, HOSTS "%s", rows[i].before);
		plan_build(&before, yaml.data);
		strbuf_free(&yaml);
		strbuf_addf(&yaml, HOSTS "%s", rows[i].after);
		plan_build(&after, yaml.data);
		strbuf_free(&yaml);
		ports = plan_build_ports(&before, &after);
		input.sides[PLAN_BEFORE].plan = before.plan;
		input.sides[PLAN_AFTER].plan = after.plan;
		input.ports = ports;
		input.guard = after.inventory->guard;
		assert_int_equal(partition_diff_make(&input, &diff, NULL), 0);
		partition_diff_head(diff, &head);
		if (strcmp(strbuf_text(&head), rows[i].head) != 0) {
			fail_msg("row %zu: %s", i, strbuf_text(&head));
		}
		strbuf_free(&head);
		partition_diff_free(diff);
		port_set_free(ports);
		plan_release(&before);
		plan_release(&after);
	}
	partition_diff_free(NULL);
}

static void test_port_names(void **state)
{
	static struct port_item items[] = {
		{.guid = 1, .name = "gpu002/mlx5_0/1"},
		{.guid = 2, .name = "gpu001/mlx5_0/1"},
		{.guid = 3, .name = "gpu001/mlx5_1/1"},
		{.guid = 4, .name = "nas01/mlx5_0/1"},
		{.guid = 5},
		{.guid = 6, .name = "leaf02"},
		{.guid = 7, .name = "leaf01"},
	};
	static const size_t all[] = {0, 1, 2, 3, 4, 5, 6};
	struct port_set ports = {.items = items, .count = 7, .settled = 7};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	port_names_add(&ports, all, 7, 0, &out);
	assert_string_equal(strbuf_text(&out),
			    "leaf[01-02], gpu[001-002]/mlx5_0/1, "
			    "nas01/mlx5_0/1, gpu001/mlx5_1/1, "
			    "0x0000000000000005");
	strbuf_free(&out);
	port_names_add(&ports, all, 7, 40, &out);
	assert_string_equal(strbuf_text(&out),
			    "leaf[01-02], gpu[001-002]/mlx5_0/1, ...");
	strbuf_free(&out);
	port_names_add(&ports, all, 1, 4, &out);
	assert_string_equal(strbuf_text(&out), "...");
	strbuf_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_heads),
		cmocka_unit_test(test_port_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
