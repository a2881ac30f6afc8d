/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy diff: what changes for each port between two partition plans. */
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/name_map.h"
#include "cli/plan_source.h"
#include "policy/io/diff_json.h"
#include "policy/partition_diff.h"
#include "policy/plan_prove.h"

#include <string.h>

enum { OPTION_FABRIC, OPTION_FORMAT, OPTION_ALL, OPTION_NAME_MAP, OPTION_NOW };

enum { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_JSON };

static const char *const formats[] = {"text", "markdown", "json", NULL};

/* All that one call needs; freed at its end. */
struct job {
	const struct cli *cli;
	int64_t now;
	int format;
	struct plan_source sides[PLAN_SIDE_COUNT];
	struct subnet *fabric; /* NULL: not given */
	struct port_set *ports;
	struct arena *arena;
	struct diag_list assertions;
	struct diff_input input;
	struct partition_diff *diff;
};

static int load(struct job *job)
{
	const struct cli *cli = job->cli;
	const char *fabric = cli->values[OPTION_FABRIC];
	const char *format = cli->values[OPTION_FORMAT];
	int status = cli_now(cli, cli->values[OPTION_NOW], &job->now);

	if (status == CLI_OK && format) {
		job->format = cli_choose(cli, "format", format, formats);
		status = job->format < 0 ? CLI_INVALID : CLI_OK;
	}
	if (status == CLI_OK) {
		status = plan_source_load(cli, cli->operands[0],
					  &job->sides[PLAN_BEFORE]);
	}
	if (status == CLI_OK) {
		status = plan_source_load(cli, cli->operands[1],
					  &job->sides[PLAN_AFTER]);
	}
	if (status == CLI_OK && fabric) {
		status = load_fabric(cli, fabric, &job->fabric);
	}
	return status;
}

/* The fabric's ports, for what a partitions.conf does there. */
static struct partitions_conf_port *fabric_ports(struct job *job)
{
	const struct subnet *fabric = job->fabric;
	struct partitions_conf_port *ports =
		arena_array(job->arena, fabric->end_port_count, sizeof(*ports));
	size_t i;

	for (i = 0; ports && i < fabric->end_port_count; i++) {
		ports[i].guid = fabric->end_ports[i]->guid;
		ports[i].type = fabric->end_ports[i]->node->type;
	}
	return ports;
}

static int make_plans(struct job *job)
{
	struct partitions_conf_options options = {.qos = true};
	struct error error;
	size_t side;
	int status = CLI_OK;

	if (job->fabric) {
		options.port_count = job->fabric->end_port_count;
		options.ports = fabric_ports(job);
		if (!options.ports) {
			error_no_memory(&error);
			return cli_failed(job->cli, &error);
		}
	}
	for (side = 0; side < PLAN_SIDE_COUNT; side++) {
		const struct inventory *inventory = job->sides[side].inventory;

		options.allow_both_pkeys |=
			inventory && inventory->allow_both_pkeys;
	}
	for (side = 0; side < PLAN_SIDE_COUNT && status == CLI_OK; side++) {
		status = plan_source_make(job->cli, &job->sides[side], &options,
					  job->now);
	}
	return status;
}

/* What is declared names a port, then what is seen, then what files say. */
static int collect_ports(struct job *job, struct error *error)
{
	static const enum plan_side order[] = {PLAN_AFTER, PLAN_BEFORE};
	size_t i;

	job->ports = port_set_new();
	if (!job->ports) {
		return error_no_memory(error);
	}
	for (i = 0; i < PLAN_SIDE_COUNT; i++) {
		if (job->sides[order[i]].inventory) {
			port_set_add_inventory(job->ports,
					       job->sides[order[i]].inventory,
					       job->now);
		}
	}
	if (job->fabric) {
		port_set_add_subnet(job->ports, job->fabric);
	}
	for (i = 0; i < PLAN_SIDE_COUNT; i++) {
		port_set_add_plan(job->ports, job->sides[order[i]].plan);
	}
	return port_set_finish(job->ports, error);
}

static int compare(struct job *job)
{
	const struct plan_source *after = &job->sides[PLAN_AFTER];
	struct error error;
	size_t side;

	if (collect_ports(job, &error)) {
		return cli_failed(job->cli, &error);
	}
	for (side = 0; side < PLAN_SIDE_COUNT; side++) {
		job->input.sides[side] =
			(struct diff_side){job->sides[side].title,
					   job->sides[side].plan,
					   job->sides[side].conf};
	}
	job->input.ports = job->ports;
	job->input.guard =
		(struct inventory_guard){.max_removed = 10,
					 .max_removed_is_percent = true};
	if (after->inventory) {
		job->input.guard = after->inventory->guard;
		job->input.assertions = &job->assertions;
		if (plan_prove(after->inventory, after->plan, job->now,
			       &job->assertions, &error)) {
			return cli_failed(job->cli, &error);
		}
	}
	if (partition_diff_make(&job->input, &job->diff, &error)) {
		return cli_failed(job->cli, &error);
	}
	return CLI_OK;
}

static int print(const struct job *job)
{
	bool all = job->cli->values[OPTION_ALL] != NULL;
	struct strbuf out = STRBUF_INIT;
	struct error error;
	int status = partition_diff_any(job->diff) ? CLI_DRIFT : CLI_OK;

	if (job->format != FORMAT_JSON) {
		render_diff(job->diff,
			    job->format == FORMAT_MARKDOWN ? DIFF_MARKDOWN
							   : DIFF_TEXT,
			    all, &out);
	} else if (diff_json_write(job->diff, all, &out, &error)) {
		strbuf_free(&out);
		return cli_failed(job->cli, &error);
	}
	status = cli_print(job->cli, &out, status);
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
	diag_list_init(&job.assertions, job.arena);
	status = load(&job);
	if (status == CLI_OK) {
		status = make_plans(&job);
	}
	if (status == CLI_OK) {
		status = compare(&job);
	}
	if (status == CLI_OK) {
		status = print(&job);
	}
	partition_diff_free(job.diff);
	port_set_free(job.ports);
	plan_source_free(&job.sides[PLAN_BEFORE]);
	plan_source_free(&job.sides[PLAN_AFTER]);
	subnet_free(job.fabric);
	arena_free(job.arena);
	return status;
}

static const struct cli_option options[] = {
	[OPTION_FABRIC] = {"fabric", 0, "FILE",
			   "a snapshot: names GUIDs, expands keywords"},
	[OPTION_FORMAT] = {"format", 0, "FORMAT", "text, markdown or json"},
	[OPTION_ALL] = {"all", 0, NULL,
			"list every pair of ports, every name, every quirk"},
	[OPTION_NAME_MAP] = NAME_MAP_OPTION,
	[OPTION_NOW] = CLI_OPTION_NOW,
	{NULL, 0, NULL, NULL},
};

const struct command cmd_diff = {
	.name = "diff",
	.operands = "OLD NEW",
	.operand_min = 2,
	.operand_max = 2,
	.sentence = "show what changes for each port between partition plans",
	.details =
		"OLD and NEW are inventories, partition files (read as OpenSM "
		"reads them) or output\ndirectories, in any mix. Exit status: "
		"0 nothing changes, 1 something does, 2 invalid\ninput.\n",
	.options = options,
	.run = run,
};
