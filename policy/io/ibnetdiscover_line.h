/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One line of an ibnetdiscover dump (infiniband-diags ibnetdiscover.c). */
#ifndef IBPOLICY_IO_IBNETDISCOVER_LINE_H
#define IBPOLICY_IO_IBNETDISCOVER_LINE_H

#include "policy/arena.h"
#include "policy/ibnames.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ibnetdiscover_line_kind {
	LINE_EMPTY, /* blank, or a comment */
	LINE_ID,    /* vendid=, devid=, sysimgguid=, switchguid=, ... */
	LINE_NODE,  /* Switch, Ca, Rt */
	LINE_PORT,
	LINE_BAD,    /* one of the above, malformed: see fault */
	LINE_REPORT, /* of a port report (-p) */
	LINE_LIST,   /* of a list of nodes (-l, -H, -S, -R) */
	LINE_QUERY,  /* a failed query, in the discovery library's words */
	LINE_NOISE,  /* anything else */
	LINE_KIND_COUNT
};

enum ibnetdiscover_line_id { ID_VENDOR, ID_DEVICE, ID_SYSTEM, ID_NODE };

/* Points into the line; not NUL-terminated. */
struct ibnetdiscover_text {
	const char *bytes; /* NULL: none */
	size_t length;
};

struct ibnetdiscover_line {
	enum ibnetdiscover_line_kind kind;
	const char *fault; /* LINE_BAD: what was expected */

	enum ibnetdiscover_line_id id; /* LINE_ID */
	uint64_t id_value;
	uint64_t id_port_guid; /* ID_NODE of a switch: port 0's; 0: none */

	/* LINE_NODE: the node; LINE_PORT: the peer. */
	enum ib_node_type type;
	uint64_t guid;
	struct ibnetdiscover_text description;
	unsigned int lid; /* a switch's, or the peer port's; 0: none */

	/* LINE_PORT */
	unsigned int number;
	uint64_t port_guid; /* 0: none, as for a switch's port */
	unsigned int port_lid;
	unsigned int peer_number;
	uint64_t peer_port_guid;
	enum ib_speed speed; /* this side's */
	enum ib_width width;
	bool bad_rate; /* the dump gives a rate that is none ("4x???") */
};

/* The line without its newline. The result points into the text. */
void ibnetdiscover_line_parse(const char *text, size_t length,
			      struct ibnetdiscover_line *line);

/* What a terminal would show of the line: without escape sequences, what a
 * carriage return or backspace overwrote, trailing blanks. *text and *length
 * are set to a part of the line, or to a copy in the arena. Returns 0, or -1
 * when out of memory. */
int ibnetdiscover_line_clean(struct arena *arena, const char **text,
			     size_t *length);

#endif
