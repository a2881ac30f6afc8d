/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the guard would say to a plan, before it is merged. */
#ifndef IBPOLICY_CLI_AGAINST_H
#define IBPOLICY_CLI_AGAINST_H

#include "cli/cli.h"
#include "policy/inventory.h"
#include "policy/partition_plan.h"

#include <stdint.h>

/* Asks the guard about the inventory's plan against what is in force: an
 * output directory, a partitions.conf or another inventory. Gives CLI_OK and says
 * so, or says why not on standard error: CLI_REFUSED (it would be held),
 * CLI_INVALID.
 * plan NULL: nothing would be published, so nothing is held. */
int against(const struct cli *cli, const char *in_force,
	    const struct inventory *inventory,
	    const struct partition_plan *plan, int64_t now);

#endif
