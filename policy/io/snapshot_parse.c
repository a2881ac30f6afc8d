/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* snapshot.jsonl -> struct subnet. */
#include "policy/io/snapshot_jsonl.h"

#include "policy/io/snapshot_header.h"

#include <stdlib.h>
#include <string.h>

enum {
	LID_MAX = 0xbfff,
	REASON_MAX = 200,
	/* Bounds what one line can take as JSON values in memory. */
	LINE_MAX_BYTES = 16 << 20
};

/* Where a node stands, to name both places when it is there twice. */
struct seen_node {
	uint64_t guid;
	unsigned int line;
};

struct parser {
	struct snapshot_fields fields;
	struct subnet *subnet;
	size_t node_capacity;
	struct seen_node *seen; /* one per node, in the file's order */
	size_t seen_capacity;
};

static unsigned int hex_digit(char c)
{
	return c <= '9' ? (unsigned int)(c - '0')
			: (unsigned int)((c | 0x20) - 'a') + 10;
}

/* The bytes that description_hex says; NULL when it says none. */
static const char *parse_hex_text(struct parser *parser, const char *hex)
{
	size_t i, length = strlen(hex);
	char *bytes;

	if (length % 2 || length > 2 * SUBNET_DESCRIPTION_MAX ||
	    strspn(hex, "0123456789abcdefABCDEF") != length) {
		snapshot_fields_complain(
			&parser->fields,
			"\"description_hex\" is not an even number of hex "
			"digits, at most %d",
			2 * SUBNET_DESCRIPTION_MAX);
		return NULL;
	}
	bytes = arena_alloc(parser->subnet->arena, length / 2 + 1);
	if (!bytes) {
		parser->fields.failed = true;
		return NULL;
	}
	for (i = 0; i < length / 2; i++) {
		bytes[i] = (char)(hex_digit(hex[2 * i]) << 4 |
				  hex_digit(hex[2 * i + 1]));
		if (!bytes[i]) {
			break; /* NodeDescription ends at its first NUL */
		}
	}
	return bytes;
}

static const char *parse_description(struct parser *parser, json_t *object)
{
	struct snapshot_fields *fields = &parser->fields;
	const char *hex =
		snapshot_fields_text(fields, object, "description_hex",
				     2 * SUBNET_DESCRIPTION_MAX);

	/* What stands beside the bytes is for people, escaped and longer. */
	if (json_object_get(object, "description_hex")) {
		return hex ? parse_hex_text(parser, hex) : NULL;
	}
	return snapshot_fields_text(fields, object, "description",
				    SUBNET_DESCRIPTION_MAX);
}

/* Our own sentences reach reports as they are: nothing but printable ASCII. */
static const char *parse_reason(struct snapshot_fields *fields, json_t *object)
{
	const char *text =
		snapshot_fields_text(fields, object, "unassessed", REASON_MAX);
	const char *c;

	for (c = text; c && *c; c++) {
		if (*c < 0x20 || *c > 0x7e) {
			snapshot_fields_complain(
				fields,
				"\"unassessed\" is not printable ASCII");
			return NULL;
		}
	}
	return text && text[0] ? text : NULL;
}

static void parse_pkeys(struct parser *parser, json_t *object,
			struct subnet_port *port)
{
	struct snapshot_fields *fields = &parser->fields;
	json_t *array, *item;
	uint16_t *pkeys;
	size_t i;

	array = snapshot_fields_array(fields, object, "pkeys");
	if (!array) {
		return;
	}
	pkeys = arena_array(parser->subnet->arena, json_array_size(array),
			    sizeof(*pkeys));
	if (!pkeys) {
		fields->failed = true;
		return;
	}
	json_array_foreach(array, i, item)
	{
		if (!json_is_string(item) ||
		    !ib_pkey_parse(json_string_value(item), &pkeys[i]) ||
		    !pkeys[i]) {
			snapshot_fields_complain(
				fields,
				"\"pkeys\" holds something else than a P_Key "
				"like \"0x8001\" in place %zu",
				i + 1);
			return;
		}
	}
	port->pkeys = pkeys;
	port->pkey_count = json_array_size(array);
	port->pkeys_known = true;
}

static void parse_peer(struct parser *parser, json_t *object,
		       struct subnet_port *port)
{
	struct snapshot_fields *fields = &parser->fields;
	const char *text, *slash;
	char guid_text[IB_GUID_TEXT];
	unsigned long number;
	uint64_t guid;
	size_t length;

	text = snapshot_fields_text(fields, object, "peer", IB_GUID_TEXT + 4);
	if (!text) {
		return;
	}
	if (!port->number) {
		snapshot_fields_complain(fields, "\"peer\" cannot be: port 0 "
						 "has no link");
		return;
	}
	slash = strchr(text, '/');
	length = slash ? (size_t)(slash - text) : sizeof(guid_text);
	if (length >= sizeof(guid_text)) {
		goto bad;
	}
	memcpy(guid_text, text, length);
	guid_text[length] = '\0';
	number = strtoul(slash + 1, NULL, 10);
	if (!ib_guid_parse(guid_text, &guid) || !guid || number < 1 ||
	    number > SNAPSHOT_PORT_MAX ||
	    strspn(slash + 1, "0123456789") != strlen(slash + 1)) {
		goto bad;
	}
	port->peer_guid = guid;
	port->peer_number = (unsigned int)number;
	return;
bad:
	snapshot_fields_complain(fields,
				 "\"peer\" is not a node GUID and port like "
				 "\"0x0002c9030000abcd/17\"");
}

static void parse_port(struct parser *parser, json_t *object,
		       struct subnet_port *port)
{
	struct snapshot_fields *fields = &parser->fields;
	struct snapshot_words words;

	snapshot_fields_words(fields, object, &words);
	port->guid = snapshot_fields_guid(fields, object, "guid");
	port->lid = snapshot_fields_number(fields, object, "lid", 1, LID_MAX);
	port->state = (enum ib_port_state)words.value[SNAPSHOT_STATE];
	port->phys = (enum ib_phys_state)words.value[SNAPSHOT_PHYS];
	port->speed = (enum ib_speed)words.value[SNAPSHOT_SPEED];
	port->width = (enum ib_width)words.value[SNAPSHOT_WIDTH];
	port->speed_enabled = words.value[SNAPSHOT_SPEED_ENABLED];
	port->speed_supported = words.value[SNAPSHOT_SPEED_SUPPORTED];
	port->width_enabled = words.value[SNAPSHOT_WIDTH_ENABLED];
	port->width_supported = words.value[SNAPSHOT_WIDTH_SUPPORTED];
	port->enforce = (enum subnet_enforce)words.value[SNAPSHOT_ENFORCE];
	port->mtu = snapshot_fields_mtu(fields, object, "mtu");
	port->mtu_cap = snapshot_fields_mtu(fields, object, "mtu_cap");
	parse_pkeys(parser, object, port);
	port->pkey_cap = snapshot_fields_number(fields, object, "pkey_cap", 1,
						UINT16_MAX);
	port->is_sm = snapshot_fields_flag(fields, object, "sm");
	parse_peer(parser, object, port);
	port->unassessed = parse_reason(fields, object);
}

static void parse_ports(struct parser *parser, json_t *object,
			struct subnet_node *node)
{
	struct snapshot_fields *fields = &parser->fields;
	bool seen[SNAPSHOT_PORT_MAX + 1] = {false};
	json_t *array, *item;
	unsigned int number;
	size_t i;

	array = snapshot_fields_array(fields, object, "ports");
	if (json_array_size(array) > SNAPSHOT_PORT_MAX + 1) {
		snapshot_fields_complain(fields,
					 "%zu ports are more than a "
					 "node can have",
					 json_array_size(array));
		return;
	}
	node->ports = arena_array(parser->subnet->arena, json_array_size(array),
				  sizeof(*node->ports));
	if (!node->ports) {
		fields->failed = true;
		return;
	}
	json_array_foreach(array, i, item)
	{
		snapshot_fields_at(fields, "port in place", (int)i + 1);
		if (!snapshot_fields_object(fields, item) ||
		    !snapshot_fields_port(fields, item, &number)) {
			continue;
		}
		snapshot_fields_at(fields, "port", (int)number);
		if (seen[number]) {
			snapshot_fields_complain(fields, "it is there twice");
			continue;
		}
		seen[number] = true;
		node->ports[node->port_count].number = number;
		parse_port(parser, item, &node->ports[node->port_count++]);
	}
}

static struct subnet_node *add_node(struct parser *parser)
{
	struct subnet *subnet = parser->subnet;
	void *nodes = subnet->nodes, *seen = parser->seen;

	if (arena_grow(subnet->arena, &nodes, subnet->node_count,
		       &parser->node_capacity, sizeof(*subnet->nodes)) ||
	    arena_grow(subnet->arena, &seen, subnet->node_count,
		       &parser->seen_capacity, sizeof(*parser->seen))) {
		parser->fields.failed = true;
		return NULL;
	}
	subnet->nodes = nodes;
	parser->seen = seen;
	subnet->nodes[subnet->node_count] = (struct subnet_node){0};
	return &subnet->nodes[subnet->node_count++];
}

static void parse_node(struct parser *parser, json_t *object)
{
	struct snapshot_fields *fields = &parser->fields;
	struct subnet_node *node;
	uint64_t guid;

	snapshot_fields_at(fields, "node", -1);
	guid = snapshot_fields_required_guid(fields, object, "node_guid");
	if (!guid) {
		return;
	}
	node = add_node(parser);
	if (!node) {
		return;
	}
	parser->seen[parser->subnet->node_count - 1] =
		(struct seen_node){guid, fields->pos.line};
	node->guid = guid;
	node->type = (enum ib_node_type)snapshot_fields_word(fields, object,
							     SNAPSHOT_TYPE);
	node->description = parse_description(parser, object);
	node->vendor = snapshot_fields_hex(fields, object, "vendor", 0xffffff);
	node->device = (uint16_t)snapshot_fields_hex(fields, object, "device",
						     UINT16_MAX);
	node->system_guid = snapshot_fields_guid(fields, object, "system_guid");
	node->unassessed = parse_reason(fields, object);
	parse_ports(parser, object, node);
}

/* False: nothing after this line can make sense. */
static bool parse_line(struct parser *parser, const char *bytes, size_t length,
		       bool is_header)
{
	struct snapshot_fields *fields = &parser->fields;
	json_error_t json_error;
	json_t *object;

	snapshot_fields_at(fields, "line", -1);
	if (length > LINE_MAX_BYTES) {
		snapshot_fields_complain(fields, "it is longer than %d bytes",
					 LINE_MAX_BYTES);
		return !is_header;
	}
	object = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &json_error);
	if (!object) {
		snapshot_fields_bad_json(fields, &json_error);
	} else if (!json_is_object(object)) {
		snapshot_fields_object(fields, object);
	} else if (is_header) {
		snapshot_header_parse(fields, parser->subnet, object);
	} else {
		parse_node(parser, object);
	}
	json_decref(object);
	return !fields->failed && (!is_header || !fields->faults);
}

static bool is_blank(const char *bytes, size_t length)
{
	while (length && memchr(" \t\r", bytes[length - 1], 3)) {
		length--;
	}
	return !length;
}

static void parse_lines(struct parser *parser, const char *bytes, size_t length)
{
	struct snapshot_fields *fields = &parser->fields;
	bool is_header = true;

	while (length) {
		const char *end = memchr(bytes, '\n', length);
		size_t size = end ? (size_t)(end - bytes) : length;

		fields->pos.line++;
		if (!is_blank(bytes, size)) {
			if (!parse_line(parser, bytes, size, is_header)) {
				return;
			}
			is_header = false;
		}
		size += end ? 1 : 0;
		bytes += size;
		length -= size;
	}
	if (is_header) {
		snapshot_fields_at(fields, "header", -1);
		snapshot_fields_complain(fields, "it is missing: the file is "
						 "empty");
	}
}

static int compare_seen(const void *left, const void *right)
{
	const struct seen_node *a = left, *b = right;

	if (a->guid != b->guid) {
		return a->guid < b->guid ? -1 : 1;
	}
	return (a->line > b->line) - (a->line < b->line);
}

static void check_twice(struct parser *parser)
{
	size_t i, count = parser->subnet->node_count;
	char text[IB_GUID_TEXT];

	if (count < 2) {
		return;
	}
	qsort(parser->seen, count, sizeof(*parser->seen), compare_seen);
	for (i = 1; i < count; i++) {
		if (parser->seen[i].guid == parser->seen[i - 1].guid) {
			parser->fields.pos.line = parser->seen[i].line;
			snapshot_fields_at(&parser->fields, "node", -1);
			snapshot_fields_complain(
				&parser->fields, "%s stands on line %u already",
				ib_guid_format(text, parser->seen[i].guid),
				parser->seen[i - 1].line);
		}
	}
}

int snapshot_jsonl_parse(const char *path, const char *bytes, size_t length,
			 struct subnet **subnet, struct diag_list *diags,
			 struct error *error)
{
	struct parser parser = {.fields = {.diags = diags}};
	int result = -1;

	parser.subnet = subnet_new();
	if (!parser.subnet) {
		return error_no_memory(error);
	}
	parser.fields.arena = parser.subnet->arena;
	parser.fields.pos.file = arena_strdup(diags->arena, path);
	parse_lines(&parser, bytes, length);
	check_twice(&parser);
	if (parser.fields.failed || !parser.fields.pos.file || diags->failed) {
		error_no_memory(error);
		goto out;
	}
	if (!parser.fields.faults && subnet_finish(parser.subnet, error)) {
		goto out;
	}
	result = 0;
	*subnet = parser.fields.faults ? NULL : parser.subnet;
out:
	if (result || parser.fields.faults) {
		subnet_free(parser.subnet);
	}
	return result;
}
