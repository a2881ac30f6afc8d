/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which links went down, and when: from one sweep to the next. */
#include "policy/link_log.h"

#include <stdlib.h>
#include <string.h>

struct link_log *link_log_new(void)
{
	struct link_log *log = calloc(1, sizeof(*log));

	if (!log) {
		return NULL;
	}
	log->entries = calloc(LINK_LOG_ROOM, sizeof(*log->entries));
	if (!log->entries) {
		free(log);
		return NULL;
	}
	return log;
}

void link_log_free(struct link_log *log)
{
	if (log) {
		free(log->entries);
		free(log);
	}
}

void link_log_clear(struct link_log *log)
{
	log->entry_count = 0;
}

int64_t link_entry_last(const struct link_entry *entry)
{
	return entry->times[(entry->count - 1) % LINK_LOG_TIMES];
}

bool link_entry_flapped(const struct link_entry *entry, size_t threshold,
			int64_t window_sec)
{
	uint64_t known =
		entry->count < LINK_LOG_TIMES ? entry->count : LINK_LOG_TIMES;
	uint64_t first = entry->count - known, i;
	int64_t span;

	for (i = first; i + threshold < entry->count; i++) {
		span = entry->times[(i + threshold) % LINK_LOG_TIMES] -
		       entry->times[i % LINK_LOG_TIMES];
		if (span <= window_sec) {
			return true;
		}
	}
	return false;
}

static bool is_lower(const struct link_end *a, const struct link_end *b)
{
	return a->node_guid != b->node_guid ? a->node_guid < b->node_guid
					    : a->number < b->number;
}

/* The place of this link, a free one, or that of the link which has gone down
 * least, longest ago. */
static struct link_entry *place_for(struct link_log *log,
				    const struct link_end ends[2])
{
	struct link_entry *least = log->entries, *entry;
	size_t i;

	for (i = 0; i < log->entry_count; i++) {
		entry = &log->entries[i];
		if (entry->ends[0].node_guid == ends[0].node_guid &&
		    entry->ends[0].number == ends[0].number &&
		    entry->ends[1].node_guid == ends[1].node_guid &&
		    entry->ends[1].number == ends[1].number) {
			return entry;
		}
		if (entry->count < least->count ||
		    (entry->count == least->count &&
		     link_entry_last(entry) < link_entry_last(least))) {
			least = entry;
		}
	}
	if (log->entry_count < LINK_LOG_ROOM) {
		least = &log->entries[log->entry_count++];
	}
	memset(least, 0, sizeof(*least));
	memcpy(least->ends, ends, sizeof(least->ends));
	return least;
}

static struct link_end end_at(const struct subnet_port *port)
{
	bool is_switch = port->node->type == IB_NODE_SWITCH;

	return (struct link_end){
		.node_guid = port->node->guid,
		.port_guid = is_switch ? 0 : port->guid,
		.number = port->number,
	};
}

static struct link_end far_end(const struct subnet_port *port)
{
	return port->peer ? end_at(port->peer)
			  : (struct link_end){
				    .node_guid = port->peer_guid,
				    .number = port->peer_number,
			    };
}

static void went_down(struct link_log *log, const struct subnet_port *port,
		      int64_t now)
{
	struct link_end ends[2] = {end_at(port), far_end(port)};
	struct link_entry *entry;

	if (is_lower(&ends[1], &ends[0])) {
		const struct link_end lower = ends[1];

		ends[1] = ends[0];
		ends[0] = lower;
	}
	entry = place_for(log, ends);
	if (entry->seen_in != log->comparisons) {
		entry->seen_in = log->comparisons;
		entry->times[entry->count++ % LINK_LOG_TIMES] = now;
	}
}

static const struct subnet_port *same_port(const struct subnet *subnet,
					   const struct subnet_port *port)
{
	const struct subnet_node *node =
		subnet ? subnet_find_node(subnet, port->node->guid) : NULL;

	return node ? subnet_node_port(node, port->number) : NULL;
}

static bool was_down(const struct subnet_port *before,
		     const struct subnet *found, const struct subnet *after)
{
	const struct subnet_port *port = same_port(found, before);

	if (port && (port->state == IB_PORT_DOWN ||
		     port->state == IB_PORT_INITIALIZE)) {
		return true;
	}
	port = same_port(after, before);
	return port && port->state == IB_PORT_DOWN;
}

/* A clock that stepped back takes the past along. */
static void not_later(struct link_log *log, int64_t now)
{
	size_t i, k;

	for (i = 0; i < log->entry_count; i++) {
		for (k = 0; k < LINK_LOG_TIMES; k++) {
			if (log->entries[i].times[k] > now) {
				log->entries[i].times[k] = now;
			}
		}
	}
}

void link_log_compare(struct link_log *log, const struct subnet *before,
		      const struct subnet *found, const struct subnet *after,
		      int64_t now)
{
	size_t i, k;

	log->comparisons++;
	not_later(log, now);
	for (i = 0; i < before->node_count; i++) {
		const struct subnet_node *node = &before->nodes[i];

		for (k = 0; k < node->port_count; k++) {
			const struct subnet_port *port = &node->ports[k];

			if (port->state == IB_PORT_ACTIVE && port->peer_guid &&
			    was_down(port, found, after)) {
				went_down(log, port, now);
			}
		}
	}
}
