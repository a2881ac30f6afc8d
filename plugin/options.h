/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* event_plugin_options of opensm.conf: the tokens that start with ibpolicy. */
#ifndef IBPOLICY_PLUGIN_OPTIONS_H
#define IBPOLICY_PLUGIN_OPTIONS_H

#include "policy/error.h"

#include <limits.h>
#include <stdbool.h>

#define OPTIONS_INVENTORY "/etc/ibpolicy/inventory.yaml"
#define OPTIONS_OUTPUT    "/var/lib/ibpolicy"

enum { OPTIONS_HEARTBEAT_SEC = 30 };

struct plugin_options {
	char inventory[PATH_MAX];
	char output[PATH_MAX];
	unsigned int heartbeat_sec;
};

/* Reads text (NULL: none given), which all plugins of an OpenSM share: tokens
 * without our prefix are passed over. What is not said has its default. An
 * unknown ibpolicy. token, one given twice, a relative or empty path or a
 * heartbeat outside 1..3600 is refused: returns -1 with the sentence in error;
 * *options then still holds what was in order, so that output can say so. */
int options_parse(const char *text, struct plugin_options *options,
		  struct error *error);

#endif
