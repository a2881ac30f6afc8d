/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Matches inventory and fabric once: every rule looks things up here. */
#include "policy/policy_context.h"

#include "policy/ignore.h"
#include "policy/policy_faults.h"
#include "policy/policy_partitions.h"
#include "policy/policy_waiver.h"

static void *work_array(struct policy_context *context, size_t count,
			size_t size)
{
	void *items = arena_array(context->work, count, size);

	if (!items) {
		context->failed = true;
	}
	return items;
}

bool policy_port_present(const struct subnet_port *port)
{
	if (!port || port->state == IB_PORT_DOWN) {
		return false;
	}
	return port->state != IB_PORT_UNKNOWN || port->peer ||
	       port->peer_guid || port->unassessed;
}

bool policy_port_linked(const struct subnet_port *port)
{
	return policy_port_present(port) && (port->peer || port->peer_guid);
}

bool policy_port_is_lower(const struct subnet_port *port,
			  const struct subnet_port *than)
{
	return port->node->guid != than->node->guid
		       ? port->node->guid < than->node->guid
		       : port->number < than->number;
}

bool policy_port_unlisted(const struct policy_context *context,
			  const struct subnet_port *port)
{
	const struct inventory *inventory = context->inventory;
	const struct port_note *note = policy_port_note(context, port);

	return inventory->strict_ports && policy_port_present(port) &&
	       (port->node->type == IB_NODE_CA ||
		port->node->type == IB_NODE_ROUTER) &&
	       !policy_node_note(context, port->node)->ignored &&
	       !note->explained && !note->duplicate &&
	       !inventory_find_port(inventory, port->guid) &&
	       !inventory_find_sm(inventory, port->guid);
}

enum service_state policy_state(const struct policy_context *context,
				const struct inventory_state *state)
{
	return inventory_state_at(state, context->input->now);
}

struct node_note *policy_node_note(const struct policy_context *context,
				   const struct subnet_node *node)
{
	return &context->node_notes[node - context->subnet->nodes];
}

struct port_note *policy_port_note(const struct policy_context *context,
				   const struct subnet_port *port)
{
	return &context->port_notes[policy_node_note(context, port->node)
					    ->first_port +
				    (size_t)(port - port->node->ports)];
}

struct switch_match *policy_switch_match(const struct policy_context *context,
					 uint64_t node_guid)
{
	size_t low = 0, high = context->inventory->switch_count, middle;
	uint64_t guid;

	while (low < high) {
		middle = low + (high - low) / 2;
		guid = context->switches[middle].declared->guid;
		if (guid == node_guid) {
			return &context->switches[middle];
		}
		if (guid < node_guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return NULL;
}

struct port_match *policy_port_match(const struct policy_context *context,
				     uint64_t port_guid)
{
	size_t low = 0, high = context->inventory->port_total, middle;
	uint64_t guid;

	while (low < high) {
		middle = low + (high - low) / 2;
		guid = context->ports[middle].declared->guid;
		if (guid == port_guid) {
			return &context->ports[middle];
		}
		if (guid < port_guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return NULL;
}

/* What its firmware says it is was not read, and may be what is ignored. */
static const char *why_unclear(const struct inventory *inventory,
			       const struct subnet_node *node)
{
	size_t i;

	for (i = 0; i < inventory->ignore_count && !node->vendor; i++) {
		if (inventory->ignores[i].vendor ||
		    inventory->ignores[i].device >= 0) {
			return node->unassessed;
		}
	}
	return NULL;
}

static void note_nodes(struct policy_context *context)
{
	const struct subnet *subnet = context->subnet;
	size_t i, total = 0;

	context->node_notes = work_array(context, subnet->node_count,
					 sizeof(*context->node_notes));
	if (context->failed) {
		return;
	}
	for (i = 0; i < subnet->node_count; i++) {
		context->node_notes[i].ignored =
			ignore_covers_any(context->inventory,
					  &subnet->nodes[i]);
		context->node_notes[i].unclear =
			why_unclear(context->inventory, &subnet->nodes[i]);
		context->node_notes[i].first_port = total;
		total += subnet->nodes[i].port_count;
	}
	context->port_notes =
		work_array(context, total, sizeof(*context->port_notes));
}

/* Whether two places show one GUID: both are up and no switch's port 0. */
static bool is_same_port(const struct subnet_port *a,
			 const struct subnet_port *b)
{
	return a->guid && a->guid == b->guid && policy_port_present(a) &&
	       policy_port_present(b) && a->node->type != IB_NODE_SWITCH &&
	       b->node->type != IB_NODE_SWITCH;
}

static void note_duplicates(struct policy_context *context)
{
	const struct subnet *subnet = context->subnet;
	struct subnet_port *port, *before;
	size_t i;

	for (i = 1; i < subnet->end_port_count; i++) {
		before = subnet->end_ports[i - 1];
		port = subnet->end_ports[i];
		if (is_same_port(before, port)) {
			policy_port_note(context, before)->duplicate = true;
			policy_port_note(context, port)->duplicate = true;
		}
	}
}

static void match_switches(struct policy_context *context)
{
	const struct inventory *inventory = context->inventory;
	struct switch_match *match;
	struct subnet_node *node;
	size_t i;

	context->switches = work_array(context, inventory->switch_count,
				       sizeof(*context->switches));
	if (context->failed) {
		return;
	}
	for (i = 0; i < inventory->switch_count; i++) {
		match = &context->switches[i];
		match->declared = inventory->switches_by_guid[i];
		node = subnet_find_node(context->subnet, match->declared->guid);
		if (node && node->type == IB_NODE_SWITCH) {
			match->node = node;
			policy_node_note(context, node)->sw = match;
		}
	}
}

/* The switch or host port that a declared cable's end names. */
static void resolve_side(struct policy_context *context,
			 const struct cable_end *end, struct cable_side *side)
{
	*side = (struct cable_side){.number = end->number};
	if (end->sw) {
		side->sw = policy_switch_match(context, end->sw->guid);
		if (side->sw && side->sw->node) {
			side->port =
				subnet_node_port(side->sw->node, end->number);
		}
	} else if (end->port) {
		side->match = policy_port_match(context, end->port->guid);
		if (side->match) {
			side->port = side->match->port;
		}
	}
}

static const struct subnet_port *declared_facing(struct policy_context *context,
						 struct port_match *match)
{
	struct cable_side side;

	resolve_side(context, &match->declared->peer, &side);
	return side.port;
}

/* Of the places that show this GUID (more than one only in foreign files):
 * the one that is cabled as declared, else the first that is up. */
static const struct subnet_port *choose_place(const struct port_match *match,
					      struct subnet_port **places,
					      size_t count)
{
	const struct subnet_port *chosen = NULL;
	size_t i;

	for (i = 0; i < count; i++) {
		if (!policy_port_present(places[i]) ||
		    places[i]->node->type == IB_NODE_SWITCH) {
			continue;
		}
		if (!chosen ||
		    (match->facing && places[i]->peer == match->facing)) {
			chosen = places[i];
		}
	}
	return chosen;
}

/* Both lists ascend by GUID: one walk over both. */
static void find_places(struct policy_context *context)
{
	struct subnet_port **places = context->subnet->end_ports;
	size_t count = context->subnet->end_port_count, i, first = 0, past;
	struct port_match *match;
	uint64_t guid;

	for (i = 0; i < context->inventory->port_total; i++) {
		match = &context->ports[i];
		guid = match->declared->guid;
		while (first < count && places[first]->guid < guid) {
			first++;
		}
		past = first;
		while (past < count && places[past]->guid == guid) {
			past++;
		}
		match->facing = declared_facing(context, match);
		match->port = choose_place(match, places + first, past - first);
		if (match->port) {
			policy_port_note(context, match->port)->match = match;
		}
	}
}

static void match_ports(struct policy_context *context)
{
	const struct inventory *inventory = context->inventory;
	size_t i;

	context->ports = work_array(context, inventory->port_total,
				    sizeof(*context->ports));
	if (context->failed) {
		return;
	}
	for (i = 0; i < inventory->port_total; i++) {
		context->ports[i].declared = inventory->ports_by_guid[i];
	}
	find_places(context);
	/* Back to back: the facing port may have been found later. */
	for (i = 0; i < inventory->port_total; i++) {
		context->ports[i].facing =
			declared_facing(context, &context->ports[i]);
	}
}

static void note_cable(struct policy_context *context, struct cable *cable)
{
	struct port_note *note;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		if (cable->sides[i].port) {
			note = policy_port_note(context, cable->sides[i].port);
			note->cable = cable;
			note->side = i;
		}
		if (cable->sides[i].match) {
			cable->sides[i].match->cable = cable;
		}
	}
}

static void match_cables(struct policy_context *context)
{
	const struct inventory *inventory = context->inventory;
	struct port_match *match;
	struct cable *cable;
	size_t i;

	context->cables =
		work_array(context,
			   inventory->link_count + inventory->port_total,
			   sizeof(*context->cables));
	if (context->failed) {
		return;
	}
	for (i = 0; i < inventory->link_count; i++) {
		cable = &context->cables[context->cable_count++];
		cable->link = &inventory->links[i];
		resolve_side(context, &cable->link->ends[0], &cable->sides[0]);
		resolve_side(context, &cable->link->ends[1], &cable->sides[1]);
		note_cable(context, cable);
	}
	for (i = 0; i < inventory->port_total; i++) {
		match = &context->ports[i];
		if (!match->port || match->cable) {
			continue;
		}
		cable = &context->cables[context->cable_count++];
		cable->sides[0].match = match;
		cable->sides[0].port = match->port;
		resolve_side(context, &match->declared->peer, &cable->sides[1]);
		note_cable(context, cable);
	}
}

/* Both lists ascend by GUID: one walk over both. */
static void match_sms(struct policy_context *context)
{
	const struct inventory_sm *declared = context->inventory->sms;
	const struct inventory_sm *declared_end =
		declared + context->inventory->sm_count;
	const struct subnet_sm *sm = context->subnet->sms;
	const struct subnet_sm *sm_end = sm + context->subnet->sm_count;
	struct sm_match *match;
	uint64_t guid;

	context->sms = work_array(context,
				  (size_t)(declared_end - declared) +
					  (size_t)(sm_end - sm),
				  sizeof(*context->sms));
	while (!context->failed && (declared < declared_end || sm < sm_end)) {
		match = &context->sms[context->sm_count++];
		if (sm == sm_end || (declared < declared_end &&
				     declared->guid <= sm->port_guid)) {
			match->declared = declared++;
			guid = match->declared->guid;
		} else {
			guid = sm->port_guid;
		}
		for (; sm < sm_end && sm->port_guid == guid; sm++) {
			match->sm = sm;
		}
	}
}

void policy_context_fill(struct policy_context *context)
{
	static void (*const steps[])(struct policy_context *) = {
		note_nodes,
		note_duplicates,
		match_switches,
		match_ports,
		match_cables,
		match_sms,
		policy_faults_silence,
		policy_faults_switches,
		policy_faults_ports,
		policy_faults_cables,
		policy_partitions_find_fallback,
		policy_waivers_sort,
	};
	size_t i;

	for (i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		if (!context->failed) {
			steps[i](context);
		}
	}
}
