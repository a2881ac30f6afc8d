/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What one partition plan changes against another: for each port, between
 * ports, in multicast groups, and whether a person must approve it. */
#ifndef IBPOLICY_PARTITION_DIFF_H
#define IBPOLICY_PARTITION_DIFF_H

#include "policy/error.h"
#include "policy/guard.h"
#include "policy/inventory.h"
#include "policy/partitions_conf.h"
#include "policy/plan_compare.h"
#include "policy/plan_reach.h"
#include "policy/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One of the two things compared. */
struct diff_side {
	const char *title; /* a path; safe to print */
	const struct partition_plan *plan;
	const struct partitions_conf *conf; /* NULL: not from a file */
};

struct diff_input {
	struct diff_side sides[PLAN_SIDE_COUNT];
	const struct port_set *ports; /* finished */
	struct inventory_guard guard;
	/* Assertions that do not hold on the later plan; NULL: none asked. */
	const struct diag_list *assertions;
};

/* A partition in which a port's standing changes. */
struct diff_step {
	size_t partition; /* row of the comparison */
	enum ib_membership sides[PLAN_SIDE_COUNT];
};

/* Ports that change alike. */
struct diff_group {
	size_t *ports; /* rows of the port set, ascending */
	size_t port_count;
	struct diff_step *steps; /* by partition */
	size_t step_count;
	/* Rows of the partitions whose P_Key is at index 0. */
	size_t index0[PLAN_SIDE_COUNT];
};

/* What changes for ports of a type that nobody names: an ALL* keyword. */
struct diff_keyword {
	size_t partition;
	const char *keyword;
	enum ib_membership sides[PLAN_SIDE_COUNT];
};

/* A multicast group that is made, goes or changes. */
struct diff_multicast {
	size_t partition;
	bool there[PLAN_SIDE_COUNT];
	struct plan_group sides[PLAN_SIDE_COUNT]; /* resolved */
	/* OpenSM changes or removes no group while its partition stays. */
	bool ignored_when_live;
};

struct diff_totals {
	uint64_t added, removed, raised, lowered; /* memberships */
	uint64_t changed_ports, moved_index0;
};

struct partition_diff {
	struct arena *arena;
	const struct diff_input *input;
	struct plan_comparison *comparison;
	struct plan_reach *reach;
	struct reach_change *reach_change;
	struct guard_result *guard;
	struct diff_group *groups; /* by first port */
	size_t group_count;
	struct diff_keyword *keywords;
	size_t keyword_count;
	struct diff_multicast *multicasts;
	size_t multicast_count;
	size_t *partitions; /* rows: added, gone, renamed or with another SL */
	size_t partition_count;
	struct diff_totals totals;
};

/* The input and what it points to must outlive the diff, which is freed with
 * partition_diff_free(). Returns 0, or -1 when out of memory. */
int partition_diff_make(const struct diff_input *input,
			struct partition_diff **diff, struct error *error);
void partition_diff_free(struct partition_diff *diff); /* NULL is legal */

/* False: both do the same to every port and group, and OpenSM takes both files
 * or neither. */
bool partition_diff_any(const struct partition_diff *diff);

/* The guard, or an assertion that does not hold, would hold it. */
bool partition_diff_held(const struct partition_diff *diff);

/* "opens 2 pairs, removes 16 memberships, would be held" */
void partition_diff_head(const struct partition_diff *diff, struct strbuf *out);

/* Two ports that can newly talk (gained), or no longer. */
struct diff_port_pair {
	bool gained;
	size_t a, b; /* rows of the port set */
	size_t by;   /* row of the partition that lets, or let, them */
};

/* Every such pair: as many as gained or lost of reach_change say. */
void partition_diff_each_pair(const struct partition_diff *diff, bool gained,
			      void (*each)(void *context,
					   const struct diff_port_pair *pair),
			      void *context);

enum diff_format { DIFF_TEXT, DIFF_MARKDOWN };

/* The whole diff for people; all: every pair of ports, every name, and what is
 * merely shorthand in a file. Failure shows in out->failed. */
void render_diff(const struct partition_diff *diff, enum diff_format format,
		 bool all, struct strbuf *out);

#endif
