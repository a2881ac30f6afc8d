/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whether OpenSM may be started: what "status --preflight" looks at. */
#ifndef IBPOLICY_CLI_PREFLIGHT_H
#define IBPOLICY_CLI_PREFLIGHT_H

#include "cli/cli.h"

/* Prints one line per point: the plugin is configured, it loads and is built
 * for the installed OpenSM, the configured partition file is there and ours.
 * Gives CLI_OK, CLI_DRIFT when a point failed, CLI_INVALID when config cannot
 * be read. */
int preflight_run(const struct cli *cli, const char *config);

#endif
