/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A command line against a command's option table: strict, no abbreviations. */
#include "cli/arguments.h"

#include "policy/suggest.h"
#include "policy/text_wrap.h"

#include <assert.h>
#include <getopt.h>
#include <string.h>

enum { ROW_BASE = 256, OPERAND = 1 };

struct parser {
	struct option rows[CLI_OPTION_LIMIT + 2]; /* --help and the end */
	char letters[2 * CLI_OPTION_LIMIT + 4];
	size_t count;
};

static void parser_init(struct parser *parser, const struct command *command)
{
	const struct cli_option *option = command->options;
	char *letter = parser->letters;

	memset(parser, 0, sizeof(*parser));
	/* "-": operands come in place; ":": a missing argument is told apart
	 * from an unknown option. */
	*letter++ = '-';
	*letter++ = ':';
	*letter++ = 'h';
	for (; option && option->name; option++) {
		assert(parser->count < CLI_OPTION_LIMIT);
		parser->rows[parser->count] = (struct option){
			.name = option->name,
			.has_arg = option->argument ? required_argument
						    : no_argument,
			.val = ROW_BASE + (int)parser->count,
		};
		if (option->letter) {
			*letter++ = (char)option->letter;
			if (option->argument) {
				*letter++ = ':';
			}
		}
		parser->count++;
	}
	parser->rows[parser->count] =
		(struct option){.name = "help", .val = 'h'};
}

/* The row of what getopt_long() gave; -1: no option of the table. */
static int find_row(const struct command *command, int given)
{
	int row;

	if (given >= ROW_BASE) {
		return given - ROW_BASE;
	}
	for (row = 0; command->options && command->options[row].name; row++) {
		if (given && command->options[row].letter == given) {
			return row;
		}
	}
	return -1;
}

static enum arguments_result say_unknown(const struct cli *cli,
					 const struct parser *parser,
					 const char *token)
{
	char safe[CLI_SAFE], word[64] = "";
	struct suggestion suggestion;
	size_t i;

	cli_safe(safe, token);
	if (!strncmp(token, "--", 2) && strcspn(token, "=") < sizeof(word)) {
		memcpy(word, token + 2, strcspn(token + 2, "="));
	}
	suggestion = suggest_for(word);
	for (i = 0; parser->rows[i].name; i++) {
		suggest_offer(&suggestion, parser->rows[i].name);
	}
	if (suggestion.nearest) {
		cli_usage(cli, "unknown option '%s', did you mean '--%s'?",
			  safe, suggestion.nearest);
	} else {
		cli_usage(cli, "unknown option '%s'", safe);
	}
	return ARGUMENTS_INVALID;
}

static enum arguments_result say_fault(const struct cli *cli,
				       const struct parser *parser, int given,
				       const char *token)
{
	int row = find_row(cli->command, optopt);
	const struct cli_option *option;

	if (row < 0) {
		return say_unknown(cli, parser, token);
	}
	option = &cli->command->options[row];
	if (given == ':') {
		cli_usage(cli, "--%s needs an argument: --%s %s", option->name,
			  option->name, option->argument);
	} else {
		cli_usage(cli, "--%s takes no argument", option->name);
	}
	return ARGUMENTS_INVALID;
}

/* getopt_long() takes unambiguous abbreviations, which would change their
 * meaning with the next option we add. */
static bool is_abbreviated(const struct parser *parser, int row,
			   const char *token)
{
	const char *name = parser->rows[row].name;
	size_t length = strlen(name);

	return !strncmp(token, "--", 2) &&
	       (strncmp(token + 2, name, length) ||
		(token[2 + length] && token[2 + length] != '='));
}

static bool may_repeat(const struct command *command, int row)
{
	return command->repeatable &&
	       !strcmp(command->repeatable, command->options[row].name);
}

static enum arguments_result take_repeated(struct cli *cli, int row)
{
	if (cli->repeated_count == CLI_REPEAT_LIMIT) {
		cli_usage(cli, "--%s is given more than %d times",
			  cli->command->options[row].name, CLI_REPEAT_LIMIT);
		return ARGUMENTS_INVALID;
	}
	cli->repeated[cli->repeated_count++] = optarg;
	cli->values[row] = cli->repeated[0];
	return ARGUMENTS_RUN;
}

static enum arguments_result take(struct cli *cli, const struct parser *parser,
				  int given, int long_row, const char *token)
{
	int row;

	if (given == '?' || given == ':') {
		return say_fault(cli, parser, given, token);
	}
	if (long_row >= 0 && is_abbreviated(parser, long_row, token)) {
		return say_unknown(cli, parser, token);
	}
	if (given == 'h') {
		return ARGUMENTS_HELP;
	}
	row = find_row(cli->command, given);
	if (may_repeat(cli->command, row)) {
		return take_repeated(cli, row);
	}
	if (cli->values[row]) {
		cli_usage(cli, "--%s is given twice",
			  cli->command->options[row].name);
		return ARGUMENTS_INVALID;
	}
	cli->values[row] = optarg ? optarg : "";
	return ARGUMENTS_RUN;
}

/* How many inputs are "-": what one has read is not there for another. */
static size_t count_stdin(const struct cli *cli)
{
	const struct cli_option *option = cli->command->options;
	size_t count = 0, i;

	for (i = 0; i < cli->operand_count; i++) {
		count += !strcmp(cli->operands[i], "-");
	}
	for (i = 0; i < cli->repeated_count; i++) {
		count += !strcmp(cli->repeated[i], "-");
	}
	for (i = 0; option && option[i].name; i++) {
		count += cli->values[i] && !strcmp(cli->values[i], "-") &&
			 strcmp(option[i].name, "output") != 0 &&
			 !may_repeat(cli->command, (int)i);
	}
	return count;
}

static enum arguments_result check_operands(const struct cli *cli)
{
	const struct command *command = cli->command;
	char safe[CLI_SAFE];

	if (cli->operand_count > command->operand_max) {
		cli_usage(cli, "'%s' is one argument too many",
			  cli_safe(safe, cli->operands[command->operand_max]));
		return ARGUMENTS_INVALID;
	}
	if (cli->operand_count < command->operand_min) {
		cli_usage(cli, "missing: %s", command->operands);
		return ARGUMENTS_INVALID;
	}
	if (count_stdin(cli) > 1) {
		cli_usage(cli, "only one input can be standard input (-)");
		return ARGUMENTS_INVALID;
	}
	return ARGUMENTS_RUN;
}

enum arguments_result arguments_parse(struct cli *cli, int argc, char **argv)
{
	enum arguments_result result;
	struct parser parser;
	char **operands = argv + 1;
	int given, at, long_row;

	parser_init(&parser, cli->command);
	opterr = 0;
	optind = 1;
	for (;;) {
		at = optind;
		long_row = -1;
		given = getopt_long(argc, argv, parser.letters, parser.rows,
				    &long_row);
		if (given == -1) {
			break;
		}
		if (given == OPERAND) {
			operands[cli->operand_count++] = optarg;
			continue;
		}
		result = take(cli, &parser, given, long_row, argv[at]);
		if (result != ARGUMENTS_RUN) {
			return result;
		}
	}
	while (optind < argc) { /* after "--" */
		operands[cli->operand_count++] = argv[optind++];
	}
	cli->operands = operands;
	return check_operands(cli);
}

static void add_option_help(struct strbuf *out, const struct cli_option *option)
{
	enum { TEXT_COLUMN = 26 };
	size_t start = out->length, width;

	if (option->letter) {
		strbuf_addf(out, "  -%c, --%s", option->letter, option->name);
	} else {
		strbuf_addf(out, "      --%s", option->name);
	}
	if (option->argument) {
		strbuf_addf(out, " %s", option->argument);
	}
	width = out->length - start;
	if (width + 2 > TEXT_COLUMN) {
		strbuf_addch(out, '\n');
		width = 0;
	}
	strbuf_addf(out, "%*s", (int)(TEXT_COLUMN - width), "");
	text_wrap(out, TEXT_COLUMN, TEXT_COLUMN, option->help);
	strbuf_addch(out, '\n');
}

/* Paragraphs end with an empty line; other line breaks are blanks. */
static void add_details(struct strbuf *out, const char *details)
{
	const char *end;
	struct strbuf paragraph = STRBUF_INIT;
	size_t i;

	while (*details) {
		end = strstr(details, "\n\n");
		if (!end) {
			end = details + strlen(details);
		}
		for (i = 0; details + i < end; i++) {
			strbuf_addch(&paragraph,
				     details[i] == '\n' ? ' ' : details[i]);
		}
		strbuf_addch(out, '\n');
		text_wrap(out, 0, 0, strbuf_text(&paragraph));
		strbuf_addch(out, '\n');
		strbuf_free(&paragraph);
		details = end + strspn(end, "\n");
	}
}

void arguments_help(const struct command *command, struct strbuf *out)
{
	static const struct cli_option help = {"help", 'h', NULL, "this text"};
	const struct cli_option *option = command->options;

	strbuf_addf(out, "usage: ibpolicy %s [OPTIONS]%s%s\n\n", command->name,
		    *command->operands ? " " : "", command->operands);
	strbuf_addf(out, "%s\n\n", command->sentence);
	for (; option && option->name; option++) {
		add_option_help(out, option);
	}
	add_option_help(out, &help);
	if (command->details) {
		add_details(out, command->details);
	}
}
