/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Dumps as ibnetdiscover writes them and as people keep them. */
#include "tests/unit/unit.h"

#include "policy/io/ibnetdiscover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAF  0x248a070300f00001
#define SPINE 0x248a070300f00101
#define HOST  0x0c42a10300a1b2c0

#define SWITCH_HEAD                                                            \
	"vendid=0x2c9\ndevid=0xd2f0\nsysimgguid=0x248a070300f00003\n"          \
	"switchguid=0x248a070300f00001(248a070300f00002)\n"
#define HOST_HEAD                                                              \
	"vendid=0x2c9\ndevid=0x101b\nsysimgguid=0xc42a10300a1b2c3\n"           \
	"caguid=0xc42a10300a1b2c0\n"

/* A switch, a host on its port 1, a loopback from port 3 to port 4. */
#define SWITCH_RECORD                                                          \
	SWITCH_HEAD                                                            \
	"Switch\t40 \"S-248a070300f00001\"\t\t# \"MF0;leaf01:MQM8700/U1\" "    \
	"enhanced port 0 lid 7 lmc 0\n"                                        \
	"[1]\t\"H-0c42a10300a1b2c0\"[2](c42a10300a1b2c2) \t\t# \"gpu001 "      \
	"mlx5_0\" lid 17 2xHDR\n"                                              \
	"[3]\t\"S-248a070300f00001\"[4]\t\t# \"MF0;leaf01:MQM8700/U1\" lid 7 " \
	"4xXDR\n"                                                              \
	"[4]\t\"S-248a070300f00001\"[3]\t\t# \"MF0;leaf01:MQM8700/U1\" lid 7 " \
	"4xNDR\n"
#define HOST_RECORD                                                            \
	HOST_HEAD "Ca\t2 \"H-0c42a10300a1b2c0\"\t\t# \"gpu001 mlx5_0\"\n"      \
		  "[2](c42a10300a1b2c2) \t\"S-248a070300f00001\"[1]\t\t# lid " \
		  "17 lmc 0 \"MF0;leaf01:MQM8700/U1\" lid 7 4xFDR10\n"
#define DUMP                                                                   \
	"#\n# Topology file: generated on Mon Nov 30 03:12:40 2026\n#\n"       \
	"# Initiated from node 0c42a10300a1b2c0 port "                         \
	"0c42a10300a1b2c2\n\n" SWITCH_RECORD "\n" HOST_RECORD

static struct arena *arena;
static struct diag_list diags;

static int setup(void **state)
{
	(void)state;
	arena = arena_new();
	diag_list_init(&diags, arena);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

/* Forgets what was said so far. */
static void fresh(void)
{
	teardown(NULL);
	setup(NULL);
}

static struct subnet *parse(const char *text)
{
	struct subnet *subnet = NULL;
	struct error error;

	assert_int_equal(ibnetdiscover_parse("d.topo", text, strlen(text),
					     &subnet, &diags, &error),
			 0);
	return subnet;
}

static struct subnet_port *port_of(struct subnet *subnet, uint64_t guid,
				   unsigned int number)
{
	struct subnet_node *node = subnet_find_node(subnet, guid);
	struct subnet_port *port;

	assert_non_null(node);
	port = subnet_node_port(node, number);
	assert_non_null(port);
	return port;
}

/* One diagnostic of that severity at that line with these words. */
static void assert_said(enum diag_severity severity, unsigned int line,
			const char *words)
{
	size_t i;

	for (i = 0; i < diags.count; i++) {
		if (diags.items[i].severity == severity &&
		    diags.items[i].pos.line == line &&
		    strstr(diags.items[i].message, words)) {
			return;
		}
	}
	for (i = 0; i < diags.count; i++) {
		print_error("%u: %s\n", diags.items[i].pos.line,
			    diags.items[i].message);
	}
	fail_msg("nobody says \"%s\" about line %u", words, line);
}

static void assert_whole(struct subnet *subnet)
{
	struct subnet_node *node;
	struct subnet_port *port;

	assert_non_null(subnet);
	assert_int_equal(subnet->source, SUBNET_FROM_IBNETDISCOVER);
	assert_false(subnet->sms_known);
	assert_false(subnet->errors);
	assert_int_equal(subnet->node_count, 2);
	node = subnet_find_node(subnet, LEAF);
	assert_int_equal(node->type, IB_NODE_SWITCH);
	assert_int_equal(node->vendor, 0x2c9);
	assert_int_equal(node->device, 0xd2f0);
	assert_string_equal(node->description, "MF0;leaf01:MQM8700/U1");
	port = port_of(subnet, LEAF, 0);
	assert_int_equal(port->lid, 7);
	assert_null(port->peer);
	port = port_of(subnet, LEAF, 1);
	assert_ptr_equal(port->peer, port_of(subnet, HOST, 2));
	assert_int_equal(port->phys, IB_PHYS_LINK_UP);
	assert_int_equal(port->state, IB_PORT_UNKNOWN);
	assert_int_equal(port->speed, IB_SPEED_HDR);
	assert_int_equal(port->width, IB_WIDTH_2X);
	assert_int_equal(port->mtu, 0);
	assert_false(port->pkeys_known);
	port = port_of(subnet, LEAF, 3);
	assert_ptr_equal(port->peer, port_of(subnet, LEAF, 4));
	assert_int_equal(port->speed, IB_SPEED_XDR);
	assert_int_equal(port->peer->speed, IB_SPEED_NDR);
	node = subnet_find_node(subnet, HOST);
	assert_int_equal(node->type, IB_NODE_CA);
	assert_string_equal(node->description, "gpu001 mlx5_0");
	assert_int_equal(node->port_count, 1);
	port = port_of(subnet, HOST, 2);
	assert_int_equal(port->guid, 0x0c42a10300a1b2c2);
	assert_int_equal(port->lid, 17);
	assert_int_equal(port->speed, IB_SPEED_FDR10);
	assert_int_equal(port->width, IB_WIDTH_4X);
	assert_ptr_equal(port->peer, port_of(subnet, LEAF, 1));
	subnet_free(subnet);
}

static void test_plain(void **state)
{
	struct subnet *subnet = parse(DUMP);

	(void)state;
	assert_int_equal(subnet_find_node(subnet, LEAF)->system_guid,
			 0x248a070300f00003);
	assert_int_equal(port_of(subnet, LEAF, 0)->guid, 0x248a070300f00002);
	assert_int_equal(port_of(subnet, LEAF, 3)->guid, 0x248a070300f00002);
	assert_whole(subnet);
	assert_int_equal(diags.count, 0);
}

/* The same fabric after what people and terminals do to files. */
static const char *const worn[] = {
	/* tabs lost, carriage returns, banner, prompt */
	"=~=~=~= PuTTY log 2021.06.15 12:06:05 =~=~=~=\r\n"
	"[root@sm01 ~]# ibnetdiscover\r\n"
	"vendid=0x2c9\r\ndevid=0xd2f0\r\n"
	"switchguid=0x248a070300f00001(248a070300f00001)\r\n"
	"Switch40 \"S-248a070300f00001\"# \"MF0;leaf01:MQM8700/U1\" "
	"base port 0 lid 7 lmc 0\r\n"
	"[1]\"H-0c42a10300a1b2c0\"[2](c42a10300a1b2c2) # \"gpu001 "
	"mlx5_0\" lid 17 2xHDR\r\n"
	"[3]\"S-248a070300f00001\"[4]# \"MF0;leaf01:MQM8700/U1\" lid "
	"7 4xXDR\r\n"
	"[4]\"S-248a070300f00001\"[3]# \"MF0;leaf01:MQM8700/U1\" lid "
	"7 4xNDR\r\n"
	"vendid=0x2c9\r\ndevid=0x101b\r\ncaguid=0xc42a10300a1b2c0\r\n"
	"Ca2 \"H-0c42a10300a1b2c0\"# \"gpu001 mlx5_0\"\r\n"
	"[2](c42a10300a1b2c2) \"S-248a070300f00001\"[1]# lid 17 lmc 0 "
	"\"MF0;leaf01:MQM8700/U1\" lid 7 4xFDR10\r\n"
	"[root@sm01 ~]# ",
	/* -f; blanks in front, behind and instead of tabs */
	"vendid=0x2c9\ndevid=0xd2f0  \n"
	"  Switch  40 \"S-248a070300f00001\"   # "
	"\"MF0;leaf01:MQM8700/U1\" enhanced port 0 lid 7 lmc 0   \n"
	" [1]  \"H-0c42a10300a1b2c0\" [2] (c42a10300a1b2c2)  # "
	"\"gpu001 mlx5_0\" lid 17 2xHDR s=0 w=16 v=4  \n"
	"[3] \"S-248a070300f00001\"[4] # \"MF0;leaf01:MQM8700/U1\" lid "
	"7 4xXDR s=4 w=2 v=4\n"
	"[4] \"S-248a070300f00001\"[3] # \"MF0;leaf01:MQM8700/U1\" lid "
	"7 4xNDR s=4 w=2 v=4\n \n"
	"vendid=0x2c9\ndevid=0x101b\n"
	"Ca 2 \"H-0c42a10300a1b2c0\" # \"gpu001 mlx5_0\"\n"
	"[2](c42a10300a1b2c2) \"S-248a070300f00001\"[1] # lid 17 lmc 0 "
	"\"MF0;leaf01:MQM8700/U1\" lid 7 4xFDR10 s=4 w=2 v=4\n",
	/* -g: chassis, external ports, the switch's record twice */
	"Chassis 1 (guid 0x248a070300f00000)\n\n# Spine "
	"Nodes\n" SWITCH_RECORD "\n# Chassis Switches\n"
	"vendid=0x2c9\ndevid=0xd2f0\n"
	"sysimgguid=0x248a070300f00003\t\t# Chassis 1 slot 4\n"
	"switchguid=0x248a070300f00001(248a070300f00002)\t# ISR9096 "
	"Line slot 4\n"
	"Switch\t40 \"S-248a070300f00001\"\t\t# "
	"\"MF0;leaf01:MQM8700/U1\" enhanced port 0 lid 7 lmc 0\n"
	"[1][ext 5]\t\"H-0c42a10300a1b2c0\"[2](c42a10300a1b2c2) \t\t# "
	"\"gpu001 mlx5_0\" lid 17 2xHDR\n"
	"Non-Chassis Nodes\nHostname: sm01\n" HOST_RECORD,
	/* another tool's headers, upper case and prefixed GUIDs */
	"# This file was made by another tool\n# Running: it -o x\n"
	"-I- done\n" SWITCH_RECORD
	"vendid=0x2C9\ndevid=0x101B\ncaguid=0xC42A10300A1B2C0\n"
	"Ca\t2 \"H-0x0C42A10300A1B2C0\"\t\t# \"gpu001 mlx5_0\"\n"
	"[2](0xC42A10300A1B2C2) \t\"S-248A070300F00001\"[1]\t\t# lid "
	"17 lmc 0 \"MF0;leaf01:MQM8700/U1\" lid 7 4xFDR10",
	/* a terminal's colours and overwritten text */
	SWITCH_RECORD
	"--More--\r        \rvendid=0x2c9\ndevid=0x101b\n"
	"\033[1mCa\t2 \"H-0c42a10300a1b2c0\"\t\t# \"gpu001 "
	"mlx5_0\"\033[0m\n"
	"[3\b2](c42a10300a1b2c2) \t\"S-248a070300f00001\"[1]\t\t# lid "
	"17 lmc 0 \"MF0;leaf01:MQM8700/U1\" lid 7 4xFDR10\n",
};

static void test_worn(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(worn); i++) {
		assert_whole(parse(worn[i]));
		assert_int_equal(diags.total[DIAG_ERROR], 0);
		assert_int_equal(diags.total[DIAG_WARNING], 0);
	}
	assert_said(DIAG_NOTE, 1, "3 lines are no part of a dump");
}

static void test_router(void **state)
{
	struct subnet *subnet = parse(
		"vendid=0x2c9\ndevid=0x1\nrtguid=0xc42a10300a1b2c0\n"
		"Rt\t1 \"R-0c42a10300a1b2c0\"\t\t# \"router01\"\n"
		"[1](c42a10300a1b2c1) \t\"H-0c42a10300000010\"[1] "
		"(c42a10300000011) \t\t# lid 5 lmc 0 \"gpu001 HCA-1\" lid 6 "
		"4xEDR\n\n"
		"caguid=0xc42a10300000010\n"
		"Ca\t1 \"H-0c42a10300000010\"\t\t# \"gpu001 HCA-1\"\n"
		"[1](c42a10300000011) \t\"R-0c42a10300a1b2c0\"[1] "
		"(c42a10300a1b2c1) \t\t# lid 6 lmc 0 \"router01\" lid 5 "
		"4xEDR\n");

	(void)state;
	assert_int_equal(diags.count, 0);
	assert_int_equal(subnet_find_node(subnet, HOST)->type, IB_NODE_ROUTER);
	assert_int_equal(subnet->end_port_count, 2);
	assert_int_equal(port_of(subnet, HOST, 1)->lid, 5);
	assert_int_equal(port_of(subnet, HOST, 1)->peer->lid, 6);
	/* the second record has no vendor of its own */
	assert_int_equal(subnet->nodes[0].vendor, 0);
	subnet_free(subnet);
}

static void test_descriptions_with_quotes(void **state)
{
	struct subnet *subnet = parse(
		"Switch\t4 \"S-248a070300f00001\"\t\t# \"a \"b\" lid 9\" base "
		"port 0 lid 7 lmc 0\n"
		"[1]\t\"H-0c42a10300a1b2c0\"[1](c42a10300a1b2c1) \t\t# \"\" "
		"lid 3\" lid 17 4xEDR\n");

	(void)state;
	assert_string_equal(subnet_find_node(subnet, LEAF)->description,
			    "a \"b\" lid 9");
	assert_int_equal(port_of(subnet, LEAF, 0)->lid, 7);
	assert_string_equal(subnet_find_node(subnet, HOST)->description,
			    "\" lid 3");
	assert_int_equal(port_of(subnet, HOST, 1)->lid, 17);
	subnet_free(subnet);
}

static void test_lids_and_rates(void **state)
{
	static const struct {
		const char *tail;
		unsigned int lid;
		enum ib_width width;
		enum ib_speed speed;
		bool unassessed;
	} rows[] = {
		{"# \"x\" lid 17 1xSDR", 17, IB_WIDTH_1X, IB_SPEED_SDR, false},
		{"# \"x\" lid 65535 12xDDR", 0, IB_WIDTH_12X, IB_SPEED_DDR,
		 false},
		{"# \"x\" lid 0 8xQDR", 0, IB_WIDTH_8X, IB_SPEED_QDR, false},
		{"# \"x\" lid 49151 4x???", 49151, IB_WIDTH_4X,
		 IB_SPEED_UNKNOWN, true},
		{"# \"x\" lid 49152 ??HDR", 0, IB_WIDTH_UNKNOWN, IB_SPEED_HDR,
		 true},
		{"# \"x\" lid 5 4xGDR", 5, IB_WIDTH_4X, IB_SPEED_UNKNOWN, true},
		{"# \"x\" lid 5 4xHDR slot 3", 5, IB_WIDTH_4X, IB_SPEED_HDR,
		 false},
		{"# \"x\" lid 5", 5, IB_WIDTH_UNKNOWN, IB_SPEED_UNKNOWN, false},
		{"", 0, IB_WIDTH_UNKNOWN, IB_SPEED_UNKNOWN, false},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct subnet *subnet;
		char text[300];

		snprintf(text, sizeof(text),
			 "Ca\t1 \"H-0c42a10300a1b2c0\" # \"x\"\n"
			 "[1](c42a10300a1b2c1) \"S-248a070300f00001\"[1] # lid "
			 "1 lmc 0 \"y\" lid 7 4xHDR\n"
			 "Switch 4 \"S-248a070300f00001\" # \"y\" base port 0 "
			 "lid 7 lmc 0\n"
			 "[1] \"H-0c42a10300a1b2c0\"[1] %s\n",
			 rows[i].tail);
		subnet = parse(text);
		assert_int_equal(port_of(subnet, HOST, 1)->lid, 1);
		assert_int_equal(port_of(subnet, LEAF, 1)->width,
				 rows[i].width);
		assert_int_equal(port_of(subnet, LEAF, 1)->speed,
				 rows[i].speed);
		assert_int_equal(port_of(subnet, LEAF, 1)->unassessed != NULL,
				 rows[i].unassessed);
		subnet_free(subnet);
	}
	assert_int_equal(diags.count, 0);
}

/* The least that other tools and old versions write. */
static void test_terse(void **state)
{
	struct subnet *subnet = parse(
		"Switch  36 \"S-248a070300f00001\"\n"
		"[1]  \"H-0c42a10300a1b2c0\"[1]    # \"gpu001 HCA-1\" lid 2\n"
		"Ca  2 \"H-0c42a10300a1b2c0\"  # \"gpu001 HCA-1\"\n"
		"[1]  \"S-248a070300f00001\"[1]    # lid 2\n");

	(void)state;
	assert_int_equal(diags.count, 0);
	assert_int_equal(port_of(subnet, HOST, 1)->lid, 2);
	assert_int_equal(port_of(subnet, HOST, 1)->guid, 0);
	assert_int_equal(port_of(subnet, LEAF, 0)->guid, 0);
	assert_ptr_equal(port_of(subnet, LEAF, 1)->peer,
			 port_of(subnet, HOST, 1));
	subnet_free(subnet);
}

static void test_one_side_only(void **state)
{
	struct subnet *subnet = parse(
		SWITCH_RECORD "caguid=0xc42a10300a1b2c0\n"
			      "Ca\t2 \"H-0c42a10300a1b2c0\"\t\t# \"gpu001\"\n");
	struct subnet_port *port = port_of(subnet, HOST, 2);

	(void)state;
	assert_said(DIAG_WARNING, 6, "1 link is stated on one side only");
	assert_false(subnet->errors);
	assert_int_equal(port->guid, 0x0c42a10300a1b2c2);
	assert_int_equal(port->lid, 17);
	assert_ptr_equal(port->peer, port_of(subnet, LEAF, 1));
	assert_ptr_equal(port->peer->peer, port);
	assert_int_equal(port->speed, IB_SPEED_UNKNOWN);
	assert_non_null(port->unassessed);
	assert_string_equal(subnet_find_node(subnet, HOST)->description,
			    "gpu001");
	subnet_free(subnet);
}

static void test_unlisted_neighbour(void **state)
{
	struct subnet *subnet = parse(SWITCH_RECORD);
	struct subnet_node *node = subnet_find_node(subnet, HOST);

	(void)state;
	assert_said(DIAG_WARNING, 6,
		    "1 node is known from neighbours only, "
		    "the first is 0x0c42a10300a1b2c0");
	assert_true(subnet->errors);
	assert_int_equal(node->type, IB_NODE_CA);
	assert_string_equal(node->description, "gpu001 mlx5_0");
	assert_non_null(node->unassessed);
	assert_int_equal(port_of(subnet, HOST, 2)->lid, 17);
	assert_ptr_equal(port_of(subnet, HOST, 2)->peer,
			 port_of(subnet, LEAF, 1));
	subnet_free(subnet);
}

static void test_sides_disagree(void **state)
{
	struct subnet *subnet = parse(
		SWITCH_RECORD
		"Ca\t2 \"H-0c42a10300a1b2c0\"\t\t# \"gpu001 mlx5_0\"\n"
		"[2](c42a10300a1b2c9) \t\"S-248a070300f00001\"[9]\t\t# lid 17 "
		"lmc 0 \"leaf01\" lid 7 4xHDR\n");

	(void)state;
	assert_said(DIAG_WARNING, 10,
		    "port 2 of 0x0c42a10300a1b2c0 faces port 9 of "
		    "0x248a070300f00001, but on line 6 it faces port 1 of "
		    "0x248a070300f00001");
	assert_said(DIAG_WARNING, 10,
		    "port GUID 0x0c42a10300a1b2c9, but line 6 says "
		    "0x0c42a10300a1b2c2");
	assert_int_equal(port_of(subnet, HOST, 2)->guid, 0x0c42a10300a1b2c9);
	assert_int_equal(port_of(subnet, HOST, 2)->peer->number, 9);
	assert_ptr_equal(port_of(subnet, LEAF, 1)->peer,
			 port_of(subnet, HOST, 2));
	subnet_free(subnet);
}

static void test_twice_and_different(void **state)
{
	struct subnet *subnet = parse(
		DUMP "vendid=0x2c9\ndevid=0x9999\ncaguid=0xc42a10300a1b2c0\n"
		     "Ca\t2 \"H-0c42a10300a1b2c0\"\t\t# \"other\"\n"
		     "[2](c42a10300a1b2c2) \t\"S-248a070300f00001\"[5]\t\t# "
		     "lid 17 lmc 0 \"leaf01\" lid 7 4xHDR\n");

	(void)state;
	assert_said(DIAG_WARNING, 24,
		    "0x0c42a10300a1b2c0 is another one than "
		    "on line 19");
	assert_said(DIAG_WARNING, 20, "but on line 25 it faces port 5");
	assert_int_equal(subnet_find_node(subnet, HOST)->device, 0x101b);
	assert_string_equal(subnet_find_node(subnet, HOST)->description,
			    "gpu001 mlx5_0");
	assert_int_equal(port_of(subnet, HOST, 2)->peer->number, 1);
	subnet_free(subnet);
}

static void test_failed_query(void **state)
{
	struct subnet *subnet = parse(
		"src/query_smp.c:195; umad (DR path slid 0; dlid 0; 0,1,1,31 "
		"Attr 0x11:0) bad status 110; Connection timed out\n" DUMP);

	(void)state;
	assert_said(DIAG_WARNING, 1, "ibnetdiscover reports 1 failed query");
	assert_true(subnet->errors);
	subnet_free(subnet);
}

static void test_refused(void **state)
{
	static const struct {
		const char *text;
		unsigned int line;
		const char *says;
	} rows[] = {
		{"", 1, "0 lines and no node"},
		{"version: 1\nfabric: pod7\n", 1, "2 lines and no node"},
		{"# Topology file\n", 1, "no ibnetdiscover dump"},
		{"\nSW  1719 10 0x7cfe900300118030 4x EDR - CA   134  1 "
		 "0x7cfe900300afe65e ( 'ib1' - 'o1 HCA-1' )\n",
		 2, "port report (ibnetdiscover -p)"},
		{"Switch\t : 0x248a070300f00001 ports 36 devid 0xd2f0 vendid "
		 "0x2c9 \"leaf01\"\n",
		 1, "list of nodes"},
		{"[1] \"S-248a070300f00001\"[1]\nx\n", 1,
		 "expected a Switch, Ca or Rt line before the first port"},
		{DUMP "[300] \"S-248a070300f00001\"[1]\nx\n", 21,
		 "expected a port number from 1 to 254 like [17], found: "
		 "[300]"},
		{DUMP "[0] \"S-248a070300f00001\"[1]\nx\n", 21, "1 to 254"},
		{DUMP "[5] \"leaf01\"[1]\nx\n", 21, "expected the peer as"},
		{DUMP "[5] \"S-0\"[1]\nx\n", 21, "expected the peer as"},
		{DUMP "[5] \"S-248a070300f0000199\"[1]\nx\n", 21,
		 "expected the peer as"},
		{DUMP "[5] \"S-248a070300f00001\"[x]\nx\n", 21,
		 "expected the peer's port number"},
		{DUMP "[5] \"S-248a070300f00001\"[5] \033[1m what\nx\n", 21,
		 "found: [5] \"S-248a070300f00001\"[5]  what"},
		{DUMP "[5] \"S-248a070300f00001\"[5] # \"x lid 5\nx\n", 21,
		 "expected the peer's description"},
		{DUMP "[5] \"S-248a070300f00001\"[5] # lid x\nx\n", 21,
		 "what is known of the link"},
		{DUMP "Switch x40 \"S-1\"\nSwitch 4 \"leaf01\"\nx\n", 22,
		 "expected the node as"},
		{DUMP "Switch 4\nx\n", 21, "expected the node as"},
		{DUMP "Switch 4 \"S-248a070300f00009\" # leaf\nx\n", 21,
		 "expected # and the node's description"},
		{DUMP "devid=0x10000\nx\n", 21, "expected a number in hex"},
		{DUMP "vendid=no\nx\n", 21, "expected a number in hex"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		fresh();
		assert_null(parse(rows[i].text));
		assert_said(DIAG_ERROR, rows[i].line, rows[i].says);
	}
}

/* However a dump is cut, it is read, and what it lacks is not called absent. */
static void test_cut_anywhere(void **state)
{
	static const char text[] = DUMP;
	char prefix[sizeof(text)];
	size_t length;

	(void)state;
	for (length = 0; length < strlen(text); length++) {
		struct subnet *subnet;

		fresh();
		memcpy(prefix, text, length);
		prefix[length] = '\0';
		subnet = parse(prefix);
		if (!subnet) {
			/* cut before the end of the first node's line */
			assert_true(length < strlen(text) / 2);
			assert_true(diag_has_errors(&diags));
		} else if (subnet_find_node(subnet, HOST) &&
			   !subnet_find_node(subnet, HOST)->unassessed) {
			assert_true(length > strlen(text) / 2);
		} else {
			assert_true(subnet->errors);
		}
		subnet_free(subnet);
	}
}

static void test_cut_within_a_rate(void **state)
{
	struct subnet *subnet = parse(
		"Switch\t40 \"S-248a070300f00001\"\t\t# \"leaf01\" enhanced "
		"port 0 lid 7 lmc 0\n"
		"[1]\t\"S-248a070300f00101\"[2]\t\t# \"spine01\" lid 7 4xFDR");
	struct subnet_port *port = port_of(subnet, LEAF, 1);

	(void)state;
	assert_true(subnet->errors); /* FDR10, was it? */
	assert_int_equal(port->speed, IB_SPEED_UNKNOWN);
	assert_non_null(port->unassessed);
	assert_int_equal(port_of(subnet, SPINE, 2)->peer->number, 1);
	subnet_free(subnet);
}

static char *read_all(const char *name, size_t *length)
{
	const char *top = getenv("IBPOLICY_SRCDIR");
	char path[4096], *bytes;
	FILE *file;
	long size;

	snprintf(path, sizeof(path), "%s/../shared/real/ibnetdiscover/%s",
		 top ? top : ".", name);
	file = fopen(path, "rb");
	if (!file) {
		return NULL;
	}
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	bytes = malloc((size_t)size + 1);
	assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
	bytes[size] = '\0';
	fclose(file);
	*length = (size_t)size;
	return bytes;
}

/* Lines that begin with these words. */
static size_t count_lines(const char *text, const char *begin)
{
	size_t count = strncmp(text, begin, strlen(begin)) == 0;

	while ((text = strchr(text, '\n')) != NULL) {
		text++;
		count += strncmp(text, begin, strlen(begin)) == 0;
	}
	return count;
}

static void count_fabric(const struct subnet *subnet, size_t *linked,
			 size_t *both)
{
	size_t i, j;

	*linked = *both = 0;
	for (i = 0; i < subnet->node_count; i++) {
		for (j = 0; j < subnet->nodes[i].port_count; j++) {
			struct subnet_port *port = &subnet->nodes[i].ports[j];

			*linked += port->peer_guid != 0;
			*both += port->peer && port->peer->peer == port;
		}
	}
}

/* Real clusters' dumps: what their lines say is all there. */
static void test_real_dumps(void **state)
{
	static const struct {
		const char *name;
		size_t nodes;
		bool errors;
	} rows[] = {
		{"fdr10-qdr-cluster-152nodes.topo", 152, false},
		{"hdr-mcs8500-director-2728nodes-puttylog.txt", 2728, false},
		{"hdr-superpod-compute-5007nodes.topo", 5007, false},
		{"mixed-edr-fdr-loopback-8nodes.topo", 8, true},
		{"mixed-fdr10-edr-hdr-lab-15nodes.topo", 15, false},
		{"ndr-gb200-622nodes.topo", 622, false},
		{"qdr-sun-switch-port2-2nodes.topo", 2, false},
		{"sdr-manpage-example-6nodes.topo", 6, false},
		{"single-ca-port-down.topo", 1, false},
	};
	size_t i, length, linked, both, found = 0;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct subnet *subnet = NULL;
		struct error error;
		char *text = read_all(rows[i].name, &length);

		if (!text) {
			continue;
		}
		found++;
		assert_int_equal(ibnetdiscover_parse(rows[i].name, text, length,
						     &subnet, &diags, &error),
				 0);
		assert_non_null(subnet);
		count_fabric(subnet, &linked, &both);
		assert_int_equal(subnet->node_count, rows[i].nodes);
		assert_int_equal(linked, count_lines(text, "["));
		assert_int_equal(both, linked);
		assert_int_equal(subnet->errors, rows[i].errors);
		free(text);
		subnet_free(subnet);
	}
	if (!found) {
		print_message("# no real dumps here\n");
	}
}

static void test_real_port_reports(void **state)
{
	static const char *const names[] = {
		"portreport-p-edr.txt",
		"portreport-p-hdr-unquoted-padding.txt",
		"portreport-p-malformed.txt",
	};
	size_t i, length;

	(void)state;
	for (i = 0; i < COUNT(names); i++) {
		char *text = read_all(names[i], &length);

		if (text) {
			fresh();
			assert_null(parse(text));
			assert_said(DIAG_ERROR, 1, "port report");
			free(text);
		}
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_plain),          TEST(test_worn),
		TEST(test_router),         TEST(test_descriptions_with_quotes),
		TEST(test_lids_and_rates), TEST(test_terse),
		TEST(test_one_side_only),  TEST(test_unlisted_neighbour),
		TEST(test_sides_disagree), TEST(test_twice_and_different),
		TEST(test_failed_query),   TEST(test_refused),
		TEST(test_cut_anywhere),   TEST(test_cut_within_a_rate),
		TEST(test_real_dumps),     TEST(test_real_port_reports),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
