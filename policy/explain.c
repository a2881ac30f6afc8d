/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One port as a page: the inventory and the fabric side by side. */
#include "policy/explain.h"

#include "policy/explain_parts.h"
#include "policy/text_wrap.h"

#include <string.h>

enum { WHAT = 18, EXPECTED = 13, FOUND = 17, LEVEL_LIMIT = 3 };

/* A level that attributes may stand on, nearest first. */
struct level {
	const struct attributes *attributes;
	const char *kind, *name;
};

static void add_padded(struct strbuf *out, const char *text, int width)
{
	strbuf_addf(out, "%-*s", width, text ? text : "");
	if (text && strlen(text) >= (size_t)width) {
		strbuf_addch(out, ' ');
	}
}

void explain_row(struct strbuf *out, const char *what, const char *expected,
		 const char *found, bool differs, struct source_pos pos,
		 const char *level)
{
	size_t start = out->length;
	const char *slash;

	strbuf_addstr(out, differs ? "! " : "  ");
	add_padded(out, what, WHAT);
	add_padded(out, expected ? expected : "-", EXPECTED);
	add_padded(out, found, FOUND);
	strbuf_addstr(out, level ? level : "");
	if (pos.file) {
		/* Whole paths stand in the head and in the findings. */
		slash = strrchr(pos.file, '/');
		pos.file = slash ? slash + 1 : pos.file;
		pos.column = 0;
		strbuf_addstr(out, level ? ", " : "");
		diag_format_pos(out, pos);
	}
	while (out->length > start && out->data[out->length - 1] == ' ') {
		out->data[--out->length] = '\0';
	}
	strbuf_addch(out, '\n');
}

void explain_add_name(const struct inventory *inventory,
		      const struct subnet_port *port, struct strbuf *out)
{
	const struct inventory_port *declared = NULL;
	const struct inventory_switch *sw = NULL;
	const char *description = port->node->description;
	char guid[IB_GUID_TEXT];

	if (port->node->type == IB_NODE_SWITCH) {
		sw = inventory_find_switch(inventory, port->node->guid);
	} else {
		declared = inventory_find_port(inventory, port->guid);
	}
	if (declared) {
		strbuf_addstr(out, declared->name);
	} else if (sw) {
		strbuf_addf(out, "%s/%u", sw->name, port->number);
	} else if (port->node->name) {
		strbuf_add_safe(out, port->node->name,
				strlen(port->node->name));
		strbuf_addf(out, "/%u", port->number);
	} else if (description && *description) {
		strbuf_addch(out, '"');
		strbuf_add_safe(out, description, strlen(description));
		strbuf_addf(out, "\"/%u", port->number);
	} else {
		strbuf_addf(out, "%s/%u",
			    ib_guid_format(guid, port->node->guid),
			    port->number);
	}
}

/* --- the head ---------------------------------------------------------- */

static void add_place(const char *what, const char *name, struct source_pos pos,
		      const char *location, struct strbuf *out)
{
	strbuf_addf(out, "  %-11s%s", what, name);
	pos.column = 0;
	if (pos.file) {
		strbuf_addstr(out, ", declared at ");
		diag_format_pos(out, pos);
	}
	if (location && *location) {
		strbuf_addstr(out, ", ");
		strbuf_add_safe(out, location, strlen(location));
	}
	strbuf_addch(out, '\n');
}

static void add_labels(const struct label *labels, size_t count,
		       struct strbuf *out)
{
	size_t i;

	for (i = 0; i < count; i++) {
		strbuf_addstr(out, i ? ", " : "  labels     ");
		strbuf_add_safe(out, labels[i].key, strlen(labels[i].key));
		strbuf_addch(out, ' ');
		strbuf_add_safe(out, labels[i].value, strlen(labels[i].value));
	}
	strbuf_addstr(out, count ? "\n" : "");
}

static void add_guid(const char *what, uint64_t guid, struct strbuf *out)
{
	char text[IB_GUID_TEXT];

	if (guid) {
		strbuf_addf(out, "  %-11s%s\n", what,
			    ib_guid_format(text, guid));
	}
}

static void write_head(const struct explanation *explanation)
{
	const struct explain_target *target = explanation->target;
	const struct inventory *inventory = explanation->report->inventory;
	struct strbuf *out = explanation->out;
	const struct inventory_sm *sm;

	if (target->port) {
		strbuf_addf(out, "%s\n\n", target->port->name);
		add_guid("port GUID", target->port->guid, out);
		add_place("host", target->port->host->name, target->port->pos,
			  target->port->host->location, out);
		add_labels(target->port->host->labels,
			   target->port->host->label_count, out);
	} else if (target->sw) {
		strbuf_addf(out, "%s/%u\n\n", target->sw->name, target->number);
		add_guid("node GUID", target->sw->guid, out);
		add_place("switch", target->sw->name, target->sw->pos,
			  target->sw->location, out);
		add_labels(target->sw->labels, target->sw->label_count, out);
	} else {
		explain_add_name(inventory, target->seen, out);
		strbuf_addstr(out, "\n\n");
		if (target->seen->node->type != IB_NODE_SWITCH) {
			add_guid("port GUID", target->seen->guid, out);
		}
		add_guid("node GUID", target->seen->node->guid, out);
		strbuf_addstr(out, "  The inventory does not declare this "
				   "port.\n");
	}
	sm = target->port ? inventory_find_sm(inventory, target->port->guid)
			  : NULL;
	if (sm) {
		add_place("SM", sm->name, sm->pos, NULL, out);
	}
}

/* --- the table --------------------------------------------------------- */

static size_t levels_of(const struct explain_target *target,
			struct level levels[LEVEL_LIMIT])
{
	const struct switch_port_use *use = target->use;
	const struct inventory_port *port = target->port;
	const struct inventory_role *role = NULL;
	size_t count = 0;

	if (!port && use && use->port) {
		port = use->port;
	}
	if (port) {
		levels[count++] =
			(struct level){&port->attributes, "the port", ""};
		levels[count++] = (struct level){&port->host->attributes,
						 "host", port->host->name};
		role = inventory_port_role(port);
	} else if (use && use->link) {
		levels[count++] =
			(struct level){&use->link->attributes, "link", ""};
		role = use->link->attributes.role;
	}
	if (role) {
		levels[count++] =
			(struct level){&role->attributes, "role", role->name};
	}
	return count;
}

/* "role compute" */
static void add_level(const struct level *level, struct strbuf *out)
{
	strbuf_addf(out, "%s%s%s", level->kind, *level->name ? " " : "",
		    level->name);
}

static void write_role(const struct explanation *explanation)
{
	struct level levels[LEVEL_LIMIT];
	size_t count = levels_of(explanation->target, levels), i;

	for (i = 0; i < count; i++) {
		const struct attributes *attributes = levels[i].attributes;
		struct strbuf level = STRBUF_INIT;

		if (attributes->role_name) {
			add_level(&levels[i], &level);
			explain_row(explanation->out, "role",
				    attributes->role_name, NULL, false,
				    attributes->role_pos, strbuf_text(&level));
			strbuf_free(&level);
			return;
		}
	}
}

enum attribute { SPEED, WIDTH, MTU };

static const char *mtu_text(char buffer[12], unsigned int mtu)
{
	struct strbuf text = STRBUF_INIT;

	if (!mtu) {
		return NULL;
	}
	strbuf_addf(&text, "%u", mtu);
	memcpy(buffer, strbuf_text(&text),
	       text.length < 12 ? text.length + 1 : 1);
	strbuf_free(&text);
	return buffer;
}

/* The value on one level and where it stands; 0: not said there. */
static unsigned int value_at(const struct attributes *attributes,
			     enum attribute which, struct source_pos *pos)
{
	switch (which) {
	case SPEED:
		*pos = attributes->speed_pos;
		return attributes->speed;
	case WIDTH:
		*pos = attributes->width_pos;
		return attributes->width;
	case MTU:
		*pos = attributes->mtu_pos;
		return attributes->mtu;
	}
	return 0;
}

static unsigned int seen_value(const struct subnet_port *seen,
			       enum attribute which)
{
	const unsigned int values[] = {
		[SPEED] = seen ? seen->speed : 0,
		[WIDTH] = seen ? seen->width : 0,
		[MTU] = seen ? seen->mtu : 0,
	};

	return values[which];
}

static const char *value_text(enum attribute which, unsigned int value,
			      char buffer[12])
{
	if (which == MTU) {
		return mtu_text(buffer, value);
	}
	return which == SPEED ? ib_speed_name((enum ib_speed)value)
			      : ib_width_name((enum ib_width)value);
}

static void write_attribute(const struct explanation *explanation,
			    enum attribute which)
{
	static const char *const names[] = {"speed", "width", "mtu"};
	struct level levels[LEVEL_LIMIT];
	size_t count = levels_of(explanation->target, levels), i;
	unsigned int expected = 0;
	unsigned int found = seen_value(explanation->target->seen, which);
	struct source_pos pos = {0};
	struct strbuf level = STRBUF_INIT;
	char buffers[2][12];

	for (i = 0; i < count && !expected; i++) {
		expected = value_at(levels[i].attributes, which, &pos);
		if (expected) {
			add_level(&levels[i], &level);
		}
	}
	explain_row(explanation->out, names[which],
		    value_text(which, expected, buffers[0]),
		    value_text(which, found, buffers[1]),
		    expected && found && expected != found,
		    expected ? pos : (struct source_pos){0},
		    level.length ? level.data : NULL);
	strbuf_free(&level);
}

/* The end that the inventory expects at the other side. */
static const char *expected_peer(const struct explain_target *target,
				 struct source_pos *pos)
{
	const struct switch_port_use *use = target->use;

	if (target->port) {
		*pos = target->port->peer.pos;
		return target->port->peer.text;
	}
	if (use && use->port) {
		*pos = use->port->peer.pos;
		return use->port->name;
	}
	if (use && use->link) {
		*pos = use->link->pos;
		return use->link->ends[!use->link_end].text;
	}
	if (target->sw && inventory_port_unused(target->sw, target->number)) {
		*pos = target->sw->unused_pos;
		return "unused";
	}
	return NULL;
}

/* The declared other end as a port of the fabric; NULL: not there. */
static bool is_peer(const struct explain_target *target,
		    const struct subnet_port *peer)
{
	const struct switch_port_use *use = target->use;
	const struct cable_end *end = NULL;

	if (use && use->port) {
		return peer->guid == use->port->guid;
	}
	if (target->port) {
		end = &target->port->peer;
	} else if (use && use->link) {
		end = &use->link->ends[!use->link_end];
	}
	if (end && end->sw) {
		return peer->node->guid == end->sw->guid &&
		       peer->number == end->number;
	}
	return end && end->port && peer->guid == end->port->guid;
}

static void write_peer(const struct explanation *explanation)
{
	const struct explain_target *target = explanation->target;
	const struct subnet_port *seen = target->seen;
	struct source_pos pos = {0};
	const char *expected = expected_peer(target, &pos);
	struct strbuf found = STRBUF_INIT;
	bool differs = false;

	if (seen && seen->peer) {
		explain_add_name(explanation->report->inventory, seen->peer,
				 &found);
		differs = expected && !is_peer(target, seen->peer);
	} else if (seen) {
		strbuf_addstr(&found, "nothing");
		differs = expected && strcmp(expected, "unused") != 0;
	}
	explain_row(explanation->out, "peer", expected, strbuf_text(&found),
		    differs, pos, NULL);
	explanation->out->failed |= found.failed;
	strbuf_free(&found);
}

static void write_presence(const struct explanation *explanation)
{
	const struct explain_target *target = explanation->target;
	const struct subnet_port *seen = target->seen;
	const char *state = seen ? ib_port_state_name(seen->state) : NULL;
	const char *phys = seen ? ib_phys_state_name(seen->phys) : NULL;
	bool declared = target->port || (target->use != NULL);
	struct strbuf found = STRBUF_INIT;

	if (!explanation->report->subnet) {
		return;
	}
	if (!seen && target->sw &&
	    subnet_find_node(explanation->report->subnet, target->sw->guid)) {
		strbuf_addstr(&found, "not shown");
	} else if (!seen) {
		strbuf_addstr(&found, "not in the fabric");
	} else {
		strbuf_addf(&found, "%s%s%s", state ? state : "not known",
			    phys ? ", " : "", phys ? phys : "");
	}
	explain_row(explanation->out, "port state", declared ? "Active" : NULL,
		    strbuf_text(&found),
		    declared && (!seen || (seen->state &&
					   seen->state != IB_PORT_ACTIVE)),
		    (struct source_pos){0}, NULL);
	strbuf_free(&found);
	if (seen && seen->lid) {
		strbuf_addf(&found, "%u", seen->lid);
		explain_row(explanation->out, "LID", NULL, strbuf_text(&found),
			    false, (struct source_pos){0}, NULL);
		strbuf_free(&found);
	}
}

void explain_write(const struct explain_target *target,
		   const struct partition_plan *plan,
		   const struct report *report, struct strbuf *out)
{
	struct explanation explanation = {target, plan, report, out};

	write_head(&explanation);
	strbuf_addch(out, '\n');
	explain_row(out, "", "INVENTORY", report->subnet ? "FABRIC" : "", false,
		    (struct source_pos){0}, "BY");
	write_presence(&explanation);
	if (!target->sw || target->number) { /* a switch's port 0 has none */
		write_peer(&explanation);
		write_role(&explanation);
		write_attribute(&explanation, SPEED);
		write_attribute(&explanation, WIDTH);
		write_attribute(&explanation, MTU);
	}
	explain_partitions(&explanation);
	explain_rules(&explanation);
	explain_findings(&explanation);
}
