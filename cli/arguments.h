/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A command line against a command's option table: strict, no abbreviations. */
#ifndef IBPOLICY_CLI_ARGUMENTS_H
#define IBPOLICY_CLI_ARGUMENTS_H

#include "cli/cli.h"

enum arguments_result {
	ARGUMENTS_RUN,    /* *cli is filled */
	ARGUMENTS_HELP,   /* --help was asked for */
	ARGUMENTS_INVALID /* said on standard error */
};

/* argv[0] is the command's name; operands are moved to the front of argv[1]
 * onwards and borrowed by *cli, whose command is set by the caller. */
enum arguments_result arguments_parse(struct cli *cli, int argc, char **argv);

/* The text of "ibpolicy COMMAND --help". */
void arguments_help(const struct command *command, struct strbuf *out);

#endif
