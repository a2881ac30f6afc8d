/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy lint: every fault of an inventory. */
#include "cli/against.h"
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/name_map.h"
#include "cli/plan.h"
#include "policy/feasibility.h"

#include <string.h>

enum {
	OPTION_FABRIC,
	OPTION_AGAINST,
	OPTION_FAIL_ON,
	OPTION_NAME_MAP,
	OPTION_NOW
};

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

/* Whether it can work: said after it is known to be sound. */
static int judge(const struct cli *cli, const struct inventory *inventory,
		 const struct partition_plan *plan, const struct subnet *subnet,
		 enum diag_severity least)
{
	struct arena *arena = arena_new();
	struct diag_list diags;
	struct error error;
	int status = CLI_OK, severity;

	if (!arena) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	diag_list_init(&diags, arena);
	if (feasibility_check(inventory, plan, subnet, &diags, &error)) {
		status = cli_failed(cli, &error);
	} else {
		cli_print_diags(&diags);
		for (severity = DIAG_ERROR; severity <= (int)least;
		     severity++) {
			if (diags.total[severity]) {
				status = CLI_DRIFT;
			}
		}
	}
	arena_free(arena);
	return status;
}

/* What is refused weighs more than what cannot work; a failure of ours more
 * than both. */
static int worse(int status, int other)
{
	static const int weights[] = {
		[CLI_OK] = 0,
		[CLI_DRIFT] = 1,
		[CLI_REFUSED] = 2,
		[CLI_INVALID] = 3,
	};

	return weights[status] >= weights[other] ? status : other;
}

static int lint(const struct cli *cli, const struct inventory *inventory,
		int64_t now, enum diag_severity least)
{
	const char *in_force = cli->values[OPTION_AGAINST];
	struct partition_plan *plan = NULL;
	struct subnet *subnet = NULL;
	int status = CLI_OK;

	if (cli->values[OPTION_FABRIC]) {
		status = load_fabric(cli, cli->values[OPTION_FABRIC], &subnet);
	}
	if (status == CLI_OK) {
		status = plan_of_inventory(cli, inventory, now, &plan);
	}
	if (status != CLI_INVALID) {
		status = worse(status,
			       judge(cli, inventory, plan, subnet, least));
	}
	if (status != CLI_INVALID && in_force) {
		status = worse(status,
			       against(cli, in_force, inventory, plan, now));
	}
	subnet_free(subnet);
	partition_plan_free(plan);
	return status;
}

static int run(const struct cli *cli)
{
	static const char *const levels[] = {"critical", "warning", "info",
					     NULL};
	const char *fail_on = cli->values[OPTION_FAIL_ON];
	int level = fail_on ? cli_choose(cli, "fail-on", fail_on, levels) : 1;
	struct inventory *inventory = NULL;
	struct strbuf out = STRBUF_INIT;
	int64_t now;
	int status;

	if (level < 0 || cli_now(cli, cli->values[OPTION_NOW], &now)) {
		return CLI_INVALID;
	}
	status = load_inventory(cli, cli->operands[0], &inventory);
	if (status == CLI_OK) {
		status = lint(cli, inventory, now, (enum diag_severity)level);
	}
	if (status == CLI_OK) {
		add_summary(inventory, &out);
		status = cli_print(cli, &out, CLI_OK);
	}
	inventory_free(inventory);
	strbuf_free(&out);
	return status;
}

static const struct cli_option options[] = {
	[OPTION_FABRIC] = {"fabric", 0, "FILE",
			   "take table sizes and speeds from FILE"},
	[OPTION_AGAINST] = {"against", 0, "DIR",
			    "say whether the guard would hold the plan"},
	[OPTION_FAIL_ON] =
		{"fail-on", 0, "SEVERITY",
		 "exit with 1 from: critical, warning (default), info"},
	[OPTION_NAME_MAP] = NAME_MAP_OPTION,
	[OPTION_NOW] = CLI_OPTION_NOW,
	{NULL},
};

const struct command cmd_lint = {
	.name = "lint",
	.operands = "INVENTORY",
	.operand_min = 1,
	.operand_max = 1,
	.sentence = "list every fault of an inventory with its file and line",
	.details =
		"Faults, failed assertions and what cannot work go to "
		"standard error, a summary\nof a sound inventory to standard "
		"output. Exit status: 0 sound, 1 it cannot work\n"
		"(critical) or is hardly meant (warning), 2 faults, 3 an "
		"assertion does not hold\nor the guard would hold the plan.\n",
	.options = options,
	.run = run,
};
