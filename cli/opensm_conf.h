/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The lines of opensm.conf that concern us, read as OpenSM reads them. */
#ifndef IBPOLICY_CLI_OPENSM_CONF_H
#define IBPOLICY_CLI_OPENSM_CONF_H

#include "policy/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct opensm_conf {
	const char *partition_config_file; /* OpenSM's default if not said */
	const char *event_plugin_name;     /* NULL: none */
	const char *event_plugin_options;  /* NULL: none */
};

/* Texts stand in arena. Source: osm_subnet.c, osm_subn_parse_conf_file():
 * lines of up to 1,022 bytes, a key, blanks, the rest is the value; the last
 * one counts, "(null)" is none. Returns 0, or -1 when out of memory. */
int opensm_conf_parse(const char *bytes, size_t length, struct arena *arena,
		      struct opensm_conf *conf);

/* Whether event_plugin_name, a list, holds name. */
bool opensm_conf_loads(const struct opensm_conf *conf, const char *name);

#endif
