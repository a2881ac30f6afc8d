/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the lines of a dump state -> one fabric. */
#include "policy/io/ibnetdiscover_merge.h"

#include <stdlib.h>
#include <string.h>

/* Counted, and said once with the first example. */
struct tally {
	size_t count;
	unsigned int first_line;
	uint64_t first_guid;
};

struct merge {
	struct ibnetdiscover_facts *facts;
	struct subnet *subnet;
	struct diag_list *diags;
	struct tally unlisted;  /* nodes that only a neighbour names */
	struct tally one_sided; /* links that one record leaves out */
};

static int order_u64(uint64_t left, uint64_t right)
{
	return (left > right) - (left < right);
}

/* A node's own record comes before what its neighbours say. */
static int order_origin(bool left_own, unsigned int left_line, bool right_own,
			unsigned int right_line)
{
	if (left_own != right_own) {
		return left_own ? -1 : 1;
	}
	return order_u64(left_line, right_line);
}

static int compare_node_facts(const void *left, const void *right)
{
	const struct node_fact *a = left, *b = right;
	int order = order_u64(a->guid, b->guid);

	return order ? order : order_origin(a->own, a->line, b->own, b->line);
}

static int compare_port_facts(const void *left, const void *right)
{
	const struct port_fact *a = left, *b = right;
	int order = order_u64(a->node_guid, b->node_guid);

	if (!order) {
		order = order_u64(a->number, b->number);
	}
	return order ? order : order_origin(a->own, a->line, b->own, b->line);
}

static struct source_pos at_line(const struct merge *merge, unsigned int line)
{
	return (struct source_pos){.file = merge->facts->file, .line = line};
}

static void tally(struct tally *tally, unsigned int line, uint64_t guid)
{
	if (!tally->count++ || line < tally->first_line) {
		tally->first_line = line;
		tally->first_guid = guid;
	}
}

static void warn_node_differs(struct merge *merge,
			      const struct node_fact *first,
			      const struct node_fact *other)
{
	char guid[IB_GUID_TEXT];

	diag_add(merge->diags, DIAG_WARNING, at_line(merge, other->line),
		 "two devices with one GUID, or two dumps in one file: the "
		 "earlier record counts",
		 "node %s is another one than on line %u",
		 ib_guid_format(guid, first->guid), first->line);
}

static bool same_node(const struct node_fact *a, const struct node_fact *b)
{
	return a->type == b->type && a->vendor == b->vendor &&
	       a->device == b->device && a->system_guid == b->system_guid;
}

/* The facts first..last-1 are about one node. */
static int add_node(struct merge *merge, size_t first, size_t last)
{
	const struct node_fact *fact = &merge->facts->nodes[first];
	struct subnet *subnet = merge->subnet;
	struct subnet_node *node = &subnet->nodes[subnet->node_count++];
	struct ibnetdiscover_text description = fact->description;
	size_t i;

	for (i = first + 1; i < last; i++) {
		const struct node_fact *other = &merge->facts->nodes[i];

		if (other->own ? !same_node(fact, other)
			       : other->type != fact->type) {
			warn_node_differs(merge, fact, other);
		}
		if (!description.bytes) {
			description = other->description;
		}
	}
	*node = (struct subnet_node){
		.guid = fact->guid,
		.type = fact->type,
		.system_guid = fact->system_guid,
		.vendor = fact->vendor,
		.device = fact->device,
	};
	if (!fact->own) {
		node->unassessed = "the dump has no record of this node, only "
				   "its neighbours name it";
		tally(&merge->unlisted, fact->line, fact->guid);
	}
	if (description.length > SUBNET_DESCRIPTION_MAX) {
		description.length = SUBNET_DESCRIPTION_MAX;
	}
	if (description.bytes) {
		node->description =
			arena_strndup(subnet->arena, description.bytes,
				      description.length);
		return node->description ? 0 : -1;
	}
	return 0;
}

static int add_nodes(struct merge *merge)
{
	struct ibnetdiscover_facts *facts = merge->facts;
	size_t first, last;

	merge->subnet->nodes =
		arena_array(merge->subnet->arena, facts->node_count,
			    sizeof(*merge->subnet->nodes));
	if (!merge->subnet->nodes) {
		return -1;
	}
	for (first = 0; first < facts->node_count; first = last) {
		last = first + 1;
		while (last < facts->node_count &&
		       facts->nodes[last].guid == facts->nodes[first].guid) {
			last++;
		}
		if (add_node(merge, first, last)) {
			return -1;
		}
	}
	return 0;
}

static bool same_peer(const struct port_fact *a, const struct port_fact *b)
{
	return a->peer_guid == b->peer_guid && a->peer_number == b->peer_number;
}

static void warn_peers_differ(struct merge *merge, const struct port_fact *fact,
			      const struct port_fact *other)
{
	char guid[IB_GUID_TEXT], peer[IB_GUID_TEXT], claims[IB_GUID_TEXT];

	diag_add(merge->diags, DIAG_WARNING, at_line(merge, fact->line),
		 fact->own ? "each side is taken as it is stated" : NULL,
		 "port %u of %s faces port %u of %s, but on line %u it faces "
		 "port %u of %s",
		 fact->number, ib_guid_format(guid, fact->node_guid),
		 fact->peer_number, ib_guid_format(peer, fact->peer_guid),
		 other->line, other->peer_number,
		 ib_guid_format(claims, other->peer_guid));
}

static void warn_guids_differ(struct merge *merge, const struct port_fact *fact,
			      const struct port_fact *other)
{
	char guid[IB_GUID_TEXT], claimed[IB_GUID_TEXT];

	diag_add(merge->diags, DIAG_WARNING, at_line(merge, fact->line), NULL,
		 "port GUID %s, but line %u says %s for the same port",
		 ib_guid_format(guid, fact->guid), other->line,
		 ib_guid_format(claimed, other->guid));
}

/* The facts first..last-1 are about one port. */
static void add_port(struct merge *merge, struct subnet_node *node,
		     size_t first, size_t last)
{
	const struct port_fact *fact = &merge->facts->ports[first];
	struct subnet_port *port = &node->ports[node->port_count++];
	size_t i;

	*port = (struct subnet_port){
		.number = fact->number,
		.guid = fact->guid,
		.peer_guid = fact->peer_guid,
		.peer_number = fact->peer_number,
		.lid = fact->lid,
		.speed = fact->speed,
		.width = fact->width,
	};
	if (fact->peer_guid) {
		port->phys = IB_PHYS_LINK_UP;
	}
	for (i = first + 1; i < last; i++) {
		const struct port_fact *other = &merge->facts->ports[i];

		if (!same_peer(fact, other)) {
			warn_peers_differ(merge, fact, other);
		}
		if (port->guid && other->guid && port->guid != other->guid) {
			warn_guids_differ(merge, fact, other);
		}
		port->guid = port->guid ? port->guid : other->guid;
		port->lid = port->lid ? port->lid : other->lid;
	}
	if (!fact->own && !node->unassessed) {
		port->unassessed = "the dump lists this port on the other side "
				   "only";
		tally(&merge->one_sided, fact->line, fact->node_guid);
	} else if (fact->bad_rate) {
		port->unassessed = "the dump gives no speed or width that is "
				   "known";
	}
}

static size_t end_of_node(const struct ibnetdiscover_facts *facts, size_t at)
{
	uint64_t guid = facts->ports[at].node_guid;

	while (at < facts->port_count && facts->ports[at].node_guid == guid) {
		at++;
	}
	return at;
}

static size_t end_of_port(const struct ibnetdiscover_facts *facts, size_t at,
			  size_t end)
{
	unsigned int number = facts->ports[at].number;

	while (at < end && facts->ports[at].number == number) {
		at++;
	}
	return at;
}

/* All ports of a switch share port 0's GUID. */
static void share_guid(struct subnet_node *node)
{
	size_t i;

	if (node->type != IB_NODE_SWITCH || !node->port_count ||
	    node->ports[0].number) {
		return;
	}
	for (i = 1; i < node->port_count; i++) {
		node->ports[i].guid = node->ports[0].guid;
	}
}

/* Nodes and port facts are both in the order of the node's GUID, and each
 * port fact's node has a fact of its own. */
static int add_ports(struct merge *merge)
{
	struct ibnetdiscover_facts *facts = merge->facts;
	struct subnet_node *node = merge->subnet->nodes;
	size_t at = 0, end, next;

	while (at < facts->port_count) {
		while (node->guid != facts->ports[at].node_guid) {
			node++;
		}
		end = end_of_node(facts, at);
		node->ports = arena_array(merge->subnet->arena, end - at,
					  sizeof(*node->ports));
		if (!node->ports) {
			return -1;
		}
		for (; at < end; at = next) {
			next = end_of_port(facts, at, end);
			add_port(merge, node, at, next);
		}
		share_guid(node);
	}
	return 0;
}

static void say_tallies(struct merge *merge)
{
	char guid[IB_GUID_TEXT];

	if (merge->unlisted.count) {
		diag_add(merge->diags, DIAG_WARNING,
			 at_line(merge, merge->unlisted.first_line),
			 "the dump is cut or incomplete: what is missing in it "
			 "may be in the fabric",
			 "%zu %s known from neighbours only, the first is %s",
			 merge->unlisted.count,
			 merge->unlisted.count == 1 ? "node is" : "nodes are",
			 ib_guid_format(guid, merge->unlisted.first_guid));
		merge->subnet->errors = true;
	}
	if (merge->one_sided.count) {
		diag_add(merge->diags, DIAG_WARNING,
			 at_line(merge, merge->one_sided.first_line),
			 "its speed and width on the other side are not known",
			 "%zu %s stated on one side only, the first faces %s",
			 merge->one_sided.count,
			 merge->one_sided.count == 1 ? "link is" : "links are",
			 ib_guid_format(guid, merge->one_sided.first_guid));
	}
}

/* The end of the dump may have been cut off within a number or a word. */
static void distrust_last_line(struct merge *merge)
{
	struct ibnetdiscover_facts *facts = merge->facts;
	size_t i;

	for (i = 0; i < facts->port_count; i++) {
		if (facts->ports[i].line == facts->last_line) {
			facts->ports[i].lid = 0;
			facts->ports[i].speed = IB_SPEED_UNKNOWN;
			facts->ports[i].width = IB_WIDTH_UNKNOWN;
			facts->ports[i].bad_rate = true;
		}
	}
}

int ibnetdiscover_merge(struct ibnetdiscover_facts *facts,
			struct subnet *subnet, struct diag_list *diags)
{
	struct merge merge = {.facts = facts, .subnet = subnet, .diags = diags};

	qsort(facts->nodes, facts->node_count, sizeof(*facts->nodes),
	      compare_node_facts);
	if (facts->port_count) {
		qsort(facts->ports, facts->port_count, sizeof(*facts->ports),
		      compare_port_facts);
	}
	if (add_nodes(&merge)) {
		return -1;
	}
	if (facts->last_line && merge.unlisted.count) {
		distrust_last_line(&merge);
	}
	if (add_ports(&merge)) {
		return -1;
	}
	say_tallies(&merge);
	return 0;
}
