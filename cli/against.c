/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the guard would say to a plan, before it is merged. */
#include "cli/against.h"

#include "cli/plan_source.h"
#include "policy/guard.h"

#include <stdio.h>

static int ask(const struct cli *cli, const struct plan_source *source,
	       const struct inventory *inventory,
	       const struct partition_plan *plan, int64_t now)
{
	struct guard_result *result = NULL;
	struct strbuf text = STRBUF_INIT;
	struct error error;
	size_t i, count;
	int status;

	if (guard_check(source->plan, plan, inventory, now, &result, &error)) {
		return cli_failed(cli, &error);
	}
	count = result->reason_count;
	if (count) {
		strbuf_addf(&text, "against %s the plan would be held:\n",
			    source->title);
	}
	for (i = 0; i < count; i++) {
		strbuf_addf(&text, "    %s\n", result->reasons[i].message);
	}
	guard_result_free(result);
	if (!count) {
		strbuf_addf(&text, "against %s the guard lets the plan pass\n",
			    source->title);
		status = cli_print(cli, &text, CLI_OK);
		strbuf_free(&text);
		return status;
	}
	if (text.failed) {
		error_no_memory(&error);
		cli_failed(cli, &error);
	}
	fputs(strbuf_text(&text), stderr);
	strbuf_free(&text);
	return CLI_REFUSED;
}

int against(const struct cli *cli, const char *in_force,
	    const struct inventory *inventory,
	    const struct partition_plan *plan, int64_t now)
{
	const struct partitions_conf_options options = {
		.qos = true,
		.allow_both_pkeys = inventory->allow_both_pkeys,
	};
	struct plan_source source;
	int status = plan_source_load(cli, in_force, &source);

	if (status == CLI_OK) {
		status = plan_source_make(cli, &source, &options, now);
	}
	if (status == CLI_OK && plan) {
		status = ask(cli, &source, inventory, plan, now);
	}
	plan_source_free(&source);
	return status;
}
