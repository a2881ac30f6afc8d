/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy reach: whether two ports can talk, by which P_Keys, or why not. */
#include "cli/cli.h"
#include "cli/load.h"
#include "policy/port_choice.h"
#include "policy/reach_report.h"

enum { OPTION_NOW };

/* All that one call needs; freed at its end. */
struct job {
	const struct cli *cli;
	struct arena *arena;
	struct inventory *inventory;
	struct partition_plan *plan;
	struct port_set *ports;
	struct plan_comparison *comparison;
	struct plan_reach *reach;
	struct port_choice choices[2];
};

static int load(struct job *job)
{
	const struct cli *cli = job->cli;
	struct error error;
	char safe[CLI_SAFE];
	int64_t now;
	int status = cli_now(cli, cli->values[OPTION_NOW], &now);

	if (status == CLI_OK) {
		status = load_inventory(cli, cli->operands[0], &job->inventory);
	}
	if (status != CLI_OK) {
		return status;
	}
	if (partition_plan_make(job->inventory, now, &job->plan, &error)) {
		return cli_failed(cli, &error);
	}
	if (!job->plan) {
		return cli_invalid(cli,
				   "%s has no \"partitions\": there is nothing "
				   "that separates ports",
				   cli_safe(safe, job->inventory->path));
	}
	job->ports = port_set_new();
	if (!job->ports) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	port_set_add_inventory(job->ports, job->inventory, now);
	port_set_add_plan(job->ports, job->plan);
	if (port_set_finish(job->ports, &error) ||
	    plan_compare(NULL, job->plan, job->ports, &job->comparison,
			 &error)) {
		return cli_failed(cli, &error);
	}
	return CLI_OK;
}

static int choose(struct job *job, size_t side)
{
	const char *text = job->cli->operands[1 + side];
	const char *problem;
	char safe[CLI_SAFE];
	struct error error;

	if (port_choice_named(job->arena, job->inventory, job->comparison, text,
			      &job->choices[side], &problem)) {
		error_no_memory(&error);
		return cli_failed(job->cli, &error);
	}
	if (problem) {
		return cli_invalid(job->cli, "%s: %s", cli_safe(safe, text),
				   problem);
	}
	if (!job->choices[side].count) {
		return cli_invalid(job->cli, "%s covers no port",
				   cli_safe(safe, text));
	}
	return CLI_OK;
}

static int answer(struct job *job)
{
	struct reach_question question = {
		.names = {job->cli->operands[1], job->cli->operands[2]},
		.choices = {job->choices[0], job->choices[1]},
	};
	struct strbuf out = STRBUF_INIT;
	struct error error;
	bool all_can;
	int status;

	job->reach = plan_reach_new(job->comparison);
	if (!job->reach) {
		error_no_memory(&error);
		return cli_failed(job->cli, &error);
	}
	if (reach_report(job->reach, job->comparison, &question, &out, &all_can,
			 &error)) {
		strbuf_free(&out);
		return cli_failed(job->cli, &error);
	}
	status = cli_print(job->cli, &out, all_can ? CLI_OK : CLI_DRIFT);
	strbuf_free(&out);
	return status;
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
	status = load(&job);
	if (status == CLI_OK) {
		status = choose(&job, 0);
	}
	if (status == CLI_OK) {
		status = choose(&job, 1);
	}
	if (status == CLI_OK) {
		status = answer(&job);
	}
	plan_reach_free(job.reach);
	plan_comparison_free(job.comparison);
	port_set_free(job.ports);
	partition_plan_free(job.plan);
	inventory_free(job.inventory);
	arena_free(job.arena);
	return status;
}

static const struct cli_option options[] = {
	[OPTION_NOW] = CLI_OPTION_NOW,
	{NULL, 0, NULL, NULL},
};

const struct command cmd_reach = {
	.name = "reach",
	.operands = "INVENTORY A B",
	.operand_min = 3,
	.operand_max = 3,
	.sentence = "say whether ports can talk, by which P_Keys, or why not",
	.details =
		"A and B: a host, host/port, switch, subnet manager, GUID,\n"
		"partition, role:NAME or ALL, with ranges. Exit status: 0 "
		"they\n"
		"can, 1 they cannot (or not all of them), 2 invalid input.\n",
	.options = options,
	.run = run,
};
