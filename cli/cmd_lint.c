/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy lint: every fault of an inventory. */
#include "cli/cli.h"
#include "cli/load.h"

#include <string.h>

static void add_summary(const struct inventory *inventory, struct strbuf *out)
{
	strbuf_add_safe(out, inventory->path, strlen(inventory->path));
	strbuf_addstr(out, ": no faults, fabric ");
	strbuf_add_safe(out, inventory->fabric, strlen(inventory->fabric));
	strbuf_addf(out,
		    "\n  hosts %zu, ports %zu, switches %zu, links %zu, "
		    "partitions %zu, subnet managers %zu\n",
		    inventory->host_count, inventory->port_total,
		    inventory->switch_count, inventory->link_count,
		    inventory->partition_count, inventory->sm_count);
}

static int run(const struct cli *cli)
{
	struct strbuf out = STRBUF_INIT;
	struct inventory *inventory;
	int status;

	status = load_inventory(cli, cli->operands[0], &inventory);
	if (status == CLI_OK) {
		add_summary(inventory, &out);
		status = cli_print(cli, &out, CLI_OK);
	}
	inventory_free(inventory);
	strbuf_free(&out);
	return status;
}

const struct command cmd_lint = {
	.name = "lint",
	.operands = "INVENTORY",
	.operand_min = 1,
	.operand_max = 1,
	.sentence = "list every fault of an inventory with its file and line",
	.details = "Faults go to standard error, a summary of a sound "
		   "inventory to standard\noutput. Exit status: 0 sound, 2 "
		   "faults.\n",
	.run = run,
};
