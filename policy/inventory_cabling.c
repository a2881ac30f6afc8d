/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Peers and link ends: what each cable joins, who uses which switch port. */
#include "policy/inventory_build.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_LIMIT = 63 };

/* "leaf01/1" or "gpu001/mlx5_0/1". False, and a diagnostic, when it names
 * nothing. */
static bool resolve_end(struct inventory_build *build, struct cable_end *end)
{
	const char *slash = strchr(end->text, '/');
	char name[NAME_LIMIT + 1];
	struct inventory_host *host;
	size_t length = slash ? (size_t)(slash - end->text) : 0;

	if (!slash || length == 0 || length > NAME_LIMIT) {
		diag_add(build->diags, DIAG_ERROR, end->pos,
			 "write SWITCH/PORT, as in \"leaf01/1\"",
			 "%s does not name a port",
			 diag_quote(build->diags, end->text));
		return false;
	}
	memcpy(name, end->text, length);
	name[length] = '\0';
	end->sw = inventory_switch_named(build->inventory, name);
	if (end->sw &&
	    (!build_port_number(slash + 1, &end->number) || end->number == 0)) {
		diag_add(build->diags, DIAG_ERROR, end->pos,
			 "ports of a switch are numbered from 1 to 254",
			 "%s is no port of switch %s",
			 diag_quote(build->diags, slash + 1),
			 diag_quote(build->diags, name));
		end->sw = NULL;
		return false;
	}
	if (end->sw) {
		return true;
	}
	host = inventory_host_named(build->inventory, name);
	if (!host) {
		build_unknown_name(build, end->pos, name, 0);
		return false;
	}
	end->port = inventory_port_labelled(host, slash + 1);
	if (!end->port) {
		build_unknown_label(build, end->pos, host, slash + 1, 0);
	}
	return end->port != NULL;
}

static struct source_pos use_pos(const struct switch_port_use *use)
{
	return use->port ? use->port->peer.pos
			 : use->link->ends[use->link_end].pos;
}

static int compare_uses(const void *left, const void *right)
{
	const struct switch_port_use *a = left, *b = right;

	if (a->sw->guid != b->sw->guid) {
		return a->sw->guid < b->sw->guid ? -1 : 1;
	}
	if (a->sw != b->sw) {
		return strcmp(a->sw->name, b->sw->name);
	}
	if (a->number != b->number) {
		return a->number < b->number ? -1 : 1;
	}
	return source_pos_compare(use_pos(a), use_pos(b));
}

/* By the lower (node GUID, port number). */
static int compare_ends(const struct cable_end *a, const struct cable_end *b)
{
	uint64_t a_guid = a->sw ? a->sw->guid : 0;
	uint64_t b_guid = b->sw ? b->sw->guid : 0;

	if (a_guid != b_guid) {
		return a_guid < b_guid ? -1 : 1;
	}
	return (a->number > b->number) - (a->number < b->number);
}

static int compare_links(const void *left, const void *right)
{
	const struct inventory_link *a = left, *b = right;
	int order = compare_ends(&a->ends[0], &b->ends[0]);

	return order ? order : source_pos_compare(a->pos, b->pos);
}

static void resolve_link(struct inventory_build *build,
			 struct inventory_link *link)
{
	struct cable_end swapped;
	size_t i;

	for (i = 0; i < 2; i++) {
		struct cable_end *end = &link->ends[i];

		if (resolve_end(build, end) && end->port) {
			diag_add(build->diags, DIAG_ERROR, end->pos,
				 "say it at the host's port: peer: SWITCH/PORT",
				 "links join switches, and %s is a host's port",
				 diag_quote(build->diags, end->text));
		}
	}
	if (link->ends[0].sw && link->ends[0].sw == link->ends[1].sw &&
	    link->ends[0].number == link->ends[1].number) {
		diag_add(build->diags, DIAG_ERROR, link->ends[1].pos, NULL,
			 "both ends of the link are %s",
			 diag_quote(build->diags, link->ends[1].text));
		link->ends[1].sw = NULL;
	}
	if (compare_ends(&link->ends[0], &link->ends[1]) > 0) {
		swapped = link->ends[0];
		link->ends[0] = link->ends[1];
		link->ends[1] = swapped;
	}
}

static void already_cabled(struct inventory_build *build, const char *text,
			   struct source_pos pos, struct source_pos first)
{
	diag_add(build->diags, DIAG_ERROR, pos,
		 "a port takes one cable: correct one of them",
		 "port %s is already used, at %s",
		 diag_quote(build->diags, text),
		 diag_place(build->diags, first));
}

/* Two hosts back to back: one side is enough, both must agree. */
static void join_hosts(struct inventory_build *build,
		       struct inventory_port *port)
{
	struct inventory_port *other = port->peer.port;

	if (other == port) {
		diag_add(build->diags, DIAG_ERROR, port->peer.pos, NULL,
			 "port %s is its own peer",
			 diag_quote(build->diags, port->name));
	} else if (!other->peer.text) {
		other->peer = (struct cable_end){
			.text = port->name,
			.pos = port->peer.pos,
			.port = port,
		};
	} else if (other->peer.port != port) {
		already_cabled(build, other->name, port->peer.pos,
			       other->peer.pos);
	}
}

static void resolve_peers(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	struct inventory_port *port;
	size_t i, j;

	for (i = 0; i < inventory->host_count; i++) {
		for (j = 0; j < inventory->hosts[i].port_count; j++) {
			port = &inventory->hosts[i].ports[j];
			if (port->peer.text &&
			    resolve_end(build, &port->peer) && port->peer.sw) {
				inventory->use_count++;
			}
		}
	}
	for (i = 0; i < inventory->host_count; i++) {
		for (j = 0; j < inventory->hosts[i].port_count; j++) {
			port = &inventory->hosts[i].ports[j];
			if (port->peer.port) {
				join_hosts(build, port);
			}
		}
	}
}

static void collect_uses(struct inventory *inventory)
{
	struct switch_port_use *use = inventory->uses;
	size_t i, j;

	for (i = 0; i < inventory->host_count; i++) {
		for (j = 0; j < inventory->hosts[i].port_count; j++) {
			struct inventory_port *port =
				&inventory->hosts[i].ports[j];

			if (port->peer.sw) {
				*use++ = (struct switch_port_use){
					.sw = port->peer.sw,
					.number = port->peer.number,
					.port = port,
				};
			}
		}
	}
	for (i = 0; i < inventory->link_count; i++) {
		struct inventory_link *link = &inventory->links[i];

		for (j = 0; j < 2; j++) {
			if (link->ends[j].sw) {
				*use++ = (struct switch_port_use){
					.sw = link->ends[j].sw,
					.number = link->ends[j].number,
					.link = link,
					.link_end = (unsigned int)j,
				};
			}
		}
	}
}

static void check_uses(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	const char *text;
	size_t i;

	for (i = 0; i < inventory->use_count; i++) {
		struct switch_port_use *use = &inventory->uses[i];

		text = use->port ? use->port->peer.text
				 : use->link->ends[use->link_end].text;
		if (i && use[-1].sw == use->sw &&
		    use[-1].number == use->number) {
			already_cabled(build, text, use_pos(use),
				       use_pos(&use[-1]));
		} else if (inventory_port_unused(use->sw, use->number)) {
			diag_add(build->diags, DIAG_ERROR, use_pos(use),
				 "take it out of one of the two",
				 "port %s is cabled here and listed as unused, "
				 "at %s",
				 diag_quote(build->diags, text),
				 diag_place(build->diags, use->sw->unused_pos));
		}
	}
}

void inventory_resolve_cabling(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	size_t i;

	inventory->use_count = 0;
	resolve_peers(build);
	for (i = 0; i < inventory->link_count; i++) {
		resolve_link(build, &inventory->links[i]);
		inventory->use_count += inventory->links[i].ends[0].sw != NULL;
		inventory->use_count += inventory->links[i].ends[1].sw != NULL;
	}
	if (inventory->link_count > 1) {
		qsort(inventory->links, inventory->link_count,
		      sizeof(*inventory->links), compare_links);
	}
	inventory->uses = build_array(build, inventory->use_count,
				      sizeof(*inventory->uses));
	if (build->failed) {
		return;
	}
	collect_uses(inventory);
	if (inventory->use_count > 1) {
		qsort(inventory->uses, inventory->use_count,
		      sizeof(*inventory->uses), compare_uses);
	}
	check_uses(build);
}
