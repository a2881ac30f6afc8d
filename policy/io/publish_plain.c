/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Files of an earlier run: only plain ones that are ours are used. */
#include "policy/io/publish_dir.h"

#include "policy/io/read_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MODE = 0644 };

static int refuse(const struct publish_dir *dir, const char *what,
		  const char *name, const char *why, struct error *error)
{
	return error_set(error, EPERM, "cannot %s %s/%s: %s", what, dir->path,
			 name, why);
}

/* Anything else could be a way to somewhere else, or somebody else's word. */
static int check_plain(const struct publish_dir *dir, int fd, const char *what,
		       const char *name, struct error *error)
{
	struct stat status;
	char why[128];

	if (fstat(fd, &status)) {
		return publish_fail(error, what, dir->path, name);
	}
	if (!S_ISREG(status.st_mode)) {
		return refuse(dir, what, name,
			      "it is not a plain file: remove it", error);
	}
	if (status.st_uid != geteuid()) {
		snprintf(why, sizeof(why),
			 "it belongs to user %u, not to user %u: remove it or "
			 "change its owner",
			 (unsigned int)status.st_uid, (unsigned int)geteuid());
		return refuse(dir, what, name, why, error);
	}
	if (status.st_nlink != 1) {
		return refuse(dir, what, name,
			      "the file has another name, too (a hard link): "
			      "remove this one",
			      error);
	}
	return 0;
}

int publish_open_plain(const struct publish_dir *dir, int parent,
		       const char *leaf, int flags, const char *what,
		       const char *name, struct error *error)
{
	int fd = openat(parent, leaf,
			flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
			FILE_MODE);

	if (fd < 0) {
		return errno == ELOOP
			       ? refuse(dir, what, name,
					"it is a symbolic link: remove it",
					error)
			       : publish_fail(error, what, dir->path, name);
	}
	if (check_plain(dir, fd, what, name, error)) {
		close(fd);
		return -1;
	}
	return fd;
}

int publish_read(struct publish_dir *dir, const char *name, size_t limit,
		 char **bytes, size_t *length, struct error *error)
{
	const char *leaf;
	int parent = publish_open_parent(dir, name, false, &leaf, error);
	int fd, result;

	if (parent < 0) {
		return -1;
	}
	fd = publish_open_plain(dir, parent, leaf, O_RDONLY, "read", name,
				error);
	close(parent);
	if (fd < 0) {
		return -1;
	}
	result = read_descriptor(name, fd, limit, bytes, length, error);
	close(fd);
	return result;
}
