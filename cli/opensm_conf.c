/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The lines of opensm.conf that concern us, read as OpenSM reads them. */
#include "cli/opensm_conf.h"

#include <string.h>

enum { LINE_LIMIT = 1022 };

static const char blanks[] = " \t";
static const char default_file[] = "/etc/opensm/partitions.conf";

/* The value of a line whose key is key, out of its quotes; NULL when it has
 * another. */
static const char *value_of(const char *line, size_t length, const char *key,
			    size_t *value_length)
{
	size_t key_length = strlen(key), at;

	at = strspn(line, blanks);
	if (at + key_length >= length ||
	    strncmp(line + at, key, key_length) != 0 ||
	    !strchr(blanks, line[at + key_length])) {
		return NULL;
	}
	at += key_length;
	while (at < length && strchr(blanks, line[at])) {
		at++;
	}
	while (length > at && strchr(" \t\r", line[length - 1])) {
		length--;
	}
	if (length - at >= 2 && strchr("\"'", line[at]) &&
	    line[at] == line[length - 1]) {
		at++;
		length--;
	}
	*value_length = length - at;
	return line + at;
}

static int take(struct arena *arena, const char *line, size_t length,
		const char *key, const char *none, const char **value)
{
	size_t value_length;
	const char *found = value_of(line, length, key, &value_length);
	char *copy;

	if (!found) {
		return 0;
	}
	copy = arena_strndup(arena, found, value_length);
	if (!copy) {
		return -1;
	}
	*value = !*copy || !strcmp(copy, "(null)") ? none : copy;
	return 0;
}

static int take_line(struct arena *arena, const char *line, size_t length,
		     struct opensm_conf *conf)
{
	if (take(arena, line, length, "partition_config_file", default_file,
		 &conf->partition_config_file) ||
	    take(arena, line, length, "event_plugin_name", NULL,
		 &conf->event_plugin_name) ||
	    take(arena, line, length, "event_plugin_options", NULL,
		 &conf->event_plugin_options)) {
		return -1;
	}
	return 0;
}

int opensm_conf_parse(const char *bytes, size_t length, struct arena *arena,
		      struct opensm_conf *conf)
{
	char line[LINE_LIMIT + 1];
	const char *newline;
	size_t at = 0, part;

	*conf = (struct opensm_conf){.partition_config_file = default_file};
	while (at < length) {
		part = length - at < LINE_LIMIT ? length - at : LINE_LIMIT;
		newline = memchr(bytes + at, '\n', part);
		if (newline) {
			part = (size_t)(newline - (bytes + at));
		}
		memcpy(line, bytes + at, part);
		line[part] = '\0';
		if (take_line(arena, line, part, conf)) {
			return -1;
		}
		at += part + (newline != NULL);
	}
	return 0;
}

bool opensm_conf_loads(const struct opensm_conf *conf, const char *name)
{
	const char *at = conf->event_plugin_name;
	size_t length;

	while (at && *(at += strspn(at, blanks))) {
		length = strcspn(at, blanks);
		if (length == strlen(name) && !strncmp(at, name, length)) {
			return true;
		}
		at += length;
	}
	return false;
}
