/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Failure as a value. */
#include "policy/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

int error_set(struct error *error, int code, const char *format, ...)
{
	va_list args;

	if (error) {
		error->code = code;
		va_start(args, format);
		vsnprintf(error->message, sizeof(error->message), format, args);
		va_end(args);
	}
	return -1;
}

int error_no_memory(struct error *error)
{
	return error_set(error, ENOMEM, "out of memory");
}
