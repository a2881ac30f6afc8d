/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which findings stand on the page: of each section the first ones. */
#ifndef IBPOLICY_HTML_CUT_H
#define IBPOLICY_HTML_CUT_H

#include "policy/report.h"

#include <stdbool.h>
#include <stddef.h>

enum html_section {
	HTML_CRITICAL,
	HTML_WARNING,
	HTML_INFO,
	HTML_SUPPRESSED,
	HTML_SECTION_COUNT
};

enum { HTML_SECTION_LIMIT = 200 }; /* findings of a section, without show_all */

struct html_cut {
	size_t count[HTML_SECTION_COUNT]; /* findings of the report */
	size_t shown[HTML_SECTION_COUNT]; /* of these, on the page */
	/* The last one of them; NULL: none. */
	const struct finding *last[HTML_SECTION_COUNT];
};

/* COUNT: the page does not list it (it is pending). */
enum html_section html_section_of(const struct finding *finding);

struct html_cut html_cut_make(const struct report *report);

/* For a finding of the report that the cut was made from. */
bool html_cut_shows(const struct html_cut *cut, const struct finding *finding);

#endif
