/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Inventories of any content are read or refused with what is wrong. */
#include "tests/fuzz/fuzz.h"

#include "policy/feasibility.h"
#include "policy/io/inventory_yaml.h"
#include "policy/partition_plan.h"
#include "policy/utf8.h"

#include <stdlib.h>
#include <string.h>

static void require(bool promise)
{
	if (!promise) {
		abort();
	}
}

/* Whatever the file holds, what is said about it is safe on a terminal. */
static void check_said(const struct diag_list *diags)
{
	struct strbuf said = STRBUF_INIT;
	const char *at;
	uint32_t code;
	size_t step;

	diag_format_list(&said, diags);
	for (at = strbuf_text(&said); *at; at += step) {
		step = utf8_decode(at, strlen(at), &code);
		require(step && (utf8_is_printable(code) || code == '\n'));
	}
	strbuf_free(&said);
}

/* An inventory without faults answers every question. */
static void check_ports(const struct inventory *inventory)
{
	struct expectation expected;
	size_t i;

	for (i = 0; i < inventory->port_total; i++) {
		const struct inventory_port *port = inventory->ports_by_guid[i];

		require(inventory_find_port(inventory, port->guid) == port);
		require(inventory_host_named(inventory, port->host->name) ==
			port->host);
		require(inventory_port_labelled(port->host, port->label) ==
			port);
		inventory_expect_port(port, &expected);
		require(expected.partition_count == 0 ||
			expected.partitions[0].partition != NULL);
		inventory_check_for(inventory, "link.speed", port, NULL);
	}
	for (i = 0; i < inventory->use_count; i++) {
		const struct switch_port_use *use = &inventory->uses[i];

		require(!use->port != !use->link);
		require(inventory_find_use(inventory, use->sw->guid,
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

	require(arena != NULL);
	diag_list_init(&diags, arena);
	require(partition_plan_make(inventory, 0, &plan, &error) == 0);
	require(!plan == !inventory->has_partitions);
	require(feasibility_check(inventory, plan, NULL, &diags, &error) == 0);
	check_said(&diags);
	partition_plan_free(plan);
	arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct arena *arena = arena_new();
	struct inventory *inventory = NULL;
	struct diag_list diags;
	struct error error;

	require(arena != NULL);
	diag_list_init(&diags, arena);
	/* From standard input nothing can be included. */
	require(inventory_yaml_parse("-", (const char *)bytes, length,
				     &inventory, &diags, &error) == 0);
	if (!diag_has_errors(&diags)) {
		check_ports(inventory);
		check_plan(inventory);
	}
	inventory_free(inventory);
	check_said(&diags);
	arena_free(arena);
	return 0;
}
