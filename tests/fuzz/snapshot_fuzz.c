/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Snapshots of any content are read or refused with what is wrong. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/round_trip.h"

#include "policy/io/snapshot_jsonl.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct arena *arena = arena_new();
	struct strbuf said = STRBUF_INIT;
	struct subnet *subnet = NULL;
	struct diag_list diags;
	struct error error;

	diag_list_init(&diags, arena);
	if (snapshot_jsonl_parse("input", (const char *)bytes, length, &subnet,
				 &diags, &error) ||
	    !subnet != diag_has_errors(&diags)) {
		abort();
	}
	diag_sort(&diags);
	diag_format_list(&said, &diags);
	if (subnet) {
		round_trip(subnet);
	}
	strbuf_free(&said);
	subnet_free(subnet);
	arena_free(arena);
	return 0;
}
