/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy status: whether the plugin is alive, fresh and in force. */
#include "cli/cli.h"
#include "cli/preflight.h"
#include "cli/status_report.h"
#include "policy/io/read_file.h"
#include "policy/io/report_json.h"
#include "policy/io/status_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	OPT_COMPARE,
	OPT_PREFLIGHT,
	OPT_CONFIG,
	OPT_NOW,
};

static const struct cli_option options[] = {
	[OPT_COMPARE] = {"compare", 0, "FILE",
			 "the status.json of another SM host (or its "
			 "directory)"},
	[OPT_PREFLIGHT] = {"preflight", 0, NULL,
			   "before OpenSM starts: would it run on our files?"},
	[OPT_CONFIG] = {"config", 0, "FILE",
			"with --preflight (default /etc/opensm/opensm.conf)"},
	[OPT_NOW] = CLI_OPTION_NOW,
	{NULL, 0, NULL, NULL},
};

enum { STATUS_LIMIT = 4 << 20 };

static const char default_directory[] = "/var/lib/ibpolicy";
static const char default_config[] = "/etc/opensm/opensm.conf";

/* DIR/name, or path itself where it is a file. */
static char *locate(struct arena *arena, const char *path, const char *name)
{
	struct stat info;

	if (!stat(path, &info) && S_ISDIR(info.st_mode)) {
		return arena_printf(arena, "%s/%s", path, name);
	}
	return arena_strdup(arena, path);
}

static int read_status(const struct cli *cli, struct arena *arena,
		       const char *path, struct status *status)
{
	char *file = locate(arena, path, "status.json");
	struct error error;
	char *bytes = NULL;
	size_t length;
	int result;

	if (!file) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	if (read_file(file, STATUS_LIMIT, &bytes, &length, &error)) {
		cli_failed(cli, &error);
		if (error.code == ENOENT) {
			cli_invalid(cli, "the plugin writes it: is it loaded, "
					 "and is this its ibpolicy.output?");
		}
		return CLI_INVALID;
	}
	result = status_json_parse(file, bytes, length, arena, status, &error);
	free(bytes);
	return result ? cli_failed(cli, &error) : CLI_OK;
}

/* The report beside status.json; absent or odd is said, not fatal. */
static void read_report(struct arena *arena, const char *directory,
			struct status_view *view)
{
	char *file = arena_printf(arena, "%s/drift.json", directory);
	struct stat info;
	char *bytes = NULL;
	size_t length;

	if (!file || stat(directory, &info) || !S_ISDIR(info.st_mode) ||
	    read_file(file, REPORT_FILE_LIMIT, &bytes, &length,
		      &view->report_error)) {
		return;
	}
	view->has_report =
		!report_json_summarize(file, bytes, length, arena,
				       &view->report, &view->report_error);
	free(bytes);
}

/* Whether the process that wrote the status still runs; 1 where that cannot
 * be known, because it was written on another host. */
static bool process_is_gone(const struct status *status)
{
	char host[256] = "";

	if (!status->pid || !status->host ||
	    gethostname(host, sizeof(host) - 1) ||
	    strcmp(host, status->host) != 0) {
		return false;
	}
	return access("/proc/self", F_OK) == 0 &&
	       getpgid((pid_t)status->pid) < 0;
}

static int show(const struct cli *cli, struct arena *arena,
		struct status_view *view)
{
	const char *path =
		cli->operand_count ? cli->operands[0] : default_directory;
	const char *compare = cli->values[OPT_COMPARE];
	struct strbuf out = STRBUF_INIT;
	struct status other;
	bool sound;
	int status;

	status = read_status(cli, arena, path, &view->status);
	if (status == CLI_OK && compare) {
		status = read_status(cli, arena, compare, &other);
	}
	if (status != CLI_OK) {
		return status;
	}
	if (compare) {
		sound = status_report_compare(&view->status, &other, &out);
	} else {
		read_report(arena, path, view);
		view->process_gone = process_is_gone(&view->status);
		sound = status_report_render(view, &out);
	}
	status = cli_print(cli, &out, sound ? CLI_OK : CLI_DRIFT);
	strbuf_free(&out);
	return status;
}

static int run(const struct cli *cli)
{
	const char *config = cli->values[OPT_CONFIG];
	struct status_view view = {.colour = cli->colour};
	struct arena *arena;
	struct error error;
	int status;

	if (config && !cli->values[OPT_PREFLIGHT]) {
		return cli_usage(cli, "--config goes with --preflight");
	}
	if (cli->values[OPT_PREFLIGHT]) {
		if (cli->values[OPT_COMPARE]) {
			return cli_usage(cli, "--preflight looks at --config "
					      "FILE, it compares nothing");
		}
		return preflight_run(cli, config ? config : default_config);
	}
	status = cli_now(cli, cli->values[OPT_NOW], &view.now);
	if (status != CLI_OK) {
		return status;
	}
	arena = arena_new();
	if (!arena) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	status = show(cli, arena, &view);
	arena_free(arena);
	return status;
}

const struct command cmd_status = {
	.name = "status",
	.operands = "[DIR]",
	.operand_max = 1,
	.sentence = "is the plugin alive, its report fresh, its plan in force",
	.details = "DIR is the plugin's ibpolicy.output, by default "
		   "/var/lib/ibpolicy. Exit\nstatus: 0 sound, 1 stale, held, "
		   "faulty or unequal, 2 no status to be read.\n",
	.options = options,
	.run = run,
};
