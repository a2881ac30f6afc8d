/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Every switch, port by port, with the worst finding on each: for a map. */
#ifndef IBPOLICY_SWITCH_MAP_H
#define IBPOLICY_SWITCH_MAP_H

#include "policy/arena.h"
#include "policy/finding.h"
#include "policy/report.h"
#include "policy/subnet.h"

/* Ordered by what should be seen first. */
enum switch_map_state {
	SWITCH_MAP_UNKNOWN,
	SWITCH_MAP_DOWN,
	SWITCH_MAP_OK,
	SWITCH_MAP_SUPPRESSED,
	SWITCH_MAP_INFO,
	SWITCH_MAP_WARNING,
	SWITCH_MAP_CRITICAL
};

struct switch_map_cell {
	uint64_t node_guid;
	unsigned int number;
	enum switch_map_state state;
	const struct finding *finding; /* the worst one; NULL: none */
};

struct switch_map_row {
	uint64_t node_guid;
	const char *name; /* safe to print */
	const char *location;
	struct switch_map_cell *cells; /* ports 1 to the last */
	size_t cell_count;
	bool marked; /* some cell has a finding */
};

struct switch_map {
	const struct subnet *subnet; /* NULL: an empty map */
	struct switch_map_row *rows; /* by name, then GUID */
	size_t row_count;
	/* Ascending by node GUID: what switch_map_place() searches. */
	struct switch_map_row **by_guid;
};

/* The map of the switches that a report saw (none: an empty map) with its
 * findings, all in arena. A finding stands at its own switch port, else at
 * its peer's, else at the switch port that its end port is cabled to. Returns
 * 0, or -1 when out of memory. */
int switch_map_make(const struct report *report, struct arena *arena,
		    struct switch_map *map, struct error *error);

/* Where a finding stands, or NULL. */
const struct switch_map_cell *switch_map_place(const struct switch_map *map,
					       const struct finding *finding);

#endif
