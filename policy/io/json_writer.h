/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* JSON objects as this project writes them: fields in the order of writing, an
 * unknown value is an absent field. */
#ifndef IBPOLICY_IO_JSON_WRITER_H
#define IBPOLICY_IO_JSON_WRITER_H

#include "policy/error.h"
#include "policy/strbuf.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Sticky, as in strbuf: write freely, ask once. */
struct json_writer {
	bool failed; /* out of memory at some point */
};

/* Adds an empty object or array and returns it, owned by its parent. */
json_t *json_writer_object(struct json_writer *writer, json_t *parent,
			   const char *key);
json_t *json_writer_array(struct json_writer *writer, json_t *parent,
			  const char *key);
/* Likewise at the end of an array. */
json_t *json_writer_append_object(struct json_writer *writer, json_t *array);
void json_writer_append_text(struct json_writer *writer, json_t *array,
			     const char *text);

/* NULL text, GUID 0 and time 0 are not known: no field is written. Text that
 * is not UTF-8 is escaped as strbuf_add_safe() does it. */
void json_writer_text(struct json_writer *writer, json_t *object,
		      const char *key, const char *text);
void json_writer_guid(struct json_writer *writer, json_t *object,
		      const char *key, uint64_t guid);
void json_writer_time(struct json_writer *writer, json_t *object,
		      const char *key, int64_t when);
void json_writer_number(struct json_writer *writer, json_t *object,
			const char *key, int64_t number);
void json_writer_bool(struct json_writer *writer, json_t *object,
		      const char *key, bool value);

/* Appends root as indented text and a newline (line: as one line), and frees
 * root (NULL is legal). Returns 0, or -1 (out of memory). */
int json_writer_finish(struct json_writer *writer, json_t *root, bool line,
		       struct strbuf *out, struct error *error);

#endif
