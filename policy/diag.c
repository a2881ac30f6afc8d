/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Diagnostics about input; the only place that formats file:line:column. */
#include "policy/diag.h"

#include <string.h>

enum { QUOTE_LIMIT = 60 };

static const char *const severity_name[] = {"error", "warning", "note"};

void diag_list_init(struct diag_list *list, struct arena *arena)
{
	*list = (struct diag_list){.arena = arena};
}

static const char *keep(struct diag_list *list, struct strbuf *text)
{
	char *copy = arena_strdup(list->arena, strbuf_text(text));

	if (!copy || text->failed) {
		list->failed = true;
	}
	strbuf_free(text);
	return copy ? copy : "";
}

/* What a range or an alias stands for may be read many times. */
static bool is_repeated(const struct diag_list *list, const struct diag *diag,
			const struct strbuf *message)
{
	const struct diag *other;
	size_t i;

	for (i = 0; i < list->count; i++) {
		other = &list->items[i];
		if (other->severity == diag->severity &&
		    source_pos_compare(other->pos, diag->pos) == 0 &&
		    strcmp(other->message, strbuf_text(message)) == 0) {
			return true;
		}
	}
	return false;
}

void diag_add(struct diag_list *list, enum diag_severity severity,
	      struct source_pos pos, const char *hint, const char *format, ...)
{
	struct diag diag = {.severity = severity, .pos = pos};
	struct strbuf message = STRBUF_INIT;
	void *items = list->items;
	va_list args;

	list->said += severity == DIAG_ERROR;
	if (list->total[severity] >= DIAG_LIMIT) {
		list->total[severity]++;
		return;
	}
	va_start(args, format);
	strbuf_vaddf(&message, format, args);
	va_end(args);
	if (is_repeated(list, &diag, &message)) {
		strbuf_free(&message);
		return;
	}
	list->total[severity]++;
	diag.message = keep(list, &message);
	diag.hint = arena_strdup(list->arena, hint);
	if ((hint && !diag.hint) || arena_grow(list->arena, &items, list->count,
					       &list->capacity, sizeof(diag))) {
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

int source_pos_compare(struct source_pos a, struct source_pos b)
{
	int order = a.file == b.file ? 0
				     : strcmp(a.file ? a.file : "",
					      b.file ? b.file : "");

	if (order) {
		return order;
	}
	if (a.line != b.line) {
		return a.line < b.line ? -1 : 1;
	}
	return (a.column > b.column) - (a.column < b.column);
}

/* A stable insertion sort: the list holds at most 3 * DIAG_LIMIT items. */
void diag_sort(struct diag_list *list)
{
	size_t i, at;
	struct diag item;

	for (i = 1; i < list->count; i++) {
		item = list->items[i];
		for (at = i; at && source_pos_compare(list->items[at - 1].pos,
						      item.pos) > 0;
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

const char *diag_quote(struct diag_list *list, const char *text)
{
	struct strbuf quoted = STRBUF_INIT;
	size_t length = strlen(text), cut = length;

	if (length > QUOTE_LIMIT) {
		/* Not inside a character. */
		for (cut = QUOTE_LIMIT; cut && (text[cut] & 0xc0) == 0x80;) {
			cut--;
		}
	}
	strbuf_addch(&quoted, '"');
	strbuf_add_safe(&quoted, text, cut);
	strbuf_addstr(&quoted, cut < length ? "...\"" : "\"");
	return keep(list, &quoted);
}

const char *diag_place(struct diag_list *list, struct source_pos pos)
{
	struct strbuf place = STRBUF_INIT;

	diag_format_pos(&place, pos);
	return keep(list, &place);
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
