/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What init --update leaves to a person stands in comments, ready to move. */
#include "policy/init.h"
#include "policy/io/inventory_yaml.h"
#include "tests/unit/fabric_builder.h"
#include "tests/unit/unit.h"

#include <string.h>

struct offer {
	const char *name;
	const char *known;       /* hosts: and partitions: of the inventory */
	const char *description; /* of node CN2 */
	const char *wanted[3];
	const char *unwanted;
};

static const struct offer offers[] = {
	{"the second port of an adapter",
	 "hosts: {cn1: {ports: {p/1: {guid: 0xc11}}}}\n",
	 "cn2 HCA-1",
	 {"#   cn1, known.yaml:3:9\n#     p/2: {guid: 0x0000000000000c12, "
	  "peer: "
	  "leaf2/1}  # observed 2026-09-21, the same adapter\n"},
	 "cn1:"},
	{"another adapter, by its name alone",
	 "hosts: {cn1: {ports: {p/1: {guid: 0xc11}, p/2: {guid: 0xc12}}}}\n",
	 "CN1.example.net mlx5_7",
	 {"#     mlx5_7/1: {guid: 0x0000000000000c21, peer: leaf1/2}  # "
	  "observed 2026-09-21, by its NodeDescription\n"},
	 "c21, peer: leaf1/2}}}"},
	{"who calls itself as one that is there is another host",
	 "hosts: {cn1: {ports: {p/1: {guid: 0xc11}, p/2: {guid: 0xc12}}}}\n",
	 "cn1 p",
	 {"  cn1-0000000000000c20: {"},
	 "# Further"},
	{"an adapter in place of one that is gone",
	 "hosts: {cn2: {ports: {HCA-1/1: {guid: 0xcff}}}}\n",
	 "cn2 HCA-1",
	 {"c21, peer: leaf1/2}  # observed 2026-09-21, in place of "
	  "0x0000000000000cff, which is gone, by its NodeDescription\n"},
	 "cn2-"},
	{"P_Keys that no partition owns",
	 "partitions: {one: {pkey: 0x0001}}\nhosts: {cn1: {ports: {p/1: {guid: "
	 "0xc11}}}}\n",
	 "cn2 HCA-1",
	 {"# P_Keys that no partition owns.", "\n#    pkey: 0x0002  #",
	  "\n#      cn1/p/1: limited  #"},
	 "{pkey: 0x0001"},
	{"without partitions none is missing",
	 "hosts: {cn1: {ports: {p/1: {guid: 0xc11}}}}\n",
	 "cn2 HCA-1",
	 {NULL},
	 "pkey"},
};

static void test_offers(void **state)
{
	const struct offer *offer = *state;
	struct fabric *fabric = fabric_new();
	struct arena *arena = arena_new();
	struct strbuf yaml = STRBUF_INIT, text = STRBUF_INIT;
	struct init_options options = {.now = fabric->now};
	struct inventory *known = NULL;
	struct diag_list diags;
	struct error error;
	size_t i;

	assert_non_null(arena);
	diag_list_init(&diags, arena);
	strbuf_addf(&yaml, "version: 1\nfabric: test\n%s", offer->known);
	assert_int_equal(inventory_yaml_parse("known.yaml", strbuf_text(&yaml),
					      yaml.length, &known, &diags,
					      &error),
			 0);
	assert_false(diag_has_errors(&diags));
	fabric_node(fabric, CN2)->description = offer->description;
	assert_int_equal(subnet_finish(fabric->subnet, &error), 0);
	options.known = known;
	assert_int_equal(init_write(fabric->subnet, &options, &text, &error),
			 0);
	for (i = 0; i < COUNT(offer->wanted) && offer->wanted[i]; i++) {
		if (!strstr(strbuf_text(&text), offer->wanted[i])) {
			fail_msg("no %s in\n%s", offer->wanted[i],
				 strbuf_text(&text));
		}
	}
	if (strstr(strbuf_text(&text), offer->unwanted)) {
		fail_msg("%s in\n%s", offer->unwanted, strbuf_text(&text));
	}
	inventory_free(known);
	strbuf_free(&yaml);
	strbuf_free(&text);
	arena_free(arena);
	fabric_free(fabric);
}

int main(void)
{
	struct CMUnitTest tests[COUNT(offers)];
	size_t i;

	for (i = 0; i < COUNT(offers); i++) {
		tests[i] = (struct CMUnitTest){
			.name = offers[i].name,
			.test_func = test_offers,
			.initial_state = (void *)&offers[i],
		};
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
