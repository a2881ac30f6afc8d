/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* --host NAME: what a report says of one host's ports. */
#ifndef IBPOLICY_CLI_HOST_FILTER_H
#define IBPOLICY_CLI_HOST_FILTER_H

#include "cli/cli.h"
#include "policy/policy.h"

/* The declared host of that name; NULL after saying that there is none, and
 * which was meant. */
const struct inventory_host *host_filter_find(const struct cli *cli,
					      const struct inventory *inventory,
					      const char *name);

/* Leaves in result what concerns a port of host: findings whose subject or
 * peer it is (by GUID, for names on the wire are not believed), the host
 * itself, or what a greater fault breaks; and what could not be assessed. */
void host_filter_apply(struct policy_result *result,
		       const struct inventory_host *host);

#endif
