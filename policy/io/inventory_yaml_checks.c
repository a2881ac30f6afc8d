/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* checks: at the root or on a role, host, port, link or switch. */
#include "policy/io/inventory_fields.h"

#include "policy/rule.h"
#include "policy/suggest.h"

#include <fnmatch.h>
#include <string.h>

/* An id, or "family.*" of a family that exists. */
static bool id_is_known(const char *id)
{
	size_t length = strlen(id), i;
	bool family = length > 2 && strcmp(id + length - 2, ".*") == 0;

	for (i = 0; rule_table[i]; i++) {
		if (family ? strncmp(rule_table[i]->id, id, length - 1) == 0
			   : strcmp(rule_table[i]->id, id) == 0) {
			return true;
		}
	}
	return false;
}

static void unknown_check(struct inventory_reader *reader,
			  const struct yaml_value *key)
{
	struct suggestion suggest;
	size_t i;

	suggest = suggest_for(key->text);
	for (i = 0; rule_table[i] && fields_suggests(reader); i++) {
		suggest_offer(&suggest, rule_table[i]->id);
	}
	fields_error(reader, key,
		     suggest.nearest
			     ? fields_hint(reader, "did you mean \"%s\"?",
					   suggest.nearest)
			     : "\"ibpolicy checks\" lists them all",
		     "there is no check %s", fields_quote(reader, key->text));
}

bool check_glob_is_known(struct inventory_reader *reader,
			 const struct yaml_value *value)
{
	size_t i;

	for (i = 0; rule_table[i]; i++) {
		if (fnmatch(value->text, rule_table[i]->id, 0) == 0) {
			return true;
		}
	}
	unknown_check(reader, value);
	return false;
}

static void read_severity(struct inventory_reader *reader,
			  const struct yaml_value *value, void *target)
{
	static const char *const words[] = {"critical", "warning", "info",
					    "none", NULL};
	unsigned int word = fields_word(reader, value, "a severity", words,
					"one of critical, warning, info, none");

	if (word) {
		*(enum severity *)target = severity_parse(words[word - 1]);
	}
}

static const struct field check_fields[] = {
	{"severity", read_severity, offsetof(struct check_override, severity),
	 0},
	{"confirm", read_duration, offsetof(struct check_override, confirm_sec),
	 0},
	{"threshold", read_count, offsetof(struct check_override, threshold),
	 0},
	{"window", read_duration, offsetof(struct check_override, window_sec),
	 0},
	{NULL},
};

struct check_list {
	struct check_override **items;
	size_t *count, *capacity;
};

static void read_check(struct inventory_reader *reader,
		       const struct yaml_value *key,
		       const struct yaml_value *value, void *target)
{
	struct check_list *list = target;
	struct check_override *check;

	if (!id_is_known(key->text)) {
		unknown_check(reader, key);
		return;
	}
	check = fields_append(reader, list->items, list->count, list->capacity,
			      sizeof(*check));
	if (!check) {
		return;
	}
	*check = (struct check_override){
		.check = key->text,
		.confirm_sec = -1,
		.threshold = -1,
		.window_sec = -1,
		.pos = key->pos,
	};
	if (value->kind == YAML_IS_MAP) {
		fields_read(reader, value, "a check", check_fields, check);
	} else {
		read_severity(reader, value, &check->severity);
	}
}

void read_root_checks(struct inventory_reader *reader,
		      const struct yaml_value *value, void *target)
{
	struct inventory *inventory = reader->inventory;
	struct check_list list = {&inventory->checks, &inventory->check_count,
				  &reader->check_capacity};

	(void)target;
	fields_each_pair(reader, value, "checks (id: severity)", read_check,
			 &list);
}

void read_checks(struct inventory_reader *reader,
		 const struct yaml_value *value, void *target)
{
	struct attributes *attributes = target;
	size_t capacity = 0;
	struct check_list list = {&attributes->checks, &attributes->check_count,
				  &capacity};

	fields_each_pair(reader, value, "checks (id: severity)", read_check,
			 &list);
}
