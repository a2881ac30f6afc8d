/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy checks: what every check finds; of one, its causes and remedy. */
#include "cli/cli.h"
#include "policy/rule.h"
#include "policy/suggest.h"
#include "policy/text_wrap.h"

#include <string.h>

enum { ID_WIDTH = 23, SEVERITY_WIDTH = 10, INDENT = 2 };

static void add_row(const struct rule *rule, struct strbuf *out)
{
	strbuf_addf(out, "%-*s%-*s", ID_WIDTH, rule->id, SEVERITY_WIDTH,
		    severity_name(rule->severity));
	text_wrap(out, ID_WIDTH + SEVERITY_WIDTH, ID_WIDTH + SEVERITY_WIDTH,
		  rule->summary);
	strbuf_addch(out, '\n');
}

static void add_paragraph(struct strbuf *out, const char *title,
			  const char *text)
{
	if (text) {
		strbuf_addf(out, "\n%s\n%*s", title, INDENT, "");
		text_wrap(out, INDENT, INDENT, text);
		strbuf_addch(out, '\n');
	}
}

static void add_details(const struct rule *rule, struct strbuf *out)
{
	strbuf_addf(out, "%s: %s", rule->id, severity_name(rule->severity));
	if (rule->confirm_sec) {
		strbuf_addf(out, ", confirmed after %d s", rule->confirm_sec);
	}
	strbuf_addch(out, '\n');
	add_paragraph(out, "finds", rule->summary);
	add_paragraph(out, "likely causes", rule->causes);
	add_paragraph(out, "what to do", rule->remedy);
}

static int say_unknown(const struct cli *cli, const char *id)
{
	struct suggestion suggestion = suggest_for(id);
	const struct rule *const *rule;
	char safe[CLI_SAFE];

	for (rule = rule_table; *rule; rule++) {
		suggest_offer(&suggestion, (*rule)->id);
	}
	cli_safe(safe, id);
	if (suggestion.nearest) {
		return cli_invalid(cli, "no check '%s', did you mean '%s'?",
				   safe, suggestion.nearest);
	}
	return cli_invalid(cli, "no check '%s'; 'ibpolicy checks' lists them",
			   safe);
}

static int run(const struct cli *cli)
{
	struct strbuf out = STRBUF_INIT;
	const struct rule *const *rule;
	const struct rule *one;
	int status;

	if (cli->operand_count) {
		one = rule_find(cli->operands[0]);
		if (!one) {
			return say_unknown(cli, cli->operands[0]);
		}
		add_details(one, &out);
	} else {
		for (rule = rule_table; *rule; rule++) {
			add_row(*rule, &out);
		}
	}
	status = cli_print(cli, &out, CLI_OK);
	strbuf_free(&out);
	return status;
}

const struct command cmd_checks = {
	.name = "checks",
	.operands = "[CHECK]",
	.operand_max = 1,
	.sentence = "list every check, or one with its causes and what to do",
	.run = run,
};
