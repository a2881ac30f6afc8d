/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Inputs that several subcommands read, with every fault said. */
#ifndef IBPOLICY_CLI_LOAD_H
#define IBPOLICY_CLI_LOAD_H

#include "cli/cli.h"
#include "policy/inventory.h"
#include "policy/subnet.h"

/* Each gives CLI_OK, or CLI_INVALID after saying every fault on standard
 * error; the pointer is NULL then. "-" is standard input. */

/* The caller frees with inventory_free(). */
int load_inventory(const struct cli *cli, const char *path,
		   struct inventory **inventory);

/* A snapshot or an ibnetdiscover dump. The caller frees with
 * subnet_free(). */
int load_fabric(const struct cli *cli, const char *path,
		struct subnet **subnet);

#endif
