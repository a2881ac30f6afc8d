/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Growable text with a sticky failure flag: write freely, ask once. */
#ifndef IBPOLICY_STRBUF_H
#define IBPOLICY_STRBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct strbuf {
	char *data;    /* always NUL-terminated once something was added */
	size_t length; /* without the NUL */
	size_t capacity;
	bool failed; /* out of memory at some point; contents are incomplete */
};

#define STRBUF_INIT                                                            \
	{                                                                      \
		NULL, 0, 0, false                                              \
	}

void strbuf_free(struct strbuf *buffer); /* leaves it empty and usable */
void strbuf_add(struct strbuf *buffer, const void *bytes, size_t length);
void strbuf_addstr(struct strbuf *buffer, const char *text);
void strbuf_addch(struct strbuf *buffer, char c);
void strbuf_addf(struct strbuf *buffer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void strbuf_vaddf(struct strbuf *buffer, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

/* Appends text that may come from the wire or a file in a form that is safe
 * on a terminal and in one line of a report: printable UTF-8 as it is, every
 * control character, C1 control, bidirectional or line-separator code point
 * and invalid byte as \xNN (per byte), a backslash as \\. */
void strbuf_add_safe(struct strbuf *buffer, const char *text, size_t length);

/* The text, never NULL: "" when nothing was added. Owned by the buffer. */
const char *strbuf_text(const struct strbuf *buffer);

#endif
