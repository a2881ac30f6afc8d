/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One reading of the inventory: what it says, its plan, or its fault. */
#ifndef IBPOLICY_PLUGIN_EDITION_H
#define IBPOLICY_PLUGIN_EDITION_H

#include "plugin/file_watch.h"
#include "policy/diag.h"
#include "policy/error.h"
#include "policy/inventory.h"
#include "policy/partition_plan.h"
#include "policy/sha256.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EDITION_FAULT_TEXT = 512 };

struct edition {
	/* Usable when fault is "". NULL: the root file could not be read. */
	struct inventory *inventory;
	struct partition_plan *plan;    /* NULL: no partitions:, or a fault */
	char plan_sha256[SHA256_TEXT];  /* "" without a plan */
	char fault[EDITION_FAULT_TEXT]; /* the first one, one sentence */
	struct source_pos fault_pos;    /* its place */
	size_t fault_count;             /* how many there are */
	struct file_watch *watch;       /* what it was read from */
	int64_t read_at;                /* seconds since 1970 UTC */
	struct arena *arena;            /* texts of diags */
	struct diag_list diags;
};

/* Reads the inventory at path and makes its plan for the time now. A file that
 * changes while it is read is read once more; if it then changes again that is
 * its fault. Bad input is an edition with a fault. Returns 0, or -1 when out of
 * memory. The caller frees with edition_free(). */
int edition_read(const char *path, int64_t now, struct edition **edition,
		 struct error *error);
void edition_free(struct edition *edition); /* NULL is legal */

/* False for NULL. */
bool edition_is_usable(const struct edition *edition);

#endif
