/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Reads maps by tables of keys; what every reader of a value needs. */
#include "policy/io/inventory_fields.h"

#include "policy/suggest.h"

#include <stdarg.h>
#include <string.h>

void fields_error(struct inventory_reader *reader,
		  const struct yaml_value *value, const char *hint,
		  const char *format, ...)
{
	struct strbuf message = STRBUF_INIT;
	va_list args;

	if (value->refused) {
		return;
	}
	va_start(args, format);
	strbuf_vaddf(&message, format, args);
	va_end(args);
	if (message.failed) {
		reader->failed = true;
	}
	diag_add(reader->diags, DIAG_ERROR, value->pos, hint, "%s",
		 strbuf_text(&message));
	strbuf_free(&message);
}

const char *fields_quote(struct inventory_reader *reader, const char *text)
{
	return diag_quote(reader->diags, text);
}

const char *fields_hint(struct inventory_reader *reader, const char *format,
			...)
{
	va_list args;
	const char *hint;

	va_start(args, format);
	hint = arena_vprintf(reader->diags->arena, format, args);
	va_end(args);
	if (!hint) {
		reader->failed = true;
	}
	return hint;
}

bool fields_suggests(const struct inventory_reader *reader)
{
	return reader->diags->total[DIAG_ERROR] < DIAG_LIMIT;
}

static bool is_null(const struct yaml_value *value)
{
	return value->kind == YAML_IS_SCALAR && value->plain &&
	       (value->text[0] == '\0' || strcmp(value->text, "~") == 0 ||
		strcmp(value->text, "null") == 0);
}

const char *fields_describe(struct inventory_reader *reader,
			    const struct yaml_value *value)
{
	if (value->kind == YAML_IS_MAP) {
		return "a map";
	}
	if (value->kind == YAML_IS_LIST) {
		return "a list";
	}
	return is_null(value) ? "nothing" : fields_quote(reader, value->text);
}

void fields_expected(struct inventory_reader *reader,
		     const struct yaml_value *value, const char *expected)
{
	fields_error(reader, value, NULL, "expected %s, found %s", expected,
		     fields_describe(reader, value));
}

void *fields_array(struct inventory_reader *reader, size_t count, size_t size)
{
	void *items = arena_array(reader->inventory->arena, count, size);

	if (!items) {
		reader->failed = true;
	}
	return items;
}

void *fields_append(struct inventory_reader *reader, void *items, size_t *count,
		    size_t *capacity, size_t size)
{
	void **array = items;
	char *item;

	if (arena_grow(reader->inventory->arena, array, *count, capacity,
		       size)) {
		reader->failed = true;
		return NULL;
	}
	item = (char *)*array + *count * size;
	memset(item, 0, size);
	(*count)++;
	return item;
}

void fields_reserve(struct inventory_reader *reader, void *items, size_t count,
		    size_t *capacity, size_t size, size_t more)
{
	void **array = items;
	void *larger;

	if (*capacity - count >= more) {
		return;
	}
	larger = fields_array(reader, count + more, size);
	if (larger) {
		if (count) {
			memcpy(larger, *array, count * size);
		}
		*array = larger;
		*capacity = count + more;
	}
}

static const struct field *find_field(const struct field *table,
				      const char *key)
{
	for (; table->key; table++) {
		if (strcmp(table->key, key) == 0) {
			return table;
		}
	}
	return NULL;
}

/* The nearest key, else all there are. */
static void unknown_key(struct inventory_reader *reader,
			const struct yaml_value *key, const char *what,
			const struct field *table)
{
	struct strbuf hint = STRBUF_INIT;
	const struct field *field;
	struct suggestion suggest;

	suggest = suggest_for(key->text);
	for (field = table; field->key && fields_suggests(reader); field++) {
		suggest_offer(&suggest, field->key);
	}
	if (suggest.nearest) {
		strbuf_addf(&hint, "did you mean \"%s\"?", suggest.nearest);
	} else if (key->text[strspn(key->text, "0123456789-")] == '\0') {
		/* {unused: 3-20,25}: the comma ended the value. */
		strbuf_addstr(&hint, "a list with commas stands in quotes: "
				     "\"3-20,25\"");
	} else if (strcmp(key->text, "<<") == 0) {
		strbuf_addstr(&hint, "merge keys are not used here: a role "
				     "says once what many have in common");
	} else {
		strbuf_addstr(&hint, "known here:");
		for (field = table; field->key; field++) {
			strbuf_addf(&hint, "%s %s", field == table ? "" : ",",
				    field->key);
		}
	}
	if (hint.failed) {
		reader->failed = true;
	}
	fields_error(reader, key, strbuf_text(&hint), "unknown key %s in %s",
		     fields_quote(reader, key->text), what);
	strbuf_free(&hint);
}

static void check_required(struct inventory_reader *reader,
			   const struct yaml_value *value, const char *what,
			   const struct field *table)
{
	size_t i;

	for (; table->key; table++) {
		if (!(table->flags & FIELD_REQUIRED)) {
			continue;
		}
		for (i = 0; i < value->count; i++) {
			if (strcmp(value->items[2 * i]->text, table->key) ==
			    0) {
				break;
			}
		}
		if (i == value->count) {
			fields_error(reader, value, NULL,
				     "%s needs the key \"%s\"", what,
				     table->key);
		}
	}
}

bool fields_read(struct inventory_reader *reader,
		 const struct yaml_value *value, const char *what,
		 const struct field *table, void *target)
{
	const struct field *field;
	size_t i;

	if (value->kind != YAML_IS_MAP) {
		fields_error(reader, value, NULL,
			     "%s is a map of keys and values, found %s", what,
			     fields_describe(reader, value));
		return false;
	}
	for (i = 0; i < value->count && !reader->failed; i++) {
		const struct yaml_value *key = value->items[2 * i];

		field = find_field(table, key->text);
		if (!field) {
			unknown_key(reader, key, what, table);
		} else if ((field->flags & FIELD_ROOT_ONLY) &&
			   !reader->is_root) {
			fields_error(reader, key,
				     "say it in the root file, once",
				     "\"%s\" stands only in the root file",
				     key->text);
		} else {
			field->read(reader, value->items[2 * i + 1],
				    (char *)target + field->offset);
		}
	}
	check_required(reader, value, what, table);
	return true;
}

void fields_each_pair(struct inventory_reader *reader,
		      const struct yaml_value *value, const char *what,
		      void (*read)(struct inventory_reader *reader,
				   const struct yaml_value *key,
				   const struct yaml_value *value,
				   void *target),
		      void *target)
{
	size_t i;

	if (value->kind != YAML_IS_MAP) {
		fields_error(reader, value, NULL, "%s is a map, found %s", what,
			     fields_describe(reader, value));
		return;
	}
	for (i = 0; i < value->count && !reader->failed; i++) {
		read(reader, value->items[2 * i], value->items[2 * i + 1],
		     target);
	}
}

void fields_each_item(struct inventory_reader *reader,
		      const struct yaml_value *value, const char *what,
		      void (*read)(struct inventory_reader *reader,
				   const struct yaml_value *item, void *target),
		      void *target)
{
	size_t i;

	if (value->kind != YAML_IS_LIST) {
		fields_error(reader, value, NULL,
			     "%s is a list (\"- ...\"), found %s", what,
			     fields_describe(reader, value));
		return;
	}
	for (i = 0; i < value->count && !reader->failed; i++) {
		read(reader, value->items[i], target);
	}
}
