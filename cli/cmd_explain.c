/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy explain: one port, as the inventory and the fabric have it. */
#include "cli/cli.h"
#include "cli/live.h"
#include "cli/load.h"
#include "cli/name_map.h"
#include "policy/explain.h"

enum {
	OPTION_FABRIC,
	OPTION_LIVE,
	OPTION_CA,
	OPTION_PORT,
	OPTION_TIMEOUT,
	OPTION_RETRIES,
	OPTION_M_KEY,
	OPTION_NAME_MAP,
	OPTION_NOW
};

static const struct cli_option options[] = {
	{"fabric", 'f', "FILE", "show beside it what this fabric has"},
	{"live", 0, NULL, "scan the fabric now and show what it has"},
	LIVE_OPTIONS,
	NAME_MAP_OPTION,
	CLI_OPTION_NOW,
	{NULL, 0, NULL, NULL},
};

/* All that one call needs; freed at its end. */
struct job {
	const struct cli *cli;
	struct arena *arena;
	struct inventory *inventory;
	struct subnet *subnet; /* NULL: no fabric was given */
	struct partition_plan *plan;
	struct policy_result *result;
	int64_t now;
};

static int see_fabric(struct job *job)
{
	const struct cli *cli = job->cli;
	struct live_options live = live_options_given(cli, OPTION_CA, job->now);

	if (cli->values[OPTION_FABRIC]) {
		return load_fabric(cli, cli->values[OPTION_FABRIC],
				   &job->subnet);
	}
	return cli->values[OPTION_LIVE] ? live_scan(cli, &live, &job->subnet)
					: CLI_OK;
}

static int load(struct job *job)
{
	const struct cli *cli = job->cli;
	int status;

	if (cli->values[OPTION_FABRIC] && cli->values[OPTION_LIVE]) {
		return cli_usage(cli, "--fabric FILE or --live, not both");
	}
	status = live_options_check(cli, cli->values[OPTION_LIVE], OPTION_CA);
	if (!status) {
		status = cli_now(cli, cli->values[OPTION_NOW], &job->now);
	}
	if (!status) {
		status = load_inventory(cli, cli->operands[0], &job->inventory);
	}
	return status ? status : see_fabric(job);
}

static int judge(struct job *job)
{
	struct policy_input input = {
		.inventory = job->inventory,
		.subnet = job->subnet,
		.now = job->now,
	};
	struct error error;

	if (partition_plan_make(job->inventory, job->now, &job->plan, &error)) {
		return cli_failed(job->cli, &error);
	}
	input.plan = job->plan;
	if (job->subnet && policy_evaluate(&input, &job->result, &error)) {
		return cli_failed(job->cli, &error);
	}
	return CLI_OK;
}

static int print(const struct job *job, const struct explain_target *target)
{
	struct strbuf out = STRBUF_INIT;
	struct report report = {
		.inventory = job->inventory,
		.subnet = job->subnet,
		.now = job->now,
		.colour = job->cli->colour,
	};
	int status;

	if (job->result) {
		report.findings = job->result->findings;
		report.finding_count = job->result->finding_count;
		report.unassessed = job->result->unassessed;
		report.unassessed_count = job->result->unassessed_count;
	}
	explain_write(target, job->plan, &report, &out);
	status = cli_print(job->cli, &out, CLI_OK);
	strbuf_free(&out);
	return status;
}

static int explain(struct job *job)
{
	struct explain_target target;
	const char *problem;
	struct error error;
	int status = load(job);

	if (status) {
		return status;
	}
	if (explain_find(job->inventory, job->subnet, job->cli->operands[1],
			 job->arena, &target, &problem, &error)) {
		return cli_failed(job->cli, &error);
	}
	if (problem) {
		return cli_invalid(job->cli, "%s", problem);
	}
	status = judge(job);
	return status ? status : print(job, &target);
}

static int run(const struct cli *cli)
{
	struct job job = {.cli = cli, .arena = arena_new()};
	struct error error;
	int status;

	if (!job.arena) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	status = explain(&job);
	policy_result_free(job.result);
	partition_plan_free(job.plan);
	subnet_free(job.subnet);
	inventory_free(job.inventory);
	arena_free(job.arena);
	return status;
}

const struct command cmd_explain = {
	.name = "explain",
	.operands = "INVENTORY PORT",
	.operand_min = 2,
	.operand_max = 2,
	.sentence = "say all that is known of one port, and where it stands",
	.details = "PORT is HOST/PORT or SWITCH/NUMBER, a host that has one "
		   "port, a port GUID with\n0x, or a LID (with --fabric or "
		   "--live). Lines that begin with \"!\" differ.\n",
	.options = options,
	.run = run,
};
