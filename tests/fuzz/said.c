/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What fuzz targets ask of everything that is said about foreign bytes. */
#include "tests/fuzz/said.h"

#include "policy/utf8.h"

#include <stdlib.h>
#include <string.h>

void fuzz_require(bool promise)
{
	if (!promise) {
		abort();
	}
}

void fuzz_require_safe(const struct strbuf *text)
{
	const char *at;
	uint32_t code;
	size_t step;

	fuzz_require(!text->failed &&
		     strlen(strbuf_text(text)) == text->length);
	for (at = strbuf_text(text); *at; at += step) {
		step = utf8_decode(at, strlen(at), &code);
		fuzz_require(step && (utf8_is_printable(code) || code == '\n'));
	}
}

void fuzz_require_said(struct diag_list *diags)
{
	struct strbuf said = STRBUF_INIT;

	diag_sort(diags);
	diag_format_list(&said, diags);
	fuzz_require_safe(&said);
	strbuf_free(&said);
}
