/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Records of separated values. */
#include "policy/io/csv_reader.h"

#include "policy/strbuf.h"

#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

static void skip_blanks(struct csv_reader *reader)
{
	while (reader->at < reader->end && is_blank(*reader->at) &&
	       *reader->at != reader->separator) {
		reader->at++;
	}
}

/* Takes LF, CRLF or CR. */
static void take_line_end(struct csv_reader *reader)
{
	if (*reader->at == '\r' && reader->at + 1 < reader->end &&
	    reader->at[1] == '\n') {
		reader->at++;
	}
	reader->at++;
	reader->line++;
}

static void read_quoted(struct csv_reader *reader, struct csv_record *record,
			struct strbuf *field)
{
	reader->at++;
	for (; reader->at < reader->end; reader->at++) {
		if (*reader->at == '"') {
			if (reader->at + 1 == reader->end ||
			    reader->at[1] != '"') {
				reader->at++;
				return;
			}
			reader->at++;
		}
		reader->line += *reader->at == '\n';
		strbuf_addch(field, *reader->at);
	}
	record->open_quote = true;
}

/* Up to the separator or the line's end. */
static void read_field(struct csv_reader *reader, struct csv_record *record,
		       struct strbuf *field)
{
	skip_blanks(reader);
	if (reader->at < reader->end && *reader->at == '"') {
		read_quoted(reader, record, field);
	}
	while (reader->at < reader->end && *reader->at != reader->separator &&
	       !is_line_end(*reader->at)) {
		strbuf_addch(field, *reader->at++);
	}
}

static int keep_field(const struct csv_reader *reader,
		      struct csv_record *record, const struct strbuf *field)
{
	const char *text = strbuf_text(field), *copy;
	size_t length = field->length;

	if (record->count == CSV_FIELD_LIMIT) {
		return 0;
	}
	while (length && (is_blank(*text) || is_line_end(*text))) {
		text++;
		length--;
	}
	while (length &&
	       (is_blank(text[length - 1]) || is_line_end(text[length - 1]))) {
		length--;
	}
	copy = field->failed ? NULL
			     : arena_strndup(reader->arena, text, length);
	if (!copy) {
		return -1;
	}
	record->fields[record->count++] = copy;
	return 0;
}

static void skip_mark(struct csv_reader *reader)
{
	if (!reader->line && reader->end - reader->at >= 3 &&
	    !memcmp(reader->at, "\xef\xbb\xbf", 3)) {
		reader->at += 3;
	}
}

int csv_reader_next(struct csv_reader *reader, struct csv_record *record)
{
	struct strbuf field = STRBUF_INIT;
	bool more = true;
	int status = 0;

	skip_mark(reader);
	if (reader->at == reader->end) {
		return 0;
	}
	*record = (struct csv_record){.line = reader->line + 1};
	while (more && !status) {
		strbuf_free(&field);
		read_field(reader, record, &field);
		status = keep_field(reader, record, &field);
		more = reader->at < reader->end &&
		       *reader->at == reader->separator;
		reader->at += more;
	}
	if (reader->at < reader->end) {
		take_line_end(reader);
	}
	strbuf_free(&field);
	return status ? -1 : 1;
}
