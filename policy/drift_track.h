/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Findings over time: what is new, ongoing, cleared, or still too young. */
#ifndef IBPOLICY_DRIFT_TRACK_H
#define IBPOLICY_DRIFT_TRACK_H

#include "policy/arena.h"
#include "policy/error.h"
#include "policy/finding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A finding as it is remembered. */
struct drift_item {
	char id[FINDING_ID_TEXT];
	const char *check, *message;
	enum severity severity;
	bool pending; /* younger than its confirm: only counted so far */
	/* Not found any more, but nothing says that it is gone: it could not be
	 * assessed, or another finding covers its subject. */
	bool carried;
	bool suppressed;
	bool before_takeover;
	enum finding_state state;
	int64_t first_seen;
	struct openings openings;
	int window_sec;         /* as in the finding */
	struct subject subject; /* without labels */
	const char *peer_name;  /* NULL: none */
};

/* A finding that is gone and was shown lately: it may be flapping. */
struct drift_gone {
	char id[FINDING_ID_TEXT];
	struct openings openings;
};

/* What the next report needs to know of this one. Everything stands in the
 * arena: nothing is borrowed from findings, inventory or subnet. */
struct drift_memory {
	struct arena *arena;
	int64_t made_at; /* the report's time */
	int64_t since;   /* that of the report before; 0: none */
	/* The checks or families that it judged, as in drift_input. */
	const char *const *only;
	size_t only_count;
	struct drift_item *items; /* ascending by id */
	size_t item_count;
	struct drift_item *cleared; /* shown before, gone now; in the order of
				       finding_compare() */
	size_t cleared_count;
	struct drift_gone *gone; /* ascending by id, none of them an item */
	size_t gone_count;
};

struct drift_input {
	struct finding *findings; /* as policy_evaluate() gave them */
	size_t finding_count;
	const struct unassessed *unassessed;
	size_t unassessed_count;
	/* The checks or families that were judged; NULL: all. (Whoever reports
	 * self.* and inventory.* always judges them.) Others are not looked
	 * at: what was found there is carried. */
	const char *const *only;
	size_t only_count;
	const struct drift_memory *before; /* NULL: no history */
	int64_t now;
	/* When traps and links began to be watched; 0: always have been. What
	 * they told before is not known to be over until their window is. */
	int64_t listening_since;
};

/* Whether check is among the checks or families of only (NULL: all). */
bool drift_judges(const char *const *only, size_t only_count,
		  const char *check);

/* Sets state, first_seen, before_takeover, pending and openings of every
 * finding (their order stays) and makes the memory that the next call takes as
 * before; free it with drift_memory_free().
 *
 * Without history (none at all, or none of that check, as when a standby takes
 * over) nothing is new and nothing is pending: every finding is ongoing since
 * before the takeover. A finding is pending until it is confirm_sec old, then
 * new once, then ongoing; once shown it is never pending again until it goes.
 * One that was shown anew three times within an hour is flapping instead, until
 * the hour is over. When the clock has stepped back, first_seen is never later
 * than now. Returns 0, or -1 (out of memory), findings and *after untouched. */
int drift_track(const struct drift_input *input, struct drift_memory **after,
		struct error *error);

/* For readers: an empty memory, NULL when out of memory; and its items, put
 * into order once they are all there. */
struct drift_memory *drift_memory_new(void);
void drift_memory_sort(struct drift_memory *memory);
void drift_memory_free(struct drift_memory *memory); /* NULL is legal */

#endif
