/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Failure (memory, I/O) as a value; bad input is a diag_list, never this. */
#ifndef IBPOLICY_ERROR_H
#define IBPOLICY_ERROR_H

struct error {
	int code;          /* errno value, or 0 when none applies */
	char message[512]; /* one sentence without a final full stop */
};

/* Fills *error unless it is NULL. Always returns -1, so that a function can
 * say "return error_set(...)". The message is cut at its buffer's size. */
int error_set(struct error *error, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

int error_no_memory(struct error *error);

#endif
