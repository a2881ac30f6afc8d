/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* roles: and hosts: with their ports. */
#include "policy/io/inventory_yaml_hosts.h"

#include <string.h>

static const struct field role_fields[] = {
	ROLE_FIELDS(inventory_role),
	{NULL},
};

static void read_role(struct inventory_reader *reader,
		      const struct yaml_value *key,
		      const struct yaml_value *value, void *target)
{
	struct inventory *inventory = reader->inventory;
	struct inventory_role *role;

	(void)target;
	if (!name_is_valid(reader, key, "the name of a role", NAME_LIMIT)) {
		return;
	}
	role = fields_append(reader, &inventory->roles, &inventory->role_count,
			     &reader->role_capacity, sizeof(*role));
	if (role) {
		role->name = key->text;
		role->pos = key->pos;
		fields_read(reader, value, "a role", role_fields, role);
	}
}

void read_roles(struct inventory_reader *reader, const struct yaml_value *value,
		void *target)
{
	fields_each_pair(reader, value, "roles", read_role, target);
}

struct labels {
	struct label *items;
	size_t count;
};

static void read_label(struct inventory_reader *reader,
		       const struct yaml_value *key,
		       const struct yaml_value *value, void *target)
{
	struct labels *labels = target;
	struct label label = {NULL, NULL};

	if (name_is_valid(reader, key, "the name of a label", NAME_LIMIT)) {
		label.key = key->text;
	}
	read_text(reader, value, &label.value);
	if (label.key && label.value) {
		labels->items[labels->count++] = label;
	}
}

void read_labels(struct inventory_reader *reader,
		 const struct yaml_value *value, struct label **items,
		 size_t *count)
{
	struct labels labels = {fields_array(reader, value->count,
					     sizeof(struct label)),
				0};

	if (labels.items) {
		fields_each_pair(reader, value, "labels (name: text)",
				 read_label, &labels);
		*items = labels.items;
		*count = labels.count;
	}
}

static void read_host_labels(struct inventory_reader *reader,
			     const struct yaml_value *value, void *target)
{
	struct inventory_host *host = target;

	read_labels(reader, value, &host->labels, &host->label_count);
}

void read_cable_end(struct inventory_reader *reader,
		    const struct yaml_value *value, void *target)
{
	struct cable_end *end = target;

	if (value->kind != YAML_IS_SCALAR) {
		fields_expected(reader, value, "SWITCH/PORT");
	} else {
		end->text = value->text;
		end->pos = value->pos;
	}
}

static void read_port_guid(struct inventory_reader *reader,
			   const struct yaml_value *value, void *target)
{
	struct inventory_port *port = target;

	read_guid(reader, value, &port->guid);
	port->guid_pos = value->pos;
}

static const struct field port_fields[] = {
	{"guid", read_port_guid, 0, FIELD_REQUIRED},
	{"peer", read_cable_end, offsetof(struct inventory_port, peer), 0},
	ATTRIBUTE_FIELDS(inventory_port),
	{NULL},
};

static bool label_is_valid(const char *text)
{
	static const char known[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "abcdefghijklmnopqrstuvwxyz0123456789._-/";
	size_t length = strlen(text);

	return length > 0 && length <= NAME_LIMIT &&
	       text[strspn(text, known)] == '\0' && text[0] != '/' &&
	       text[length - 1] != '/' && !strstr(text, "//");
}

static void read_port(struct inventory_reader *reader,
		      const struct yaml_value *key,
		      const struct yaml_value *value, void *target)
{
	struct inventory_host *host = target;
	struct inventory_port *port = &host->ports[host->port_count];

	if (!label_is_valid(key->text)) {
		fields_error(reader, key,
			     "letters, digits, \".\", \"_\", \"-\" and \"/\", "
			     "as in mlx5_0/1",
			     "%s cannot be a port's label",
			     fields_quote(reader, key->text));
		return;
	}
	port->label = key->text;
	port->pos = key->pos;
	host->port_count++;
	fields_read(reader, value, "a port", port_fields, port);
}

static void read_ports(struct inventory_reader *reader,
		       const struct yaml_value *value, void *target)
{
	struct inventory_host *host = target;

	if (value->kind != YAML_IS_MAP || value->count == 0) {
		fields_expected(reader, value,
				"ports (label: {guid: ..., peer: ...})");
		return;
	}
	host->ports = fields_array(reader, value->count, sizeof(*host->ports));
	if (host->ports) {
		fields_each_pair(reader, value, "ports", read_port, host);
	}
}

static const struct field host_fields[] = {
	{"ports", read_ports, 0, FIELD_REQUIRED},
	{"location", read_text, offsetof(struct inventory_host, location), 0},
	{"labels", read_host_labels, 0, 0},
	ATTRIBUTE_FIELDS(inventory_host),
	{NULL},
};

static void read_host(struct inventory_reader *reader,
		      const struct yaml_value *key,
		      const struct yaml_value *value, void *target)
{
	struct inventory *inventory = reader->inventory;
	struct inventory_host *host;

	(void)target;
	if (!name_is_valid(reader, key, "the name of a host", NAME_LIMIT)) {
		return;
	}
	host = fields_append(reader, &inventory->hosts, &inventory->host_count,
			     &reader->host_capacity, sizeof(*host));
	if (host) {
		host->name = key->text;
		host->pos = key->pos;
		fields_read(reader, value, "a host", host_fields, host);
	}
}

void read_hosts(struct inventory_reader *reader, const struct yaml_value *value,
		void *target)
{
	struct inventory *inventory = reader->inventory;

	fields_reserve(reader, &inventory->hosts, inventory->host_count,
		       &reader->host_capacity, sizeof(*inventory->hosts),
		       value->count);
	fields_each_pair(reader, value, "hosts", read_host, target);
}
