/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* init --partitions: the site's partitions.conf, ready to be imported. */
#include "cli/import.h"

#include "policy/io/read_file.h"
#include "policy/partitions_import.h"

#include <stdio.h>
#include <stdlib.h>

/* The fabric's end ports; NULL when out of memory. */
static struct partitions_conf_port *ports_of(const struct subnet *subnet)
{
	struct partitions_conf_port *ports =
		calloc(subnet->end_port_count + 1, sizeof(*ports));
	size_t i;

	for (i = 0; ports && i < subnet->end_port_count; i++) {
		ports[i].guid = subnet->end_ports[i]->guid;
		ports[i].type = subnet->end_ports[i]->node->type;
	}
	return ports;
}

static int read_conf(const char *path, const struct subnet *subnet, bool qos,
		     struct partitions_conf **conf, struct error *error)
{
	struct partitions_conf_options options = {
		.path = path,
		.allow_both_pkeys = subnet->options.allow_both_pkeys,
		.qos = qos,
		.sm_guid = partitions_import_sm(subnet),
	};
	struct partitions_conf_port *ports = NULL;
	size_t length;
	char *bytes;
	int status;

	if (read_file(path, PARTITIONS_CONF_LIMIT, &bytes, &length, error)) {
		return -1;
	}
	if (subnet->end_port_count) {
		ports = ports_of(subnet);
		options.ports = ports;
		options.port_count = subnet->end_port_count;
	}
	status = subnet->end_port_count && !ports
			 ? error_no_memory(error)
			 : partitions_conf_read(bytes, length, &options, conf,
						error);
	free(ports);
	free(bytes);
	return status;
}

/* Gives CLI_OK, or CLI_INVALID after saying what no inventory can say. */
static int say_problems(const struct cli *cli,
			const struct partitions_conf *conf,
			const struct subnet *subnet)
{
	struct arena *arena = arena_new();
	struct diag_list problems;
	struct error error;
	bool any;

	if (!arena) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	diag_list_init(&problems, arena);
	partitions_import_problems(conf, subnet, &problems);
	cli_print_diags(&problems);
	any = diag_has_errors(&problems);
	arena_free(arena);
	return any ? CLI_INVALID : CLI_OK;
}

int import_partitions(const struct cli *cli, const char *path,
		      const struct subnet *subnet, bool qos,
		      struct partitions_conf **conf)
{
	struct error error = {0, ""};
	int status;

	*conf = NULL;
	if (read_conf(path, subnet, qos, conf, &error)) {
		return cli_failed(cli, &error);
	}
	cli_print_diags(&(*conf)->quirks);
	status = say_problems(cli, *conf, subnet);
	if (status != CLI_OK) {
		partitions_conf_free(*conf);
		*conf = NULL;
	}
	return status;
}
