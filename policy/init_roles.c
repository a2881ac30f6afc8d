/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Roles: what ports of one kind have in common. */
#include "policy/init_draft.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[INIT_KIND_COUNT] = {
	[INIT_HOSTS] = "hosts",
	[INIT_STORAGE] = "storage",
	[INIT_ROUTERS] = "routers",
	[INIT_UPLINKS] = "uplinks",
};

static unsigned int highest_bit(unsigned int bits)
{
	unsigned int bit = 0;

	while (bits >>= 1) {
		bit++;
	}
	return bit;
}

static unsigned int lower_known(unsigned int a, unsigned int b)
{
	return !a || (b && b < a) ? b : a;
}

/* The active value of a link; what both ends have enabled where that is more: a
 * degraded link belongs to the role that it will have once it is repaired, and
 * is waived until then. */
static unsigned int should_be(unsigned int active, unsigned int enabled)
{
	unsigned int best = highest_bit(enabled);

	return active && best > active ? best : active;
}

static struct init_role shape(enum init_kind kind,
			      const struct subnet_port *port)
{
	const struct subnet_port *peer = port->peer ? port->peer : port;

	return (struct init_role){
		.kind = kind,
		.speed = should_be(lower_known(port->speed, peer->speed),
				   port->speed_enabled & peer->speed_enabled),
		.width = should_be(lower_known(port->width, peer->width),
				   port->width_enabled & peer->width_enabled),
		.mtu = lower_known(port->mtu, peer->mtu),
	};
}

static int compare_shapes(const void *left, const void *right)
{
	const struct init_role *a = left, *b = right;

	if (a->kind != b->kind) {
		return a->kind < b->kind ? -1 : 1;
	}
	if (a->speed != b->speed) {
		return a->speed > b->speed ? -1 : 1;
	}
	if (a->width != b->width) {
		return a->width > b->width ? -1 : 1;
	}
	return (a->mtu < b->mtu) - (a->mtu > b->mtu);
}

static bool says_nothing(const struct init_role *role)
{
	return !role->speed && !role->width && !role->mtu;
}

/* The roles found so far, in the order of compare_shapes(): few. */
struct role_list {
	struct arena *arena;
	void *items;
	size_t count, capacity;
};

static struct init_role *find_role(const struct role_list *list,
				   const struct init_role *like)
{
	return list->count ? bsearch(like, list->items, list->count,
				     sizeof(*like), compare_shapes)
			   : NULL;
}

static int count_role(struct role_list *list, struct init_role role)
{
	struct init_role *found;

	if (says_nothing(&role)) {
		return 0;
	}
	found = find_role(list, &role);
	if (!found) {
		if (arena_grow(list->arena, &list->items, list->count,
			       &list->capacity, sizeof(role))) {
			return -1;
		}
		((struct init_role *)list->items)[list->count++] = role;
		qsort(list->items, list->count, sizeof(role), compare_shapes);
		found = find_role(list, &role);
	}
	found->count++;
	return 0;
}

/* Calls count_role() for every port and link (assign: false), or notes the
 * role of each. */
static int visit_host(struct init_draft *draft, struct init_host *host,
		      struct role_list *list, bool assign)
{
	size_t i, j;

	for (i = 0; i < host->node_count; i++) {
		struct init_node *node = draft->host_nodes[host->first + i];

		for (j = 0; j < node->node->port_count; j++) {
			const struct subnet_port *port = &node->node->ports[j];
			struct init_role role = shape(host->kind, port);

			if (!init_port_listed(draft, port)) {
				continue;
			}
			if (assign) {
				node->roles[j] = find_role(list, &role);
			} else if (count_role(list, role)) {
				return -1;
			}
		}
	}
	return 0;
}

static int visit_links(struct init_draft *draft, struct role_list *list,
		       bool assign)
{
	size_t i;

	for (i = 0; i < draft->link_count; i++) {
		struct init_link *link = &draft->links[i];
		struct init_role role = shape(INIT_UPLINKS, link->from);

		if (assign) {
			link->role = find_role(list, &role);
		} else if (count_role(list, role)) {
			return -1;
		}
	}
	return 0;
}

static void add_lower(struct strbuf *out, const char *text)
{
	for (; text && *text; text++) {
		strbuf_addch(out, (char)tolower((unsigned char)*text));
	}
}

/* "hosts-hdr"; a rarer one of the same kind and speed says what sets it apart:
 * "hosts-hdr-2x-2048". */
static const char *role_name(struct arena *arena, const struct init_role *role,
			     bool full)
{
	struct strbuf name = STRBUF_INIT;
	const char *copy;

	strbuf_addstr(&name, kind_names[role->kind]);
	if (role->speed) {
		strbuf_addch(&name, '-');
		add_lower(&name, ib_speed_name(role->speed));
	}
	if (full) {
		strbuf_addch(&name, '-');
		strbuf_addstr(&name,
			      role->width ? ib_width_name(role->width) : "any");
		if (role->mtu) {
			strbuf_addf(&name, "-%u", role->mtu);
		}
	}
	copy = name.failed ? NULL : arena_strdup(arena, strbuf_text(&name));
	strbuf_free(&name);
	return copy;
}

/* The most used role of a kind and speed has the short name. */
static bool is_main_role(const struct role_list *list,
			 const struct init_role *role)
{
	const struct init_role *items = list->items;
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct init_role *other = &items[i];

		if (other != role && other->kind == role->kind &&
		    other->speed == role->speed &&
		    (other->count > role->count ||
		     (other->count == role->count && other < role))) {
			return false;
		}
	}
	return true;
}

static int name_roles(const struct init_draft *draft,
		      const struct role_list *list)
{
	struct init_role *items = list->items;
	size_t i;

	for (i = 0; i < list->count; i++) {
		bool full = !is_main_role(list, &items[i]);

		items[i].name = role_name(list->arena, &items[i], full);
		if (!items[i].name || init_known_role(draft, &items[i])) {
			return -1;
		}
	}
	return 0;
}

/* The role of most of a host's ports; the first of them when equal. */
static void set_host_role(const struct init_draft *draft,
			  struct init_host *host, size_t *votes)
{
	size_t i, j, best = 0;

	memset(votes, 0, draft->role_count * sizeof(*votes));
	for (i = 0; i < host->node_count; i++) {
		const struct init_node *node =
			draft->host_nodes[host->first + i];

		for (j = 0; j < node->node->port_count; j++) {
			const struct init_role *role = node->roles[j];
			size_t count;

			if (!role) {
				continue;
			}
			count = ++votes[role - draft->roles];
			if (count > best) {
				best = count;
				host->role = role;
			}
		}
	}
}

static int visit_all(struct init_draft *draft, struct role_list *list,
		     bool assign)
{
	size_t i;

	for (i = 0; i < draft->host_count; i++) {
		if (visit_host(draft, &draft->hosts[i], list, assign)) {
			return -1;
		}
	}
	return visit_links(draft, list, assign);
}

static int make_role_slots(struct init_draft *draft)
{
	size_t i;

	for (i = 0; i < draft->subnet->node_count; i++) {
		struct init_node *node = &draft->nodes[i];

		if (!node->device) {
			continue;
		}
		node->roles = arena_array(draft->arena, node->node->port_count,
					  sizeof(*node->roles));
		if (!node->roles) {
			return -1;
		}
	}
	return 0;
}

int init_draft_roles(struct init_draft *draft)
{
	struct role_list list = {.arena = draft->arena};
	size_t *votes, i;

	if (make_role_slots(draft) || visit_all(draft, &list, false) ||
	    name_roles(draft, &list) || visit_all(draft, &list, true)) {
		return -1;
	}
	draft->roles = list.items;
	draft->role_count = list.count;
	votes = arena_array(draft->arena, list.count, sizeof(*votes));
	if (!votes) {
		return -1;
	}
	for (i = 0; i < draft->host_count; i++) {
		set_host_role(draft, &draft->hosts[i], votes);
	}
	return 0;
}
