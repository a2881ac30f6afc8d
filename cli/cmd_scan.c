/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy scan: a snapshot of the live fabric. */
#include "cli/cli.h"
#include "cli/live.h"
#include "policy/io/snapshot_jsonl.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	OPTION_CA,
	OPTION_PORT,
	OPTION_TIMEOUT,
	OPTION_RETRIES,
	OPTION_M_KEY,
	OPTION_OUTPUT,
	OPTION_NOW
};

static const struct cli_option options[] = {
	LIVE_OPTIONS,
	{"output", 'o', "FILE", "write the snapshot to FILE"},
	CLI_OPTION_NOW,
	{NULL, 0, NULL, NULL},
};

static bool write_all(const char *path, const struct strbuf *text)
{
	FILE *file = fopen(path, "we");
	bool written;

	if (!file) {
		return false;
	}
	written = fwrite(text->data, 1, text->length, file) == text->length &&
		  fflush(file) == 0 &&
		  (fsync(fileno(file)) == 0 || errno == EINVAL);
	return fclose(file) == 0 && written;
}

/* A file at path stays whole until all of the new one is written; a device or a
 * pipe is written to. */
static int write_file(const struct cli *cli, const char *path,
		      const struct strbuf *text)
{
	struct strbuf fresh = STRBUF_INIT;
	char safe[CLI_SAFE];
	struct stat there;
	bool direct = stat(path, &there) == 0 && !S_ISREG(there.st_mode);
	int status = CLI_OK;

	strbuf_addf(&fresh, "%s%s", path, direct ? "" : ".new");
	if (fresh.failed || !write_all(strbuf_text(&fresh), text) ||
	    (!direct && rename(strbuf_text(&fresh), path))) {
		status = cli_invalid(cli, "cannot write %s: %s",
				     cli_safe(safe, path), strerror(errno));
		if (!direct) {
			unlink(strbuf_text(&fresh));
		}
	}
	strbuf_free(&fresh);
	return status;
}

/* Ports of which something did not answer. */
static size_t count_unassessed(const struct subnet *subnet)
{
	size_t count = 0, i, j;

	for (i = 0; i < subnet->node_count; i++) {
		const struct subnet_node *node = &subnet->nodes[i];

		count += node->unassessed != NULL;
		for (j = 0; j < node->port_count; j++) {
			count += node->ports[j].unassessed != NULL;
		}
	}
	return count;
}

static int conclude(const struct cli *cli, const struct subnet *subnet)
{
	size_t missing = count_unassessed(subnet);

	if (!missing) {
		return CLI_OK;
	}
	fprintf(stderr,
		"ibpolicy %s: %zu node%s or port%s did not answer every query; "
		"the snapshot says which (\"unassessed\")\n",
		cli->command->name, missing, missing == 1 ? "" : "s",
		missing == 1 ? "" : "s");
	return CLI_UNASSESSED;
}

static int run(const struct cli *cli)
{
	struct live_options live = live_options_given(cli, OPTION_CA, 0);
	const char *path = cli->values[OPTION_OUTPUT];
	struct strbuf text = STRBUF_INIT;
	struct subnet *subnet = NULL;
	struct error error = {0, ""};
	int status = cli_now(cli, cli->values[OPTION_NOW], &live.now);

	if (!status) {
		status = live_scan(cli, &live, &subnet);
	}
	if (!status && snapshot_jsonl_write(subnet, &text, &error)) {
		status = cli_failed(cli, &error);
	} else if (!status) {
		status = path && strcmp(path, "-") != 0
				 ? write_file(cli, path, &text)
				 : cli_print(cli, &text, CLI_OK);
	}
	if (!status) {
		status = conclude(cli, subnet);
	}
	strbuf_free(&text);
	subnet_free(subnet);
	return status;
}

const struct command cmd_scan = {
	.name = "scan",
	.operands = "",
	.sentence = "take a snapshot of the live fabric",
	.details = "Needs read and write access to /dev/infiniband/umad* and "
		   "nothing of the subnet\n"
		   "manager. What does not answer is said in the snapshot; "
		   "exit status 4 then.\n",
	.options = options,
	.run = run,
};
