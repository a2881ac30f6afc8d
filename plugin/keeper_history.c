/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The keeper's history.jsonl: what was opened, changed, cleared, and when. */
#include "plugin/keeper_state.h"

#include "policy/io/history_jsonl.h"

/* About a hundred thousand lines; the file before this one is kept. */
enum { HISTORY_LIMIT = 32 << 20 };

static int append(struct keeper *keeper, const struct drift_memory *after,
		  bool baseline, struct error *error)
{
	const struct drift_memory *before = baseline ? NULL : keeper->memory;
	struct arena *arena = arena_new();
	struct strbuf lines = STRBUF_INIT;
	struct history_event *events;
	size_t count;
	int result = -1;

	if (!arena) {
		error_no_memory(error);
	} else if (history_events(before, after, arena, &events, &count,
				  error) == 0 &&
		   history_jsonl_write(events, count, after->made_at, baseline,
				       &lines, error) == 0) {
		result = publish_append(keeper->dir, "history.jsonl",
					strbuf_text(&lines), lines.length,
					HISTORY_LIMIT, &keeper->history_size,
					error);
	}
	strbuf_free(&lines);
	arena_free(arena);
	return result;
}

void keeper_write_history(struct keeper *keeper,
			  const struct drift_memory *after)
{
	struct error error;
	size_t size;

	/* Another size: it was begun anew, cut or edited. */
	if (publish_append(keeper->dir, "history.jsonl", NULL, 0, HISTORY_LIMIT,
			   &size, &error) == 0 &&
	    append(keeper, after,
		   size == 0 || size != keeper->history_size ||
			   !keeper->memory || !keeper->history_goes_on,
		   &error) == 0) {
		keeper->history_goes_on = true;
		fault_clear(keeper, FAULT_HISTORY);
		return;
	}
	/* The next report says all that stands, as after a restart. */
	keeper->history_goes_on = false;
	keeper->counters[STATUS_PUBLISH_FAILURES]++;
	fault_set(keeper, FAULT_HISTORY, after->made_at,
		  "the reports are not affected", "%s", error.message);
}
