/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Words into lines of 80 columns. */
#ifndef IBPOLICY_TEXT_WRAP_H
#define IBPOLICY_TEXT_WRAP_H

#include "policy/strbuf.h"

#include <stddef.h>

enum { TEXT_WRAP_COLUMNS = 80 };

/* Appends the words of text, which starts at column (from 0) of a line, and
 * begins each further line with indent blanks. A word that is longer than a
 * line (a path) is never broken. No newline at the end. A column is a code
 * point. */
void text_wrap(struct strbuf *out, size_t column, size_t indent,
	       const char *text);

#endif
