/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The report for Prometheus: its text format, one fabric. */
#include "policy/prometheus_text.h"
#include "policy/report.h"
#include "policy/rule.h"

#include <string.h>

static const char *fabric_of(const struct report *report)
{
	return report->inventory ? report->inventory->fabric : NULL;
}

static void add_family(struct strbuf *out, const char *name, const char *help)
{
	prometheus_family(out, name, "gauge", help);
}

static void begin_sample(const struct report *report, struct strbuf *out,
			 const char *name)
{
	prometheus_begin(out, name, fabric_of(report));
}

static void add_gauge(const struct report *report, struct strbuf *out,
		      const char *name, const char *help, int64_t value)
{
	prometheus_single(out, name, "gauge", help, fabric_of(report), value);
}

static void add_verdict(const struct report *report, struct strbuf *out)
{
	static const enum verdict verdicts[] = {VERDICT_CLEAN, VERDICT_DRIFT,
						VERDICT_UNASSESSED,
						VERDICT_STANDBY,
						VERDICT_INVALID};
	enum verdict verdict = report_verdict(report);
	size_t i;

	add_family(out, "ibpolicy_verdict",
		   "The report's verdict: 1 for the one that holds.");
	for (i = 0; i < sizeof(verdicts) / sizeof(verdicts[0]); i++) {
		begin_sample(report, out, "ibpolicy_verdict");
		prometheus_label(out, "verdict", verdict_name(verdicts[i]));
		prometheus_end(out, verdicts[i] == verdict);
	}
}

static size_t count_findings(const struct report *report, const char *check,
			     enum severity severity)
{
	size_t i, count = 0;

	for (i = 0; i < report->finding_count; i++) {
		count += report_shows(&report->findings[i]) &&
			 report->findings[i].severity == severity &&
			 !strcmp(report->findings[i].check, check);
	}
	return count;
}

/* Every check has a sample at its default severity, so that an alert on it
 * resolves with a zero and not by its absence. */
static void add_findings(const struct report *report, struct strbuf *out)
{
	static const enum severity severities[] = {SEVERITY_CRITICAL,
						   SEVERITY_WARNING,
						   SEVERITY_INFO};
	const struct rule *const *rule;
	size_t i, count;

	add_family(out, "ibpolicy_findings",
		   "Findings that are neither suppressed nor pending.");
	for (rule = rule_table; *rule; rule++) {
		for (i = 0; i < 3; i++) {
			count = count_findings(report, (*rule)->id,
					       severities[i]);
			if (!count && severities[i] != (*rule)->severity) {
				continue;
			}
			begin_sample(report, out, "ibpolicy_findings");
			prometheus_label(out, "check", (*rule)->id);
			prometheus_label(out, "severity",
					 severity_name(severities[i]));
			prometheus_end(out, (int64_t)count);
		}
	}
}

static void add_totals(const struct report *report, struct strbuf *out)
{
	struct report_totals totals;

	report_count(report, &totals);
	add_gauge(report, out, "ibpolicy_findings_new",
		  "Findings that were not in the report before.",
		  (int64_t)totals.fresh);
	add_gauge(report, out, "ibpolicy_findings_flapping",
		  "Findings that came and went several times within an hour.",
		  (int64_t)totals.flapping);
	add_gauge(report, out, "ibpolicy_findings_suppressed",
		  "Findings covered by a waiver or a state.",
		  (int64_t)totals.suppressed);
	add_gauge(report, out, "ibpolicy_findings_pending",
		  "Findings younger than their confirm time.",
		  (int64_t)totals.pending);
	add_gauge(report, out, "ibpolicy_facts_unassessed",
		  "Facts that checks needed and the fabric did not give.",
		  (int64_t)totals.unassessed);
	add_gauge(report, out, "ibpolicy_ports_judged",
		  "Ports compared with an expectation.",
		  (int64_t)report->ports_judged);
}

static void add_times(const struct report *report, struct strbuf *out)
{
	if (report->sweep_at) {
		add_gauge(report, out, "ibpolicy_sweep_timestamp_seconds",
			  "When the fabric was seen.", report->sweep_at);
	}
	add_gauge(report, out, "ibpolicy_sweep_errors",
		  "Whether that sweep ended with errors.",
		  report->sweep_errors);
	add_gauge(report, out, "ibpolicy_report_timestamp_seconds",
		  "When the report was made.", report->now);
}

static void add_hashes(const struct report *report, struct strbuf *out)
{
	const struct inventory *inventory = report->inventory;

	if (inventory) {
		add_family(out, "ibpolicy_inventory_info",
			   "The inventory that is judged against.");
		begin_sample(report, out, "ibpolicy_inventory_info");
		prometheus_label(out, "sha256", inventory->sha256);
		prometheus_label(out, "revision",
				 inventory->revision ? inventory->revision
						     : "");
		prometheus_end(out, 1);
	}
	if (report->plan_sha256) {
		add_family(out, "ibpolicy_plan_info",
			   "The partition plan that is judged against.");
		begin_sample(report, out, "ibpolicy_plan_info");
		prometheus_label(out, "sha256", report->plan_sha256);
		prometheus_end(out, 1);
	}
}

static void add_sm_state(const struct report *report, struct strbuf *out)
{
	int state;

	if (report->sm.state == IB_SM_UNKNOWN) {
		return;
	}
	add_family(out, "ibpolicy_sm_state",
		   "The subnet manager's state: 1 for the one it is in.");
	for (state = IB_SM_UNKNOWN + 1; state < IB_SM_STATE_COUNT; state++) {
		begin_sample(report, out, "ibpolicy_sm_state");
		prometheus_label(out, "state",
				 ib_sm_state_name((enum ib_sm_state)state));
		prometheus_end(out,
			       report->sm.state == (enum ib_sm_state)state);
	}
}

static void add_waivers(const struct report *report, struct strbuf *out)
{
	static const char *const states[] = {"active", "expired"};
	const struct inventory *inventory = report->inventory;
	size_t counts[2] = {0}, i;

	if (!inventory) {
		return;
	}
	for (i = 0; i < inventory->waiver_count; i++) {
		counts[inventory->waivers[i].until < report->now]++;
	}
	add_family(out, "ibpolicy_waivers", "Waivers that the inventory has.");
	for (i = 0; i < 2; i++) {
		begin_sample(report, out, "ibpolicy_waivers");
		prometheus_label(out, "state", states[i]);
		prometheus_end(out, (int64_t)counts[i]);
	}
}

void render_report_prometheus(const struct report *report, struct strbuf *out)
{
	add_verdict(report, out);
	add_findings(report, out);
	add_totals(report, out);
	add_waivers(report, out);
	add_times(report, out);
	add_hashes(report, out);
	add_sm_state(report, out);
}
