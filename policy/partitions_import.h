/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A partitions.conf that is in use -> the partitions of an inventory. */
#ifndef IBPOLICY_PARTITIONS_IMPORT_H
#define IBPOLICY_PARTITIONS_IMPORT_H

#include "policy/diag.h"
#include "policy/error.h"
#include "policy/partition_plan.h"
#include "policy/partitions_conf.h"
#include "policy/strbuf.h"
#include "policy/subnet.h"

#include <stdint.h>

/* The port GUID of the SM that read the file: the master of the subnet, or the
 * local SM; 0 when the subnet does not show one. */
uint64_t partitions_import_sm(const struct subnet *subnet);

/* Adds to diags as an error what no inventory can say: a file that OpenSM drops
 * or that does not decide what OpenSM does, SELF without a known SM, groups
 * whose MTU or rate depends on the fabric, index 0 for some members alone.
 * Without an error the file can be imported. subnet may be empty. */
void partitions_import_problems(const struct partitions_conf *conf,
				const struct subnet *subnet,
				struct diag_list *diags);

/* Compares what the file gives every port (of the subnet, named in the file or
 * the plan, or unlisted) and every group with what the inventory's plan gives.
 * A difference is an error in diags. The exception: subnet managers that the
 * file leaves limited in 0x7fff, of those declared in the plan's inventory, are
 * full in every plan; each is a warning. A GUID whose kind the subnet does not
 * show is taken for a channel adapter's. */
void partitions_import_check(const struct partitions_conf *conf,
			     const struct partition_plan *plan,
			     const struct subnet *subnet,
			     struct diag_list *diags);

struct init_draft;

/* Appends "partitions:" and, where the file needs it, "opensm:", for a file
 * without problems. Members go by the names that init gives to ports, else by
 * GUID. Every quirk of the file stands above as a comment. Returns 0, or -1
 * when out of memory. */
int partitions_import_write(struct init_draft *draft,
			    const struct partitions_conf *conf,
			    struct strbuf *out);

#endif
