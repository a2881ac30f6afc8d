/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Ports that a question or an assertion is about, out of a port set. */
#include "policy/port_choice.h"

#include "policy/hostlist.h"
#include "policy/strbuf.h"
#include "policy/suggest.h"

#include <stdlib.h>
#include <string.h>

/* Marks ports first: however often one is named, it is chosen once. */
struct chooser {
	struct arena *arena;
	const struct port_set *ports;
	bool *chosen; /* by row */
};

static int chooser_init(struct chooser *chooser, struct arena *arena,
			const struct port_set *ports)
{
	chooser->arena = arena;
	chooser->ports = ports;
	chooser->chosen =
		arena_array(arena, ports->count, sizeof(*chooser->chosen));
	return chooser->chosen ? 0 : -1;
}

static void choose(struct chooser *chooser, uint64_t guid)
{
	const struct port_item *port = port_set_find(chooser->ports, guid);

	if (port) {
		chooser->chosen[port - chooser->ports->items] = true;
	}
}

static int chooser_finish(const struct chooser *chooser,
			  struct port_choice *choice)
{
	size_t i, count = 0;

	for (i = 0; i < chooser->ports->count; i++) {
		count += chooser->chosen[i];
	}
	choice->count = 0;
	choice->rows =
		arena_array(chooser->arena, count, sizeof(*choice->rows));
	if (!choice->rows) {
		return -1;
	}
	for (i = 0; i < chooser->ports->count; i++) {
		if (chooser->chosen[i]) {
			choice->rows[choice->count++] = i;
		}
	}
	return 0;
}

/* --- A partition's members --------------------------------------------- */

static size_t find_row(const struct plan_comparison *comparison, uint16_t pkey)
{
	size_t row;

	for (row = 0; row < comparison->partition_count; row++) {
		if (comparison->partitions[row].pkey == pkey) {
			break;
		}
	}
	return row;
}

static void choose_members(struct chooser *chooser,
			   const struct plan_comparison *comparison,
			   uint16_t pkey)
{
	size_t row = find_row(comparison, pkey), i, j;

	for (i = 0; i < comparison->class_count; i++) {
		const struct compared_class *class = &comparison->classes[i];

		if (!compared_membership(class, row, PLAN_AFTER)) {
			continue;
		}
		for (j = 0; j < class->port_count; j++) {
			chooser->chosen[class->ports[j]] = true;
		}
	}
}

int port_choice_members(struct arena *arena,
			const struct plan_comparison *comparison, uint16_t pkey,
			struct port_choice *choice)
{
	struct chooser chooser;

	if (chooser_init(&chooser, arena, comparison->ports)) {
		return -1;
	}
	choose_members(&chooser, comparison, pkey);
	return chooser_finish(&chooser, choice);
}

/* --- A selector ---------------------------------------------------------- */

/* ALL and the like, of what is declared; node type UNKNOWN: every type. */
static void choose_type(struct chooser *chooser, enum ib_node_type type)
{
	size_t i;

	for (i = 0; i < chooser->ports->count; i++) {
		const struct port_item *port = &chooser->ports->items[i];

		chooser->chosen[i] |=
			port->declared &&
			(type == IB_NODE_UNKNOWN || port->type == type);
	}
}

static const struct {
	const char *word;
	enum selector_kind kind;
	enum ib_node_type type;
} keywords[] = {
	{"ALL", SELECT_ALL, IB_NODE_UNKNOWN},
	{"ALL_CAS", SELECT_ALL_CAS, IB_NODE_CA},
	{"ALL_SWITCHES", SELECT_ALL_SWITCHES, IB_NODE_SWITCH},
	{"ALL_ROUTERS", SELECT_ALL_ROUTERS, IB_NODE_ROUTER},
};

enum { KEYWORD_COUNT = sizeof(keywords) / sizeof(keywords[0]) };

int port_choice_selected(struct arena *arena, const struct port_set *ports,
			 const struct selector *selector,
			 struct port_choice *choice)
{
	struct chooser chooser;
	size_t i;

	if (chooser_init(&chooser, arena, ports)) {
		return -1;
	}
	for (i = 0; i < KEYWORD_COUNT; i++) {
		if (keywords[i].kind == selector->kind) {
			choose_type(&chooser, keywords[i].type);
		}
	}
	for (i = 0; i < selector->port_count; i++) {
		choose(&chooser, selector->ports[i]->guid);
	}
	for (i = 0; i < selector->switch_count; i++) {
		choose(&chooser, selector->switches[i]->guid);
	}
	for (i = 0; i < selector->sm_count; i++) {
		choose(&chooser, selector->sms[i]->guid);
	}
	if (selector->kind == SELECT_GUID) {
		choose(&chooser, selector->guid);
	}
	return chooser_finish(&chooser, choice);
}

/* --- A text -------------------------------------------------------------- */

struct naming {
	struct chooser chooser;
	const struct inventory *inventory;
	const struct plan_comparison *comparison;
	const char *problem;
	bool failed;
};

static void set_problem(struct naming *naming, const char *what,
			const char *name, const char *nearest)
{
	struct strbuf safe = STRBUF_INIT;

	strbuf_add_safe(&safe, name, strlen(name));
	naming->problem =
		arena_printf(naming->chooser.arena, "no %s \"%s\"%s%s%s", what,
			     strbuf_text(&safe),
			     nearest ? ", did you mean \"" : "",
			     nearest ? nearest : "", nearest ? "\"?" : "");
	naming->failed |= safe.failed || !naming->problem;
	strbuf_free(&safe);
}

static void choose_role(struct naming *naming, const char *name)
{
	const struct inventory *inventory = naming->inventory;
	const struct inventory_role *role =
		inventory_role_named(inventory, name);
	struct suggestion suggestion = suggest_for(name);
	size_t i;

	for (i = 0; role && i < inventory->port_total; i++) {
		if (inventory_port_role(inventory->ports_by_guid[i]) == role) {
			choose(&naming->chooser,
			       inventory->ports_by_guid[i]->guid);
		}
	}
	for (i = 0; i < inventory->role_count; i++) {
		suggest_offer(&suggestion, inventory->roles[i].name);
	}
	if (!role) {
		set_problem(naming, "role", name, suggestion.nearest);
	}
}

static void choose_guid(struct naming *naming, const char *text)
{
	uint64_t guid;

	if (!ib_guid_parse(text, &guid)) {
		set_problem(naming, "GUID", text, NULL);
	} else if (!port_set_find(naming->chooser.ports, guid)) {
		set_problem(naming, "declared or named port with GUID", text,
			    NULL);
	} else {
		choose(&naming->chooser, guid);
	}
}

static void choose_host(struct naming *naming,
			const struct inventory_host *host, const char *label,
			const char *name)
{
	struct suggestion suggestion = suggest_for(name);
	const struct inventory_port *port;
	size_t i;

	if (!label) {
		for (i = 0; i < host->port_count; i++) {
			choose(&naming->chooser, host->ports[i].guid);
		}
		return;
	}
	port = inventory_port_labelled(host, label);
	if (port) {
		choose(&naming->chooser, port->guid);
		return;
	}
	for (i = 0; i < host->port_count; i++) {
		suggest_offer(&suggestion, host->ports[i].name);
	}
	set_problem(naming, "port", name, suggestion.nearest);
}

static void suggest_name(struct naming *naming, const char *name)
{
	const struct inventory *inventory = naming->inventory;
	struct suggestion suggestion = suggest_for(name);
	size_t i;

	for (i = 0; i < inventory->partition_count; i++) {
		suggest_offer(&suggestion, inventory->partitions[i].name);
	}
	for (i = 0; i < inventory->host_count; i++) {
		suggest_offer(&suggestion, inventory->hosts[i].name);
	}
	for (i = 0; i < inventory->switch_count; i++) {
		suggest_offer(&suggestion, inventory->switches[i].name);
	}
	for (i = 0; i < inventory->sm_count; i++) {
		suggest_offer(&suggestion, inventory->sms[i].name);
	}
	set_problem(naming, "partition, host, switch or subnet manager", name,
		    suggestion.nearest);
}

static const struct inventory_sm *find_sm(const struct inventory *inventory,
					  const char *name)
{
	size_t i;

	for (i = 0; i < inventory->sm_count; i++) {
		if (strcmp(inventory->sms[i].name, name) == 0) {
			return &inventory->sms[i];
		}
	}
	return NULL;
}

/* "gpu001", "gpu001/mlx5_0/1", "leaf01", "sm-a" */
static void choose_name(struct naming *naming, const char *name)
{
	const struct inventory *inventory = naming->inventory;
	const char *slash = strchr(name, '/');
	size_t length = slash ? (size_t)(slash - name) : strlen(name);
	const char *first = arena_strndup(naming->chooser.arena, name, length);
	const struct inventory_host *host;
	const struct inventory_switch *sw;
	const struct inventory_sm *sm;

	if (!first) {
		naming->failed = true;
		return;
	}
	host = inventory_host_named(inventory, first);
	sw = inventory_switch_named(inventory, first);
	sm = find_sm(inventory, first);
	if (host) {
		choose_host(naming, host, slash ? slash + 1 : NULL, name);
	} else if (sw && (!slash || strcmp(slash, "/0") == 0)) {
		choose(&naming->chooser, sw->guid);
	} else if (sm && !slash) {
		choose(&naming->chooser, sm->guid);
	} else if (sw) {
		set_problem(naming, "end port (a switch is one by its port 0)",
			    name, NULL);
	} else {
		suggest_name(naming, first);
	}
}

static void choose_names(struct naming *naming, const char *text)
{
	struct hostlist list;
	size_t i;

	if (hostlist_expand(naming->chooser.arena, text, &list)) {
		naming->failed = true;
		return;
	}
	if (list.problem) {
		naming->problem = list.problem;
	}
	for (i = 0; i < list.count && !naming->problem && !naming->failed;
	     i++) {
		choose_name(naming, list.names[i]);
	}
}

static bool choose_keyword(struct naming *naming, const char *text)
{
	const struct inventory *inventory = naming->inventory;
	size_t i;

	for (i = 0; i < KEYWORD_COUNT; i++) {
		if (strcmp(keywords[i].word, text) == 0) {
			choose_type(&naming->chooser, keywords[i].type);
			return true;
		}
	}
	if (strcmp(text, "SM") != 0) {
		return false;
	}
	for (i = 0; i < inventory->sm_count; i++) {
		choose(&naming->chooser, inventory->sms[i].guid);
	}
	return true;
}

int port_choice_named(struct arena *arena, const struct inventory *inventory,
		      const struct plan_comparison *comparison,
		      const char *text, struct port_choice *choice,
		      const char **problem)
{
	struct naming naming = {.inventory = inventory,
				.comparison = comparison};
	const struct inventory_partition *partition =
		inventory_partition_named(inventory, text);

	*problem = NULL;
	if (chooser_init(&naming.chooser, arena, comparison->ports)) {
		return -1;
	}
	if (partition) {
		choose_members(&naming.chooser, comparison, partition->pkey);
	} else if (strncmp(text, "role:", 5) == 0) {
		choose_role(&naming, text + 5);
	} else if (strncmp(text, "0x", 2) == 0) {
		choose_guid(&naming, text);
	} else if (!choose_keyword(&naming, text)) {
		choose_names(&naming, text);
	}
	*choice = (struct port_choice){NULL, 0};
	*problem = naming.problem;
	if (naming.failed) {
		return -1;
	}
	return naming.problem ? 0 : chooser_finish(&naming.chooser, choice);
}
