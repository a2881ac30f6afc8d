/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* inventory.yaml and what it includes -> struct inventory + diagnostics. */
#ifndef IBPOLICY_IO_INVENTORY_YAML_H
#define IBPOLICY_IO_INVENTORY_YAML_H

#include "policy/diag.h"
#include "policy/inventory.h"

enum { INVENTORY_FILE_LIMIT = 64 << 20 }; /* bytes, one file */

/* Reads path ("-": standard input, then without includes) and everything it
 * includes, and runs inventory_finish(). Faults in the content go to diags,
 * all of them. *inventory is set whenever 0 is returned, also with faults
 * (then it must not be judged against); the caller frees it. The texts of
 * diags stand in diags' own arena. Returns -1 when a file cannot be read or
 * memory is out; a root file that is missing or unreadable is said in error,
 * an include in diags. */
int inventory_yaml_load(const char *path, struct inventory **inventory,
			struct diag_list *diags, struct error *error);

/* The same from bytes in memory, as if they stood at path. */
int inventory_yaml_parse(const char *path, const char *bytes, size_t length,
			 struct inventory **inventory, struct diag_list *diags,
			 struct error *error);

#endif
