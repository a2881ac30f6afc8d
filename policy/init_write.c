/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The sections of a drafted inventory: roles, hosts, switches, links. */
#include "policy/init_draft.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void init_end_line(const struct init_draft *draft, const char *note,
		   struct strbuf *out)
{
	strbuf_addf(out, "  # observed %s%s%s\n", draft->date, note ? ", " : "",
		    note ? note : "");
}

static bool is_plain(const char *name)
{
	static const char *const words[] = {"y",  "n",   "yes",  "no",   "true",
					    "on", "off", "null", "false"};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcasecmp(name, words[i])) {
			return false;
		}
	}
	return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX"
			    "YZ0123456789._/-") == strlen(name) &&
	       (name[0] < '0' || name[0] > '9' || !strncmp(name, "0x", 2));
}

void init_add_scalar(struct strbuf *out, const char *name)
{
	if (is_plain(name)) {
		strbuf_addstr(out, name);
	} else {
		init_add_text(out, name);
	}
}

void init_add_text(struct strbuf *out, const char *text)
{
	strbuf_addch(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\') {
			strbuf_addch(out, '\\');
		}
		strbuf_addch(out, *text);
	}
	strbuf_addch(out, '"');
}

/* What a changed name was made from; nothing for an empty description. */
static void add_description(const struct init_node *node, const char *before,
			    const char *after, struct strbuf *out)
{
	const char *text = node->node->description;
	size_t length = text && node->renamed ? strlen(text) : 0;
	struct strbuf safe = STRBUF_INIT;

	while (length && text[length - 1] == ' ') {
		length--;
	}
	if (!length) {
		return;
	}
	strbuf_add_safe(&safe, text, length);
	strbuf_addf(out, "%slabels: {description: ", before);
	init_add_text(out, strbuf_text(&safe));
	strbuf_addf(out, "}%s", after);
	out->failed = out->failed || safe.failed;
	strbuf_free(&safe);
}

void init_write_roles(const struct init_draft *draft, struct strbuf *out)
{
	const char *key = "\nroles:\n";
	size_t i;

	for (i = 0; i < draft->role_count; i++) {
		const struct init_role *role = &draft->roles[i];
		const char *comma = "";
		char note[48];

		if (role->declared) {
			continue;
		}
		strbuf_addstr(out, key);
		key = "";
		strbuf_addf(out, "  %s: {", role->name);
		if (role->speed) {
			strbuf_addf(out, "speed: %s",
				    ib_speed_name(role->speed));
			comma = ", ";
		}
		if (role->width) {
			strbuf_addf(out, "%swidth: %s", comma,
				    ib_width_name(role->width));
			comma = ", ";
		}
		if (role->mtu) {
			strbuf_addf(out, "%smtu: %u", comma, role->mtu);
		}
		strbuf_addch(out, '}');
		snprintf(note, sizeof(note), "%zu %s%s", role->count,
			 role->kind == INIT_UPLINKS ? "link" : "port",
			 role->count == 1 ? "" : "s");
		init_end_line(draft, note, out);
	}
}

static void add_port(const struct init_draft *draft,
		     const struct init_host *host, const struct init_node *node,
		     const struct subnet_port *port, struct strbuf *out)
{
	const struct subnet_port *peer = init_port_peer(draft, port);
	const struct init_role *role = node->roles[port - node->node->ports];
	struct strbuf name = STRBUF_INIT;

	strbuf_addf(&name, "%s/%u", node->device, port->number);
	init_add_scalar(out, strbuf_text(&name));
	strbuf_addf(out, ": {guid: 0x%016" PRIx64, port->guid);
	if (peer) {
		strbuf_addstr(out, ", peer: ");
		strbuf_free(&name);
		init_add_port_name(draft, peer, &name);
		init_add_scalar(out, strbuf_text(&name));
	}
	if (role && role != host->role) {
		strbuf_addf(out, ", role: %s", role->name);
	}
	init_known_add_grants(draft, port, out);
	strbuf_addch(out, '}');
	out->failed = out->failed || name.failed;
	strbuf_free(&name);
}

static void add_ports(const struct init_draft *draft,
		      const struct init_host *host, struct strbuf *out)
{
	const char *comma = "";
	size_t i, j;

	strbuf_addstr(out, "ports: {");
	for (i = 0; i < host->node_count; i++) {
		const struct init_node *node =
			draft->host_nodes[host->first + i];

		for (j = 0; j < node->node->port_count; j++) {
			if (init_port_listed(draft, &node->node->ports[j])) {
				strbuf_addstr(out, comma);
				add_port(draft, host, node,
					 &node->node->ports[j], out);
				comma = ", ";
			}
		}
	}
	strbuf_addch(out, '}');
}

void init_write_hosts(const struct init_draft *draft, struct strbuf *out)
{
	size_t i;

	strbuf_addstr(out, draft->host_count ? "\nhosts:\n" : "");
	for (i = 0; i < draft->host_count; i++) {
		const struct init_host *host = &draft->hosts[i];
		const struct init_node *node = draft->host_nodes[host->first];

		strbuf_addstr(out, "  ");
		init_add_scalar(out, host->name);
		strbuf_addstr(out, ": {");
		if (host->role) {
			strbuf_addf(out, "role: %s, ", host->role->name);
		}
		add_description(node, "", ", ", out);
		add_ports(draft, host, out);
		strbuf_addch(out, '}');
		init_end_line(draft, NULL, out);
	}
}

void init_write_switches(const struct init_draft *draft, struct strbuf *out)
{
	size_t i;

	strbuf_addstr(out, draft->switch_count ? "\nswitches:\n" : "");
	for (i = 0; i < draft->switch_count; i++) {
		const struct init_node *node = draft->switches[i];

		strbuf_addstr(out, "  ");
		init_add_scalar(out, node->name);
		strbuf_addf(out, ": {guid: 0x%016" PRIx64, node->node->guid);
		add_description(node, ", ", "", out);
		strbuf_addch(out, '}');
		init_end_line(draft, NULL, out);
	}
}

/* Whether b continues the line that ends with a: both lists ascend. */
static bool continues(const struct init_link *a, const struct init_link *b)
{
	return a->from->node == b->from->node && a->to->node == b->to->node &&
	       a->role == b->role && a->from->number < b->from->number &&
	       a->to->number < b->to->number;
}

static unsigned int end_number(const struct init_link *link, bool to)
{
	return to ? link->to->number : link->from->number;
}

/* "leaf01/21-24,30" */
static void add_end(const struct init_link *links, size_t count, bool to,
		    struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;
	size_t i, end;

	strbuf_addf(&text, "%s/", to ? links->to_name : links->from_name);
	for (i = 0; i < count; i = end) {
		unsigned int first = end_number(&links[i], to);

		for (end = i + 1; end < count && end_number(&links[end], to) ==
							 first + (end - i);
		     end++) {
		}
		strbuf_addf(&text, "%s%u", i ? "," : "", first);
		if (end - i > 1) {
			strbuf_addf(&text, "-%u",
				    end_number(&links[end - 1], to));
		}
	}
	init_add_scalar(out, strbuf_text(&text));
	out->failed = out->failed || text.failed;
	strbuf_free(&text);
}

void init_write_links(const struct init_draft *draft, struct strbuf *out)
{
	size_t i, end;

	strbuf_addstr(out, draft->link_count ? "\nlinks:\n" : "");
	for (i = 0; i < draft->link_count; i = end) {
		const struct init_link *link = &draft->links[i];

		for (end = i + 1;
		     end < draft->link_count &&
		     continues(&draft->links[end - 1], &draft->links[end]);
		     end++) {
		}
		strbuf_addstr(out, "  - {from: ");
		add_end(link, end - i, false, out);
		strbuf_addstr(out, ", to: ");
		add_end(link, end - i, true, out);
		if (link->role) {
			strbuf_addf(out, ", role: %s", link->role->name);
		}
		strbuf_addch(out, '}');
		init_end_line(draft, NULL, out);
	}
}
