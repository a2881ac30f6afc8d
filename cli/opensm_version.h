/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which OpenSM is installed, and which one the plugin is built for. */
#ifndef IBPOLICY_CLI_OPENSM_VERSION_H
#define IBPOLICY_CLI_OPENSM_VERSION_H

#include "policy/error.h"

#include <stddef.h>

enum { OPENSM_VERSION_TEXT = 128 };

/* Asks "opensm --version", at most 5 s. Returns 0 with what OpenSM calls
 * itself ("OpenSM 3.3.23"), or -1 with the reason. */
int opensm_version_installed(char version[OPENSM_VERSION_TEXT],
			     struct error *error);

/* Loads libNAME.so from where OpenSM would find it. Returns 0 with the version
 * that it is built for, or -1 with the reason. Source: OpenSM's
 * osm_event_plugin.c: symbol osm_event_plugin, whose first member is the
 * version string that must equal OpenSM's own. */
int opensm_version_of_plugin(const char *name,
			     char version[OPENSM_VERSION_TEXT],
			     struct error *error);

#endif
