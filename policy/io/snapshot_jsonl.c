/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* struct subnet -> snapshot.jsonl. */
#include "policy/io/snapshot_jsonl.h"

#include "policy/io/json_writer.h"
#include "policy/utf8.h"

#include <jansson.h>

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

/* The put_* functions leave out what is not known: 0 and "". */
static void put_set(struct json_writer *writer, json_t *object, const char *key,
		    const char *set)
{
	json_writer_text(writer, object, key, set[0] ? set : NULL);
}

static void put_number(struct json_writer *writer, json_t *object,
		       const char *key, unsigned int number)
{
	if (number) {
		json_writer_number(writer, object, key, number);
	}
}

static void put_hex(struct json_writer *writer, json_t *object, const char *key,
		    unsigned int number, int digits)
{
	char text[16];

	if (number) {
		snprintf(text, sizeof(text), "0x%0*x", digits, number);
		json_writer_text(writer, object, key, text);
	}
}

static void put_flag(struct json_writer *writer, json_t *object,
		     const char *key, bool flag)
{
	if (flag) {
		json_writer_bool(writer, object, key, true);
	}
}

static void put_description(struct json_writer *writer, json_t *object,
			    const char *description)
{
	size_t i, length = description ? strlen(description) : 0;
	struct strbuf hex = STRBUF_INIT;

	json_writer_text(writer, object, "description", description);
	if (!description || utf8_check(description, length) == length) {
		return;
	}
	for (i = 0; i < length; i++) {
		strbuf_addf(&hex, "%02x", (unsigned char)description[i]);
	}
	json_writer_text(writer, object, "description_hex", strbuf_text(&hex));
	writer->failed |= hex.failed;
	strbuf_free(&hex);
}

static void put_pkeys(struct json_writer *writer, json_t *object,
		      const struct subnet_port *port)
{
	json_t *array = json_writer_array(writer, object, "pkeys");
	char text[IB_PKEY_TEXT];
	size_t i;

	for (i = 0; i < port->pkey_count; i++) {
		json_writer_append_text(writer, array,
					ib_pkey_format(text, port->pkeys[i]));
	}
}

static void put_peer(struct json_writer *writer, json_t *object,
		     const struct subnet_port *port)
{
	char guid[IB_GUID_TEXT], text[IB_GUID_TEXT + 12];

	if (port->peer_guid) {
		snprintf(text, sizeof(text), "%s/%u",
			 ib_guid_format(guid, port->peer_guid),
			 port->peer_number);
		json_writer_text(writer, object, "peer", text);
	}
}

static void put_port(struct json_writer *writer, json_t *object,
		     const struct subnet_port *port)
{
	char set[IB_SET_TEXT];

	json_writer_number(writer, object, "port", port->number);
	json_writer_guid(writer, object, "guid", port->guid);
	put_number(writer, object, "lid", port->lid);
	json_writer_text(writer, object, "state",
			 ib_port_state_name(port->state));
	json_writer_text(writer, object, "phys",
			 ib_phys_state_name(port->phys));
	json_writer_text(writer, object, "speed", ib_speed_name(port->speed));
	json_writer_text(writer, object, "width", ib_width_name(port->width));
	put_set(writer, object, "speed_enabled",
		ib_speeds_format(set, port->speed_enabled));
	put_set(writer, object, "speed_supported",
		ib_speeds_format(set, port->speed_supported));
	put_set(writer, object, "width_enabled",
		ib_widths_format(set, port->width_enabled));
	put_set(writer, object, "width_supported",
		ib_widths_format(set, port->width_supported));
	put_number(writer, object, "mtu", port->mtu);
	put_number(writer, object, "mtu_cap", port->mtu_cap);
	if (port->pkeys_known) {
		put_pkeys(writer, object, port);
	}
	put_number(writer, object, "pkey_cap", port->pkey_cap);
	json_writer_text(writer, object, "enforce",
			 subnet_enforce_name(port->enforce));
	put_flag(writer, object, "sm", port->is_sm);
	put_peer(writer, object, port);
	json_writer_text(writer, object, "unassessed", port->unassessed);
}

static json_t *make_node(struct json_writer *writer,
			 const struct subnet_node *node)
{
	json_t *object = json_object(), *ports;
	size_t i;

	json_writer_guid(writer, object, "node_guid", node->guid);
	json_writer_text(writer, object, "type", ib_node_type_name(node->type));
	put_description(writer, object, node->description);
	put_hex(writer, object, "vendor", node->vendor, 4);
	put_hex(writer, object, "device", node->device, 4);
	json_writer_guid(writer, object, "system_guid", node->system_guid);
	json_writer_text(writer, object, "unassessed", node->unassessed);
	ports = json_writer_array(writer, object, "ports");
	for (i = 0; i < node->port_count; i++) {
		put_port(writer, json_writer_append_object(writer, ports),
			 &node->ports[i]);
	}
	return object;
}

static void put_sms(struct json_writer *writer, json_t *header,
		    const struct subnet *subnet)
{
	json_t *array = json_writer_array(writer, header, "sms");
	size_t i;

	for (i = 0; i < subnet->sm_count; i++) {
		const struct subnet_sm *sm = &subnet->sms[i];
		json_t *object = json_writer_append_object(writer, array);

		json_writer_guid(writer, object, "port_guid", sm->port_guid);
		json_writer_number(writer, object, "priority", sm->priority);
		json_writer_text(writer, object, "state",
				 ib_sm_state_name(sm->state));
		put_flag(writer, object, "local", sm->local);
	}
}

static void put_groups(struct json_writer *writer, json_t *header,
		       const struct subnet *subnet)
{
	json_t *array = json_writer_array(writer, header, "groups");
	char mgid[INET6_ADDRSTRLEN];
	size_t i;

	for (i = 0; i < subnet->group_count; i++) {
		const struct subnet_group *group = &subnet->groups[i];
		json_t *object = json_writer_append_object(writer, array);

		put_hex(writer, object, "pkey", group->pkey, 4);
		json_writer_text(writer, object, "mgid",
				 inet_ntop(AF_INET6, group->mgid, mgid,
					   sizeof(mgid)));
		put_number(writer, object, "mtu", group->mtu);
		put_number(writer, object, "rate", group->rate);
		put_hex(writer, object, "qkey", group->qkey, 8);
		json_writer_number(writer, object, "sl", group->sl);
		json_writer_number(writer, object, "members",
				   (int64_t)group->member_count);
		put_flag(writer, object, "from_config", group->from_config);
	}
}

static void put_options(struct json_writer *writer, json_t *header,
			const struct subnet_options *options)
{
	json_t *object = json_writer_object(writer, header, "options");

	json_writer_bool(writer, object, "allow_both_pkeys",
			 options->allow_both_pkeys);
	json_writer_bool(writer, object, "enforce_off", options->enforce_off);
	json_writer_bool(writer, object, "m_key_unset", options->m_key_unset);
	json_writer_bool(writer, object, "sm_key_default",
			 options->sm_key_default);
}

static json_t *make_header(struct json_writer *writer,
			   const struct subnet *subnet)
{
	json_t *header = json_object();

	json_writer_text(writer, header, "format", "ibpolicy-snapshot");
	json_writer_number(writer, header, "version", 1);
	json_writer_time(writer, header, "taken_at", subnet->taken_at);
	json_writer_text(writer, header, "source",
			 subnet_source_name(subnet->source));
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
static void write_line(struct json_writer *writer, json_t *value,
		       struct strbuf *out)
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
	struct json_writer writer = {false};
	size_t i;

	write_line(&writer, make_header(&writer, subnet), out);
	for (i = 0; i < subnet->node_count && !writer.failed; i++) {
		write_line(&writer, make_node(&writer, &subnet->nodes[i]), out);
	}
	return writer.failed || out->failed ? error_no_memory(error) : 0;
}
