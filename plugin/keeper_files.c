/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The keeper's files in the output directory: render and publish. */
#include "plugin/keeper_state.h"

#include "policy/io/report_json.h"
#include "policy/io/snapshot_jsonl.h"
#include "policy/report.h"

static int write_json(const struct keeper *keeper, const struct report *report,
		      struct strbuf *out)
{
	(void)keeper;
	return report_json_write(report, out, NULL);
}

static int write_text(const struct keeper *keeper, const struct report *report,
		      struct strbuf *out)
{
	render_report_text(report, out);
	if (keeper->held_diff.length > 0) {
		strbuf_addstr(out, "\nNOT PUBLISHED: what the new partition "
				   "plan would change\n\n");
		strbuf_add(out, keeper->held_diff.data,
			   keeper->held_diff.length);
	}
	return out->failed ? -1 : 0;
}

static int write_html(const struct keeper *keeper, const struct report *report,
		      struct strbuf *out)
{
	(void)keeper;
	render_report_html(report, out);
	return out->failed ? -1 : 0;
}

static const struct {
	const char *name;
	int (*write)(const struct keeper *keeper, const struct report *report,
		     struct strbuf *out);
} report_files[] = {
	{"drift.txt", write_text},
	{"drift.json", write_json},
	{"drift.html", write_html},
};

static int publish_text(struct keeper *keeper, const char *name,
			const struct strbuf *text, int64_t now)
{
	struct error error;

	if (publish_file(keeper->dir, name, strbuf_text(text), text->length,
			 NULL, &error) == 0) {
		return 0;
	}
	keeper->counters[STATUS_PUBLISH_FAILURES]++;
	fault_set(keeper, FAULT_REPORT, now,
		  "the file that was there stays as it was", "%s",
		  error.message);
	return -1;
}

int keeper_write_report(struct keeper *keeper, const struct report *report)
{
	size_t i;

	for (i = 0; i < sizeof(report_files) / sizeof(report_files[0]); i++) {
		struct strbuf text = STRBUF_INIT;
		int status = report_files[i].write(keeper, report, &text);

		if (status == 0) {
			status = publish_text(keeper, report_files[i].name,
					      &text, report->now);
		}
		strbuf_free(&text);
		if (status != 0) {
			return -1;
		}
	}
	return 0;
}

void keeper_write_snapshot(struct keeper *keeper, int64_t now)
{
	struct strbuf text = STRBUF_INIT;

	if (keeper->dir && !keeper->config.refusal &&
	    snapshot_jsonl_write(keeper->subnet, &text, NULL) == 0) {
		publish_text(keeper, "snapshot.jsonl", &text, now);
	}
	strbuf_free(&text);
}
