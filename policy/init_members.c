/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Members of a partition: whole hosts where all their ports are alike. */
#include "policy/init_members.h"

#include "policy/hostlist.h"
#include "policy/inventory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SELECTOR_LIMIT = 240, CHUNK = 256 };

enum naming { WHOLE_NODE, ONE_PORT, BY_GUID };

/* What one selector, or a part of one, names. */
struct named {
	enum ib_membership membership;
	enum naming naming;
	const char *label; /* ONE_PORT: "mlx5_0/1" */
	const char *name;  /* of the host or switch; BY_GUID: the GUID */
};

struct selection {
	const struct init_draft *draft;
	struct named *named;
	size_t named_count;
	struct init_member *members;
	size_t member_count;
};

static const struct init_host *host_of(const struct init_draft *draft,
				       const struct init_entry *entry)
{
	return init_port_listed(draft, entry->port)
		       ? init_node_of(draft, entry->port->node)->host
		       : NULL;
}

static int compare_by_host(const void *left, const void *right, void *context)
{
	const struct init_draft *draft = context;
	const struct init_entry *a = left, *b = right;
	const struct init_host *a_host = host_of(draft, a);
	const struct init_host *b_host = host_of(draft, b);

	if (a_host != b_host) {
		return a_host < b_host ? -1 : 1;
	}
	if (a->membership != b->membership) {
		return a->membership > b->membership ? -1 : 1;
	}
	return a->port->guid < b->port->guid ? -1 : 1;
}

static int name_one(struct selection *selection, const struct init_entry *entry)
{
	const struct init_draft *draft = selection->draft;
	const struct init_node *node = init_node_of(draft, entry->port->node);
	const struct inventory *known = draft->options->known;
	const struct inventory_port *declared =
		known ? inventory_find_port(known, entry->port->guid) : NULL;
	struct named *named = &selection->named[selection->named_count++];

	named->membership = entry->membership;
	if (declared) {
		named->naming = ONE_PORT;
		named->name = declared->host->name;
		named->label = declared->label;
		return 0;
	}
	if (host_of(draft, entry)) {
		named->naming = ONE_PORT;
		named->name = node->name;
		named->label = arena_printf(draft->arena, "%s/%u", node->device,
					    entry->port->number);
		return named->label ? 0 : -1;
	}
	if (node->name && node->node->type == IB_NODE_SWITCH) {
		named->naming = WHOLE_NODE;
		named->name = node->name;
		return 0;
	}
	named->naming = BY_GUID;
	named->name =
		arena_printf(draft->arena, "0x%016" PRIx64, entry->port->guid);
	return named->name ? 0 : -1;
}

/* Entries of one host and membership. */
static int name_run(struct selection *selection,
		    const struct init_entry *entries, size_t count)
{
	const struct init_host *host = host_of(selection->draft, entries);
	size_t i;

	if (host && host->port_count == count) {
		selection->named[selection->named_count++] =
			(struct named){entries->membership, WHOLE_NODE, NULL,
				       host->name};
		return 0;
	}
	for (i = 0; i < count; i++) {
		if (name_one(selection, &entries[i])) {
			return -1;
		}
	}
	return 0;
}

static int compare_named(const void *left, const void *right)
{
	const struct named *a = left, *b = right;
	int order;

	if (a->membership != b->membership) {
		return a->membership > b->membership ? -1 : 1;
	}
	if (a->naming != b->naming) {
		return a->naming < b->naming ? -1 : 1;
	}
	order = a->label ? strverscmp(a->label, b->label) : 0;
	return order ? order : strcmp(a->name, b->name);
}

static int add_member(struct selection *selection, enum ib_membership as,
		      const char *name, size_t length, const char *label)
{
	const char *text =
		arena_printf(selection->draft->arena, "%.*s%s%s", (int)length,
			     name, label ? "/" : "", label ? label : "");

	selection->members[selection->member_count++] =
		(struct init_member){text, as};
	return text ? 0 : -1;
}

/* A port list may not follow several lists: one selector for each of them. */
static int add_lists(struct selection *selection, const struct named *named,
		     const char *text)
{
	size_t start = 0, i;
	bool inside = false;

	if (!named->label) {
		return add_member(selection, named->membership, text,
				  strlen(text), NULL);
	}
	for (i = 0; text[i]; i++) {
		if (text[i] == ',' && !inside) {
			if (add_member(selection, named->membership,
				       text + start, i - start, named->label)) {
				return -1;
			}
			start = i + 1;
		}
		inside = text[i] == '[' || (inside && text[i] != ']');
	}
	return add_member(selection, named->membership, text + start, i - start,
			  named->label);
}

/* As many names of a run as one selector may hold; returns how many, or 0 when
 * out of memory. */
static size_t fold_some(struct selection *selection, const struct named *named,
			size_t count)
{
	const char *names[CHUNK];
	struct strbuf text = STRBUF_INIT;
	size_t take = count < CHUNK ? count : CHUNK, i;
	int status;

	for (;;) {
		for (i = 0; i < take; i++) {
			names[i] = named[i].name;
		}
		status = hostlist_compact(names, take, &text);
		if (status || text.length <= SELECTOR_LIMIT || take == 1) {
			break;
		}
		take /= 2;
		strbuf_free(&text);
	}
	status = status ? status
			: add_lists(selection, named, strbuf_text(&text));
	strbuf_free(&text);
	return status ? 0 : take;
}

static bool same_list(const struct named *a, const struct named *b)
{
	return a->membership == b->membership && a->naming == b->naming &&
	       a->naming != BY_GUID &&
	       (!a->label || strcmp(a->label, b->label) == 0);
}

static int make_selectors(struct selection *selection)
{
	size_t i = 0, end, taken;

	while (i < selection->named_count) {
		const struct named *named = &selection->named[i];

		for (end = i + 1; end < selection->named_count &&
				  same_list(named, &selection->named[end]);
		     end++) {
		}
		if (named->naming == BY_GUID) {
			taken = 1;
			if (add_member(selection, named->membership,
				       named->name, strlen(named->name),
				       NULL)) {
				return -1;
			}
		} else {
			taken = fold_some(selection, named, end - i);
		}
		if (!taken) {
			return -1;
		}
		i += taken;
	}
	return 0;
}

int init_name_members(const struct init_draft *draft,
		      struct init_entry *entries, size_t count,
		      struct init_member **members, size_t *member_count)
{
	struct selection selection = {.draft = draft};
	size_t i, end;

	selection.named =
		arena_array(draft->arena, count, sizeof(*selection.named));
	selection.members =
		arena_array(draft->arena, count, sizeof(*selection.members));
	if (!selection.named || !selection.members) {
		return -1;
	}
	qsort_r(entries, count, sizeof(*entries), compare_by_host,
		(void *)(uintptr_t)draft);
	for (i = 0; i < count; i = end) {
		const struct init_host *host = host_of(draft, &entries[i]);

		for (end = i + 1;
		     end < count && host == host_of(draft, &entries[end]) &&
		     entries[i].membership == entries[end].membership;
		     end++) {
		}
		if (name_run(&selection, &entries[i], end - i)) {
			return -1;
		}
	}
	qsort(selection.named, selection.named_count, sizeof(*selection.named),
	      compare_named);
	if (make_selectors(&selection)) {
		return -1;
	}
	*members = selection.members;
	*member_count = selection.member_count;
	return 0;
}
