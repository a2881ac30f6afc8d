/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Plans for tests, from inventories written out in YAML. */
#include "tests/unit/unit.h"

#include "tests/unit/plan_builder.h"

#include "policy/io/inventory_yaml.h"

#include <string.h>

void plan_build(struct built_plan *built, const char *yaml)
{
	struct arena *arena = arena_new();
	struct strbuf text = STRBUF_INIT;
	struct error error = {0};
	struct diag_list diags;

	*built = (struct built_plan){NULL, NULL};
	diag_list_init(&diags, arena);
	if (inventory_yaml_parse("test.yaml", yaml, strlen(yaml),
				 &built->inventory, &diags, &error)) {
		fail_msg("%s", error.message);
	}
	diag_format_list(&text, &diags);
	if (diag_has_errors(&diags)) {
		fail_msg("%s", strbuf_text(&text));
	}
	if (partition_plan_make(built->inventory, PLAN_BUILDER_NOW,
				&built->plan, &error)) {
		fail_msg("%s", error.message);
	}
	strbuf_free(&text);
	arena_free(arena);
}

void plan_release(struct built_plan *built)
{
	partition_plan_free(built->plan);
	inventory_free(built->inventory);
}

struct port_set *plan_build_ports(const struct built_plan *before,
				  const struct built_plan *after)
{
	struct port_set *ports = port_set_new();

	assert_non_null(ports);
	port_set_add_inventory(ports, after->inventory, PLAN_BUILDER_NOW);
	if (before) {
		port_set_add_plan(ports, before->plan);
	}
	port_set_add_plan(ports, after->plan);
	assert_int_equal(port_set_finish(ports, NULL), 0);
	return ports;
}
