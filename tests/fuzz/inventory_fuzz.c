/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Inventories of any content are read or refused with what is wrong. */
#include "tests/fuzz/fuzz.h"

#include "policy/feasibility.h"
#include "policy/io/inventory_yaml.h"
#include "policy/partition_plan.h"
#include "tests/fuzz/said.h"

/* An inventory without faults answers every question. */
static void check_ports(const struct inventory *inventory)
{
	struct expectation expected;
	size_t i;

	for (i = 0; i < inventory->port_total; i++) {
		const struct inventory_port *port = inventory->ports_by_guid[i];

		fuzz_require(inventory_find_port(inventory, port->guid) ==
			     port);
		fuzz_require(
			inventory_host_named(inventory, port->host->name) ==
			port->host);
		fuzz_require(inventory_port_labelled(port->host, port->label) ==
			     port);
		inventory_expect_port(port, &expected);
		fuzz_require(expected.partition_count == 0 ||
			     expected.partitions[0].partition != NULL);
		inventory_check_for(inventory, "link.speed", port, NULL);
	}
	for (i = 0; i < inventory->use_count; i++) {
		const struct switch_port_use *use = &inventory->uses[i];

		fuzz_require(!use->port != !use->link);
		fuzz_require(inventory_find_use(inventory, use->sw->guid,
						use->number) == use);
	}
}

/* It also has a plan, if it has partitions, and can be judged. */
static void check_plan(const struct inventory *inventory)
{
	struct partition_plan *plan = NULL;
	struct arena *arena = arena_new();
	struct diag_list diags;
	struct error error;

	fuzz_require(arena != NULL);
	diag_list_init(&diags, arena);
	fuzz_require(partition_plan_make(inventory, 0, &plan, &error) == 0);
	fuzz_require(!plan == !inventory->has_partitions);
	fuzz_require(feasibility_check(inventory, plan, NULL, &diags, &error) ==
		     0);
	fuzz_require_said(&diags);
	partition_plan_free(plan);
	arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct arena *arena = arena_new();
	struct inventory *inventory = NULL;
	struct diag_list diags;
	struct error error;

	fuzz_require(arena != NULL);
	diag_list_init(&diags, arena);
	/* From standard input nothing can be included. */
	fuzz_require(inventory_yaml_parse("-", (const char *)bytes, length,
					  &inventory, &diags, &error) == 0);
	if (!diag_has_errors(&diags)) {
		check_ports(inventory);
		check_plan(inventory);
	}
	inventory_free(inventory);
	fuzz_require_said(&diags);
	arena_free(arena);
	return 0;
}
