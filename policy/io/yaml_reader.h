/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One YAML document as a bounded tree with places; the only user of libyaml. */
#ifndef IBPOLICY_IO_YAML_READER_H
#define IBPOLICY_IO_YAML_READER_H

#include "policy/arena.h"
#include "policy/diag.h"
#include "policy/error.h"

#include <stdbool.h>
#include <stddef.h>

enum {
	YAML_DEPTH_LIMIT = 32,      /* of maps and lists in each other */
	YAML_NODE_LIMIT = 4 << 20,  /* in one document */
	YAML_ALIAS_LIMIT = 1 << 20, /* nodes that aliases stand for, in all */
	YAML_ANCHOR_LIMIT = 256     /* in one document */
};

enum yaml_kind { YAML_IS_SCALAR, YAML_IS_LIST, YAML_IS_MAP };

struct yaml_value {
	enum yaml_kind kind;
	bool plain;   /* a scalar without quotes: may be a number, a boolean */
	bool refused; /* a diagnostic says already what is wrong with it */
	unsigned int weight;       /* nodes in it, aliases expanded */
	const char *text;          /* scalar: NUL-terminated, no NUL inside */
	size_t count;              /* list: items; map: pairs */
	struct yaml_value **items; /* list: count values; map: count times key
				      (always a scalar), value */
	struct source_pos pos;
};

/* Parses bytes, named file in positions. Nodes stand in one arena, scalars'
 * texts in another; file is borrowed. Refused with a diagnostic: text that is
 * not UTF-8 or holds NUL bytes, anything over the limits above, tags, a second
 * document, keys that are no scalars, keys that are there twice (the first
 * stays), plain words that YAML 1.1 reads as booleans (on, off, yes, no).
 * Returns 0 and the tree, or 0 and *root NULL when there is none (said in
 * diags; an empty document too), or -1 when out of memory. */
int yaml_reader_parse(const char *file, const char *bytes, size_t length,
		      struct arena *nodes, struct arena *texts,
		      struct diag_list *diags, struct yaml_value **root,
		      struct error *error);

#endif
