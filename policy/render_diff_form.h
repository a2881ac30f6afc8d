/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The form of a diff for people: sections and items, in text or markdown. */
#ifndef IBPOLICY_RENDER_DIFF_FORM_H
#define IBPOLICY_RENDER_DIFF_FORM_H

#include "policy/partition_diff.h"

struct diff_writer {
	const struct partition_diff *diff;
	bool markdown, all;
	struct strbuf *out;
};

/* title begins with a small letter. */
void diff_section(const struct diff_writer *writer, const char *title);

/* An item of a list; sign: '+', '-', '~' or ' ', which markdown leaves to the
 * words. Its text follows, then diff_item_end(). */
void diff_item(const struct diff_writer *writer, int depth, char sign);
void diff_item_end(const struct diff_writer *writer);

/* "compute 0x0001" of a row of the comparison; names of ports. */
void diff_label(const struct diff_writer *writer, size_t row);
void diff_ports(const struct diff_writer *writer, const size_t *rows,
		size_t count);
void diff_port(const struct diff_writer *writer, size_t row);

/* '+', '-' or '~'. */
char diff_sign(bool before, bool after);

/* Further parts of the whole, which render_diff() puts together. */
void diff_write_reach(const struct diff_writer *writer);
void diff_write_quirks(const struct diff_writer *writer, enum plan_side side);

#endif
