/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Diagnostics about input; the only place that formats file:line:column. */
#include "policy/diag.h"

#include <string.h>

static const char *const severity_name[] = {"error", "warning", "note"};

void diag_list_init(struct diag_list *list, struct arena *arena)
{
	*list = (struct diag_list){.arena = arena};
}

void diag_add(struct diag_list *list, enum diag_severity severity,
	      struct source_pos pos, const char *hint, const char *format, ...)
{
	struct diag diag = {.severity = severity, .pos = pos};
	void *items = list->items;
	va_list args;

	if (list->total[severity]++ >= DIAG_LIMIT) {
		return;
	}
	va_start(args, format);
	diag.message = arena_vprintf(list->arena, format, args);
	va_end(args);
	diag.hint = arena_strdup(list->arena, hint);
	if (!diag.message || (hint && !diag.hint) ||
	    arena_grow(list->arena, &items, list->count, &list->capacity,
		       sizeof(diag))) {
		list->failed = true;
		return;
	}
	list->items = items;
	list->items[list->count++] = diag;
}

bool diag_has_errors(const struct diag_list *list)
{
	return list->total[DIAG_ERROR] > 0 || list->failed;
}

static int compare_diags(const void *left, const void *right)
{
	const struct diag *a = left, *b = right;
	int order = strcmp(a->pos.file ? a->pos.file : "",
			   b->pos.file ? b->pos.file : "");

	if (order) {
		return order;
	}
	if (a->pos.line != b->pos.line) {
		return a->pos.line < b->pos.line ? -1 : 1;
	}
	return (a->pos.column > b->pos.column) -
	       (a->pos.column < b->pos.column);
}

/* A stable insertion sort: the list holds at most 3 * DIAG_LIMIT items. */
void diag_sort(struct diag_list *list)
{
	size_t i, at;
	struct diag item;

	for (i = 1; i < list->count; i++) {
		item = list->items[i];
		for (at = i;
		     at && compare_diags(&list->items[at - 1], &item) > 0;
		     at--) {
			list->items[at] = list->items[at - 1];
		}
		list->items[at] = item;
	}
}

void diag_format_pos(struct strbuf *out, struct source_pos pos)
{
	if (!pos.file) {
		return;
	}
	strbuf_add_safe(out, pos.file, strlen(pos.file));
	if (pos.line) {
		strbuf_addf(out, ":%u", pos.line);
		if (pos.column) {
			strbuf_addf(out, ":%u", pos.column);
		}
	}
}

void diag_format(struct strbuf *out, const struct diag *diag)
{
	diag_format_pos(out, diag->pos);
	if (diag->pos.file) {
		strbuf_addstr(out, ": ");
	}
	strbuf_addf(out, "%s: %s\n", severity_name[diag->severity],
		    diag->message);
	if (diag->hint) {
		strbuf_addf(out, "    %s\n", diag->hint);
	}
}

void diag_format_list(struct strbuf *out, const struct diag_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++) {
		diag_format(out, &list->items[i]);
	}
	for (i = 0; i < 3; i++) {
		if (list->total[i] > DIAG_LIMIT) {
			strbuf_addf(out, "and %zu more %ss\n",
				    list->total[i] - DIAG_LIMIT,
				    severity_name[i]);
		}
	}
}
