/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Sets of speeds and widths as text: "SDR-HDR", "1x,4x". */
#include "policy/ibnames.h"

#include <stdio.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* IBA's speeds in order: what a run may run over. */
static const enum ib_speed run_speeds[] = {
	IB_SPEED_SDR, IB_SPEED_DDR, IB_SPEED_QDR, IB_SPEED_FDR,
	IB_SPEED_EDR, IB_SPEED_HDR, IB_SPEED_NDR, IB_SPEED_XDR,
};

enum { WORD_MAX = 8 };

static void append(char buffer[IB_SET_TEXT], const char *separator,
		   const char *word)
{
	size_t length = strlen(buffer);

	snprintf(buffer + length, IB_SET_TEXT - length, "%s%s", separator,
		 word);
}

static const char *comma(const char *buffer)
{
	return buffer[0] ? "," : "";
}

char *ib_speeds_format(char buffer[IB_SET_TEXT], unsigned int speeds)
{
	size_t i, first;

	buffer[0] = '\0';
	for (i = 0; i < COUNT(run_speeds); i++) {
		if (!(speeds & 1u << run_speeds[i])) {
			continue;
		}
		first = i;
		while (i + 1 < COUNT(run_speeds) &&
		       speeds & 1u << run_speeds[i + 1]) {
			i++;
		}
		append(buffer, comma(buffer), ib_speed_name(run_speeds[first]));
		if (i > first) {
			append(buffer, "-", ib_speed_name(run_speeds[i]));
		}
	}
	if (speeds & 1u << IB_SPEED_FDR10) {
		append(buffer, comma(buffer), ib_speed_name(IB_SPEED_FDR10));
	}
	return buffer;
}

char *ib_widths_format(char buffer[IB_SET_TEXT], unsigned int widths)
{
	unsigned int width;

	buffer[0] = '\0';
	for (width = 1; width < IB_WIDTH_COUNT; width++) {
		if (widths & 1u << width) {
			append(buffer, comma(buffer),
			       ib_width_name((enum ib_width)width));
		}
	}
	return buffer;
}

/* Copies the next word, up to one of the ends or the text's end, and moves
 * *text behind it. False: the word is too long to be one of ours. */
static bool next_word(const char **text, const char *ends, char word[WORD_MAX])
{
	size_t length = strcspn(*text, ends);

	if (length >= WORD_MAX) {
		return false;
	}
	memcpy(word, *text, length);
	word[length] = '\0';
	*text += length;
	return true;
}

static size_t run_index(enum ib_speed speed)
{
	size_t i;

	for (i = 0; i < COUNT(run_speeds) && run_speeds[i] != speed; i++) {
	}
	return i;
}

/* "HDR" or "SDR-HDR"; 0 when it is neither. */
static unsigned int parse_run(const char **text)
{
	char word[WORD_MAX];
	enum ib_speed speed;
	unsigned int set = 0;
	size_t first, last;

	speed = next_word(text, ",-", word) ? ib_speed_parse(word)
					    : IB_SPEED_UNKNOWN;
	if (!speed || **text != '-') {
		return speed ? 1u << speed : 0;
	}
	++*text;
	first = run_index(speed);
	speed = next_word(text, ",", word) ? ib_speed_parse(word)
					   : IB_SPEED_UNKNOWN;
	last = run_index(speed);
	if (first >= last || last == COUNT(run_speeds)) {
		return 0;
	}
	for (; first <= last; first++) {
		set |= 1u << run_speeds[first];
	}
	return set;
}

static unsigned int parse_width(const char **text)
{
	char word[WORD_MAX];
	enum ib_width width;

	width = next_word(text, ",", word) ? ib_width_parse(word)
					   : IB_WIDTH_UNKNOWN;
	return width ? 1u << width : 0;
}

static unsigned int parse_set(const char *text,
			      unsigned int (*parse)(const char **text))
{
	unsigned int set = 0, part;

	for (;;) {
		part = parse(&text);
		if (!part) {
			return 0;
		}
		set |= part;
		if (!*text) {
			return set;
		}
		text++;
	}
}

unsigned int ib_speeds_parse(const char *text)
{
	return parse_set(text, parse_run);
}

unsigned int ib_widths_parse(const char *text)
{
	return parse_set(text, parse_width);
}
