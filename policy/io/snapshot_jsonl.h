/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* snapshot.jsonl <-> struct subnet. */
#ifndef IBPOLICY_IO_SNAPSHOT_JSONL_H
#define IBPOLICY_IO_SNAPSHOT_JSONL_H

#include "policy/diag.h"
#include "policy/strbuf.h"
#include "policy/subnet.h"

/* A header line, then one node per line by node GUID. A field that is not
 * known is absent, never zero; flags (errors, local, sm, from_config) stand
 * there only when they are true, "sms", "groups" and "options" only when they
 * are known. The file is ASCII: everything else is escaped as JSON does it.
 *
 * header  format, version, taken_at, source, errors,
 *         sms [{port_guid, priority, state, local}],
 *         groups [{pkey, mgid, mtu, rate, qkey, sl, members, from_config}],
 *         options {allow_both_pkeys, enforce_off, m_key_unset,
 *         sm_key_default}
 * node    node_guid, type, description, description_hex, vendor, device,
 *         system_guid, unassessed, ports [...]
 * port    port, guid, lid, state, phys, speed, width, speed_enabled,
 *         speed_supported, width_enabled, width_supported, mtu, mtu_cap,
 *         pkeys, pkey_cap, enforce, sm, peer, unassessed
 *
 * Sets of speeds and widths as ib_speeds_format() says them. A description
 * whose bytes are not UTF-8 has its bytes in description_hex, which counts;
 * description then shows it escaped, for people. */
int snapshot_jsonl_write(const struct subnet *subnet, struct strbuf *out,
			 struct error *error);

/* Reads bytes that stand at path. A line that is no node, a wrong type, a
 * value out of range, a node or port that is there twice, an unknown format or
 * version: faults in diags with file:line; unknown fields are passed over.
 * *subnet is set when 0 is returned: to the fabric, finished, or to NULL when
 * there were faults. The caller frees it. Returns -1 on failure. */
int snapshot_jsonl_parse(const char *path, const char *bytes, size_t length,
			 struct subnet **subnet, struct diag_list *diags,
			 struct error *error);

#endif
