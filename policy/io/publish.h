/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Files that are replaced atomically, in a directory that is held. */
#ifndef IBPOLICY_IO_PUBLISH_H
#define IBPOLICY_IO_PUBLISH_H

#include "policy/error.h"
#include "policy/partition_plan.h"

#include <stdbool.h>
#include <stddef.h>

/* An output directory, open and locked (flock on DIR/.lock). */
struct publish_dir;

enum publish_refusal {
	PUBLISH_OK,
	PUBLISH_MISSING, /* no such directory, or not a directory */
	PUBLISH_UNSAFE,  /* others can write to it, or it is not ours */
	PUBLISH_HELD,    /* another process holds it */
	PUBLISH_NOT_WRITABLE
};

/* Opens and locks a directory; create: make it (0755) first if it is missing,
 * its parent must exist. A directory that others than the effective user and
 * root can write to is refused, and a symbolic link to one. Never waits. On
 * failure *refusal says the kind and error the sentence. */
int publish_open(const char *path, bool create, struct publish_dir **dir,
		 enum publish_refusal *refusal, struct error *error);
/* The same beside the process that holds the directory, without its lock: for
 * a single small file that the holder never writes ("approved"). */
int publish_open_beside(const char *path, struct publish_dir **dir,
			enum publish_refusal *refusal, struct error *error);
void publish_close(struct publish_dir *dir); /* NULL is legal */
/* False once the directory was moved or removed: what is published to it then
 * stands no longer at its path. */
bool publish_in_place(const struct publish_dir *dir);

/* Replaces name ("drift.txt", "partitions.d/0001-compute.conf": letters,
 * digits, "._-", one folder at most, which is made if missing) with bytes:
 * temporary file in the same directory, write, fsync, rename, fsync of the
 * directory, mode 0644. Nothing is touched when the bytes are the same;
 * *changed (may be NULL) says which. On failure the old file stays whole and
 * no temporary file is left. */
int publish_file(struct publish_dir *dir, const char *name, const char *bytes,
		 size_t length, bool *changed, struct error *error);
/* Removes a file; one that is not there is removed already. */
int publish_remove(struct publish_dir *dir, const char *name,
		   struct error *error);

/* Appends bytes to name, down to the disk; on failure the file is as long as it
 * was. A last line that a kill cut short is ended first. A file of more than
 * limit bytes is renamed to NAME.1 before, in place of an older one. *size: of
 * the file afterwards; with length 0, so that a caller asks who must begin a
 * file otherwise, or wants to know whether it is still as it was left. */
int publish_append(struct publish_dir *dir, const char *name, const char *bytes,
		   size_t length, size_t limit, size_t *size,
		   struct error *error);

/* Reads what an earlier run wrote, NUL-terminated, for free(). As with
 * publish_append() only a plain file of ours will do, which nobody else can
 * have put there. error->code is ENOENT where there is none, EFBIG where it is
 * longer than limit bytes. */
int publish_read(struct publish_dir *dir, const char *name, size_t limit,
		 char **bytes, size_t *length, struct error *error);

/* Calls each with every name in a folder ("partitions.d", "."), in no order. */
int publish_list(struct publish_dir *dir, const char *folder,
		 void (*each)(void *context, const char *name), void *context,
		 struct error *error);

/* Publishes a plan in the contract's order: fragments, partitions.conf, then
 * removal of fragments of partitions that are gone (only names of our form).
 * What was rendered is read back and compared with the plan before the first
 * byte is written. *changed: partitions.conf got new bytes. */
int publish_plan(struct publish_dir *dir, const struct partition_plan *plan,
		 bool *changed, char sha256[65], struct error *error);

#endif
