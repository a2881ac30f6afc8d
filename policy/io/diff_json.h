/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A partition diff for programs. */
#ifndef IBPOLICY_IO_DIFF_JSON_H
#define IBPOLICY_IO_DIFF_JSON_H

#include "policy/error.h"
#include "policy/partition_diff.h"
#include "policy/strbuf.h"

/* One object: format, old, new, head, held, ports, reach, ... (ibpolicy(1)).
 * all: also every pair of ports, and every quirk. Returns 0, or -1 when out
 * of memory. */
int diff_json_write(const struct partition_diff *diff, bool all,
		    struct strbuf *out, struct error *error);

#endif
