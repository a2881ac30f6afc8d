/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Strict UTF-8, one code point at a time. */
#include "policy/utf8.h"

#include <string.h>

size_t utf8_decode(const char *text, size_t length, uint32_t *code)
{
	static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *p = (const unsigned char *)text;
	size_t need, i;
	uint32_t c;

	*code = 0;
	if (length == 0) {
		return 0;
	}
	if (p[0] < 0x80) {
		*code = p[0];
		return 1;
	}
	need = p[0] >= 0xf8   ? 0
	       : p[0] >= 0xf0 ? 4
	       : p[0] >= 0xe0 ? 3
	       : p[0] >= 0xc0 ? 2
			      : 0;
	if (need == 0 || need > length) {
		return 0;
	}
	c = p[0] & (0x7fu >> need);
	for (i = 1; i < need; i++) {
		if ((p[i] & 0xc0) != 0x80) {
			return 0;
		}
		c = c << 6 | (p[i] & 0x3fu);
	}
	if (c < smallest[need] || c > 0x10ffff ||
	    (c >= 0xd800 && c <= 0xdfff)) {
		return 0;
	}
	*code = c;
	return need;
}

bool utf8_is_printable(uint32_t code)
{
	static const struct {
		uint32_t first, last;
	} hidden[] = {
		{0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},
		{0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200f},
		{0x2028, 0x202e}, {0x2060, 0x206f}, {0xfdd0, 0xfdef},
		{0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff},
	};
	size_t i;

	for (i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++) {
		if (code >= hidden[i].first && code <= hidden[i].last) {
			return false;
		}
	}
	return (code & 0xfffe) != 0xfffe;
}

/* How many of the first bytes are surely ASCII, eight at a time. */
static size_t skip_ascii(const char *text, size_t length)
{
	size_t at = 0;
	uint64_t word;

	for (; length - at >= sizeof(word); at += sizeof(word)) {
		memcpy(&word, text + at, sizeof(word));
		if (word & 0x8080808080808080u) {
			break;
		}
	}
	return at;
}

size_t utf8_check(const char *text, size_t length)
{
	size_t at = 0, step;
	uint32_t code;

	while (at < length) {
		at += skip_ascii(text + at, length - at);
		if (at == length) {
			break;
		}
		step = utf8_decode(text + at, length - at, &code);
		if (step == 0) {
			return at;
		}
		at += step;
	}
	return length;
}
