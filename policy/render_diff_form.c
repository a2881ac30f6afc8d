/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The form of a diff for people: sections and items, in text or markdown. */
#include "policy/render_diff_form.h"

#include "policy/port_names.h"

#include <string.h>

enum { NAMES_LIMIT = 240 };

void diff_section(const struct diff_writer *writer, const char *title)
{
	if (writer->markdown) {
		strbuf_addf(writer->out, "\n### %c%s\n\n", title[0] - 'a' + 'A',
			    title + 1);
	} else {
		strbuf_addf(writer->out, "\n%s\n", title);
	}
}

void diff_item(const struct diff_writer *writer, int depth, char sign)
{
	strbuf_addf(writer->out, "%*s", depth * 2 + (writer->markdown ? 0 : 2),
		    "");
	if (writer->markdown) {
		strbuf_addstr(writer->out, "- ");
	} else if (sign != ' ') {
		strbuf_addf(writer->out, "%c ", sign);
	}
}

void diff_item_end(const struct diff_writer *writer)
{
	strbuf_addch(writer->out, '\n');
}

/* Names as code, so that nothing in them is taken for markdown. */
static void add_code(const struct diff_writer *writer, const char *text)
{
	const char *fence = !writer->markdown   ? ""
			    : strchr(text, '`') ? "``"
						: "`";

	strbuf_addf(writer->out, "%s%s%s%s%s", fence,
		    fence[0] && fence[1] ? " " : "", text,
		    fence[0] && fence[1] ? " " : "", fence);
}

void diff_label(const struct diff_writer *writer, size_t row)
{
	struct strbuf label = STRBUF_INIT;

	compared_partition_label(&writer->diff->comparison->partitions[row],
				 &label);
	writer->out->failed |= label.failed;
	add_code(writer, strbuf_text(&label));
	strbuf_free(&label);
}

void diff_ports(const struct diff_writer *writer, const size_t *rows,
		size_t count)
{
	struct strbuf names = STRBUF_INIT;

	port_names_add(writer->diff->comparison->ports, rows, count,
		       writer->all ? 0 : NAMES_LIMIT, &names);
	writer->out->failed |= names.failed;
	add_code(writer, strbuf_text(&names));
	if (count > 1) {
		strbuf_addf(writer->out, " (%zu ports)", count);
	}
	strbuf_free(&names);
}

void diff_port(const struct diff_writer *writer, size_t row)
{
	struct strbuf name = STRBUF_INIT;

	port_name_add(&writer->diff->comparison->ports->items[row], &name);
	writer->out->failed |= name.failed;
	add_code(writer, strbuf_text(&name));
	strbuf_free(&name);
}

char diff_sign(bool before, bool after)
{
	return !before ? '+' : !after ? '-' : '~';
}
