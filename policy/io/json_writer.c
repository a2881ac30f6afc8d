/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* JSON objects as this project writes them. */
#include "policy/io/json_writer.h"

#include "policy/ibnames.h"
#include "policy/time_text.h"
#include "policy/utf8.h"

#include <string.h>

/* Takes over value; NULL is a failed allocation. */
static void put(struct json_writer *writer, json_t *object, const char *key,
		json_t *value)
{
	if (json_object_set_new(object, key, value)) {
		writer->failed = true;
	}
}

static void append(struct json_writer *writer, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value)) {
		writer->failed = true;
	}
}

static json_t *text_value(const char *text)
{
	struct strbuf safe = STRBUF_INIT;
	size_t length = strlen(text);
	json_t *value = NULL;

	if (utf8_check(text, length) == length) {
		return json_stringn(text, length);
	}
	strbuf_add_safe(&safe, text, length);
	if (!safe.failed) {
		value = json_stringn(strbuf_text(&safe), safe.length);
	}
	strbuf_free(&safe);
	return value;
}

json_t *json_writer_object(struct json_writer *writer, json_t *parent,
			   const char *key)
{
	put(writer, parent, key, json_object());
	return json_object_get(parent, key);
}

json_t *json_writer_array(struct json_writer *writer, json_t *parent,
			  const char *key)
{
	put(writer, parent, key, json_array());
	return json_object_get(parent, key);
}

json_t *json_writer_append_object(struct json_writer *writer, json_t *array)
{
	json_t *object = json_object();

	append(writer, array, object);
	return writer->failed ? NULL : object;
}

void json_writer_append_text(struct json_writer *writer, json_t *array,
			     const char *text)
{
	append(writer, array, text_value(text));
}

void json_writer_text(struct json_writer *writer, json_t *object,
		      const char *key, const char *text)
{
	if (text) {
		put(writer, object, key, text_value(text));
	}
}

void json_writer_guid(struct json_writer *writer, json_t *object,
		      const char *key, uint64_t guid)
{
	char text[IB_GUID_TEXT];

	if (guid) {
		put(writer, object, key,
		    json_string(ib_guid_format(text, guid)));
	}
}

void json_writer_time(struct json_writer *writer, json_t *object,
		      const char *key, int64_t when)
{
	char text[TIME_TEXT];

	if (when) {
		put(writer, object, key, json_string(time_format(text, when)));
	}
}

void json_writer_number(struct json_writer *writer, json_t *object,
			const char *key, int64_t number)
{
	put(writer, object, key, json_integer(number));
}

void json_writer_bool(struct json_writer *writer, json_t *object,
		      const char *key, bool value)
{
	put(writer, object, key, json_boolean(value));
}

static int dump(const char *bytes, size_t length, void *out)
{
	strbuf_add(out, bytes, length);
	return ((struct strbuf *)out)->failed ? -1 : 0;
}

int json_writer_finish(struct json_writer *writer, json_t *root, bool line,
		       struct strbuf *out, struct error *error)
{
	size_t flags = line ? JSON_COMPACT : JSON_INDENT(2);
	bool failed = writer->failed || !root ||
		      json_dump_callback(root, dump, out, flags);

	json_decref(root);
	strbuf_addch(out, '\n');
	if (failed || out->failed) {
		return error_no_memory(error);
	}
	return 0;
}
