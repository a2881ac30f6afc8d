/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A file that grows, within bounds, in a directory that is held. */
#include "policy/io/publish_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MODE = 0644, LEAF_LIMIT = 160 };

static int rotate(int parent, const char *leaf)
{
	char older[LEAF_LIMIT];

	snprintf(older, sizeof(older), "%s.1", leaf);
	return renameat(parent, leaf, parent, older);
}

/* Only a plain file of our own is added to: anything else could be a way to
 * somewhere else. */
static int open_file(int parent, const char *leaf, struct stat *status)
{
	int fd = openat(parent, leaf,
			O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK |
				O_CLOEXEC,
			FILE_MODE);

	if (fd < 0) {
		return -1;
	}
	if (fstat(fd, status) || !S_ISREG(status->st_mode) ||
	    status->st_uid != geteuid() || status->st_nlink != 1) {
		close(fd);
		errno = EPERM;
		return -1;
	}
	return fd;
}

static bool ends_within_a_line(int fd, off_t size)
{
	char last;

	return size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

static int append(int fd, const struct stat *status, const char *bytes,
		  size_t length)
{
	int code;

	if ((ends_within_a_line(fd, status->st_size) &&
	     publish_write_all(fd, "\n", 1)) ||
	    publish_write_all(fd, bytes, length) || fchmod(fd, FILE_MODE) ||
	    fsync(fd)) {
		code = errno;
		if (ftruncate(fd, status->st_size)) {
			/* The next append ends the line that is cut. */
		}
		errno = code;
		return -1;
	}
	return 0;
}

int publish_append(struct publish_dir *dir, const char *name, const char *bytes,
		   size_t length, size_t limit, bool *fresh,
		   struct error *error)
{
	const char *leaf;
	int parent = publish_open_parent(dir, name, true, &leaf, error);
	struct stat status;
	int fd, result = 0;

	if (parent < 0) {
		return -1;
	}
	fd = open_file(parent, leaf, &status);
	if (fd >= 0 && (size_t)status.st_size > limit) {
		close(fd);
		fd = rotate(parent, leaf) ? -1
					  : open_file(parent, leaf, &status);
	}
	if (fd < 0 || (length && append(fd, &status, bytes, length))) {
		result = publish_fail(error, "append to", dir->path, name);
	} else {
		*fresh = status.st_size == 0;
	}
	if (fd >= 0) {
		close(fd);
	}
	close(parent);
	return result;
}
