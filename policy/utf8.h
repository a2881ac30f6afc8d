/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Strict UTF-8 (RFC 3629), one code point at a time. */
#ifndef IBPOLICY_UTF8_H
#define IBPOLICY_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes the first code point of text. Returns its length in bytes (1-4), or
 * 0 when the bytes are not valid UTF-8 (overlong, surrogate, cut short) or
 * length is 0; *code is 0 then. */
size_t utf8_decode(const char *text, size_t length, uint32_t *code);

/* False for C0 and C1 controls, DEL, line and paragraph separators,
 * bidirectional controls, zero-width and byte-order marks, noncharacters. */
bool utf8_is_printable(uint32_t code);

/* The offset of the first byte that is not valid UTF-8, or length. */
size_t utf8_check(const char *text, size_t length);

#endif
