/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Typed reading of one JSON object of a snapshot. */
#include "policy/io/snapshot_fields.h"

#include "policy/ibnames.h"
#include "policy/strbuf.h"
#include "policy/subnet.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN_MAX = 40 };

void snapshot_fields_at(struct snapshot_fields *fields, const char *subject,
			int number)
{
	fields->subject = subject;
	fields->number = number;
}

void snapshot_fields_complain(struct snapshot_fields *fields,
			      const char *format, ...)
{
	struct strbuf text = STRBUF_INIT;
	va_list args;

	strbuf_addstr(&text, fields->subject);
	if (fields->number >= 0) {
		strbuf_addf(&text, " %d", fields->number);
	}
	strbuf_addstr(&text, ": ");
	va_start(args, format);
	strbuf_vaddf(&text, format, args);
	va_end(args);
	diag_add(fields->diags, DIAG_ERROR, fields->pos, NULL, "%s",
		 strbuf_text(&text));
	fields->faults++;
	fields->failed |= text.failed;
	strbuf_free(&text);
}

void snapshot_fields_bad_json(struct snapshot_fields *fields,
			      const json_error_t *json_error)
{
	struct source_pos pos = fields->pos;
	struct strbuf text = STRBUF_INIT;

	if (json_error_code(json_error) == json_error_out_of_memory) {
		fields->failed = true;
		return;
	}
	if (json_error->column > 0) {
		pos.column = (unsigned int)json_error->column;
	}
	strbuf_add_safe(&text, json_error->text, strlen(json_error->text));
	diag_add(fields->diags, DIAG_ERROR, pos, NULL,
		 "this line is not JSON: %s", strbuf_text(&text));
	fields->faults++;
	fields->failed |= text.failed;
	strbuf_free(&text);
}

static const char *type_name(const json_t *value)
{
	static const char *const names[] = {
		[JSON_OBJECT] = "an object", [JSON_ARRAY] = "an array",
		[JSON_STRING] = "a string",  [JSON_INTEGER] = "a number",
		[JSON_REAL] = "a fraction",  [JSON_TRUE] = "true",
		[JSON_FALSE] = "false",      [JSON_NULL] = "null",
	};

	return names[json_typeof(value)];
}

bool snapshot_fields_object(struct snapshot_fields *fields, const json_t *value)
{
	if (json_is_object(value)) {
		return true;
	}
	snapshot_fields_complain(fields, "expected an object, found %s",
				 type_name(value));
	return false;
}

static json_t *get(struct snapshot_fields *fields, const json_t *object,
		   const char *key, json_type type, const char *expected)
{
	json_t *value = json_object_get(object, key);

	if (value && json_typeof(value) != type) {
		snapshot_fields_complain(fields, "\"%s\" must be %s, found %s",
					 key, expected, type_name(value));
		return NULL;
	}
	return value;
}

/* Part of a message: the text as it was found, escaped and cut. */
static void complain_value(struct snapshot_fields *fields, const char *key,
			   const char *found, const char *expected)
{
	struct strbuf text = STRBUF_INIT;
	size_t length = strnlen(found, SHOWN_MAX);

	strbuf_add_safe(&text, found, length);
	snapshot_fields_complain(fields, "\"%s\" is \"%s%s\", expected %s", key,
				 strbuf_text(&text), found[length] ? "..." : "",
				 expected);
	fields->failed |= text.failed;
	strbuf_free(&text);
}

const char *snapshot_fields_text(struct snapshot_fields *fields,
				 const json_t *object, const char *key,
				 size_t longest)
{
	json_t *value = get(fields, object, key, JSON_STRING, "a string");
	const char *text;

	if (!value) {
		return NULL;
	}
	if (json_string_length(value) > longest) {
		snapshot_fields_complain(fields,
					 "\"%s\" is longer than %zu bytes", key,
					 longest);
		return NULL;
	}
	text = arena_strdup(fields->arena, json_string_value(value));
	fields->failed |= !text;
	return text;
}

unsigned int snapshot_fields_number(struct snapshot_fields *fields,
				    const json_t *object, const char *key,
				    unsigned int least, unsigned int most)
{
	json_t *value =
		get(fields, object, key, JSON_INTEGER, "a whole number");
	json_int_t number = value ? json_integer_value(value) : 0;

	if (value &&
	    (number < (json_int_t)least || number > (json_int_t)most)) {
		snapshot_fields_complain(
			fields,
			"\"%s\" is %" JSON_INTEGER_FORMAT
			", expected %u to %u (what is not known is left out)",
			key, number, least, most);
		return 0;
	}
	return (unsigned int)number;
}

unsigned int snapshot_fields_mtu(struct snapshot_fields *fields,
				 const json_t *object, const char *key)
{
	unsigned int mtu =
		snapshot_fields_number(fields, object, key, 256, 4096);

	if (mtu && !ib_mtu_code(mtu)) {
		snapshot_fields_complain(
			fields,
			"\"%s\" is %u, expected 256, 512, 1024, 2048 "
			"or 4096",
			key, mtu);
		return 0;
	}
	return mtu;
}

/* A string of hex; *value untouched when it is absent. */
static void get_hex(struct snapshot_fields *fields, const json_t *object,
		    const char *key, uint64_t most, const char *expected,
		    uint64_t *value)
{
	json_t *item = get(fields, object, key, JSON_STRING, expected);
	uint64_t number;

	if (!item) {
		return;
	}
	if (!ib_guid_parse(json_string_value(item), &number) || !number ||
	    number > most) {
		complain_value(fields, key, json_string_value(item), expected);
		return;
	}
	*value = number;
}

uint64_t snapshot_fields_guid(struct snapshot_fields *fields,
			      const json_t *object, const char *key)
{
	uint64_t guid = 0;

	get_hex(fields, object, key, UINT64_MAX,
		"a GUID like \"0x0002c9030000abcd\"", &guid);
	return guid;
}

uint64_t snapshot_fields_required_guid(struct snapshot_fields *fields,
				       const json_t *object, const char *key)
{
	if (!json_object_get(object, key)) {
		snapshot_fields_complain(fields, "\"%s\" is missing", key);
	}
	return snapshot_fields_guid(fields, object, key);
}

uint32_t snapshot_fields_hex(struct snapshot_fields *fields,
			     const json_t *object, const char *key,
			     uint32_t most)
{
	uint64_t number = 0;
	char expected[48];

	snprintf(expected, sizeof(expected), "hex from 0x1 to 0x%x",
		 (unsigned int)most);
	get_hex(fields, object, key, most, expected, &number);
	return (uint32_t)number;
}

bool snapshot_fields_flag(struct snapshot_fields *fields, const json_t *object,
			  const char *key)
{
	json_t *value = json_object_get(object, key);

	if (value && !json_is_boolean(value)) {
		snapshot_fields_complain(
			fields, "\"%s\" must be true or false, found %s", key,
			type_name(value));
	}
	return json_is_true(value);
}

json_t *snapshot_fields_array(struct snapshot_fields *fields,
			      const json_t *object, const char *key)
{
	return get(fields, object, key, JSON_ARRAY, "an array");
}

bool snapshot_fields_port(struct snapshot_fields *fields, const json_t *object,
			  unsigned int *number)
{
	size_t faults = fields->faults;

	if (!json_object_get(object, "port")) {
		snapshot_fields_complain(fields, "\"port\" is missing");
		return false;
	}
	*number = snapshot_fields_number(fields, object, "port", 0,
					 SNAPSHOT_PORT_MAX);
	return fields->faults == faults;
}

/* One signature for all of them. */
#define WORD(what)                                                             \
	static unsigned int what##_parse(const char *text)                     \
	{                                                                      \
		return (unsigned int)ib_##what##_parse(text);                  \
	}

WORD(port_state)
WORD(phys_state)
WORD(speed)
WORD(width)
WORD(node_type)
WORD(sm_state)

static unsigned int enforce_parse(const char *text)
{
	return (unsigned int)subnet_enforce_parse(text);
}

static const struct word {
	const char *key;
	unsigned int (*parse)(const char *text);
	const char *expected;
} word_table[SNAPSHOT_WORD_COUNT] = {
	[SNAPSHOT_STATE] = {"state", port_state_parse,
			    "Down, Initialize, Armed or Active"},
	[SNAPSHOT_PHYS] = {"phys", phys_state_parse,
			   "a physical state like LinkUp or Polling"},
	[SNAPSHOT_SPEED] = {"speed", speed_parse, "a speed like HDR"},
	[SNAPSHOT_WIDTH] = {"width", width_parse, "a width like 4x"},
	[SNAPSHOT_SPEED_ENABLED] = {"speed_enabled", ib_speeds_parse,
				    "speeds like SDR-HDR"},
	[SNAPSHOT_SPEED_SUPPORTED] = {"speed_supported", ib_speeds_parse,
				      "speeds like SDR-HDR"},
	[SNAPSHOT_WIDTH_ENABLED] = {"width_enabled", ib_widths_parse,
				    "widths like 1x,4x"},
	[SNAPSHOT_WIDTH_SUPPORTED] = {"width_supported", ib_widths_parse,
				      "widths like 1x,4x"},
	[SNAPSHOT_ENFORCE] = {"enforce", enforce_parse, "off, in, out or both"},
	[SNAPSHOT_TYPE] = {"type", node_type_parse, "ca, switch or router"},
	[SNAPSHOT_SM_STATE] = {"state", sm_state_parse,
			       "master, standby, discovering or not-active"},
};

unsigned int snapshot_fields_word(struct snapshot_fields *fields,
				  const json_t *object, enum snapshot_word word)
{
	const struct word *row = &word_table[word];
	json_t *value =
		get(fields, object, row->key, JSON_STRING, row->expected);
	unsigned int number;

	if (!value) {
		return 0;
	}
	number = row->parse(json_string_value(value));
	if (!number) {
		complain_value(fields, row->key, json_string_value(value),
			       row->expected);
	}
	return number;
}

void snapshot_fields_words(struct snapshot_fields *fields, const json_t *object,
			   struct snapshot_words *words)
{
	unsigned int word;

	for (word = 0; word < SNAPSHOT_PORT_WORDS; word++) {
		words->value[word] =
			snapshot_fields_word(fields, object,
					     (enum snapshot_word)word);
	}
}
