/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy init: a first inventory from what is there. */
#include "cli/cli.h"
#include "cli/load.h"
#include "policy/io/init_proved.h"

#include <stdio.h>

enum { OPTION_FABRIC, OPTION_NAME, OPTION_NOW };

static const struct cli_option options[] = {
	{"fabric", 'f', "FILE",
	 "the fabric to write down: a snapshot, \"-\" is standard input"},
	{"name", 'n', "NAME", "what to call the fabric in reports"},
	CLI_OPTION_NOW,
	{NULL, 0, NULL, NULL},
};

/* What a person should know beside the inventory itself. */
static void tell(const struct init_proof *proof)
{
	fprintf(stderr,
		"ibpolicy: the inventory is clean on this fabric%s; review "
		"every line of it\n",
		proof->waived ? ", with waivers" : "");
	if (proof->waived) {
		fprintf(stderr,
			"ibpolicy: %zu finding%s waived for %d days: see "
			"waivers: at its end\n",
			proof->waived, proof->waived == 1 ? " is" : "s are",
			INIT_WAIVER_DAYS);
	}
}

static int run(const struct cli *cli)
{
	const char *path = cli->values[OPTION_FABRIC];
	struct init_options init = {.fabric = cli->values[OPTION_NAME],
				    .source_path = path};
	struct strbuf text = STRBUF_INIT;
	struct subnet *subnet = NULL;
	struct init_proof proof;
	struct error error = {0, ""};
	int status;

	if (!path) {
		return cli_usage(cli, "say from what: --fabric FILE");
	}
	status = cli_now(cli, cli->values[OPTION_NOW], &init.now);
	if (status) {
		return status;
	}
	status = load_fabric(cli, path, &subnet);
	if (!status) {
		status = init_proved(subnet, &init, &text, &proof, &error)
				 ? cli_failed(cli, &error)
				 : cli_print(cli, &text, CLI_OK);
	}
	if (status == CLI_OK) {
		tell(&proof);
	}
	strbuf_free(&text);
	subnet_free(subnet);
	return status;
}

const struct command cmd_init = {
	.name = "init",
	.operands = "",
	.sentence = "write a first inventory from what is there",
	.details = "The inventory goes to standard output, for a person to "
		   "review: it says what is,\n"
		   "not what should be. It is clean on the fabric it was made "
		   "from; what the fabric\n"
		   "itself has wrong gets a waiver of 30 days with owner "
		   "init.\n",
	.options = options,
	.run = run,
};
