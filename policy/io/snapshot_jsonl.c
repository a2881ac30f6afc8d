/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* struct subnet -> snapshot.jsonl. */
#include "policy/io/snapshot_jsonl.h"

#include "policy/time_text.h"
#include "policy/utf8.h"

#include <jansson.h>

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

/* One JSON value in the making; failed once memory was out. */
struct writer {
	bool failed;
};

static void put(struct writer *writer, json_t *object, const char *key,
		json_t *value)
{
	if (!object || json_object_set_new(object, key, value)) {
		writer->failed = true;
	}
}

static void append(struct writer *writer, json_t *array, json_t *value)
{
	if (!array || json_array_append_new(array, value)) {
		writer->failed = true;
	}
}

/* The put_* functions leave out what is not known: NULL, "" and 0. */
static void put_text(struct writer *writer, json_t *object, const char *key,
		     const char *text)
{
	if (text && text[0]) {
		put(writer, object, key, json_string(text));
	}
}

static void put_number(struct writer *writer, json_t *object, const char *key,
		       unsigned int number)
{
	if (number) {
		put(writer, object, key, json_integer(number));
	}
}

static void put_guid(struct writer *writer, json_t *object, const char *key,
		     uint64_t guid)
{
	char text[IB_GUID_TEXT];

	if (guid) {
		put_text(writer, object, key, ib_guid_format(text, guid));
	}
}

static void put_hex(struct writer *writer, json_t *object, const char *key,
		    unsigned int number, int digits)
{
	char text[16];

	if (number) {
		snprintf(text, sizeof(text), "0x%0*x", digits, number);
		put_text(writer, object, key, text);
	}
}

static void put_flag(struct writer *writer, json_t *object, const char *key,
		     bool flag)
{
	if (flag) {
		put(writer, object, key, json_true());
	}
}

static void put_description(struct writer *writer, json_t *object,
			    const char *description)
{
	size_t i, length = description ? strlen(description) : 0;
	struct strbuf shown = STRBUF_INIT, hex = STRBUF_INIT;

	if (!description) {
		return;
	}
	if (utf8_check(description, length) == length) {
		put(writer, object, "description", json_string(description));
		return;
	}
	strbuf_add_safe(&shown, description, length);
	for (i = 0; i < length; i++) {
		strbuf_addf(&hex, "%02x", (unsigned char)description[i]);
	}
	put_text(writer, object, "description", strbuf_text(&shown));
	put_text(writer, object, "description_hex", strbuf_text(&hex));
	writer->failed |= shown.failed || hex.failed;
	strbuf_free(&shown);
	strbuf_free(&hex);
}

static void put_pkeys(struct writer *writer, json_t *object,
		      const struct subnet_port *port)
{
	json_t *array = json_array();
	char text[IB_PKEY_TEXT];
	size_t i;

	for (i = 0; i < port->pkey_count; i++) {
		append(writer, array,
		       json_string(ib_pkey_format(text, port->pkeys[i])));
	}
	put(writer, object, "pkeys", array);
}

static void put_peer(struct writer *writer, json_t *object,
		     const struct subnet_port *port)
{
	char guid[IB_GUID_TEXT], text[IB_GUID_TEXT + 12];

	if (port->peer_guid) {
		snprintf(text, sizeof(text), "%s/%u",
			 ib_guid_format(guid, port->peer_guid),
			 port->peer_number);
		put_text(writer, object, "peer", text);
	}
}

static json_t *make_port(struct writer *writer, const struct subnet_port *port)
{
	json_t *object = json_object();
	char set[IB_SET_TEXT];

	put(writer, object, "port", json_integer(port->number));
	put_guid(writer, object, "guid", port->guid);
	put_number(writer, object, "lid", port->lid);
	put_text(writer, object, "state", ib_port_state_name(port->state));
	put_text(writer, object, "phys", ib_phys_state_name(port->phys));
	put_text(writer, object, "speed", ib_speed_name(port->speed));
	put_text(writer, object, "width", ib_width_name(port->width));
	put_text(writer, object, "speed_enabled",
		 ib_speeds_format(set, port->speed_enabled));
	put_text(writer, object, "speed_supported",
		 ib_speeds_format(set, port->speed_supported));
	put_text(writer, object, "width_enabled",
		 ib_widths_format(set, port->width_enabled));
	put_text(writer, object, "width_supported",
		 ib_widths_format(set, port->width_supported));
	put_number(writer, object, "mtu", port->mtu);
	put_number(writer, object, "mtu_cap", port->mtu_cap);
	if (port->pkeys_known) {
		put_pkeys(writer, object, port);
	}
	put_number(writer, object, "pkey_cap", port->pkey_cap);
	put_text(writer, object, "enforce", subnet_enforce_name(port->enforce));
	put_flag(writer, object, "sm", port->is_sm);
	put_peer(writer, object, port);
	put_text(writer, object, "unassessed", port->unassessed);
	return object;
}

static json_t *make_node(struct writer *writer, const struct subnet_node *node)
{
	json_t *object = json_object(), *ports = json_array();
	size_t i;

	put_guid(writer, object, "node_guid", node->guid);
	put_text(writer, object, "type", ib_node_type_name(node->type));
	put_description(writer, object, node->description);
	put_hex(writer, object, "vendor", node->vendor, 4);
	put_hex(writer, object, "device", node->device, 4);
	put_guid(writer, object, "system_guid", node->system_guid);
	put_text(writer, object, "unassessed", node->unassessed);
	for (i = 0; i < node->port_count; i++) {
		append(writer, ports, make_port(writer, &node->ports[i]));
	}
	put(writer, object, "ports", ports);
	return object;
}

static void put_sms(struct writer *writer, json_t *header,
		    const struct subnet *subnet)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; i < subnet->sm_count; i++) {
		const struct subnet_sm *sm = &subnet->sms[i];
		json_t *object = json_object();

		put_guid(writer, object, "port_guid", sm->port_guid);
		put(writer, object, "priority", json_integer(sm->priority));
		put_text(writer, object, "state", ib_sm_state_name(sm->state));
		put_flag(writer, object, "local", sm->local);
		append(writer, array, object);
	}
	put(writer, header, "sms", array);
}

static void put_groups(struct writer *writer, json_t *header,
		       const struct subnet *subnet)
{
	json_t *array = json_array();
	char mgid[INET6_ADDRSTRLEN];
	size_t i;

	for (i = 0; i < subnet->group_count; i++) {
		const struct subnet_group *group = &subnet->groups[i];
		json_t *object = json_object();

		put_hex(writer, object, "pkey", group->pkey, 4);
		put_text(writer, object, "mgid",
			 inet_ntop(AF_INET6, group->mgid, mgid, sizeof(mgid)));
		put_number(writer, object, "mtu", group->mtu);
		put_number(writer, object, "rate", group->rate);
		put_hex(writer, object, "qkey", group->qkey, 8);
		put(writer, object, "sl", json_integer(group->sl));
		put(writer, object, "members",
		    json_integer((json_int_t)group->member_count));
		put_flag(writer, object, "from_config", group->from_config);
		append(writer, array, object);
	}
	put(writer, header, "groups", array);
}

static void put_options(struct writer *writer, json_t *header,
			const struct subnet_options *options)
{
	json_t *object = json_object();

	put(writer, object, "allow_both_pkeys",
	    json_boolean(options->allow_both_pkeys));
	put(writer, object, "enforce_off", json_boolean(options->enforce_off));
	put(writer, object, "m_key_unset", json_boolean(options->m_key_unset));
	put(writer, object, "sm_key_default",
	    json_boolean(options->sm_key_default));
	put(writer, header, "options", object);
}

static json_t *make_header(struct writer *writer, const struct subnet *subnet)
{
	json_t *header = json_object();
	char time[TIME_TEXT];

	put_text(writer, header, "format", "ibpolicy-snapshot");
	put(writer, header, "version", json_integer(1));
	if (subnet->taken_at) {
		put_text(writer, header, "taken_at",
			 time_format(time, subnet->taken_at));
	}
	put_text(writer, header, "source", subnet_source_name(subnet->source));
	put_flag(writer, header, "errors", subnet->errors);
	if (subnet->sms_known) {
		put_sms(writer, header, subnet);
	}
	if (subnet->groups_known) {
		put_groups(writer, header, subnet);
	}
	if (subnet->options.known) {
		put_options(writer, header, &subnet->options);
	}
	return header;
}

/* JSON leaves DEL as it is; a terminal need not see it. It can only stand in
 * a string. */
static int dump(const char *text, size_t size, void *data)
{
	struct strbuf *out = data;
	const char *del;

	while ((del = memchr(text, 0x7f, size)) != NULL) {
		strbuf_add(out, text, (size_t)(del - text));
		strbuf_addstr(out, "\\u007f");
		size -= (size_t)(del + 1 - text);
		text = del + 1;
	}
	strbuf_add(out, text, size);
	return out->failed ? -1 : 0;
}

/* Takes the value over. */
static void write_line(struct writer *writer, json_t *value, struct strbuf *out)
{
	if (!writer->failed &&
	    json_dump_callback(value, dump, out,
			       JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII)) {
		writer->failed = true;
	}
	strbuf_addch(out, '\n');
	json_decref(value);
}

int snapshot_jsonl_write(const struct subnet *subnet, struct strbuf *out,
			 struct error *error)
{
	struct writer writer = {false};
	size_t i;

	write_line(&writer, make_header(&writer, subnet), out);
	for (i = 0; i < subnet->node_count && !writer.failed; i++) {
		write_line(&writer, make_node(&writer, &subnet->nodes[i]), out);
	}
	return writer.failed || out->failed ? error_no_memory(error) : 0;
}
