/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The page's map: every switch, port by port. */
#include "policy/render_map_html.h"

#include "policy/html_text.h"

static void add_cell(const struct switch_map_cell *cell,
		     const struct html_cut *cut, struct strbuf *out)
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
	bool linked = cell->finding && html_cut_shows(cut, cell->finding);
	const char *element = linked ? "a" : "span";

	strbuf_addf(out, "<%s class=\"%s\" id=\"p-%016llx-%u\"", element,
		    css[cell->state], (unsigned long long)cell->node_guid,
		    cell->number);
	if (linked) {
		strbuf_addf(out, " href=\"#f-%s\"", cell->finding->id);
	}
	strbuf_addf(out, "><b>%s</b>%u</%s>", mark[cell->state], cell->number,
		    element);
}

static void add_switch(const struct switch_map_row *row,
		       const struct html_cut *cut, struct strbuf *out)
{
	size_t i;

	strbuf_addstr(out, "<h3>");
	html_text(out, row->name);
	if (row->location) {
		strbuf_addstr(out, " &#183; ");
		html_text(out, row->location);
	}
	strbuf_addstr(out, "</h3>\n<div class=\"map\">");
	for (i = 0; i < row->cell_count; i++) {
		add_cell(&row->cells[i], cut, out);
	}
	strbuf_addstr(out, "</div>\n");
}

void render_map_html(const struct switch_map *map, const struct html_cut *cut,
		     struct strbuf *out)
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
			add_switch(&map->rows[i], cut, out);
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
			add_switch(&map->rows[i], cut, out);
		}
	}
	strbuf_addstr(out, "</details>\n");
}
