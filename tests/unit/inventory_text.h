/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Inventories as texts, and the diagnostics that are expected of them. */
#ifndef IBPOLICY_TESTS_INVENTORY_TEXT_H
#define IBPOLICY_TESTS_INVENTORY_TEXT_H

#include "tests/unit/unit.h"

#include "policy/io/inventory_yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parsed {
	struct inventory *inventory;
	struct arena *arena;
	struct diag_list diags;
};

/* An expectation is "line:column|part of the message|part of the hint"; the
 * hint may be left out. Exactly these diagnostics, in this order. */
struct diag_row {
	const char *text;
	const char *expected[6];
};

static inline void parse_bytes(struct parsed *parsed, const char *bytes,
			       size_t length)
{
	struct error error;

	parsed->inventory = NULL;
	parsed->arena = arena_new();
	assert_non_null(parsed->arena);
	diag_list_init(&parsed->diags, parsed->arena);
	assert_int_equal(inventory_yaml_parse("i.yaml", bytes, length,
					      &parsed->inventory,
					      &parsed->diags, &error),
			 0);
	assert_non_null(parsed->inventory);
}

static inline void parse_text(struct parsed *parsed, const char *text)
{
	parse_bytes(parsed, text, strlen(text));
}

static inline void parsed_free(struct parsed *parsed)
{
	inventory_free(parsed->inventory);
	arena_free(parsed->arena);
}

static inline bool diag_fits(const struct diag *diag, const char *expected)
{
	struct strbuf text = STRBUF_INIT;
	char *copy = strdup(expected), *message, *hint, *place;
	bool fits;

	assert_non_null(copy);
	place = copy;
	message = strchr(copy, '|');
	assert_non_null(message);
	*message++ = '\0';
	hint = strchr(message, '|');
	if (hint) {
		*hint++ = '\0';
	}
	strbuf_addf(&text, "%u:%u", diag->pos.line, diag->pos.column);
	fits = diag->severity == DIAG_ERROR &&
	       strcmp(strbuf_text(&text), place) == 0 &&
	       strstr(diag->message, message) &&
	       (!hint || (diag->hint && strstr(diag->hint, hint)));
	strbuf_free(&text);
	free(copy);
	return fits;
}

static inline void check_diags(const char *text, const struct diag_list *diags,
			       const char *const expected[], size_t most)
{
	struct strbuf found = STRBUF_INIT;
	size_t count = 0;
	bool fits = true;

	while (count < most && expected[count]) {
		fits = fits && count < diags->count &&
		       diag_fits(&diags->items[count], expected[count]);
		count++;
	}
	if (!fits || diags->count != count) {
		diag_format_list(&found, diags);
		print_error("%s\n--- found:\n%s--- expected %zu:\n", text,
			    strbuf_text(&found), count);
		while (count-- > 0) {
			print_error("%s\n", expected[count]);
		}
		strbuf_free(&found);
		fail();
	}
}

static inline void check_rows(const char *prelude, const struct diag_row *rows,
			      size_t count)
{
	struct parsed parsed;
	size_t i;

	for (i = 0; i < count; i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addstr(&text, prelude);
		strbuf_addstr(&text, rows[i].text);
		parse_text(&parsed, strbuf_text(&text));
		check_diags(strbuf_text(&text), &parsed.diags, rows[i].expected,
			    COUNT(rows[i].expected));
		parsed_free(&parsed);
		strbuf_free(&text);
	}
}

#endif
