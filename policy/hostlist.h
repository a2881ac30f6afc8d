/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Host lists: "gpu[001-064,070]/mlx5_0/1", "leaf01/1-20,25", and back. */
#ifndef IBPOLICY_HOSTLIST_H
#define IBPOLICY_HOSTLIST_H

#include "policy/arena.h"
#include "policy/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

enum { HOSTLIST_LIMIT = 65536, HOSTLIST_NAME_LIMIT = 255 };

struct hostlist {
	const char **names; /* in the arena; in the order they were written */
	size_t count;
	/* NULL, or what is wrong with the text (then count is 0): a sentence
	 * in the arena that quotes nothing of the text but its numbers. */
	const char *problem;
};

/* Expands text. Ranges stand in brackets, leading zeros count ("[001-010]"),
 * the right-most range varies fastest. What follows the last "/" may be a bare
 * port list ("1-20,25"). Commas outside brackets separate names, unless the
 * text holds a "/". A range that runs down, more than HOSTLIST_LIMIT names or a
 * name longer than HOSTLIST_NAME_LIMIT bytes is a problem. Returns 0 (also with
 * a problem), or -1 when out of memory. */
int hostlist_expand(struct arena *arena, const char *text,
		    struct hostlist *list);

/* "1-20,25" alone: calls for no memory. Sets bits 0..max in set[] (max / 8 + 1
 * bytes, which the caller has cleared). Returns NULL, or what is wrong (a
 * static phrase). */
const char *hostlist_parse_numbers(const char *text, unsigned int max,
				   unsigned char *set);

/* Adds the list that expands to exactly these names: sorted, each once, those
 * that differ in their last number alone joined ("gpu[003,017-019],nas01").
 * names is sorted in place; they hold no "/", ",", "[" or "]". Returns 0, or -1
 * when out of memory (out->failed is set). */
int hostlist_compact(const char **names, size_t count, struct strbuf *out);

/* The same names, one a line, for shells that know no host lists. */
int hostlist_lines(const char **names, size_t count, struct strbuf *out);

#endif
