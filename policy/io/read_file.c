/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A whole file in memory, within bounds. */
#include "policy/io/read_file.h"

#include "policy/strbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_SIZE = 64 << 10 };

/* Everything that goes wrong is said in the same words. */
static int refuse(const char *path, int code, const char *why,
		  struct error *error)
{
	struct strbuf name = STRBUF_INIT;

	strbuf_add_safe(&name, path, strlen(path));
	error_set(error, code, "cannot read %s: %s",
		  strcmp(path, "-") == 0 ? "standard input"
					 : strbuf_text(&name),
		  why);
	strbuf_free(&name);
	return -1;
}

static int too_long(const char *path, size_t limit, struct error *error)
{
	char why[64];

	snprintf(why, sizeof(why), "longer than the limit of %zu bytes", limit);
	return refuse(path, EFBIG, why, error);
}

/* Reads to the end. The capacity follows what is really there, because the
 * size that fstat() gave may be out of date or unknown (standard input). */
static int read_all(const char *path, int fd, size_t expected, size_t limit,
		    char **bytes, size_t *length, struct error *error)
{
	size_t capacity = expected + 2, used = 0;
	char *data = malloc(capacity), *larger;
	ssize_t got;

	if (!data) {
		return error_no_memory(error);
	}
	for (;;) {
		if (used > limit) {
			free(data);
			return too_long(path, limit, error);
		}
		if (used + 1 == capacity) {
			capacity *= 2;
			larger = realloc(data, capacity);
			if (!larger) {
				free(data);
				return error_no_memory(error);
			}
			data = larger;
		}
		got = read(fd, data + used, capacity - used - 1);
		if (got < 0 && errno == EINTR) {
			continue;
		}
		if (got < 0) {
			refuse(path, errno, strerror(errno), error);
			free(data);
			return -1;
		}
		if (got == 0) {
			break;
		}
		used += (size_t)got;
	}
	data[used] = '\0';
	*bytes = data;
	*length = used;
	return 0;
}

static int check_kind(const char *path, int fd, size_t limit, size_t *expected,
		      struct error *error)
{
	struct stat status;

	if (fstat(fd, &status)) {
		return refuse(path, errno, strerror(errno), error);
	}
	if (S_ISDIR(status.st_mode)) {
		return refuse(path, EISDIR, "it is a directory", error);
	}
	if (!S_ISREG(status.st_mode)) {
		return refuse(path, EINVAL, "it is not a regular file", error);
	}
	if (status.st_size < 0 || (uintmax_t)status.st_size > limit) {
		return too_long(path, limit, error);
	}
	*expected = (size_t)status.st_size;
	return 0;
}

int read_descriptor(const char *path, int fd, size_t limit, char **bytes,
		    size_t *length, struct error *error)
{
	size_t expected = FIRST_SIZE;

	if (check_kind(path, fd, limit, &expected, error)) {
		return -1;
	}
	return read_all(path, fd, expected, limit, bytes, length, error);
}

int read_file(const char *path, size_t limit, char **bytes, size_t *length,
	      struct error *error)
{
	int fd, result;

	if (strcmp(path, "-") == 0) {
		return read_all(path, STDIN_FILENO, FIRST_SIZE, limit, bytes,
				length, error);
	}
	fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0) {
		return refuse(path, errno, strerror(errno), error);
	}
	result = read_descriptor(path, fd, limit, bytes, length, error);
	close(fd);
	return result;
}
