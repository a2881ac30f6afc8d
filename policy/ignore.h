/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which nodes the entries of ignore: cover. */
#ifndef IBPOLICY_IGNORE_H
#define IBPOLICY_IGNORE_H

#include "policy/inventory.h"
#include "policy/subnet.h"

#include <stdbool.h>

/* By GUID, the node's or that of a port, and by NodeInfo's VendorID and
 * DeviceID (IBA 14.2.5.3): the firmware answers those, not the host. All that
 * an entry says has to fit. */
bool ignore_covers(const struct inventory_ignore *ignore,
		   const struct subnet_node *node);

/* Whether any entry does. */
bool ignore_covers_any(const struct inventory *inventory,
		       const struct subnet_node *node);

#endif
