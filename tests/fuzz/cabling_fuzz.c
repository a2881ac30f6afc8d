/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Cabling sheets of any content are read or refused with what is wrong; what is
 * read is matched with a fabric, and every end of it is a port or says why it
 * is none. */
#include "policy/cabling_match.h"
#include "policy/io/cabling_csv.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/said.h"

/* Two of one name, a director's chips, a host with two adapters. */
static const struct {
	enum ib_node_type type;
	const char *description;
} nodes[] = {
	{IB_NODE_SWITCH, "MF0;leaf01:MQM8700/U1"},
	{IB_NODE_SWITCH, "MF0;dir01:CS8500/L16/U1"},
	{IB_NODE_SWITCH, "MF0;dir01:CS8500/L16/U2"},
	{IB_NODE_SWITCH, "leaf02"},
	{IB_NODE_SWITCH, "leaf02"},
	{IB_NODE_CA, "gpu001 mlx5_0"},
	{IB_NODE_CA, "gpu001 mlx5_1"},
	{IB_NODE_CA, "nas01 HCA-1"},
};

enum { NODES = sizeof(nodes) / sizeof(nodes[0]), SWITCH_PORTS = 41 };

static void add_node(struct subnet *subnet, size_t i)
{
	struct subnet_node *node = &subnet->nodes[i];
	size_t k, count = nodes[i].type == IB_NODE_SWITCH ? SWITCH_PORTS : 1;

	node->guid = 0x100 * (i + 1);
	node->type = nodes[i].type;
	node->description = nodes[i].description;
	node->port_count = count;
	node->ports = arena_array(subnet->arena, count, sizeof(*node->ports));
	fuzz_require(node->ports != NULL);
	for (k = 0; k < count; k++) {
		node->ports[k].number = (unsigned int)k + (count == 1);
		node->ports[k].guid = node->guid + (count == 1);
	}
}

static struct subnet *make_fabric(void)
{
	struct subnet *subnet = subnet_new();
	struct error error;
	size_t i;

	fuzz_require(subnet != NULL);
	subnet->nodes =
		arena_array(subnet->arena, NODES, sizeof(*subnet->nodes));
	fuzz_require(subnet->nodes != NULL);
	for (i = 0; i < NODES; i++) {
		add_node(subnet, subnet->node_count++);
	}
	fuzz_require(!subnet_finish(subnet, &error));
	return subnet;
}

static void check_place(const struct cabling_end *end,
			const struct cabling_place *place)
{
	struct strbuf text = STRBUF_INIT;

	cabling_add_end(end, &text);
	cabling_add_reason(end, place, &text);
	fuzz_require_safe(&text);
	fuzz_require((place->found == CABLING_FOUND) == (place->port != NULL));
	strbuf_free(&text);
}

static void check_match(const struct cabling *cabling, struct arena *arena,
			struct diag_list *diags)
{
	struct subnet *subnet = make_fabric();
	struct cabling_match *match = NULL;
	struct error error;
	size_t i;

	fuzz_require(!cabling_match_make(cabling, subnet, NULL, arena, diags,
					 &match, &error) &&
		     match->cable_count <= cabling->row_count);
	for (i = 0; i < 2 * match->cable_count; i++) {
		const struct cabling_cable *cable = &match->cables[i / 2];

		check_place(&cable->row->ends[i % 2], &cable->places[i % 2]);
	}
	subnet_free(subnet);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct cabling *cabling = cabling_new();
	struct arena *arena = arena_new();
	struct diag_list diags;
	struct error error;

	fuzz_require(cabling && arena);
	diag_list_init(&diags, arena);
	fuzz_require(!cabling_csv_parse("input", (const char *)bytes, length,
					cabling, &diags, &error));
	if (!diag_has_errors(&diags)) {
		check_match(cabling, arena, &diags);
	}
	fuzz_require_said(&diags);
	arena_free(arena);
	cabling_free(cabling);
	return 0;
}
