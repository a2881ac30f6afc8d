/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The partitions.conf that OpenSM is set to read: ours or not, and what it
 * makes of its bytes. */
#ifndef IBPOLICY_PLUGIN_PARTITION_FILE_H
#define IBPOLICY_PLUGIN_PARTITION_FILE_H

#include "policy/error.h"
#include "policy/partitions_conf.h"
#include "policy/sha256.h"

#include <limits.h>
#include <stdbool.h>

/* OpenSM itself reads line by line; nobody's partitions.conf is larger. */
enum { PARTITION_FILE_LIMIT = 64 << 20 };

/* True when both paths name one file, through symbolic links too, and also
 * when it does not exist. */
bool partition_file_is_same(const char *a, const char *b);

enum partition_file_state {
	PARTITION_FILE_OURS, /* as partitions_conf_origin() */
	PARTITION_FILE_EDITED,
	PARTITION_FILE_FOREIGN,
	PARTITION_FILE_EMPTY,
	PARTITION_FILE_MISSING,
	PARTITION_FILE_UNREADABLE
};

/* What stands at path. sha256 gets the trailer's hash for OURS, else "".
 * error (may be NULL) gets the sentence for UNREADABLE. */
enum partition_file_state partition_file_look(const char *path,
					      char sha256[SHA256_TEXT],
					      struct error *error);

/* What OpenSM runs on: the bytes that stood in the file when it read it. */
struct partitions_in_force {
	enum partition_file_state state;
	char sha256[SHA256_TEXT];     /* the trailer's, for OURS */
	struct partitions_conf *conf; /* NULL for MISSING and UNREADABLE */
	char fallback_reason[256];    /* with its line; "": no fallback */
};

/* Reads an open file (fd < 0: missing_errno says why there is none) from its
 * start and closes it. before: what was in force; its names and groups live
 * on in a running SM; NULL: nothing. *in_force is freed with
 * partitions_in_force_free(). Returns 0, or -1 when out of memory. */
int partitions_in_force_read(int fd, int missing_errno, const char *path,
			     bool allow_both_pkeys,
			     const struct partitions_in_force *before,
			     struct partitions_in_force **in_force,
			     struct error *error);
void partitions_in_force_free(struct partitions_in_force *in_force);

#endif
