/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The one fault of each declared cable, and how its values differ. */
#include "policy/policy_faults.h"

static bool is_declared(const struct cable_side *side)
{
	return side->sw || side->match;
}

static bool joined(const struct subnet_port *a, const struct subnet_port *b)
{
	return policy_port_linked(a) && b && a->peer == b && b->peer == a;
}

/* To a port that the source does not hold, but where it should. */
static bool leads_as_declared(const struct cable_side *from,
			      const struct cable_side *to)
{
	return policy_port_linked(from->port) && !to->port && to->sw &&
	       to->sw->node && from->port->peer_guid == to->sw->node->guid &&
	       from->port->peer_number == to->number;
}

static bool is_ignored(const struct policy_context *context,
		       const struct cable *cable)
{
	const struct subnet_port *port;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		port = cable->sides[i].port;
		if (port && policy_node_note(context, port->node)->ignored) {
			return true;
		}
	}
	return false;
}

/* An end of it is another port now, which is found already. */
static bool is_replaced(const struct cable *cable)
{
	const struct port_match *match = cable->sides[1].match;

	return match && match->fault == FAULT_REPLACED;
}

/* Neither end leads anywhere: gone for certain only if an end says so, or
 * if the source saw everything. */
static void unlinked_fault(struct policy_context *context, struct cable *cable)
{
	const struct subnet_port *port;
	const char *silence;
	bool down = false;
	unsigned int i;

	cable->fault = FAULT_LINK_MISSING;
	for (i = 0; i < 2; i++) {
		port = cable->sides[i].port;
		down = down || (port && port->state == IB_PORT_DOWN);
		silence = cable->sides[i].sw
				  ? policy_silence_at(cable->sides[i].sw,
						      cable->sides[i].number)
				  : policy_silence_behind(port);
		cable->reason = silence ? silence : cable->reason;
	}
	if (context->subnet->errors) {
		cable->reason = policy_sweep_errors;
	}
	if (cable->link &&
	    policy_state(context, cable->link->state) == STATE_PLANNED) {
		cable->fault = FAULT_NOT_JUDGED;
	} else if (cable->reason && !down) {
		cable->fault = FAULT_UNKNOWN;
	}
}

static bool is_unsettled(const struct subnet_port *port)
{
	return port && (port->state == IB_PORT_INITIALIZE ||
			port->state == IB_PORT_ARMED);
}

/* That end is a switch that is not there. Where it may be, unseen, a link
 * that is down is a fact still. */
static void absent_switch_fault(struct policy_context *context,
				struct cable *cable, unsigned int side)
{
	struct switch_match *sw = cable->sides[side].sw;
	const struct subnet_port *other = cable->sides[!side].port;

	cable->fault = sw->fault;
	cable->gone = sw;
	cable->reason = sw->reason;
	if (sw->fault == FAULT_UNKNOWN && !context->subnet->errors && other &&
	    other->state == IB_PORT_DOWN) {
		unlinked_fault(context, cable);
	}
}

static void cable_fault(struct policy_context *context, struct cable *cable)
{
	struct cable_side *sides = cable->sides;
	unsigned int i;

	for (i = 0; i < 2 && cable->link; i++) {
		if (sides[i].sw && !sides[i].sw->node) {
			absent_switch_fault(context, cable, i);
			return;
		}
	}
	if (is_ignored(context, cable) || is_replaced(cable)) {
		cable->fault = FAULT_NOT_JUDGED;
	} else if (leads_as_declared(&sides[0], &sides[1]) ||
		   leads_as_declared(&sides[1], &sides[0])) {
		cable->fault = FAULT_UNKNOWN;
		cable->reason = "the other end of the link was not read";
	} else if (is_declared(&sides[1]) &&
		   !joined(sides[0].port, sides[1].port)) {
		if (policy_port_linked(sides[0].port) ||
		    policy_port_linked(sides[1].port)) {
			cable->fault = FAULT_PEER;
		} else {
			unlinked_fault(context, cable);
		}
	} else if (is_unsettled(sides[0].port) ||
		   (cable->link && is_unsettled(sides[1].port))) {
		cable->fault = FAULT_STATE;
	}
}

/* A cable whose one end should be where a wrong cable of ours leads, and
 * whose other end leads to where ours should: the two were exchanged. */
static void find_exchange(struct policy_context *context, struct cable *cable)
{
	const struct subnet_port *port, *ours, *theirs;
	const struct port_note *note;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		port = cable->sides[i].port;
		ours = cable->sides[!i].port;
		if (!policy_port_linked(port) || !port->peer || !ours) {
			continue;
		}
		note = policy_port_note(context, port->peer);
		if (!note->cable || note->cable == cable ||
		    note->cable->fault != FAULT_PEER) {
			continue;
		}
		theirs = note->cable->sides[!note->side].port;
		if (joined(port, port->peer) && joined(ours, theirs)) {
			cable->fault = FAULT_SWAPPED;
			cable->other = note->cable;
			note->cable->fault = FAULT_SWAPPED;
			note->cable->other = cable;
			return;
		}
	}
}

/* What a wrong cable touches is not reported again as an unlisted one. */
static void explain(struct policy_context *context, const struct cable *cable)
{
	const struct subnet_port *port;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		port = cable->sides[i].port;
		if (port) {
			policy_port_note(context, port)->explained = true;
		}
		if (port && port->peer) {
			policy_port_note(context, port->peer)->explained = true;
		}
	}
}

static unsigned int lower_known(unsigned int a, unsigned int b)
{
	if (!a || !b) {
		return a ? a : b;
	}
	return a < b ? a : b;
}

static bool is_off(const struct policy_context *context,
		   const struct cable *cable, const char *check)
{
	const struct port_match *match = cable->sides[0].match;

	return inventory_check_for(context->inventory, check,
				   match ? match->declared : NULL, cable->link)
		       .severity == SEVERITY_NONE;
}

static void compare_values(struct policy_context *context, struct cable *cable)
{
	const struct expectation *expect = &cable->expect;
	const struct subnet_port *a = cable->sides[0].port;
	const struct subnet_port *b = a ? a->peer : NULL;

	if (!a) {
		return;
	}
	cable->speed = lower_known(a->speed, b ? b->speed : 0);
	cable->width = lower_known(a->width, b ? b->width : 0);
	cable->mtu = lower_known(a->mtu, b ? b->mtu : 0);
	if (expect->speed && cable->speed && cable->speed != expect->speed &&
	    !is_off(context, cable, "link.speed")) {
		cable->differs |= DIFFERS_SPEED;
	}
	if (expect->width && cable->width && cable->width != expect->width &&
	    !is_off(context, cable, "link.width")) {
		cable->differs |= DIFFERS_WIDTH;
	}
	if (expect->mtu && cable->mtu && cable->mtu != expect->mtu &&
	    !is_off(context, cable, "link.mtu")) {
		cable->differs |= DIFFERS_MTU;
	}
}

static void judge_cable(struct policy_context *context, struct cable *cable)
{
	if (cable->fault == FAULT_PEER || cable->fault == FAULT_SWAPPED) {
		explain(context, cable);
	}
	if (cable->link) {
		inventory_expect_link(cable->link, &cable->expect);
	} else {
		inventory_expect_port(cable->sides[0].match->declared,
				      &cable->expect);
	}
	if (cable->fault == FAULT_NONE) {
		compare_values(context, cable);
	}
	if (cable->fault != FAULT_NOT_JUDGED && cable->fault != FAULT_UNKNOWN) {
		context->ports_judged +=
			cable->link ? 2 : (cable->sides[1].sw != NULL);
	}
}

void policy_faults_cables(struct policy_context *context)
{
	size_t i;

	for (i = 0; i < context->cable_count; i++) {
		cable_fault(context, &context->cables[i]);
	}
	for (i = 0; i < context->cable_count; i++) {
		if (context->cables[i].fault == FAULT_PEER) {
			find_exchange(context, &context->cables[i]);
		}
	}
	for (i = 0; i < context->cable_count; i++) {
		judge_cable(context, &context->cables[i]);
	}
}
