/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Words into lines of 80 columns. */
#include "policy/text_wrap.h"

#include <string.h>

static size_t columns_of(const char *text, size_t length)
{
	size_t i, columns = 0;

	for (i = 0; i < length; i++) {
		columns += ((unsigned char)text[i] & 0xc0) != 0x80;
	}
	return columns;
}

void text_wrap(struct strbuf *out, size_t column, size_t indent,
	       const char *text)
{
	size_t length, width, gap = 0;

	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		length = strcspn(text, " ");
		width = columns_of(text, length);
		if ((gap || column > indent) &&
		    column + gap + width > TEXT_WRAP_COLUMNS) {
			strbuf_addf(out, "\n%*s", (int)indent, "");
			column = indent;
			gap = 0;
		}
		strbuf_addf(out, "%*s", (int)gap, "");
		strbuf_add(out, text, length);
		column += gap + width;
		gap = 1;
		text += length;
	}
}
