/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The top of a text report: the verdict, what changed, what was looked at. */
#include "policy/render_head_text.h"

#include "policy/render_finding_text.h"
#include "policy/text_wrap.h"

#include <string.h>

static const char red[] = "1;31", green[] = "1;32", yellow[] = "1;33";

static void add_coloured(const struct report *report, struct strbuf *out,
			 const char *colour, const char *text)
{
	if (report->colour) {
		strbuf_addf(out, "\033[%sm%s\033[0m", colour, text);
	} else {
		strbuf_addstr(out, text);
	}
}

static void add_counts(const struct report_totals *totals, struct strbuf *out)
{
	strbuf_addf(out, "%zu critical, %zu warning, %zu info",
		    totals->critical, totals->warning, totals->info);
}

static void add_fabric(const struct report *report, struct strbuf *out)
{
	const char *name = report->inventory ? report->inventory->fabric : NULL;

	if (report->host) {
		strbuf_addf(out, "host %s of ", report->host);
	}
	strbuf_addstr(out, "fabric ");
	if (name) {
		strbuf_add_safe(out, name, strlen(name));
	} else {
		strbuf_addstr(out, "without a name");
	}
}

static void add_clean(const struct report *report,
		      const struct report_totals *totals, struct strbuf *out)
{
	add_coloured(report, out, green, "CLEAN");
	strbuf_addstr(out, ": ");
	add_fabric(report, out);
	strbuf_addstr(out, " is what the inventory says");
	if (totals->critical + totals->warning + totals->info) {
		strbuf_addstr(out, "\nNot drift: ");
		add_counts(totals, out);
	}
}

static void add_standby(const struct report *report,
			const struct report_totals *totals, struct strbuf *out)
{
	char guid[IB_GUID_TEXT];

	add_coloured(report, out, yellow, "STANDBY");
	strbuf_addstr(out, ": this SM is not the master of ");
	add_fabric(report, out);
	strbuf_addstr(out, "\nThe master is ");
	if (report->master_guid) {
		strbuf_addf(out, "%s%s%s",
			    report->master_name ? report->master_name : "",
			    report->master_name ? " " : "",
			    ib_guid_format(guid, report->master_guid));
	} else {
		strbuf_addstr(out, "not known");
	}
	strbuf_addstr(out, "; its partitions are in force, not ours.\n");
	strbuf_addstr(out, report->only ? "Of the subnet managers alone: "
					: "As last seen from here: ");
	add_counts(totals, out);
}

static void add_verdict(const struct report *report,
			const struct report_totals *totals, struct strbuf *out)
{
	switch (report_verdict(report)) {
	case VERDICT_CLEAN:
		add_clean(report, totals, out);
		break;
	case VERDICT_DRIFT:
		add_coloured(report, out, red, "DRIFT");
		strbuf_addstr(out, ": ");
		add_fabric(report, out);
		strbuf_addstr(out, ": ");
		add_counts(totals, out);
		break;
	case VERDICT_UNASSESSED:
		add_coloured(report, out, yellow, "UNASSESSED");
		strbuf_addstr(out, ": ");
		add_fabric(report, out);
		strbuf_addf(out, ": no drift seen; facts missing: %zu",
			    totals->unassessed);
		break;
	case VERDICT_STANDBY:
		add_standby(report, totals, out);
		break;
	case VERDICT_INVALID:
		add_coloured(report, out, red, "INVALID");
		strbuf_addstr(out, report->inventory
					   ? ": the inventory on disk cannot "
					     "be used, the one before is in "
					     "force\n"
					   : ": no inventory can be used\n");
		add_fabric(report, out);
		strbuf_addstr(out, ": ");
		add_counts(totals, out);
		break;
	}
	strbuf_addch(out, '\n');
}

/* "2 new, 1 cleared since 2026-..., 3 pending" */
static void add_changes(const struct report *report,
			const struct report_totals *totals, struct strbuf *out)
{
	const struct drift_memory *memory = report->memory;
	char since[TIME_TEXT];

	if (!memory) {
		return;
	}
	if (memory->since) {
		strbuf_addf(out, "%zu new, %zu cleared since %s%s",
			    totals->fresh, memory->cleared_count,
			    time_format(since, memory->since),
			    memory->since > report->now
				    ? " (the clock was set back since)"
				    : "");
	} else {
		strbuf_addstr(out, "first report here: what it finds began "
				   "before");
	}
	strbuf_addf(out, ", %zu pending", totals->pending);
	if (totals->flapping) {
		strbuf_addf(out, ", %zu flapping", totals->flapping);
	}
	strbuf_addch(out, '\n');
}

void render_head_label(struct strbuf *out, const char *label)
{
	strbuf_addf(out, "  %-*s", HEAD_LABEL_COLUMN - 2, label);
}

static void add_seen(const struct report *report, struct strbuf *out)
{
	static const char *const origins[SUBNET_SOURCE_COUNT] = {
		[SUBNET_FROM_PLUGIN] = "OpenSM",
		[SUBNET_FROM_SCAN] = "a live scan",
		[SUBNET_FROM_SNAPSHOT] = "a snapshot",
		[SUBNET_FROM_IBNETDISCOVER] = "an ibnetdiscover dump",
	};
	char seen[TIME_TEXT], age[TIME_TEXT];
	const char *origin = origins[report->source];

	render_head_label(out, "seen");
	if (!report->sweep_at && report_verdict(report) == VERDICT_STANDBY) {
		strbuf_addstr(out, "not by this SM: the master sweeps\n");
		return;
	}
	if (report->sweep_at > report->now) {
		strbuf_addf(out, "%s, ahead of this report's clock",
			    time_format(seen, report->sweep_at));
	} else if (report->sweep_at) {
		strbuf_addf(out, "%s, %s before this report",
			    time_format(seen, report->sweep_at),
			    age_format(age, report->now - report->sweep_at));
	} else {
		strbuf_addstr(out, "at an unknown time");
	}
	strbuf_addf(out, "%s%s\n", origin ? ", by " : "", origin ? origin : "");
	if (report->sweep_errors) {
		render_head_label(out, "");
		strbuf_addstr(out, "the sweep had errors: absence proves "
				   "nothing\n");
	}
}

static void add_sm(const struct report *report, struct strbuf *out)
{
	const struct inventory_sm *sm = NULL;
	char guid[IB_GUID_TEXT];

	if (!report->sm.port_guid) {
		return;
	}
	if (report->inventory) {
		sm = inventory_find_sm(report->inventory, report->sm.port_guid);
	}
	render_head_label(out, "SM");
	strbuf_addf(out, "%s %s, %s, priority %u\n",
		    sm ? sm->name : "not declared",
		    ib_guid_format(guid, report->sm.port_guid),
		    report->sm.state ? ib_sm_state_name(report->sm.state)
				     : "state not known",
		    report->sm.priority);
}

static void add_inventory(const struct report *report, struct strbuf *out)
{
	const struct inventory *inventory = report->inventory;
	struct strbuf text = STRBUF_INIT;

	render_head_label(out, "inventory");
	if (report->inventory_path) {
		strbuf_add_safe(&text, report->inventory_path,
				strlen(report->inventory_path));
	}
	if (inventory && inventory->revision) {
		strbuf_addstr(&text, ", revision ");
		strbuf_add_safe(&text, inventory->revision,
				strlen(inventory->revision));
	}
	text_wrap(out, HEAD_LABEL_COLUMN, HEAD_LABEL_COLUMN,
		  strbuf_text(&text));
	strbuf_addch(out, '\n');
	if (inventory) {
		render_head_label(out, "");
		strbuf_addf(out, "%s\n", inventory->sha256);
	}
	if (report->plan_sha256) {
		render_head_label(out, "plan");
		strbuf_addf(out, "%s\n", report->plan_sha256);
	}
	strbuf_free(&text);
}

static void add_sheets(const struct report *report, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;
	size_t i;

	for (i = 0; i < report->sheet_count; i++) {
		render_head_label(out, i ? "" : "cabling");
		strbuf_add_safe(&text, report->sheets[i],
				strlen(report->sheets[i]));
		text_wrap(out, HEAD_LABEL_COLUMN, HEAD_LABEL_COLUMN,
			  strbuf_text(&text));
		strbuf_addch(out, '\n');
		out->failed = out->failed || text.failed;
		strbuf_free(&text);
	}
}

void render_head_text(const struct report *report,
		      const struct report_totals *totals, struct strbuf *out)
{
	add_verdict(report, totals, out);
	add_changes(report, totals, out);
	strbuf_addch(out, '\n');
	add_seen(report, out);
	add_sm(report, out);
	add_inventory(report, out);
	add_sheets(report, out);
	render_head_label(out, "judged");
	strbuf_addf(out,
		    "ports: %zu; findings suppressed: %zu; facts "
		    "unassessed: %zu\n",
		    report->ports_judged, totals->suppressed,
		    totals->unassessed);
	if (report->only) {
		render_head_label(out, "");
		strbuf_addstr(out, "these checks only: ");
		render_names_text(report->only, report->only_count,
				  report->only_count, out);
		strbuf_addch(out, '\n');
	}
}
