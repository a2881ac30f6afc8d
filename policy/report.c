/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a report counts and what it concludes. */
#include "policy/report.h"

#include <string.h>

static void count_finding(const struct finding *finding,
			  struct report_totals *totals)
{
	if (finding->suppressed) {
		totals->suppressed++;
		return;
	}
	if (finding->pending) {
		totals->pending++;
		return;
	}
	totals->critical += finding->severity == SEVERITY_CRITICAL;
	totals->warning += finding->severity == SEVERITY_WARNING;
	totals->info += finding->severity == SEVERITY_INFO;
	totals->fresh += finding->state == FINDING_NEW;
	totals->flapping += finding->state == FINDING_FLAPPING;
}

void report_count(const struct report *report, struct report_totals *totals)
{
	size_t i;

	*totals = (struct report_totals){0};
	for (i = 0; i < report->finding_count; i++) {
		count_finding(&report->findings[i], totals);
	}
	for (i = 0; i < report->unassessed_count; i++) {
		totals->unassessed += report->unassessed[i].count;
	}
}

bool report_shows(const struct finding *finding)
{
	return !finding->suppressed && !finding->pending;
}

static bool is_invalid(const struct report *report)
{
	size_t i;

	for (i = 0; i < report->finding_count; i++) {
		if (!strcmp(report->findings[i].check, "inventory.invalid")) {
			return true;
		}
	}
	return !report->inventory;
}

static bool is_drift(const struct report *report)
{
	enum severity least =
		report->fail_on ? report->fail_on : SEVERITY_WARNING;
	size_t i;

	for (i = 0; i < report->finding_count; i++) {
		if (report_shows(&report->findings[i]) &&
		    report->findings[i].severity >= least) {
			return true;
		}
	}
	return false;
}

enum verdict report_verdict(const struct report *report)
{
	if (report->sm.state != IB_SM_UNKNOWN &&
	    report->sm.state != IB_SM_MASTER) {
		return VERDICT_STANDBY;
	}
	if (is_invalid(report)) {
		return VERDICT_INVALID;
	}
	if (is_drift(report)) {
		return VERDICT_DRIFT;
	}
	return report->unassessed_count ? VERDICT_UNASSESSED : VERDICT_CLEAN;
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {
		[VERDICT_CLEAN] = "clean",
		[VERDICT_DRIFT] = "drift",
		[VERDICT_UNASSESSED] = "unassessed",
		[VERDICT_STANDBY] = "standby",
		[VERDICT_INVALID] = "invalid",
	};

	return names[verdict];
}

size_t report_waived(const struct report *report,
		     const struct inventory_waiver *waiver)
{
	size_t i, count = 0;

	for (i = 0; i < report->finding_count; i++) {
		count += report->findings[i].waiver == waiver;
	}
	return count;
}

bool report_waiver_is_idle(const struct report *report,
			   const struct inventory_waiver *waiver)
{
	return !report->only && !report->host && !report->sweep_errors &&
	       report->subnet && waiver->until >= report->now &&
	       report_waived(report, waiver) == 0;
}
