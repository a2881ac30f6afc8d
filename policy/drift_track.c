/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Findings over time: what is new, ongoing, cleared, or still too young. */
#include "policy/drift_track.h"

#include <stdlib.h>
#include <string.h>

/* Where one of these stands, the checks that begin so are not looked at: that
 * they are not found proves nothing (see "one fault, one finding"). */
static const struct {
	const char *check, *covers;
	bool everywhere; /* not only at its subject */
} covers[] = {
	{"switch.missing", "", false},
	{"port.missing", "", false},
	{"port.replaced", "", false},
	{"port.state", "link.", false},
	{"link.missing", "link.", false},
	{"link.peer", "link.", false},
	{"link.swapped", "link.", false},
	{"partition.fallback", "partition.", true},
};

enum { COVER_COUNT = sizeof(covers) / sizeof(covers[0]) };

/* Checks whose findings rest on what was heard, and for how long. */
static const struct {
	const char *check;
	int64_t window_sec; /* by default */
} heard[] = {
	{"trap.", 3600},
	{"link.flapping", 600},
};

/* A subject at which checks with a prefix say nothing. */
struct cover {
	const char *name, *prefix;
};

struct cover_list {
	struct cover *items; /* ascending by name */
	size_t count;
	const char *everywhere; /* prefix; NULL: none */
};

/* What is to be written into a finding once nothing can fail any more. */
struct verdict_of_time {
	enum finding_state state;
	int64_t first_seen;
	bool before_takeover, pending;
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

static int compare_covers(const void *left, const void *right)
{
	const struct cover *a = left, *b = right;

	return strcmp(a->name, b->name);
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
}

static void add_cover(struct cover_list *list, const char *name,
		      const char *prefix)
{
	if (name) {
		list->items[list->count++] = (struct cover){name, prefix};
	}
}

static void add_finding_covers(struct cover_list *list,
			       const struct finding *finding)
{
	size_t row, i;

	for (row = 0; row < COVER_COUNT; row++) {
		if (strcmp(finding->check, covers[row].check) != 0) {
			continue;
		}
		if (covers[row].everywhere) {
			list->everywhere = covers[row].covers;
		}
		add_cover(list, finding->subject.name, covers[row].covers);
		if (finding->has_peer) {
			add_cover(list, finding->peer.name, covers[row].covers);
		}
		for (i = 0; i < finding->affected_count; i++) {
			add_cover(list, finding->affected[i],
				  covers[row].covers);
		}
		return;
	}
}

static int make_covers(const struct drift_input *input, struct arena *arena,
		       struct cover_list *list)
{
	size_t capacity = 0, i, j;

	for (i = 0; i < input->finding_count; i++) {
		capacity += 2 + input->findings[i].affected_count;
	}
	for (i = 0; i < input->unassessed_count; i++) {
		capacity += input->unassessed[i].count;
	}
	list->items = arena_array(arena, capacity, sizeof(*list->items));
	if (!list->items) {
		return -1;
	}
	for (i = 0; i < input->finding_count; i++) {
		add_finding_covers(list, &input->findings[i]);
	}
	for (i = 0; i < input->unassessed_count; i++) {
		const struct unassessed *group = &input->unassessed[i];

		for (j = 0; j < group->count; j++) {
			add_cover(list, group->subjects[j], group->check);
		}
	}
	qsort(list->items, list->count, sizeof(*list->items), compare_covers);
	return 0;
}

/* True if a cover names exactly length bytes of name, or (below) anything
 * beneath it: "gpu001/mlx5_0/1" is beneath "gpu001". */
static bool find_cover(const struct cover_list *list, const char *name,
		       size_t length, bool below, const char *check)
{
	size_t low = 0, high = list->count, middle;
	const struct cover *cover;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (strncmp(list->items[middle].name, name, length) < 0) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	for (; low < list->count; low++) {
		cover = &list->items[low];
		if (strncmp(cover->name, name, length) != 0) {
			return false;
		}
		if ((cover->name[length] == '\0' ||
		     (below && cover->name[length] == '/')) &&
		    !strncmp(check, cover->prefix, strlen(cover->prefix))) {
			return true;
		}
	}
	return false;
}

static bool name_is_covered(const struct cover_list *list, const char *name,
			    const char *check)
{
	return name &&
	       (find_cover(list, name, strlen(name), true, check) ||
		find_cover(list, name, strcspn(name, "/"), false, check));
}

/* It may go on, although nobody has heard of it since the start. */
static bool was_heard_before(const struct drift_input *input,
			     const struct drift_item *item)
{
	size_t i;

	for (i = 0; i < sizeof(heard) / sizeof(heard[0]); i++) {
		if (strncmp(item->check, heard[i].check,
			    strlen(heard[i].check)) == 0) {
			return input->now - input->listening_since <=
			       heard[i].window_sec;
		}
	}
	return false;
}

static bool is_covered(const struct cover_list *list,
		       const struct drift_item *item)
{
	if (list->everywhere &&
	    !strncmp(item->check, list->everywhere, strlen(list->everywhere))) {
		return true;
	}
	return name_is_covered(list, item->subject.name, item->check) ||
	       name_is_covered(list, item->peer_name, item->check);
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
		if (!before->pending) {
			return result;
		}
	}
	result.state = FINDING_NEW;
	result.pending = input->now - result.first_seen < finding->confirm_sec;
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
		.first_seen = time->first_seen,
		.subject = finding->subject,
		.peer_name = finding->has_peer ? finding->peer.name : NULL,
	};

	memcpy(item.id, finding->id, sizeof(item.id));
	return remember(memory, memory->items, &memory->item_count, &item);
}

/* What was remembered and is not found now. found[] is by row of before. */
static int part_with(struct drift_memory *memory,
		     const struct drift_input *input,
		     const struct cover_list *list, const bool *found)
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
		    is_covered(list, &item) || was_heard_before(input, &item)) {
			item.carried = true;
			if (remember(memory, memory->items, &memory->item_count,
				     &item)) {
				return -1;
			}
		} else if (!item.pending && !item.suppressed &&
			   remember(memory, memory->cleared,
				    &memory->cleared_count, &item)) {
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

static const struct drift_item *find_item(const struct drift_memory *memory,
					  const char *id)
{
	struct drift_item key;

	if (!memory || !memory->item_count) {
		return NULL;
	}
	memcpy(key.id, id, sizeof(key.id));
	return bsearch(&key, memory->items, memory->item_count, sizeof(key),
		       compare_ids);
}

static int track(const struct drift_input *input, struct drift_memory *memory,
		 struct arena *scratch, struct verdict_of_time *times)
{
	const struct drift_memory *before = input->before;
	size_t i, before_count = before ? before->item_count : 0;
	struct cover_list list = {0};
	const struct drift_item *item;
	bool *found;

	found = arena_array(scratch, before_count, sizeof(*found));
	memory->items =
		arena_array(memory->arena, input->finding_count + before_count,
			    sizeof(*memory->items));
	memory->cleared = arena_array(memory->arena, before_count,
				      sizeof(*memory->cleared));
	if (!found || !memory->items || !memory->cleared ||
	    remember_only(memory, input) ||
	    make_covers(input, scratch, &list)) {
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
	if (before && part_with(memory, input, &list, found)) {
		return -1;
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
