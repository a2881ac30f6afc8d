/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Typed fields out of a JSON file that anybody may have written. */
#include "policy/io/json_reader.h"

#include "policy/ibnames.h"
#include "policy/strbuf.h"
#include "policy/time_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void json_reader_fault(struct json_reader *reader, const char *key,
		       const char *sentence)
{
	struct strbuf path = STRBUF_INIT;

	if (reader->failed) {
		return;
	}
	reader->failed = true;
	strbuf_add_safe(&path, reader->path, strlen(reader->path));
	error_set(reader->error, EBADMSG, "%s: '%s': %s", strbuf_text(&path),
		  key, sentence);
	strbuf_free(&path);
}

static void no_memory(struct json_reader *reader)
{
	if (!reader->failed) {
		reader->failed = true;
		error_no_memory(reader->error);
	}
}

static void parse_fault(struct json_reader *reader, const json_error_t *fault)
{
	struct strbuf where = STRBUF_INIT;

	reader->failed = true;
	strbuf_add_safe(&where, reader->path, strlen(reader->path));
	if (fault->line > 0) {
		strbuf_addf(&where, ":%d:%d", fault->line, fault->column);
	}
	strbuf_addstr(&where, ": not valid JSON: ");
	strbuf_add_safe(&where, fault->text, strlen(fault->text));
	error_set(reader->error, EBADMSG, "%s", strbuf_text(&where));
	strbuf_free(&where);
}

json_t *json_reader_load(struct json_reader *reader, const char *bytes,
			 size_t length)
{
	json_error_t fault;
	int64_t format = 0;
	json_t *root;

	root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &fault);
	if (!root) {
		parse_fault(reader, &fault);
		return NULL;
	}
	if (!json_is_object(root)) {
		json_reader_fault(reader, "", "expected an object");
	}
	json_reader_number(reader, root, "format", 1, INT64_MAX, &format);
	if (format != 1) {
		json_reader_fault(reader, "format",
				  "expected 1; it was written by another "
				  "version of ibpolicy");
	}
	if (reader->failed) {
		json_decref(root);
		return NULL;
	}
	return root;
}

json_t *json_reader_object(struct json_reader *reader, const json_t *object,
			   const char *key)
{
	json_t *value = json_object_get(object, key);

	if (value && !json_is_object(value)) {
		json_reader_fault(reader, key, "expected an object");
		return NULL;
	}
	return value;
}

json_t *json_reader_array(struct json_reader *reader, const json_t *object,
			  const char *key)
{
	json_t *value = json_object_get(object, key);

	if (value && !json_is_array(value)) {
		json_reader_fault(reader, key, "expected an array");
		return NULL;
	}
	return value;
}

json_t *json_reader_element(struct json_reader *reader, const json_t *array,
			    size_t row, const char *key)
{
	json_t *value = json_array_get(array, row);

	if (!json_is_object(value)) {
		json_reader_fault(reader, key, "expected an array of objects");
		return NULL;
	}
	return value;
}

static const char *borrowed_text(struct json_reader *reader,
				 const json_t *object, const char *key)
{
	json_t *value = json_object_get(object, key);

	if (value && !json_is_string(value)) {
		json_reader_fault(reader, key, "expected a string");
		return NULL;
	}
	return json_string_value(value);
}

const char *json_reader_text(struct json_reader *reader, const json_t *object,
			     const char *key)
{
	const char *text = borrowed_text(reader, object, key);
	char *copy = arena_strdup(reader->arena, text);

	if (text && !copy) {
		no_memory(reader);
	}
	return copy;
}

void json_reader_texts(struct json_reader *reader, const json_t *object,
		       const char *key, const char *const **texts,
		       size_t *count)
{
	const json_t *array = json_reader_array(reader, object, key);
	size_t i, length = json_array_size(array);
	const char **copies;

	*texts = NULL;
	*count = 0;
	if (!array) {
		return;
	}
	copies = arena_array(reader->arena, length, sizeof(*copies));
	for (i = 0; copies && i < length; i++) {
		const char *text = json_string_value(json_array_get(array, i));

		if (!text) {
			json_reader_fault(reader, key,
					  "expected an array of strings");
			return;
		}
		copies[i] = arena_strdup(reader->arena, text);
		if (!copies[i]) {
			copies = NULL;
		}
	}
	if (!copies) {
		no_memory(reader);
		return;
	}
	*texts = copies;
	*count = length;
}

void json_reader_number(struct json_reader *reader, const json_t *object,
			const char *key, int64_t low, int64_t high,
			int64_t *value)
{
	json_t *number = json_object_get(object, key);
	char sentence[96];

	if (!number) {
		return;
	}
	if (!json_is_integer(number) || json_integer_value(number) < low ||
	    json_integer_value(number) > high) {
		snprintf(sentence, sizeof(sentence),
			 "expected a number from %" PRId64 " to %" PRId64, low,
			 high);
		json_reader_fault(reader, key, sentence);
		return;
	}
	*value = json_integer_value(number);
}

void json_reader_bool(struct json_reader *reader, const json_t *object,
		      const char *key, bool *value)
{
	json_t *boolean = json_object_get(object, key);

	if (boolean && !json_is_boolean(boolean)) {
		json_reader_fault(reader, key, "expected true or false");
	} else if (boolean) {
		*value = json_is_true(boolean);
	}
}

void json_reader_time(struct json_reader *reader, const json_t *object,
		      const char *key, int64_t *value)
{
	const char *text = borrowed_text(reader, object, key);

	if (text && !time_parse(text, value)) {
		json_reader_fault(reader, key,
				  "expected a time like 2026-11-30T03:12:40Z");
	}
}

void json_reader_guid(struct json_reader *reader, const json_t *object,
		      const char *key, uint64_t *value)
{
	const char *text = borrowed_text(reader, object, key);

	if (text && !ib_guid_parse(text, value)) {
		json_reader_fault(reader, key,
				  "expected a GUID like 0x0002c90300a1b2c3");
	}
}
