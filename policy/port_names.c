/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Many ports in few words. */
#include "policy/port_names.h"

#include "policy/hostlist.h"

#include <stdlib.h>
#include <string.h>

/* "gpu001" and "mlx5_0/1"; a name without a slash has no label. */
struct split_name {
	const char *host, *label;
};

void port_name_add(const struct port_item *port, struct strbuf *out)
{
	char guid[IB_GUID_TEXT];

	strbuf_addstr(out, port->name ? port->name
				      : ib_guid_format(guid, port->guid));
}

static int compare_splits(const void *left, const void *right)
{
	const struct split_name *a = left, *b = right;
	int order = strcmp(a->label, b->label);

	return order ? order : strcmp(a->host, b->host);
}

/* Names into splits[]; GUIDs alone are left out. Gives their number. */
static size_t split(struct arena *arena, const struct port_set *ports,
		    const size_t *rows, size_t count, struct split_name *splits,
		    struct strbuf *out)
{
	size_t i, kept = 0;

	for (i = 0; i < count; i++) {
		const char *name = ports->items[rows[i]].name;
		const char *slash = name ? strchr(name, '/') : NULL;

		if (!name) {
			continue;
		}
		splits[kept].host =
			slash ? arena_strndup(arena, name,
					      (size_t)(slash - name))
			      : name;
		splits[kept].label = slash ? slash : "";
		out->failed |= !splits[kept].host;
		kept++;
	}
	return kept;
}

/* "gpu[001-002,7],nas01" and "/mlx5_0/1": the label stands at each name, the
 * commas in brackets apart. */
static void add_labelled(const struct strbuf *hosts, const char *label,
			 struct strbuf *out)
{
	bool in_brackets = false;
	size_t i;

	for (i = 0; i < hosts->length; i++) {
		char c = hosts->data[i];

		in_brackets = c == '[' || (in_brackets && c != ']');
		if (c == ',' && !in_brackets) {
			strbuf_addf(out, "%s, ", label);
		} else {
			strbuf_addch(out, c);
		}
	}
	strbuf_addstr(out, label);
}

static void add_family(const char **hosts, size_t count, const char *label,
		       struct strbuf *out)
{
	struct strbuf compact = STRBUF_INIT;

	out->failed |= hostlist_compact(hosts, count, &compact) != 0;
	add_labelled(&compact, label, out);
	strbuf_free(&compact);
}

static void add_splits(struct arena *arena, struct split_name *splits,
		       size_t count, struct strbuf *out)
{
	const char **hosts = arena_array(arena, count, sizeof(*hosts));
	size_t from, to;

	out->failed |= !hosts;
	if (out->failed || !count) {
		return;
	}
	qsort(splits, count, sizeof(*splits), compare_splits);
	for (from = 0; from < count; from = to) {
		for (to = from; to < count && strcmp(splits[from].label,
						     splits[to].label) == 0;
		     to++) {
			hosts[to] = splits[to].host;
		}
		strbuf_addstr(out, from ? ", " : "");
		add_family(hosts + from, to - from, splits[from].label, out);
	}
}

static void add_guids(const struct port_set *ports, const size_t *rows,
		      size_t count, struct strbuf *out)
{
	char guid[IB_GUID_TEXT];
	size_t i;

	for (i = 0; i < count; i++) {
		const struct port_item *port = &ports->items[rows[i]];

		if (!port->name) {
			strbuf_addf(out, "%s%s", out->length ? ", " : "",
				    ib_guid_format(guid, port->guid));
		}
	}
}

/* Cuts behind a whole name, where there is one. */
static void add_cut(const struct strbuf *names, size_t limit,
		    struct strbuf *out)
{
	size_t length = limit;

	if (!limit || names->length <= limit) {
		strbuf_add(out, strbuf_text(names), names->length);
		return;
	}
	while (length && strncmp(names->data + length, ", ", 2) != 0) {
		length--;
	}
	strbuf_add(out, names->data, length);
	strbuf_addstr(out, length ? ", ..." : "...");
}

void port_names_add(const struct port_set *ports, const size_t *rows,
		    size_t count, size_t limit, struct strbuf *out)
{
	struct arena *arena = arena_new();
	struct strbuf names = STRBUF_INIT;
	struct split_name *splits =
		arena ? arena_array(arena, count, sizeof(*splits)) : NULL;

	if (splits) {
		add_splits(arena, splits,
			   split(arena, ports, rows, count, splits, &names),
			   &names);
		add_guids(ports, rows, count, &names);
	}
	out->failed |= !splits || names.failed;
	if (!out->failed) {
		add_cut(&names, limit, out);
	}
	strbuf_free(&names);
	arena_free(arena);
}
