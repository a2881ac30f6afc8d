/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A partition diff as a review comment: plain text, or markdown. */
#include "policy/render_diff_form.h"

#include <string.h>

static void write_held(const struct diff_writer *writer)
{
	const struct guard_result *guard = writer->diff->guard;
	const struct diag_list *assertions = writer->diff->input->assertions;
	size_t i;

	if (!partition_diff_held(writer->diff)) {
		return;
	}
	diff_section(writer, "held because");
	for (i = 0; i < guard->reason_count; i++) {
		diff_item(writer, 0, ' ');
		strbuf_addstr(writer->out, guard->reasons[i].message);
		diff_item_end(writer);
	}
	for (i = 0; assertions && i < assertions->count; i++) {
		if (assertions->items[i].severity != DIAG_ERROR) {
			continue;
		}
		diff_item(writer, 0, ' ');
		diag_format_pos(writer->out, assertions->items[i].pos);
		strbuf_addf(writer->out, ": %s", assertions->items[i].message);
		diff_item_end(writer);
	}
}

/* "joins a 0x0001 as full", "leaves a 0x0001 (was full)", "a 0x0001: limited
 * -> full" */
static void add_change(const struct diff_writer *writer, size_t row,
		       enum ib_membership before, enum ib_membership after)
{
	if (!before) {
		strbuf_addstr(writer->out, "joins ");
		diff_label(writer, row);
		strbuf_addf(writer->out, " as %s", ib_membership_name(after));
	} else if (!after) {
		strbuf_addstr(writer->out, "leaves ");
		diff_label(writer, row);
		strbuf_addf(writer->out, " (was %s)",
			    ib_membership_name(before));
	} else {
		diff_label(writer, row);
		strbuf_addf(writer->out, ": %s -> %s",
			    ib_membership_name(before),
			    ib_membership_name(after));
	}
}

static void write_group(const struct diff_writer *writer,
			const struct diff_group *group)
{
	size_t i;

	diff_item(writer, 0, ' ');
	diff_ports(writer, group->ports, group->port_count);
	diff_item_end(writer);
	for (i = 0; i < group->step_count; i++) {
		const struct diff_step *step = &group->steps[i];

		diff_item(writer, 1,
			  diff_sign(step->sides[PLAN_BEFORE],
				    step->sides[PLAN_AFTER]));
		add_change(writer, step->partition, step->sides[PLAN_BEFORE],
			   step->sides[PLAN_AFTER]);
		diff_item_end(writer);
	}
	if (group->index0[PLAN_BEFORE] != group->index0[PLAN_AFTER]) {
		diff_item(writer, 1, '~');
		strbuf_addstr(writer->out, "index 0: ");
		diff_label(writer, group->index0[PLAN_BEFORE]);
		strbuf_addstr(writer->out, " -> ");
		diff_label(writer, group->index0[PLAN_AFTER]);
		strbuf_addstr(writer->out,
			      " (the parent IPoIB interface moves with it)");
		diff_item_end(writer);
	}
}

static void write_ports(const struct diff_writer *writer)
{
	size_t i;

	if (writer->diff->group_count) {
		diff_section(writer, "ports");
	}
	for (i = 0; i < writer->diff->group_count; i++) {
		write_group(writer, &writer->diff->groups[i]);
	}
}

static void write_keywords(const struct diff_writer *writer)
{
	size_t i;

	if (writer->diff->keyword_count) {
		diff_section(writer,
			     "ports that nobody names, declared or not");
	}
	for (i = 0; i < writer->diff->keyword_count; i++) {
		const struct diff_keyword *keyword = &writer->diff->keywords[i];

		diff_item(writer, 0,
			  diff_sign(keyword->sides[PLAN_BEFORE],
				    keyword->sides[PLAN_AFTER]));
		strbuf_addf(writer->out, "%s ", keyword->keyword);
		add_change(writer, keyword->partition,
			   keyword->sides[PLAN_BEFORE],
			   keyword->sides[PLAN_AFTER]);
		diff_item_end(writer);
	}
}

/* "MTU 2048, 10 Gb/s": what is not said is what OpenSM has by default. */
static void add_values(const struct diff_writer *writer,
		       const struct plan_group *group)
{
	if (group->mtu) {
		strbuf_addf(writer->out, "MTU %u", group->mtu);
	} else {
		strbuf_addstr(writer->out, "the smallest MTU");
	}
	if (group->rate) {
		strbuf_addf(writer->out, ", %u Gb/s", group->rate);
	} else {
		strbuf_addstr(writer->out, ", the smallest rate");
	}
	if (group->sl) {
		strbuf_addf(writer->out, ", SL %d", group->sl);
	}
	strbuf_addf(writer->out, ", Q_Key 0x%llx",
		    (unsigned long long)group->qkey);
	if (group->tclass) {
		strbuf_addf(writer->out, ", TClass %d", group->tclass);
	}
	if (group->flow_label) {
		strbuf_addf(writer->out, ", flow label 0x%llx",
			    (unsigned long long)group->flow_label);
	}
}

/* One side of an MTU or a rate, which may be left to the fabric. */
static void add_side(const struct diff_writer *writer, unsigned int value,
		     const char *unit)
{
	if (value) {
		strbuf_addf(writer->out, "%u%s", value, unit);
	} else {
		strbuf_addstr(writer->out, "the smallest");
	}
}

static const char *add_limit(const struct diff_writer *writer, const char *name,
			     unsigned int before, unsigned int after,
			     const char *unit, const char *separator)
{
	if (before == after) {
		return separator;
	}
	strbuf_addf(writer->out, "%s%s ", separator, name);
	add_side(writer, before, after ? "" : unit);
	strbuf_addstr(writer->out, " -> ");
	add_side(writer, after, unit);
	return ", ";
}

/* "MTU 4096 -> 2048, SL 0 -> 1": the fields that differ. */
static void add_differences(const struct diff_writer *writer,
			    const struct plan_group *before,
			    const struct plan_group *after)
{
	const struct {
		const char *name;
		const char *format;
		long long before, after;
	} rows[] = {
		{"SL", "%s%s %lld -> %lld", before->sl, after->sl},
		{"Q_Key", "%s%s 0x%llx -> 0x%llx", before->qkey, after->qkey},
		{"TClass", "%s%s %lld -> %lld", before->tclass, after->tclass},
		{"flow label", "%s%s 0x%llx -> 0x%llx", before->flow_label,
		 after->flow_label},
	};
	const char *separator;
	size_t i;

	separator = add_limit(writer, "MTU", before->mtu, after->mtu, "", "");
	separator = add_limit(writer, "rate", before->rate, after->rate,
			      " Gb/s", separator);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].before != rows[i].after) {
			strbuf_addf(writer->out, rows[i].format, separator,
				    rows[i].name, rows[i].before,
				    rows[i].after);
			separator = ", ";
		}
	}
}

static void write_multicast(const struct diff_writer *writer,
			    const struct diff_multicast *multicast)
{
	const struct plan_group *before = &multicast->sides[PLAN_BEFORE];
	const struct plan_group *after = &multicast->sides[PLAN_AFTER];
	char mgid[IB_MGID_TEXT];

	diff_item(writer, 0,
		  diff_sign(multicast->there[PLAN_BEFORE],
			    multicast->there[PLAN_AFTER]));
	diff_label(writer, multicast->partition);
	strbuf_addf(writer->out, " %s",
		    ib_mgid_format(mgid, multicast->there[PLAN_AFTER]
						 ? after->mgid
						 : before->mgid));
	if (!multicast->there[PLAN_BEFORE]) {
		strbuf_addstr(writer->out, " is new: ");
		add_values(writer, after);
	} else if (!multicast->there[PLAN_AFTER]) {
		strbuf_addstr(writer->out, " goes, it had ");
		add_values(writer, before);
	} else {
		strbuf_addstr(writer->out, ": ");
		add_differences(writer, before, after);
	}
	diff_item_end(writer);
	if (multicast->ignored_when_live) {
		diff_item(writer, 1, ' ');
		strbuf_addstr(writer->out,
			      "not applied to a live group: OpenSM keeps it "
			      "until a sweep without the partition, or a "
			      "restart");
		diff_item_end(writer);
	}
}

static void write_multicasts(const struct diff_writer *writer)
{
	size_t i;

	if (writer->diff->multicast_count) {
		diff_section(writer, "multicast groups");
	}
	for (i = 0; i < writer->diff->multicast_count; i++) {
		write_multicast(writer, &writer->diff->multicasts[i]);
	}
}

static int sl_of(const struct plan_partition *partition)
{
	return partition->sl < 0 ? 0 : partition->sl;
}

static void write_partition(const struct diff_writer *writer, size_t row)
{
	const struct compared_partition *partition =
		&writer->diff->comparison->partitions[row];
	const struct plan_partition *before = partition->sides[PLAN_BEFORE];
	const struct plan_partition *after = partition->sides[PLAN_AFTER];

	diff_item(writer, 0, diff_sign(before, after));
	diff_label(writer, row);
	if (!before) {
		strbuf_addstr(writer->out, " is new");
	} else if (!after) {
		strbuf_addstr(writer->out, " goes");
	} else if (strcmp(before->name, after->name) != 0) {
		strbuf_addstr(writer->out, " was named \"");
		strbuf_add_safe(writer->out, before->name,
				strlen(before->name));
		strbuf_addstr(writer->out, "\"");
	}
	if (before && after && sl_of(before) != sl_of(after)) {
		strbuf_addf(writer->out, ": SL %d -> %d", sl_of(before),
			    sl_of(after));
	}
	diff_item_end(writer);
}

static void write_partitions(const struct diff_writer *writer)
{
	size_t i;

	if (writer->diff->partition_count) {
		diff_section(writer, "partitions");
	}
	for (i = 0; i < writer->diff->partition_count; i++) {
		write_partition(writer, writer->diff->partitions[i]);
	}
}

void render_diff(const struct partition_diff *diff, enum diff_format format,
		 bool all, struct strbuf *out)
{
	const struct diff_writer writer = {diff, format == DIFF_MARKDOWN, all,
					   out};

	strbuf_addstr(out, writer.markdown ? "**" : "");
	partition_diff_head(diff, out);
	strbuf_addstr(out, writer.markdown ? "**\n" : "\n");
	write_held(&writer);
	write_ports(&writer);
	write_keywords(&writer);
	write_partitions(&writer);
	write_multicasts(&writer);
	diff_write_reach(&writer);
	diff_write_quirks(&writer, PLAN_BEFORE);
	diff_write_quirks(&writer, PLAN_AFTER);
}
