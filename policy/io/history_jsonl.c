/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* history.jsonl: one line for each finding opened, changed or cleared. */
#include "policy/io/history_jsonl.h"

#include "policy/io/json_writer.h"

/* state: FINDING_CLEARED, or that of the item. */
static int write_line(const char *event, int64_t at,
		      const struct drift_item *item, enum finding_state state,
		      struct strbuf *out, struct error *error)
{
	struct json_writer writer = {0};
	json_t *line = json_object();

	json_writer_time(&writer, line, "at", at);
	json_writer_text(&writer, line, "event", event);
	if (item) {
		json_writer_text(&writer, line, "id", item->id);
		json_writer_text(&writer, line, "check", item->check);
		json_writer_text(&writer, line, "severity",
				 severity_name(item->severity));
		json_writer_text(&writer, line, "state",
				 finding_state_name(state));
		json_writer_bool(&writer, line, "suppressed", item->suppressed);
		json_writer_text(&writer, line, "subject", item->subject.name);
		json_writer_guid(&writer, line, "port_guid",
				 item->subject.port_guid);
		json_writer_guid(&writer, line, "node_guid",
				 item->subject.node_guid);
		json_writer_time(&writer, line, "first_seen", item->first_seen);
		json_writer_text(&writer, line, "message", item->message);
	}
	return json_writer_finish(&writer, line, true, out, error);
}

int history_jsonl_write(const struct history_event *events, size_t count,
			int64_t at, bool baseline, struct strbuf *out,
			struct error *error)
{
	size_t i;

	if (baseline &&
	    write_line("baseline", at, NULL, FINDING_ONGOING, out, error)) {
		return -1;
	}
	for (i = 0; i < count; i++) {
		const char *event = baseline
					    ? "standing"
					    : history_kind_name(events[i].kind);

		if (write_line(event, at, events[i].item,
			       events[i].kind == HISTORY_CLEARED
				       ? FINDING_CLEARED
				       : events[i].item->state,
			       out, error)) {
			return -1;
		}
	}
	return 0;
}
