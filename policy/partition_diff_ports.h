/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Ports that change alike: the largest part of making a diff. */
#ifndef IBPOLICY_PARTITION_DIFF_PORTS_H
#define IBPOLICY_PARTITION_DIFF_PORTS_H

#include "policy/partition_diff.h"

/* Fills groups[] and totals from the comparison. Returns 0, or -1 when out of
 * memory. */
int partition_diff_find_ports(struct partition_diff *diff);

#endif
