/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A first inventory that is clean on the fabric it was made from, proved. */
#ifndef IBPOLICY_IO_INIT_PROVED_H
#define IBPOLICY_IO_INIT_PROVED_H

#include "policy/error.h"
#include "policy/init.h"
#include "policy/strbuf.h"
#include "policy/subnet.h"

#include <stddef.h>

struct init_proof {
	size_t waived;     /* findings that the fabric itself has */
	size_t unassessed; /* facts that the source did not show */
	size_t cabling;    /* cables that are not as the sheets say: not
			      waived, the first check is to show them */
};

/* Writes an inventory (see init_write(); options->findings is not looked at),
 * reads it back, judges the subnet by it, waives what the fabric itself has
 * wrong, and makes sure that nothing unsuppressed is left (but cables that are
 * not as options->cabling has them) and that partitions
 * taken from a file give every port what the file gave it. *proof may be NULL.
 * Returns 0, or -1 when out of memory or when the inventory does not read back
 * or is not clean (a fault of ours: error says which); out is then untouched.
 */
int init_proved(const struct subnet *subnet, const struct init_options *options,
		struct strbuf *out, struct init_proof *proof,
		struct error *error);

#endif
