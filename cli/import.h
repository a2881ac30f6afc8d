/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* init --partitions: the site's partitions.conf, ready to be imported. */
#ifndef IBPOLICY_CLI_IMPORT_H
#define IBPOLICY_CLI_IMPORT_H

#include "cli/cli.h"
#include "policy/partitions_conf.h"
#include "policy/subnet.h"

#include <stdbool.h>

/* Reads the file as the OpenSM of that fabric does and says every quirk of it
 * on standard error. Gives CLI_OK, or CLI_INVALID after saying why it cannot
 * be imported; *conf is NULL then. subnet may be empty. The caller frees with
 * partitions_conf_free(). */
int import_partitions(const struct cli *cli, const char *path,
		      const struct subnet *subnet, bool qos,
		      struct partitions_conf **conf);

#endif
