/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The partition plan of an inventory, with its assertions proved. */
#include "cli/plan.h"

#include "policy/plan_prove.h"

int plan_of_inventory(const struct cli *cli, const struct inventory *inventory,
		      int64_t now, struct partition_plan **plan)
{
	struct arena *arena = arena_new();
	struct diag_list diags;
	struct error error;
	int status = CLI_OK;

	*plan = NULL;
	if (!arena) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	diag_list_init(&diags, arena);
	if (partition_plan_make(inventory, now, plan, &error) ||
	    plan_prove(inventory, *plan, now, &diags, &error)) {
		status = cli_failed(cli, &error);
	} else {
		cli_print_diags(&diags);
		status = diag_has_errors(&diags) ? CLI_REFUSED : CLI_OK;
	}
	arena_free(arena);
	return status;
}
