/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Keys that a YAML map holds twice. */
#ifndef IBPOLICY_IO_YAML_KEYS_H
#define IBPOLICY_IO_YAML_KEYS_H

#include "policy/arena.h"
#include "policy/diag.h"
#include "policy/io/yaml_reader.h"

/* Reports every key of a map that is there again and takes it out: the first
 * one stays. scratch is for working memory. Returns 0, or -1 when out of
 * memory. */
int yaml_keys_check(struct yaml_value *map, struct arena *scratch,
		    struct diag_list *diags);

#endif
