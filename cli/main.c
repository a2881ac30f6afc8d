/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy: finds the subcommand and runs it. */
#include "config.h"

#include "cli/arguments.h"
#include "cli/cli.h"
#include "policy/suggest.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* In the order of a working day. */
static const struct command *const commands[] = {
	/* clang-format off */
	&cmd_init,
	&cmd_scan,
	&cmd_lint,
	&cmd_render,
	&cmd_diff,
	&cmd_reach,
	&cmd_check,
	&cmd_explain,
	&cmd_status,
	&cmd_approve,
	&cmd_checks,
	NULL,
	/* clang-format on */
};

static void add_help(struct strbuf *out)
{
	size_t i;

	strbuf_addstr(out, "usage: ibpolicy COMMAND [OPTIONS] ...\n"
			   "\n"
			   "Checks an InfiniBand fabric against a reviewed "
			   "inventory.\n"
			   "\n");
	for (i = 0; commands[i]; i++) {
		strbuf_addf(out, "  %-9s %s\n", commands[i]->name,
			    commands[i]->sentence);
	}
	strbuf_addstr(out,
		      "\n"
		      "'ibpolicy COMMAND --help' says more, ibpolicy(1) all.\n"
		      "\n"
		      "Exit status: 0 clean; 1 drift, difference or stale; "
		      "2 invalid input or\n"
		      "usage; 3 refused; 4 something declared could not be "
		      "assessed.\n");
}

/* The help of a command, or of all. */
static int print_help(const struct cli *cli)
{
	struct strbuf text = STRBUF_INIT;
	int status;

	if (cli->command) {
		arguments_help(cli->command, &text);
	} else {
		add_help(&text);
	}
	status = cli_print(cli, &text, CLI_OK);
	strbuf_free(&text);
	return status;
}

static int print_version(const struct cli *cli)
{
	struct strbuf text = STRBUF_INIT;
	int status;

	strbuf_addstr(&text, PACKAGE_NAME " " PACKAGE_VERSION "\n");
	status = cli_print(cli, &text, CLI_OK);
	strbuf_free(&text);
	return status;
}

static const struct command *find_command(const struct cli *cli,
					  const char *name)
{
	struct suggestion suggestion = suggest_for(name);
	char safe[CLI_SAFE];
	size_t i;

	for (i = 0; commands[i]; i++) {
		if (!strcmp(commands[i]->name, name)) {
			return commands[i];
		}
		suggest_offer(&suggestion, commands[i]->name);
	}
	if (name[0] == '-') {
		cli_usage(cli, "unknown option '%s'", cli_safe(safe, name));
	} else if (suggestion.nearest) {
		cli_usage(cli, "no command '%s', did you mean '%s'?",
			  cli_safe(safe, name), suggestion.nearest);
	} else {
		cli_usage(cli, "no command '%s'", cli_safe(safe, name));
	}
	return NULL;
}

static int run(struct cli *cli, int argc, char **argv)
{
	if (argc < 2) {
		return cli_usage(cli, "which command?");
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		return print_help(cli);
	}
	if (!strcmp(argv[1], "--version")) {
		return print_version(cli);
	}
	cli->command = find_command(cli, argv[1]);
	if (!cli->command) {
		return CLI_INVALID;
	}
	switch (arguments_parse(cli, argc - 1, argv + 1)) {
	case ARGUMENTS_RUN:
		return cli->command->run(cli);
	case ARGUMENTS_HELP:
		return print_help(cli);
	case ARGUMENTS_INVALID:
		break;
	}
	return CLI_INVALID;
}

/* Descriptors 0 to 2 must be taken, or the next file opened becomes one of
 * them; opened the wrong way round, so that their use fails. */
static void fill_standard_descriptors(void)
{
	int descriptor;

	for (descriptor = 0; descriptor <= 2; descriptor++) {
		if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF &&
		    open("/dev/null", descriptor ? O_RDONLY : O_WRONLY) < 0) {
			_exit(CLI_INVALID);
		}
	}
}

static bool may_colour(void)
{
	const char *no_colour = getenv("NO_COLOR");
	const char *terminal = getenv("TERM");

	return isatty(STDOUT_FILENO) && (!no_colour || !*no_colour) &&
	       terminal && strcmp(terminal, "dumb") != 0;
}

int main(int argc, char **argv)
{
	struct cli cli = {0};

	fill_standard_descriptors();
	signal(SIGPIPE, SIG_IGN); /* a lost reader is a failed write */
	cli.colour = may_colour();
	return run(&cli, argc, argv);
}
