/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What findings say: who, where, expected and found, what to do, and where
 * the inventory says so. */
#include "tests/unit/fabric_builder.h"
#include "tests/unit/unit.h"

#include <string.h>

static struct fabric *fabric;

static int setup(void **state)
{
	(void)state;
	fabric = fabric_new();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fabric_free(fabric);
	return 0;
}

/* The finding says all of these words, in message, hint or found. */
static void says(const struct finding *finding, const char *part,
		 const char *text)
{
	if (!text || !strstr(text, part)) {
		fail_msg("%s: \"%s\" is not in \"%s\"", finding->check, part,
			 text ? text : "(nothing)");
	}
}

static void test_missing_port(void **state)
{
	const struct finding *finding;

	(void)state;
	fabric_unlink(fabric, LEAF1, 1);
	fabric_expect(fabric, "W port.missing cn1/p/1\n");
	finding = fabric_finding(fabric, 0);
	assert_int_equal(finding->subject.kind, SUBJECT_PORT);
	assert_int_equal(finding->subject.port_guid, 0xc11);
	assert_int_equal(finding->subject.port, -1);
	assert_string_equal(finding->subject.location, "R1 U1");
	assert_true(finding->has_peer);
	assert_string_equal(finding->peer.name, "leaf1/1");
	assert_int_equal(finding->peer.node_guid, LEAF1);
	assert_int_equal(finding->peer.port, 1);
	says(finding, "leaf1/1 is Polling", finding->message);
	says(finding, "cable", finding->hint);
	assert_string_equal(finding->source.file, "inventory.yaml");
	assert_int_equal(finding->source.line, 19);
	assert_int_equal(finding->confirm_sec, 120);
}

static void test_missing_port_disabled(void **state)
{
	(void)state;
	fabric_unlink(fabric, LEAF1, 1);
	fabric_port(fabric, LEAF1, 1)->phys = IB_PHYS_DISABLED;
	fabric_edit(fabric, "# more", "checks: {port.missing: {confirm: 30s}}");
	fabric_expect(fabric, "W port.missing cn1/p/1\n");
	says(fabric_finding(fabric, 0), "leaf1/1 is Disabled",
	     fabric_finding(fabric, 0)->found);
	says(fabric_finding(fabric, 0), "enables it again",
	     fabric_finding(fabric, 0)->hint);
	assert_int_equal(fabric_finding(fabric, 0)->confirm_sec, 30);
}

static void test_gone_host(void **state)
{
	const struct finding *finding;

	(void)state;
	fabric_unlink(fabric, LEAF1, 1);
	fabric_unlink(fabric, LEAF2, 1);
	fabric_expect(fabric, "W port.missing cn1 [host]\n");
	finding = fabric_finding(fabric, 0);
	assert_int_equal(finding->subject.kind, SUBJECT_HOST);
	assert_int_equal(finding->subject.port_guid, 0xc11);
	assert_int_equal(finding->affected_count, 2);
	assert_string_equal(finding->affected[0], "cn1/p/1");
	assert_string_equal(finding->affected[1], "cn1/p/2");
	says(finding, "2 ports", finding->message);
}

/* A host of one port: nothing to list but its subnet manager. */
static void test_gone_sm_host(void **state)
{
	const struct finding *finding;

	(void)state;
	fabric_remove(fabric, MGM);
	*fabric_sm(fabric, MGM + 1) = *fabric_sm(fabric, SMB + 1);
	fabric->subnet->sms[0].state = IB_SM_MASTER;
	fabric->subnet->sm_count = 1;
	fabric_expect(fabric, "W port.missing mgm [host]\n");
	finding = fabric_finding(fabric, 0);
	assert_int_equal(finding->affected_count, 1);
	assert_string_equal(finding->affected[0], "subnet manager sm-a");
	says(finding, "; subnet manager sm-a is gone with it",
	     finding->message);
}

static void test_gone_single_port_host(void **state)
{
	(void)state;
	fabric_remove(fabric, CN2);
	fabric_expect(fabric, "W port.missing cn2 [host]\n");
	assert_int_equal(fabric_finding(fabric, 0)->affected_count, 0);
}

static void test_gone_switch(void **state)
{
	const struct finding *finding;

	(void)state;
	fabric_remove(fabric, SPINE1);
	fabric_remove(fabric, LEAF2);
	fabric_expect(fabric, "C switch.missing spine1\n");
	finding = fabric_finding(fabric, 0);
	assert_int_equal(finding->subject.kind, SUBJECT_SWITCH);
	assert_int_equal(finding->subject.node_guid, SPINE1);
	assert_int_equal(finding->affected_count, 5);
	assert_string_equal(finding->affected[0], "leaf2");
	assert_string_equal(finding->affected[1], "cn1/p/2");
	assert_string_equal(finding->affected[2], "nas/p/1");
	assert_string_equal(finding->affected[3], "leaf1/9 - spine1/1");
	says(finding, "gone with it: 1 switch, 2 ports, 2 links",
	     finding->message);
}

static void test_replaced(void **state)
{
	const struct finding *finding;

	(void)state;
	fabric_remove(fabric, CN2);
	fabric_add_node(fabric, 0xe0, IB_NODE_CA, "cn2 HCA-1", 1);
	fabric_link(fabric, 0xe0, 1, LEAF1, 2);
	fabric_expect(fabric,
		      "C port.replaced cn2/p/1\n"
		      "? partition.missing the source does not hold P_Key "
		      "tables: 1\n");
	finding = fabric_finding(fabric, 0);
	says(finding, "0x0000000000000c21", finding->expected);
	says(finding, "0x00000000000000e1", finding->found);
	says(finding, "set guid: 0x00000000000000e1 at inventory.yaml:21:",
	     finding->hint);
	assert_string_equal(finding->peer.name, "leaf1/2");
}

static void test_swapped(void **state)
{
	const struct finding *finding;

	(void)state;
	fabric_link(fabric, SPINE1, 1, LEAF2, 9);
	fabric_link(fabric, SPINE1, 2, LEAF1, 9);
	fabric_expect(fabric, "C link.swapped leaf1/9\n");
	finding = fabric_finding(fabric, 0);
	assert_int_equal(finding->subject.kind, SUBJECT_LINK);
	assert_int_equal(finding->subject.node_guid, LEAF1);
	assert_int_equal(finding->subject.port, 9);
	assert_string_equal(finding->peer.name, "spine1/1");
	assert_string_equal(finding->found, "spine1/2");
	assert_string_equal(finding->affected[0], "leaf2/9 - spine1/2");
	says(finding, "Exchange the plugs at spine1/1 and spine1/2",
	     finding->hint);
}

static void test_peer(void **state)
{
	const struct finding *finding;

	(void)state;
	fabric_unlink(fabric, SPINE1, 1);
	fabric_link(fabric, SPINE1, 7, LEAF1, 9);
	fabric_expect(fabric, "C link.peer leaf1/9\n");
	finding = fabric_finding(fabric, 0);
	assert_string_equal(finding->expected, "spine1/1");
	says(finding, "it leads to spine1/7", finding->message);
	says(finding, "spine1/1 to nothing (Down, Polling)", finding->message);
}

static void test_speed(void **state)
{
	const struct finding *finding;

	(void)state;
	fabric_port(fabric, CN2, 1)->speed = IB_SPEED_FDR10;
	fabric_port(fabric, LEAF1, 2)->speed = IB_SPEED_FDR10;
	fabric_expect(fabric, "W link.speed cn2/p/1\n");
	finding = fabric_finding(fabric, 0);
	assert_int_equal(finding->subject.kind, SUBJECT_PORT);
	assert_int_equal(finding->subject.node_guid, CN2);
	assert_int_equal(finding->subject.port, 1);
	assert_string_equal(finding->expected, "HDR");
	assert_string_equal(finding->found, "FDR10");
	assert_string_equal(finding->peer.name, "leaf1/2");
	assert_int_equal(finding->source.line, 4); /* the role's speed */
}

static void test_partition_missing(void **state)
{
	const struct finding *finding;

	(void)state;
	fabric_pkeys(fabric, CN2, 1, 0x7fff, 0x8001, 0);
	fabric_expect(fabric, "C partition.missing cn2/p/1 [0x0002]\n");
	finding = fabric_finding(fabric, 0);
	assert_string_equal(finding->expected, "storage 0x0002 limited");
	assert_string_equal(finding->found, "not in the P_Key table");
	assert_string_equal(
		finding->message,
		"cn2/p/1 is not a member of partition storage (0x0002)");
	assert_int_equal(finding->source.line, 4); /* the role's grant */
	assert_int_equal(finding->confirm_sec, 0);
}

static void test_fallback_reason(void **state)
{
	static const struct {
		unsigned int node, port;
	} tables[] = {
		{LEAF1, 0}, {LEAF2, 0}, {SPINE1, 0}, {CN1, 1}, {CN1, 2},
		{CN2, 1},   {NAS, 1},   {MGM, 1},    {SMB, 1},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(tables); i++) {
		fabric_pkeys(fabric, tables[i].node, tables[i].port, 0xffff, 0);
	}
	fabric->fallback_reason = "partitions.conf:7: no such flag";
	fabric_expect(fabric, "C partition.fallback all-partitions\n");
	says(fabric_finding(fabric, 0), "partitions.conf:7: no such flag",
	     fabric_finding(fabric, 0)->message);
}

static void test_two_masters(void **state)
{
	(void)state;
	fabric_sm(fabric, SMB + 1)->state = IB_SM_MASTER;
	fabric_expect(fabric, "C sm.master sm-a\n");
	says(fabric_finding(fabric, 0), "two subnet managers are master",
	     fabric_finding(fabric, 0)->message);
	assert_int_equal(fabric_finding(fabric, 0)->subject.kind, SUBJECT_SM);
	assert_int_equal(fabric_finding(fabric, 0)->subject.port_guid, 0xc41);
}

static void test_foreign_master(void **state)
{
	(void)state;
	fabric_add_sm(fabric, 0xdead, 15, IB_SM_MASTER);
	fabric_sm(fabric, MGM + 1)->state = IB_SM_STANDBY;
	fabric_pkeys(fabric, MGM, 1, 0xffff, 0);
	fabric_expect(fabric, "C sm.unlisted 0x000000000000dead\n");
	says(fabric_finding(fabric, 0), "its partitions are in force, not ours",
	     fabric_finding(fabric, 0)->message);
}

static void test_ports_judged(void **state)
{
	(void)state;
	fabric_expect(fabric, "");
	/* 5 host ports, the 5 switch ports facing them, 2 links' 4 ends,
	 * 3 switches' port 0 and sm-b's port against the plan's keywords */
	assert_int_equal(fabric->result->ports_judged, 5 + 5 + 4 + 3 + 1);
}

#define TEST(function)                                                         \
	cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_missing_port),
		TEST(test_missing_port_disabled),
		TEST(test_gone_host),
		TEST(test_gone_switch),
		TEST(test_gone_sm_host),
		TEST(test_gone_single_port_host),
		TEST(test_replaced),
		TEST(test_swapped),
		TEST(test_peer),
		TEST(test_speed),
		TEST(test_partition_missing),
		TEST(test_fallback_reason),
		TEST(test_two_masters),
		TEST(test_foreign_master),
		TEST(test_ports_judged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
