/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Damage to generated partitions.conf files. */
#include "tests/differential/generate.h"

#include <stdlib.h>
#include <string.h>

enum { OPENSM_LINE = 4094 };

static void replace(struct strbuf *text, size_t at, size_t removed,
		    const char *inserted, size_t length)
{
	struct strbuf result = STRBUF_INIT;

	strbuf_add(&result, text->data, at);
	strbuf_add(&result, inserted, length);
	strbuf_add(&result, text->data + at + removed,
		   text->length - at - removed);
	strbuf_free(text);
	*text = result;
}

static void change_byte(struct random *random, struct strbuf *text)
{
	text->data[random_below(random, text->length)] =
		(char)random_next(random);
}

static void insert_one(struct random *random, struct strbuf *text)
{
	static const char marks[] = ";;;,,::==##\n\n\n\r\0 \t";
	size_t which = random_below(random, sizeof(marks) - 1);

	replace(text, random_below(random, text->length + 1), 0, &marks[which],
		1);
}

static void remove_mark(struct random *random, struct strbuf *text)
{
	size_t at = random_below(random, text->length);

	while (at < text->length && !strchr(";,:=#\n", text->data[at])) {
		at++;
	}
	if (at < text->length) {
		replace(text, at, 1, "", 0);
	}
}

static void remove_range(struct random *random, struct strbuf *text)
{
	size_t at = random_below(random, text->length);
	size_t count = random_below(random, text->length - at) % 40;

	replace(text, at, count, "", 0);
}

static void double_range(struct random *random, struct strbuf *text)
{
	size_t at = random_below(random, text->length);
	size_t count = random_below(random, text->length - at) % 80;
	char copy[80];

	memcpy(copy, text->data + at, count);
	replace(text, random_below(random, text->length + 1), 0, copy, count);
}

static void cut(struct random *random, struct strbuf *text)
{
	text->length = random_below(random, text->length + 1);
}

static void dos_line_ends(struct random *random, struct strbuf *text)
{
	size_t at;

	(void)random;
	for (at = 0; at < text->length; at++) {
		if (text->data[at] == '\n') {
			replace(text, at++, 0, "\r", 1);
		}
	}
}

static void join_lines(struct random *random, struct strbuf *text)
{
	size_t at;

	for (at = 0; at < text->length; at++) {
		if (text->data[at] == '\n' && !random_once_in(random, 4)) {
			text->data[at] = ' ';
		}
	}
}

/* Pads one place so that a line breaks somewhere near it in OpenSM's buffer. */
static void pad(struct random *random, struct strbuf *text)
{
	static const char fills[] = "   #\t,a";
	char padding[OPENSM_LINE + 8];
	size_t at = random_below(random, text->length + 1), start = at;
	size_t count;

	while (start > 0 && text->data[start - 1] != '\n') {
		start--;
	}
	count = at - start + random_below(random, 12);
	count = count < OPENSM_LINE ? OPENSM_LINE - count : 1;
	memset(padding, fills[random_below(random, sizeof(fills) - 1)], count);
	replace(text, at, 0, padding, count);
}

/* The ";" on a line of its own, as some like to write it. */
static void lone_semicolons(struct random *random, struct strbuf *text)
{
	size_t at;

	for (at = 0; at < text->length; at++) {
		if (text->data[at] == ';' && random_once_in(random, 2)) {
			replace(text, at, 1, "\n;\n", 3);
			at += 2;
		}
	}
}

void generate_damage(struct generator *generator, struct strbuf *text)
{
	static void (*const kinds[])(struct random *, struct strbuf *) = {
		change_byte, insert_one, insert_one,      remove_mark,
		remove_mark, cut,        remove_range,    double_range,
		join_lines,  pad,        lone_semicolons, dos_line_ends,
	};
	struct random *random = &generator->random;
	size_t count = 1 + random_below(random, 3);

	while (count-- > 0 && text->length > 0) {
		kinds[random_below(random, sizeof(kinds) / sizeof(kinds[0]))](
			random, text);
	}
}
