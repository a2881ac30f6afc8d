/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* drift.json: the report for programs. */
#include "policy/io/report_json.h"

#include "policy/io/json_writer.h"

static void write_subject(struct json_writer *writer, json_t *object,
			  const struct subject *subject)
{
	json_t *labels;
	size_t i;

	json_writer_text(writer, object, "kind",
			 subject_kind_name(subject->kind));
	json_writer_text(writer, object, "name", subject->name);
	json_writer_guid(writer, object, "port_guid", subject->port_guid);
	json_writer_guid(writer, object, "node_guid", subject->node_guid);
	if (subject->port >= 0) {
		json_writer_number(writer, object, "port", subject->port);
	}
	json_writer_text(writer, object, "location", subject->location);
	if (subject->label_count) {
		labels = json_writer_object(writer, object, "labels");
		for (i = 0; i < subject->label_count; i++) {
			json_writer_text(writer, labels, subject->labels[i].key,
					 subject->labels[i].value);
		}
	}
}

static void write_source(struct json_writer *writer, json_t *object,
			 struct source_pos pos)
{
	struct strbuf text = STRBUF_INIT;

	diag_format_pos(&text, pos);
	if (text.length) {
		json_writer_text(writer, object, "source", strbuf_text(&text));
	}
	writer->failed = writer->failed || text.failed;
	strbuf_free(&text);
}

static void write_names(struct json_writer *writer, json_t *object,
			const char *key, const char *const *names, size_t count)
{
	json_t *array = json_writer_array(writer, object, key);
	size_t i;

	for (i = 0; i < count; i++) {
		json_writer_append_text(writer, array, names[i]);
	}
}

static void write_openings(struct json_writer *writer, json_t *object,
			   const struct openings *openings)
{
	json_t *array = NULL;
	char when[TIME_TEXT];
	size_t i;

	for (i = 0; i < openings->count; i++) {
		if (!array) {
			array = json_writer_array(writer, object, "opened");
		}
		json_writer_append_text(writer, array,
					time_format(when, openings->times[i]));
	}
}

/* How long what was heard counts, where the inventory says it. */
static void write_window(struct json_writer *writer, json_t *object,
			 int window_sec)
{
	if (window_sec) {
		json_writer_number(writer, object, "window_sec", window_sec);
	}
}

static void write_suppressed(struct json_writer *writer, json_t *object,
			     const struct finding *finding)
{
	json_t *suppressed = json_writer_object(writer, object, "suppressed");

	json_writer_text(writer, suppressed, "by", finding->suppressed_by);
	json_writer_time(writer, suppressed, "until",
			 finding->suppressed_until);
}

static void write_finding(struct json_writer *writer, json_t *object,
			  const struct finding *finding)
{
	json_writer_text(writer, object, "id", finding->id);
	json_writer_text(writer, object, "check", finding->check);
	json_writer_text(writer, object, "severity",
			 severity_name(finding->severity));
	json_writer_text(writer, object, "state",
			 finding_state_name(finding->state));
	json_writer_time(writer, object, "first_seen", finding->first_seen);
	if (finding->before_takeover) {
		json_writer_bool(writer, object, "before_takeover", true);
	}
	write_openings(writer, object, &finding->openings);
	write_window(writer, object, finding->window_sec);
	if (finding->suppressed) {
		write_suppressed(writer, object, finding);
	}
	write_subject(writer, json_writer_object(writer, object, "subject"),
		      &finding->subject);
	if (finding->has_peer) {
		write_subject(writer,
			      json_writer_object(writer, object, "peer"),
			      &finding->peer);
	}
	json_writer_text(writer, object, "attribute", finding->attribute);
	json_writer_text(writer, object, "expected", finding->expected);
	json_writer_text(writer, object, "found", finding->found);
	json_writer_text(writer, object, "message", finding->message);
	json_writer_text(writer, object, "hint", finding->hint);
	write_source(writer, object, finding->source);
	if (finding->affected_count) {
		write_names(writer, object, "affected", finding->affected,
			    finding->affected_count);
	}
}

/* A finding that is not among the findings: remembered or cleared. */
static void write_item(struct json_writer *writer, json_t *object,
		       const struct drift_item *item, const char *state)
{
	json_t *peer;

	json_writer_text(writer, object, "id", item->id);
	json_writer_text(writer, object, "check", item->check);
	json_writer_text(writer, object, "severity",
			 severity_name(item->severity));
	json_writer_text(writer, object, "state", state);
	json_writer_time(writer, object, "first_seen", item->first_seen);
	if (item->before_takeover) {
		json_writer_bool(writer, object, "before_takeover", true);
	}
	write_openings(writer, object, &item->openings);
	write_window(writer, object, item->window_sec);
	if (item->pending) {
		json_writer_bool(writer, object, "pending", true);
	}
	if (item->carried) {
		json_writer_bool(writer, object, "carried", true);
	}
	if (item->suppressed) {
		json_writer_object(writer, object, "suppressed");
	}
	write_subject(writer, json_writer_object(writer, object, "subject"),
		      &item->subject);
	if (item->peer_name) {
		peer = json_writer_object(writer, object, "peer");
		json_writer_text(writer, peer, "name", item->peer_name);
	}
	json_writer_text(writer, object, "message", item->message);
}

static void write_head(struct json_writer *writer, json_t *root,
		       const struct report *report)
{
	const struct inventory *inventory = report->inventory;
	json_t *object;

	json_writer_number(writer, root, "format", 1);
	json_writer_text(writer, root, "tool", report->tool);
	json_writer_text(writer, root, "fabric",
			 inventory ? inventory->fabric : NULL);
	json_writer_time(writer, root, "reported_at", report->now);
	object = json_writer_object(writer, root, "inventory");
	json_writer_text(writer, object, "path", report->inventory_path);
	if (inventory) {
		json_writer_text(writer, object, "revision",
				 inventory->revision);
		json_writer_text(writer, object, "sha256", inventory->sha256);
	}
	if (report->sheets) {
		write_names(writer, root, "cabling", report->sheets,
			    report->sheet_count);
	}
	json_writer_text(writer, root, "plan_sha256", report->plan_sha256);
	object = json_writer_object(writer, root, "sweep");
	json_writer_time(writer, object, "at", report->sweep_at);
	json_writer_text(writer, object, "source",
			 subnet_source_name(report->source));
	json_writer_bool(writer, object, "errors", report->sweep_errors);
	if (report->sm.port_guid) {
		object = json_writer_object(writer, root, "sm");
		json_writer_guid(writer, object, "guid", report->sm.port_guid);
		json_writer_text(writer, object, "state",
				 ib_sm_state_name(report->sm.state));
		json_writer_number(writer, object, "priority",
				   report->sm.priority);
	}
	if (report->master_guid) {
		object = json_writer_object(writer, root, "master");
		json_writer_guid(writer, object, "guid", report->master_guid);
		json_writer_text(writer, object, "name", report->master_name);
	}
	json_writer_text(writer, root, "host", report->host);
	if (report->only) {
		write_names(writer, root, "only", report->only,
			    report->only_count);
	}
	json_writer_text(writer, root, "verdict",
			 verdict_name(report_verdict(report)));
}

static void write_totals(struct json_writer *writer, json_t *root,
			 const struct report *report)
{
	json_t *object = json_writer_object(writer, root, "totals");
	struct report_totals totals;

	report_count(report, &totals);
	json_writer_number(writer, object, "critical",
			   (int64_t)totals.critical);
	json_writer_number(writer, object, "warning", (int64_t)totals.warning);
	json_writer_number(writer, object, "info", (int64_t)totals.info);
	json_writer_number(writer, object, "suppressed",
			   (int64_t)totals.suppressed);
	json_writer_number(writer, object, "unassessed",
			   (int64_t)totals.unassessed);
	json_writer_number(writer, object, "pending", (int64_t)totals.pending);
	json_writer_number(writer, object, "new", (int64_t)totals.fresh);
	json_writer_number(writer, object, "flapping",
			   (int64_t)totals.flapping);
	json_writer_number(writer, object, "ports_judged",
			   (int64_t)report->ports_judged);
}

static void write_findings(struct json_writer *writer, json_t *root,
			   const struct report *report)
{
	json_t *array = json_writer_array(writer, root, "findings");
	size_t i;

	for (i = 0; i < report->finding_count; i++) {
		if (report_shows(&report->findings[i]) ||
		    report->findings[i].suppressed) {
			write_finding(writer,
				      json_writer_append_object(writer, array),
				      &report->findings[i]);
		}
	}
}

static void write_unassessed(struct json_writer *writer, json_t *root,
			     const struct report *report)
{
	json_t *array = json_writer_array(writer, root, "unassessed");
	json_t *object;
	size_t i;

	for (i = 0; i < report->unassessed_count; i++) {
		const struct unassessed *group = &report->unassessed[i];

		object = json_writer_append_object(writer, array);
		json_writer_text(writer, object, "check", group->check);
		json_writer_text(writer, object, "reason", group->reason);
		json_writer_number(writer, object, "count",
				   (int64_t)group->count);
		write_names(writer, object, "subjects", group->subjects,
			    group->count);
	}
}

static void write_waivers(struct json_writer *writer, json_t *root,
			  const struct report *report)
{
	const struct inventory *inventory = report->inventory;
	json_t *array, *object;
	size_t i;

	if (!inventory || !inventory->waiver_count) {
		return;
	}
	array = json_writer_array(writer, root, "waivers");
	for (i = 0; i < inventory->waiver_count; i++) {
		const struct inventory_waiver *waiver = &inventory->waivers[i];

		object = json_writer_append_object(writer, array);
		json_writer_text(writer, object, "check", waiver->check);
		json_writer_text(writer, object, "subject", waiver->subject);
		json_writer_text(writer, object, "owner", waiver->owner);
		json_writer_text(writer, object, "reason", waiver->reason);
		json_writer_time(writer, object, "until", waiver->until);
		json_writer_number(writer, object, "count",
				   (int64_t)report_waived(report, waiver));
		write_source(writer, object, waiver->pos);
	}
}

/* What may yet turn out to flap. */
static void write_gone(struct json_writer *writer, json_t *root,
		       const struct drift_memory *memory)
{
	json_t *array = json_writer_array(writer, root, "gone");
	json_t *object;
	size_t i;

	for (i = 0; i < memory->gone_count; i++) {
		object = json_writer_append_object(writer, array);
		json_writer_text(writer, object, "id", memory->gone[i].id);
		write_openings(writer, object, &memory->gone[i].openings);
	}
}

static void write_memory(struct json_writer *writer, json_t *root,
			 const struct drift_memory *memory)
{
	json_t *array = json_writer_array(writer, root, "cleared");
	size_t i;

	json_writer_time(writer, root, "since", memory->since);
	for (i = 0; i < memory->cleared_count; i++) {
		write_item(writer, json_writer_append_object(writer, array),
			   &memory->cleared[i],
			   finding_state_name(FINDING_CLEARED));
	}
	array = json_writer_array(writer, root, "remembered");
	for (i = 0; i < memory->item_count; i++) {
		const struct drift_item *item = &memory->items[i];

		if (item->carried || (item->pending && !item->suppressed)) {
			write_item(writer,
				   json_writer_append_object(writer, array),
				   item,
				   item->state == FINDING_FLAPPING
					   ? finding_state_name(item->state)
					   : NULL);
		}
	}
	if (memory->gone_count) {
		write_gone(writer, root, memory);
	}
}

int report_json_write(const struct report *report, struct strbuf *out,
		      struct error *error)
{
	struct json_writer writer = {false};
	json_t *root = json_object();

	write_head(&writer, root, report);
	write_totals(&writer, root, report);
	write_findings(&writer, root, report);
	write_unassessed(&writer, root, report);
	write_waivers(&writer, root, report);
	if (report->memory) {
		write_memory(&writer, root, report->memory);
	}
	return json_writer_finish(&writer, root, false, out, error);
}
