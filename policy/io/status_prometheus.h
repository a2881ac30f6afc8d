/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* status.json's facts for Prometheus: what the report's own do not say. */
#ifndef IBPOLICY_IO_STATUS_PROMETHEUS_H
#define IBPOLICY_IO_STATUS_PROMETHEUS_H

#include "policy/io/status_json.h"

/* Appends families that render_report_prometheus() does not have: heartbeat,
 * sweep, plans, versions, counters, faults. Failure to allocate shows in
 * out->failed. */
void status_prometheus(const struct status *status, struct strbuf *out);

#endif
