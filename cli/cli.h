/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What every subcommand is made of and may use. */
#ifndef IBPOLICY_CLI_H
#define IBPOLICY_CLI_H

#include "policy/diag.h"
#include "policy/error.h"
#include "policy/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cli_exit {
	CLI_OK = 0,
	CLI_DRIFT = 1,      /* or difference, infeasible, stale, unequal */
	CLI_INVALID = 2,    /* input, usage, or a failure of ours */
	CLI_REFUSED = 3,    /* assertion, guard, lock, wrong hash */
	CLI_UNASSESSED = 4, /* something declared could not be assessed */
};

enum { CLI_OPTION_LIMIT = 24, CLI_REPEAT_LIMIT = 32 };

struct cli_option {
	const char *name;     /* "format" is given as --format */
	int letter;           /* 'o' is also given as -o; 0: none */
	const char *argument; /* "FILE"; NULL: a switch */
	const char *help;     /* a phrase for --help */
};

/* --help is every command's, without a row. */
#define CLI_OPTION_NOW                                                         \
	{                                                                      \
		"now", 0, "TIME", "judge as of TIME (2026-11-30T03:12:40Z)"    \
	}

struct cli;

/* A command is a const struct command in cli/cmd_<name>.c, a declaration below
 * and a row in main.c. */
struct command {
	const char *name;
	const char *operands; /* for the usage line: "INVENTORY A B" */
	size_t operand_min, operand_max;
	const char *sentence; /* what it does, lower case, no full stop */
	const char *details;  /* more for --help: paragraphs, an empty line
				 between two; NULL: none */
	const struct cli_option *options; /* NULL name last; may be NULL */
	const char *repeatable; /* the option that may come more than once;
				   NULL: none */
	int (*run)(const struct cli *cli); /* gives an enum cli_exit */
};

/* A parsed command line. values[] is indexed like command->options: NULL where
 * the option was not given, "" for a switch that was. */
struct cli {
	const struct command *command;
	const char *values[CLI_OPTION_LIMIT];
	char *const *operands;
	size_t operand_count;
	const char *repeated[CLI_REPEAT_LIMIT]; /* all of command->repeatable,
						   its first in values[] too */
	size_t repeated_count;
	bool colour; /* standard output is a terminal that may be coloured */
};

extern const struct command cmd_approve;
extern const struct command cmd_check;
extern const struct command cmd_checks;
extern const struct command cmd_diff;
extern const struct command cmd_explain;
extern const struct command cmd_init;
extern const struct command cmd_lint;
extern const struct command cmd_scan;
extern const struct command cmd_reach;
extern const struct command cmd_render;
extern const struct command cmd_status;

/* Say on standard error what is wrong and give CLI_INVALID: of the call (with
 * a pointer to --help), of the input, of the machine. Arguments must be safe
 * to print: see cli_safe(). */
int cli_usage(const struct cli *cli, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
int cli_invalid(const struct cli *cli, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
int cli_failed(const struct cli *cli, const struct error *error);

/* The text in buffer, escaped for a terminal and cut where it is too long;
 * returns buffer. For arguments and names in messages. */
enum { CLI_SAFE = 256 };
char *cli_safe(char buffer[CLI_SAFE], const char *text);

/* Writes text to standard output, the only way there. Gives status, or
 * CLI_INVALID with its message when text is incomplete (out of memory) or the
 * bytes did not arrive. */
int cli_print(const struct cli *cli, const struct strbuf *text, int status);

/* Diagnostics to standard error, sorted. */
void cli_print_diags(struct diag_list *diags);

/* The row of value among names (NULL last), or -1 after saying what is known:
 * "--format: 'jsn' is not known, did you mean 'json'?". */
int cli_choose(const struct cli *cli, const char *option, const char *value,
	       const char *const *names);

/* The time of --now; the clock's where value is NULL. Gives 0, or CLI_INVALID
 * after saying why. */
int cli_now(const struct cli *cli, const char *value, int64_t *now);

#endif
