/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* How the inventory's items fit together: a row for each rule of
 * ibpolicy-inventory(5), and what is said where it is broken. */
#include "tests/unit/inventory_text.h"

/* Lines 1 to 10; what a row adds begins in line 11. */
static const char prelude[] =
	"version: 1\n"
	"fabric: f\n"
	"hosts:\n"
	"  g1: {ports: {p1: {guid: 0x11, peer: l1/1}}}\n"
	"  g2: {role: r, ports: {p1: {guid: 0x12, peer: l1/2}}}\n"
	"switches:\n"
	"  l1: {guid: 0x21, unused: \"5-6\"}\n"
	"  l2: {guid: 0x22}\n"
	"roles:\n"
	"  r: {speed: HDR}\n";

static void test_keys(void **state)
{
	static const struct diag_row rows[] = {
		{"rolse: {}\n", {"11:1|\"rolse\" in the inventory|\"roles\""}},
		{"zebra: 1\n", {"11:1|\"zebra\"|known here: version, fabric"}},
		{"roles: {}\n",
		 {"11:1|\"roles\" is there twice, first at "
		  "i.yaml:9:1"}},
		{"links: [{from: l1/9, to: l2/9, <<: {role: r}}]\n",
		 {"11:32|\"<<\"|merge keys"}},
		/* The comma ends the value: 12 is the next key. */
		{"links: [{from: l1/9,12, to: l2/9}]\n",
		 {"11:21|\"12\" in a link|in quotes"}},
		{"strict: {port: false}\n", {"11:10|\"port\"|\"ports\""}},
		{"strict: [ports]\n", {"11:9|strict is a map"}},
		{"links: {from: l1/9, to: l2/9}\n", {"11:8|links is a list"}},
		{"links: [l1/9]\n", {"11:9|a link is a map"}},
		{"opensm: {allow_both_pkey: true}\n",
		 {"11:10|allow_both_pkey|\"allow_both_pkeys\""}},
		{"partitions: []\n", {"11:13|partitions is a map"}},
		{"states: [{state: planned}]\n",
		 {"11:10|needs the key \"subject\""}},
		{"waivers: [{check: link.speed, subject: x}]\n",
		 {"11:11|\"until\"", "11:11|\"owner\"", "11:11|\"reason\""}},
		{"waivers: [{check: link.sped, subject: x, until: 2027-01-01, "
		 "owner: o, reason: r}]\n",
		 {"11:19|no check \"link.sped\"|\"link.speed\""}},
		{"checks: {port.mising: info}\n",
		 {"11:10|no check \"port.mising\"|\"port.missing\""}},
		{"checks: {prot.*: info}\n", {"11:10|no check \"prot.*\""}},
		{"checks: {port.missing: high}\n",
		 {"11:24|\"high\"|critical, warning, info, none"}},
		{"ignore: [{device: 0x1}]\n", {"11:10|needs its vendor"}},
		{"ignore: [{}]\n", {"11:10|what to ignore"}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

static void test_head(void **state)
{
	static const struct diag_row rows[] = {
		{"fabric: f\n", {"1:1|needs the key \"version\"|version: 1"}},
		{"version: 1\n", {"1:1|needs the key \"fabric\""}},
		/* Another version means something else: nothing more. */
		{"version: 2\nfabrik: f\n",
		 {"1:10|version \"2\"|reads version 1"}},
		{"version: one\n", {"1:10|version \"one\""}},
		{"version: 1\nfabric: \"a b\"\n", {"2:9|\"a b\" cannot be"}},
		{"- a\n", {"1:1|is a map of keys and values, found a list"}},
		{"just words\n", {"1:1|found \"just words\""}},
		{"", {"1:1|the file is empty"}},
		{"# only a comment\n", {"1:1|the file is empty"}},
		{"---\n...\n", {"2:1|found nothing"}},
	};

	(void)state;
	check_rows("", rows, COUNT(rows));
}

static void test_unknown_names(void **state)
{
	static const struct diag_row rows[] = {
		{"links: [{from: l1/9, to: l22/9}]\n",
		 {"11:26|no host or switch \"l22\""}},
		{"links: [{from: l1/9, to: l2/9, role: rr}]\n",
		 {"11:38|no role \"rr\""}},
		{"states: [{subject: \"g[1-4]\", state: planned}]\n",
		 {"11:20|no host or switch \"g3\" (and 1 more"}},
		{"states: [{subject: g1/p2, state: planned}]\n",
		 {"11:20|host \"g1\" has no port \"p2\"|\"p1\""}},
		{"states: [{subject: l1/9, state: planned}]\n",
		 {"11:20|no declared cable ends at port 9 of switch \"l1\""}},
		{"states: [{subject: 0x99, state: planned}]\n",
		 {"11:20|no declared port or switch has the GUID"}},
		{"partitions: {p: {pkey: 0x1, members: {g11: full}}}\n",
		 {"11:39|no host or switch \"g11\""}},
		{"partitions: {p: {pkey: 0x1, members: {\"role:q\": full}}}\n",
		 {"11:39|no role \"q\""}},
		{"partitions: {p: {pkey: 0x1, members: {g1/p9: full}}}\n",
		 {"11:39|host \"g1\" has no port \"p9\""}},
		{"partitions: {p: {pkey: 0x1, members: {\"g[1-\": full}}}\n",
		 {"11:39|\"[\" without \"]\""}},
		{"partitions: {p: {pkey: 0x1, members: {l1/3: full}}}\n",
		 {"11:39|port of switch \"l1\"|port 0"}},
		{"partitions: {p: {pkey: 0x1, members: {0xzz: full}}}\n",
		 {"11:39|\"0xzz\" is not a GUID"}},
		/* A GUID that nobody declares is legal: it may come later. */
		{"partitions: {p: {pkey: 0x1, members: {0x99: full}}}\n",
		 {NULL}},
		{"assert: [{from: p, to: g1, expect: isolated}]\n",
		 {"11:17|no host or switch \"p\""}},
		{"partitions: {pool: {pkey: 0x1}}\n"
		 "assert: [{from: pol, to: g1, expect: isolated}]\n",
		 {"12:17|no partition, host or switch \"pol\"|\"pool\""}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

#define WAIVER(subject)                                                        \
	"waivers: [{subject: " subject ", check: link.*, until: 2027-01-01, "  \
	"owner: o, reason: r}]\n"

/* A waiver for what nobody declares accepts nothing: a slip of the pen. */
static void test_waivers(void **state)
{
	static const struct diag_row rows[] = {
		{WAIVER("g11"), {"11:21|no host or switch \"g11\"|\"g1\""}},
		{WAIVER("l11/3"), {"11:21|no host or switch \"l11\"|\"l1\""}},
		{WAIVER("g1/p2"),
		 {"11:21|host \"g1\" has no port \"p2\"|\"p1\""}},
		{WAIVER("l1/255"),
		 {"11:21|\"255\" is no port of switch \"l1\""}},
		{WAIVER("\"l1/1,3\""),
		 {"11:21|\"l1/1,3\" is no single name|glob"}},
		{WAIVER("g1")},
		{WAIVER("g1/p1")},
		{WAIVER("l1")},
		{WAIVER("l1/0")},
		{WAIVER("l1/17")},
		{WAIVER("p1") "partitions: {p1: {pkey: 0x1}}\n"},
		{WAIVER("sm1") "subnet_managers: {sm1: {guid: 0x99}}\n"},
		{WAIVER("all-partitions")},
		{WAIVER("opensm.conf")},
		{WAIVER("NodeDescriptions")},
		{WAIVER("unknown-LIDs")},
		{WAIVER("0x99")},
		{WAIVER("0x99/4")},
		{WAIVER("\"leaf1/3 (0x99)\"")}, /* as a report has it */
		{WAIVER("\"x*\"")},             /* lint warns */
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

static void test_grants(void **state)
{
	static const struct diag_row rows[] = {
		{"subnet_managers: {}\n"
		 "links: [{from: l1/9, to: l2/9, partitions: {p: full}}]\n",
		 {"12:45|no partition \"p\"|partitions:"}},
		{"partitions: {pool: {pkey: 0x1}}\n"
		 "links: [{from: l1/9, to: l2/9, partitions: {pol: full}}]\n",
		 {"12:45|no partition \"pol\"|\"pool\""}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

static void test_cabling(void **state)
{
	static const struct diag_row rows[] = {
		/* Loopback cables are legal, on one switch too. */
		{"links: [{from: l1/9, to: l1/10}]\n", {NULL}},
		{"links: [{from: l1/9, to: l1/9}]\n",
		 {"11:26|both ends of the link are \"l1/9\""}},
		{"links: [{from: l1/9-10, to: l2/1-3}]\n",
		 {"11:9|names 2 ports and \"l2/1-3\" names 3|pair up"}},
		{"links: [{from: l1/1, to: l2/1}]\n",
		 {"11:16|\"l1/1\" is already used, at i.yaml:4:39|one cable"}},
		{"links: [{from: l1/9, to: l2/1}, {from: l2/2, to: l1/9}]\n",
		 {"11:50|\"l1/9\" is already used, at i.yaml:11:16"}},
		{"links: [{from: l1/5, to: l2/1}]\n",
		 {"11:16|\"l1/5\" is cabled here and listed as unused, at "
		  "i.yaml:7:28"}},
		{"links: [{from: g1/p1, to: l2/1}]\n",
		 {"11:16|links join switches|peer"}},
		{"links: [{from: l1, to: l2/1}]\n",
		 {"11:16|\"l1\" does not name a port|leaf01/1"}},
		{"links: [{from: l1/255, to: l2/1}]\n",
		 {"11:16|\"255\" is no port of switch \"l1\"|1 to 254"}},
		{"links: [{from: l1/0, to: l2/1}]\n",
		 {"11:16|\"0\" is no port"}},
		{"links: [{from: l1/x, to: l2/1}]\n",
		 {"11:16|\"x\" is no port"}},
		{"links: [{from: [l1/9], to: l2/1}]\n",
		 {"11:16|expected SWITCH/PORT, found a list"}},
	};
	static const struct diag_row hosts[] = {
		/* Back to back: one side is enough. */
		{"  a: {ports: {p: {guid: 0x1, peer: b/p}}}\n"
		 "  b: {ports: {p: {guid: 0x2}}}\n",
		 {NULL}},
		{"  a: {ports: {p: {guid: 0x1, peer: b/p}}}\n"
		 "  b: {ports: {p: {guid: 0x2, peer: a/p}}}\n",
		 {NULL}},
		{"  a: {ports: {p: {guid: 0x1, peer: b/p}}}\n"
		 "  b: {ports: {p: {guid: 0x2, peer: c/p}}}\n"
		 "  c: {ports: {p: {guid: 0x3, peer: b/p}}}\n",
		 {"4:36|\"b/p\" is already used, at i.yaml:5:36"}},
		{"  a: {ports: {p: {guid: 0x1, peer: a/p}}}\n",
		 {"4:36|its own peer"}},
		{"  a: {ports: {p: {guid: 0x1, peer: b/q}}}\n"
		 "  b: {ports: {p: {guid: 0x2}}}\n",
		 {"4:36|host \"b\" has no port \"q\""}},
		{"  a: {}\n", {"4:6|needs the key \"ports\""}},
		{"  a: {ports: {}}\n", {"4:14|expected ports"}},
		{"  a: {ports: {p: {peer: b/p}}}\n",
		 {"4:18|needs the key \"guid\"",
		  "4:25|no host or switch \"b\""}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
	check_rows("version: 1\nfabric: f\nhosts:\n", hosts, COUNT(hosts));
}

static void test_used_twice(void **state)
{
	static const struct diag_row rows[] = {
		{"subnet_managers: {s: {guid: 0x11}}\n", {NULL}},
		{"subnet_managers: {s: {guid: 0x31}, t: {guid: 0x31}}\n",
		 {"11:46|\"s\" and \"t\" have one GUID, first at "
		  "i.yaml:11:29"}},
		{"partitions: {p: {pkey: 0x1}, q: {pkey: 0x0001}}\n",
		 {"11:40|P_Key 0x0001 of partition \"q\" is already that of "
		  "\"p\", at i.yaml:11:24"}},
		{"partitions: {Default: {pkey: 0x1}}\n",
		 {"11:30|\"Default\"|0x7fff"}},
	};
	static const struct diag_row guids[] = {
		{"hosts: {a: {ports: {p: {guid: 0x1}, q: {guid: 0x01}}}}\n",
		 {"3:47|GUID 0x0000000000000001 of \"a/q\" is already that of "
		  "\"a/p\", at i.yaml:3:31"}},
		{"switches: {a: {guid: 0x1}}\n"
		 "hosts: {b: {ports: {p: {guid: 0x1}}}}\n",
		 {"3:22|of \"a\" is already that of \"b/p\", at i.yaml:4:31"}},
		{"switches: {a: {guid: 0x1}}\n"
		 "hosts: {a: {ports: {p: {guid: 0x2}}}}\n",
		 {"3:12|switch \"a\" has the name of a host, at i.yaml:4:9"}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
	check_rows("version: 1\nfabric: f\n", guids, COUNT(guids));
}

static void test_members(void **state)
{
	static const struct diag_row rows[] = {
		/* Specific beats general: no conflict. */
		{"partitions: {p: {pkey: 0x1, members: {ALL: limited, ALL_CAS: "
		 "full, g1: limited}}}\n",
		 {NULL}},
		{"partitions: {p: {pkey: 0x1, members: {g1: limited, \"g[1-2]\""
		 ": full}}}\n",
		 {"11:52|in partition \"p\" port \"g1/p1\" is full here and "
		  "limited at i.yaml:11:39|neither"}},
		{"partitions: {p: {pkey: 0x1, members: {g1: full, \"g[1-2]\": "
		 "full}}}\n",
		 {NULL}},
		{"partitions: {p: {pkey: 0x1, members: {\"role:r\": limited, "
		 "0x12: full}}}\n",
		 {"11:58|is full here and limited at i.yaml:11:39"}},
		{"partitions: {p: {pkey: 0x1, members: {g2: limited}}}\n"
		 "states: []\n",
		 {NULL}},
	};
	static const struct diag_row grants[] = {
		/* What a role grants and what a member says of one port. */
		{"partitions: {p: {pkey: 0x1, members: {a: limited}}}\n"
		 "hosts: {a: {partitions: {p: full}, ports: {p: {guid: 1x}}}}"
		 "\n",
		 {"4:54|expected a GUID"}},
		{"partitions: {p: {pkey: 0x1, members: {a: limited}}}\n"
		 "hosts: {a: {partitions: {p: full}, ports: {p: {guid: 0x1}}}}"
		 "\n",
		 {"4:26|port \"a/p\" is full here and limited at "
		  "i.yaml:3:39"}},
		{"partitions: {p: {pkey: 0x1, members: {a: full}}}\n"
		 "hosts: {a: {partitions: {p: full}, ports: {p: {guid: 0x1}}}}"
		 "\n",
		 {NULL}},
		/* Two statements are one error, however many ports they
		 * meet in. */
		{"partitions: {p: {pkey: 0x1, members: {\"a,b\": limited}}}\n"
		 "roles: {r: {partitions: {p: full}}}\n"
		 "hosts:\n"
		 "  a: {role: r, ports: {p: {guid: 0x1}, q: {guid: 0x2}}}\n"
		 "  b: {role: r, ports: {p: {guid: 0x3}}}\n",
		 {"4:26|port \"a/p\" (and 2 more) is full here and limited at "
		  "i.yaml:3:39"}},
		/* A nearer "partitions" replaces. */
		{"partitions: {p: {pkey: 0x1, members: {a: limited}}}\n"
		 "hosts: {a: {partitions: {p: full}, ports: {p: {guid: 0x1, "
		 "partitions: {}}}}}\n",
		 {NULL}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
	check_rows("version: 1\nfabric: f\n", grants, COUNT(grants));
}

static void test_sms_are_full(void **state)
{
	static const struct diag_row rows[] = {
		{"subnet_managers: {s: {guid: 0x11}}\n"
		 "partitions: {d: {pkey: 0x7fff, members: {ALL: limited}}}\n",
		 {NULL}},
		{"subnet_managers: {s: {guid: 0x11}}\n"
		 "partitions: {d: {pkey: 0x7fff, members: {SM: limited}}}\n",
		 {"12:42|subnet manager \"s\" is limited in 0x7fff|leave it "
		  "out"}},
		{"subnet_managers: {s: {guid: 0x11}}\n"
		 "partitions: {d: {pkey: 0x7fff, members: {g1: limited}}}\n",
		 {"12:42|subnet manager \"s\" is limited"}},
		{"subnet_managers: {s: {guid: 0x31}}\n"
		 "partitions: {d: {pkey: 0x7fff, members: {0x31: limited}}}\n",
		 {"12:42|subnet manager \"s\" is limited"}},
		{"subnet_managers: {s: {guid: 0x11}}\n"
		 "partitions: {d: {pkey: 0x1, members: {SM: limited}}}\n",
		 {NULL}},
		{"subnet_managers: {s: {guid: 0x11}}\n"
		 "states: [{subject: g1, state: quarantine}]\n",
		 {"12:20|port of subnet manager \"s\" (i.yaml:11:19) cannot"}},
		{"subnet_managers: {s: {guid: 0x11}}\n"
		 "states: [{subject: g1, state: maintenance}]\n",
		 {NULL}},
	};
	static const struct diag_row granted[] = {
		{"hosts: {a: {partitions: {d: limited}, ports: {p: {guid: "
		 "0x1}}}}\n",
		 {"5:26|subnet manager \"s\" is limited in 0x7fff"}},
		{"hosts: {a: {partitions: {d: full}, ports: {p: {guid: 0x1}}}}"
		 "\n",
		 {NULL}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
	check_rows("version: 1\nfabric: f\npartitions: {d: {pkey: 0x7fff}}\n"
		   "subnet_managers: {s: {guid: 0x1}}\n",
		   granted, COUNT(granted));
}

static void test_states(void **state)
{
	static const struct diag_row rows[] = {
		{"states: [{subject: g1, state: planned}, {subject: g1, state: "
		 "maintenance}]\n",
		 {"11:51|\"g1\" already has a state, at i.yaml:11:20"}},
		/* A port's own state is nearer than its host's. */
		{"states: [{subject: g1, state: planned}, {subject: g1/p1, "
		 "state: maintenance}]\n",
		 {NULL}},
		{"links: [{from: l1/9, to: l2/9}]\n"
		 "states: [{subject: l1/9, state: maintenance}]\n",
		 {NULL}},
		{"links: [{from: l1/9, to: l2/9}]\n"
		 "states: [{subject: l1/9, state: quarantine}]\n",
		 {"12:20|a link between switches cannot be quarantined"}},
		{"partitions: {p: {pkey: 0x1, members: {ALL: full}}}\n"
		 "states: [{subject: g1, state: quarantine}]\n",
		 {"12:20|quarantined \"g1\" stays in partition \"p\": OpenSM "
		  "cannot exclude it from ALL, at i.yaml:11:39|instead"}},
		{"partitions: {p: {pkey: 0x1, members: {ALL_CAS: full}}}\n"
		 "states: [{subject: \"g[1-2]\", state: quarantine}]\n",
		 {"12:20|ALL_CAS, at i.yaml:11:39"}},
		{"partitions: {p: {pkey: 0x1, members: {ALL_SWITCHES: full}}}\n"
		 "states: [{subject: g1, state: quarantine}]\n",
		 {NULL}},
		{"partitions: {p: {pkey: 0x1, members: {ALL_SWITCHES: full}}}\n"
		 "states: [{subject: l1, state: quarantine}]\n",
		 {"12:20|ALL_SWITCHES, at"}},
		/* In 0x7fff a quarantined port is limited: no conflict. */
		{"partitions: {p: {pkey: 0x7fff, members: {ALL: limited}}}\n"
		 "states: [{subject: g1, state: quarantine}]\n",
		 {NULL}},
		{"partitions: {p: {pkey: 0x1, members: {g1: full}}}\n"
		 "states: [{subject: g1, state: quarantine}]\n",
		 {NULL}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

static void test_asserts(void **state)
{
	static const struct diag_row rows[] = {
		{"partitions: {p: {pkey: 0x1}, q: {pkey: 0x2}}\n"
		 "assert: [{from: p, to: \"role:r\", expect: isolated}, "
		 "{among: [p, q, g1], expect: reachable}]\n",
		 {NULL}},
		{"assert: [{from: g1, expect: isolated}]\n",
		 {"11:10|from and to, or among"}},
		{"assert: [{from: g1, to: g2, among: [g1, g2], expect: "
		 "isolated}]\n",
		 {"11:10|from and to, or among"}},
		{"assert: [{among: [g1], expect: isolated}]\n",
		 {"11:18|two or more"}},
		{"assert: [{from: g1, to: g2}]\n",
		 {"11:10|needs the key \"expect\""}},
		{"assert: [{from: g1, to: g2, expect: separate}]\n",
		 {"11:37|isolated or reachable, found \"separate\""}},
		{"partitions: {g1: {pkey: 0x1}}\n"
		 "assert: [{from: g1, to: g2, expect: isolated}]\n",
		 {"12:17|\"g1\" is a partition and also a host"}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

/* All of them are counted, fifty are kept. */
static void test_many_faults(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct parsed parsed;
	int i;

	(void)state;
	strbuf_addstr(&text, "version: 1\nfabric: f\nswitches:\n");
	for (i = 0; i < 60; i++) {
		strbuf_addf(&text, "  s%d: {guid: x}\n", i);
	}
	parse_text(&parsed, strbuf_text(&text));
	assert_int_equal(parsed.diags.count, DIAG_LIMIT);
	assert_int_equal(parsed.diags.total[DIAG_ERROR], 60);
	parsed_free(&parsed);
	strbuf_free(&text);
}

/* OpenSM would refuse these groups, or make others. */
static void test_multicast_groups(void **state)
{
#define GROUPS(settings)                                                       \
	"partitions: {p: {pkey: 0x1, members: {g1: full}, " settings "}}\n"
#define MGID(text) "{mgid: \"" text "\""
	static const struct diag_row rows[] =
		{
			{GROUPS("ipoib: true, groups: [" MGID("ff12:401b::16") "}, " MGID(
				 "ff12:601b:8001::16") "}, " MGID("ff15::1") "}"
									     "]"),
			 {NULL}},
			{GROUPS("groups: [" MGID(
				 "ff15:401b::ffff:ffff") "}, " MGID("ff15:401b:"
								    ":16") "}"
									   "]"),
			 {NULL}},
			/* It must stand in front. */
			{GROUPS("groups: [" MGID("ff15:401b::16") "}, " MGID(
				 "ff15:401b::ffff:ffff") "}]"),
			 {"11:59|without a broadcast group of its scope (5)"}},
			{GROUPS("groups: [" MGID("ff12:401b::16") "}]"),
			 {"11:59|without a broadcast group of its scope (2)"}},
			{GROUPS("ipoib: {scope: 5}, groups: [" MGID(
				 "ff12:401b::16") "}]"),
			 {"11:78|without a broadcast group of its scope (2)"}},
			{GROUPS("ipoib: {scope: 5}, groups: [" MGID(
				 "ff12:401b::16") ", scope: 5}]"),
			 {NULL}},
			{GROUPS("ipoib: true, groups: [" MGID(
				 "ff12:401b:8002::16") "}]"),
			 {"11:72|names P_Key 0x8002, its partition is "
			  "0x8001|OpenSM "
			  "fills it in"}},
			{GROUPS("ipoib: {mtu: 4096}, groups: [" MGID(
				 "ff12:401b::16") ", mtu: 2048}]"),
			 {"11:79|the MTU and rate of its broadcast group"}},
			{GROUPS("groups: [" MGID("ff10::1") "}]"),
			 {"11:59|scope 0 is reserved"}},
			{GROUPS("ipoib: {scope: 0}"),
			 {"11:57|scope 0 is reserved"}},
			{GROUPS("groups: [" MGID("ff32::1") "}]"),
			 {"11:59|reserved flags"}},
			{GROUPS("groups: [" MGID("ff12::1") "}, " MGID(
				 "ff15:0::1") ", scope: 2}]"),
			 {"11:78|already there, at i.yaml:11:59"}},
		};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_head),
		cmocka_unit_test(test_unknown_names),
		cmocka_unit_test(test_grants),
		cmocka_unit_test(test_waivers),
		cmocka_unit_test(test_cabling),
		cmocka_unit_test(test_used_twice),
		cmocka_unit_test(test_members),
		cmocka_unit_test(test_sms_are_full),
		cmocka_unit_test(test_states),
		cmocka_unit_test(test_asserts),
		cmocka_unit_test(test_many_faults),
		cmocka_unit_test(test_multicast_groups),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
