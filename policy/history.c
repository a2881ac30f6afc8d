/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What happened to findings between two reports. */
#include "policy/history.h"

#include <string.h>

static const char *const kind_names[HISTORY_KIND_COUNT] = {
	[HISTORY_OPENED] = "opened",
	[HISTORY_CHANGED] = "changed",
	[HISTORY_CLEARED] = "cleared",
};

const char *history_kind_name(enum history_kind kind)
{
	return kind_names[kind];
}

static bool differs(const struct drift_item *a, const struct drift_item *b)
{
	return a->severity != b->severity || a->suppressed != b->suppressed ||
	       (a->state == FINDING_FLAPPING) !=
		       (b->state == FINDING_FLAPPING) ||
	       strcmp(a->message, b->message) != 0;
}

/* was, is: the item of one id before and now; NULL: not there. */
static bool happened(const struct drift_item *was, const struct drift_item *is,
		     struct history_event *event)
{
	bool shown_before = was && !was->pending;
	bool shown_now = is && !is->pending;

	event->item = shown_now ? is : was;
	if (shown_now && !shown_before) {
		event->kind = HISTORY_OPENED;
	} else if (shown_before && !shown_now) {
		event->kind = HISTORY_CLEARED;
	} else if (shown_now && differs(was, is)) {
		event->kind = HISTORY_CHANGED;
	} else {
		return false;
	}
	return true;
}

int history_events(const struct drift_memory *before,
		   const struct drift_memory *after, struct arena *arena,
		   struct history_event **events, size_t *count,
		   struct error *error)
{
	size_t before_count = before ? before->item_count : 0;
	struct history_event *list;
	size_t i = 0, j = 0, n = 0;

	list = arena_array(arena, before_count + after->item_count,
			   sizeof(*list));
	if (!list) {
		return error_no_memory(error);
	}
	while (i < before_count || j < after->item_count) {
		const struct drift_item *was =
			i < before_count ? &before->items[i] : NULL;
		const struct drift_item *is =
			j < after->item_count ? &after->items[j] : NULL;
		int order = !was ? 1 : !is ? -1 : strcmp(was->id, is->id);

		n += happened(order <= 0 ? was : NULL, order >= 0 ? is : NULL,
			      &list[n]);
		i += order <= 0;
		j += order >= 0;
	}
	*events = list;
	*count = n;
	return 0;
}
