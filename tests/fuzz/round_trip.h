/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A fabric must survive its snapshot. */
#ifndef IBPOLICY_TESTS_ROUND_TRIP_H
#define IBPOLICY_TESTS_ROUND_TRIP_H

#include "policy/subnet.h"

/* Writes, reads, writes again; abort() unless both texts are the same and
 * hold printable ASCII alone. */
void round_trip(const struct subnet *subnet);

#endif
