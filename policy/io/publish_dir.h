/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the publish modules share: the directory from within. */
#ifndef IBPOLICY_IO_PUBLISH_DIR_H
#define IBPOLICY_IO_PUBLISH_DIR_H

#include "policy/io/publish.h"

struct publish_dir {
	char *path;
	int fd;
	int lock_fd; /* -1: not held */
};

/* "cannot write DIR/drift.txt: No space left on device", from errno. Returns
 * -1. name may be NULL. */
int publish_fail(struct error *error, const char *what, const char *path,
		 const char *name);

/* Where a name's file stands: the directory itself (a copy of its descriptor)
 * or the one folder that the name gives. *leaf is the rest of the name. The
 * caller closes it; -1 on failure. */
int publish_open_parent(const struct publish_dir *dir, const char *name,
			bool create, const char **leaf, struct error *error);

/* Opens the plain file that is ours alone, or says what it is instead; what
 * ("read") and name are for that sentence. Returns the descriptor, or -1. */
int publish_open_plain(const struct publish_dir *dir, int parent,
		       const char *leaf, int flags, const char *what,
		       const char *name, struct error *error);

/* Returns 0, or -1 with errno. */
int publish_write_all(int fd, const char *bytes, size_t length);

#endif
