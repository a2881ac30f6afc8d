/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Typed fields out of a JSON file that anybody may have written. */
#ifndef IBPOLICY_IO_JSON_READER_H
#define IBPOLICY_IO_JSON_READER_H

#include "policy/arena.h"
#include "policy/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* The first fault is kept ("status.json: 'pid': expected a number from 0 to
 * 4194304"); what is read after it is a default. A field that is absent is no
 * fault: the caller's value stays. */
struct json_reader {
	const char *path;    /* for messages */
	struct arena *arena; /* texts are copied into it */
	struct error *error;
	bool failed;
};

/* Parses a whole file that must be one object with "format": 1. Duplicate
 * keys, deep nesting, what is not UTF-8 are faults. NULL on failure; the
 * caller frees with json_decref(). */
json_t *json_reader_load(struct json_reader *reader, const char *bytes,
			 size_t length);

/* NULL when absent (or not of that type, which is a fault). Borrowed. */
json_t *json_reader_object(struct json_reader *reader, const json_t *object,
			   const char *key);
json_t *json_reader_array(struct json_reader *reader, const json_t *object,
			  const char *key);
/* The element of an array, which must be an object; NULL after a fault. */
json_t *json_reader_element(struct json_reader *reader, const json_t *array,
			    size_t row, const char *key);

/* The strings of an array at key, copied; absent: *texts is NULL. */
void json_reader_texts(struct json_reader *reader, const json_t *object,
		       const char *key, const char *const **texts,
		       size_t *count);

const char *json_reader_text(struct json_reader *reader, const json_t *object,
			     const char *key);
void json_reader_number(struct json_reader *reader, const json_t *object,
			const char *key, int64_t low, int64_t high,
			int64_t *value);
void json_reader_bool(struct json_reader *reader, const json_t *object,
		      const char *key, bool *value);
void json_reader_time(struct json_reader *reader, const json_t *object,
		      const char *key, int64_t *value);
void json_reader_guid(struct json_reader *reader, const json_t *object,
		      const char *key, uint64_t *value);

/* Keeps a fault of the caller's own: "'key': " and the sentence. */
void json_reader_fault(struct json_reader *reader, const char *key,
		       const char *sentence);

#endif
