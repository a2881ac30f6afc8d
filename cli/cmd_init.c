/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibpolicy init: a first inventory from what is there. */
#include "cli/cli.h"
#include "cli/import.h"
#include "cli/init_update.h"
#include "cli/live.h"
#include "cli/load.h"
#include "cli/name_map.h"
#include "policy/io/init_proved.h"

#include <stdio.h>

enum {
	OPTION_FABRIC,
	OPTION_LIVE,
	OPTION_CA,
	OPTION_PORT,
	OPTION_TIMEOUT,
	OPTION_RETRIES,
	OPTION_M_KEY,
	OPTION_PARTITIONS,
	OPTION_QOS,
	OPTION_CABLING,
	OPTION_UPDATE,
	OPTION_NAME,
	OPTION_NAME_MAP,
	OPTION_NOW
};

static const struct cli_option options[] = {
	{"fabric", 'f', "FILE",
	 "the fabric to write down: a snapshot or an ibnetdiscover dump"},
	{"live", 0, NULL, "scan the fabric now"},
	LIVE_OPTIONS,
	{"partitions", 'p', "FILE",
	 "take the partitions from this partitions.conf, as OpenSM reads it"},
	{"qos", 0, NULL, "opensm.conf has \"qos TRUE\", so sl= counts in it"},
	{"cabling", 0, "CSV",
	 "take peers and links from this cabling sheet; may be repeated"},
	{"update", 'u', "INVENTORY",
	 "write what it does not declare to observed-DATE.yaml in inventory.d "
	 "beside it"},
	{"name", 'n', "NAME", "what to call the fabric in reports"},
	NAME_MAP_OPTION,
	CLI_OPTION_NOW,
	{NULL, 0, NULL, NULL},
};

/* What a person should know beside the inventory itself. */
static void tell(const struct init_options *init, const struct subnet *subnet,
		 const struct init_proof *proof)
{
	if (init->partitions) {
		fprintf(stderr,
			"ibpolicy: proved: what is rendered from it gives "
			"every port what the file gives%s\n",
			init->exceptions->total[DIAG_WARNING]
				? ", but for the subnet managers above"
				: "");
	}
	if (subnet->node_count) {
		fprintf(stderr,
			"ibpolicy: the inventory is clean on this fabric%s%s%s"
			"; review every line of it\n",
			proof->unassessed ? ", as far as it can be assessed"
					  : "",
			proof->waived ? ", with waivers" : "",
			proof->cabling ? ", but for its cables" : "");
	}
	if (proof->cabling) {
		fprintf(stderr,
			"ibpolicy: %zu cable%s not as the sheets say: "
			"'ibpolicy check' lists %s\n",
			proof->cabling, proof->cabling == 1 ? " is" : "s are",
			proof->cabling == 1 ? "it" : "them");
	}
	if (proof->waived) {
		fprintf(stderr,
			"ibpolicy: %zu finding%s waived for %d days: see "
			"waivers: at its end\n",
			proof->waived, proof->waived == 1 ? " is" : "s are",
			INIT_WAIVER_DAYS);
	}
}

/* With neither --fabric nor --live there is nothing to see: an empty one. */
static int find_fabric(const struct cli *cli, int64_t now,
		       struct subnet **subnet)
{
	struct live_options live = live_options_given(cli, OPTION_CA, now);
	struct error error;

	if (cli->values[OPTION_FABRIC]) {
		return load_fabric(cli, cli->values[OPTION_FABRIC], subnet);
	}
	if (cli->values[OPTION_LIVE]) {
		return live_scan(cli, &live, subnet);
	}
	*subnet = subnet_new();
	if (!*subnet) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	return subnet_finish(*subnet, &error) ? cli_failed(cli, &error)
					      : CLI_OK;
}

static int write_inventory(const struct cli *cli, const struct subnet *subnet,
			   const struct init_options *asked)
{
	struct init_options init = *asked;
	struct strbuf text = STRBUF_INIT;
	struct arena *arena = arena_new();
	struct diag_list exceptions;
	struct init_proof proof;
	struct error error = {0, ""};
	int status;

	diag_list_init(&exceptions, arena);
	init.exceptions = &exceptions;
	if (!arena) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	status = init_proved(subnet, &init, &text, &proof, &error)
			 ? cli_failed(cli, &error)
			 : cli_print(cli, &text, CLI_OK);
	if (status == CLI_OK) {
		cli_print_diags(&exceptions);
		tell(&init, subnet, &proof);
	}
	arena_free(arena);
	strbuf_free(&text);
	return status;
}

static int check_options(const struct cli *cli)
{
	bool fabric = cli->values[OPTION_FABRIC] != NULL;
	bool live = cli->values[OPTION_LIVE] != NULL;

	if (fabric && live) {
		return cli_usage(cli, "--fabric FILE or --live, not both");
	}
	if (live_options_check(cli, live, OPTION_CA)) {
		return CLI_INVALID;
	}
	if (cli->values[OPTION_UPDATE] && !fabric && !live) {
		return cli_usage(cli, "--update needs --fabric FILE or --live");
	}
	if (cli->values[OPTION_CABLING] && !fabric && !live) {
		return cli_usage(cli,
				 "--cabling needs --fabric FILE or --live: a "
				 "sheet has names, not GUIDs");
	}
	if (cli->values[OPTION_UPDATE] && cli->values[OPTION_CABLING]) {
		return cli_usage(cli, "--update or --cabling, not both");
	}
	if (cli->values[OPTION_UPDATE] && cli->values[OPTION_PARTITIONS]) {
		return cli_usage(cli, "--update or --partitions, not both");
	}
	if (!fabric && !live && !cli->values[OPTION_PARTITIONS]) {
		return cli_usage(cli, "say from what: --fabric FILE, --live, "
				      "--partitions FILE");
	}
	return CLI_OK;
}

static int run(const struct cli *cli)
{
	const char *path = cli->values[OPTION_PARTITIONS];
	struct init_options init = {
		.fabric = cli->values[OPTION_NAME],
		.source_path = cli->values[OPTION_FABRIC],
	};
	struct partitions_conf *conf = NULL;
	struct subnet *subnet = NULL;
	struct cabling *sheets = NULL;
	struct cabling_match *cabling = NULL;
	int status = check_options(cli);

	if (!status) {
		status = cli_now(cli, cli->values[OPTION_NOW], &init.now);
	}
	if (!status) {
		status = find_fabric(cli, init.now, &subnet);
	}
	if (!status && path) {
		status = import_partitions(cli, path, subnet,
					   cli->values[OPTION_QOS] != NULL,
					   &conf);
	}
	if (!status) {
		status = load_cabling(cli, subnet, NULL, &sheets, &cabling);
	}
	init.partitions = conf;
	init.cabling = cabling;
	if (!status && cli->values[OPTION_UPDATE]) {
		status = init_update(cli, cli->values[OPTION_UPDATE], subnet,
				     &init);
	} else if (!status) {
		status = write_inventory(cli, subnet, &init);
	}
	partitions_conf_free(conf);
	cabling_free(sheets);
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
		   "init.\n"
		   "With --partitions its partitions are those that OpenSM "
		   "makes of that file, every\n"
		   "quirk of the text resolved. With --update nothing that a "
		   "person wrote is touched.\n"
		   "With --cabling peers and links are what the sheet says, "
		   "whatever is there.\n",
	.options = options,
	.repeatable = "cabling",
	.run = run,
};
