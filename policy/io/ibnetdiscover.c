/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* ibnetdiscover's text dump -> struct subnet: line by line. */
#include "policy/io/ibnetdiscover.h"

#include "policy/io/ibnetdiscover_merge.h"
#include "policy/strbuf.h"

#include <string.h>

enum { SHOWN_MAX = 60 };

struct tally {
	size_t count;
	unsigned int first_line;
};

struct reader {
	struct ibnetdiscover_facts facts;
	struct diag_list *diags;
	struct node_fact ids; /* what stands before the next node line */
	uint64_t id_port_guid;
	uint64_t node_guid; /* whose port lines follow; 0: none yet */
	size_t node_ports;  /* of those so far */
	unsigned int line;
	size_t faults;
	struct tally lines[LINE_KIND_COUNT];
	bool failed; /* out of memory */
};

static struct source_pos here(const struct reader *reader, unsigned int line)
{
	return (struct source_pos){.file = reader->facts.file, .line = line};
}

static void count(struct tally *tally, unsigned int line)
{
	if (!tally->count++) {
		tally->first_line = line;
	}
}

static void add_node_fact(struct reader *reader, const struct node_fact *fact)
{
	struct ibnetdiscover_facts *facts = &reader->facts;
	void *nodes = facts->nodes;

	if (arena_grow(facts->arena, &nodes, facts->node_count,
		       &facts->node_capacity, sizeof(*fact))) {
		reader->failed = true;
		return;
	}
	facts->nodes = nodes;
	facts->nodes[facts->node_count++] = *fact;
}

static void add_port_fact(struct reader *reader, const struct port_fact *fact)
{
	struct ibnetdiscover_facts *facts = &reader->facts;
	void *ports = facts->ports;

	if (arena_grow(facts->arena, &ports, facts->port_count,
		       &facts->port_capacity, sizeof(*fact))) {
		reader->failed = true;
		return;
	}
	facts->ports = ports;
	facts->ports[facts->port_count++] = *fact;
}

static void complain(struct reader *reader, const char *text, size_t length,
		     const char *expected)
{
	struct strbuf shown = STRBUF_INIT;

	strbuf_add_safe(&shown, text, length < SHOWN_MAX ? length : SHOWN_MAX);
	diag_add(reader->diags, DIAG_ERROR, here(reader, reader->line), NULL,
		 "expected %s, found: %s%s", expected, strbuf_text(&shown),
		 length > SHOWN_MAX ? "..." : "");
	reader->failed |= shown.failed;
	reader->faults++;
	strbuf_free(&shown);
}

static void take_id(struct reader *reader,
		    const struct ibnetdiscover_line *line)
{
	switch (line->id) {
	case ID_VENDOR: /* the first one of a record */
		reader->ids =
			(struct node_fact){.vendor = (uint32_t)line->id_value};
		reader->id_port_guid = 0;
		break;
	case ID_DEVICE:
		reader->ids.device = (uint16_t)line->id_value;
		break;
	case ID_SYSTEM:
		reader->ids.system_guid = line->id_value;
		break;
	case ID_NODE:
		reader->id_port_guid = line->id_port_guid;
		break;
	}
}

static void take_node(struct reader *reader,
		      const struct ibnetdiscover_line *line)
{
	struct node_fact fact = reader->ids;

	fact.guid = line->guid;
	fact.type = line->type;
	fact.description = line->description;
	fact.line = reader->line;
	fact.own = true;
	add_node_fact(reader, &fact);
	if (line->type == IB_NODE_SWITCH) {
		struct port_fact port = {
			.node_guid = line->guid,
			.guid = reader->id_port_guid,
			.lid = line->lid,
			.line = reader->line,
			.own = true,
		};

		add_port_fact(reader, &port);
	}
	reader->node_guid = line->guid;
	reader->node_ports = 0;
	reader->ids = (struct node_fact){0};
	reader->id_port_guid = 0;
}

/* A port line states both ends of its link, and that the peer is a node. */
static void take_port(struct reader *reader,
		      const struct ibnetdiscover_line *line)
{
	struct port_fact port = {
		.node_guid = reader->node_guid,
		.number = line->number,
		.guid = line->port_guid,
		.lid = line->port_lid,
		.peer_guid = line->guid,
		.peer_number = line->peer_number,
		.speed = line->speed,
		.width = line->width,
		.bad_rate = line->bad_rate,
		.line = reader->line,
		.own = true,
	};
	struct port_fact peer = {
		.node_guid = line->guid,
		.number = line->peer_number,
		.guid = line->peer_port_guid,
		/* beside a switch's port its port 0's LID is shown */
		.lid = line->type == IB_NODE_SWITCH ? 0 : line->lid,
		.peer_guid = reader->node_guid,
		.peer_number = line->number,
		.line = reader->line,
	};
	struct node_fact node = {
		.guid = line->guid,
		.type = line->type,
		.description = line->description,
		.line = reader->line,
	};

	reader->node_ports++;
	add_port_fact(reader, &port);
	add_port_fact(reader, &peer);
	add_node_fact(reader, &node);
}

static void take_line(struct reader *reader, const char *text, size_t length,
		      bool last)
{
	struct ibnetdiscover_line line;

	if (ibnetdiscover_line_clean(reader->facts.arena, &text, &length)) {
		reader->failed = true;
		return;
	}
	ibnetdiscover_line_parse(text, length, &line);
	count(&reader->lines[line.kind], reader->line);
	if (line.kind == LINE_ID) {
		take_id(reader, &line);
	} else if (line.kind == LINE_NODE) {
		take_node(reader, &line);
	} else if (line.kind == LINE_PORT && reader->node_guid) {
		take_port(reader, &line);
	} else if (line.kind == LINE_PORT) {
		complain(reader, text, length,
			 "a Switch, Ca or Rt line before the first port");
	} else if (line.kind == LINE_BAD && last) {
		reader->facts.cut = true;
	} else if (line.kind == LINE_BAD) {
		complain(reader, text, length, line.fault);
	}
}

static void take_lines(struct reader *reader, const char *bytes, size_t length)
{
	while (length && !reader->failed) {
		const char *end = memchr(bytes, '\n', length);
		size_t size = end ? (size_t)(end - bytes) : length;
		size_t step = size + (end ? 1 : 0);

		reader->line++;
		if (!end) {
			reader->facts.last_line = reader->line;
		}
		take_line(reader, bytes, size, step == length);
		bytes += step;
		length -= step;
	}
}

/* What makes the file something else than a dump, worst first. */
static void refuse(struct reader *reader)
{
	if (reader->lines[LINE_REPORT].count) {
		diag_add(reader->diags, DIAG_ERROR,
			 here(reader, reader->lines[LINE_REPORT].first_line),
			 "run ibnetdiscover without -p",
			 "this is a port report (ibnetdiscover -p), not a "
			 "dump");
	} else if (reader->lines[LINE_LIST].count) {
		diag_add(reader->diags, DIAG_ERROR,
			 here(reader, reader->lines[LINE_LIST].first_line),
			 "run ibnetdiscover without -l, -H, -S or -R",
			 "this is a list of nodes, not a dump");
	} else {
		diag_add(reader->diags, DIAG_ERROR, here(reader, 1),
			 "a dump has lines like: Switch 36 "
			 "\"S-0002c9020040c1a8\"",
			 "this is no ibnetdiscover dump: %u lines and no node",
			 reader->line);
	}
	reader->faults++;
}

/* The last node has no cable by its own record nor by another: it is an adapter
 * which sees nothing, or the lines of its ports are cut off. */
static bool ends_within_node(const struct reader *reader)
{
	const struct ibnetdiscover_facts *facts = &reader->facts;
	size_t i;

	if (!reader->node_guid || reader->node_ports ||
	    (facts->node_count == 1 && facts->nodes[0].type == IB_NODE_CA)) {
		return false;
	}
	for (i = 0; i < facts->port_count; i++) {
		if (facts->ports[i].node_guid == reader->node_guid &&
		    facts->ports[i].peer_guid) {
			return false;
		}
	}
	return true;
}

static void say_cut(struct reader *reader, struct subnet *subnet)
{
	const char *where = NULL;

	if (reader->facts.cut) {
		where = "its last line is incomplete and passed over";
	} else if (ends_within_node(reader)) {
		where = "it ends within what it says of a node";
	}
	if (where) {
		diag_add(reader->diags, DIAG_WARNING,
			 here(reader, reader->line),
			 "what is missing in it may be in the fabric",
			 "the dump is cut: %s", where);
		subnet->errors = true;
	}
}

static void say_tallies(struct reader *reader, struct subnet *subnet)
{
	say_cut(reader, subnet);
	if (reader->lines[LINE_QUERY].count) {
		diag_add(reader->diags, DIAG_WARNING,
			 here(reader, reader->lines[LINE_QUERY].first_line),
			 "what is missing in the dump may be in the fabric",
			 "ibnetdiscover reports %zu failed %s",
			 reader->lines[LINE_QUERY].count,
			 reader->lines[LINE_QUERY].count == 1 ? "query"
							      : "queries");
		subnet->errors = true;
	}
	if (reader->lines[LINE_NOISE].count) {
		diag_add(reader->diags, DIAG_NOTE,
			 here(reader, reader->lines[LINE_NOISE].first_line),
			 NULL,
			 "%zu %s no part of a dump and passed over, the first "
			 "is this one",
			 reader->lines[LINE_NOISE].count,
			 reader->lines[LINE_NOISE].count == 1 ? "line is"
							      : "lines are");
	}
}

static int build(struct reader *reader, struct subnet *subnet,
		 struct error *error)
{
	say_tallies(reader, subnet);
	subnet->source = SUBNET_FROM_IBNETDISCOVER;
	if (ibnetdiscover_merge(&reader->facts, subnet, reader->diags)) {
		return error_no_memory(error);
	}
	return subnet_finish(subnet, error);
}

int ibnetdiscover_parse(const char *path, const char *bytes, size_t length,
			struct subnet **subnet, struct diag_list *diags,
			struct error *error)
{
	struct reader reader = {.diags = diags};
	struct subnet *fabric = subnet_new();
	int result = -1;

	reader.facts.arena = arena_new();
	reader.facts.file = arena_strdup(diags->arena, path);
	if (!fabric || !reader.facts.arena || !reader.facts.file) {
		error_no_memory(error);
		goto out;
	}
	take_lines(&reader, bytes, length);
	if (!reader.faults && !reader.facts.node_count) {
		refuse(&reader);
	}
	if (reader.failed) {
		error_no_memory(error);
		goto out;
	}
	if (!reader.faults && build(&reader, fabric, error)) {
		goto out;
	}
	if (diags->failed) {
		error_no_memory(error);
		goto out;
	}
	result = 0;
	*subnet = reader.faults ? NULL : fabric;
out:
	if (result || reader.faults) {
		subnet_free(fabric);
	}
	arena_free(reader.facts.arena);
	return result;
}
