/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Plain values: texts, names, booleans, dates, durations, numbers. */
#include "policy/io/inventory_fields.h"

#include "policy/suggest.h"
#include "policy/utf8.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 512, DURATION_LIMIT = 7 * 86400 };

static bool is_word(const struct yaml_value *value, const char *word)
{
	return value->kind == YAML_IS_SCALAR && value->plain &&
	       strcmp(value->text, word) == 0;
}

/* What other readers of YAML would take for a number, a boolean or nothing. */
static bool looks_typed(const struct yaml_value *value)
{
	static const char *const words[] = {
		"~",    "null", "Null",  "NULL",  "true",
		"True", "TRUE", "false", "False", "FALSE",
	};
	char *end;
	size_t i;

	if (!value->plain) {
		return false;
	}
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(words[i], value->text) == 0) {
			return true;
		}
	}
	if (value->text[0] == '\0' ||
	    !strchr("0123456789+-.", value->text[0])) {
		return value->text[0] == '\0';
	}
	strtod(value->text, &end);
	return *end == '\0';
}

static bool is_one_line(const char *text)
{
	size_t length = strlen(text), step;
	uint32_t code;

	while (length) {
		step = utf8_decode(text, length, &code);
		if (step == 0 || !utf8_is_printable(code)) {
			return false;
		}
		text += step;
		length -= step;
	}
	return true;
}

void read_text(struct inventory_reader *reader, const struct yaml_value *value,
	       void *target)
{
	const char **text = target;

	if (value->kind != YAML_IS_SCALAR || value->text[0] == '\0') {
		fields_expected(reader, value, "a text");
	} else if (looks_typed(value)) {
		fields_error(reader, value,
			     fields_hint(reader, "put it in quotes: \"%s\"",
					 value->text),
			     "expected a text, found %s, which is no text to "
			     "other readers of YAML",
			     fields_quote(reader, value->text));
	} else if (!is_one_line(value->text)) {
		fields_error(reader, value, "write it on one line",
			     "the text %s holds line ends or control "
			     "characters",
			     fields_quote(reader, value->text));
	} else if (strlen(value->text) > TEXT_LIMIT) {
		fields_error(reader, value, NULL,
			     "the text %s is longer than %d bytes",
			     fields_quote(reader, value->text), TEXT_LIMIT);
	} else {
		*text = value->text;
	}
}

void read_bool(struct inventory_reader *reader, const struct yaml_value *value,
	       void *target)
{
	bool *flag = target;

	if (is_word(value, "true") || is_word(value, "false")) {
		*flag = value->text[0] == 't';
	} else if (value->kind == YAML_IS_SCALAR && !value->plain &&
		   (strcmp(value->text, "true") == 0 ||
		    strcmp(value->text, "false") == 0)) {
		fields_error(reader, value, "leave out the quotes",
			     "expected true or false, found a text in quotes");
	} else {
		fields_expected(reader, value, "true or false");
	}
}

bool name_is_valid(struct inventory_reader *reader,
		   const struct yaml_value *value, const char *what,
		   size_t limit)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "abcdefghijklmnopqrstuvwxyz0123456789";
	static const char others[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789._-";
	const char *text = value->text;

	if (value->kind != YAML_IS_SCALAR) {
		fields_expected(reader, value, what);
		return false;
	}
	if (text[0] == '\0' || !strchr(letters, text[0]) ||
	    text[strspn(text, others)] != '\0') {
		fields_error(reader, value,
			     "names begin with a letter or digit and hold "
			     "letters, digits, \".\", \"_\" and \"-\"",
			     "%s cannot be %s", fields_quote(reader, text),
			     what);
		return false;
	}
	if (strlen(text) > limit) {
		fields_error(reader, value, NULL,
			     "%s cannot be %s: longer than %zu bytes",
			     fields_quote(reader, text), what, limit);
		return false;
	}
	if (selector_is_keyword(text) || strncmp(text, "0x", 2) == 0) {
		fields_error(reader, value, "choose another name",
			     "%s cannot be %s: as a member it would mean %s",
			     fields_quote(reader, text), what,
			     text[0] == '0' ? "a GUID" : "the keyword");
		return false;
	}
	return true;
}

void read_name(struct inventory_reader *reader, const struct yaml_value *value,
	       void *target)
{
	const char **name = target;

	if (name_is_valid(reader, value, "a name", NAME_LIMIT)) {
		*name = value->text;
	}
}

/* Days since 1970-01-01 of a date of the Gregorian calendar. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
	int64_t shifted = month > 2 ? month - 3 : month + 9;
	int64_t of_year = (153 * shifted + 2) / 5 + day - 1;

	year -= month <= 2;
	return 365 * year + year / 4 - year / 100 + year / 400 + of_year -
	       719468;
}

static int days_in_month(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30,
				   31, 31, 30, 31, 30, 31};
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	return month == 2 && leap ? 29 : days[month - 1];
}

/* YYYY-MM-DD, digit by digit. */
static bool parse_date(const char *text, int64_t *last_second)
{
	static const char form[] = "dddd-dd-dd";
	int year, month, day;
	size_t i;

	for (i = 0; form[i]; i++) {
		if (form[i] == 'd' ? text[i] < '0' || text[i] > '9'
				   : text[i] != form[i]) {
			return false;
		}
	}
	year = atoi(text);
	month = atoi(text + 5);
	day = atoi(text + 8);
	if (text[i] != '\0' || year < 1970 || month < 1 || month > 12 ||
	    day < 1 || day > days_in_month(year, month)) {
		return false;
	}
	*last_second = days_of(year, month, day) * 86400 + 86399;
	return true;
}

void read_date(struct inventory_reader *reader, const struct yaml_value *value,
	       void *target)
{
	int64_t *until = target;

	if (value->kind != YAML_IS_SCALAR || !parse_date(value->text, until)) {
		fields_error(reader, value,
			     "write YYYY-MM-DD, the last day (UTC)",
			     "expected a date, found %s",
			     fields_describe(reader, value));
	}
}

/* "120s", "2m", "1h", "1d", and 0; -1 for anything else. */
static int64_t parse_duration(const char *text)
{
	static const struct {
		char unit;
		int seconds;
	} units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
	size_t digits = strspn(text, "0123456789"), i;

	if (strcmp(text, "0") == 0) {
		return 0;
	}
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (digits >= 1 && digits <= 9 &&
		    text[digits] == units[i].unit && !text[digits + 1]) {
			return (int64_t)atoi(text) * units[i].seconds;
		}
	}
	return -1;
}

void read_duration(struct inventory_reader *reader,
		   const struct yaml_value *value, void *target)
{
	const char *hint = "a number and s, m, h or d";
	int64_t seconds;

	if (value->kind != YAML_IS_SCALAR) {
		fields_expected(reader, value, "a duration such as 120s or 2m");
		return;
	}
	seconds = parse_duration(value->text);
	if (seconds < 0) {
		if (value->text[0] &&
		    !value->text[strspn(value->text, "0123456789")]) {
			hint = fields_hint(reader, "say the unit: %ss or %sm",
					   value->text, value->text);
		}
		fields_error(reader, value, hint,
			     "expected a duration such as 120s or 2m, found %s",
			     fields_describe(reader, value));
	} else if (seconds > DURATION_LIMIT) {
		fields_error(reader, value, NULL,
			     "the duration %s is longer than 7 days",
			     fields_quote(reader, value->text));
	} else {
		*(int *)target = (int)seconds;
	}
}

bool number_parse(const struct yaml_value *value, uint64_t *number)
{
	const char *text = value->text;
	bool hex;

	if (value->kind != YAML_IS_SCALAR) {
		return false;
	}
	hex = strncmp(text, "0x", 2) == 0;
	if (hex) {
		return ib_guid_parse(text, number);
	}
	/* A leading 0 is octal to YAML 1.1. */
	if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0' ||
	    strlen(text) > 19 || (text[0] == '0' && text[1] != '\0')) {
		return false;
	}
	*number = strtoull(text, NULL, 10);
	return true;
}

static bool read_number(struct inventory_reader *reader,
			const struct yaml_value *value, uint64_t least,
			uint64_t most, uint64_t *number)
{
	uint64_t found;

	if (!number_parse(value, &found)) {
		fields_expected(reader, value, "a whole number");
		return false;
	}
	if (found < least || found > most) {
		fields_error(reader, value, NULL,
			     "%s is out of range: %llu to %llu",
			     fields_quote(reader, value->text),
			     (unsigned long long)least,
			     (unsigned long long)most);
		return false;
	}
	*number = found;
	return true;
}

#define NUMBER_READER(function, type, least, most)                             \
	void function(struct inventory_reader *reader,                         \
		      const struct yaml_value *value, void *target)            \
	{                                                                      \
		uint64_t number;                                               \
                                                                               \
		if (read_number(reader, value, least, most, &number)) {        \
			*(type *)target = (type)number;                        \
		}                                                              \
	}

NUMBER_READER(read_count, int, 1, 1000000)
NUMBER_READER(read_priority, int, 0, 15)
NUMBER_READER(read_level, int, 0, 15)
NUMBER_READER(read_tclass, int, 0, 255)
NUMBER_READER(read_flow_label, int64_t, 0, 0xfffff)
NUMBER_READER(read_qkey, int64_t, 0, 0xffffffff)
