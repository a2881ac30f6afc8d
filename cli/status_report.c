/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A plugin's status as text: the verdict first, then what it rests on. */
#include "cli/status_report.h"

#include "policy/rule.h"
#include "policy/text_wrap.h"

#include <inttypes.h>
#include <string.h>

enum { LABEL_COLUMN = 13 };

/* Everything in a status file is another's until it is escaped. */
static void add_safe(struct strbuf *out, const char *text)
{
	strbuf_add_safe(out, text, strlen(text));
}

static const char *or_unknown(const char *text)
{
	return text ? text : "not known";
}

/* Adds "  label      text", wrapped, and empties text. */
static void add_line(struct strbuf *out, const char *label, struct strbuf *text)
{
	strbuf_addf(out, "  %-*s", LABEL_COLUMN - 2, label);
	text_wrap(out, LABEL_COLUMN, LABEL_COLUMN, strbuf_text(text));
	strbuf_addch(out, '\n');
	out->failed = out->failed || text->failed;
	strbuf_free(text);
}

/* --- What is wrong ---------------------------------------------------- */

static void add_problem(struct strbuf *out, struct strbuf *text)
{
	strbuf_addstr(out, "- ");
	text_wrap(out, 2, 2, strbuf_text(text));
	strbuf_addch(out, '\n');
	strbuf_free(text);
}

static void check_heartbeat(const struct status_view *view, struct strbuf *out)
{
	const struct status *status = &view->status;
	int64_t age_sec = view->now - status->heartbeat_at;
	struct strbuf text = STRBUF_INIT;
	char age[TIME_TEXT];

	if (view->process_gone) {
		strbuf_addf(&text,
			    "process %" PRId64 ", which wrote this, is gone: "
			    "OpenSM has stopped",
			    status->pid);
		add_problem(out, &text);
	}
	if (age_sec >
	    (int64_t)status->heartbeat_sec * STATUS_HEARTBEATS_MISSED) {
		strbuf_addf(&text,
			    "no heartbeat for %s, one every %d s is due: "
			    "OpenSM has stopped, hangs, or cannot write here",
			    age_format(age, age_sec), status->heartbeat_sec);
		add_problem(out, &text);
	} else if (age_sec < -status->heartbeat_sec) {
		strbuf_addf(&text,
			    "the last heartbeat is dated %s ahead: a clock is "
			    "wrong or was set back",
			    age_format(age, -age_sec));
		add_problem(out, &text);
	}
}

static void check_sweep(const struct status_view *view, struct strbuf *out)
{
	const struct status *status = &view->status;
	int64_t age_sec = view->now - status->sweep_started_at;
	struct strbuf text = STRBUF_INIT;
	char age[TIME_TEXT], when[TIME_TEXT];

	if (status->sm.state != IB_SM_MASTER || !status->sweep_started_at ||
	    status->sweep_started_at <= status->subnet_up_at ||
	    age_sec <= STATUS_SWEEP_LIMIT_SEC) {
		return;
	}
	strbuf_addf(&text,
		    "the heavy sweep that began at %s (%s ago) has not ended: "
		    "the report is older than the fabric; see OpenSM's log",
		    time_format(when, status->sweep_started_at),
		    age_format(age, age_sec));
	add_problem(out, &text);
}

static void check_versions(const struct status *status, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;

	if (status->opensm_running && status->opensm_built_for &&
	    strcmp(status->opensm_running, status->opensm_built_for) != 0) {
		strbuf_addstr(&text, "the plugin is built for ");
		add_safe(&text, status->opensm_built_for);
		strbuf_addstr(&text, ", but ");
		add_safe(&text, status->opensm_running);
		strbuf_addstr(&text, " runs: rebuild ibpolicy");
		add_problem(out, &text);
	}
}

static bool has_fault(const struct status *status, const char *check)
{
	size_t i;

	for (i = 0; i < status->fault_count; i++) {
		if (status->faults[i].check &&
		    !strcmp(status->faults[i].check, check)) {
			return true;
		}
	}
	return false;
}

static bool is_note(const struct status_fault *fault)
{
	const struct rule *rule = fault->check ? rule_find(fault->check) : NULL;

	return rule && rule->severity == SEVERITY_INFO;
}

static void check_faults(const struct status *status, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;
	char since[TIME_TEXT];
	size_t i;

	for (i = 0; i < status->fault_count; i++) {
		const struct status_fault *fault = &status->faults[i];

		if (is_note(fault)) {
			continue;
		}
		add_safe(&text, or_unknown(fault->check));
		strbuf_addstr(&text, ": ");
		add_safe(&text, or_unknown(fault->message));
		if (fault->since) {
			strbuf_addf(&text, " (since %s)",
				    time_format(since, fault->since));
		}
		add_problem(out, &text);
	}
	if (status->plans.held && !has_fault(status, "self.held")) {
		strbuf_addstr(&text, "a newer plan is held by the guard: "
				     "drift.txt shows what it would change");
		add_problem(out, &text);
	}
	if (!status->inventory.valid &&
	    !has_fault(status, "inventory.invalid")) {
		strbuf_addstr(&text, "the inventory on disk cannot be used: "
				     "'ibpolicy lint' says why");
		add_problem(out, &text);
	}
}

/* --- What it rests on ------------------------------------------------- */

static void add_moment(const struct status_view *view, struct strbuf *text,
		       int64_t when)
{
	char time[TIME_TEXT], age[TIME_TEXT];

	if (!when) {
		strbuf_addstr(text, "none yet");
		return;
	}
	strbuf_addstr(text, time_format(time, when));
	if (when <= view->now) {
		strbuf_addf(text, ", %s ago",
			    age_format(age, view->now - when));
	} else {
		strbuf_addstr(text, ", ahead of the clock");
	}
}

/* "OpenSM 3.3.23" is what OpenSM calls itself. */
static const char *version_of(const char *text)
{
	static const char prefix[] = "OpenSM ";

	if (text && !strncmp(text, prefix, strlen(prefix))) {
		return text + strlen(prefix);
	}
	return or_unknown(text);
}

static void add_process(const struct status_view *view, struct strbuf *out)
{
	const struct status *status = &view->status;
	struct strbuf text = STRBUF_INIT;

	add_safe(&text, or_unknown(status->tool));
	strbuf_addf(&text, ", process %" PRId64, status->pid);
	if (status->host) {
		strbuf_addstr(&text, " on ");
		add_safe(&text, status->host);
	}
	strbuf_addstr(&text, ", started ");
	add_moment(view, &text, status->started_at);
	add_line(out, "plugin", &text);
	add_safe(&text, version_of(status->opensm_running));
	strbuf_addstr(&text, " runs, the plugin is built for ");
	add_safe(&text, version_of(status->opensm_built_for));
	add_line(out, "OpenSM", &text);
	add_moment(view, &text, status->heartbeat_at);
	add_line(out, "heartbeat", &text);
}

static void add_sm(const struct status *status, struct strbuf *out)
{
	const char *state = ib_sm_state_name(status->sm.state);
	struct strbuf text = STRBUF_INIT;
	char guid[IB_GUID_TEXT];

	strbuf_addf(&text, "%s, %s, priority %u",
		    ib_guid_format(guid, status->sm.port_guid),
		    state ? state : "state not known", status->sm.priority);
	if (status->sm.state != IB_SM_MASTER && status->master_guid) {
		strbuf_addf(&text, "; the master is %s",
			    ib_guid_format(guid, status->master_guid));
		if (status->master_name) {
			strbuf_addch(&text, ' ');
			add_safe(&text, status->master_name);
		}
	}
	add_line(out, "SM", &text);
}

static void add_sweep(const struct status_view *view, struct strbuf *out)
{
	const struct status *status = &view->status;
	struct strbuf text = STRBUF_INIT;
	char age[TIME_TEXT];

	add_moment(view, &text, status->subnet_up_at);
	if (status->subnet_up_at && status->sweep_errors) {
		strbuf_addstr(&text, ", with errors");
	}
	add_line(out, "last sweep", &text);
	if (view->has_report) {
		add_safe(&text, or_unknown(view->report.verdict));
		strbuf_addf(&text,
			    ": %zu critical, %zu warning, %zu info; "
			    "%s ago",
			    view->report.totals.critical,
			    view->report.totals.warning,
			    view->report.totals.info,
			    age_format(age,
				       view->now - view->report.reported_at));
		if (view->report.totals.flapping) {
			strbuf_addf(&text, "; %zu flapping",
				    view->report.totals.flapping);
		}
	} else {
		strbuf_addstr(&text, view->report_error.message[0]
					     ? view->report_error.message
					     : "none");
	}
	add_line(out, "report", &text);
}

static void add_inventory(const struct status_inventory *inventory,
			  struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;

	add_safe(&text, or_unknown(inventory->path));
	if (inventory->revision) {
		strbuf_addstr(&text, ", revision ");
		add_safe(&text, inventory->revision);
	}
	if (inventory->file_count > 1) {
		strbuf_addf(&text, ", %zu files", inventory->file_count);
	}
	add_line(out, "inventory", &text);
	if (inventory->sha256) {
		add_safe(&text, inventory->sha256);
		add_line(out, "", &text);
	}
}

static void add_plan(struct strbuf *out, const char *label, const char *sha256)
{
	struct strbuf text = STRBUF_INIT;

	if (sha256) {
		add_safe(&text, sha256);
		add_line(out, label, &text);
	}
}

static void add_plans(const struct status *status, struct strbuf *out)
{
	const struct status_plans *plans = &status->plans;
	struct strbuf text = STRBUF_INIT;

	add_plan(out, "in force", plans->in_force);
	if (plans->published &&
	    (!plans->in_force ||
	     strcmp(plans->published, plans->in_force) != 0)) {
		add_plan(out, "published", plans->published);
	}
	add_plan(out, "held", plans->held);
	add_plan(out, "approved", plans->approved);
	if (plans->not_in_force) {
		strbuf_addstr(&text, "no: ");
		add_safe(&text, plans->not_in_force);
		add_line(out, "in force", &text);
	}
}

static void add_counters(const struct status *status, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text,
		    "%" PRId64 " sweeps, %" PRId64 " reports, %" PRId64
		    " inventory loads, %" PRId64 " traps (%" PRId64
		    " lost), %" PRId64 " failed writes",
		    status->counters[STATUS_SWEEPS],
		    status->counters[STATUS_REPORTS],
		    status->counters[STATUS_RELOADS],
		    status->counters[STATUS_TRAPS],
		    status->counters[STATUS_DROPS],
		    status->counters[STATUS_PUBLISH_FAILURES]);
	add_line(out, "so far", &text);
}

static void add_verdict(const struct status_view *view, bool sound,
			struct strbuf *out)
{
	const struct status *status = &view->status;
	const char *word = sound ? "OK" : "TROUBLE";

	if (view->colour) {
		strbuf_addf(out, "\033[1;%dm%s\033[0m", sound ? 32 : 31, word);
	} else {
		strbuf_addstr(out, word);
	}
	strbuf_addstr(out, ": fabric ");
	add_safe(out, status->inventory.fabric ? status->inventory.fabric
					       : "without a name");
	if (status->sm.state != IB_SM_MASTER) {
		strbuf_addstr(out, ", standby: another SM's partitions are in "
				   "force");
	} else if (sound && status->plans.in_force) {
		strbuf_addstr(out, ", alive, fresh, the plan is in force");
	} else if (sound) {
		strbuf_addstr(out, ", alive and fresh; no plan of ours is in "
				   "force");
	}
	strbuf_addch(out, '\n');
}

bool status_report_render(const struct status_view *view, struct strbuf *out)
{
	const struct status *status = &view->status;
	struct strbuf problems = STRBUF_INIT;
	bool sound;

	check_heartbeat(view, &problems);
	check_sweep(view, &problems);
	check_versions(status, &problems);
	check_faults(status, &problems);
	sound = !problems.length;
	add_verdict(view, sound, out);
	strbuf_add(out, strbuf_text(&problems), problems.length);
	out->failed = out->failed || problems.failed;
	strbuf_free(&problems);
	strbuf_addch(out, '\n');
	add_process(view, out);
	add_sm(status, out);
	add_sweep(view, out);
	add_inventory(&status->inventory, out);
	add_plans(status, out);
	add_counters(status, out);
	return sound;
}

/* --- Two SM hosts ----------------------------------------------------- */

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool compare_texts(struct strbuf *out, const char *what,
			  const char *here, const char *there)
{
	bool equal = same(here, there);

	strbuf_addf(out, "%-9s %s\n", equal ? "same" : "DIFFERENT", what);
	if (equal) {
		return true;
	}
	strbuf_addstr(out, "          here  ");
	add_safe(out, here ? here : "none");
	strbuf_addstr(out, "\n          there ");
	add_safe(out, there ? there : "none");
	strbuf_addch(out, '\n');
	return false;
}

bool status_report_compare(const struct status *here,
			   const struct status *there, struct strbuf *out)
{
	const struct {
		const char *what, *here, *there;
	} rows[] = {
		{"fabric", here->inventory.fabric, there->inventory.fabric},
		{"inventory", here->inventory.sha256, there->inventory.sha256},
		{"plan published", here->plans.published,
		 there->plans.published},
		{"plan held", here->plans.held, there->plans.held},
		{"ibpolicy", here->tool, there->tool},
		{"OpenSM", here->opensm_running, there->opensm_running},
	};
	bool equal = true;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		equal = compare_texts(out, rows[i].what, rows[i].here,
				      rows[i].there) &&
			equal;
	}
	return equal;
}
