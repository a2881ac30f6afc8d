/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* switches:, links: and subnet_managers:. */
#include "policy/io/inventory_yaml_hosts.h"

#include "policy/hostlist.h"

#include <string.h>

static void read_switch_guid(struct inventory_reader *reader,
			     const struct yaml_value *value, void *target)
{
	struct inventory_switch *sw = target;

	read_guid(reader, value, &sw->guid);
	sw->guid_pos = value->pos;
}

static void read_switch_labels(struct inventory_reader *reader,
			       const struct yaml_value *value, void *target)
{
	struct inventory_switch *sw = target;

	read_labels(reader, value, &sw->labels, &sw->label_count);
}

/* "3-20" */
static void read_unused(struct inventory_reader *reader,
			const struct yaml_value *value, void *target)
{
	struct inventory_switch *sw = target;
	const char *problem;

	if (value->kind != YAML_IS_SCALAR) {
		fields_error(reader, value, "write \"3-20,25\"",
			     "expected a list of port numbers in one text, "
			     "found %s",
			     fields_describe(reader, value));
		return;
	}
	sw->unused_pos = value->pos;
	problem = hostlist_parse_numbers(value->text, PORT_NUMBER_MAX,
					 sw->unused);
	if (!problem && (sw->unused[0] & 1)) {
		problem = "port 0 is inside the switch and takes no cable";
	}
	if (problem) {
		fields_error(reader, value,
			     "port numbers from 1 to 254, as in \"3-20,25\"",
			     "unused %s: %s", fields_describe(reader, value),
			     problem);
	}
}

static const struct field switch_fields[] = {
	{"guid", read_switch_guid, 0, FIELD_REQUIRED},
	{"location", read_text, offsetof(struct inventory_switch, location), 0},
	{"labels", read_switch_labels, 0, 0},
	{"unused", read_unused, 0, 0},
	{"checks", read_checks, offsetof(struct inventory_switch, attributes),
	 0},
	{NULL},
};

static void read_switch(struct inventory_reader *reader,
			const struct yaml_value *key,
			const struct yaml_value *value, void *target)
{
	struct inventory *inventory = reader->inventory;
	struct inventory_switch *sw;

	(void)target;
	if (!name_is_valid(reader, key, "the name of a switch", NAME_LIMIT)) {
		return;
	}
	sw = fields_append(reader, &inventory->switches,
			   &inventory->switch_count, &reader->switch_capacity,
			   sizeof(*sw));
	if (sw) {
		sw->name = key->text;
		sw->pos = key->pos;
		fields_read(reader, value, "a switch", switch_fields, sw);
	}
}

void read_switches(struct inventory_reader *reader,
		   const struct yaml_value *value, void *target)
{
	struct inventory *inventory = reader->inventory;

	fields_reserve(reader, &inventory->switches, inventory->switch_count,
		       &reader->switch_capacity, sizeof(*inventory->switches),
		       value->count);
	fields_each_pair(reader, value, "switches", read_switch, target);
}

static void read_sm_guid(struct inventory_reader *reader,
			 const struct yaml_value *value, void *target)
{
	struct inventory_sm *sm = target;

	read_guid(reader, value, &sm->guid);
	sm->guid_pos = value->pos;
}

static const struct field sm_fields[] = {
	{"guid", read_sm_guid, 0, FIELD_REQUIRED},
	{"priority", read_priority, offsetof(struct inventory_sm, priority), 0},
	{NULL},
};

static void read_sm(struct inventory_reader *reader,
		    const struct yaml_value *key,
		    const struct yaml_value *value, void *target)
{
	struct inventory *inventory = reader->inventory;
	struct inventory_sm *sm;

	(void)target;
	if (!name_is_valid(reader, key, "the name of a subnet manager",
			   NAME_LIMIT)) {
		return;
	}
	sm = fields_append(reader, &inventory->sms, &inventory->sm_count,
			   &reader->sm_capacity, sizeof(*sm));
	if (sm) {
		sm->name = key->text;
		sm->pos = key->pos;
		sm->priority = -1;
		fields_read(reader, value, "a subnet manager", sm_fields, sm);
	}
}

void read_sms(struct inventory_reader *reader, const struct yaml_value *value,
	      void *target)
{
	fields_each_pair(reader, value, "subnet_managers", read_sm, target);
}

/* Far more cables than a subnet of 49,151 LIDs has. */
enum { LINK_LIMIT = 256 << 10 };

/* What one item of links: says, before its lists are paired up. */
struct link_text {
	struct cable_end from, to;
	struct attributes attributes;
};

static const struct field link_fields[] = {
	{"from", read_cable_end, offsetof(struct link_text, from),
	 FIELD_REQUIRED},
	{"to", read_cable_end, offsetof(struct link_text, to), FIELD_REQUIRED},
	ATTRIBUTE_FIELDS(link_text),
	{NULL},
};

static bool expand_end(struct inventory_reader *reader,
		       const struct cable_end *end, struct hostlist *list)
{
	if (hostlist_expand(reader->inventory->arena, end->text, list)) {
		reader->failed = true;
		return false;
	}
	if (list->problem) {
		diag_add(reader->diags, DIAG_ERROR, end->pos, NULL, "%s: %s",
			 fields_quote(reader, end->text), list->problem);
		return false;
	}
	return true;
}

static void append_link(struct inventory_reader *reader,
			const struct yaml_value *item,
			const struct link_text *text, const char *from,
			const char *to)
{
	struct inventory *inventory = reader->inventory;
	struct inventory_link *link =
		fields_append(reader, &inventory->links, &inventory->link_count,
			      &reader->link_capacity, sizeof(*link));

	if (link) {
		link->ends[0] =
			(struct cable_end){.text = from, .pos = text->from.pos};
		link->ends[1] =
			(struct cable_end){.text = to, .pos = text->to.pos};
		link->attributes = text->attributes;
		link->pos = item->pos;
	}
}

/* Most links of a large fabric are one cable: nothing to expand. */
static bool is_one_port(const char *text)
{
	const char *slash = strrchr(text, '/');

	return slash && !strpbrk(text, "[],") && !strchr(slash, '-') &&
	       strlen(text) <= HOSTLIST_NAME_LIMIT;
}

static void read_link(struct inventory_reader *reader,
		      const struct yaml_value *item, void *target)
{
	struct link_text text = {.from = {.text = NULL}};
	struct hostlist from, to;
	size_t i;

	(void)target;
	if (!fields_read(reader, item, "a link", link_fields, &text) ||
	    !text.from.text || !text.to.text) {
		return;
	}
	if (is_one_port(text.from.text) && is_one_port(text.to.text)) {
		append_link(reader, item, &text, text.from.text, text.to.text);
		return;
	}
	if (reader->inventory->link_count > LINK_LIMIT) {
		fields_error(reader, item, NULL,
			     "the lists of links stand for more than %d cables",
			     LINK_LIMIT);
		return;
	}
	if (!expand_end(reader, &text.from, &from) ||
	    !expand_end(reader, &text.to, &to)) {
		return;
	}
	if (from.count != to.count) {
		fields_error(reader, item, "the two lists pair up one by one",
			     "%s names %zu ports and %s names %zu",
			     fields_quote(reader, text.from.text), from.count,
			     fields_quote(reader, text.to.text), to.count);
		return;
	}
	for (i = 0; i < from.count && !reader->failed; i++) {
		append_link(reader, item, &text, from.names[i], to.names[i]);
	}
}

void read_links(struct inventory_reader *reader, const struct yaml_value *value,
		void *target)
{
	struct inventory *inventory = reader->inventory;

	/* At least one each. */
	fields_reserve(reader, &inventory->links, inventory->link_count,
		       &reader->link_capacity, sizeof(*inventory->links),
		       value->count);
	fields_each_item(reader, value, "links", read_link, target);
}
