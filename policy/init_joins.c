/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Further ports of hosts that are declared already: said, not declared. A host
 * stands in one place, which is a person's to edit; a second one of another
 * name would be a lie. */
#include "policy/init_draft.h"
#include "policy/inventory.h"
#include "policy/node_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The declared port whose label starts with "DEVICE/" and whose number this
 * is; 0: any number. */
static const struct inventory_port *labelled(const struct inventory_host *host,
					     const char *device,
					     unsigned int number, size_t *next)
{
	size_t length = strlen(device);
	char label[2 * INIT_NAME_MAX];

	snprintf(label, sizeof(label), "%s/%u", device, number);
	for (; *next < host->port_count; ++*next) {
		const struct inventory_port *port = &host->ports[*next];

		if (number ? !strcmp(port->label, label)
			   : !strncmp(port->label, device, length) &&
				     port->label[length] == '/') {
			++*next;
			return port;
		}
	}
	return NULL;
}

static const struct inventory_port *
declared_sibling(const struct inventory *known, const struct subnet_node *node)
{
	const struct inventory_port *port = NULL;
	size_t i;

	for (i = 0; i < node->port_count && !port; i++) {
		port = inventory_find_port(known, node->ports[i].guid);
	}
	return port;
}

/* "mlx5_0" of "mlx5_0/1" */
static const char *device_of(struct arena *arena, const char *label)
{
	const char *slash = strrchr(label, '/');

	return arena_strndup(arena, label,
			     slash ? (size_t)(slash - label) : strlen(label));
}

static const struct inventory_host *host_called(const struct inventory *known,
						const char *name)
{
	size_t i;

	for (i = 0; i < known->host_count; i++) {
		if (node_name_same_host(name, known->hosts[i].name)) {
			return &known->hosts[i];
		}
	}
	return NULL;
}

/* Another adapter of that host has this device, and is there: whoever calls
 * itself the same is another machine. */
static bool is_taken(const struct init_draft *draft,
		     const struct inventory_host *host, const char *device)
{
	const struct inventory_port *port;
	size_t next = 0;

	while ((port = labelled(host, device, 0, &next))) {
		if (subnet_find_end_port(draft->subnet, port->guid)) {
			return true;
		}
	}
	return false;
}

static int join_by_name(struct init_draft *draft, struct init_node *node)
{
	const struct inventory_host *host;
	struct node_name name;
	const char *device;

	node_name_parse(subnet_node_text(node->node), &name);
	host = name.kind == NODE_NAME_HOST
		       ? host_called(draft->options->known, name.host)
		       : NULL;
	if (!host) {
		return 0;
	}
	device = init_valid_name(draft->arena,
				 *name.device ? name.device : "hca");
	if (!device) {
		return -1;
	}
	if (*device && !is_taken(draft, host, device)) {
		node->joins = host;
		node->joins_by_name = true;
		node->device = device;
	}
	return 0;
}

static int join(struct init_draft *draft, struct init_node *node)
{
	const struct inventory_port *sibling =
		declared_sibling(draft->options->known, node->node);

	if (!sibling) {
		return join_by_name(draft, node);
	}
	node->device = device_of(draft->arena, sibling->label);
	node->joins = sibling->host;
	return node->device ? 0 : -1;
}

int init_draft_joins(struct init_draft *draft)
{
	size_t i;

	for (i = 0; draft->options->known && i < draft->subnet->node_count;
	     i++) {
		struct init_node *node = &draft->nodes[i];

		if (node->node->type != IB_NODE_SWITCH &&
		    init_node_listed(draft, node->node) && join(draft, node)) {
			return -1;
		}
	}
	return 0;
}

/* --- What is said ---------------------------------------------------------- */

static const struct subnet_port *switch_behind(const struct init_draft *draft,
					       const struct subnet_port *port)
{
	const struct subnet_port *peer = port->peer;

	return peer && peer->peer == port &&
			       peer->node->type == IB_NODE_SWITCH &&
			       init_port_has_name(draft, peer) &&
			       !init_known_takes(draft, peer)
		       ? peer
		       : NULL;
}

/* ", in place of 0x..., which is gone" */
static void add_replaced(const struct init_draft *draft,
			 const struct init_node *node, unsigned int number,
			 struct strbuf *out)
{
	size_t next = 0;
	const struct inventory_port *port =
		labelled(node->joins, node->device, number, &next);

	if (port) {
		strbuf_addf(out, ", in place of 0x%016" PRIx64 "%s", port->guid,
			    subnet_find_end_port(draft->subnet, port->guid)
				    ? ""
				    : ", which is gone");
	}
}

static void write_port(const struct init_draft *draft,
		       const struct init_node *node,
		       const struct subnet_port *port, struct strbuf *out)
{
	const struct subnet_port *peer = switch_behind(draft, port);

	strbuf_addf(out, "#     %s/%u: {guid: 0x%016" PRIx64, node->device,
		    port->number, port->guid);
	if (peer) {
		strbuf_addstr(out, ", peer: ");
		init_add_port_name(draft, peer, out);
	}
	init_known_add_grants(draft, port, out);
	strbuf_addf(out, "}  # observed %s", draft->date);
	add_replaced(draft, node, port->number, out);
	strbuf_addstr(out, node->joins_by_name ? ", by its NodeDescription\n"
					       : ", the same adapter\n");
}

static void write_node(const struct init_draft *draft,
		       const struct init_node *node, struct strbuf *out)
{
	struct strbuf place = STRBUF_INIT;
	size_t i;

	diag_format_pos(&place, node->joins->pos);
	strbuf_addf(out, "#   %s, ", node->joins->name);
	strbuf_add_safe(out, strbuf_text(&place), place.length);
	strbuf_addch(out, '\n');
	out->failed = out->failed || place.failed;
	strbuf_free(&place);
	for (i = 0; i < node->node->port_count; i++) {
		const struct subnet_port *port = &node->node->ports[i];

		if (init_port_new(draft, port)) {
			write_port(draft, node, port, out);
		}
	}
}

void init_write_joins(const struct init_draft *draft, struct strbuf *out)
{
	const char *head = "\n# Further ports of hosts that are declared. A "
			   "host stands in one place: add each\n# line to its "
			   "ports: there, if it is its.\n";
	size_t i;

	for (i = 0; i < draft->subnet->node_count; i++) {
		if (draft->nodes[i].joins) {
			strbuf_addstr(out, head);
			head = "";
			write_node(draft, &draft->nodes[i], out);
		}
	}
}
