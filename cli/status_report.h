/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A plugin's status as text: the verdict first, then what it rests on. */
#ifndef IBPOLICY_CLI_STATUS_REPORT_H
#define IBPOLICY_CLI_STATUS_REPORT_H

#include "policy/io/report_json.h"
#include "policy/io/status_json.h"

struct status_view {
	struct status status;
	int64_t now;
	bool process_gone; /* the process that wrote it no longer runs */
	bool has_report;
	struct report_summary report;
	struct error report_error; /* why there is none */
	bool colour;
};

/* Returns whether all is well. */
bool status_report_render(const struct status_view *view, struct strbuf *out);

/* What differs between two SM hosts; returns whether they are equal. */
bool status_report_compare(const struct status *here,
			   const struct status *there, struct strbuf *out);

#endif
