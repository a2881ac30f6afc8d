/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Every switch, port by port, with the worst finding on each. */
#include "policy/switch_map.h"

#include <stdlib.h>
#include <string.h>

static int compare_names(const void *left, const void *right)
{
	const struct switch_map_row *a = left, *b = right;
	int order = strcmp(a->name, b->name);

	return order ? order
		     : (a->node_guid > b->node_guid) -
			       (a->node_guid < b->node_guid);
}

static int compare_guids(const void *left, const void *right)
{
	const struct switch_map_row *const *a = left, *const *b = right;

	return ((*a)->node_guid > (*b)->node_guid) -
	       ((*a)->node_guid < (*b)->node_guid);
}

static const char *switch_name(const struct inventory_switch *declared,
			       const struct subnet_node *node,
			       struct arena *arena)
{
	struct strbuf text = STRBUF_INIT;
	const char *name;

	if (declared) {
		return declared->name;
	}
	if (!subnet_node_text(node)) {
		char guid[IB_GUID_TEXT];

		return arena_strdup(arena, ib_guid_format(guid, node->guid));
	}
	strbuf_add_safe(&text, subnet_node_text(node),
			strlen(subnet_node_text(node)));
	name = text.failed ? NULL : arena_strdup(arena, strbuf_text(&text));
	strbuf_free(&text);
	return name;
}

static enum switch_map_state link_state(const struct subnet_port *port)
{
	if (port->peer_guid) {
		return SWITCH_MAP_OK;
	}
	return port->state == IB_PORT_UNKNOWN && port->phys == IB_PHYS_UNKNOWN
		       ? SWITCH_MAP_UNKNOWN
		       : SWITCH_MAP_DOWN;
}

static int fill_row(struct switch_map_row *row, const struct subnet_node *node,
		    const struct inventory *inventory, struct arena *arena)
{
	const struct inventory_switch *declared =
		inventory ? inventory_find_switch(inventory, node->guid) : NULL;
	size_t i;

	row->node_guid = node->guid;
	row->name = switch_name(declared, node, arena);
	row->location = declared ? declared->location : NULL;
	row->cells = arena_array(arena, node->port_count, sizeof(*row->cells));
	if (!row->name || !row->cells) {
		return -1;
	}
	for (i = 0; i < node->port_count; i++) {
		if (node->ports[i].number == 0) {
			continue;
		}
		row->cells[row->cell_count++] = (struct switch_map_cell){
			.node_guid = node->guid,
			.number = node->ports[i].number,
			.state = link_state(&node->ports[i]),
		};
	}
	return 0;
}

static struct switch_map_cell *find_cell(const struct switch_map *map,
					 uint64_t node_guid, int number)
{
	struct switch_map_row key = {.node_guid = node_guid}, *at = &key;
	struct switch_map_row **row;
	size_t i;

	if (!map->row_count || number < 1) {
		return NULL;
	}
	row = bsearch(&at, map->by_guid, map->row_count, sizeof(*row),
		      compare_guids);
	for (i = 0; row && i < (*row)->cell_count; i++) {
		if ((*row)->cells[i].number == (unsigned int)number) {
			return &(*row)->cells[i];
		}
	}
	return NULL;
}

/* The switch port that faces an end port. */
static struct switch_map_cell *facing_cell(const struct switch_map *map,
					   const struct subject *subject)
{
	const struct subnet_node *node;
	const struct subnet_port *port;

	if (!map->subnet || subject->port < 0) {
		return NULL;
	}
	node = subnet_find_node(map->subnet, subject->node_guid);
	port = node ? subnet_node_port(node, (unsigned int)subject->port)
		    : NULL;
	return port ? find_cell(map, port->peer_guid, (int)port->peer_number)
		    : NULL;
}

static struct switch_map_cell *place(const struct switch_map *map,
				     const struct finding *finding)
{
	struct switch_map_cell *cell =
		find_cell(map, finding->subject.node_guid,
			  finding->subject.port);

	if (!cell && finding->has_peer) {
		cell = find_cell(map, finding->peer.node_guid,
				 finding->peer.port);
	}
	if (!cell) {
		cell = facing_cell(map, &finding->subject);
	}
	return cell;
}

const struct switch_map_cell *switch_map_place(const struct switch_map *map,
					       const struct finding *finding)
{
	return place(map, finding);
}

static enum switch_map_state finding_weight(const struct finding *finding)
{
	if (finding->suppressed) {
		return SWITCH_MAP_SUPPRESSED;
	}
	switch (finding->severity) {
	case SEVERITY_CRITICAL:
		return SWITCH_MAP_CRITICAL;
	case SEVERITY_WARNING:
		return SWITCH_MAP_WARNING;
	default:
		return SWITCH_MAP_INFO;
	}
}

static void mark(struct switch_map *map, const struct finding *finding)
{
	struct switch_map_cell *cell;
	enum switch_map_state state;

	if (finding->pending) {
		return;
	}
	cell = place(map, finding);
	state = finding_weight(finding);
	if (cell && (!cell->finding || state > cell->state)) {
		cell->state = state;
		cell->finding = finding;
	}
}

static int make_rows(struct switch_map *map, const struct inventory *inventory,
		     const struct subnet *subnet, struct arena *arena)
{
	size_t i;

	map->rows = arena_array(arena, subnet->node_count, sizeof(*map->rows));
	map->by_guid =
		arena_array(arena, subnet->node_count, sizeof(*map->by_guid));
	if (!map->rows || !map->by_guid) {
		return -1;
	}
	for (i = 0; i < subnet->node_count; i++) {
		if (subnet->nodes[i].type == IB_NODE_SWITCH &&
		    fill_row(&map->rows[map->row_count++], &subnet->nodes[i],
			     inventory, arena)) {
			return -1;
		}
	}
	qsort(map->rows, map->row_count, sizeof(*map->rows), compare_names);
	for (i = 0; i < map->row_count; i++) {
		map->by_guid[i] = &map->rows[i];
	}
	qsort(map->by_guid, map->row_count, sizeof(*map->by_guid),
	      compare_guids);
	return 0;
}

int switch_map_make(const struct report *report, struct arena *arena,
		    struct switch_map *map, struct error *error)
{
	size_t i, j;

	*map = (struct switch_map){.subnet = report->subnet};
	if (report->subnet &&
	    make_rows(map, report->inventory, report->subnet, arena)) {
		return error_no_memory(error);
	}
	for (i = 0; i < report->finding_count; i++) {
		mark(map, &report->findings[i]);
	}
	for (i = 0; i < map->row_count; i++) {
		for (j = 0; j < map->rows[i].cell_count; j++) {
			map->rows[i].marked |=
				map->rows[i].cells[j].finding != NULL;
		}
	}
	return 0;
}
