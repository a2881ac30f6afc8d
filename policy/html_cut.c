/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which findings stand on the page: of each section the first ones. */
#include "policy/html_cut.h"

enum html_section html_section_of(const struct finding *finding)
{
	if (finding->pending) {
		return HTML_SECTION_COUNT;
	}
	if (finding->suppressed) {
		return HTML_SUPPRESSED;
	}
	return finding->severity == SEVERITY_CRITICAL  ? HTML_CRITICAL
	       : finding->severity == SEVERITY_WARNING ? HTML_WARNING
						       : HTML_INFO;
}

struct html_cut html_cut_make(const struct report *report)
{
	struct html_cut cut = {{0}, {0}, {NULL}};
	enum html_section section;
	size_t i;

	for (i = 0; i < report->finding_count; i++) {
		section = html_section_of(&report->findings[i]);
		if (section == HTML_SECTION_COUNT) {
			continue;
		}
		cut.count[section]++;
		if (report->show_all ||
		    cut.count[section] <= HTML_SECTION_LIMIT) {
			cut.shown[section] = cut.count[section];
			cut.last[section] = &report->findings[i];
		}
	}
	return cut;
}

bool html_cut_shows(const struct html_cut *cut, const struct finding *finding)
{
	enum html_section section = html_section_of(finding);

	/* The findings of a report are one array, in order. */
	return section != HTML_SECTION_COUNT && cut->last[section] &&
	       finding <= cut->last[section];
}
