/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Order, links and index of a fabric that a source has filled in. */
#include "tests/unit/unit.h"

#include "policy/subnet.h"

#include <string.h>

enum { SWITCH_GUID = 0x20, CA_GUID = 0x10, ROUTER_GUID = 0x30 };

static struct subnet_node *add_node(struct subnet *subnet, uint64_t guid,
				    enum ib_node_type type, size_t port_count)
{
	struct subnet_node *node = &subnet->nodes[subnet->node_count++];

	node->guid = guid;
	node->type = type;
	node->port_count = port_count;
	node->ports =
		arena_array(subnet->arena, port_count, sizeof(*node->ports));
	return node;
}

/* A CA (port 2, then 1), a router and a switch, everything out of order. The
 * links are stated on one side only. */
static struct subnet *make_subnet(void)
{
	struct subnet *subnet = subnet_new();
	struct subnet_node *node;

	subnet->nodes = arena_array(subnet->arena, 4, sizeof(*subnet->nodes));
	node = add_node(subnet, ROUTER_GUID, IB_NODE_ROUTER, 1);
	node->ports[0].number = 1;
	node->ports[0].guid = 0x31;
	node = add_node(subnet, SWITCH_GUID, IB_NODE_SWITCH, 4);
	node->ports[0].number = 3;
	node->ports[1].number = 2;
	node->ports[1].peer_guid = ROUTER_GUID;
	node->ports[1].peer_number = 1;
	node->ports[2].number = 1;
	node->ports[3].number = 0;
	node->ports[3].guid = SWITCH_GUID;
	node = add_node(subnet, CA_GUID, IB_NODE_CA, 2);
	node->ports[0].number = 2;
	node->ports[0].guid = 0x12;
	node->ports[1].number = 1;
	node->ports[1].guid = 0x11;
	node->ports[1].peer_guid = SWITCH_GUID;
	node->ports[1].peer_number = 1;
	return subnet;
}

static void test_finish(void **state)
{
	struct subnet *subnet = make_subnet();
	struct subnet_port *port, *peer;
	struct error error;

	(void)state;
	assert_int_equal(subnet_finish(subnet, &error), 0);
	assert_int_equal(subnet->nodes[0].guid, CA_GUID);
	assert_int_equal(subnet->nodes[2].guid, ROUTER_GUID);
	assert_int_equal(subnet->nodes[0].ports[0].number, 1);
	port = subnet_node_port(subnet_find_node(subnet, CA_GUID), 1);
	peer = subnet_node_port(subnet_find_node(subnet, SWITCH_GUID), 1);
	assert_ptr_equal(port->peer, peer);
	assert_ptr_equal(peer->peer, port);
	assert_int_equal(peer->peer_guid, CA_GUID);
	assert_int_equal(peer->peer_number, 1);
	assert_ptr_equal(peer->node, subnet_find_node(subnet, SWITCH_GUID));
	port = subnet_node_port(subnet_find_node(subnet, SWITCH_GUID), 2);
	assert_int_equal(port->peer->node->guid, ROUTER_GUID);
	port = subnet_node_port(subnet_find_node(subnet, SWITCH_GUID), 3);
	assert_null(port->peer);
	assert_null(subnet_find_node(subnet, 0x99));
	assert_null(subnet_node_port(&subnet->nodes[0], 9));
	subnet_free(subnet);
}

static void test_end_ports(void **state)
{
	static const uint64_t guids[] = {0x11, 0x12, SWITCH_GUID, 0x31};
	struct subnet *subnet = make_subnet();
	struct error error;
	size_t i;

	(void)state;
	assert_int_equal(subnet_finish(subnet, &error), 0);
	assert_int_equal(subnet->end_port_count, COUNT(guids));
	for (i = 0; i < COUNT(guids); i++) {
		assert_int_equal(subnet->end_ports[i]->guid, guids[i]);
		assert_ptr_equal(subnet_find_end_port(subnet, guids[i]),
				 subnet->end_ports[i]);
	}
	assert_null(subnet_find_end_port(subnet, 0));
	assert_null(subnet_find_end_port(subnet, 0x13));
	assert_null(subnet_find_end_port(subnet, UINT64_MAX));
	subnet_free(subnet);
}

static void test_guid_in_two_places(void **state)
{
	struct subnet *subnet = make_subnet();
	struct subnet_port *first;
	struct error error;

	(void)state;
	subnet->nodes[0].ports[0].guid = 0x11;
	assert_int_equal(subnet_finish(subnet, &error), 0);
	first = subnet_find_end_port(subnet, 0x11);
	assert_int_equal(first->node->guid, CA_GUID);
	assert_ptr_equal(subnet->end_ports[0], first);
	assert_int_equal(subnet->end_ports[1]->node->guid, ROUTER_GUID);
	subnet_free(subnet);
}

static void test_sides_that_disagree(void **state)
{
	struct subnet *subnet = make_subnet();
	struct subnet_port *port;
	struct error error;

	(void)state;
	/* Switch port 1 says that it faces the router. */
	subnet->nodes[1].ports[2].peer_guid = ROUTER_GUID;
	subnet->nodes[1].ports[2].peer_number = 1;
	assert_int_equal(subnet_finish(subnet, &error), 0);
	port = subnet_find_end_port(subnet, 0x11);
	assert_int_equal(port->peer->number, 1);
	assert_int_equal(port->peer->peer->node->guid, ROUTER_GUID);
	subnet_free(subnet);
}

static void test_peer_outside(void **state)
{
	struct subnet *subnet = make_subnet();
	struct subnet_port *port;
	struct error error;

	(void)state;
	subnet->nodes[2].ports[1].peer_guid = 0x77;
	subnet->nodes[2].ports[0].peer_guid = SWITCH_GUID;
	subnet->nodes[2].ports[0].peer_number = 200;
	assert_int_equal(subnet_finish(subnet, &error), 0);
	port = subnet_find_end_port(subnet, 0x11);
	assert_null(port->peer);
	assert_int_equal(port->peer_guid, 0x77);
	port = subnet_find_end_port(subnet, 0x12);
	assert_null(port->peer);
	subnet_free(subnet);
}

static void test_loopbacks(void **state)
{
	struct subnet *subnet = make_subnet();
	struct subnet_node *node;
	struct error error;

	(void)state;
	node = &subnet->nodes[1];
	node->ports[2].peer_guid = SWITCH_GUID;
	node->ports[2].peer_number = 3;
	node = &subnet->nodes[2];
	node->ports[0].peer_guid = CA_GUID;
	node->ports[0].peer_number = 2;
	assert_int_equal(subnet_finish(subnet, &error), 0);
	node = subnet_find_node(subnet, SWITCH_GUID);
	assert_ptr_equal(subnet_node_port(node, 1)->peer,
			 subnet_node_port(node, 3));
	assert_ptr_equal(subnet_node_port(node, 3)->peer,
			 subnet_node_port(node, 1));
	node = subnet_find_node(subnet, CA_GUID);
	assert_ptr_equal(subnet_node_port(node, 2)->peer,
			 subnet_node_port(node, 2));
	subnet_free(subnet);
}

static void test_twice(void **state)
{
	struct subnet *subnet = make_subnet();
	struct error error = {0};

	(void)state;
	subnet->nodes[0].guid = CA_GUID;
	assert_int_equal(subnet_finish(subnet, &error), -1);
	assert_non_null(strstr(error.message, "0x0000000000000010"));
	subnet_free(subnet);

	subnet = make_subnet();
	subnet->nodes[1].ports[0].number = 2;
	assert_int_equal(subnet_finish(subnet, &error), -1);
	assert_non_null(strstr(error.message, "port 2"));
	assert_non_null(strstr(error.message, "0x0000000000000020"));
	subnet_free(subnet);
}

static void test_sms_and_groups_are_ordered(void **state)
{
	struct subnet_sm sms[] = {{.port_guid = 0x12}, {.port_guid = 0x11}};
	struct subnet_group groups[] = {
		{.pkey = 2},
		{.pkey = 1, .mgid = {0xff, 2}},
		{.pkey = 1, .mgid = {0xff, 1}},
	};
	struct subnet *subnet = subnet_new();
	struct error error;

	(void)state;
	subnet->sms = sms;
	subnet->sm_count = COUNT(sms);
	subnet->groups = groups;
	subnet->group_count = COUNT(groups);
	assert_int_equal(subnet_finish(subnet, &error), 0);
	assert_int_equal(subnet->sms[0].port_guid, 0x11);
	assert_int_equal(subnet->groups[0].mgid[1], 1);
	assert_int_equal(subnet->groups[2].pkey, 2);
	assert_int_equal(subnet->end_port_count, 0);
	assert_null(subnet_find_node(subnet, 1));
	subnet_free(subnet);
	subnet_free(NULL);
}

static void test_source_names(void **state)
{
	int source;

	(void)state;
	for (source = 1; source < SUBNET_SOURCE_COUNT; source++) {
		assert_int_equal(subnet_source_parse(subnet_source_name(
					 (enum subnet_source)source)),
				 source);
	}
	assert_int_equal(subnet_source_parse("elsewhere"), 0);
	assert_null(subnet_source_name(SUBNET_SOURCE_COUNT));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_finish),
		cmocka_unit_test(test_end_ports),
		cmocka_unit_test(test_guid_in_two_places),
		cmocka_unit_test(test_sides_that_disagree),
		cmocka_unit_test(test_peer_outside),
		cmocka_unit_test(test_loopbacks),
		cmocka_unit_test(test_twice),
		cmocka_unit_test(test_sms_and_groups_are_ordered),
		cmocka_unit_test(test_source_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
