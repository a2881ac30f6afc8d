/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The report as one self-contained page: no network, no script. */
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
	"article,.map{break-inside:avoid}}";

static void add_text(struct strbuf *out, const char *text)
{
	static const struct {
		char raw;
		const char *entity;
	} entities[] = {
		{'&', "&amp;"},  {'<', "&lt;"},   {'>', "&gt;"},
		{'"', "&quot;"}, {'\'', "&#39;"},
	};
	size_t i;

	for (; *text; text++) {
		for (i = 0; i < sizeof(entities) / sizeof(entities[0]); i++) {
			if (entities[i].raw == *text) {
				break;
			}
		}
		if (i < sizeof(entities) / sizeof(entities[0])) {
			strbuf_addstr(out, entities[i].entity);
		} else {
			strbuf_addch(out, *text);
		}
	}
}

static void add_row(struct strbuf *out, const char *term, const char *text)
{
	if (!text) {
		return;
	}
	strbuf_addf(out, "<dt>%s</dt><dd>", term);
	add_text(out, text);
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
		add_text(out, finding->affected[i]);
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
	add_text(out, finding->subject.name);
	strbuf_addf(out, "</h3>\n<span class=\"tag\">%s</span> %s",
		    severity_name(finding->severity), finding->check);
	if (finding->state != FINDING_ONGOING) {
		strbuf_addf(out, " <strong>%s</strong>",
			    finding_state_name(finding->state));
	}
	strbuf_addstr(out, "\n<p>");
	add_text(out, finding->message);
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
	add_row(out, "next", finding->hint);
	strbuf_addstr(out, "</dl>\n");
	add_affected(finding, out);
	add_map_link(finding, map, out);
	strbuf_addstr(out, "</article>\n");
}

enum page_section { SECTION_OPEN, SECTION_SUPPRESSED };

static void add_section(const struct report *report, enum severity severity,
			enum page_section section, const char *title,
			const struct switch_map *map, struct strbuf *out)
{
	bool begun = false;
	size_t i;

	for (i = 0; i < report->finding_count; i++) {
		const struct finding *finding = &report->findings[i];

		if (finding->pending ||
		    finding->suppressed != (section == SECTION_SUPPRESSED) ||
		    (severity && finding->severity != severity)) {
			continue;
		}
		if (!begun) {
			strbuf_addf(out, "<h2>%s</h2>\n", title);
			begun = true;
		}
		add_finding(finding, map, out);
	}
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
		add_text(out, item->reason);
		strbuf_addstr(out, "</dd>\n");
	}
	strbuf_addstr(out, "</dl>\n");
}

static void add_cell(const struct switch_map_cell *cell, struct strbuf *out)
{
	static const char *const css[] = {
		[SWITCH_MAP_UNKNOWN] = "unknown",
		[SWITCH_MAP_DOWN] = "down",
		[SWITCH_MAP_OK] = "ok",
		[SWITCH_MAP_SUPPRESSED] = "suppressed",
		[SWITCH_MAP_INFO] = "info",
		[SWITCH_MAP_WARNING] = "warning",
		[SWITCH_MAP_CRITICAL] = "critical",
	};
	static const char *const mark[] = {
		[SWITCH_MAP_UNKNOWN] = "?",  [SWITCH_MAP_DOWN] = "&#183;",
		[SWITCH_MAP_OK] = "=",       [SWITCH_MAP_SUPPRESSED] = "s",
		[SWITCH_MAP_INFO] = "i",     [SWITCH_MAP_WARNING] = "W",
		[SWITCH_MAP_CRITICAL] = "C",
	};
	const char *element = cell->finding ? "a" : "span";

	strbuf_addf(out, "<%s class=\"%s\" id=\"p-%016llx-%u\"", element,
		    css[cell->state], (unsigned long long)cell->node_guid,
		    cell->number);
	if (cell->finding) {
		strbuf_addf(out, " href=\"#f-%s\"", cell->finding->id);
	}
	strbuf_addf(out, "><b>%s</b>%u</%s>", mark[cell->state], cell->number,
		    element);
}

static void add_switch(const struct switch_map_row *row, struct strbuf *out)
{
	size_t i;

	strbuf_addstr(out, "<h3>");
	add_text(out, row->name);
	if (row->location) {
		strbuf_addstr(out, " &#183; ");
		add_text(out, row->location);
	}
	strbuf_addstr(out, "</h3>\n<div class=\"map\">");
	for (i = 0; i < row->cell_count; i++) {
		add_cell(&row->cells[i], out);
	}
	strbuf_addstr(out, "</div>\n");
}

static void add_map(const struct switch_map *map, struct strbuf *out)
{
	size_t i, quiet = 0;

	if (!map->row_count) {
		return;
	}
	strbuf_addstr(out,
		      "<h2>Switches by port</h2>\n<p class=\"head\">"
		      "C critical, W warning, i info, s accepted, = in order, "
		      "&#183; no link, ? not known. A marked port leads to its "
		      "finding.</p>\n");
	for (i = 0; i < map->row_count; i++) {
		if (map->rows[i].marked) {
			add_switch(&map->rows[i], out);
		} else {
			quiet++;
		}
	}
	if (!quiet) {
		return;
	}
	strbuf_addf(out,
		    "<details><summary>%zu switch%s without findings"
		    "</summary>\n",
		    quiet, quiet == 1 ? "" : "es");
	for (i = 0; i < map->row_count; i++) {
		if (!map->rows[i].marked) {
			add_switch(&map->rows[i], out);
		}
	}
	strbuf_addstr(out, "</details>\n");
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
	add_text(out, report->inventory_path ? report->inventory_path : "-");
	if (inventory && inventory->revision) {
		strbuf_addstr(out, ", ");
		add_text(out, inventory->revision);
	}
	if (inventory) {
		strbuf_addf(out, ", sha256 %.12s", inventory->sha256);
	}
	for (i = 0; i < report->sheet_count; i++) {
		strbuf_addstr(out, i ? ", " : "<br>\ncabling ");
		add_text(out, report->sheets[i]);
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
	add_text(out, report->tool);
	strbuf_addstr(out, "</p>\n");
}

static void add_master(const struct report *report, struct strbuf *out)
{
	char guid[IB_GUID_TEXT];

	strbuf_addstr(out, "<br>\nThis SM is not the master: the partitions "
			   "of the master are in force, not ours, and nothing "
			   "on this page tells how the fabric is. Master: ");
	if (report->master_name) {
		add_text(out, report->master_name);
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
	add_text(out, fabric ? fabric : "fabric");
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
	static const struct {
		enum severity severity;
		const char *title;
	} sections[] = {
		{SEVERITY_CRITICAL, "Critical"},
		{SEVERITY_WARNING, "Warning"},
		{SEVERITY_INFO, "Info"},
	};
	size_t i;

	strbuf_addstr(out,
		      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		      "<meta charset=\"utf-8\">\n"
		      "<meta name=\"viewport\" "
		      "content=\"width=device-width,initial-scale=1\">\n"
		      "<meta http-equiv=\"Content-Security-Policy\" content=\""
		      "default-src 'none';style-src 'unsafe-inline';img-src "
		      "data:\">\n"
		      "<link rel=\"icon\" href=\"data:,\">\n<title>");
	add_text(out, report->inventory && report->inventory->fabric
			      ? report->inventory->fabric
			      : "fabric");
	strbuf_addf(out, ": %s</title>\n<style>%s</style>\n</head>\n<body>\n",
		    verdict_name(report_verdict(report)), page_style);
	add_verdict(report, out);
	for (i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
		add_section(report, sections[i].severity, SECTION_OPEN,
			    sections[i].title, map, out);
	}
	add_unassessed(report, out);
	add_section(report, SEVERITY_UNSET, SECTION_SUPPRESSED,
		    "Known and accepted", map, out);
	add_map(map, out);
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
