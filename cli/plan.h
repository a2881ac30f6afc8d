/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The partition plan of an inventory, with its assertions proved. */
#ifndef IBPOLICY_CLI_PLAN_H
#define IBPOLICY_CLI_PLAN_H

#include "cli/cli.h"
#include "policy/partition_plan.h"

#include <stdint.h>

/* *plan is NULL where the inventory has no partitions. Gives CLI_OK, or says
 * why not on standard error: CLI_REFUSED (an assertion does not hold; *plan is
 * set all the same), CLI_INVALID. The caller frees with partition_plan_free();
 * the inventory must outlive it. */
int plan_of_inventory(const struct cli *cli, const struct inventory *inventory,
		      int64_t now, struct partition_plan **plan);

#endif
