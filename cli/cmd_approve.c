/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy approve: releases exactly the plan that the guard holds. */
#include "cli/cli.h"
#include "policy/approval.h"
#include "policy/io/publish.h"
#include "policy/io/read_file.h"
#include "policy/partitions_conf.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTION_BY, OPTION_NOW };

static const char held_name[] = "partitions.conf.held";

/* Who is at the keyboard: with sudo not root. */
static const char *current_user(void)
{
	const char *name = getenv("SUDO_USER");
	const struct passwd *entry;

	if (name && *name) {
		return name;
	}
	entry = getpwuid(getuid());
	return entry ? entry->pw_name : "unknown";
}

/* The hash of the plan that is held; "" when none is. */
static int find_held(const struct cli *cli, const char *directory,
		     char sha256[SHA256_TEXT])
{
	struct strbuf path = STRBUF_INIT;
	char *bytes = NULL, safe[CLI_SAFE];
	struct error error;
	size_t length;
	int status = CLI_OK;

	sha256[0] = '\0';
	strbuf_addf(&path, "%s/%s", directory, held_name);
	if (read_file(strbuf_text(&path), PARTITIONS_CONF_LIMIT, &bytes,
		      &length, &error)) {
		if (error.code != ENOENT) {
			status = cli_failed(cli, &error);
		}
	} else if (partitions_conf_origin(bytes, length, sha256) !=
		   PARTITIONS_CONF_OURS) {
		cli_invalid(cli, "%s is not as ibpolicy wrote it",
			    cli_safe(safe, strbuf_text(&path)));
		status = CLI_REFUSED;
	}
	free(bytes);
	strbuf_free(&path);
	return status;
}

static int check_hash(const struct cli *cli, const char *directory,
		      const char *wanted)
{
	char held[SHA256_TEXT], safe[CLI_SAFE];
	int status = find_held(cli, directory, held);

	if (status != CLI_OK) {
		return status;
	}
	if (!held[0]) {
		cli_invalid(cli, "no plan is held in %s",
			    cli_safe(safe, directory));
		return CLI_REFUSED;
	}
	if (strcmp(held, wanted) != 0) {
		cli_invalid(cli,
			    "the plan that is held in %s has another hash: %s; "
			    "look at it ('ibpolicy diff %s/partitions.conf "
			    "%s/%s') before you approve it",
			    cli_safe(safe, directory), held, safe, safe,
			    held_name);
		return CLI_REFUSED;
	}
	return CLI_OK;
}

static int write_approval(const struct cli *cli, const char *directory,
			  const struct approval *approval)
{
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;
	struct publish_dir *dir = NULL;
	enum publish_refusal refusal;
	struct error error;
	int status = CLI_OK;

	approval_write(approval, &text);
	if (text.failed) {
		error_no_memory(&error);
		status = cli_failed(cli, &error);
	} else if (publish_open_beside(directory, &dir, &refusal, &error) ||
		   publish_file(dir, "approved", strbuf_text(&text),
				text.length, NULL, &error)) {
		status = cli_failed(cli, &error);
	} else {
		strbuf_addstr(&out, strbuf_text(&text));
		strbuf_addstr(&out,
			      "The plugin of this host publishes the plan "
			      "within its heartbeat, if the inventory is\n"
			      "valid and still makes this one; OpenSM applies "
			      "it at the next heavy sweep. Each SM\n"
			      "host needs its own approval.\n");
		status = cli_print(cli, &out, CLI_OK);
	}
	publish_close(dir);
	strbuf_free(&text);
	strbuf_free(&out);
	return status;
}

static int run(const struct cli *cli)
{
	const char *directory = cli->operands[0], *wanted = cli->operands[1];
	const char *by = cli->values[OPTION_BY];
	struct approval approval = {.at = 0};
	char safe[CLI_SAFE];
	int status = cli_now(cli, cli->values[OPTION_NOW], &approval.at);

	if (status != CLI_OK) {
		return status;
	}
	if (!approval_is_sha256(wanted)) {
		return cli_usage(cli,
				 "'%s' is not the hash of a plan: 64 hex "
				 "digits, lower case, as 'ibpolicy status' "
				 "shows them",
				 cli_safe(safe, wanted));
	}
	status = check_hash(cli, directory, wanted);
	if (status != CLI_OK) {
		return status;
	}
	memcpy(approval.sha256, wanted, sizeof(approval.sha256));
	snprintf(approval.by, sizeof(approval.by), "%s",
		 by ? by : current_user());
	return write_approval(cli, directory, &approval);
}

static const struct cli_option options[] = {
	[OPTION_BY] = {"by", 0, "NAME", "who approves, if not this user"},
	[OPTION_NOW] = {"now", 0, "TIME",
			"approved at TIME (2026-11-30T03:12:40Z), not now"},
	{NULL, 0, NULL, NULL},
};

const struct command cmd_approve = {
	.name = "approve",
	.operands = "DIR SHA",
	.operand_min = 2,
	.operand_max = 2,
	.sentence = "release exactly the plan that the guard holds in DIR",
	.details = "SHA is the plan's hash, whole. Exit status: 0 approved, 2 "
		   "invalid, 3 refused: nothing\nis held, or another plan.\n",
	.options = options,
	.run = run,
};
