/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One finding as text: where, what was expected and found, what to do. */
#ifndef IBPOLICY_RENDER_FINDING_TEXT_H
#define IBPOLICY_RENDER_FINDING_TEXT_H

#include "policy/report.h"

/* A block of lines within 80 columns: subject and check first, labelled facts
 * below. */
void render_finding_text(const struct report *report,
			 const struct finding *finding, struct strbuf *out);

/* "a, b, c and 12 more", in one line. */
void render_names_text(const char *const *names, size_t count, size_t limit,
		       struct strbuf *out);

#endif
