/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Diagnostics about input: where, what was found, what to do. */
#ifndef IBPOLICY_DIAG_H
#define IBPOLICY_DIAG_H

#include "policy/arena.h"
#include "policy/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

/* A place in a file; file NULL means "no place". Lines and columns count from
 * 1, columns in characters; 0 means not known. file is borrowed and outlives
 * its users (it stands in the arena of the inventory or the reader). */
struct source_pos {
	const char *file;
	unsigned int line;
	unsigned int column;
};

/* By file (bytewise), line, column. */
int source_pos_compare(struct source_pos a, struct source_pos b);

enum diag_severity { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

struct diag {
	enum diag_severity severity;
	struct source_pos pos;
	const char *message; /* one sentence, safe to print */
	const char *hint;    /* what to do; NULL: nothing to add */
};

enum { DIAG_LIMIT = 50 };

/* All texts stand in the arena, which the caller owns. Beyond DIAG_LIMIT
 * diagnostics of one severity the rest is counted, not kept. */
struct diag_list {
	struct arena *arena;
	struct diag *items;
	size_t count;
	size_t capacity;
	size_t total[3]; /* by severity, dropped ones included */
	size_t said;     /* errors, those that repeat another included */
	bool failed;     /* out of memory: the list is incomplete */
};

void diag_list_init(struct diag_list *list, struct arena *arena);

/* Adds one diagnostic, once: the same words about the same place are nothing
 * new. The format's arguments must already be safe to print
 * (see strbuf_add_safe()). hint may be NULL and is copied. */
void diag_add(struct diag_list *list, enum diag_severity severity,
	      struct source_pos pos, const char *hint, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

bool diag_has_errors(const struct diag_list *list);

/* Orders by file, line, column; equal places keep the order of arrival. */
void diag_sort(struct diag_list *list);

/* "file:line:column" (as much of it as is known; nothing without a file). */
void diag_format_pos(struct strbuf *out, struct source_pos pos);

/* One diagnostic: "file:line:column: error: message\n", and on the next line
 * "    hint\n" where there is one. */
void diag_format(struct strbuf *out, const struct diag *diag);

/* For messages: text in double quotes, made safe to print and cut after some
 * 60 bytes; a place as "file:line:column". Both stand in the list's arena and
 * are never NULL. */
const char *diag_quote(struct diag_list *list, const char *text);
const char *diag_place(struct diag_list *list, struct source_pos pos);

/* The whole list, then "and N more errors" where some were dropped. */
void diag_format_list(struct strbuf *out, const struct diag_list *list);

#endif
