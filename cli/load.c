/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Inputs that several subcommands read, with every fault said. */
#include "cli/load.h"

#include "cli/name_map.h"
#include "policy/io/cabling_csv.h"
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
		status = name_map_apply(cli, read);
	}
	if (status == CLI_OK) {
		*subnet = read;
		read = NULL;
	}
	subnet_free(read);
	arena_free(arena);
	return status;
}

/* Every sheet is read, so that every fault is said at once. */
static int read_sheets(const struct cli *cli, struct cabling *sheets,
		       struct diag_list *diags, struct error *error)
{
	size_t i;

	for (i = 0; i < cli->repeated_count; i++) {
		if (cabling_csv_load(cli->repeated[i], sheets, diags, error)) {
			return -1;
		}
	}
	return 0;
}

int load_cabling(const struct cli *cli, const struct subnet *subnet,
		 const struct inventory *inventory, struct cabling **sheets,
		 struct cabling_match **match)
{
	struct cabling *read;
	struct diag_list diags;
	struct error error;
	int status;

	*sheets = NULL;
	*match = NULL;
	if (!cli->repeated_count) {
		return CLI_OK;
	}
	read = cabling_new();
	if (!read) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	diag_list_init(&diags, read->arena);
	status = read_sheets(cli, read, &diags, &error);
	if (!status && !diag_has_errors(&diags)) {
		status = cabling_match_make(read, subnet, inventory,
					    read->arena, &diags, match, &error);
	}
	status = conclude(cli, status, &diags, &error);
	if (status == CLI_OK) {
		*sheets = read;
		read = NULL;
	}
	cabling_free(read);
	return status;
}
