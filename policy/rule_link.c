/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Cables: missing, cabled elsewhere, exchanged, not declared. */
#include "policy/policy_emit.h"
#include "policy/policy_subject.h"

/* Subject, peer as declared, and whose settings count. */
static void begin(struct policy_context *context, const struct cable *cable,
		  struct policy_draft *draft)
{
	struct finding *finding = &draft->finding;
	const struct cable_side *sides = cable->sides;

	*draft = (struct policy_draft){.link = cable->link};
	policy_subject_side(context, &sides[0], &finding->subject);
	if (cable->link) {
		finding->subject.kind = SUBJECT_LINK;
		finding->source = cable->link->pos;
	} else {
		draft->port = sides[0].match->declared;
		finding->source = draft->port->peer.pos;
	}
	if (sides[1].sw || sides[1].match) {
		finding->has_peer = true;
		policy_subject_side(context, &sides[1], &finding->peer);
	}
}

/* --- link.missing ------------------------------------------------------ */

static const char *down_hint(const struct cable *cable)
{
	const struct subnet_port *port;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		port = cable->sides[i].port;
		if (port && port->phys == IB_PHYS_DISABLED) {
			return "A port is Disabled: somebody switched it off; "
			       "\"ibportstate\" or the switch's console "
			       "enables it again.";
		}
	}
	return "Is the cable in at both ends? If so, reseat it, then try "
	       "another one.";
}

static int check_missing(struct policy_context *context,
			 const struct rule *rule)
{
	const struct cable *cable;
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	size_t i;

	for (i = 0; i < context->cable_count; i++) {
		cable = &context->cables[i];
		if (cable->fault != FAULT_LINK_MISSING &&
		    cable->fault != FAULT_UNKNOWN) {
			continue;
		}
		begin(context, cable, &draft);
		if (cable->fault == FAULT_UNKNOWN) {
			policy_unassessed(context, rule, draft.port, draft.link,
					  finding->subject.name, cable->reason);
			continue;
		}
		finding->expected =
			policy_text(context, "%s", finding->peer.name);
		finding->found =
			policy_cabled_to(context, cable->sides[0].port);
		finding->message =
			policy_text(context, "the link from %s to %s is down",
				    finding->subject.name, finding->peer.name);
		finding->hint = down_hint(cable);
		policy_emit(context, rule, &draft);
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_link_missing = {
	.id = "link.missing",
	.severity = SEVERITY_CRITICAL,
	.confirm_sec = 120,
	.summary = "A declared link is down or absent although both its "
		   "switches are there.",
	.causes = "The cable is out, broken or badly seated, a transceiver "
		  "died, or somebody disabled one of the ports.",
	.remedy = "Reseat the cable at both ends, then replace it. If it was "
		  "removed on purpose, remove the link from the inventory.",
	.check = check_missing,
};

/* --- link.peer --------------------------------------------------------- */

static int check_peer(struct policy_context *context, const struct rule *rule)
{
	const struct cable *cable;
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	const char *here, *there;
	size_t i;

	for (i = 0; i < context->cable_count; i++) {
		cable = &context->cables[i];
		if (cable->fault != FAULT_PEER) {
			continue;
		}
		begin(context, cable, &draft);
		here = policy_cabled_to(context, cable->sides[0].port);
		there = policy_cabled_to(context, cable->sides[1].port);
		finding->expected = finding->peer.name;
		finding->found = policy_text(context, "%s; %s leads to %s",
					     here, finding->peer.name, there);
		finding->message = policy_text(
			context,
			"%s should be cabled to %s; it leads to %s, and %s to "
			"%s",
			finding->subject.name, finding->peer.name, here,
			finding->peer.name, there);
		finding->hint = "Move the cable, or correct the inventory if "
				"the cabling is meant.";
		policy_emit(context, rule, &draft);
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_link_peer = {
	.id = "link.peer",
	.severity = SEVERITY_CRITICAL,
	.confirm_sec = 120,
	.summary = "A cable leads elsewhere than declared; both its declared "
		   "ends are shown with what they lead to.",
	.causes = "A cable was plugged into the wrong port during "
		  "maintenance, or the inventory has an error.",
	.remedy = "Move the cable to where it belongs; if it is right where "
		  "it is, correct peer: or the link in the inventory.",
	.check = check_peer,
};

/* --- link.swapped ------------------------------------------------------ */

static int check_swapped(struct policy_context *context,
			 const struct rule *rule)
{
	const struct cable *cable;
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	struct subject ends[2];
	size_t i, capacity;

	for (i = 0; i < context->cable_count; i++) {
		cable = &context->cables[i];
		if (cable->fault != FAULT_SWAPPED || cable > cable->other) {
			continue;
		}
		begin(context, cable, &draft);
		policy_subject_side(context, &cable->other->sides[0], &ends[0]);
		policy_subject_side(context, &cable->other->sides[1], &ends[1]);
		capacity = 0;
		policy_affect(context, finding, &capacity,
			      policy_text(context, "%s - %s", ends[0].name,
					  ends[1].name));
		finding->expected = finding->peer.name;
		finding->found =
			policy_cabled_to(context, cable->sides[0].port);
		finding->message = policy_text(
			context,
			"two cables are exchanged: %s leads to %s instead of "
			"%s, and %s to %s instead of %s",
			finding->subject.name, finding->found,
			finding->peer.name, ends[0].name,
			policy_cabled_to(context, cable->other->sides[0].port),
			ends[1].name);
		finding->hint =
			policy_text(context, "Exchange the plugs at %s and %s.",
				    finding->peer.name, ends[1].name);
		policy_emit(context, rule, &draft);
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_link_swapped = {
	.id = "link.swapped",
	.severity = SEVERITY_CRITICAL,
	.confirm_sec = 120,
	.summary = "Two declared cables have their ends exchanged; reported "
		   "as one.",
	.causes = "Two plugs were exchanged, usually side by side, after "
		  "maintenance on a switch or a host.",
	.remedy = "Exchange the two plugs at one side. Partitions follow the "
		  "GUID and are right; what counts the cabling (topology-aware "
		  "schedulers, rail-optimised jobs) is not.",
	.check = check_swapped,
};

/* --- link.unlisted ----------------------------------------------------- */

static bool is_switch_port(const struct subnet_port *port)
{
	return port->node->type == IB_NODE_SWITCH;
}

static bool is_unused(const struct policy_context *context,
		      const struct subnet_port *port)
{
	const struct switch_match *sw =
		policy_node_note(context, port->node)->sw;

	return sw && inventory_port_unused(sw->declared, port->number);
}

/* Another check has it already: an unlisted switch or end port, or a wrong
 * cable; or nobody is to judge it. */
static bool is_found_elsewhere(const struct policy_context *context,
			       const struct subnet_port *port)
{
	const struct node_note *node = policy_node_note(context, port->node);

	return node->ignored || policy_port_note(context, port)->explained ||
	       policy_port_unlisted(context, port) ||
	       (is_switch_port(port) && !node->sw &&
		context->inventory->strict_switches);
}

static bool is_unlisted(const struct policy_context *context,
			const struct subnet_port *port)
{
	const struct subnet_port *peer = port->peer;
	const struct port_note *note = policy_port_note(context, port);

	/* Judged once, from its lower end; a host's from the switch. */
	if (!policy_port_linked(port) || !peer || !is_switch_port(port) ||
	    (is_switch_port(peer) && peer->peer == port &&
	     policy_port_is_lower(peer, port))) {
		return false;
	}
	if (is_found_elsewhere(context, port) ||
	    is_found_elsewhere(context, peer)) {
		return false;
	}
	if (is_unused(context, port) || is_unused(context, peer)) {
		return true;
	}
	return context->inventory->strict_links && is_switch_port(peer) &&
	       (!note->cable ||
		note->cable != policy_port_note(context, peer)->cable);
}

static void report_unlisted(struct policy_context *context,
			    const struct rule *rule,
			    const struct subnet_port *port)
{
	const struct subnet_port *unused =
		is_unused(context, port) ? port : port->peer;
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;
	const struct switch_match *sw;

	policy_subject_found(context, port, &finding->subject);
	finding->subject.kind = SUBJECT_LINK;
	finding->has_peer = true;
	policy_subject_found(context, port->peer, &finding->peer);
	if (policy_node_note(context, port->node)->sw) {
		draft.names[0] = finding->subject.name;
	}
	if (policy_node_note(context, port->peer->node)->sw) {
		draft.names[1] = finding->peer.name;
	}
	sw = policy_node_note(context, unused->node)->sw;
	draft.sw = sw ? sw->declared : NULL;
	if (is_unused(context, unused)) {
		finding->source = sw->declared->unused_pos;
		finding->message = policy_text(
			context,
			"a cable leads from %s to %s, but %s is declared "
			"unused",
			finding->subject.name, finding->peer.name,
			policy_port_name(context, unused));
	} else {
		finding->message =
			policy_text(context,
				    "the link from %s to %s is not declared",
				    finding->subject.name, finding->peer.name);
	}
	finding->expected = "no cable";
	finding->found = finding->peer.name;
	finding->hint = "Declare it (links:, or a host port's peer:), or take "
			"the cable out.";
	policy_port_note(context, port)->explained = true;
	policy_port_note(context, port->peer)->explained = true;
	policy_emit(context, rule, &draft);
}

static int check_unlisted(struct policy_context *context,
			  const struct rule *rule)
{
	const struct subnet *subnet = context->subnet;
	const struct subnet_node *node;
	size_t i, k;

	for (i = 0; i < subnet->node_count; i++) {
		node = &subnet->nodes[i];
		for (k = 0; k < node->port_count; k++) {
			if (is_unlisted(context, &node->ports[k])) {
				report_unlisted(context, rule, &node->ports[k]);
			}
		}
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_link_unlisted = {
	.id = "link.unlisted",
	.severity = SEVERITY_WARNING,
	.confirm_sec = 120,
	.summary = "A link between switches is not declared, or a cable is in "
		   "a port that is declared unused.",
	.causes = "A new uplink that was not entered yet; a cable that was "
		  "parked in a free port; a loop made by mistake.",
	.remedy = "Declare the link, or take the cable out. \"strict: {links: "
		  "false}\" turns it off for switch-to-switch links; unused: "
		  "ports are always judged.",
	.check = check_unlisted,
};
