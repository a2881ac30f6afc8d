/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A whole file in memory, within bounds. */
#ifndef IBPOLICY_IO_READ_FILE_H
#define IBPOLICY_IO_READ_FILE_H

#include "policy/error.h"

#include <stddef.h>

/* Reads path ("-": standard input) into malloc()ed memory, NUL-terminated.
 * Never blocks on a FIFO or device: only regular files are read, apart from
 * "-". limit is in bytes: a longer file is refused in bounded memory.
 * Returns 0, or -1 with errno's value in error->code (EFBIG: too long). */
int read_file(const char *path, size_t limit, char **bytes, size_t *length,
	      struct error *error);

/* The same from a descriptor, which stays open; path is for messages. */
int read_descriptor(const char *path, int fd, size_t limit, char **bytes,
		    size_t *length, struct error *error);

#endif
