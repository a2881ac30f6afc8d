/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A fabric's cables against a cabling sheet. */
#include "policy/policy_cabling.h"

#include "policy/node_name.h"
#include "policy/policy_cabling_parts.h"
#include "policy/policy_emit.h"
#include "policy/policy_faults.h"

static bool is_switch_port(const struct subnet_port *port)
{
	return port->node->type == IB_NODE_SWITCH;
}

static bool joined(const struct subnet_port *a, const struct subnet_port *b)
{
	return policy_port_linked(a) && b && a->peer == b && b->peer == a;
}

static const struct subnet_port *port_at(const struct sheet_cable *cable,
					 unsigned int side)
{
	return cable->cable->places[side].port;
}

struct sheet_cable *policy_cabling_of(const struct sheet *sheet,
				      const struct subnet_port *port,
				      unsigned int *side)
{
	const struct cabling_cable *cable =
		cabling_match_of(sheet->match, port, side);

	return cable ? &sheet->cables[cable - sheet->match->cables] : NULL;
}

/* The port or switch is ignored, or its absence is a finding of its own. */
static bool is_settled(struct policy_context *context,
		       const struct cabling_place *place)
{
	const struct port_match *match = NULL;
	const struct switch_match *sw = NULL;

	if (place->port) {
		match = policy_port_note(context, place->port)->match;
		if (policy_node_note(context, place->port->node)->ignored) {
			return true;
		}
	}
	if (place->declared) {
		match = policy_port_match(context, place->declared->guid);
	}
	if (place->sw) {
		sw = policy_switch_match(context, place->sw->guid);
	}
	return (match && match->fault != FAULT_NONE) ||
	       (sw && sw->fault != FAULT_NONE);
}

/* The inventory declares just this cable. */
static bool is_inventorys(struct policy_context *context,
			  const struct subnet_port *a,
			  const struct subnet_port *b)
{
	const struct cable *cable;

	if (!a || !b) {
		return false;
	}
	cable = policy_port_note(context, a)->cable;
	return cable && cable == policy_port_note(context, b)->cable;
}

/* What it leads to has a name that nobody gave it: it may be what is meant. */
static bool leads_to_unnamed(struct policy_context *context,
			     const struct subnet_port *port)
{
	const struct subnet_port *peer = port->peer;
	struct node_name name;

	if (!peer) {
		return true;
	}
	if (policy_port_note(context, peer)->match ||
	    policy_node_note(context, peer->node)->sw) {
		return false;
	}
	node_name_parse(subnet_node_text(peer->node), &name);
	return name.kind == NODE_NAME_UNSET || name.kind == NODE_NAME_NONE;
}

static const char *silence(const struct sheet_cable *cable)
{
	const struct subnet_port *port;
	const char *reason = NULL;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		port = port_at(cable, i);
		if (port && port->state == IB_PORT_DOWN) {
			return NULL;
		}
		if (port && policy_silence_behind(port)) {
			reason = policy_silence_behind(port);
		}
	}
	return reason;
}

/* Why the cable cannot be judged; NULL: it can. */
static const char *why_unknown(struct policy_context *context,
			       const struct sheet_cable *cable, bool linked)
{
	const struct cabling_place *places = cable->cable->places;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		if (places[i].found == CABLING_MANY) {
			return "a name in the cabling sheet may mean several "
			       "ports";
		}
	}
	for (i = 0; i < 2; i++) {
		if (policy_port_linked(places[i].port) && !places[!i].port &&
		    leads_to_unnamed(context, places[i].port)) {
			return "the other end has no name to compare with the "
			       "cabling sheet's";
		}
	}
	if (linked) {
		return NULL;
	}
	return context->subnet->errors ? policy_sweep_errors : silence(cable);
}

/* A host's port, else the lower one, else what is there. */
static unsigned int subject_side(const struct sheet_cable *cable)
{
	const struct subnet_port *a = port_at(cable, 0), *b = port_at(cable, 1);

	if (!a && !b) {
		return cable->cable->places[1].unseen ? 1 : 0;
	}
	if (!a || !b) {
		return a ? 0 : 1;
	}
	if (is_switch_port(a) != is_switch_port(b)) {
		return is_switch_port(a) ? 1 : 0;
	}
	return policy_port_is_lower(b, a) ? 1 : 0;
}

static void judge(struct policy_context *context, struct sheet_cable *cable)
{
	const struct cabling_place *places = cable->cable->places;
	const struct subnet_port *a = places[0].port, *b = places[1].port;
	bool linked = policy_port_linked(a) || policy_port_linked(b);

	cable->side = subject_side(cable);
	if (is_settled(context, &places[0]) ||
	    is_settled(context, &places[1]) || is_inventorys(context, a, b)) {
		cable->fault = FAULT_NOT_JUDGED;
	} else if (!joined(a, b)) {
		cable->reason = why_unknown(context, cable, linked);
		cable->fault = linked ? FAULT_PEER : FAULT_LINK_MISSING;
		if (cable->reason) {
			cable->fault = FAULT_UNKNOWN;
		}
	}
}

/* See find_exchange() in policy_faults_cables.c: the same among rows. */
static void find_exchange(struct sheet *sheet, struct sheet_cable *cable)
{
	const struct subnet_port *port, *ours, *theirs;
	struct sheet_cable *other;
	unsigned int i, side = 0;

	for (i = 0; i < 2; i++) {
		port = port_at(cable, i);
		ours = port_at(cable, !i);
		if (!policy_port_linked(port) || !port->peer || !ours) {
			continue;
		}
		other = policy_cabling_of(sheet, port->peer, &side);
		if (!other || other == cable || other->fault != FAULT_PEER) {
			continue;
		}
		theirs = port_at(other, !side);
		if (joined(port, port->peer) && joined(ours, theirs)) {
			cable->fault = other->fault = FAULT_SWAPPED;
			cable->other = other;
			other->other = cable;
			return;
		}
	}
}

static void report_all(struct sheet *sheet)
{
	static const struct {
		const char *check;
		enum fault fault;
	} rows[] = {
		{"link.missing", FAULT_LINK_MISSING},
		{"link.peer", FAULT_PEER},
		{"link.peer", FAULT_UNKNOWN},
		{"link.swapped", FAULT_SWAPPED},
	};
	struct policy_context *context = sheet->context;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (policy_wants(context, rows[i].check)) {
			policy_cabling_report(sheet, rule_find(rows[i].check),
					      rows[i].fault);
		}
	}
	if (policy_wants(context, "link.unlisted")) {
		policy_cabling_report_unlisted(sheet,
					       rule_find("link.unlisted"));
	}
}

void policy_cabling(struct policy_context *context)
{
	struct sheet sheet = {context, context->input->cabling, NULL};
	size_t i;

	if (!sheet.match || context->failed) {
		return;
	}
	sheet.cables = arena_array(context->work, sheet.match->cable_count,
				   sizeof(*sheet.cables));
	if (!sheet.cables) {
		context->failed = true;
		return;
	}
	for (i = 0; i < sheet.match->cable_count; i++) {
		sheet.cables[i].cable = &sheet.match->cables[i];
		judge(context, &sheet.cables[i]);
	}
	for (i = 0; i < sheet.match->cable_count; i++) {
		if (sheet.cables[i].fault == FAULT_PEER) {
			find_exchange(&sheet, &sheet.cables[i]);
		}
	}
	report_all(&sheet);
}
