/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Names for an inventory: valid and unique, from NodeDescriptions. */
#include "policy/init_draft.h"
#include "policy/inventory.h"
#include "policy/name_set.h"
#include "policy/node_name.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A node on its way to a name. */
struct candidate {
	struct init_node *node;
	const char *said;   /* what its description calls it; "" nothing */
	const char *name;   /* the same, made valid */
	const char *device; /* CA, router; "" where it says none */
};

struct naming {
	struct init_draft *draft;
	struct name_set names; /* hosts, switches and "host/device" */
	struct candidate *candidates;
	size_t count;
};

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9');
}

const char *init_valid_name(struct arena *arena, const char *text)
{
	char name[INIT_NAME_MAX];
	size_t used = 0;

	for (; *text && used < sizeof(name); text++) {
		if (is_name_char(*text) || (used && strchr("._-", *text))) {
			name[used++] = *text;
		} else if (used && name[used - 1] != '-') {
			name[used++] = '-';
		}
	}
	while (used && name[used - 1] == '-') {
		used--;
	}
	return arena_strndup(arena, name, used);
}

static const char *unnamed(struct arena *arena, uint64_t guid)
{
	return arena_printf(arena, "unnamed-%016" PRIx64, guid);
}

/* name, or name and the GUID where that is taken, until it is unique. */
static const char *claim(struct naming *naming, const char *name, uint64_t guid)
{
	struct arena *arena = naming->draft->arena;
	const char *want = name;
	unsigned int again = 0;
	bool taken = true;

	while (want) {
		if (name_set_add(&naming->names, want, &taken)) {
			return NULL;
		}
		if (!taken) {
			return want;
		}
		want = again ? arena_printf(arena, "%.40s-%016" PRIx64 "-%u",
					    name, guid, again)
			     : arena_printf(arena, "%.46s-%016" PRIx64, name,
					    guid);
		again++;
	}
	return NULL;
}

/* 1: host/device is now taken by this node; 0: it was taken before; -1: out of
 * memory. */
static int claim_device(struct naming *naming, const char *host,
			const char *device)
{
	const char *both =
		arena_printf(naming->draft->arena, "%s/%s", host, device);
	bool taken;

	if (!both || name_set_add(&naming->names, both, &taken)) {
		return -1;
	}
	return taken ? 0 : 1;
}

/* What the description calls the node; a director's units share its name:
 * "dir01-L05-U1". */
static const char *said_name(struct arena *arena,
			     const struct subnet_node *node,
			     const struct node_name *name)
{
	bool is_unit =
		name->kind == NODE_NAME_SWITCH && strchr(name->device, '/');

	if (node->type == IB_NODE_SWITCH && is_unit) {
		return arena_printf(arena, "%s-%s", name->host, name->device);
	}
	return arena_strdup(arena, name->host);
}

/* What would mean something else where members are named. */
static bool is_reserved(const char *name)
{
	static const char *const words[] = {"ALL",          "ALL_CAS",
					    "ALL_SWITCHES", "ALL_ROUTERS",
					    "SM",           "SELF"};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(name, words[i])) {
			return true;
		}
	}
	return !strncmp(name, "0x", 2);
}

static int add_candidate(struct naming *naming, struct init_node *node)
{
	struct candidate *candidate = &naming->candidates[naming->count++];
	struct arena *arena = naming->draft->arena;
	struct node_name name;

	node_name_parse(subnet_node_text(node->node), &name);
	candidate->node = node;
	candidate->said = said_name(arena, node->node, &name);
	candidate->device =
		init_valid_name(arena,
				name.kind == NODE_NAME_HOST ? name.device : "");
	candidate->name = candidate->said
				  ? init_valid_name(arena, candidate->said)
				  : NULL;
	if (candidate->name && !*candidate->name) {
		candidate->name = unnamed(arena, node->node->guid);
	} else if (candidate->name && is_reserved(candidate->name)) {
		candidate->name =
			arena_printf(arena, "node-%.58s", candidate->name);
	}
	return candidate->name && candidate->device ? 0 : -1;
}

/* Switches first: a host never takes a switch's name. */
static int compare_candidates(const void *left, const void *right)
{
	const struct candidate *a = left, *b = right;
	bool a_host = a->node->node->type != IB_NODE_SWITCH;
	bool b_host = b->node->node->type != IB_NODE_SWITCH;
	int order = strcmp(a->name, b->name);

	if (a_host != b_host) {
		return a_host ? 1 : -1;
	}
	if (order) {
		return order;
	}
	return a->node->node->guid < b->node->node->guid ? -1 : 1;
}

static void set_name(struct candidate *candidate, const char *name)
{
	candidate->node->name = name;
	candidate->node->renamed = strcmp(name, candidate->said) != 0;
}

/* A further adapter of the host that first made, or a host of its own: two
 * that call the same device their own are not one host. */
static int place(struct naming *naming, struct candidate *candidate,
		 const struct candidate *first)
{
	const struct subnet_node *node = candidate->node->node;
	const char *device = *candidate->device ? candidate->device : "hca";
	const char *host = first ? first->node->name : NULL;
	int fits = host ? claim_device(naming, host, device) : 0;

	if (!fits && host && !*candidate->device && node->system_guid &&
	    node->system_guid == first->node->node->system_guid) {
		device = arena_printf(naming->draft->arena, "hca-%016" PRIx64,
				      node->guid);
		fits = device ? claim_device(naming, host, device) : -1;
	}
	if (!fits) {
		host = claim(naming, candidate->name, node->guid);
		fits = host ? claim_device(naming, host, device) : -1;
	}
	if (fits < 0) {
		return -1;
	}
	candidate->node->device = device;
	set_name(candidate, host);
	return 0;
}

static int name_all(struct naming *naming)
{
	struct candidate *first = NULL;
	size_t i;

	for (i = 0; i < naming->count; i++) {
		struct candidate *candidate = &naming->candidates[i];
		const struct subnet_node *node = candidate->node->node;

		if (node->type == IB_NODE_SWITCH) {
			const char *name =
				claim(naming, candidate->name, node->guid);

			if (!name) {
				return -1;
			}
			set_name(candidate, name);
			continue;
		}
		if (first && strcmp(first->name, candidate->name) != 0) {
			first = NULL;
		}
		if (place(naming, candidate, first)) {
			return -1;
		}
		first = first ? first : candidate;
	}
	return 0;
}

/* Names that are given already, and the switches that have them. */
static int know_names(struct naming *naming)
{
	const struct inventory *known = naming->draft->options->known;
	bool taken;
	size_t i;

	for (i = 0; known && i < known->host_count; i++) {
		if (name_set_add(&naming->names, known->hosts[i].name,
				 &taken)) {
			return -1;
		}
	}
	for (i = 0; known && i < known->switch_count; i++) {
		if (name_set_add(&naming->names, known->switches[i].name,
				 &taken)) {
			return -1;
		}
	}
	for (i = 0; known && i < naming->draft->subnet->node_count; i++) {
		struct init_node *node = &naming->draft->nodes[i];
		const struct inventory_switch *sw =
			inventory_find_switch(known, node->node->guid);

		if (sw && node->node->type == IB_NODE_SWITCH) {
			node->name = sw->name;
			node->declared = true;
		}
	}
	return 0;
}

int init_draft_names(struct init_draft *draft)
{
	struct naming naming = {draft, NAME_SET_INIT(draft->arena), NULL, 0};
	size_t i;

	if (know_names(&naming)) {
		return -1;
	}
	naming.candidates = arena_array(draft->arena, draft->subnet->node_count,
					sizeof(*naming.candidates));
	if (!naming.candidates) {
		return -1;
	}
	for (i = 0; i < draft->subnet->node_count; i++) {
		struct init_node *node = &draft->nodes[i];

		if (init_node_listed(draft, node->node) &&
		    add_candidate(&naming, node)) {
			return -1;
		}
	}
	if (naming.count) {
		qsort(naming.candidates, naming.count,
		      sizeof(*naming.candidates), compare_candidates);
	}
	return name_all(&naming);
}
