/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* OpenSM's line buffer over a partitions.conf: chunks, tokens, numbers. */
#include "policy/conf_lex.h"

#include <string.h>

void conf_lex_init(struct conf_lex *lex, const char *text, size_t length)
{
	memset(lex, 0, sizeof(*lex));
	lex->text = text;
	lex->length = length;
	lex->line = 1;
}

bool conf_lex_next(struct conf_lex *lex)
{
	const char *start = lex->text + lex->offset, *newline;
	size_t left = lex->length - lex->offset, taken;

	if (left == 0) {
		return false;
	}
	if (lex->chunk > 0 && !lex->is_cut) {
		lex->line++;
	}
	lex->continues = lex->chunk > 0 && lex->is_cut;
	lex->chunk++;
	taken = left < CONF_LEX_CHUNK ? left : (size_t)CONF_LEX_CHUNK;
	newline = memchr(start, '\n', taken);
	if (newline) {
		taken = (size_t)(newline - start) + 1;
	}
	lex->is_cut = !newline && taken < left;
	memcpy(lex->buffer, start, taken);
	lex->buffer[taken] = '\0';
	lex->has_nul = memchr(start, '\0', taken) != NULL;
	if (lex->filled < taken + 1) {
		lex->filled = taken + 1;
	}
	lex->taken = taken;
	lex->offset += taken;
	return true;
}

char *conf_lex_check(struct conf_lex *lex, char *at)
{
	size_t end = (size_t)(at - lex->buffer) + strlen(at);

	if (end >= lex->filled) {
		lex->undefined = true;
	}
	return at;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

char *conf_lex_skip_blanks(char *at)
{
	while (is_blank(*at)) {
		at++;
	}
	return at;
}

/* Writes NULs over the blanks that end the string, as OpenSM does: they stay
 * in the buffer. The string's first byte is never touched. */
static void trim_end(char *text)
{
	char *end = text + strlen(text);

	while (end != text && (*end == '\0' || is_blank(*end))) {
		*end-- = '\0';
	}
}

void conf_lex_token(char *text, struct conf_token *token)
{
	char *name = conf_lex_skip_blanks(text), *equals = strchr(name, '=');

	token->name = name;
	token->value = NULL;
	if (equals) {
		*equals = '\0';
		token->value = conf_lex_skip_blanks(equals + 1);
	}
	token->next = token->value ? token->value : name;
	token->next += strlen(token->next) + 1;
	trim_end(name);
	if (token->value) {
		trim_end(token->value);
	}
}

bool conf_lex_is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9') {
		return c - '0';
	}
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

uint64_t conf_lex_number(const char *text, const char **end)
{
	const char *at = text;
	uint64_t value = 0;
	bool negative, overflow = false;
	int base = 10, digit;

	*end = text;
	while (conf_lex_is_space(*at)) {
		at++;
	}
	negative = *at == '-';
	if (*at == '-' || *at == '+') {
		at++;
	}
	if (*at == '0') {
		base = 8;
		if ((at[1] == 'x' || at[1] == 'X') && digit_value(at[2]) < 16) {
			base = 16;
			at += 2;
		}
	}
	for (; (digit = digit_value(*at)) < base; at++) {
		overflow |= value > (UINT64_MAX - (unsigned int)digit) /
					    (unsigned int)base;
		value = value * (unsigned int)base + (unsigned int)digit;
		*end = at + 1;
	}
	if (overflow) {
		return UINT64_MAX;
	}
	return negative ? 0 - value : value;
}

bool conf_lex_begins(const char *text, const char *word)
{
	return strncmp(text, word, strlen(text)) == 0;
}
