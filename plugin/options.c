/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* event_plugin_options of opensm.conf: the tokens that start with ibpolicy. */
#include "plugin/options.h"

#include "policy/strbuf.h"

#include <stdlib.h>
#include <string.h>

static const char option_prefix[] = "ibpolicy.";
static const char option_space[] = " \t\r\n\v\f";

enum { HEARTBEAT_MAX = 3600 };

static bool has_control(const char *value, size_t length)
{
	size_t i;

	for (i = 0; i < length; i++) {
		if ((unsigned char)value[i] < ' ' || value[i] == 0x7f) {
			return true;
		}
	}
	return false;
}

static int set_path(char path[PATH_MAX], const char *key, const char *value,
		    size_t length, struct error *error)
{
	if (length == 0 || value[0] != '/') {
		return error_set(error, 0,
				 "event_plugin_options: %s needs an absolute "
				 "path (OpenSM changes its directory when it "
				 "becomes a daemon)",
				 key);
	}
	if (has_control(value, length)) {
		return error_set(error, 0,
				 "event_plugin_options: %s holds a control "
				 "character",
				 key);
	}
	if (length >= PATH_MAX) {
		return error_set(error, 0,
				 "event_plugin_options: %s is longer than %d "
				 "bytes",
				 key, PATH_MAX - 1);
	}
	memcpy(path, value, length);
	path[length] = '\0';
	return 0;
}

static int set_inventory(struct plugin_options *options, const char *key,
			 const char *value, size_t length, struct error *error)
{
	return set_path(options->inventory, key, value, length, error);
}

static int set_output(struct plugin_options *options, const char *key,
		      const char *value, size_t length, struct error *error)
{
	return set_path(options->output, key, value, length, error);
}

static int set_heartbeat(struct plugin_options *options, const char *key,
			 const char *value, size_t length, struct error *error)
{
	unsigned int seconds = 0;
	size_t i;

	for (i = 0; i < length && value[i] >= '0' && value[i] <= '9' &&
		    seconds <= HEARTBEAT_MAX;
	     i++) {
		seconds = seconds * 10 + (unsigned int)(value[i] - '0');
	}
	if (length == 0 || i < length || seconds == 0 ||
	    seconds > HEARTBEAT_MAX) {
		return error_set(error, 0,
				 "event_plugin_options: %s is a number of "
				 "seconds from 1 to %d",
				 key, HEARTBEAT_MAX);
	}
	options->heartbeat_sec = seconds;
	return 0;
}

static const struct option {
	const char *key;
	int (*set)(struct plugin_options *options, const char *key,
		   const char *value, size_t length, struct error *error);
} option_table[] = {
	{"ibpolicy.inventory", set_inventory},
	{"ibpolicy.output", set_output},
	{"ibpolicy.heartbeat", set_heartbeat},
};

enum { OPTION_COUNT = sizeof(option_table) / sizeof(option_table[0]) };

static int refuse_unknown(const char *token, size_t length, struct error *error)
{
	struct strbuf safe = STRBUF_INIT;

	strbuf_add_safe(&safe, token, length);
	error_set(error, 0,
		  "event_plugin_options: \"%.200s\" is none of "
		  "ibpolicy.inventory=PATH, ibpolicy.output=PATH, "
		  "ibpolicy.heartbeat=SECONDS",
		  strbuf_text(&safe));
	strbuf_free(&safe);
	return -1;
}

static int take_token(struct plugin_options *options, const char *token,
		      size_t length, bool seen[OPTION_COUNT],
		      struct error *error)
{
	const char *equals = memchr(token, '=', length);
	size_t key_length = equals ? (size_t)(equals - token) : length;
	size_t i;

	for (i = 0; i < OPTION_COUNT; i++) {
		const struct option *option = &option_table[i];

		if (!equals || strlen(option->key) != key_length ||
		    memcmp(option->key, token, key_length) != 0) {
			continue;
		}
		if (seen[i]) {
			return error_set(error, 0,
					 "event_plugin_options: %s is given "
					 "twice",
					 option->key);
		}
		seen[i] = true;
		return option->set(options, option->key, equals + 1,
				   length - key_length - 1, error);
	}
	return refuse_unknown(token, length, error);
}

int options_parse(const char *text, struct plugin_options *options,
		  struct error *error)
{
	bool seen[OPTION_COUNT] = {false};
	int status = 0;

	strcpy(options->inventory, OPTIONS_INVENTORY);
	strcpy(options->output, OPTIONS_OUTPUT);
	options->heartbeat_sec = OPTIONS_HEARTBEAT_SEC;
	while (text && *text) {
		size_t length;

		text += strspn(text, option_space);
		length = strcspn(text, option_space);
		/* The first fault is the one that is said. */
		if (length >= strlen(option_prefix) &&
		    memcmp(text, option_prefix, strlen(option_prefix)) == 0 &&
		    take_token(options, text, length, seen,
			       status == 0 ? error : NULL) != 0) {
			status = -1;
		}
		text += length;
	}
	return status;
}
