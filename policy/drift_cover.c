/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Where a finding that is not found any more proves nothing. */
#include "policy/drift_cover.h"

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

static int compare_covers(const void *left, const void *right)
{
	const struct drift_cover *a = left, *b = right;

	return strcmp(a->name, b->name);
}

static void add_cover(struct drift_covers *list, const char *name,
		      const char *prefix)
{
	if (name) {
		list->items[list->count++] = (struct drift_cover){name, prefix};
	}
}

static void add_finding_covers(struct drift_covers *list,
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

int drift_covers_make(const struct drift_input *input, struct arena *arena,
		      struct drift_covers *list)
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
static bool find_cover(const struct drift_covers *list, const char *name,
		       size_t length, bool below, const char *check)
{
	size_t low = 0, high = list->count, middle;
	const struct drift_cover *cover;

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

static bool name_is_covered(const struct drift_covers *list, const char *name,
			    const char *check)
{
	return name &&
	       (find_cover(list, name, strlen(name), true, check) ||
		find_cover(list, name, strcspn(name, "/"), false, check));
}

bool drift_covers_item(const struct drift_covers *list,
		       const struct drift_item *item)
{
	if (list->everywhere &&
	    !strncmp(item->check, list->everywhere, strlen(list->everywhere))) {
		return true;
	}
	return name_is_covered(list, item->subject.name, item->check) ||
	       name_is_covered(list, item->peer_name, item->check);
}
