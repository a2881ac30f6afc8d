/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* --node-name-map FILE: the site's names for nodes. */
#include "config.h"

#include "cli/name_map.h"

#include <stdio.h>
#include <string.h>

static const char *given_file(const struct cli *cli)
{
	const struct cli_option *options = cli->command->options;
	size_t i;

	for (i = 0; options && options[i].name; i++) {
		if (!strcmp(options[i].name, "node-name-map")) {
			return cli->values[i];
		}
	}
	return NULL;
}

#ifdef HAVE_NODE_NAME_MAP

#include "scan/node_name_map.h"

#include <unistd.h>

static const char *default_file(void)
{
	static const char *const paths[] = {
		"/etc/opensm/ib-node-name-map", /* libosmcomp */
		"/etc/rdma/ib-node-name-map",   /* rdma-core */
	};
	size_t i;

	for (i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		if (!access(paths[i], F_OK)) {
			return paths[i];
		}
	}
	return NULL;
}

int name_map_apply(const struct cli *cli, struct subnet *subnet)
{
	const char *given = given_file(cli);
	const char *path = given ? given : default_file();
	char safe[CLI_SAFE];
	struct error error = {0, ""};

	if (!path || !node_name_map_apply(path, subnet, &error)) {
		return CLI_OK;
	}
	if (given) {
		return cli_invalid(cli, "--node-name-map: %s: %s",
				   cli_safe(safe, given), error.message);
	}
	fprintf(stderr, "ibpolicy %s: %s is not used: %s\n", cli->command->name,
		path, error.message);
	return CLI_OK;
}

#else

int name_map_apply(const struct cli *cli, struct subnet *subnet)
{
	(void)subnet;
	return given_file(cli)
		       ? cli_invalid(cli, "--node-name-map is not built in: it "
					  "takes OpenSM's library")
		       : CLI_OK;
}

#endif
