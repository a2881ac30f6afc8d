/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* How long the worker takes for each of its steps, in the place itself: the
 * linker puts these between the callers and the functions (--wrap). */
#include <stdio.h>
#include <time.h>

#include "plugin/edition.h"
#include "plugin/osm_snapshot.h"
#include "policy/io/publish.h"
#include "policy/io/report_json.h"
#include "policy/io/snapshot_jsonl.h"
#include "policy/policy.h"
#include "policy/report.h"

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void said(const char *what, double start)
{
	fprintf(stderr, "worker: %-16s %8.2f ms\n", what, now_ms() - start);
}

/* The original and its stand-in: name, label, parameters, arguments. */
#define TIMED(name, label, parameters, arguments)                              \
	int __real_##name parameters;                                          \
	int __wrap_##name parameters;                                          \
	int __wrap_##name parameters                                           \
	{                                                                      \
		double start = now_ms();                                       \
		int status = __real_##name arguments;                          \
                                                                               \
		said(label, start);                                            \
		return status;                                                 \
	}

TIMED(edition_read, "read inventory",
      (const char *path, int64_t now, struct edition **edition,
       struct error *error),
      (path, now, edition, error))

TIMED(osm_snapshot_decode, "decode",
      (const struct osm_snapshot *snapshot, struct subnet **subnet,
       struct error *error),
      (snapshot, subnet, error))

TIMED(policy_evaluate, "evaluate",
      (const struct policy_input *input, struct policy_result **result,
       struct error *error),
      (input, result, error))

TIMED(report_json_write, "render JSON",
      (const struct report *report, struct strbuf *out, struct error *error),
      (report, out, error))

TIMED(snapshot_jsonl_write, "render snapshot",
      (const struct subnet *subnet, struct strbuf *out, struct error *error),
      (subnet, out, error))

TIMED(publish_file, "write file",
      (struct publish_dir * dir, const char *name, const char *bytes,
       size_t length, bool *changed, struct error *error),
      (dir, name, bytes, length, changed, error))

TIMED(publish_plan, "publish plan",
      (struct publish_dir * dir, const struct partition_plan *plan,
       bool *changed, char sha256[65], struct error *error),
      (dir, plan, changed, sha256, error))

#define TIMED_TEXT(name, label)                                                \
	void __real_##name(const struct report *report, struct strbuf *out);   \
	void __wrap_##name(const struct report *report, struct strbuf *out);   \
	void __wrap_##name(const struct report *report, struct strbuf *out)    \
	{                                                                      \
		double start = now_ms();                                       \
                                                                               \
		__real_##name(report, out);                                    \
		said(label, start);                                            \
	}

TIMED_TEXT(render_report_text, "render text")
TIMED_TEXT(render_report_html, "render page")
