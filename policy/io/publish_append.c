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

static int open_file(const struct publish_dir *dir, int parent,
		     const char *leaf, const char *name, struct stat *status,
		     struct error *error)
{
	int fd = publish_open_plain(dir, parent, leaf,
				    O_RDWR | O_APPEND | O_CREAT, "append to",
				    name, error);

	if (fd >= 0 && fstat(fd, status)) {
		close(fd);
		return publish_fail(error, "append to", dir->path, name);
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
		   size_t length, size_t limit, size_t *size,
		   struct error *error)
{
	const char *leaf;
	int parent = publish_open_parent(dir, name, true, &leaf, error);
	struct stat status;
	int fd, result = -1;

	if (parent < 0) {
		return -1;
	}
	fd = open_file(dir, parent, leaf, name, &status, error);
	if (fd >= 0 && (size_t)status.st_size > limit) {
		close(fd);
		fd = rotate(parent, leaf)
			     ? publish_fail(error, "rename", dir->path, name)
			     : open_file(dir, parent, leaf, name, &status,
					 error);
	}
	if (fd < 0) {
		/* Said already. */
	} else if ((length && append(fd, &status, bytes, length)) ||
		   fstat(fd, &status)) {
		publish_fail(error, "append to", dir->path, name);
	} else {
		*size = (size_t)status.st_size;
		result = 0;
	}
	if (fd >= 0) {
		close(fd);
	}
	close(parent);
	return result;
}
