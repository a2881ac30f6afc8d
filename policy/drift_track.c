/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Findings over time: what is new, ongoing, cleared, or still too young. */
#include "policy/drift_track.h"

#include "policy/drift_cover.h"
#include "policy/trap_log.h"

#include <stdlib.h>
#include <string.h>

/* Checks whose findings rest on what was heard, and for how long. */
static const struct {
	const char *check;
	int64_t window_sec; /* by default */
} heard[] = {
	{"trap.", 3600},
	{"link.flapping", 600},
};

/* What is to be written into a finding once nothing can fail any more. */
struct verdict_of_time {
	enum finding_state state;
	int64_t first_seen;
	bool before_takeover, pending;
	struct openings openings;
};

bool drift_judges(const char *const *only, size_t only_count, const char *check)
{
	static const char *const always[] = {"self.", "inventory."};
	size_t i, length;

	for (i = 0; i < sizeof(always) / sizeof(always[0]); i++) {
		if (!strncmp(check, always[i], strlen(always[i]))) {
			return true;
		}
	}
	for (i = 0; only && i < only_count; i++) {
		length = strlen(only[i]);
		if (!strncmp(check, only[i], length) &&
		    (check[length] == '\0' || check[length] == '.')) {
			return true;
		}
	}
	return !only;
}

struct drift_memory *drift_memory_new(void)
{
	struct arena *arena = arena_new();
	struct drift_memory *memory = NULL;

	if (arena) {
		memory = arena_alloc(arena, sizeof(*memory));
	}
	if (!memory) {
		arena_free(arena);
		return NULL;
	}
	memory->arena = arena;
	return memory;
}

void drift_memory_free(struct drift_memory *memory)
{
	if (memory) {
		arena_free(memory->arena);
	}
}

static int compare_ids(const void *left, const void *right)
{
	const struct drift_item *a = left, *b = right;

	return strcmp(a->id, b->id);
}

static int compare_gone(const void *left, const void *right)
{
	const struct drift_gone *a = left, *b = right;

	return strcmp(a->id, b->id);
}

static int compare_items(const void *left, const void *right)
{
	const struct drift_item *a = left, *b = right;
	int order;

	if (a->severity != b->severity) {
		return a->severity > b->severity ? -1 : 1;
	}
	order = subject_compare(&a->subject, &b->subject);
	return order ? order : strcmp(a->id, b->id);
}

void drift_memory_sort(struct drift_memory *memory)
{
	if (memory->item_count) {
		qsort(memory->items, memory->item_count, sizeof(*memory->items),
		      compare_ids);
	}
	if (memory->cleared_count) {
		qsort(memory->cleared, memory->cleared_count,
		      sizeof(*memory->cleared), compare_items);
	}
	if (memory->gone_count) {
		qsort(memory->gone, memory->gone_count, sizeof(*memory->gone),
		      compare_gone);
	}
}

static const struct drift_item *find_item(const struct drift_memory *memory,
					  const char *id)
{
	struct drift_item key = {0};

	if (!memory || !memory->item_count) {
		return NULL;
	}
	memcpy(key.id, id, sizeof(key.id));
	return bsearch(&key, memory->items, memory->item_count, sizeof(key),
		       compare_ids);
}

/* It may go on, although nobody has heard of it since the start. */
static bool was_heard_before(const struct drift_input *input,
			     const struct drift_item *item)
{
	int64_t window_sec;
	size_t i;

	for (i = 0; i < sizeof(heard) / sizeof(heard[0]); i++) {
		if (strncmp(item->check, heard[i].check,
			    strlen(heard[i].check)) == 0) {
			window_sec = item->window_sec ? item->window_sec
						      : heard[i].window_sec;
			if (window_sec > TRAP_LOG_KEEP_SEC) {
				window_sec = TRAP_LOG_KEEP_SEC;
			}
			return input->now - input->listening_since <=
			       window_sec;
		}
	}
	return false;
}

static const struct drift_gone *find_gone(const struct drift_memory *memory,
					  const char *id)
{
	struct drift_gone key = {0};

	if (!memory || !memory->gone_count) {
		return NULL;
	}
	memcpy(key.id, id, sizeof(key.id));
	return bsearch(&key, memory->gone, memory->gone_count, sizeof(key),
		       compare_gone);
}

/* opened: it is shown now and was not before. */
static void judge_openings(const struct finding *finding,
			   const struct drift_item *before,
			   const struct drift_input *input, bool opened,
			   struct verdict_of_time *time)
{
	const struct drift_gone *gone = find_gone(input->before, finding->id);

	if (before || gone) {
		time->openings = before ? before->openings : gone->openings;
		openings_forget(&time->openings, input->now);
	}
	if (opened) {
		openings_add(&time->openings, input->now);
	}
	if (!time->pending && openings_flap(&time->openings, finding->check)) {
		time->state = FINDING_FLAPPING;
	}
}

static struct verdict_of_time judge(const struct finding *finding,
				    const struct drift_item *before,
				    const struct drift_input *input)
{
	struct verdict_of_time result = {.state = FINDING_ONGOING,
					 .first_seen = input->now};

	if (!input->before ||
	    (!before &&
	     !drift_judges(input->before->only, input->before->only_count,
			   finding->check))) {
		result.before_takeover = true;
		return result;
	}
	if (before) {
		result.before_takeover = before->before_takeover;
		if (before->first_seen && before->first_seen < input->now) {
			result.first_seen = before->first_seen;
		}
	}
	if (!before || before->pending) {
		result.state = FINDING_NEW;
		result.pending =
			input->now - result.first_seen < finding->confirm_sec;
	}
	judge_openings(finding, before, input,
		       result.state == FINDING_NEW && !result.pending, &result);
	return result;
}

static int copy_text(struct arena *arena, const char **text)
{
	const char *copy = arena_strdup(arena, *text);

	if (*text && !copy) {
		return -1;
	}
	*text = copy;
	return 0;
}

/* Adds a copy whose texts stand in the arena of the memory. */
static int remember(struct drift_memory *memory, struct drift_item *items,
		    size_t *count, const struct drift_item *item)
{
	struct drift_item copy = *item;

	copy.subject.labels = NULL;
	copy.subject.label_count = 0;
	if (copy_text(memory->arena, &copy.check) ||
	    copy_text(memory->arena, &copy.message) ||
	    copy_text(memory->arena, &copy.subject.name) ||
	    copy_text(memory->arena, &copy.subject.location) ||
	    copy_text(memory->arena, &copy.peer_name)) {
		return -1;
	}
	items[(*count)++] = copy;
	return 0;
}

static int remember_finding(struct drift_memory *memory,
			    const struct finding *finding,
			    const struct verdict_of_time *time)
{
	struct drift_item item = {
		.check = finding->check,
		.message = finding->message,
		.severity = finding->severity,
		.pending = time->pending,
		.suppressed = finding->suppressed,
		.before_takeover = time->before_takeover,
		.state = time->state,
		.first_seen = time->first_seen,
		.openings = time->openings,
		.window_sec = finding->window_sec,
		.subject = finding->subject,
		.peer_name = finding->has_peer ? finding->peer.name : NULL,
	};

	memcpy(item.id, finding->id, sizeof(item.id));
	return remember(memory, memory->items, &memory->item_count, &item);
}

static void remember_gone(struct drift_memory *memory, const char *id,
			  const struct openings *openings, int64_t now)
{
	struct drift_gone gone = {.openings = *openings};

	memcpy(gone.id, id, sizeof(gone.id));
	openings_forget(&gone.openings, now);
	if (gone.openings.count) {
		memory->gone[memory->gone_count++] = gone;
	}
}

/* What was gone before and has not come back. */
static void stay_gone(struct drift_memory *memory,
		      const struct drift_input *input)
{
	const struct drift_memory *before = input->before;
	size_t i;

	drift_memory_sort(memory);
	for (i = 0; i < before->gone_count; i++) {
		if (!find_item(memory, before->gone[i].id)) {
			remember_gone(memory, before->gone[i].id,
				      &before->gone[i].openings, input->now);
		}
	}
}

static void carry(struct drift_item *item, int64_t now)
{
	item->carried = true;
	openings_forget(&item->openings, now);
	if (!openings_flap(&item->openings, item->check)) {
		item->state = FINDING_ONGOING;
	}
}

/* What was remembered and is not found now. found[] is by row of before. */
static int part_with(struct drift_memory *memory,
		     const struct drift_input *input,
		     const struct drift_covers *list, const bool *found)
{
	const struct drift_memory *before = input->before;
	struct drift_item item;
	size_t i;

	for (i = 0; i < before->item_count; i++) {
		item = before->items[i];
		if (found[i]) {
			continue;
		}
		if (!drift_judges(input->only, input->only_count, item.check) ||
		    drift_covers_item(list, &item) ||
		    was_heard_before(input, &item)) {
			carry(&item, input->now);
			if (remember(memory, memory->items, &memory->item_count,
				     &item)) {
				return -1;
			}
			continue;
		}
		remember_gone(memory, item.id, &item.openings, input->now);
		if (!item.pending && !item.suppressed &&
		    remember(memory, memory->cleared, &memory->cleared_count,
			     &item)) {
			return -1;
		}
	}
	return 0;
}

static int remember_only(struct drift_memory *memory,
			 const struct drift_input *input)
{
	const char **only;
	size_t i;

	if (!input->only) {
		return 0;
	}
	only = arena_array(memory->arena, input->only_count, sizeof(*only));
	if (!only) {
		return -1;
	}
	for (i = 0; i < input->only_count; i++) {
		only[i] = input->only[i];
		if (copy_text(memory->arena, &only[i])) {
			return -1;
		}
	}
	memory->only = only;
	memory->only_count = input->only_count;
	return 0;
}

static int track(const struct drift_input *input, struct drift_memory *memory,
		 struct arena *scratch, struct verdict_of_time *times)
{
	const struct drift_memory *before = input->before;
	size_t i, before_count = before ? before->item_count : 0;
	struct drift_covers list = {0};
	const struct drift_item *item;
	bool *found = arena_array(scratch, before_count, sizeof(*found));

	memory->items =
		arena_array(memory->arena, input->finding_count + before_count,
			    sizeof(*memory->items));
	memory->cleared = arena_array(memory->arena, before_count,
				      sizeof(*memory->cleared));
	memory->gone =
		arena_array(memory->arena,
			    before_count + (before ? before->gone_count : 0),
			    sizeof(*memory->gone));
	if (!found || !memory->items || !memory->cleared || !memory->gone ||
	    remember_only(memory, input) ||
	    drift_covers_make(input, scratch, &list)) {
		return -1;
	}
	for (i = 0; i < input->finding_count; i++) {
		item = find_item(before, input->findings[i].id);
		if (item) {
			found[item - before->items] = true;
		}
		times[i] = judge(&input->findings[i], item, input);
		if (remember_finding(memory, &input->findings[i], &times[i])) {
			return -1;
		}
	}
	if (before) {
		if (part_with(memory, input, &list, found)) {
			return -1;
		}
		stay_gone(memory, input);
	}
	drift_memory_sort(memory);
	return 0;
}

int drift_track(const struct drift_input *input, struct drift_memory **after,
		struct error *error)
{
	struct drift_memory *memory = drift_memory_new();
	struct arena *scratch = arena_new();
	struct verdict_of_time *times = NULL;
	int result = -1;
	size_t i;

	if (!memory || !scratch) {
		goto out;
	}
	times = arena_array(scratch, input->finding_count, sizeof(*times));
	if (!times || track(input, memory, scratch, times)) {
		goto out;
	}
	for (i = 0; i < input->finding_count; i++) {
		input->findings[i].state = times[i].state;
		input->findings[i].first_seen = times[i].first_seen;
		input->findings[i].before_takeover = times[i].before_takeover;
		input->findings[i].pending = times[i].pending;
		input->findings[i].openings = times[i].openings;
	}
	memory->made_at = input->now;
	memory->since = input->before ? input->before->made_at : 0;
	*after = memory;
	memory = NULL;
	result = 0;
out:
	arena_free(scratch);
	drift_memory_free(memory);
	return result ? error_no_memory(error) : 0;
}
