/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Many ports in few words. */
#ifndef IBPOLICY_PORT_NAMES_H
#define IBPOLICY_PORT_NAMES_H

#include "policy/port_set.h"
#include "policy/strbuf.h"

#include <stddef.h>

/* "gpu[001-064]/mlx5_0/1, nas01/mlx5_0/1, 0x0c42a10300a1b2c3": the ports of
 * these rows, hosts joined where they have a port by the same label. limit:
 * so many bytes at most, then ", ..." (0: all). Failure shows in out->failed.
 */
void port_names_add(const struct port_set *ports, const size_t *rows,
		    size_t count, size_t limit, struct strbuf *out);

/* One port: its name, or its GUID where it has none. */
void port_name_add(const struct port_item *port, struct strbuf *out);

#endif
