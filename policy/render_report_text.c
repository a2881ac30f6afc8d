/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The report for a person on call: the head, then what was found. */
#include "policy/render_finding_text.h"
#include "policy/render_head_text.h"
#include "policy/report.h"
#include "policy/text_wrap.h"

#include <string.h>

enum {
	BLOCK_LIMIT = 20,  /* findings of one severity that are shown whole */
	LINE_LIMIT = 10,   /* lines of any other list */
	SUBJECT_LIMIT = 3, /* names in such a line */
	CHECK_LIMIT = 96
};

static const struct {
	enum severity severity;
	const char *title;
} sections[] = {
	{SEVERITY_CRITICAL, "CRITICAL"},
	{SEVERITY_WARNING, "WARNING"},
	{SEVERITY_INFO, "INFO"},
};

enum { SECTION_COUNT = sizeof(sections) / sizeof(sections[0]) };

static void add_heading(const struct report *report, struct strbuf *out,
			const char *title, size_t count, const char *meaning)
{
	strbuf_addch(out, '\n');
	strbuf_addf(out, "%s%s (%zu)%s%s\n", report->colour ? "\033[1m" : "",
		    title, count, report->colour ? "\033[0m" : "", meaning);
}

static size_t count_of(const struct report_totals *totals,
		       enum severity severity)
{
	return severity == SEVERITY_CRITICAL  ? totals->critical
	       : severity == SEVERITY_WARNING ? totals->warning
					      : totals->info;
}

static size_t shown_total(const struct report_totals *totals)
{
	return totals->critical + totals->warning + totals->info;
}

struct check_count {
	const char *check;
	size_t count;
};

/* Adds "12 port.missing, 3 link.peer" over the findings of a severity from
 * the skip'th on. */
static void add_by_check(const struct report *report, enum severity severity,
			 size_t skip, struct strbuf *out)
{
	struct check_count counts[CHECK_LIMIT];
	size_t used = 0, i, at;
	const struct finding *finding;

	for (i = 0; i < report->finding_count; i++) {
		finding = &report->findings[i];
		if (!report_shows(finding) || finding->severity != severity) {
			continue;
		}
		if (skip) {
			skip--;
			continue;
		}
		for (at = 0;
		     at < used && strcmp(counts[at].check, finding->check) != 0;
		     at++) {
		}
		if (at == used && used < CHECK_LIMIT) {
			counts[used++] =
				(struct check_count){finding->check, 0};
		}
		if (at < used) {
			counts[at].count++;
		}
	}
	for (i = 0; i < used; i++) {
		strbuf_addf(out, "%s%zu %s", i ? ", " : "", counts[i].count,
			    counts[i].check);
	}
}

/* What a long report is made of, before it begins. */
static void add_overview(const struct report *report,
			 const struct report_totals *totals, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;
	size_t i;

	if (shown_total(totals) <= BLOCK_LIMIT) {
		return;
	}
	strbuf_addch(out, '\n');
	for (i = 0; i < SECTION_COUNT; i++) {
		if (!count_of(totals, sections[i].severity)) {
			continue;
		}
		strbuf_free(&text);
		add_by_check(report, sections[i].severity, 0, &text);
		render_head_label(out, severity_name(sections[i].severity));
		text_wrap(out, HEAD_LABEL_COLUMN, HEAD_LABEL_COLUMN,
			  strbuf_text(&text));
		strbuf_addch(out, '\n');
	}
	strbuf_free(&text);
}

static void add_rest(size_t count, const char *what, struct strbuf *out)
{
	if (count) {
		strbuf_addf(out, "  and %zu more%s\n", count, what);
	}
}

/* Those in one state by name, where they would drown. */
static void add_state(const struct report *report,
		      const struct report_totals *totals, const char *title,
		      enum finding_state state, size_t count,
		      struct strbuf *out)
{
	size_t i, listed = 0;

	if (shown_total(totals) <= BLOCK_LIMIT || !count ||
	    count == shown_total(totals)) {
		return;
	}
	add_heading(report, out, title, count, "");
	for (i = 0; i < report->finding_count && listed < LINE_LIMIT; i++) {
		const struct finding *finding = &report->findings[i];

		if (report_shows(finding) && finding->state == state) {
			strbuf_addf(out, "  %s  %s, %s\n",
				    finding->subject.name, finding->check,
				    severity_name(finding->severity));
			listed++;
		}
	}
	add_rest(count - listed, "", out);
}

static void add_section(const struct report *report, size_t row, size_t count,
			struct strbuf *out)
{
	size_t i, listed = 0;
	size_t limit = report->show_all ? count : BLOCK_LIMIT;

	if (!count) {
		return;
	}
	add_heading(report, out, sections[row].title, count, "");
	for (i = 0; i < report->finding_count && listed < limit; i++) {
		if (report_shows(&report->findings[i]) &&
		    report->findings[i].severity == sections[row].severity) {
			strbuf_addch(out, '\n');
			render_finding_text(report, &report->findings[i], out);
			listed++;
		}
	}
	if (count > listed) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text, "and %zu more: ", count - listed);
		add_by_check(report, sections[row].severity, listed, &text);
		strbuf_addstr(out, "\n  ");
		text_wrap(out, 2, 2, strbuf_text(&text));
		strbuf_addch(out, '\n');
		strbuf_free(&text);
	}
}

static void add_cleared(const struct report *report, struct strbuf *out)
{
	const struct drift_memory *memory = report->memory;
	char since[TIME_TEXT];
	size_t i, limit;

	if (!memory || !memory->cleared_count) {
		return;
	}
	limit = report->show_all || memory->cleared_count < LINE_LIMIT
			? memory->cleared_count
			: LINE_LIMIT;
	add_heading(report, out, "CLEARED", memory->cleared_count,
		    ": right again");
	for (i = 0; i < limit; i++) {
		const struct drift_item *item = &memory->cleared[i];

		strbuf_addf(out, "  %s  %s since %s%s\n", item->subject.name,
			    item->check, time_format(since, item->first_seen),
			    openings_flap(&item->openings, item->check)
				    ? "; it comes and goes"
				    : "");
	}
	add_rest(memory->cleared_count - limit, "", out);
}

static void add_suppressed_line(const struct finding *finding,
				struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;
	char until[TIME_TEXT];

	strbuf_addf(&text, "%s  %s: ", finding->subject.name, finding->check);
	if (finding->suppressed_by) {
		strbuf_add_safe(&text, finding->suppressed_by,
				strlen(finding->suppressed_by));
	}
	if (finding->suppressed_until) {
		strbuf_addf(&text, ", until %s",
			    date_format(until, finding->suppressed_until));
	}
	strbuf_addstr(out, "  ");
	text_wrap(out, 2, 4, strbuf_text(&text));
	strbuf_addch(out, '\n');
	strbuf_free(&text);
}

static void add_suppressed(const struct report *report,
			   const struct report_totals *totals,
			   struct strbuf *out)
{
	size_t i, listed = 0;
	size_t limit = report->show_all ? totals->suppressed : LINE_LIMIT;

	if (!totals->suppressed) {
		return;
	}
	add_heading(report, out, "SUPPRESSED", totals->suppressed,
		    ": known and accepted");
	for (i = 0; i < report->finding_count && listed < limit; i++) {
		if (report->findings[i].suppressed) {
			add_suppressed_line(&report->findings[i], out);
			listed++;
		}
	}
	add_rest(totals->suppressed - listed, "", out);
}

/* Which waiver, in the words of the inventory, and what else there is to say. */
static void add_waiver(const struct inventory_waiver *waiver, size_t accepted,
		       struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;
	char until[TIME_TEXT];

	diag_format_pos(&text, waiver->pos);
	strbuf_addf(&text, ": %s ", waiver->check);
	strbuf_add_safe(&text, waiver->subject, strlen(waiver->subject));
	if (accepted) {
		strbuf_addf(&text, ": %zu accepted by ", accepted);
		strbuf_add_safe(&text, waiver->owner, strlen(waiver->owner));
	}
	strbuf_addf(&text, ", until %s: ", date_format(until, waiver->until));
	strbuf_add_safe(&text, waiver->reason, strlen(waiver->reason));
	strbuf_addstr(out, "  ");
	text_wrap(out, 2, 4, strbuf_text(&text));
	strbuf_addch(out, '\n');
	strbuf_free(&text);
}

/* Those that accept something, with how much. */
static void add_waivers(const struct report *report, struct strbuf *out)
{
	const struct inventory *inventory = report->inventory;
	size_t total = inventory ? inventory->waiver_count : 0;
	size_t i, busy = 0, listed = 0, accepted;

	for (i = 0; i < total; i++) {
		busy += report_waived(report, &inventory->waivers[i]) > 0;
	}
	if (!busy) {
		return;
	}
	add_heading(report, out, "WAIVERS", busy, ": in force");
	for (i = 0; i < total; i++) {
		accepted = report_waived(report, &inventory->waivers[i]);
		if (accepted && (report->show_all || listed < LINE_LIMIT)) {
			add_waiver(&inventory->waivers[i], accepted, out);
			listed++;
		}
	}
	add_rest(busy - listed, "", out);
}

static void add_idle_waivers(const struct report *report, struct strbuf *out)
{
	const struct inventory *inventory = report->inventory;
	size_t total = inventory ? inventory->waiver_count : 0;
	size_t i, idle = 0, listed = 0;

	for (i = 0; i < total; i++) {
		idle += report_waiver_is_idle(report, &inventory->waivers[i]);
	}
	if (!idle) {
		return;
	}
	add_heading(report, out, "IDLE WAIVERS", idle,
		    ": nothing to accept any more, or a name mistyped");
	for (i = 0; i < total; i++) {
		if ((report->show_all || listed < LINE_LIMIT) &&
		    report_waiver_is_idle(report, &inventory->waivers[i])) {
			add_waiver(&inventory->waivers[i], 0, out);
			listed++;
		}
	}
	add_rest(idle - listed, "", out);
}

static void add_unassessed(const struct report *report,
			   const struct report_totals *totals,
			   struct strbuf *out)
{
	size_t i, limit = report->unassessed_count;
	struct strbuf text = STRBUF_INIT;

	if (!report->unassessed_count) {
		return;
	}
	if (!report->show_all && limit > LINE_LIMIT) {
		limit = LINE_LIMIT;
	}
	add_heading(report, out, "UNASSESSED", totals->unassessed,
		    ": could not be read, neither right nor wrong");
	for (i = 0; i < limit; i++) {
		const struct unassessed *group = &report->unassessed[i];

		strbuf_free(&text);
		strbuf_addf(&text, "%s: %s (%zu): ", group->check,
			    group->reason, group->count);
		render_names_text(group->subjects, group->count,
				  report->show_all ? group->count
						   : SUBJECT_LIMIT,
				  &text);
		strbuf_addstr(out, "  ");
		text_wrap(out, 2, 4, strbuf_text(&text));
		strbuf_addch(out, '\n');
	}
	add_rest(report->unassessed_count - limit, " reasons", out);
	strbuf_free(&text);
}

static bool is_cut(const struct report *report,
		   const struct report_totals *totals)
{
	return !report->show_all &&
	       (totals->critical > BLOCK_LIMIT ||
		totals->warning > BLOCK_LIMIT || totals->info > BLOCK_LIMIT);
}

void render_report_text(const struct report *report, struct strbuf *out)
{
	struct report_totals totals;
	size_t i;

	report_count(report, &totals);
	render_head_text(report, &totals, out);
	add_overview(report, &totals, out);
	add_state(report, &totals, "NEW", FINDING_NEW, totals.fresh, out);
	add_state(report, &totals, "FLAPPING", FINDING_FLAPPING,
		  totals.flapping, out);
	for (i = 0; i < SECTION_COUNT; i++) {
		add_section(report, i, count_of(&totals, sections[i].severity),
			    out);
	}
	add_cleared(report, out);
	add_suppressed(report, &totals, out);
	add_waivers(report, out);
	add_idle_waivers(report, out);
	add_unassessed(report, &totals, out);
	if (is_cut(report, &totals)) {
		strbuf_addstr(out, "\n'ibpolicy check --all' and drift.json "
				   "list everything.\n");
	}
	if (shown_total(&totals)) {
		strbuf_addstr(out, "\n'ibpolicy checks CHECK' says what a "
				   "check means and what to do.\n");
	}
}
