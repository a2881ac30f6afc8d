/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Inputs that several subcommands read, with every fault said. */
#ifndef IBPOLICY_CLI_LOAD_H
#define IBPOLICY_CLI_LOAD_H

#include "cli/cli.h"
#include "policy/cabling_match.h"
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

/* The sheets of --cabling (cli->repeated), matched with the fabric; inventory
 * may be NULL. *match stands in the sheets, which the caller frees with
 * cabling_free(); both NULL where the option was not given. */
int load_cabling(const struct cli *cli, const struct subnet *subnet,
		 const struct inventory *inventory, struct cabling **sheets,
		 struct cabling_match **match);

#endif
