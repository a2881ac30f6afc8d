/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Inputs that several subcommands read, with every fault said. */
#include "cli/load.h"

#include "policy/io/fabric_file.h"
#include "policy/io/inventory_yaml.h"

#include <stdio.h>

/* Says what went wrong; gives CLI_OK when nothing did. */
static int conclude(const struct cli *cli, int failed, struct diag_list *diags,
		    const struct error *error)
{
	cli_print_diags(diags);
	if (failed) {
		return cli_failed(cli, error);
	}
	if (diag_has_errors(diags)) {
		fprintf(stderr, "%zu error%s\n", diags->total[DIAG_ERROR],
			diags->total[DIAG_ERROR] == 1 ? "" : "s");
		return CLI_INVALID;
	}
	return CLI_OK;
}

int load_inventory(const struct cli *cli, const char *path,
		   struct inventory **inventory)
{
	struct arena *arena = arena_new();
	struct inventory *read = NULL;
	struct diag_list diags;
	struct error error;
	int status;

	*inventory = NULL;
	if (!arena) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	diag_list_init(&diags, arena);
	status = inventory_yaml_load(path, &read, &diags, &error);
	status = conclude(cli, status, &diags, &error);
	if (status == CLI_OK) {
		*inventory = read;
		read = NULL;
	}
	inventory_free(read);
	arena_free(arena);
	return status;
}

int load_fabric(const struct cli *cli, const char *path, struct subnet **subnet)
{
	struct arena *arena = arena_new();
	struct subnet *read = NULL;
	struct diag_list diags;
	struct error error;
	int status;

	*subnet = NULL;
	if (!arena) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	diag_list_init(&diags, arena);
	status = fabric_file_load(path, &read, &diags, &error);
	status = conclude(cli, status, &diags, &error);
	if (status == CLI_OK) {
		*subnet = read;
		read = NULL;
	}
	subnet_free(read);
	arena_free(arena);
	return status;
}
