/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the reader of partitions.conf says: quirks, where OpenSM stops. */
#include "policy/conf_reader.h"

#include "policy/strbuf.h"

#include <stdio.h>
#include <string.h>

enum { QUOTE_BYTES = 40 };

static void add_quirk(struct conf_reader *reader, enum diag_severity severity,
		      unsigned int line, const char *hint, const char *message)
{
	struct source_pos pos = {.file = reader->path, .line = line};

	diag_add(&reader->conf->quirks, severity, pos, hint, "%s", message);
}

void conf_reader_quirk(struct conf_reader *reader, enum diag_severity severity,
		       unsigned int line, const char *hint, const char *format,
		       ...)
{
	char message[512];
	va_list args;

	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	add_quirk(reader, severity, line, hint, message);
}

static const char opens[] =
	"OpenSM stops here and opens the whole fabric: every port becomes full "
	"member of 0x7fff and every other partition is dropped";

void conf_reader_stop(struct conf_reader *reader, const char *hint,
		      const char *format, ...)
{
	char why[256], message[512];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);
	reader->stopped = true;
	reader->conf->fallback_line = reader->lex.line;
	reader->conf->fallback_reason = arena_strdup(reader->conf->arena, why);
	if (!reader->conf->fallback_reason) {
		reader->no_memory = true;
		return;
	}
	if (!reader->seen && !reader->lex.chunk) {
		reader->conf->fallback_line = 0;
	}
	snprintf(message, sizeof(message), "%s: %s", opens, why);
	add_quirk(reader, DIAG_ERROR, reader->conf->fallback_line, hint,
		  message);
}

void conf_reader_undefined(struct conf_reader *reader, const char *format, ...)
{
	struct partitions_conf *conf = reader->conf;
	char message[512];
	va_list args;

	if (conf->undefined) {
		return;
	}
	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	conf->undefined = true;
	conf->undefined_line = reader->lex.line;
	conf->undefined_reason = arena_strdup(conf->arena, message);
	if (!conf->undefined_reason) {
		reader->no_memory = true;
		return;
	}
	add_quirk(reader, DIAG_ERROR, reader->lex.line, NULL, message);
}

const char *conf_reader_quote(struct conf_quote *quote, const char *text)
{
	size_t length = strlen(text), shown;
	struct strbuf safe = STRBUF_INIT;

	while (length > 0 && conf_lex_is_space(text[length - 1])) {
		length--;
	}
	shown = length;
	if (shown > QUOTE_BYTES) {
		shown = QUOTE_BYTES;
		while (shown > 0 &&
		       ((unsigned char)text[shown] & 0xc0) == 0x80) {
			shown--;
		}
	}
	strbuf_add_safe(&safe, text, shown);
	snprintf(quote->text, sizeof(quote->text), "%s%s", strbuf_text(&safe),
		 shown < length ? "..." : "");
	strbuf_free(&safe);
	return quote->text;
}
