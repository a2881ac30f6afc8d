/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The rows of a cabling sheet as ports of a fabric. */
#include "policy/cabling_match.h"

#include "policy/cabling_names.h"
#include "policy/name_set.h"
#include "policy/node_name.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct cabling_end_of {
	const struct subnet_port *port;
	const struct cabling_cable *cable;
	unsigned int side;
};

struct matching {
	const struct cabling *cabling;
	struct cabling_names names;
	struct name_set said; /* cables, as texts */
	struct cabling_match *match;
	struct arena *arena;
	struct diag_list *diags;
};

/* The cable's text, the same for both directions; NULL: out of memory. */
static const char *cable_text(const struct cabling_row *row,
			      struct arena *arena)
{
	struct strbuf ends[2] = {STRBUF_INIT, STRBUF_INIT};
	const char *text = NULL;
	unsigned int i, first;
	char *at;

	for (i = 0; i < 2; i++) {
		cabling_add_end(&row->ends[i], &ends[i]);
	}
	if (!ends[0].failed && !ends[1].failed) {
		first = strcasecmp(ends[0].data, ends[1].data) > 0;
		text = at = arena_printf(arena, "%s %s", ends[first].data,
					 ends[!first].data);
		for (; at && *at; at++) {
			if (*at >= 'A' && *at <= 'Z') {
				*at |= 0x20;
			}
		}
	}
	strbuf_free(&ends[0]);
	strbuf_free(&ends[1]);
	return text;
}

static bool is_switch_port(const struct subnet_port *port)
{
	return port->node->type == IB_NODE_SWITCH;
}

const struct subnet_port *cabling_place_port(const struct cabling_place *place)
{
	return place->port ? place->port : place->unseen;
}

static void note_kind(struct cabling_match *match,
		      const struct cabling_cable *cable)
{
	const struct subnet_port *a = cabling_place_port(&cable->places[0]);
	const struct subnet_port *b = cabling_place_port(&cable->places[1]);

	if (!match->link_row && a && b && is_switch_port(a) &&
	    is_switch_port(b)) {
		match->link_row = cable->row;
	}
	if (!match->host_row &&
	    ((a && !is_switch_port(a)) || (b && !is_switch_port(b)))) {
		match->host_row = cable->row;
	}
}

static int match_row(struct matching *matching, const struct cabling_row *row)
{
	struct cabling_match *match = matching->match;
	const char *text = cable_text(row, matching->arena);
	struct cabling_cable *cable;
	bool taken;

	if (!text || name_set_add(&matching->said, text, &taken)) {
		return -1;
	}
	if (taken) {
		return 0;
	}
	cable = &match->cables[match->cable_count++];
	cable->row = row;
	cable->text = text;
	if (cabling_names_find(&matching->names, &row->ends[0],
			       &cable->places[0]) ||
	    cabling_names_find(&matching->names, &row->ends[1],
			       &cable->places[1])) {
		return -1;
	}
	note_kind(match, cable);
	return 0;
}

static int compare_ports(const struct subnet_port *a,
			 const struct subnet_port *b)
{
	if (a->node != b->node) {
		return a->node < b->node ? -1 : 1;
	}
	return (a->number > b->number) - (a->number < b->number);
}

/* Of one port: in the order of the rows. */
static int compare_ends(const void *left, const void *right)
{
	const struct cabling_end_of *a = left, *b = right;
	int order = compare_ports(a->port, b->port);

	return order ? order : (a->cable > b->cable) - (a->cable < b->cable);
}

static int index_ends(struct matching *matching)
{
	struct cabling_match *match = matching->match;
	size_t i;
	unsigned int side;

	match->ends = arena_array(matching->arena, match->cable_count,
				  2 * sizeof(*match->ends));
	if (!match->ends) {
		return -1;
	}
	for (i = 0; i < match->cable_count; i++) {
		for (side = 0; side < 2; side++) {
			const struct cabling_cable *cable = &match->cables[i];
			const struct subnet_port *port =
				cabling_place_port(&cable->places[side]);

			if (port) {
				match->ends[match->end_count++] =
					(struct cabling_end_of){port, cable,
								side};
			}
		}
	}
	if (match->end_count) {
		qsort(match->ends, match->end_count, sizeof(*match->ends),
		      compare_ends);
	}
	return 0;
}

static void say_conflict(struct matching *matching,
			 const struct cabling_end_of *first,
			 const struct cabling_end_of *second)
{
	struct strbuf name = STRBUF_INIT;

	cabling_add_end(&second->cable->row->ends[second->side], &name);
	diag_add(matching->diags, DIAG_ERROR, second->cable->row->pos,
		 "delete the row that is wrong",
		 "%s is the end of another cable already, at %s",
		 strbuf_text(&name),
		 diag_place(matching->diags, first->cable->row->pos));
	matching->diags->failed = matching->diags->failed || name.failed;
	strbuf_free(&name);
}

static bool is_same(const struct cabling_end_of *a,
		    const struct cabling_end_of *b)
{
	const struct subnet_port *left =
		cabling_place_port(&a->cable->places[!a->side]);
	const struct subnet_port *right =
		cabling_place_port(&b->cable->places[!b->side]);

	return a->cable == b->cable ||
	       (left && right && !compare_ports(left, right));
}

/* Another spelling of a cable is dropped, another cable is a fault. */
static void find_conflicts(struct matching *matching)
{
	struct cabling_match *match = matching->match;
	size_t i, kept = 0;

	for (i = 0; i < match->end_count; i++) {
		const struct cabling_end_of *end = &match->ends[i];

		if (kept &&
		    !compare_ports(match->ends[kept - 1].port, end->port)) {
			if (!is_same(&match->ends[kept - 1], end)) {
				say_conflict(matching, &match->ends[kept - 1],
					     end);
			}
			continue;
		}
		match->ends[kept++] = *end;
	}
	match->end_count = kept;
}

int cabling_match_make(const struct cabling *cabling,
		       const struct subnet *subnet,
		       const struct inventory *inventory, struct arena *arena,
		       struct diag_list *diags, struct cabling_match **match,
		       struct error *error)
{
	struct matching matching = {.cabling = cabling,
				    .said = NAME_SET_INIT(arena),
				    .match =
					    arena_alloc(arena, sizeof(**match)),
				    .arena = arena,
				    .diags = diags};
	size_t i;

	if (!matching.match ||
	    cabling_names_make(&matching.names, subnet, inventory, arena)) {
		return error_no_memory(error);
	}
	matching.match->cables = arena_array(arena, cabling->row_count,
					     sizeof(*matching.match->cables));
	for (i = 0; matching.match->cables && i < cabling->row_count; i++) {
		if (match_row(&matching, &cabling->rows[i])) {
			return error_no_memory(error);
		}
	}
	if (!matching.match->cables || index_ends(&matching)) {
		return error_no_memory(error);
	}
	find_conflicts(&matching);
	if (diags->failed) {
		return error_no_memory(error);
	}
	*match = matching.match;
	return 0;
}

static int compare_with_end(const void *key, const void *item)
{
	const struct cabling_end_of *end = item;

	return compare_ports(key, end->port);
}

const struct cabling_cable *cabling_match_of(const struct cabling_match *match,
					     const struct subnet_port *port,
					     unsigned int *side)
{
	const struct cabling_end_of *end =
		match->end_count ? bsearch(port, match->ends, match->end_count,
					   sizeof(*end), compare_with_end)
				 : NULL;

	if (!end) {
		return NULL;
	}
	*side = end->side;
	return end->cable;
}

bool cabling_is_internal(const struct subnet_port *a,
			 const struct subnet_port *b)
{
	struct node_name left, right;

	if (!is_switch_port(a) || !is_switch_port(b)) {
		return false;
	}
	node_name_parse(subnet_node_text(a->node), &left);
	node_name_parse(subnet_node_text(b->node), &right);
	return left.kind == NODE_NAME_SWITCH &&
	       right.kind == NODE_NAME_SWITCH && strchr(left.device, '/') &&
	       strchr(right.device, '/') &&
	       node_name_same_host(left.host, right.host);
}

static void add_unit(const struct cabling_end *end, struct strbuf *out)
{
	strbuf_addf(out, "%c%02u/U%u", end->card, end->slot, end->unit);
}

void cabling_add_reason(const struct cabling_end *end,
			const struct cabling_place *place, struct strbuf *out)
{
	struct strbuf device = STRBUF_INIT;
	const char *name;

	strbuf_add_safe(&device, end->device, strlen(end->device));
	name = strbuf_text(&device);
	switch (place->found) {
	case CABLING_FOUND:
		break;
	case CABLING_ABSENT:
		strbuf_addf(out, "%s is declared, but not there", name);
		break;
	case CABLING_NO_DEVICE:
		strbuf_addf(out, "nothing in the fabric is called %s", name);
		break;
	case CABLING_NO_ADAPTER:
		strbuf_addf(out, "%s has no adapter ", name);
		strbuf_add_safe(out, end->adapter, strlen(end->adapter));
		break;
	case CABLING_NO_UNIT:
		strbuf_addf(out, "%s has no unit ", name);
		add_unit(end, out);
		break;
	case CABLING_NO_PORT:
		strbuf_addf(out, "%s shows no cable in port %u", name,
			    end->number);
		break;
	case CABLING_MANY:
		strbuf_addf(out, "%s may be more than one port", name);
		break;
	}
	out->failed = out->failed || device.failed;
	strbuf_free(&device);
}
