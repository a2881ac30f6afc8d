/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A fabric from a file: a snapshot or an ibnetdiscover dump. */
#ifndef IBPOLICY_IO_FABRIC_FILE_H
#define IBPOLICY_IO_FABRIC_FILE_H

#include "policy/diag.h"
#include "policy/subnet.h"

enum { FABRIC_FILE_LIMIT = 256 << 20 }; /* bytes; 57,200 ports take 20 MB */

/* Reads path ("-": standard input) and tells by its content what it is: a
 * snapshot begins with "{". Faults and *subnet as in snapshot_jsonl_parse()
 * and ibnetdiscover_parse(): *subnet is NULL when there were faults, each of
 * them in diags with file:line. Returns -1 when the file cannot be read or
 * memory is out. The caller frees *subnet. */
int fabric_file_load(const char *path, struct subnet **subnet,
		     struct diag_list *diags, struct error *error);

/* The same from bytes in memory, as if they stood at path. */
int fabric_file_parse(const char *path, const char *bytes, size_t length,
		      struct subnet **subnet, struct diag_list *diags,
		      struct error *error);

#endif
