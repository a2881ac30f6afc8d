/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A diff for people: who can talk to whom, and what a file rests on. */
#include "policy/render_diff_form.h"

#include <string.h>

static const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

static void write_pairs(const struct diff_writer *writer,
			const struct reach_pair *pairs, size_t count,
			bool opened)
{
	size_t i;

	for (i = 0; i < count; i++) {
		diff_item(writer, 0, opened ? '+' : '-');
		diff_label(writer, pairs[i].a);
		strbuf_addstr(writer->out, " and ");
		diff_label(writer, pairs[i].b);
		strbuf_addstr(writer->out, opened ? " can newly talk, by "
						  : " can no longer talk, it "
						    "was by ");
		diff_label(writer, pairs[i].by);
		strbuf_addf(writer->out, " (%llu pair%s of ports)",
			    (unsigned long long)pairs[i].port_pairs,
			    plural(pairs[i].port_pairs));
		diff_item_end(writer);
	}
}

static void write_port_pairs(const struct diff_writer *writer, uint64_t total,
			     const uint64_t *by, bool opened)
{
	const char *separator = ": ";
	size_t row;

	if (!total) {
		return;
	}
	diff_item(writer, 0, opened ? '+' : '-');
	strbuf_addf(writer->out, "%llu pair%s of ports can %s talk",
		    (unsigned long long)total, plural(total),
		    opened ? "newly" : "no longer");
	for (row = 0; row < writer->diff->comparison->partition_count; row++) {
		if (by[row] == total) {
			strbuf_addstr(writer->out, ", by ");
			diff_label(writer, row);
		} else if (by[row]) {
			strbuf_addf(writer->out, "%s%llu by ", separator,
				    (unsigned long long)by[row]);
			diff_label(writer, row);
			separator = ", ";
		}
	}
	diff_item_end(writer);
}

static void list_pair(void *context, const struct diff_port_pair *pair)
{
	const struct diff_writer *writer = context;

	diff_item(writer, 1, pair->gained ? '+' : '-');
	diff_port(writer, pair->a);
	strbuf_addstr(writer->out, " and ");
	diff_port(writer, pair->b);
	strbuf_addstr(writer->out, ", by ");
	diff_label(writer, pair->by);
	diff_item_end(writer);
}

static void list_pairs(struct diff_writer writer, bool gained)
{
	if (writer.all) {
		partition_diff_each_pair(writer.diff, gained, list_pair,
					 &writer);
	}
}

void diff_write_reach(const struct diff_writer *writer)
{
	const struct reach_change *change = writer->diff->reach_change;

	if (!change->gained && !change->lost) {
		return;
	}
	diff_section(writer, "who can talk to whom");
	write_pairs(writer, change->opened, change->opened_count, true);
	write_pairs(writer, change->closed, change->closed_count, false);
	write_port_pairs(writer, change->gained, change->gained_by, true);
	list_pairs(*writer, true);
	write_port_pairs(writer, change->lost, change->lost_by, false);
	list_pairs(*writer, false);
}

static bool is_shown(const struct diff_writer *writer, const struct diag *quirk)
{
	return writer->all || quirk->severity != DIAG_NOTE;
}

static void write_quirk(const struct diff_writer *writer,
			const struct diag *quirk)
{
	struct strbuf line = STRBUF_INIT;

	diff_item(writer, 0, ' ');
	diag_format(&line, quirk);
	/* The hint stands on a line of its own in a diagnostic. */
	strbuf_add(writer->out, strbuf_text(&line),
		   strcspn(strbuf_text(&line), "\n"));
	if (quirk->hint) {
		strbuf_addf(writer->out, " (%s)", quirk->hint);
	}
	diff_item_end(writer);
	writer->out->failed |= line.failed;
	strbuf_free(&line);
}

/* "and 12 more warnings" where the reader kept the first ones only, "3 notes
 * are listed with --all". */
static void write_unlisted(const struct diff_writer *writer,
			   enum diag_severity severity, size_t total)
{
	static const char *const words[] = {"error", "warning", "note"};
	bool hidden = severity == DIAG_NOTE && !writer->all;
	size_t count = total;

	if (!hidden) {
		count = total > DIAG_LIMIT ? total - DIAG_LIMIT : 0;
	}
	if (!count) {
		return;
	}
	diff_item(writer, 0, ' ');
	strbuf_addf(writer->out, "%s%zu %s%s%s", hidden ? "" : "and ", count,
		    hidden ? "" : "more ", words[severity],
		    count == 1 ? "" : "s");
	if (hidden) {
		strbuf_addf(writer->out, " %s listed with --all",
			    count == 1 ? "is" : "are");
	}
	diff_item_end(writer);
}

void diff_write_quirks(const struct diff_writer *writer, enum plan_side side)
{
	const struct diff_side *from = &writer->diff->input->sides[side];
	size_t i;

	if (!from->conf || !from->conf->quirks.count) {
		return;
	}
	diff_section(writer, side == PLAN_BEFORE
				     ? "quirks the old file rests on"
				     : "quirks the new file rests on");
	for (i = 0; i < from->conf->quirks.count; i++) {
		if (is_shown(writer, &from->conf->quirks.items[i])) {
			write_quirk(writer, &from->conf->quirks.items[i]);
		}
	}
	for (i = DIAG_ERROR; i <= DIAG_NOTE; i++) {
		write_unlisted(writer, (enum diag_severity)i,
			       from->conf->quirks.total[i]);
	}
}
