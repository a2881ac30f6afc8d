/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Hosts, switches and links of a draft, in the order they are written. */
#include "policy/init_draft.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Names as people count: n2 before n10. */
static int compare_names(const char *a, const char *b)
{
	int order = strverscmp(a, b);

	return order ? order : strcmp(a, b);
}

static int compare_nodes(const void *left, const void *right)
{
	const struct init_node *a = *(struct init_node *const *)left;
	const struct init_node *b = *(struct init_node *const *)right;
	int order = compare_names(a->name, b->name);

	if (!order && a->device && b->device) {
		order = compare_names(a->device, b->device);
	}
	return order;
}

static const char *const storage_words[] = {
	"nas", "nfs", "oss",    "ost",  "mds",    "mdt",  "mgs",
	"nsd", "ddn", "lustre", "gpfs", "beegfs", "weka", "ceph",
};

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* What a host's name suggests: only a role's name comes of it. */
static enum init_kind host_kind(const struct init_node *node)
{
	const char *word = node->name;
	size_t length, i;

	if (node->node->type == IB_NODE_ROUTER) {
		return INIT_ROUTERS;
	}
	while (*word) {
		for (length = 0; is_letter(word[length]); length++) {
		}
		for (i = 0; i < sizeof(storage_words) / sizeof(char *); i++) {
			if (length == strlen(storage_words[i]) &&
			    !strncasecmp(word, storage_words[i], length)) {
				return INIT_STORAGE;
			}
		}
		if (length >= 4 && !strncasecmp(word, "stor", 4)) {
			return INIT_STORAGE;
		}
		word += length ? length : 1;
	}
	return INIT_HOSTS;
}

static size_t listed_ports(const struct init_draft *draft,
			   const struct subnet_node *node)
{
	size_t count = 0, i;

	for (i = 0; i < node->port_count; i++) {
		count += init_port_listed(draft, &node->ports[i]);
	}
	return count;
}

/* host_nodes[] is in order: nodes of one name stand together. */
static void make_hosts(struct init_draft *draft, size_t node_count)
{
	struct init_host *host = NULL;
	size_t i;

	for (i = 0; i < node_count; i++) {
		struct init_node *node = draft->host_nodes[i];

		if (!host || strcmp(host->name, node->name) != 0) {
			host = &draft->hosts[draft->host_count++];
			host->name = node->name;
			host->kind = host_kind(node);
			host->first = i;
		}
		host->node_count++;
		host->port_count += listed_ports(draft, node->node);
		node->host = host;
	}
}

static int draft_nodes(struct init_draft *draft)
{
	size_t count = draft->subnet->node_count, hosts = 0, i;

	draft->host_nodes =
		arena_array(draft->arena, count, sizeof(*draft->host_nodes));
	draft->switches =
		arena_array(draft->arena, count, sizeof(*draft->switches));
	draft->hosts = arena_array(draft->arena, count, sizeof(*draft->hosts));
	if (!draft->host_nodes || !draft->switches || !draft->hosts) {
		return -1;
	}
	for (i = 0; i < count; i++) {
		struct init_node *node = &draft->nodes[i];

		if (node->name && node->device) {
			draft->host_nodes[hosts++] = node;
		} else if (node->name && !node->declared) {
			draft->switches[draft->switch_count++] = node;
		}
	}
	qsort(draft->host_nodes, hosts, sizeof(struct init_node *),
	      compare_nodes);
	qsort(draft->switches, draft->switch_count, sizeof(struct init_node *),
	      compare_nodes);
	make_hosts(draft, hosts);
	return 0;
}

static bool faces_hosts(const struct subnet_node *node)
{
	size_t i;

	for (i = 0; i < node->port_count; i++) {
		const struct subnet_port *peer = node->ports[i].peer;

		if (peer && peer->node->type == IB_NODE_CA) {
			return true;
		}
	}
	return false;
}

/* From the leaf up; else by name. */
static bool is_reversed(const struct init_draft *draft,
			const struct subnet_port *a,
			const struct subnet_port *b)
{
	bool a_leaf = faces_hosts(a->node), b_leaf = faces_hosts(b->node);
	int order;

	if (a->node == b->node) {
		return a->number > b->number;
	}
	if (a_leaf != b_leaf) {
		return b_leaf;
	}
	order = compare_names(init_node_of(draft, a->node)->name,
			      init_node_of(draft, b->node)->name);
	return order > 0;
}

static void add_link(struct init_draft *draft, const struct subnet_port *port,
		     const struct subnet_port *peer)
{
	struct init_link *link = &draft->links[draft->link_count++];
	bool turn = is_reversed(draft, port, peer);

	link->from = turn ? peer : port;
	link->to = turn ? port : peer;
	link->from_name = init_node_of(draft, link->from->node)->name;
	link->to_name = init_node_of(draft, link->to->node)->name;
}

/* Each link is found at its lower end. */
static bool is_lower(const struct subnet_port *port,
		     const struct subnet_port *peer)
{
	return port->node == peer->node ? port->number <= peer->number
					: port->node->guid < peer->node->guid;
}

static size_t draft_switch_links(struct init_draft *draft,
				 const struct subnet_node *node)
{
	size_t count = 0, i;

	for (i = 0; i < node->port_count; i++) {
		const struct subnet_port *port = &node->ports[i];
		const struct subnet_port *peer = init_port_peer(draft, port);

		if (!peer || peer->node->type != IB_NODE_SWITCH ||
		    !is_lower(port, peer)) {
			continue;
		}
		count++;
		if (draft->links) {
			add_link(draft, port, peer);
		}
	}
	return count;
}

/* Links of the sheets whose lower end the source does not show. */
static size_t draft_unseen_links(struct init_draft *draft)
{
	const struct cabling_match *match = draft->options->cabling;
	size_t count = 0, i;

	for (i = 0; match && i < 2 * match->cable_count; i++) {
		const struct cabling_cable *cable = &match->cables[i / 2];
		const struct subnet_port *port = cable->places[i % 2].unseen;
		const struct subnet_port *peer =
			init_cabling_written(draft, cable, i % 2);

		if (!port || !peer || !is_lower(port, peer) ||
		    port->node->type != IB_NODE_SWITCH ||
		    peer->node->type != IB_NODE_SWITCH) {
			continue;
		}
		count++;
		if (draft->links) {
			add_link(draft, port, peer);
		}
	}
	return count;
}

static int compare_links(const void *left, const void *right)
{
	const struct init_link *a = left, *b = right;
	int order = compare_names(a->from_name, b->from_name);

	order = order ? order : compare_names(a->to_name, b->to_name);
	if (order) {
		return order;
	}
	return a->from->number < b->from->number ? -1 : 1;
}

/* Counts them, or notes them where there is room. */
static size_t each_link(struct init_draft *draft)
{
	size_t count = 0, i;

	for (i = 0; i < draft->subnet->node_count; i++) {
		const struct init_node *node = &draft->nodes[i];

		if (node->name && node->node->type == IB_NODE_SWITCH) {
			count += draft_switch_links(draft, node->node);
		}
	}
	return count + draft_unseen_links(draft);
}

static int draft_links(struct init_draft *draft)
{
	size_t count = each_link(draft);

	draft->links = arena_array(draft->arena, count, sizeof(*draft->links));
	if (!draft->links) {
		return -1;
	}
	each_link(draft);
	qsort(draft->links, count, sizeof(*draft->links), compare_links);
	return 0;
}

int init_draft_items(struct init_draft *draft)
{
	return draft_nodes(draft) || draft_links(draft) ? -1 : 0;
}
