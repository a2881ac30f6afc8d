/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy render: the partition files of an inventory. */
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/plan.h"
#include "policy/io/publish.h"
#include "policy/io/read_file.h"
#include "policy/partitions_conf.h"
#include "policy/sha256.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_OUTPUT, OPTION_REPLACE, OPTION_NOW };

static int print_plan(const struct cli *cli, const struct partition_plan *plan)
{
	struct strbuf out = STRBUF_INIT;
	int status;

	partitions_conf_write(plan, &out, NULL);
	status = cli_print(cli, &out, CLI_OK);
	strbuf_free(&out);
	return status;
}

/* A file that people wrote is theirs: say so, and how to go on. */
static int check_replaceable(const struct cli *cli, const char *directory)
{
	static const char *const reasons[] = {
		[PARTITIONS_CONF_EDITED] = "was edited after ibpolicy wrote it",
		[PARTITIONS_CONF_FOREIGN] = "was not written by ibpolicy",
	};
	struct strbuf path = STRBUF_INIT;
	enum partitions_conf_origin origin;
	char *bytes = NULL, safe[CLI_SAFE];
	struct error error;
	size_t length;
	int status = CLI_OK;

	strbuf_addf(&path, "%s/partitions.conf", directory);
	if (read_file(strbuf_text(&path), PARTITIONS_CONF_LIMIT, &bytes,
		      &length, &error)) {
		status =
			error.code == ENOENT ? CLI_OK : cli_failed(cli, &error);
		strbuf_free(&path);
		return status;
	}
	origin = partitions_conf_origin(bytes, length, NULL);
	if (origin == PARTITIONS_CONF_EDITED ||
	    origin == PARTITIONS_CONF_FOREIGN) {
		cli_invalid(cli,
			    "%s %s: 'ibpolicy diff' shows what would change, "
			    "--replace replaces it",
			    cli_safe(safe, strbuf_text(&path)),
			    reasons[origin]);
		status = CLI_REFUSED;
	}
	free(bytes);
	strbuf_free(&path);
	return status;
}

static int publish(const struct cli *cli, struct publish_dir *dir,
		   const char *directory, const struct partition_plan *plan)
{
	struct strbuf out = STRBUF_INIT;
	char sha256[SHA256_TEXT];
	struct error error;
	bool changed;
	int status;

	if (publish_plan(dir, plan, &changed, sha256, &error)) {
		return cli_failed(cli, &error);
	}
	strbuf_add_safe(&out, directory, strlen(directory));
	strbuf_addf(&out, "/partitions.conf: %zu partition%s, sha256 %s, %s\n",
		    plan->partition_count,
		    plan->partition_count == 1 ? "" : "s", sha256,
		    changed ? "written" : "unchanged");
	status = cli_print(cli, &out, CLI_OK);
	strbuf_free(&out);
	return status;
}

static int render_to(const struct cli *cli, const char *directory,
		     const struct partition_plan *plan)
{
	struct publish_dir *dir = NULL;
	enum publish_refusal refusal;
	struct error error;
	int status = CLI_OK;

	if (publish_open(directory, true, &dir, &refusal, &error)) {
		cli_failed(cli, &error);
		return refusal == PUBLISH_HELD ? CLI_REFUSED : CLI_INVALID;
	}
	if (!cli->values[OPTION_REPLACE]) {
		status = check_replaceable(cli, directory);
	}
	if (status == CLI_OK) {
		status = publish(cli, dir, directory, plan);
	}
	publish_close(dir);
	return status;
}

static int render(const struct cli *cli, const struct inventory *inventory,
		  int64_t now)
{
	const char *directory = cli->values[OPTION_OUTPUT];
	struct partition_plan *plan;
	char safe[CLI_SAFE];
	int status = plan_of_inventory(cli, inventory, now, &plan);

	if (status == CLI_OK && !plan) {
		status = cli_invalid(cli,
				     "%s has no \"partitions\": there is "
				     "nothing to render",
				     cli_safe(safe, inventory->path));
	} else if (status == CLI_OK) {
		status = directory ? render_to(cli, directory, plan)
				   : print_plan(cli, plan);
	}
	partition_plan_free(plan);
	return status;
}

static int run(const struct cli *cli)
{
	struct inventory *inventory = NULL;
	int64_t now;
	int status = cli_now(cli, cli->values[OPTION_NOW], &now);

	if (status == CLI_OK) {
		status = load_inventory(cli, cli->operands[0], &inventory);
	}
	if (status == CLI_OK) {
		status = render(cli, inventory, now);
	}
	inventory_free(inventory);
	return status;
}

static const struct cli_option options[] = {
	[OPTION_OUTPUT] = {"output", 'o', "DIR",
			   "write partitions.conf and partitions.d/ there"},
	[OPTION_REPLACE] = {"replace", 0, NULL,
			    "also replace a partitions.conf that people wrote"},
	[OPTION_NOW] = CLI_OPTION_NOW,
	{NULL, 0, NULL, NULL},
};

const struct command cmd_render = {
	.name = "render",
	.operands = "INVENTORY",
	.operand_min = 1,
	.operand_max = 1,
	.sentence = "write the partition files that the inventory stands for",
	.details = "Without -o the joined file goes to standard output. Exit "
		   "status: 0 done, 2 invalid\ninput, 3 refused: an assertion "
		   "does not hold, DIR is held by a running plugin, or its\n"
		   "partitions.conf is somebody else's.\n",
	.options = options,
	.run = run,
};
