/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The partitions.conf that OpenSM is set to read. */
#include "plugin/partition_file.h"

#include "policy/io/read_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The path that opening would reach. realpath() leaves there, when the last
 * name does not exist, what it could not resolve (glibc). */
static bool resolve(const char *path, char resolved[PATH_MAX])
{
	resolved[0] = '\0';
	if (realpath(path, resolved)) {
		return true;
	}
	return errno == ENOENT && resolved[0] == '/';
}

bool partition_file_is_same(const char *a, const char *b)
{
	char resolved_a[PATH_MAX], resolved_b[PATH_MAX];

	if (strcmp(a, b) == 0) {
		return true;
	}
	return resolve(a, resolved_a) && resolve(b, resolved_b) &&
	       strcmp(resolved_a, resolved_b) == 0;
}

static enum partition_file_state state_of(enum partitions_conf_origin origin)
{
	static const enum partition_file_state states[] = {
		[PARTITIONS_CONF_OURS] = PARTITION_FILE_OURS,
		[PARTITIONS_CONF_EDITED] = PARTITION_FILE_EDITED,
		[PARTITIONS_CONF_FOREIGN] = PARTITION_FILE_FOREIGN,
		[PARTITIONS_CONF_EMPTY] = PARTITION_FILE_EMPTY,
	};

	return states[origin];
}

enum partition_file_state partition_file_look(const char *path,
					      char sha256[SHA256_TEXT],
					      struct error *error)
{
	struct error reason = {0};
	enum partition_file_state state;
	char *bytes;
	size_t length;

	sha256[0] = '\0';
	if (read_file(path, PARTITION_FILE_LIMIT, &bytes, &length, &reason) !=
	    0) {
		if (error) {
			*error = reason;
		}
		return reason.code == ENOENT ? PARTITION_FILE_MISSING
					     : PARTITION_FILE_UNREADABLE;
	}
	state = state_of(partitions_conf_origin(bytes, length, sha256));
	free(bytes);
	return state;
}

/* Regular files only, and none that grows for ever. Returns 0, or an errno
 * value; *bytes is freed by the caller. */
static int read_all(int fd, char **bytes, size_t *length)
{
	struct stat info;
	size_t done = 0;
	char *buffer;

	if (fstat(fd, &info) != 0) {
		return errno;
	}
	if (!S_ISREG(info.st_mode)) {
		return S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
	}
	if (info.st_size > PARTITION_FILE_LIMIT) {
		return EFBIG;
	}
	buffer = malloc((size_t)info.st_size + 1);
	if (!buffer) {
		return ENOMEM;
	}
	while (done < (size_t)info.st_size) {
		ssize_t got = pread(fd, buffer + done,
				    (size_t)info.st_size - done, (off_t)done);

		if (got < 0 && errno == EINTR) {
			continue;
		}
		if (got < 0) {
			int code = errno;

			free(buffer);
			return code;
		}
		if (got == 0) {
			break;
		}
		done += (size_t)got;
	}
	buffer[done] = '\0';
	*bytes = buffer;
	*length = done;
	return 0;
}

static int read_conf(const char *bytes, size_t length,
		     const struct partitions_conf_options *options,
		     struct partitions_in_force *in_force, struct error *error)
{
	const struct partitions_conf *conf;

	in_force->state = state_of(
		partitions_conf_origin(bytes, length, in_force->sha256));
	if (partitions_conf_read(bytes, length, options, &in_force->conf,
				 error) != 0) {
		return -1;
	}
	conf = in_force->conf;
	if (conf->fallback && conf->fallback_line > 0) {
		snprintf(in_force->fallback_reason,
			 sizeof(in_force->fallback_reason), "line %u: %s",
			 conf->fallback_line, conf->fallback_reason);
	} else if (conf->fallback) {
		snprintf(in_force->fallback_reason,
			 sizeof(in_force->fallback_reason), "%s",
			 conf->fallback_reason);
	}
	return partitions_conf_annotate(bytes, length, conf->plan, error);
}

int partitions_in_force_read(int fd, int missing_errno, const char *path,
			     bool allow_both_pkeys,
			     const struct partitions_in_force *before,
			     struct partitions_in_force **in_force,
			     struct error *error)
{
	const struct partitions_conf_options options = {
		.path = path,
		.allow_both_pkeys = allow_both_pkeys,
		.before = before ? before->conf : NULL,
	};
	struct partitions_in_force *read = calloc(1, sizeof(*read));
	char *bytes = NULL;
	size_t length = 0;
	int code = missing_errno;
	int status = 0;

	if (fd >= 0) {
		code = read_all(fd, &bytes, &length);
		close(fd);
	}
	if (!read || code == ENOMEM) {
		status = error_no_memory(error);
	} else if (code != 0) {
		read->state = code == ENOENT ? PARTITION_FILE_MISSING
					     : PARTITION_FILE_UNREADABLE;
	} else {
		status = read_conf(bytes, length, &options, read, error);
	}
	free(bytes);
	if (status != 0) {
		partitions_in_force_free(read);
		return -1;
	}
	*in_force = read;
	return 0;
}

void partitions_in_force_free(struct partitions_in_force *in_force)
{
	if (in_force) {
		partitions_conf_free(in_force->conf);
		free(in_force);
	}
}
