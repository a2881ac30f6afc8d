/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Peers and link ends: what each cable joins. */
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

void build_already_cabled(struct inventory_build *build, const char *text,
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
		build_already_cabled(build, other->name, port->peer.pos,
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
			if (port->peer.text) {
				resolve_end(build, &port->peer);
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

void inventory_resolve_cabling(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	size_t i;

	resolve_peers(build);
	for (i = 0; i < inventory->link_count; i++) {
		resolve_link(build, &inventory->links[i]);
	}
}
