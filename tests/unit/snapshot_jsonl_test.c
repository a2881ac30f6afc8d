/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Snapshots: what is written is read back, what is wrong is said. */
#include "tests/unit/unit.h"

#include "policy/io/snapshot_jsonl.h"

#include <stdlib.h>
#include <string.h>

#define HEADER "{\"format\": \"ibpolicy-snapshot\", \"version\": 1}\n"

static const uint16_t pkeys[] = {0xffff, 0x0002};

static struct subnet *small_subnet(void)
{
	struct subnet *subnet = subnet_new();
	struct subnet_port *port;
	struct subnet_node *node;
	struct error error;

	subnet->source = SUBNET_FROM_PLUGIN;
	subnet->taken_at = 1795965160;
	subnet->sms_known = true;
	subnet->sms = arena_array(subnet->arena, 1, sizeof(*subnet->sms));
	subnet->sm_count = 1;
	subnet->sms[0] = (struct subnet_sm){.port_guid = 0x11,
					    .priority = 13,
					    .state = IB_SM_MASTER};
	subnet->nodes = arena_array(subnet->arena, 2, sizeof(*subnet->nodes));
	subnet->node_count = 2;
	node = &subnet->nodes[0];
	node->guid = 0x10;
	node->type = IB_NODE_CA;
	node->description = "gpu001 mlx5_0";
	node->vendor = 0x02c9;
	node->device = 0x101b;
	node->port_count = 1;
	node->ports = arena_array(subnet->arena, 1, sizeof(*node->ports));
	port = &node->ports[0];
	*port = (struct subnet_port){
		.number = 1,
		.guid = 0x11,
		.lid = 17,
		.state = IB_PORT_ACTIVE,
		.phys = IB_PHYS_LINK_UP,
		.speed = IB_SPEED_HDR,
		.width = IB_WIDTH_4X,
		.speed_enabled = 1u << IB_SPEED_SDR | 1u << IB_SPEED_DDR |
				 1u << IB_SPEED_QDR | 1u << IB_SPEED_FDR |
				 1u << IB_SPEED_EDR | 1u << IB_SPEED_HDR,
		.mtu = 4096,
		.mtu_cap = 4096,
		.pkeys_known = true,
		.pkeys = pkeys,
		.pkey_count = 2,
		.pkey_cap = 128,
		.peer_guid = 0x20,
		.peer_number = 17,
	};
	node = &subnet->nodes[1];
	node->guid = 0x20;
	node->type = IB_NODE_SWITCH;
	assert_int_equal(subnet_finish(subnet, &error), 0);
	return subnet;
}

/* The contract's example, byte for byte. */
static void test_written_form(void **state)
{
	static const char expected[] =
		"{\"format\": \"ibpolicy-snapshot\", \"version\": 1, "
		"\"taken_at\": \"2026-11-29T15:12:40Z\", "
		"\"source\": \"plugin\", \"sms\": [{\"port_guid\": "
		"\"0x0000000000000011\", \"priority\": 13, "
		"\"state\": \"master\"}]}\n"
		"{\"node_guid\": \"0x0000000000000010\", \"type\": \"ca\", "
		"\"description\": \"gpu001 mlx5_0\", \"vendor\": \"0x02c9\", "
		"\"device\": \"0x101b\", \"ports\": [{\"port\": 1, \"guid\": "
		"\"0x0000000000000011\", \"lid\": 17, \"state\": \"Active\", "
		"\"phys\": \"LinkUp\", \"speed\": \"HDR\", \"width\": \"4x\", "
		"\"speed_enabled\": \"SDR-HDR\", \"mtu\": 4096, "
		"\"mtu_cap\": 4096, \"pkeys\": [\"0xffff\", \"0x0002\"], "
		"\"pkey_cap\": 128, \"peer\": \"0x0000000000000020/17\"}]}\n"
		"{\"node_guid\": \"0x0000000000000020\", \"type\": \"switch\", "
		"\"ports\": []}\n";
	struct subnet *subnet = small_subnet();
	struct strbuf out = STRBUF_INIT;
	struct error error;

	(void)state;
	assert_int_equal(snapshot_jsonl_write(subnet, &out, &error), 0);
	assert_string_equal(strbuf_text(&out), expected);
	strbuf_free(&out);
	subnet_free(subnet);
}

static struct subnet *parse(const char *text, size_t length,
			    struct diag_list *diags)
{
	struct subnet *subnet = NULL;
	struct error error;

	assert_int_equal(snapshot_jsonl_parse("s.jsonl", text, length, &subnet,
					      diags, &error),
			 0);
	return subnet;
}

static void assert_round_trip(const struct subnet *subnet)
{
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;
	struct arena *arena = arena_new();
	struct diag_list diags;
	struct subnet *again;
	struct error error;

	diag_list_init(&diags, arena);
	assert_int_equal(snapshot_jsonl_write(subnet, &first, &error), 0);
	again = parse(strbuf_text(&first), first.length, &diags);
	assert_int_equal(diags.count, 0);
	assert_non_null(again);
	assert_int_equal(snapshot_jsonl_write(again, &second, &error), 0);
	assert_string_equal(strbuf_text(&first), strbuf_text(&second));
	strbuf_free(&first);
	strbuf_free(&second);
	subnet_free(again);
	arena_free(arena);
}

/* A port may show what no subnet manager would write. */
static void test_pkeys_of_strangers(void **state)
{
	static const uint16_t odd[] = {0x8000, 0xffff};
	struct subnet *subnet = small_subnet();

	(void)state;
	subnet->nodes[0].ports[0].pkeys = odd;
	assert_round_trip(subnet);
	subnet_free(subnet);
}

/* Every field there is, then the fields read one by one. */
static void test_round_trip_of_everything(void **state)
{
	struct subnet *subnet = small_subnet(), *again;
	struct strbuf out = STRBUF_INIT;
	struct arena *arena = arena_new();
	struct subnet_port *port = &subnet->nodes[0].ports[0];
	struct diag_list diags;
	struct error error;

	(void)state;
	subnet->errors = true;
	subnet->sms[0].local = true;
	subnet->groups_known = true;
	subnet->groups = arena_array(arena, 1, sizeof(*subnet->groups));
	subnet->group_count = 1;
	subnet->groups[0] = (struct subnet_group){
		.mgid = {0xff, 0x12, 0x40, 0x1b, 0x80, 0x01, 0, 0, 0, 0, 0, 0,
			 0xff, 0xff, 0xff, 0xff},
		.pkey = 1,
		.mtu = 2048,
		.rate = 10,
		.qkey = 0xb1b,
		.sl = 3,
		.member_count = 5,
		.from_config = true,
	};
	subnet->options =
		(struct subnet_options){.known = true, .m_key_unset = true};
	subnet->nodes[0].system_guid = 0x13;
	subnet->nodes[0].unassessed = "NodeInfo did not answer";
	port->speed_supported = 1u << IB_SPEED_QDR | 1u << IB_SPEED_FDR10;
	port->width_enabled = 1u << IB_WIDTH_1X | 1u << IB_WIDTH_4X;
	port->width_supported = 1u << IB_WIDTH_2X;
	port->enforce = SUBNET_ENFORCE_BOTH;
	port->is_sm = true;
	port->unassessed = "P_Key table did not answer";
	assert_round_trip(subnet);

	diag_list_init(&diags, arena);
	assert_int_equal(snapshot_jsonl_write(subnet, &out, &error), 0);
	again = parse(strbuf_text(&out), out.length, &diags);
	port = &again->nodes[0].ports[0];
	assert_true(again->errors);
	assert_int_equal(again->taken_at, 1795965160);
	assert_int_equal(again->source, SUBNET_FROM_PLUGIN);
	assert_true(again->sms[0].local);
	assert_memory_equal(again->groups[0].mgid, subnet->groups[0].mgid, 16);
	assert_int_equal(again->groups[0].qkey, 0xb1b);
	assert_int_equal(again->groups[0].sl, 3);
	assert_int_equal(again->groups[0].member_count, 5);
	assert_true(again->groups[0].from_config);
	assert_true(again->options.known);
	assert_true(again->options.m_key_unset);
	assert_false(again->options.enforce_off);
	assert_int_equal(again->nodes[0].system_guid, 0x13);
	assert_string_equal(again->nodes[0].unassessed,
			    "NodeInfo did not answer");
	assert_int_equal(port->speed_supported,
			 1u << IB_SPEED_QDR | 1u << IB_SPEED_FDR10);
	assert_int_equal(port->width_supported, 1u << IB_WIDTH_2X);
	assert_int_equal(port->enforce, SUBNET_ENFORCE_BOTH);
	assert_true(port->is_sm);
	assert_int_equal(port->pkey_count, 2);
	assert_int_equal(port->pkeys[1], 0x0002);
	assert_int_equal(port->peer_number, 17);
	strbuf_free(&out);
	subnet_free(again);
	subnet_free(subnet);
	arena_free(arena);
}

static void test_what_is_not_known_stays_so(void **state)
{
	static const char text[] =
		HEADER "{\"node_guid\": \"0x0000000000000010\", \"ports\": "
		       "[{\"port\": 1}]}\n";
	struct arena *arena = arena_new();
	struct diag_list diags;
	struct subnet *subnet;

	(void)state;
	diag_list_init(&diags, arena);
	subnet = parse(text, strlen(text), &diags);
	assert_int_equal(subnet->source, SUBNET_FROM_SNAPSHOT);
	assert_false(subnet->sms_known);
	assert_false(subnet->groups_known);
	assert_false(subnet->options.known);
	assert_int_equal(subnet->nodes[0].type, IB_NODE_UNKNOWN);
	assert_null(subnet->nodes[0].description);
	assert_false(subnet->nodes[0].ports[0].pkeys_known);
	assert_round_trip(subnet);
	subnet_free(subnet);
	arena_free(arena);
}

/* A description is whatever root on a host says it is. */
static void test_descriptions(void **state)
{
	static const char *const rows[] = {
		"",
		"quote\" back\\slash",
		"\033[31mred\007\r\n",
		"del\177",
		"gr\xc3\xbc\xc3\x9f"
		"e",
		"\xf0\x9f\x92\xa9",
		"bad\xff\xfe",
		"cut \xe2\x82",
		"\xc2\x85 next line",
		"\xff",
	};
	size_t i, at;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct subnet *subnet = small_subnet(), *again;
		struct strbuf out = STRBUF_INIT;
		struct arena *arena = arena_new();
		struct diag_list diags;
		struct error error;

		diag_list_init(&diags, arena);
		subnet->nodes[0].description = rows[i];
		assert_round_trip(subnet);
		assert_int_equal(snapshot_jsonl_write(subnet, &out, &error), 0);
		for (at = 0; at < out.length; at++) {
			unsigned char c = (unsigned char)out.data[at];

			assert_true(c == '\n' || (c >= 0x20 && c < 0x7f));
		}
		again = parse(strbuf_text(&out), out.length, &diags);
		assert_string_equal(again->nodes[0].description, rows[i]);
		strbuf_free(&out);
		subnet_free(again);
		subnet_free(subnet);
		arena_free(arena);
	}
}

static void test_longest_description(void **state)
{
	char text[SUBNET_DESCRIPTION_MAX + 1];
	struct subnet *subnet = small_subnet();

	(void)state;
	memset(text, 'a', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	subnet->nodes[0].description = text;
	assert_round_trip(subnet);
	memset(text, '\xff', sizeof(text) - 1);
	assert_round_trip(subnet);
	subnet_free(subnet);
}

static void test_lenient(void **state)
{
	static const char *const rows[] = {
		/* unknown fields, CRLF, blank lines, no newline at the end */
		"{\"format\": \"ibpolicy-snapshot\", \"version\": 1, \"new\": "
		"{\"a\": [1, 2.5]}}\n{\"node_guid\": \"0x10\", \"new\": 1, "
		"\"ports\": [{\"port\": 1, \"new\": null}]}\n",
		"{\"format\": \"ibpolicy-snapshot\", \"version\": 1}\r\n\r\n"
		"{\"node_guid\": \"0x10\"}\r\n",
		"\n  \n" HEADER "\n{\"node_guid\": \"0x10\"}",
		"{\"format\": \"ibpolicy-snapshot\", \"version\": 1, "
		"\"source\": \"elsewhere\"}\n{\"node_guid\": \"0x10\"}   ",
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct arena *arena = arena_new();
		struct diag_list diags;
		struct subnet *subnet;

		diag_list_init(&diags, arena);
		subnet = parse(rows[i], strlen(rows[i]), &diags);
		assert_int_equal(diags.count, 0);
		assert_int_equal(subnet->node_count, 1);
		subnet_free(subnet);
		arena_free(arena);
	}
}

#define NODE(fields) HEADER "{\"node_guid\": \"0x10\", " fields "}\n"
#define PORT(fields) NODE("\"ports\": [{\"port\": 3, " fields "}]")

static void test_faults(void **state)
{
	static const struct {
		const char *text;
		unsigned int line;
		const char *says; /* part of the message */
	} rows[] = {
		{"", 0, "the file is empty"},
		{"\n\n", 2, "the file is empty"},
		{"hello\n", 1, "not JSON"},
		{"[]\n", 1, "expected an object, found an array"},
		{"{}\n", 1, "this is no snapshot"},
		{"{\"format\": 1}\n", 1, "must be a string, found a number"},
		{"{\"format\": \"ibpolicy-snapshot\"}\n", 1,
		 "\"version\" is 0"},
		{"{\"format\": \"ibpolicy-snapshot\", \"version\": 2}\n", 1,
		 "use a newer one"},
		{HEADER "{\"node_guid\": \"0x10\", \"po", 2, "not JSON"},
		{HEADER "{}\n", 2, "\"node_guid\" is missing"},
		{HEADER "{\"node_guid\": \"0\"}\n", 2, "expected a GUID"},
		{HEADER "{\"node_guid\": \"0x0\"}\n", 2, "expected a GUID"},
		{HEADER "{\"node_guid\": 16}\n", 2, "found a number"},
		{NODE("\"node_guid\": \"0x11\""), 2, "duplicate"},
		{NODE("\"type\": \"hub\""), 2,
		 "\"type\" is \"hub\", expected ca, switch or router"},
		{NODE("\"vendor\": \"0x1000000\""), 2, "0x1 to 0xffffff"},
		{NODE("\"description_hex\": \"abc\""), 2, "even number"},
		{NODE("\"description_hex\": \"zz\""), 2, "hex"},
		{NODE("\"description\": \"\\u0000\""), 2, "not JSON"},
		{NODE("\"unassessed\": \"\\u001b[31m\""), 2, "printable"},
		{NODE("\"ports\": 5"), 2, "must be an array"},
		{NODE("\"ports\": [5]"), 2, "port in place 1: expected"},
		{NODE("\"ports\": [{}]"), 2, "\"port\" is missing"},
		{NODE("\"ports\": [{\"port\": 255}]"), 2, "expected 0 to 254"},
		{NODE("\"ports\": [{\"port\": -1}]"), 2, "expected 0 to 254"},
		{NODE("\"ports\": [{\"port\": 1.5}]"), 2, "found a fraction"},
		{NODE("\"ports\": [{\"port\": 1e99}]"), 2, "found a fraction"},
		{NODE("\"ports\": [{\"port\": 99999999999999999999}]"), 2,
		 "not JSON"},
		{NODE("\"ports\": [{\"port\": 4294967297}]"), 2,
		 "expected 0 to 254"},
		{NODE("\"ports\": [{\"port\": 1}, {\"port\": 1}]"), 2,
		 "port 1: it is there twice"},
		{PORT("\"lid\": 0"), 2, "port 3: \"lid\" is 0, expected 1"},
		{PORT("\"lid\": 65535"), 2, "expected 1 to 49151"},
		{PORT("\"state\": \"active\""), 2, "expected Down, Init"},
		{PORT("\"speed\": \"GDR\""), 2, "expected a speed like HDR"},
		{PORT("\"speed_enabled\": \"HDR-SDR\""), 2, "SDR-HDR"},
		{PORT("\"speed_enabled\": \"\""), 2, "SDR-HDR"},
		{PORT("\"width_enabled\": \"4x,\""), 2, "1x,4x"},
		{PORT("\"mtu\": 1500"), 2, "expected 256, 512"},
		{PORT("\"pkeys\": [\"0x8001\", 5]"), 2, "in place 2"},
		{PORT("\"pkeys\": [\"0x0000\"]"), 2, "in place 1"},
		{PORT("\"pkeys\": [\"0x18001\"]"), 2, "in place 1"},
		{PORT("\"peer\": \"0x20\""), 2, "\"peer\" is not"},
		{PORT("\"peer\": \"0x20/0\""), 2, "\"peer\" is not"},
		{PORT("\"peer\": \"0x20/1x\""), 2, "\"peer\" is not"},
		{PORT("\"peer\": \"/1\""), 2, "\"peer\" is not"},
		{NODE("\"ports\": [{\"port\": 0, \"peer\": \"0x20/1\"}]"), 2,
		 "port 0 has no link"},
		{PORT("\"sm\": 1"), 2, "true or false"},
		{PORT("\"enforce\": \"maybe\""), 2, "off, in, out or both"},
		{HEADER "{\"node_guid\": \"0x10\"}\n{\"node_guid\": "
			"\"0x11\"}\n{\"node_guid\": \"0x10\"}\n",
		 4, "0x0000000000000010 stands on line 2 already"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct arena *arena = arena_new();
		struct diag_list diags;

		diag_list_init(&diags, arena);
		assert_null(parse(rows[i].text, strlen(rows[i].text), &diags));
		assert_true(diag_has_errors(&diags));
		assert_int_equal(diags.items[0].pos.line, rows[i].line);
		assert_string_equal(diags.items[0].pos.file, "s.jsonl");
		if (!strstr(diags.items[0].message, rows[i].says)) {
			fail_msg("row %zu says: %s", i, diags.items[0].message);
		}
		arena_free(arena);
	}
}

static void test_header_faults(void **state)
{
	static const struct {
		const char *fields, *says;
	} rows[] = {
		{"\"taken_at\": \"yesterday\"", "is not a time"},
		{"\"sms\": {}", "must be an array"},
		{"\"sms\": [{\"priority\": 3}]", "\"port_guid\" is missing"},
		{"\"sms\": [{\"port_guid\": \"0x1\", \"priority\": 16}]",
		 "SM in place 1: \"priority\" is 16, expected 0 to 15"},
		{"\"sms\": [{\"port_guid\": \"0x1\", \"state\": \"boss\"}]",
		 "expected master"},
		{"\"groups\": [{\"mgid\": \"ff12\"}]", "IPv6"},
		{"\"groups\": [7]", "group in place 1: expected an object"},
		{"\"options\": []", "options: expected an object"},
		{"\"errors\": 0", "must be true or false"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct strbuf text = STRBUF_INIT;
		struct arena *arena = arena_new();
		struct diag_list diags;

		strbuf_addf(&text,
			    "{\"format\": \"ibpolicy-snapshot\", "
			    "\"version\": 1, %s}\n",
			    rows[i].fields);
		diag_list_init(&diags, arena);
		assert_null(parse(strbuf_text(&text), text.length, &diags));
		if (!strstr(diags.items[0].message, rows[i].says)) {
			fail_msg("row %zu says: %s", i, diags.items[0].message);
		}
		strbuf_free(&text);
		arena_free(arena);
	}
}

static void test_all_faults_are_said(void **state)
{
	static const char text[] =
		HEADER "{\"node_guid\": \"0x10\", \"type\": \"hub\"}\n"
		       "nonsense\n"
		       "{\"node_guid\": \"0x11\", \"type\": \"hub\"}\n";
	struct arena *arena = arena_new();
	struct diag_list diags;

	(void)state;
	diag_list_init(&diags, arena);
	assert_null(parse(text, strlen(text), &diags));
	assert_int_equal(diags.count, 3);
	assert_int_equal(diags.items[2].pos.line, 4);
	arena_free(arena);
}

/* One line that never ends is refused before it is taken apart. */
static void test_endless_line(void **state)
{
	size_t length = 20 << 20;
	struct arena *arena = arena_new();
	struct diag_list diags;
	char *text = malloc(length);

	(void)state;
	memset(text, '[', length);
	diag_list_init(&diags, arena);
	assert_null(parse(text, length, &diags));
	assert_int_equal(diags.count, 1);
	assert_non_null(strstr(diags.items[0].message, "longer than"));
	free(text);
	arena_free(arena);
}

static void test_sets(void **state)
{
	static const struct {
		unsigned int set;
		const char *text;
	} rows[] = {
		{0, ""},
		{1u << IB_SPEED_HDR, "HDR"},
		{1u << IB_SPEED_SDR | 1u << IB_SPEED_DDR, "SDR-DDR"},
		{1u << IB_SPEED_QDR | 1u << IB_SPEED_FDR, "QDR-FDR"},
		{1u << IB_SPEED_FDR10, "FDR10"},
		{1u << IB_SPEED_QDR | 1u << IB_SPEED_FDR10, "QDR,FDR10"},
		{1u << IB_SPEED_SDR | 1u << IB_SPEED_QDR | 1u << IB_SPEED_EDR |
			 1u << IB_SPEED_NDR | 1u << IB_SPEED_FDR10,
		 "SDR,QDR,EDR,NDR,FDR10"},
		{((1u << IB_SPEED_COUNT) - 2) & ~(1u << IB_SPEED_FDR10),
		 "SDR-XDR"},
	};
	static const char *const wrong[] = {
		"",        "-",         "SDR-",        "-SDR",
		"SDR-SDR", "SDR-FDR10", "FDR10-FDR",   "SDR,,QDR",
		"SDR QDR", "sdr",       "SDR-QDR-EDR", "SDRSDRSDRSDR",
	};
	char text[IB_SET_TEXT];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		assert_string_equal(ib_speeds_format(text, rows[i].set),
				    rows[i].text);
		assert_int_equal(ib_speeds_parse(rows[i].text), rows[i].set);
	}
	for (i = 0; i < COUNT(wrong); i++) {
		assert_int_equal(ib_speeds_parse(wrong[i]), 0);
	}
	assert_string_equal(ib_widths_format(text, (1u << IB_WIDTH_COUNT) - 2),
			    "1x,2x,4x,8x,12x");
	assert_int_equal(ib_widths_parse("1x,2x,4x,8x,12x"),
			 (1u << IB_WIDTH_COUNT) - 2);
	assert_int_equal(ib_widths_parse("1x,3x"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_written_form),
		cmocka_unit_test(test_pkeys_of_strangers),
		cmocka_unit_test(test_round_trip_of_everything),
		cmocka_unit_test(test_what_is_not_known_stays_so),
		cmocka_unit_test(test_descriptions),
		cmocka_unit_test(test_longest_description),
		cmocka_unit_test(test_lenient),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_header_faults),
		cmocka_unit_test(test_all_faults_are_said),
		cmocka_unit_test(test_endless_line),
		cmocka_unit_test(test_sets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
