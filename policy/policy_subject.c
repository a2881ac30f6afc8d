/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* How ports, switches, hosts and cables are named in findings. */
#include "policy/policy_subject.h"

#include "policy/policy_emit.h"
#include "policy/strbuf.h"

#include <string.h>

const char *policy_quoted(struct policy_context *context, const char *raw)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;
	size_t length;

	strbuf_addch(&text, '"');
	while (*raw) {
		length = strcspn(raw, "\"");
		strbuf_add_safe(&text, raw, length);
		raw += length;
		if (*raw) {
			strbuf_addstr(&text, "\\x22");
			raw++;
		}
	}
	strbuf_addch(&text, '"');
	if (text.failed) {
		context->failed = true;
	}
	copy = policy_text(context, "%s", strbuf_text(&text));
	strbuf_free(&text);
	return copy;
}

const char *policy_node_name(struct policy_context *context,
			     const struct subnet_node *node)
{
	const struct switch_match *sw = policy_node_note(context, node)->sw;
	char guid[IB_GUID_TEXT];

	if (sw) {
		return sw->declared->name;
	}
	if (node->name) {
		return policy_safe(context, node->name);
	}
	if (node->description && *node->description) {
		return policy_quoted(context, node->description);
	}
	return policy_text(context, "%s", ib_guid_format(guid, node->guid));
}

const char *policy_port_name(struct policy_context *context,
			     const struct subnet_port *port)
{
	const struct port_match *match = policy_port_note(context, port)->match;
	const struct inventory_sm *sm;

	if (match) {
		return match->declared->name;
	}
	if (subnet_port_is_end(port) &&
	    !policy_node_note(context, port->node)->sw) {
		sm = inventory_find_sm(context->inventory, port->guid);
		if (sm) {
			return sm->name;
		}
	}
	return policy_text(context, "%s/%u",
			   policy_node_name(context, port->node), port->number);
}

const char *policy_cabled_to(struct policy_context *context,
			     const struct subnet_port *port)
{
	const char *state, *phys;
	char guid[IB_GUID_TEXT];

	if (!port) {
		return "nothing";
	}
	if (policy_port_linked(port)) {
		return port->peer ? policy_port_name(context, port->peer)
				  : policy_text(context, "%s/%u",
						ib_guid_format(guid,
							       port->peer_guid),
						port->peer_number);
	}
	state = ib_port_state_name(port->state);
	phys = ib_phys_state_name(port->phys);
	if (!state) {
		return "nothing";
	}
	return phys ? policy_text(context, "nothing (%s, %s)", state, phys)
		    : policy_text(context, "nothing (%s)", state);
}

static void place_of_host(const struct inventory_host *host,
			  struct subject *out)
{
	out->location = host->location;
	out->labels = host->labels;
	out->label_count = host->label_count;
}

static void place_of_switch(const struct inventory_switch *sw,
			    struct subject *out)
{
	out->location = sw->location;
	out->labels = sw->labels;
	out->label_count = sw->label_count;
}

void policy_subject_port(struct policy_context *context,
			 const struct port_match *match, struct subject *out)
{
	(void)context;
	*out = (struct subject){
		.kind = SUBJECT_PORT,
		.name = match->declared->name,
		.port_guid = match->declared->guid,
		.port = -1,
	};
	if (match->port) {
		out->node_guid = match->port->node->guid;
		out->port = (int)match->port->number;
	}
	place_of_host(match->declared->host, out);
}

/* By the lowest of its GUIDs, which does not depend on what is up. */
void policy_subject_host(struct policy_context *context,
			 const struct inventory_host *host, struct subject *out)
{
	const struct port_match *match;
	size_t i;

	*out = (struct subject){
		.kind = SUBJECT_HOST,
		.name = host->name,
		.port = -1,
	};
	for (i = 0; i < host->port_count; i++) {
		if (!out->port_guid || host->ports[i].guid < out->port_guid) {
			out->port_guid = host->ports[i].guid;
		}
		match = policy_port_match(context, host->ports[i].guid);
		if (match && match->port &&
		    (!out->node_guid ||
		     match->port->node->guid < out->node_guid)) {
			out->node_guid = match->port->node->guid;
		}
	}
	place_of_host(host, out);
}

void policy_subject_switch(struct policy_context *context,
			   const struct switch_match *match,
			   struct subject *out)
{
	(void)context;
	*out = (struct subject){
		.kind = SUBJECT_SWITCH,
		.name = match->declared->name,
		.node_guid = match->declared->guid,
		.port = -1,
	};
	place_of_switch(match->declared, out);
}

void policy_subject_node(struct policy_context *context,
			 const struct subnet_node *node, struct subject *out)
{
	const struct switch_match *sw = policy_node_note(context, node)->sw;

	if (sw) {
		policy_subject_switch(context, sw, out);
		return;
	}
	*out = (struct subject){
		.kind = node->type == IB_NODE_SWITCH ? SUBJECT_SWITCH
						     : SUBJECT_HOST,
		.name = policy_node_name(context, node),
		.node_guid = node->guid,
		.port = -1,
	};
}

void policy_subject_found(struct policy_context *context,
			  const struct subnet_port *port, struct subject *out)
{
	const struct port_match *match = policy_port_note(context, port)->match;
	const struct switch_match *sw =
		policy_node_note(context, port->node)->sw;

	if (match) {
		policy_subject_port(context, match, out);
		return;
	}
	*out = (struct subject){
		.kind = SUBJECT_PORT,
		.name = policy_port_name(context, port),
		.node_guid = port->node->guid,
		.port = (int)port->number,
	};
	/* Every port of a switch bears the GUID of its port 0. */
	if (port->node->type != IB_NODE_SWITCH) {
		out->port_guid = port->guid;
	}
	if (sw) {
		place_of_switch(sw->declared, out);
	}
}

void policy_subject_side(struct policy_context *context,
			 const struct cable_side *side, struct subject *out)
{
	if (side->match) {
		policy_subject_port(context, side->match, out);
		return;
	}
	*out = (struct subject){
		.kind = SUBJECT_PORT,
		.name = policy_text(context, "%s/%u", side->sw->declared->name,
				    side->number),
		.node_guid = side->sw->declared->guid,
		.port = (int)side->number,
	};
	place_of_switch(side->sw->declared, out);
}
