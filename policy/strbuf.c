/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Growable text with a sticky failure flag. */
#include "policy/strbuf.h"

#include "policy/utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void strbuf_free(struct strbuf *buffer)
{
	free(buffer->data);
	*buffer = (struct strbuf)STRBUF_INIT;
}

/* Room for length more bytes and the NUL. */
static bool reserve(struct strbuf *buffer, size_t length)
{
	size_t need, capacity;
	char *data;

	if (buffer->failed || length > SIZE_MAX / 2 - buffer->length - 1) {
		buffer->failed = true;
		return false;
	}
	need = buffer->length + length + 1;
	if (need <= buffer->capacity) {
		return true;
	}
	capacity = buffer->capacity ? buffer->capacity : 256;
	while (capacity < need) {
		capacity *= 2;
	}
	data = realloc(buffer->data, capacity);
	if (!data) {
		buffer->failed = true;
		return false;
	}
	buffer->data = data;
	buffer->capacity = capacity;
	return true;
}

void strbuf_add(struct strbuf *buffer, const void *bytes, size_t length)
{
	if (!reserve(buffer, length)) {
		return;
	}
	if (length) {
		memcpy(buffer->data + buffer->length, bytes, length);
	}
	buffer->length += length;
	buffer->data[buffer->length] = '\0';
}

void strbuf_addstr(struct strbuf *buffer, const char *text)
{
	strbuf_add(buffer, text, strlen(text));
}

void strbuf_addch(struct strbuf *buffer, char c)
{
	strbuf_add(buffer, &c, 1);
}

void strbuf_vaddf(struct strbuf *buffer, const char *format, va_list args)
{
	va_list again;
	int length;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	if (length < 0) {
		buffer->failed = true;
	} else if (reserve(buffer, (size_t)length)) {
		vsnprintf(buffer->data + buffer->length, (size_t)length + 1,
			  format, again);
		buffer->length += (size_t)length;
	}
	va_end(again);
}

void strbuf_addf(struct strbuf *buffer, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	strbuf_vaddf(buffer, format, args);
	va_end(args);
}

void strbuf_add_safe(struct strbuf *buffer, const char *text, size_t length)
{
	uint32_t code;
	size_t step;

	while (length) {
		step = utf8_decode(text, length, &code);
		if (step && utf8_is_printable(code) && code != '\\') {
			strbuf_add(buffer, text, step);
		} else if (code == '\\' && step) {
			strbuf_addstr(buffer, "\\\\");
		} else {
			size_t i, bytes = step ? step : 1;

			for (i = 0; i < bytes; i++) {
				strbuf_addf(buffer, "\\x%02x",
					    (unsigned char)text[i]);
			}
			step = bytes;
		}
		text += step;
		length -= step;
	}
}

const char *strbuf_text(const struct strbuf *buffer)
{
	return buffer->data ? buffer->data : "";
}
