/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* snapshot.jsonl <-> struct subnet. */
#ifndef IBPOLICY_IO_SNAPSHOT_JSONL_H
#define IBPOLICY_IO_SNAPSHOT_JSONL_H

#include "policy/diag.h"
#include "policy/strbuf.h"
#include "policy/subnet.h"

/* A header line, then one node per line by node GUID. */
int snapshot_jsonl_write(const struct subnet *subnet, struct strbuf *out,
			 struct error *error);

/* Reads bytes that stand at path. A line that is no node, a wrong type, an
 * unknown format or version: faults in diags with file:line; unknown fields
 * are passed over. *subnet is set when 0 is returned and diags has no errors;
 * the caller frees it. Returns -1 on failure. */
int snapshot_jsonl_parse(const char *path, const char *bytes, size_t length,
			 struct subnet **subnet, struct diag_list *diags,
			 struct error *error);

#endif
