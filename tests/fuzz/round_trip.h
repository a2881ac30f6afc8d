/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Parsers of fabrics: what they read must survive its snapshot. */
#ifndef IBPOLICY_TESTS_ROUND_TRIP_H
#define IBPOLICY_TESTS_ROUND_TRIP_H

#include "policy/diag.h"
#include "policy/error.h"
#include "policy/subnet.h"

#include <stddef.h>
#include <stdint.h>

typedef int fabric_parser(const char *path, const char *bytes, size_t length,
			  struct subnet **subnet, struct diag_list *diags,
			  struct error *error);

/* Has the bytes parsed: there is a fabric or there are faults. Writes it, reads
 * it, writes it again; abort() unless both texts are the same and hold
 * printable ASCII alone. */
void round_trip(fabric_parser *parse, const uint8_t *bytes, size_t length);

#endif
