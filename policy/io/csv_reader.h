/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Records of separated values, as RFC 4180 and spreadsheets write them. */
#ifndef IBPOLICY_IO_CSV_READER_H
#define IBPOLICY_IO_CSV_READER_H

#include "policy/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum { CSV_FIELD_LIMIT = 64 };

/* Set at, end, separator and arena; a byte order mark is skipped. */
struct csv_reader {
	const char *at, *end;
	char separator;
	unsigned int line;   /* read so far */
	struct arena *arena; /* of the fields */
};

struct csv_record {
	const char *fields[CSV_FIELD_LIMIT]; /* without blanks round them;
						those beyond are dropped */
	size_t count;
	unsigned int line; /* where it begins, from 1 */
	bool open_quote;   /* the bytes end inside quotation marks */
};

/* The next record; lines end with LF, CRLF or CR. Returns 1, 0 at the end, or
 * -1 when out of memory. */
int csv_reader_next(struct csv_reader *reader, struct csv_record *record);

#endif
