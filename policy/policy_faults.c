/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One fault, one finding: the first that applies to each declared thing. */
#include "policy/policy_faults.h"

static const char *const sweep_errors = "the sweep ended with errors";

/* --- Switches ---------------------------------------------------------- */

static void switch_fault(struct policy_context *context,
			 struct switch_match *match)
{
	if (match->node) {
		if (policy_node_note(context, match->node)->ignored) {
			match->fault = FAULT_NOT_JUDGED;
		}
	} else if (policy_state(context, match->declared->state) ==
		   STATE_PLANNED) {
		match->fault = FAULT_NOT_JUDGED;
	} else if (context->subnet->errors) {
		match->fault = FAULT_UNKNOWN;
	} else {
		match->fault = FAULT_SWITCH_GONE;
	}
}

/* The switch at the other end of a declared link, or NULL. */
static struct switch_match *neighbour(const struct policy_context *context,
				      const struct switch_port_use *use)
{
	const struct cable_end *end;

	if (!use->link) {
		return NULL;
	}
	end = &use->link->ends[!use->link_end];
	return end->sw ? policy_switch_match(context, end->sw->guid) : NULL;
}

/* The uses of one switch: they stand side by side. */
static const struct switch_port_use *
first_use(const struct inventory *inventory, uint64_t switch_guid)
{
	size_t low = 0, high = inventory->use_count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (inventory->uses[middle].sw->guid < switch_guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return inventory->uses + low;
}

#define FOR_EACH_USE(use, inventory, sw_)                                      \
	for (use = first_use(inventory, (sw_)->guid);                          \
	     use < (inventory)->uses + (inventory)->use_count &&               \
	     use->sw == (sw_);                                                 \
	     use++)

static bool borders_on_the_living(const struct policy_context *context,
				  const struct switch_match *match)
{
	const struct switch_port_use *use;
	const struct switch_match *other;

	FOR_EACH_USE(use, context->inventory, match->declared)
	{
		other = neighbour(context, use);
		if (other && other->node) {
			return true;
		}
	}
	return false;
}

/* Spreads the cause over the gone switches that can be reached only through
 * it, breadth first. queue has room for every switch. */
static void spread(struct policy_context *context, struct switch_match **queue,
		   size_t count)
{
	const struct switch_port_use *use;
	struct switch_match *other;
	size_t next;

	for (next = 0; next < count; next++) {
		FOR_EACH_USE(use, context->inventory, queue[next]->declared)
		{
			other = neighbour(context, use);
			if (other && other->fault == FAULT_SWITCH_GONE &&
			    !other->cause) {
				other->cause = queue[next]->cause;
				queue[count++] = other;
			}
		}
	}
}

/* A switch that is gone takes those behind it along: of each group of gone
 * neighbours the ones next to the living fabric are the cause. */
static void find_causes(struct policy_context *context)
{
	size_t count = context->inventory->switch_count, found = 0, i;
	struct switch_match **queue =
		arena_array(context->work, count,
			    sizeof(struct switch_match *));
	struct switch_match *match;

	if (!queue) {
		context->failed = true;
		return;
	}
	for (i = 0; i < count; i++) {
		match = &context->switches[i];
		if (match->fault == FAULT_SWITCH_GONE &&
		    borders_on_the_living(context, match)) {
			match->cause = match;
			queue[found++] = match;
		}
	}
	spread(context, queue, found);
	for (i = 0; i < count; i++) {
		match = &context->switches[i];
		if (match->fault == FAULT_SWITCH_GONE && !match->cause) {
			match->cause = match;
			queue[0] = match;
			spread(context, queue, 1);
		}
	}
}

void policy_faults_switches(struct policy_context *context)
{
	size_t i;

	for (i = 0; i < context->inventory->switch_count; i++) {
		switch_fault(context, &context->switches[i]);
	}
	find_causes(context);
}

/* --- Ports ------------------------------------------------------------- */

/* Another end port, declared nowhere, where this one should be. */
static const struct subnet_port *
find_replacement(const struct policy_context *context,
		 const struct port_match *match)
{
	const struct subnet_port *there;

	if (!match->facing || !policy_port_linked(match->facing)) {
		return NULL;
	}
	there = match->facing->peer;
	if (!there || !subnet_port_is_end(there) ||
	    there->node->type == IB_NODE_SWITCH ||
	    policy_node_note(context, there->node)->ignored ||
	    policy_port_match(context, there->guid) ||
	    inventory_find_sm(context->inventory, there->guid)) {
		return NULL;
	}
	return there;
}

/* Why the source cannot tell what is behind a switch port; NULL: it can. */
static const char *silence_behind(const struct subnet_port *facing)
{
	if (!facing) {
		return NULL;
	}
	if (facing->node->unassessed) {
		return facing->node->unassessed;
	}
	return policy_port_present(facing) && !policy_port_linked(facing)
		       ? facing->unassessed
		       : NULL;
}

static void absent_port_fault(struct policy_context *context,
			      struct port_match *match)
{
	const struct inventory_port *declared = match->declared;
	bool planned = policy_state(context, declared->state) == STATE_PLANNED;
	struct switch_match *sw = NULL;

	if (declared->peer.sw) {
		sw = policy_switch_match(context, declared->peer.sw->guid);
	}
	if (sw && !sw->node) {
		match->fault = planned ? FAULT_NOT_JUDGED : sw->fault;
		match->gone = sw;
		match->reason = sweep_errors;
		return;
	}
	if (context->subnet->errors) {
		match->fault = planned ? FAULT_NOT_JUDGED : FAULT_UNKNOWN;
		match->reason = sweep_errors;
		return;
	}
	match->replacement = find_replacement(context, match);
	if (match->replacement) {
		match->fault = FAULT_REPLACED;
		policy_port_note(context, match->replacement)->explained = true;
		policy_port_note(context, match->replacement)->replaces = match;
		policy_port_note(context, match->facing)->explained = true;
	} else if (planned) {
		match->fault = FAULT_NOT_JUDGED;
	} else if (silence_behind(match->facing)) {
		match->fault = FAULT_UNKNOWN;
		match->reason = silence_behind(match->facing);
	} else {
		match->fault = FAULT_MISSING;
	}
}

/* Every port of the host is missing; planned ones do not count. */
static bool is_host_gone(const struct policy_context *context,
			 const struct inventory_host *host)
{
	const struct port_match *match;
	size_t i, missing = 0;

	for (i = 0; i < host->port_count; i++) {
		match = policy_port_match(context, host->ports[i].guid);
		if (!match || match->port) {
			return false;
		}
		if (match->fault == FAULT_MISSING) {
			missing++;
		} else if (match->fault != FAULT_NOT_JUDGED) {
			return false;
		}
	}
	return missing > 0;
}

static void mark_host_gone(const struct policy_context *context,
			   const struct inventory_host *host)
{
	struct port_match *match;
	size_t i;

	for (i = 0; i < host->port_count; i++) {
		match = policy_port_match(context, host->ports[i].guid);
		if (match->fault == FAULT_MISSING) {
			match->fault = FAULT_HOST_GONE;
		}
	}
}

void policy_faults_ports(struct policy_context *context)
{
	const struct inventory *inventory = context->inventory;
	struct port_match *match;
	size_t i;

	for (i = 0; i < inventory->port_total; i++) {
		match = &context->ports[i];
		if (!match->port) {
			absent_port_fault(context, match);
		} else if (policy_node_note(context, match->port->node)
				   ->ignored) {
			match->fault = FAULT_NOT_JUDGED;
		}
		if (match->fault != FAULT_NOT_JUDGED &&
		    match->fault != FAULT_UNKNOWN) {
			context->ports_judged++;
		}
	}
	for (i = 0; i < inventory->host_count; i++) {
		if (is_host_gone(context, &inventory->hosts[i])) {
			mark_host_gone(context, &inventory->hosts[i]);
		}
	}
}

/* --- Cables ------------------------------------------------------------ */

static bool is_declared(const struct cable_side *side)
{
	return side->sw || side->match;
}

static bool joined(const struct subnet_port *a, const struct subnet_port *b)
{
	return policy_port_linked(a) && b && a->peer == b && b->peer == a;
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
		silence = silence_behind(port);
		if (!port && cable->sides[i].sw && cable->sides[i].sw->node) {
			silence = cable->sides[i].sw->node->unassessed;
		}
		cable->reason = silence ? silence : cable->reason;
	}
	if (context->subnet->errors) {
		cable->reason = sweep_errors;
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

static void cable_fault(struct policy_context *context, struct cable *cable)
{
	struct cable_side *sides = cable->sides;
	unsigned int i;

	for (i = 0; i < 2 && cable->link; i++) {
		if (sides[i].sw && !sides[i].sw->node) {
			cable->fault = sides[i].sw->fault;
			cable->gone = sides[i].sw;
			cable->reason = sweep_errors;
			return;
		}
	}
	if (is_ignored(context, cable) || is_replaced(cable)) {
		cable->fault = FAULT_NOT_JUDGED;
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
