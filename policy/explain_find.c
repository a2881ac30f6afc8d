/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which port a person means. */
#include "policy/explain.h"

#include "policy/cabling_names.h"
#include "policy/suggest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct search {
	const struct inventory *inventory;
	const struct subnet *subnet;
	struct arena *arena;
	struct explain_target *target;
	struct strbuf problem;
};

static void say(struct search *search, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void say(struct search *search, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	strbuf_vaddf(&search->problem, format, args);
	va_end(args);
}

static void say_quoted(struct search *search, const char *text,
		       const char *after)
{
	strbuf_addch(&search->problem, '"');
	strbuf_add_safe(&search->problem, text, strlen(text));
	strbuf_addf(&search->problem, "\"%s", after);
}

static void take_port(struct search *search, const struct inventory_port *port)
{
	search->target->port = port;
	if (search->subnet) {
		search->target->seen =
			subnet_find_end_port(search->subnet, port->guid);
	}
}

static void take_switch(struct search *search,
			const struct inventory_switch *sw, unsigned int number)
{
	const struct subnet_node *node =
		search->subnet ? subnet_find_node(search->subnet, sw->guid)
			       : NULL;

	search->target->sw = sw;
	search->target->number = number;
	search->target->use =
		inventory_find_use(search->inventory, sw->guid, number);
	search->target->seen = node ? subnet_node_port(node, number) : NULL;
}

/* A port of the fabric, declared or not. */
static void take_seen(struct search *search, const struct subnet_port *port)
{
	const struct inventory_port *declared = NULL;
	const struct inventory_switch *sw = NULL;

	if (port->node->type == IB_NODE_SWITCH) {
		sw = inventory_find_switch(search->inventory, port->node->guid);
	} else {
		declared = inventory_find_port(search->inventory, port->guid);
	}
	if (declared) {
		take_port(search, declared);
	} else if (sw) {
		take_switch(search, sw, port->number);
	}
	search->target->seen = port;
	search->target->number = port->number;
}

static void find_guid(struct search *search, uint64_t guid)
{
	const struct inventory_port *port =
		inventory_find_port(search->inventory, guid);
	const struct inventory_switch *sw =
		inventory_find_switch(search->inventory, guid);
	const struct subnet_port *seen =
		search->subnet ? subnet_find_end_port(search->subnet, guid)
			       : NULL;

	if (port) {
		take_port(search, port);
	} else if (sw) {
		take_switch(search, sw, 0);
	} else if (seen) {
		take_seen(search, seen);
	} else {
		say(search, "no %sport has the GUID 0x%016" PRIx64 "%s",
		    search->subnet ? "" : "declared ", guid,
		    search->subnet ? ", neither declared nor in the fabric"
				   : "; with --fabric FILE or --live the "
				     "fabric is searched too");
	}
}

static void find_lid(struct search *search, unsigned long lid)
{
	size_t i;

	if (!search->subnet) {
		say(search, "a LID says nothing without a fabric: give "
			    "--fabric FILE or --live");
		return;
	}
	for (i = 0; i < search->subnet->end_port_count; i++) {
		if (search->subnet->end_ports[i]->lid == lid && lid) {
			take_seen(search, search->subnet->end_ports[i]);
			return;
		}
	}
	say(search, "no port of the fabric has the LID %lu", lid);
}

static void list_ports(struct search *search, const struct inventory_host *host)
{
	size_t i;

	for (i = 0; i < host->port_count; i++) {
		say(search, "%s%s", i ? ", " : "", host->ports[i].name);
	}
}

static void find_host_port(struct search *search,
			   const struct inventory_host *host, const char *label)
{
	const struct inventory_port *port =
		label ? inventory_port_labelled(host, label) : NULL;

	if (port) {
		take_port(search, port);
	} else if (!label && host->port_count == 1) {
		take_port(search, &host->ports[0]);
	} else {
		say(search, "%s has ", host->name);
		if (label) {
			strbuf_addstr(&search->problem, "no port ");
			say_quoted(search, label, "; it has ");
		} else {
			strbuf_addstr(&search->problem, "several ports: ");
		}
		list_ports(search, host);
	}
}

static void find_switch_port(struct search *search,
			     const struct inventory_switch *sw,
			     const char *number)
{
	unsigned long value;
	char *end;

	value = number ? strtoul(number, &end, 10) : 0;
	if (!number || *number < '0' || *number > '9' || *end ||
	    value > PORT_NUMBER_MAX) {
		say(search, "%s is a switch: say which port of it, as in %s/1",
		    sw->name, sw->name);
		return;
	}
	take_switch(search, sw, (unsigned int)value);
}

/* By what nodes call themselves, as a cabling sheet would say it. */
static int find_seen(struct search *search, const char *device,
		     const char *port)
{
	struct cabling_end end = {.device = device, .port = port};
	struct cabling_names names;
	struct cabling_place place = {.found = CABLING_NO_DEVICE};

	if (!port || !search->subnet ||
	    cabling_end_parse(&end, search->arena) != 1) {
		return 0;
	}
	if (cabling_names_make(&names, search->subnet, search->inventory,
			       search->arena) ||
	    cabling_names_find(&names, &end, &place)) {
		return -1;
	}
	if (place.port) {
		take_seen(search, place.port);
	}
	return 0;
}

static void say_unknown(struct search *search, const char *text,
			const char *name)
{
	const struct inventory *inventory = search->inventory;
	struct suggestion suggestion = suggest_for(name);
	size_t i;

	for (i = 0; i < inventory->host_count; i++) {
		suggest_offer(&suggestion, inventory->hosts[i].name);
	}
	for (i = 0; i < inventory->switch_count; i++) {
		suggest_offer(&suggestion, inventory->switches[i].name);
	}
	say_quoted(search, text,
		   search->subnet ? " names no port, neither declared nor in "
				    "the fabric"
				  : " names no declared port");
	if (suggestion.nearest) {
		say(search, "; did you mean \"%s\"?", suggestion.nearest);
	}
}

static int find_name(struct search *search, const char *text)
{
	const char *slash = strchr(text, '/');
	const char *port = slash ? slash + 1 : NULL;
	const struct inventory_host *host;
	const struct inventory_switch *sw;
	char *name = arena_strndup(search->arena, text, strcspn(text, "/"));

	if (!name) {
		return -1;
	}
	host = inventory_host_named(search->inventory, name);
	sw = inventory_switch_named(search->inventory, name);
	if (host) {
		find_host_port(search, host, port);
	} else if (sw) {
		find_switch_port(search, sw, port);
	} else if (find_seen(search, name, port)) {
		return -1;
	} else if (!search->target->seen) {
		say_unknown(search, text, name);
	}
	return 0;
}

int explain_find(const struct inventory *inventory, const struct subnet *subnet,
		 const char *text, struct arena *arena,
		 struct explain_target *target, const char **problem,
		 struct error *error)
{
	struct search search = {inventory, subnet, arena, target, STRBUF_INIT};
	size_t digits = strspn(text, "0123456789");
	uint64_t guid;
	int status = 0;

	*target = (struct explain_target){0};
	*problem = NULL;
	if (ib_guid_parse(text, &guid)) {
		find_guid(&search, guid);
	} else if (digits && digits < 6 && !text[digits]) {
		find_lid(&search, strtoul(text, NULL, 10));
	} else {
		status = find_name(&search, text);
	}
	if (search.problem.length) {
		*problem = arena_strdup(arena, search.problem.data);
	}
	if (search.problem.failed || (search.problem.length && !*problem)) {
		status = -1;
	}
	strbuf_free(&search.problem);
	return status ? error_no_memory(error) : 0;
}
