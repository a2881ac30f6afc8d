/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a report shows, and the writers that show it. */
#ifndef IBPOLICY_REPORT_H
#define IBPOLICY_REPORT_H

#include "policy/drift_track.h"
#include "policy/policy.h"
#include "policy/strbuf.h"
#include "policy/time_text.h"

#include <stdbool.h>
#include <stdint.h>

enum verdict {
	VERDICT_CLEAN,
	VERDICT_DRIFT,
	VERDICT_UNASSESSED,
	VERDICT_STANDBY,
	VERDICT_INVALID
};

struct report {
	const struct inventory *inventory; /* NULL: none could be read */
	const struct subnet *subnet; /* for a map; NULL: none could be seen */
	const char *inventory_path;
	/* The cabling sheets that were judged by, too; NULL: none. */
	const char *const *sheets;
	size_t sheet_count;
	const char *tool;        /* "ibpolicy 1.0.0" */
	const char *plan_sha256; /* NULL: no plan */
	enum subnet_source source;
	int64_t sweep_at; /* when the fabric was seen; 0: not known */
	int64_t now;      /* when the report is made */
	bool sweep_errors;
	/* The SM the report comes from; state UNKNOWN: not from an SM. */
	struct subnet_sm sm;
	const char *master_name; /* standby: who is master; NULL: not known */
	uint64_t master_guid;
	/* Findings in order, state and first_seen filled in. */
	const struct finding *findings;
	size_t finding_count;
	const struct unassessed *unassessed;
	size_t unassessed_count;
	size_t ports_judged;
	/* What drift_track() made of the findings; NULL: no history is kept,
	 * as in "ibpolicy check". */
	const struct drift_memory *memory;
	/* What it is limited to: a declared host, checks or families. */
	const char *host;        /* NULL: all */
	const char *const *only; /* NULL: all */
	size_t only_count;
	enum severity fail_on; /* the least that makes drift; UNSET: warning */
	enum severity list_from; /* hosts: the least that names a host; UNSET:
				    warning */
	bool show_all; /* text: no cut, affected subjects listed; hosts: one a
			  line */
	bool colour;   /* text */
};

struct report_totals {
	size_t critical, warning, info; /* neither suppressed nor pending */
	size_t suppressed, pending, unassessed;
	size_t fresh; /* state new */
	size_t flapping;
};

void report_count(const struct report *report, struct report_totals *totals);

/* Neither suppressed nor pending: it is listed as a finding. */
bool report_shows(const struct finding *finding);

/* How many findings a waiver of the report's inventory covers. */
size_t report_waived(const struct report *report,
		     const struct inventory_waiver *waiver);

/* It is in force, everything was judged, and it covers nothing. */
bool report_waiver_is_idle(const struct report *report,
			   const struct inventory_waiver *waiver);

/* Standby before invalid before drift before unassessed. */
enum verdict report_verdict(const struct report *report);
const char *verdict_name(enum verdict verdict);

/* Text for a person on call (drift.txt). JSON stands in policy/io, where
 * jansson is. Failure to allocate shows in out->failed. */
void render_report_text(const struct report *report, struct strbuf *out);

/* One self-contained page (drift.html): no network, no script. */
void render_report_html(const struct report *report, struct strbuf *out);

/* Prometheus' text format, as the node exporter's textfile collector reads
 * it. Likewise. */
void render_report_prometheus(const struct report *report, struct strbuf *out);

/* The declared hosts with a finding, as one host list and a newline, with
 * show_all one a line; nothing when there are none. Returns 0, or -1 (out of memory). */
int render_report_hosts(const struct report *report, struct strbuf *out,
			struct error *error);

#endif
