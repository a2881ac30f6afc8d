/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Parsers of fabrics: what they read must survive its snapshot. */
#include "tests/fuzz/round_trip.h"

#include "policy/io/snapshot_jsonl.h"
#include "tests/fuzz/said.h"

#include <string.h>

static void require_ascii(const struct strbuf *text)
{
	size_t i;

	for (i = 0; i < text->length; i++) {
		unsigned char c = (unsigned char)text->data[i];

		fuzz_require(c == '\n' || (c >= 0x20 && c <= 0x7e));
	}
}

static void write_and_read(const struct subnet *subnet)
{
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;
	struct arena *arena = arena_new();
	struct subnet *again = NULL;
	struct diag_list diags;
	struct error error;

	diag_list_init(&diags, arena);
	fuzz_require(!snapshot_jsonl_write(subnet, &first, &error) &&
		     !snapshot_jsonl_parse("again", strbuf_text(&first),
					   first.length, &again, &diags,
					   &error) &&
		     again && !diags.count &&
		     !snapshot_jsonl_write(again, &second, &error) &&
		     !strcmp(strbuf_text(&first), strbuf_text(&second)));
	require_ascii(&first);
	strbuf_free(&first);
	strbuf_free(&second);
	subnet_free(again);
	arena_free(arena);
}

void round_trip(fabric_parser *parse, const uint8_t *bytes, size_t length)
{
	struct arena *arena = arena_new();
	struct subnet *subnet = NULL;
	struct diag_list diags;
	struct error error;

	diag_list_init(&diags, arena);
	fuzz_require(!parse("input", (const char *)bytes, length, &subnet,
			    &diags, &error) &&
		     !subnet == diag_has_errors(&diags));
	fuzz_require_said(&diags);
	if (subnet) {
		write_and_read(subnet);
	}
	subnet_free(subnet);
	arena_free(arena);
}
