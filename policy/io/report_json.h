/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* drift.json: the report for programs, and what the next report remembers. */
#ifndef IBPOLICY_IO_REPORT_JSON_H
#define IBPOLICY_IO_REPORT_JSON_H

#include "policy/drift_track.h"
#include "policy/error.h"
#include "policy/report.h"
#include "policy/strbuf.h"

#include <stddef.h>

enum { REPORT_FILE_LIMIT = 256 << 20 }; /* bytes, for read_file() */

/* Contract section "drift.json": one object with "format": 1. What is pending
 * or carried stands in "remembered", what went in "cleared"; neither is among
 * the findings. Returns 0, or -1 (out of memory). */
int report_json_write(const struct report *report, struct strbuf *out,
		      struct error *error);

/* What drift_track() takes as before, from a drift.json that stands at path
 * (for messages). *memory is freed with drift_memory_free(). Returns 0, or -1
 * when the bytes are no such file, with where and why. */
int report_json_remember(const char *path, const char *bytes, size_t length,
			 struct drift_memory **memory, struct error *error);

/* The head of a drift.json, for "ibpolicy status". Texts stand in arena. */
struct report_summary {
	const char *fabric, *verdict;
	int64_t reported_at, sweep_at;
	struct report_totals totals;
};

int report_json_summarize(const char *path, const char *bytes, size_t length,
			  struct arena *arena, struct report_summary *summary,
			  struct error *error);

#endif
