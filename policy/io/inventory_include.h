/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* include: in the root file; for inventory_yaml.c alone. */
#ifndef IBPOLICY_IO_INVENTORY_INCLUDE_H
#define IBPOLICY_IO_INVENTORY_INCLUDE_H

#include "policy/io/inventory_fields.h"

enum { INCLUDE_LIMIT = 4096 }; /* files */

/* Reads every file that the list names, entry by entry and bytewise sorted
 * within a pattern. Faults become diagnostics at the entry. */
void inventory_include(struct inventory_reader *reader,
		       const struct yaml_value *list);

/* inventory_yaml.c: reads the bytes of one file into reader->inventory. */
void inventory_reader_file(struct inventory_reader *reader, const char *path,
			   const char *bytes, size_t length);

#endif
