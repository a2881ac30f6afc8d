/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The one fault of each declared end port and host. */
#include "policy/policy_faults.h"

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

/* Why it may be there all the same; NULL: it is not. */
static const char *silence_towards(const struct policy_context *context,
				   const struct port_match *match,
				   const struct switch_match *sw)
{
	if (sw) {
		return policy_silence_at(sw, match->declared->peer.number);
	}
	return match->facing ? policy_silence_behind(match->facing)
			     : context->silence;
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
		match->reason = sw->reason;
		return;
	}
	if (context->subnet->errors) {
		match->fault = planned ? FAULT_NOT_JUDGED : FAULT_UNKNOWN;
		match->reason = policy_sweep_errors;
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
	} else {
		match->reason = silence_towards(context, match, sw);
		match->fault = match->reason ? FAULT_UNKNOWN : FAULT_MISSING;
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
