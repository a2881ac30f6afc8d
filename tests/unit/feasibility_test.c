/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Sound inventories that cannot work, or are hardly meant. */
#include "tests/unit/inventory_text.h"

#include "policy/feasibility.h"

/* Lines 1 to 12. */
static const char head[] =
	"version: 1\n"
	"fabric: f\n"
	"roles:\n"
	"  fast: {speed: HDR, width: 4x, mtu: 4096}\n"
	"  slow: {speed: EDR, width: 4x, mtu: 2048}\n"
	"hosts:\n"
	"  g1: {role: fast, ports: {p: {guid: 0x11, peer: l1/1}}}\n"
	"  g2: {role: slow, ports: {p: {guid: 0x12, peer: l1/2}}}\n"
	"  g3: {role: slow, ports: {p: {guid: 0x13, peer: l1/3}}}\n"
	"  g4: {ports: {p: {guid: 0x14, peer: l1/4}}}\n"
	"switches:\n"
	"  l1: {guid: 0x21}\n";

static void judge(const char *text, const struct subnet *subnet,
		  const char *expected)
{
	struct partition_plan *plan = NULL;
	struct strbuf whole = STRBUF_INIT, said = STRBUF_INIT;
	struct parsed parsed;
	struct error error;

	strbuf_addf(&whole, "%s%s", head, text);
	parse_text(&parsed, strbuf_text(&whole));
	diag_format_list(&said, &parsed.diags);
	assert_string_equal(strbuf_text(&said), "");
	assert_int_equal(partition_plan_make(parsed.inventory, 0, &plan,
					     &error),
			 0);
	assert_int_equal(feasibility_check(parsed.inventory, plan, subnet,
					   &parsed.diags, &error),
			 0);
	diag_format_list(&said, &parsed.diags);
	assert_string_equal(strbuf_text(&said), expected);
	partition_plan_free(plan);
	parsed_free(&parsed);
	strbuf_free(&whole);
	strbuf_free(&said);
}

static void test_nothing_to_say(void **state)
{
	(void)state;
	judge("", NULL, "");
	judge("partitions: {a: {pkey: 0x1, members: {g1: full}}}\n", NULL, "");
	judge("partitions: {a: {pkey: 0x1, members: {g1: full, g2: limited},\n"
	      "  ipoib: {rate: 200, mtu: 4096}}}\n"
	      "subnet_managers: {s: {guid: 0x11, priority: 13},\n"
	      "  t: {guid: 0x12, priority: 12}, u: {guid: 0x13}}\n",
	      NULL, "");
}

static void test_sms(void **state)
{
	(void)state;
	judge("subnet_managers:\n"
	      "  a: {guid: 0x32, priority: 5}\n"
	      "  b: {guid: 0x31, priority: 5}\n"
	      "  c: {guid: 0x33, priority: 14}\n",
	      NULL,
	      "i.yaml:14:3: warning: subnet managers \"b\" and \"a\" tie at "
	      "priority 5: the lower GUID, \"b\", becomes master\n"
	      "    give the one that should be master a higher priority\n"
	      "i.yaml:16:3: warning: subnet manager \"c\" has priority 14, "
	      "which a controlled handover uses\n"
	      "    keep priorities below 14\n");
}

static void test_waivers(void **state)
{
	static const char *const fit[] = {"g*",   "g?/p",   "g[1-4]",
					  "l1/*", "*none*", "0x9*",
					  "?",    "l?/[12]"};
	struct strbuf text = STRBUF_INIT;
	size_t i;

	(void)state;
	strbuf_addstr(&text, "waivers:\n");
	for (i = 0; i < COUNT(fit); i++) {
		strbuf_addf(&text,
			    "  - {check: \"*\", subject: \"%s\", until: "
			    "2027-01-01, owner: o, reason: r}\n",
			    fit[i]);
	}
	judge(strbuf_text(&text), NULL, "");
	strbuf_free(&text);
	judge("waivers:\n"
	      "  - {subject: \"l2/*\", check: \"*\", until: 2027-01-01, "
	      "owner: o, reason: r}\n",
	      NULL,
	      "i.yaml:14:15: warning: nothing that is declared fits "
	      "\"l2/*\"\n"
	      "    a waiver takes a name or a glob: \"gpu0*\", "
	      "\"gpu00[1-4]\"; [001-064] is one character\n");
}

static void test_ignores(void **state)
{
	struct subnet *subnet = subnet_new();
	struct subnet_node *nodes;

	(void)state;
	judge("ignore: [{guid: 0x99}, {vendor: 0x2c9}]\n", NULL, "");
	judge("ignore: [{guid: 0x12}, {guid: 0x21}]\n", NULL,
	      "i.yaml:13:10: warning: this takes 1 declared node out of every "
	      "check: \"g2/p\"\n"
	      "    take it out, or say more: guid, vendor and device have to "
	      "fit together\n"
	      "i.yaml:13:24: warning: this takes 1 declared node out of every "
	      "check: \"l1\"\n"
	      "    take it out, or say more: guid, vendor and device have to "
	      "fit together\n");

	assert_non_null(subnet);
	nodes = arena_array(subnet->arena, 3, sizeof(*nodes));
	assert_non_null(nodes);
	nodes[0] = (struct subnet_node){.guid = 0x11, .vendor = 0x2c9};
	nodes[1] = (struct subnet_node){.guid = 0x21, .vendor = 0x2c9};
	nodes[2] = (struct subnet_node){.guid = 0x99,
					.vendor = 0x2c9,
					.device = 0xcf09};
	subnet->nodes = nodes;
	subnet->node_count = 3;
	judge("ignore: [{vendor: 0x2c9, device: 0xcf09}]\n", subnet, "");
	judge("ignore: [{vendor: 0x2c9}]\n", subnet,
	      "i.yaml:13:10: warning: this takes 2 declared nodes out of every "
	      "check: \"g1/p\" and more\n"
	      "    take it out, or say more: guid, vendor and device have to "
	      "fit together\n");
	subnet_free(subnet);
}

static void test_keywords(void **state)
{
	(void)state;
	/* Alone in the fabric, full for all is what OpenSM itself does. */
	judge("partitions: {d: {pkey: 0x7fff, members: {ALL: full}}}\n", NULL,
	      "");
	judge("partitions: {d: {pkey: 0x7fff, members: {ALL: full}},\n"
	      "  a: {pkey: 0x1, members: {g1: full}}}\n",
	      NULL,
	      "i.yaml:13:42: warning: ALL is full in 0x7fff: its ports reach "
	      "each other there, whatever the other partitions say\n"
	      "    write limited\n");
	judge("partitions: {a: {pkey: 0x1, members: {ALL_CAS: full}}}\n", NULL,
	      "i.yaml:13:39: warning: ALL_CAS in partition \"a\" (0x0001) "
	      "takes in every such port, also one that nobody declares\n"
	      "    name roles or hosts, unless that is meant\n");
}

static void test_members(void **state)
{
	(void)state;
	judge("partitions: {a: {pkey: 0x1}, b: {pkey: 0x2, members: {g1: "
	      "limited}},\n"
	      "  d: {pkey: 0x7fff, members: {ALL: limited}}}\n",
	      NULL,
	      "i.yaml:13:14: warning: partition \"a\" (0x0001) has no "
	      "members: OpenSM drops it\n"
	      "    give it members, or leave it out\n"
	      "i.yaml:13:30: warning: partition \"b\" (0x0002) has limited "
	      "members alone: nobody reaches anybody in it\n"
	      "    limited members reach full ones alone: make the servers "
	      "full\n");
}

static struct subnet *make_subnet(unsigned int host_cap,
				  unsigned int switch_cap)
{
	struct subnet *subnet = subnet_new();
	struct error error;
	size_t i;

	assert_non_null(subnet);
	subnet->node_count = 6;
	subnet->nodes = arena_array(subnet->arena, 6, sizeof(*subnet->nodes));
	for (i = 0; i < 5; i++) {
		struct subnet_node *node = &subnet->nodes[i];

		node->guid = 0x110 + i;
		node->type = IB_NODE_CA;
		node->port_count = 1;
		node->ports =
			arena_array(subnet->arena, 1, sizeof(*node->ports));
		node->ports[0].number = 1;
		node->ports[0].guid = i < 4 ? 0x11 + i : 0x99;
		node->ports[0].peer_guid = 0x21;
		node->ports[0].peer_number = (unsigned int)i + 1;
		node->ports[0].pkey_cap = host_cap;
		node->ports[0].state = IB_PORT_ACTIVE;
		node->ports[0].speed = IB_SPEED_FDR;
		node->ports[0].width = IB_WIDTH_4X;
		node->ports[0].mtu = 1024;
	}
	subnet->nodes[5].guid = 0x21;
	subnet->nodes[5].type = IB_NODE_SWITCH;
	subnet->nodes[5].port_count = 6;
	subnet->nodes[5].ports =
		arena_array(subnet->arena, 6, sizeof(struct subnet_port));
	for (i = 0; i < 6; i++) {
		struct subnet_port *port = &subnet->nodes[5].ports[i];

		port->number = (unsigned int)i;
		port->guid = 0x21;
		port->pkey_cap = i ? switch_cap : 128;
		port->peer_guid = i ? 0x110 + i - 1 : 0;
		port->peer_number = i ? 1 : 0;
	}
	assert_int_equal(subnet_finish(subnet, &error), 0);
	return subnet;
}

static void test_guids(void **state)
{
	static const char text[] = "partitions: {a: {pkey: 0x1, members: "
				   "{0x99: full, 0x98: full, 0x11: full}}}\n";
	struct subnet *subnet = make_subnet(0, 0);

	(void)state;
	judge(text, NULL,
	      "i.yaml:13:39: warning: \"0x99\" in partition \"a\": no declared "
	      "port has this GUID\n"
	      "    declare its host; OpenSM says nothing about a GUID that is "
	      "not there\n"
	      "i.yaml:13:51: warning: \"0x98\" in partition \"a\": no declared "
	      "port has this GUID\n"
	      "    declare its host; OpenSM says nothing about a GUID that is "
	      "not there\n");
	judge(text, subnet,
	      "i.yaml:13:51: warning: \"0x98\" in partition \"a\": no declared "
	      "port and none of the fabric has this GUID\n"
	      "    declare its host; OpenSM says nothing about a GUID that is "
	      "not there\n");
	subnet_free(subnet);
}

static void add_partitions(struct strbuf *text, int count, const char *members)
{
	int i;

	strbuf_addstr(text, "partitions:\n");
	for (i = 1; i <= count; i++) {
		strbuf_addf(text, "  p%d: {pkey: 0x%x, members: {%s}}\n", i, i,
			    members);
	}
}

static void test_tables(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct subnet *subnet;

	(void)state;
	/* 127 and the implied default are 128. */
	add_partitions(&text, 127, "\"g[1-2]\": full");
	judge(strbuf_text(&text), NULL, "");
	strbuf_free(&text);
	add_partitions(&text, 128, "\"g[1-2]\": full");
	judge(strbuf_text(&text), NULL,
	      "i.yaml:7:28: error: \"g1/p\" and 1 more need 129 P_Keys, its "
	      "table holds 128 (assumed; --fabric knows)\n"
	      "    OpenSM drops what does not fit: make it a member of fewer "
	      "partitions\n");
	strbuf_free(&text);
	/* both takes two entries, the default partition one. */
	add_partitions(&text, 3, "g1: both, g3: full");
	strbuf_addstr(&text, "opensm: {allow_both_pkeys: true}\n");
	subnet = make_subnet(6, 0);
	judge(strbuf_text(&text), subnet,
	      "i.yaml:7:28: error: \"g1/p\" needs 7 P_Keys, its table holds "
	      "6\n"
	      "    OpenSM drops what does not fit: make it a member of fewer "
	      "partitions\n");
	subnet_free(subnet);
	subnet = make_subnet(6, 3);
	judge(strbuf_text(&text), subnet,
	      "i.yaml:7:28: error: \"g1/p\" needs 7 P_Keys, the table of the "
	      "switch port facing it holds 3\n"
	      "    OpenSM drops what does not fit: make it a member of fewer "
	      "partitions\n"
	      "i.yaml:9:28: error: \"g3/p\" needs 4 P_Keys, the table of the "
	      "switch port facing it holds 3\n"
	      "    OpenSM drops what does not fit: make it a member of fewer "
	      "partitions\n");
	subnet_free(subnet);
	strbuf_free(&text);
	/* A switch is a member by its port 0. */
	add_partitions(&text, 128, "l1: full");
	judge(strbuf_text(&text), NULL,
	      "i.yaml:12:3: error: \"l1\" needs 129 P_Keys, its table holds "
	      "128 (assumed; --fabric knows)\n"
	      "    OpenSM drops what does not fit: make it a member of fewer "
	      "partitions\n");
	strbuf_free(&text);
}

static void test_index0(void **state)
{
	(void)state;
	judge("partitions: {a: {pkey: 0x1, index0: true, members: {g1: full, "
	      "g2: full}},\n"
	      "  b: {pkey: 0x2, index0: true, members: {g1: full}},\n"
	      "  c: {pkey: 0x3, index0: true, members: {g3: full}}}\n",
	      NULL,
	      "i.yaml:14:3: warning: partitions \"a\" and \"b\" both ask for "
	      "index 0 of \"g1/p\"\n"
	      "    say index0 for one of them\n");
}

static void test_ipoib(void **state)
{
	static const char text[] =
		"partitions: {a: {pkey: 0x1, ipoib: {rate: 200, mtu: 4096},\n"
		"  members: {\"g[1-4]\": full}}}\n";
	struct subnet *subnet = make_subnet(0, 0);

	(void)state;
	judge(text, NULL,
	      "i.yaml:13:36: error: \"g2/p\" and 1 more cannot join the IPoIB "
	      "group of partition \"a\" (0x0001): its rate is 100 Gb/s, the "
	      "group's 200 Gb/s\n"
	      "    lower the group's value to what its slowest member has\n"
	      "i.yaml:13:36: error: \"g2/p\" and 1 more cannot join the IPoIB "
	      "group of partition \"a\" (0x0001): its MTU is 2048, the group's "
	      "4096\n"
	      "    lower the group's value to what its slowest member has\n");
	/* What is declared counts; where nothing is, what the fabric shows. */
	judge("partitions: {a: {pkey: 0x1, ipoib: {rate: 100, mtu: 2048},\n"
	      "  members: {\"g[1-3]\": full}}}\n",
	      subnet, "");
	subnet_free(subnet);
	/* ipoib: true is 10 Gb/s and 2048 bytes: everybody can. */
	judge("partitions: {a: {pkey: 0x1, ipoib: true, members: {ALL_CAS: "
	      "full}}}\n",
	      NULL,
	      "i.yaml:13:52: warning: ALL_CAS in partition \"a\" (0x0001) "
	      "takes in every such port, also one that nobody declares\n"
	      "    name roles or hosts, unless that is meant\n");
	judge("partitions: {a: {pkey: 0x1, members: {g1: full, g2: full},\n"
	      "  groups: [{mgid: \"ff12::1\", rate: 200}]}}\n",
	      NULL,
	      "i.yaml:13:14: error: \"g2/p\" cannot join the multicast group "
	      "of partition \"a\" (0x0001): its rate is 100 Gb/s, the group's "
	      "200 Gb/s\n"
	      "    lower the group's value to what its slowest member has\n");
}

static void test_speed_from_the_fabric(void **state)
{
	struct subnet *subnet = make_subnet(0, 0);

	(void)state;
	/* g4 declares no speed; the fabric shows 4x FDR and 1024 bytes. */
	judge("partitions: {a: {pkey: 0x1, ipoib: {rate: 56, mtu: 2048},\n"
	      "  members: {g1: full, g4: full}}}\n",
	      subnet,
	      "i.yaml:13:36: error: \"g4/p\" cannot join the IPoIB group of "
	      "partition \"a\" (0x0001): its MTU is 1024, the group's 2048\n"
	      "    lower the group's value to what its slowest member has\n");
	subnet_free(subnet);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_to_say),
		cmocka_unit_test(test_sms),
		cmocka_unit_test(test_waivers),
		cmocka_unit_test(test_ignores),
		cmocka_unit_test(test_keywords),
		cmocka_unit_test(test_members),
		cmocka_unit_test(test_guids),
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_index0),
		cmocka_unit_test(test_ipoib),
		cmocka_unit_test(test_speed_from_the_fabric),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
