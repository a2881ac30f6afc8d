/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which nodes, ports and cables an inventory lists, and in which order. */
#include "policy/init_draft.h"

#include "policy/inventory.h"

#include <stdlib.h>
#include <string.h>

/* Device ids from here on are switch silicon's: an adapter cannot have one,
 * so a host that only calls itself an aggregation node is not ignored. */
enum { SWITCH_SILICON = 0xc000 };

struct init_node *init_node_of(const struct init_draft *draft,
			       const struct subnet_node *node)
{
	return &draft->nodes[node - draft->subnet->nodes];
}

/* What a check takes for present: up, or of unknown state with a cable or with
 * a reason why it is unknown. */
static bool is_up(const struct subnet_port *port)
{
	return port->state == IB_PORT_UNKNOWN
		       ? port->peer || port->peer_guid || port->unassessed
		       : port->state != IB_PORT_DOWN;
}

bool init_port_new(const struct init_draft *draft,
		   const struct subnet_port *port)
{
	const struct subnet_node *node = port->node, *owner;

	if ((node->type != IB_NODE_CA && node->type != IB_NODE_ROUTER) ||
	    init_node_of(draft, node)->ignored || !port->guid || !is_up(port) ||
	    (draft->options->known &&
	     inventory_find_port(draft->options->known, port->guid))) {
		return false;
	}
	owner = subnet_find_node(draft->subnet, port->guid);
	return subnet_find_end_port(draft->subnet, port->guid) == port &&
	       !(owner && owner->type == IB_NODE_SWITCH);
}

bool init_port_listed(const struct init_draft *draft,
		      const struct subnet_port *port)
{
	return init_port_new(draft, port) &&
	       !init_node_of(draft, port->node)->joins;
}

bool init_node_listed(const struct init_draft *draft,
		      const struct subnet_node *node)
{
	size_t i;

	if (node->type == IB_NODE_SWITCH) {
		return node->guid != 0 && !init_node_of(draft, node)->declared;
	}
	for (i = 0; i < node->port_count; i++) {
		if (init_port_listed(draft, &node->ports[i])) {
			return true;
		}
	}
	return false;
}

bool init_port_has_name(const struct init_draft *draft,
			const struct subnet_port *port)
{
	if (port->node->type == IB_NODE_SWITCH) {
		return init_node_of(draft, port->node)->name && port->number &&
		       port->number <= PORT_NUMBER_MAX;
	}
	return init_port_listed(draft, port);
}

const struct subnet_port *init_port_peer(const struct init_draft *draft,
					 const struct subnet_port *port)
{
	const struct subnet_port *peer = port->peer;

	if (draft->options->cabling) {
		return init_cabling_peer(draft, port);
	}
	return peer && peer != port && peer->peer == port && is_up(port) &&
			       is_up(peer) && init_port_has_name(draft, port) &&
			       init_port_has_name(draft, peer) &&
			       !init_known_takes(draft, port) &&
			       !init_known_takes(draft, peer)
		       ? peer
		       : NULL;
}

void init_add_port_name(const struct init_draft *draft,
			const struct subnet_port *port, struct strbuf *out)
{
	const struct init_node *node = init_node_of(draft, port->node);

	if (port->node->type == IB_NODE_SWITCH) {
		strbuf_addf(out, "%s/%u", node->name, port->number);
	} else {
		strbuf_addf(out, "%s/%s/%u", node->name, node->device,
			    port->number);
	}
}

static bool is_aggregation(const struct subnet_node *node)
{
	return node->type == IB_NODE_CA && node->vendor &&
	       node->device >= SWITCH_SILICON && node->description &&
	       strstr(node->description, "Aggregation Node");
}

static int compare_ids(const void *left, const void *right)
{
	const struct init_ignore *a = left, *b = right;

	if (a->vendor != b->vendor) {
		return a->vendor < b->vendor ? -1 : 1;
	}
	return (a->device > b->device) - (a->device < b->device);
}

/* The distinct ids of aggregation nodes. */
static int find_ignores(struct init_draft *draft)
{
	const struct subnet *subnet = draft->subnet;
	size_t count = 0, capacity = 0, i;
	void *items = NULL;

	for (i = 0; i < subnet->node_count; i++) {
		const struct subnet_node *node = &subnet->nodes[i];
		struct init_ignore id = {node->vendor, node->device, 0};

		if (!is_aggregation(node) || init_known_ignores(draft, node) ||
		    (count &&
		     bsearch(&id, items, count, sizeof(id), compare_ids))) {
			continue;
		}
		if (arena_grow(draft->arena, &items, count, &capacity,
			       sizeof(id))) {
			return -1;
		}
		((struct init_ignore *)items)[count++] = id;
		qsort(items, count, sizeof(id), compare_ids);
	}
	draft->ignores = items;
	draft->ignore_count = count;
	return 0;
}

/* By id alone, as the inventory will have it. */
static void mark_ignored(struct init_draft *draft)
{
	size_t i;

	for (i = 0; i < draft->subnet->node_count; i++) {
		const struct subnet_node *node = &draft->subnet->nodes[i];
		struct init_ignore id = {node->vendor, node->device, 0}, *found;

		found = draft->ignore_count ? bsearch(&id, draft->ignores,
						      draft->ignore_count,
						      sizeof(id), compare_ids)
					    : NULL;
		draft->nodes[i].ignored =
			found || init_known_ignores(draft, node);
		if (found) {
			found->count++;
		}
	}
}

int init_draft_ignores(struct init_draft *draft)
{
	if (find_ignores(draft)) {
		return -1;
	}
	mark_ignored(draft);
	return 0;
}
