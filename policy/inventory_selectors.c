/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which declared ports, switches and subnet managers a selector covers. */
#include "policy/inventory_build.h"

#include <string.h>

static const struct {
	const char *word;
	enum selector_kind kind;
} keywords[] = {
	{"ALL", SELECT_ALL},
	{"ALL_CAS", SELECT_ALL_CAS},
	{"ALL_SWITCHES", SELECT_ALL_SWITCHES},
	{"ALL_ROUTERS", SELECT_ALL_ROUTERS},
	{"SM", SELECT_SM},
};

static const char role_prefix[] = "role:";

bool selector_is_keyword(const char *text)
{
	size_t i;

	for (i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
		if (strcmp(keywords[i].word, text) == 0) {
			return true;
		}
	}
	return false;
}

static enum selector_kind kind_of(const char *text)
{
	size_t i;

	for (i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
		if (strcmp(keywords[i].word, text) == 0) {
			return keywords[i].kind;
		}
	}
	if (strncmp(text, role_prefix, strlen(role_prefix)) == 0) {
		return SELECT_ROLE;
	}
	return strncmp(text, "0x", 2) == 0 ? SELECT_GUID : SELECT_HOSTS;
}

static int compare_ports(const void *left, const void *right)
{
	const struct inventory_port *a = *(struct inventory_port *const *)left;
	const struct inventory_port *b = *(struct inventory_port *const *)right;

	if (a->guid != b->guid) {
		return a->guid < b->guid ? -1 : 1;
	}
	return strcmp(a->name, b->name);
}

static int compare_switches(const void *left, const void *right)
{
	const struct inventory_switch *a =
		*(struct inventory_switch *const *)left;
	const struct inventory_switch *b =
		*(struct inventory_switch *const *)right;

	if (a->guid != b->guid) {
		return a->guid < b->guid ? -1 : 1;
	}
	return strcmp(a->name, b->name);
}

/* Sorts pointers and drops repetitions. */
static size_t sort_unique(void *items, size_t count,
			  int (*compare)(const void *, const void *))
{
	void **at = items;
	size_t from, to = 0;

	build_sort(items, count, sizeof(*at), compare);
	for (from = 0; from < count; from++) {
		if (to == 0 || at[to - 1] != at[from]) {
			at[to++] = at[from];
		}
	}
	return to;
}

/* False for what cannot be a member. */
static bool add_named(struct selector *selector, const struct named *named)
{
	size_t i;

	if (named->port) {
		selector->ports[selector->port_count++] = named->port;
	} else if (named->host) {
		for (i = 0; i < named->host->port_count; i++) {
			selector->ports[selector->port_count++] =
				&named->host->ports[i];
		}
	} else if (named->number == 0) {
		selector->switches[selector->switch_count++] = named->sw;
	} else {
		return false;
	}
	return true;
}

static void select_hosts(struct inventory_build *build,
			 struct selector *selector)
{
	struct named *named = NULL;
	size_t count, ports = 0, switches = 0, i;

	build_expand(build, selector->text, selector->pos, &named, &count);
	for (i = 0; i < count; i++) {
		ports += named[i].port   ? 1
			 : named[i].host ? named[i].host->port_count
					 : 0;
		switches += named[i].sw != NULL;
	}
	selector->ports = build_array(build, ports, sizeof(void *));
	selector->switches = build_array(build, switches, sizeof(void *));
	for (i = 0; !build->failed && i < count; i++) {
		if (add_named(selector, &named[i])) {
			continue;
		}
		diag_add(build->diags, DIAG_ERROR, selector->pos,
			 "name the switch alone: its port 0 is the member",
			 "%s names a port of switch %s, which is no end port",
			 diag_quote(build->diags, selector->text),
			 diag_quote(build->diags, named[i].sw->name));
		break;
	}
	selector->port_count = sort_unique(selector->ports,
					   selector->port_count, compare_ports);
	selector->switch_count =
		sort_unique(selector->switches, selector->switch_count,
			    compare_switches);
}

static void select_role(struct inventory_build *build,
			struct selector *selector)
{
	const struct inventory *inventory = build->inventory;
	const char *name = selector->text + strlen(role_prefix);
	struct suggestion suggest;
	size_t count = 0, i;

	selector->role = inventory_role_named(inventory, name);
	if (!selector->role) {
		suggest = suggest_for(name);
		for (i = 0; i < inventory->role_count; i++) {
			suggest_offer(&suggest, inventory->roles[i].name);
		}
		build_unknown(build, selector->pos, "role", name, &suggest);
		return;
	}
	for (i = 0; i < inventory->port_total; i++) {
		count += inventory_port_role(inventory->ports_by_guid[i]) ==
			 selector->role;
	}
	selector->ports = build_array(build, count, sizeof(void *));
	for (i = 0; selector->ports && i < inventory->port_total; i++) {
		if (inventory_port_role(inventory->ports_by_guid[i]) ==
		    selector->role) {
			selector->ports[selector->port_count++] =
				inventory->ports_by_guid[i];
		}
	}
	build->expanded += inventory->port_total;
}

/* Everything declared that has one GUID. */
static void select_guid(struct inventory_build *build,
			struct selector *selector)
{
	const struct inventory *inventory = build->inventory;
	struct inventory_port *port;
	struct inventory_switch *sw;
	struct inventory_sm *sm;

	if (!ib_guid_parse(selector->text, &selector->guid)) {
		diag_add(build->diags, DIAG_ERROR, selector->pos,
			 "a GUID is 0x and up to 16 hex digits",
			 "%s is not a GUID",
			 diag_quote(build->diags, selector->text));
		return;
	}
	port = inventory_find_port(inventory, selector->guid);
	sw = inventory_find_switch(inventory, selector->guid);
	sm = inventory_find_sm(inventory, selector->guid);
	selector->ports = build_array(build, 1, sizeof(void *));
	selector->switches = build_array(build, 1, sizeof(void *));
	selector->sms = build_array(build, 1, sizeof(void *));
	if (build->failed) {
		return;
	}
	selector->ports[0] = port;
	selector->port_count = port != NULL;
	selector->switches[0] = sw;
	selector->switch_count = sw != NULL;
	selector->sms[0] = sm;
	selector->sm_count = sm != NULL;
}

static void select_sms(struct inventory_build *build, struct selector *selector)
{
	const struct inventory *inventory = build->inventory;
	size_t i;

	selector->sms = build_array(build, inventory->sm_count, sizeof(void *));
	for (i = 0; selector->sms && i < inventory->sm_count; i++) {
		selector->sms[selector->sm_count++] = &inventory->sms[i];
	}
}

static void resolve(struct inventory_build *build, struct selector *selector)
{
	selector->kind = kind_of(selector->text);
	switch (selector->kind) {
	case SELECT_ROLE:
		select_role(build, selector);
		break;
	case SELECT_GUID:
		select_guid(build, selector);
		break;
	case SELECT_SM:
		select_sms(build, selector);
		break;
	case SELECT_HOSTS:
		select_hosts(build, selector);
		break;
	case SELECT_ALL:
	case SELECT_ALL_CAS:
	case SELECT_ALL_SWITCHES:
	case SELECT_ALL_ROUTERS:
		break;
	}
}

/* In an assert a partition's name comes first. */
static void resolve_side(struct inventory_build *build,
			 struct inventory_assert *assertion, size_t side)
{
	const struct inventory *inventory = build->inventory;
	struct selector *selector = &assertion->sides[side];
	const char *text = selector->text;
	struct suggestion suggest;
	size_t i;

	assertion->partitions[side] =
		inventory_partition_named(inventory, text);
	if (!assertion->partitions[side]) {
		suggest = suggest_for(text);
		for (i = 0; i < inventory->partition_count; i++) {
			suggest_offer(&suggest, inventory->partitions[i].name);
		}
		if (suggest.nearest && kind_of(text) == SELECT_HOSTS &&
		    !strpbrk(text, "/[,") &&
		    !inventory_host_named(inventory, text) &&
		    !inventory_switch_named(inventory, text)) {
			build_unknown(build, selector->pos,
				      "partition, host or switch", text,
				      &suggest);
			return;
		}
		resolve(build, selector);
	} else if (inventory_host_named(inventory, text) ||
		   inventory_switch_named(inventory, text)) {
		diag_add(build->diags, DIAG_ERROR, selector->pos,
			 "give one of them another name",
			 "%s is a partition and also a host or switch",
			 diag_quote(build->diags, text));
	}
}

void inventory_resolve_selectors(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	size_t i, j;

	for (i = 0; i < inventory->partition_count; i++) {
		struct inventory_partition *partition =
			&inventory->partitions[i];

		for (j = 0; j < partition->member_count && !build->failed;
		     j++) {
			resolve(build, &partition->members[j].selector);
		}
	}
	for (i = 0; i < inventory->assert_count; i++) {
		for (j = 0;
		     j < inventory->asserts[i].side_count && !build->failed;
		     j++) {
			resolve_side(build, &inventory->asserts[i], j);
		}
	}
}
