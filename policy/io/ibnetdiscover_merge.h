/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the lines of a dump state -> one fabric, contradictions as diags. */
#ifndef IBPOLICY_IO_IBNETDISCOVER_MERGE_H
#define IBPOLICY_IO_IBNETDISCOVER_MERGE_H

#include "policy/diag.h"
#include "policy/io/ibnetdiscover_line.h"
#include "policy/subnet.h"

/* One line's statement about a node or a port. own: it stands in the node's
 * own record; else a neighbour's line says it. */
struct node_fact {
	uint64_t guid;
	enum ib_node_type type;
	struct ibnetdiscover_text description;
	uint64_t system_guid;
	uint32_t vendor;
	uint16_t device;
	unsigned int line;
	bool own;
};

struct port_fact {
	uint64_t node_guid;
	uint64_t guid;
	uint64_t peer_guid;
	unsigned int number;
	unsigned int peer_number;
	unsigned int lid;
	unsigned int line;
	enum ib_speed speed;
	enum ib_width width;
	bool bad_rate;
	bool own;
};

struct ibnetdiscover_facts {
	struct arena *arena;
	struct node_fact *nodes;
	size_t node_count, node_capacity;
	struct port_fact *ports;
	size_t port_count, port_capacity;
	const char *file;
	unsigned int last_line; /* not ended by a newline; 0: it was */
	bool cut;               /* the last line was incomplete */
};

/* Sorts the facts and fills *subnet, not yet finished. Returns 0, or -1 when
 * out of memory. */
int ibnetdiscover_merge(struct ibnetdiscover_facts *facts,
			struct subnet *subnet, struct diag_list *diags);

#endif
