/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Links towards something that did not answer: what may be there, unseen. */
#include "policy/policy_faults.h"

const char *policy_silence_behind(const struct subnet_port *port)
{
	if (!port || port->state == IB_PORT_DOWN || policy_port_linked(port)) {
		return NULL;
	}
	return port->unassessed ? port->unassessed : port->node->unassessed;
}

const char *policy_silence_at(const struct switch_match *sw,
			      unsigned int number)
{
	const struct subnet_port *port;

	if (!sw || !sw->node) {
		return NULL;
	}
	port = subnet_node_port(sw->node, number);
	return port ? policy_silence_behind(port) : sw->node->unassessed;
}

/* A declared host port belongs there: it and nothing else is what does not
 * answer. Behind a switch that does not there may be anything. */
static bool is_explained(const struct policy_context *context,
			 const struct subnet_port *port)
{
	const struct switch_port_use *use =
		inventory_find_use(context->inventory, port->node->guid,
				   port->number);

	return use && use->port;
}

/* The first port of the node behind which there may be anything. */
static const char *silence_beyond(const struct policy_context *context,
				  const struct subnet_node *node)
{
	bool is_switch = node->type == IB_NODE_SWITCH;
	const struct subnet_port *port;
	size_t i;

	for (i = 0; i < node->port_count; i++) {
		port = &node->ports[i];
		if (port->unassessed && policy_silence_behind(port) &&
		    (port->number || !is_switch) &&
		    !is_explained(context, port)) {
			return port->unassessed;
		}
	}
	return is_switch && !node->port_count ? node->unassessed : NULL;
}

void policy_faults_silence(struct policy_context *context)
{
	const struct subnet *subnet = context->subnet;
	size_t i;

	for (i = 0; i < subnet->node_count && !context->silence; i++) {
		if (!context->node_notes[i].ignored) {
			context->silence =
				silence_beyond(context, &subnet->nodes[i]);
		}
	}
}
