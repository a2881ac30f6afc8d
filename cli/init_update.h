/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy init --update: what an inventory does not declare yet. */
#ifndef IBPOLICY_CLI_INIT_UPDATE_H
#define IBPOLICY_CLI_INIT_UPDATE_H

#include "cli/cli.h"
#include "policy/init.h"
#include "policy/subnet.h"

/* Writes what subnet shows and the inventory at path does not declare to
 * inventory.d/observed-DATE.yaml beside it, a file that must not exist yet, and
 * makes sure that both together are sound; else nothing is left behind. Gives
 * an enum cli_exit. */
int init_update(const struct cli *cli, const char *path,
		const struct subnet *subnet, const struct init_options *init);

#endif
