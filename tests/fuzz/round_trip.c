/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A fabric must survive its snapshot. */
#include "tests/fuzz/round_trip.h"

#include "policy/io/snapshot_jsonl.h"

#include <stdlib.h>
#include <string.h>

static void check_safe(const struct strbuf *text)
{
	size_t i;

	for (i = 0; i < text->length; i++) {
		unsigned char c = (unsigned char)text->data[i];

		if (c != '\n' && (c < 0x20 || c > 0x7e)) {
			abort();
		}
	}
}

void round_trip(const struct subnet *subnet)
{
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;
	struct arena *arena = arena_new();
	struct subnet *again = NULL;
	struct diag_list diags;
	struct error error;

	diag_list_init(&diags, arena);
	if (snapshot_jsonl_write(subnet, &first, &error) ||
	    snapshot_jsonl_parse("again", strbuf_text(&first), first.length,
				 &again, &diags, &error) ||
	    !again || diags.count ||
	    snapshot_jsonl_write(again, &second, &error) ||
	    strcmp(strbuf_text(&first), strbuf_text(&second)) != 0) {
		abort();
	}
	check_safe(&first);
	strbuf_free(&first);
	strbuf_free(&second);
	subnet_free(again);
	arena_free(arena);
}
