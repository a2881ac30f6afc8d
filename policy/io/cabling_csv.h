/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A sheet of expected cabling: StartDevice,StartPort,EndDevice,EndPort. */
#ifndef IBPOLICY_IO_CABLING_CSV_H
#define IBPOLICY_IO_CABLING_CSV_H

#include "policy/cabling.h"
#include "policy/error.h"

#include <stddef.h>

enum { CABLING_CSV_LIMIT = 64 * 1024 * 1024 };

/* Appends the rows of a sheet. Its columns are found by the line that names
 * them (in any order, among others, after a title, letter case, blanks and a
 * "#" in front for nothing); separated by commas, semicolons or tabs; fields
 * may be quoted as in RFC 4180; a byte order mark, CRLF, blank rows and rows
 * that begin with "#" are legal, and the columns may be named again further
 * down. What is wrong goes to diags with its line. Returns 0, or -1 on failure
 * (I/O, out of memory). "-" is standard input. */
int cabling_csv_load(const char *path, struct cabling *cabling,
		     struct diag_list *diags, struct error *error);

/* The same from memory; path is for diagnostics. */
int cabling_csv_parse(const char *path, const char *bytes, size_t length,
		      struct cabling *cabling, struct diag_list *diags,
		      struct error *error);

#endif
