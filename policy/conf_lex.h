/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* OpenSM's line buffer over a partitions.conf: chunks, tokens, numbers. */
#ifndef IBPOLICY_CONF_LEX_H
#define IBPOLICY_CONF_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* OpenSM reads with fgets() into char line[4096], takes at most 4,094 bytes at
 * a time, cuts tokens by writing NULs into that buffer and in some cases walks
 * on past the text's end, into what earlier lines left there. The result can
 * rest on those bytes, so the buffer is part of the model. Source: OpenSM
 * 3.3.23, osm_prtn_config.c, osm_prtn_config_parse_file(). */
enum {
	CONF_LEX_CHUNK = 4094,
	CONF_LEX_SIZE = 4096 + 8 /* room for the steps past its end */
};

struct conf_lex {
	const char *text;
	size_t length;
	size_t offset;
	size_t taken;       /* bytes of the chunk */
	unsigned int line;  /* of the chunk's first byte, from 1 */
	unsigned int chunk; /* what OpenSM counts as its line number */
	bool continues;     /* the chunk starts inside a line */
	bool is_cut;        /* the chunk ends inside a line */
	bool has_nul;       /* a NUL byte hides the rest of the chunk */
	bool undefined;     /* bytes were read that no line ever wrote */
	size_t filled;      /* bytes of buffer that some line wrote */
	char buffer[CONF_LEX_SIZE]; /* never written bytes are NUL */
};

void conf_lex_init(struct conf_lex *lex, const char *text, size_t length);

/* Loads the next chunk; false at the end of the text. */
bool conf_lex_next(struct conf_lex *lex);

/* Returns at, after marking lex undefined if the string there is not wholly
 * made of bytes that some line wrote. */
char *conf_lex_check(struct conf_lex *lex, char *at);

/* Blank to OpenSM: space, tab, newline; never a carriage return. */
char *conf_lex_skip_blanks(char *at);

struct conf_token {
	char *name;  /* trimmed, never NULL */
	char *value; /* what follows the first "=", trimmed; NULL: no "=" */
	char *next;  /* one past the NUL that ends the token */
};

/* Cuts the string at text into name and value, in place. */
void conf_lex_token(char *text, struct conf_token *token);

/* strtoull(text, end, 0) in the C locale as of C11: white space, sign, "0x" or
 * a leading 0, UINT64_MAX on overflow; *end is text when there is no digit. */
uint64_t conf_lex_number(const char *text, const char **end);

/* isspace() in the C locale. */
bool conf_lex_is_space(char c);

/* True when text begins the word: text "" begins every word. OpenSM compares
 * keywords and flags like this, so each may be said by any prefix. */
bool conf_lex_begins(const char *text, const char *word);

#endif
