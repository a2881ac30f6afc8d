/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* --node-name-map FILE: the site's names for nodes that nobody declares. */
#ifndef IBPOLICY_CLI_NAME_MAP_H
#define IBPOLICY_CLI_NAME_MAP_H

#include "cli/cli.h"
#include "policy/subnet.h"

#define NAME_MAP_OPTION                                                        \
	{                                                                      \
		"node-name-map", 0, "FILE",                                    \
			"names for node GUIDs (/etc/opensm/ib-node-name-map)"  \
	}

/* Gives the nodes their names: of the file of that option, where the command
 * has it and it was given; else of OpenSM's and the diagnostics' default files,
 * the first that exists. Gives CLI_OK, or CLI_INVALID after saying why. */
int name_map_apply(const struct cli *cli, struct subnet *subnet);

#endif
