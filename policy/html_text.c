/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Text within a page, where nothing of it is markup. */
#include "policy/html_text.h"

void html_text(struct strbuf *out, const char *text)
{
	static const struct {
		char raw;
		const char *entity;
	} entities[] = {
		{'&', "&amp;"},  {'<', "&lt;"},   {'>', "&gt;"},
		{'"', "&quot;"}, {'\'', "&#39;"},
	};
	size_t i;

	for (; *text; text++) {
		for (i = 0; i < sizeof(entities) / sizeof(entities[0]); i++) {
			if (entities[i].raw == *text) {
				break;
			}
		}
		if (i < sizeof(entities) / sizeof(entities[0])) {
			strbuf_addstr(out, entities[i].entity);
		} else {
			strbuf_addch(out, *text);
		}
	}
}
