/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What subcommands share: messages, output, the time, the inventory. */
#include "cli/cli.h"

#include "policy/suggest.h"
#include "policy/time_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void say(const struct cli *cli, const char *format, va_list args)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addstr(&text, "ibpolicy");
	if (cli->command) {
		strbuf_addf(&text, " %s", cli->command->name);
	}
	strbuf_addstr(&text, ": ");
	strbuf_vaddf(&text, format, args);
	strbuf_addch(&text, '\n');
	fputs(strbuf_text(&text), stderr);
	strbuf_free(&text);
}

int cli_usage(const struct cli *cli, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(cli, format, args);
	va_end(args);
	if (cli->command) {
		fprintf(stderr, "Try 'ibpolicy %s --help'.\n",
			cli->command->name);
	} else {
		fputs("Try 'ibpolicy --help'.\n", stderr);
	}
	return CLI_INVALID;
}

int cli_invalid(const struct cli *cli, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(cli, format, args);
	va_end(args);
	return CLI_INVALID;
}

int cli_failed(const struct cli *cli, const struct error *error)
{
	return cli_invalid(cli, "%s", error->message);
}

char *cli_safe(char buffer[CLI_SAFE], const char *text)
{
	struct strbuf safe = STRBUF_INIT;

	/* No more than fits can be shown, and what is shown is whole. */
	strbuf_add_safe(&safe, text, strnlen(text, CLI_SAFE));
	if (safe.length < CLI_SAFE) {
		snprintf(buffer, CLI_SAFE, "%s", strbuf_text(&safe));
	} else {
		snprintf(buffer, CLI_SAFE, "%.*s...", CLI_SAFE - 4,
			 strbuf_text(&safe));
	}
	strbuf_free(&safe);
	return buffer;
}

static int write_all(const char *bytes, size_t length)
{
	ssize_t written;

	while (length) {
		written = write(STDOUT_FILENO, bytes, length);
		if (written < 0 && errno != EINTR) {
			return -1;
		}
		if (written > 0) {
			bytes += written;
			length -= (size_t)written;
		}
	}
	return 0;
}

int cli_print(const struct cli *cli, const struct strbuf *text, int status)
{
	struct error error;

	if (text->failed) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	return write_all(strbuf_text(text), text->length)
		       ? cli_invalid(cli, "cannot write the output: %s",
				     strerror(errno))
		       : status;
}

void cli_print_diags(struct diag_list *diags)
{
	struct strbuf text = STRBUF_INIT;

	diag_sort(diags);
	diag_format_list(&text, diags);
	fwrite(strbuf_text(&text), 1, text.length, stderr);
	strbuf_free(&text);
}

int cli_choose(const struct cli *cli, const char *option, const char *value,
	       const char *const *names)
{
	struct suggestion suggestion = suggest_for(value);
	struct strbuf known = STRBUF_INIT;
	char safe[CLI_SAFE];
	int i;

	for (i = 0; names[i]; i++) {
		if (!strcmp(names[i], value)) {
			strbuf_free(&known);
			return i;
		}
		suggest_offer(&suggestion, names[i]);
		strbuf_addf(&known, "%s%s", i ? ", " : "", names[i]);
	}
	if (suggestion.nearest) {
		cli_usage(cli, "--%s: '%s' is not known, did you mean '%s'?",
			  option, cli_safe(safe, value), suggestion.nearest);
	} else {
		cli_usage(cli, "--%s: '%s' is not known, expected one of: %s",
			  option, cli_safe(safe, value), strbuf_text(&known));
	}
	strbuf_free(&known);
	return -1;
}

int cli_now(const struct cli *cli, const char *value, int64_t *now)
{
	char safe[CLI_SAFE];

	if (!value) {
		*now = (int64_t)time(NULL);
		return 0;
	}
	if (time_parse(value, now)) {
		return 0;
	}
	return cli_usage(cli,
			 "--now: '%s' is not a time like 2026-11-30T03:12:40Z",
			 cli_safe(safe, value));
}
