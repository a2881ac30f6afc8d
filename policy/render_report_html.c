/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The report as one self-contained page: no network, no script. */
#include "policy/html_cut.h"
#include "policy/html_text.h"
#include "policy/render_map_html.h"
#include "policy/report.h"
#include "policy/switch_map.h"

#include <string.h>

static const char page_style[] =
	":root{--bg:#fff;--ink:#1b1f24;--dim:#57606a;--line:#d0d7de;"
	"--critical:#b42318;--warning:#9a6700;--info:#0a5fb4;--ok:#1a7f37}"
	"@media(prefers-color-scheme:dark){:root{--bg:#0f1419;--ink:#e6edf3;"
	"--dim:#9aa4af;--line:#30363d;--critical:#ff7b72;--warning:#e3b341;"
	"--info:#79c0ff;--ok:#56d364}}"
	"*{box-sizing:border-box}"
	"body{margin:0 auto;max-width:70rem;padding:1rem;background:var(--bg);"
	"color:var(--ink);font:16px/1.45 system-ui,sans-serif}"
	"h1{font-size:1.5rem;margin:.2rem 0}"
	"h2{font-size:1.15rem;margin:1.8rem 0 .5rem}"
	"h3{font-size:1rem;margin:0;overflow-wrap:anywhere}"
	"a{color:inherit}"
	".verdict{border-left:.6rem solid var(--line);padding:.3rem .9rem}"
	".critical{--hue:var(--critical)}.warning{--hue:var(--warning)}"
	".info{--hue:var(--info)}.ok{--hue:var(--ok)}"
	".suppressed{--hue:var(--dim)}"
	".verdict.critical,.verdict.warning,.verdict.info,.verdict.ok"
	"{border-color:var(--hue)}"
	".head{color:var(--dim);font-size:.9rem;overflow-wrap:anywhere}"
	"article{border:1px solid var(--line);border-left:.4rem solid "
	"var(--hue,var(--line));border-radius:.3rem;padding:.6rem .8rem;"
	"margin:.6rem 0}"
	"article:target,.map a:target,.map span:target"
	"{outline:3px solid var(--info)}"
	"dl{display:grid;grid-template-columns:max-content 1fr;"
	"gap:.1rem .8rem;margin:.4rem 0}"
	"dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}"
	".tag{color:var(--hue);font-weight:600}"
	".map{display:grid;grid-template-columns:repeat(auto-fill,2.4rem);"
	"gap:.2rem;margin:.3rem 0 1rem}"
	".map>*{border:1px solid var(--line);border-radius:.2rem;"
	"text-align:center;font-size:.75rem;line-height:1.15;"
	"text-decoration:none;padding:.15rem 0}"
	".map b{display:block}"
	".map .ok,.map .critical,.map .warning,.map .info,.map .suppressed"
	"{border-color:var(--hue);color:var(--hue)}"
	".map .down,.map .unknown{color:var(--dim)}"
	".map .unknown{border-style:dashed}"
	"summary{cursor:pointer}"
	"@media(max-width:34rem){body{padding:.6rem}dl{display:block}"
	"dd{margin:0 0 .3rem}}"
	"@media print{body{max-width:none;font-size:11px}"
	"article,.map{break-inside:avoid}h2,h3{break-after:avoid}"
	"details::details-content{content-visibility:visible;"
	"display:block}}";

static void add_row(struct strbuf *out, const char *term, const char *text)
{
	if (!text) {
		return;
	}
	strbuf_addf(out, "<dt>%s</dt><dd>", term);
	html_text(out, text);
	strbuf_addstr(out, "</dd>\n");
}

static void add_place(const struct subject *subject, struct strbuf *out)
{
	char guid[IB_GUID_TEXT];

	if (subject->location) {
		add_row(out, "location", subject->location);
	}
	if (subject->port_guid) {
		add_row(out, "port GUID",
			ib_guid_format(guid, subject->port_guid));
	}
	if (subject->node_guid) {
		add_row(out, "node GUID",
			ib_guid_format(guid, subject->node_guid));
	}
}

static void add_since(const struct finding *finding, struct strbuf *out)
{
	char when[TIME_TEXT];

	if (!finding->first_seen) {
		return;
	}
	strbuf_addf(out, "<dt>since</dt><dd>%s%s</dd>\n",
		    finding->before_takeover ? "before the takeover at " : "",
		    time_format(when, finding->first_seen));
}

static void add_openings(const struct finding *finding, struct strbuf *out)
{
	const struct openings *openings = &finding->openings;
	char when[TIME_TEXT];

	if (finding->state == FINDING_FLAPPING) {
		strbuf_addf(out,
			    "<dt>flapping</dt><dd>it came %s%zu times within "
			    "an hour, since %s</dd>\n",
			    openings->count == OPENINGS_ROOM ? "at least " : "",
			    openings->count,
			    time_format(when, openings->times[0]));
	}
}

static void add_affected(const struct finding *finding, struct strbuf *out)
{
	size_t i;

	if (!finding->affected_count) {
		return;
	}
	strbuf_addf(out, "<details><summary>%zu more behind it</summary>",
		    finding->affected_count);
	for (i = 0; i < finding->affected_count; i++) {
		strbuf_addstr(out, i ? ", " : "");
		html_text(out, finding->affected[i]);
	}
	strbuf_addstr(out, "</details>\n");
}

static void add_map_link(const struct finding *finding,
			 const struct switch_map *map, struct strbuf *out)
{
	const struct switch_map_cell *cell = switch_map_place(map, finding);

	if (cell) {
		strbuf_addf(out, "<a href=\"#p-%016llx-%u\">on the map</a>\n",
			    (unsigned long long)cell->node_guid, cell->number);
	}
}

static void add_finding(const struct finding *finding,
			const struct switch_map *map, struct strbuf *out)
{
	struct strbuf source = STRBUF_INIT;

	strbuf_addf(out, "<article id=\"f-%s\" class=\"%s\">\n<h3>",
		    finding->id,
		    finding->suppressed ? "suppressed"
					: severity_name(finding->severity));
	html_text(out, finding->subject.name);
	strbuf_addf(out, "</h3>\n<span class=\"tag\">%s</span> %s",
		    severity_name(finding->severity), finding->check);
	if (finding->state != FINDING_ONGOING) {
		strbuf_addf(out, " <strong>%s</strong>",
			    finding_state_name(finding->state));
	}
	strbuf_addstr(out, "\n<p>");
	html_text(out, finding->message);
	strbuf_addstr(out, "</p>\n<dl>\n");
	add_row(out, "expected", finding->expected);
	add_row(out, "found", finding->found);
	add_row(out, "peer", finding->has_peer ? finding->peer.name : NULL);
	add_since(finding, out);
	add_openings(finding, out);
	add_place(&finding->subject, out);
	diag_format_pos(&source, finding->source);
	add_row(out, "inventory", source.length ? strbuf_text(&source) : NULL);
	out->failed |= source.failed;
	strbuf_free(&source);
	add_row(out, "accepted by",
		finding->suppressed ? finding->suppressed_by : NULL);
	add_row(out, "because",
		finding->waiver ? finding->waiver->reason : NULL);
	add_row(out, "next", finding->hint);
	strbuf_addstr(out, "</dl>\n");
	add_affected(finding, out);
	add_map_link(finding, map, out);
	strbuf_addstr(out, "</article>\n");
}

static void add_rest(struct strbuf *out, size_t rest)
{
	if (rest) {
		strbuf_addf(out,
			    "<p class=\"head\">and %zu more: drift.json, or "
			    "\"ibpolicy check --all\", has them all</p>\n",
			    rest);
	}
}

static void add_section(const struct report *report, const struct html_cut *cut,
			enum html_section section, const char *title,
			const struct switch_map *map, struct strbuf *out)
{
	size_t i;

	if (!cut->count[section]) {
		return;
	}
	strbuf_addf(out, "<h2>%s (%zu)</h2>\n", title, cut->count[section]);
	for (i = 0; i < report->finding_count; i++) {
		const struct finding *finding = &report->findings[i];

		if (html_section_of(finding) == section &&
		    html_cut_shows(cut, finding)) {
			add_finding(finding, map, out);
		}
	}
	add_rest(out, cut->count[section] - cut->shown[section]);
}

/* What was wrong in the report before and is right again. */
static void add_cleared(const struct report *report, struct strbuf *out)
{
	const struct drift_memory *memory = report->memory;
	size_t i, limit;
	char since[TIME_TEXT];

	if (!memory || !memory->cleared_count) {
		return;
	}
	limit = report->show_all || memory->cleared_count < HTML_SECTION_LIMIT
			? memory->cleared_count
			: HTML_SECTION_LIMIT;
	strbuf_addf(out, "<h2>Cleared (%zu)</h2>\n<ul>\n",
		    memory->cleared_count);
	for (i = 0; i < limit; i++) {
		const struct drift_item *item = &memory->cleared[i];

		strbuf_addstr(out, "<li>");
		html_text(out, item->subject.name);
		strbuf_addf(out, " %s, since %s%s</li>\n", item->check,
			    time_format(since, item->first_seen),
			    openings_flap(&item->openings, item->check)
				    ? "; it comes and goes"
				    : "");
	}
	strbuf_addstr(out, "</ul>\n");
	add_rest(out, memory->cleared_count - limit);
}

static void add_unassessed(const struct report *report, struct strbuf *out)
{
	size_t i;

	if (!report->unassessed_count) {
		return;
	}
	strbuf_addstr(out, "<h2>Could not be assessed</h2>\n<dl>\n");
	for (i = 0; i < report->unassessed_count; i++) {
		const struct unassessed *item = &report->unassessed[i];

		strbuf_addf(out, "<dt>%s</dt><dd>%zu: ", item->check,
			    item->count);
		html_text(out, item->reason);
		strbuf_addstr(out, "</dd>\n");
	}
	strbuf_addstr(out, "</dl>\n");
}

static void add_head(const struct report *report,
		     const struct report_totals *totals, struct strbuf *out)
{
	const struct inventory *inventory = report->inventory;
	char when[TIME_TEXT];
	size_t i;

	strbuf_addstr(out, "<p class=\"head\">");
	if (report->sweep_at) {
		strbuf_addf(out, "fabric seen %s (%s)%s<br>\n",
			    time_format(when, report->sweep_at),
			    subnet_source_name(report->source),
			    report->sweep_errors
				    ? ", that sweep ended with errors"
				    : "");
	}
	strbuf_addstr(out, "inventory ");
	html_text(out, report->inventory_path ? report->inventory_path : "-");
	if (inventory && inventory->revision) {
		strbuf_addstr(out, ", ");
		html_text(out, inventory->revision);
	}
	if (inventory) {
		strbuf_addf(out, ", sha256 %.12s", inventory->sha256);
	}
	for (i = 0; i < report->sheet_count; i++) {
		strbuf_addstr(out, i ? ", " : "<br>\ncabling ");
		html_text(out, report->sheets[i]);
	}
	strbuf_addf(out, "<br>\n%zu ports judged", report->ports_judged);
	if (totals->pending) {
		strbuf_addf(out, ", %zu pending", totals->pending);
	}
	if (totals->unassessed) {
		strbuf_addf(out, ", %zu not assessed", totals->unassessed);
	}
	if (totals->suppressed) {
		strbuf_addf(out, ", %zu accepted", totals->suppressed);
	}
	strbuf_addf(out, "<br>\nmade %s by ", time_format(when, report->now));
	html_text(out, report->tool);
	strbuf_addstr(out, "</p>\n");
}

static void add_master(const struct report *report, struct strbuf *out)
{
	char guid[IB_GUID_TEXT];

	strbuf_addstr(out, "<br>\nThis SM is not the master: the partitions "
			   "of the master are in force, not ours, and nothing "
			   "on this page tells how the fabric is. Master: ");
	if (report->master_name) {
		html_text(out, report->master_name);
		strbuf_addch(out, ' ');
	}
	strbuf_addstr(out, report->master_guid
				   ? ib_guid_format(guid, report->master_guid)
				   : "not known");
}

static void add_verdict(const struct report *report, struct strbuf *out)
{
	const char *fabric =
		report->inventory ? report->inventory->fabric : NULL;
	struct report_totals totals;
	enum verdict verdict = report_verdict(report);
	const char *css = "warning";
	char when[TIME_TEXT];

	report_count(report, &totals);
	if (verdict == VERDICT_CLEAN) {
		css = "ok";
	} else if (totals.critical || verdict == VERDICT_INVALID) {
		css = "critical";
	}
	strbuf_addf(out, "<div class=\"verdict %s\">\n<h1>", css);
	html_text(out, fabric ? fabric : "fabric");
	strbuf_addf(out, ": %s</h1>\n", verdict_name(verdict));
	strbuf_addf(out, "<strong>%zu critical, %zu warning, %zu info</strong>",
		    totals.critical, totals.warning, totals.info);
	if (report->memory && report->memory->since) {
		strbuf_addf(out, " &#183; %zu new, %zu cleared since %s",
			    totals.fresh, report->memory->cleared_count,
			    time_format(when, report->memory->since));
	}
	if (totals.flapping) {
		strbuf_addf(out, " &#183; %zu flapping", totals.flapping);
	}
	if (verdict == VERDICT_STANDBY) {
		add_master(report, out);
	}
	add_head(report, &totals, out);
	strbuf_addstr(out, "</div>\n");
}

static void add_page(const struct report *report, const struct switch_map *map,
		     struct strbuf *out)
{
	static const char *const titles[HTML_SECTION_COUNT] = {
		[HTML_CRITICAL] = "Critical",
		[HTML_WARNING] = "Warning",
		[HTML_INFO] = "Info",
		[HTML_SUPPRESSED] = "Known and accepted",
	};
	const struct html_cut cut = html_cut_make(report);
	enum html_section section;

	strbuf_addstr(out,
		      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		      "<meta charset=\"utf-8\">\n"
		      "<meta name=\"viewport\" "
		      "content=\"width=device-width,initial-scale=1\">\n"
		      "<meta http-equiv=\"Content-Security-Policy\" content=\""
		      "default-src 'none';style-src 'unsafe-inline';img-src "
		      "data:\">\n"
		      "<link rel=\"icon\" href=\"data:,\">\n<title>");
	html_text(out, report->inventory && report->inventory->fabric
			       ? report->inventory->fabric
			       : "fabric");
	strbuf_addf(out, ": %s</title>\n<style>%s</style>\n</head>\n<body>\n",
		    verdict_name(report_verdict(report)), page_style);
	add_verdict(report, out);
	for (section = HTML_CRITICAL; section < HTML_SUPPRESSED; section++) {
		add_section(report, &cut, section, titles[section], map, out);
	}
	add_cleared(report, out);
	add_unassessed(report, out);
	add_section(report, &cut, HTML_SUPPRESSED, titles[HTML_SUPPRESSED], map,
		    out);
	render_map_html(map, &cut, out);
	strbuf_addstr(out, "</body>\n</html>\n");
}

void render_report_html(const struct report *report, struct strbuf *out)
{
	struct arena *arena = arena_new();
	struct switch_map map;
	struct error error;

	if (!arena || switch_map_make(report, arena, &map, &error)) {
		out->failed = true;
	} else {
		add_page(report, &map, out);
	}
	arena_free(arena);
}
