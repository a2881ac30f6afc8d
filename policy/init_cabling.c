/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Cables of a draft as cabling sheets say them. */
#include "policy/init_draft.h"

#include "policy/cabling_match.h"

/* A cable that the sheets do not list and could not: a director's inside, or
 * one of a kind that they have no row for. */
static bool is_beyond(const struct cabling_match *match,
		      const struct subnet_port *a, const struct subnet_port *b)
{
	bool links = a->node->type == IB_NODE_SWITCH &&
		     b->node->type == IB_NODE_SWITCH;

	return !(links ? match->link_row : match->host_row) ||
	       cabling_is_internal(a, b);
}

/* A cable that both ends state. */
static const struct subnet_port *seen_peer(const struct subnet_port *port)
{
	const struct subnet_port *peer = port->peer;

	return peer && peer != port && peer->peer == port ? peer : NULL;
}

const struct subnet_port *
init_cabling_written(const struct init_draft *draft,
		     const struct cabling_cable *cable, unsigned int side)
{
	const struct subnet_port *port =
		cabling_place_port(&cable->places[side]);
	const struct subnet_port *peer =
		cabling_place_port(&cable->places[!side]);
	unsigned int other;

	return port && peer && port != peer &&
			       cabling_match_of(draft->options->cabling, port,
						&other) == cable &&
			       cabling_match_of(draft->options->cabling, peer,
						&other) == cable &&
			       init_port_has_name(draft, port) &&
			       init_port_has_name(draft, peer)
		       ? peer
		       : NULL;
}

const struct subnet_port *init_cabling_peer(const struct init_draft *draft,
					    const struct subnet_port *port)
{
	const struct cabling_match *match = draft->options->cabling;
	const struct subnet_port *peer = seen_peer(port);
	const struct cabling_cable *cable;
	unsigned int side, other;

	cable = cabling_match_of(match, port, &side);
	if (cable) {
		return init_cabling_written(draft, cable, side);
	}
	return peer && is_beyond(match, port, peer) &&
			       !cabling_match_of(match, peer, &other) &&
			       init_port_has_name(draft, port) &&
			       init_port_has_name(draft, peer)
		       ? peer
		       : NULL;
}

static void add_cable(const struct cabling_row *row, struct strbuf *out)
{
	strbuf_addstr(out, "#   ");
	diag_format_pos(out, row->pos);
	strbuf_addstr(out, ": ");
	cabling_add_end(&row->ends[0], out);
	strbuf_addstr(out, " - ");
	cabling_add_end(&row->ends[1], out);
}

/* Why the row is no cable of the inventory. */
static void add_reasons(const struct init_draft *draft,
			const struct cabling_cable *cable, struct strbuf *out)
{
	const char *joint = ": ";
	unsigned int i;

	for (i = 0; i < 2; i++) {
		const struct cabling_place *place = &cable->places[i];
		const struct cabling_end *end = &cable->row->ends[i];

		if (place->found != CABLING_FOUND) {
			strbuf_addstr(out, joint);
			cabling_add_reason(end, place, out);
			joint = "; ";
		} else if (!init_port_has_name(draft, place->port)) {
			strbuf_addstr(out, joint);
			cabling_add_end(end, out);
			strbuf_addstr(out, " is not up");
			joint = "; ";
		}
	}
	strbuf_addch(out, '\n');
}

static bool is_another_spelling(const struct cabling_match *match,
				const struct cabling_cable *cable)
{
	const struct subnet_port *port = cabling_place_port(&cable->places[0]);
	unsigned int side;

	return port && cabling_place_port(&cable->places[1]) &&
	       cabling_match_of(match, port, &side) != cable;
}

static void write_rows(const struct init_draft *draft, struct strbuf *out)
{
	const struct cabling_match *match = draft->options->cabling;
	bool begun = false;
	size_t i;

	for (i = 0; i < match->cable_count; i++) {
		const struct cabling_cable *cable = &match->cables[i];

		if (init_cabling_written(draft, cable, 0) ||
		    is_another_spelling(match, cable)) {
			continue;
		}
		if (!begun) {
			strbuf_addstr(out,
				      "\n# Rows of the cabling sheets that "
				      "could not be resolved, and are not "
				      "here:\n");
			begun = true;
		}
		add_cable(cable->row, out);
		add_reasons(draft, cable, out);
	}
}

/* Judged once, from the lower end, as the links are. */
static bool is_in_no_row(const struct init_draft *draft,
			 const struct subnet_port *port)
{
	const struct cabling_match *match = draft->options->cabling;
	const struct subnet_port *peer = seen_peer(port);
	unsigned int side;

	if (!peer || port > peer || is_beyond(match, port, peer) ||
	    !init_port_has_name(draft, port) ||
	    !init_port_has_name(draft, peer)) {
		return false;
	}
	return !cabling_match_of(match, port, &side) ||
	       !cabling_match_of(match, peer, &side);
}

static void write_others(const struct init_draft *draft, struct strbuf *out)
{
	const struct subnet *subnet = draft->subnet;
	bool begun = false;
	size_t i, k;

	for (i = 0; i < subnet->node_count; i++) {
		const struct subnet_node *node = &subnet->nodes[i];

		for (k = 0; k < node->port_count; k++) {
			const struct subnet_port *port = &node->ports[k];

			if (!is_in_no_row(draft, port)) {
				continue;
			}
			if (!begun) {
				strbuf_addstr(out,
					      "\n# Cables that are there and "
					      "in no row of the sheets, and "
					      "are not here:\n");
				begun = true;
			}
			strbuf_addstr(out, "#   ");
			init_add_port_name(draft, port, out);
			strbuf_addstr(out, " - ");
			init_add_port_name(draft, port->peer, out);
			strbuf_addch(out, '\n');
		}
	}
}

void init_write_cabling(const struct init_draft *draft, struct strbuf *out)
{
	if (draft->options->cabling) {
		write_rows(draft, out);
		write_others(draft, out);
	}
}
