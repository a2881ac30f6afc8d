/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The top of a text report: the verdict, what changed, what was looked at. */
#ifndef IBPOLICY_RENDER_HEAD_TEXT_H
#define IBPOLICY_RENDER_HEAD_TEXT_H

#include "policy/report.h"

enum { HEAD_LABEL_COLUMN = 13 }; /* where the facts of the head begin */

void render_head_text(const struct report *report,
		      const struct report_totals *totals, struct strbuf *out);

/* "  label      ", up to HEAD_LABEL_COLUMN. */
void render_head_label(struct strbuf *out, const char *label);

#endif
