/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* history.jsonl: one line for each finding opened, changed or cleared. */
#ifndef IBPOLICY_IO_HISTORY_JSONL_H
#define IBPOLICY_IO_HISTORY_JSONL_H

#include "policy/history.h"
#include "policy/strbuf.h"

/* Appends a line for every event. Reading them in order, adding what is opened,
 * changed or standing by its id and dropping what is cleared, gives what stood
 * in the report at any time. baseline: what was known before is lost, or the
 * file begins; a line of its own, at which a reader forgets what came before,
 * then every event's finding as "standing". Returns 0, or -1 when out of
 * memory. */
int history_jsonl_write(const struct history_event *events, size_t count,
			int64_t at, bool baseline, struct strbuf *out,
			struct error *error);

#endif
