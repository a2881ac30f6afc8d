/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* --only FAMILY,...: which checks are asked for. */
#ifndef IBPOLICY_CLI_ONLY_H
#define IBPOLICY_CLI_ONLY_H

#include "cli/cli.h"
#include "policy/arena.h"

/* Splits a list of families and check ids ("port,link.speed"); NULL gives no
 * names. Names stand in arena. Gives CLI_OK, or CLI_INVALID after saying which
 * is not known and what was meant. */
int only_parse(const struct cli *cli, const char *list, struct arena *arena,
	       const char *const **names, size_t *count);

#endif
