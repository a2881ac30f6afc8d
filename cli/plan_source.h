/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A partition plan from whatever holds one: an inventory, a partitions.conf
 * or an output directory. */
#ifndef IBPOLICY_CLI_PLAN_SOURCE_H
#define IBPOLICY_CLI_PLAN_SOURCE_H

#include "cli/cli.h"
#include "policy/inventory.h"
#include "policy/partition_plan.h"
#include "policy/partitions_conf.h"

#include <stddef.h>
#include <stdint.h>

struct plan_source {
	char *title;                       /* as given, safe to print */
	struct inventory *inventory;       /* NULL: a partitions.conf */
	struct partitions_conf *conf;      /* NULL: an inventory */
	const struct partition_plan *plan; /* never NULL once it is made */
	struct partition_plan *made;       /* an inventory's */
	char *bytes;
	size_t length;
	char *path; /* of the file that was read */
};

/* Reads the file; an inventory is read whole, a partitions.conf waits for
 * plan_source_make(). Gives CLI_OK, or CLI_INVALID after saying why; freed
 * with plan_source_free() in either case. "-" is standard input. */
int plan_source_load(const struct cli *cli, const char *operand,
		     struct plan_source *source);

/* Makes the plan: the inventory's as of now, or what OpenSM, set up like
 * this, makes of the file. Gives CLI_OK or CLI_INVALID, said. */
int plan_source_make(const struct cli *cli, struct plan_source *source,
		     const struct partitions_conf_options *options,
		     int64_t now);

void plan_source_free(struct plan_source *source);

#endif
