/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The log of links: what counts as down, what counts once, its bounds. */
#include "policy/link_log.h"
#include "tests/unit/unit.h"

enum { LEAF = 0x10, SPINE = 0x20, HOST = 0x30, NOW = 1000000 };

static void join(struct subnet_port *a, struct subnet_port *b, uint64_t a_guid,
		 uint64_t b_guid)
{
	a->peer_guid = b_guid;
	a->peer_number = b->number;
	b->peer_guid = a_guid;
	b->peer_number = a->number;
	a->state = b->state = IB_PORT_ACTIVE;
}

/* leaf/1 - spine/1, leaf/2 - host/1 */
static struct subnet *fabric(void)
{
	static const uint64_t guids[] = {LEAF, SPINE, HOST};
	struct subnet *subnet = subnet_new();
	struct subnet_node *nodes;
	unsigned int i, k;

	assert_non_null(subnet);
	nodes = arena_array(subnet->arena, 3, sizeof(*nodes));
	assert_non_null(nodes);
	subnet->nodes = nodes;
	subnet->node_count = 3;
	for (i = 0; i < 3; i++) {
		nodes[i].guid = guids[i];
		nodes[i].type = guids[i] == HOST ? IB_NODE_CA : IB_NODE_SWITCH;
		nodes[i].port_count = guids[i] == LEAF ? 2 : 1;
		nodes[i].ports = arena_array(subnet->arena, 2,
					     sizeof(struct subnet_port));
		assert_non_null(nodes[i].ports);
		for (k = 0; k < nodes[i].port_count; k++) {
			nodes[i].ports[k].number = k + 1;
			nodes[i].ports[k].guid = guids[i] + k + 1;
		}
	}
	join(&nodes[0].ports[0], &nodes[1].ports[0], LEAF, SPINE);
	join(&nodes[0].ports[1], &nodes[2].ports[0], LEAF, HOST);
	return subnet;
}

enum change {
	SAME,
	LINK_DOWN,
	LINK_BOUNCED, /* one end waits to be configured again */
	HOST_GONE,
	SWITCH_GONE,
	LINK_INITIALIZE_BEFORE
};

static void unlink_port(struct subnet_port *port)
{
	port->state = IB_PORT_DOWN;
	port->peer_guid = 0;
}

static struct subnet *changed(enum change change)
{
	struct subnet *subnet = fabric();
	struct subnet_node *nodes = subnet->nodes;

	switch (change) {
	case LINK_DOWN:
		unlink_port(&nodes[0].ports[0]);
		unlink_port(&nodes[1].ports[0]);
		break;
	case LINK_BOUNCED:
	case LINK_INITIALIZE_BEFORE:
		nodes[0].ports[0].state = IB_PORT_INITIALIZE;
		nodes[1].ports[0].state = IB_PORT_INITIALIZE;
		break;
	case HOST_GONE:
		unlink_port(&nodes[0].ports[1]);
		subnet->node_count = 2;
		break;
	case SWITCH_GONE:
		nodes[1] = nodes[2];
		subnet->node_count = 2;
		break;
	case SAME:
		break;
	}
	assert_int_equal(subnet_finish(subnet, NULL), 0);
	return subnet;
}

static void compare(struct link_log *log, enum change before, enum change found,
		    enum change after, int64_t now)
{
	struct subnet *subnets[] = {changed(before), changed(found),
				    changed(after)};
	size_t i;

	link_log_compare(log, subnets[0], subnets[1], subnets[2], now);
	for (i = 0; i < 3; i++) {
		subnet_free(subnets[i]);
	}
}

static void what_counts(void **state)
{
	static const struct {
		enum change before, found, after;
		size_t links;
		uint64_t lower, upper;
	} rows[] = {
		{SAME, SAME, SAME, 0, 0, 0},
		{SAME, LINK_DOWN, LINK_DOWN, 1, LEAF, SPINE},
		{SAME, SAME, LINK_DOWN, 1, LEAF, SPINE},
		{SAME, LINK_BOUNCED, SAME, 1, LEAF, SPINE},
		{LINK_DOWN, LINK_DOWN, LINK_DOWN, 0, 0, 0},
		{LINK_DOWN, LINK_BOUNCED, SAME, 0, 0, 0},
		{LINK_INITIALIZE_BEFORE, LINK_BOUNCED, LINK_BOUNCED, 0, 0, 0},
		{SAME, HOST_GONE, HOST_GONE, 1, LEAF, HOST},
		/* Nothing that is still there says that its link is down. */
		{SAME, SWITCH_GONE, SWITCH_GONE, 0, 0, 0},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct link_log *log = link_log_new();

		assert_non_null(log);
		compare(log, rows[i].before, rows[i].found, rows[i].after, NOW);
		if (log->entry_count != rows[i].links) {
			fail_msg("row %zu: %zu links", i, log->entry_count);
		}
		if (rows[i].links) {
			assert_int_equal(log->entries[0].count, 1);
			assert_int_equal(log->entries[0].ends[0].node_guid,
					 rows[i].lower);
			assert_int_equal(log->entries[0].ends[1].node_guid,
					 rows[i].upper);
			assert_int_equal(log->entries[0].ends[1].port_guid,
					 rows[i].upper == HOST ? HOST + 1 : 0);
			assert_int_equal(link_entry_last(log->entries), NOW);
		}
		link_log_free(log);
	}
	link_log_free(NULL);
}

static void found_may_be_unknown(void **state)
{
	struct link_log *log = link_log_new();
	struct subnet *before = changed(SAME), *after = changed(LINK_DOWN);

	(void)state;
	assert_non_null(log);
	link_log_compare(log, before, NULL, after, NOW);
	assert_int_equal(log->entry_count, 1);
	link_log_clear(log);
	assert_int_equal(log->entry_count, 0);
	subnet_free(before);
	subnet_free(after);
	link_log_free(log);
}

static void more_often_than_the_threshold(void **state)
{
	struct link_log *log = link_log_new();
	int i;

	(void)state;
	assert_non_null(log);
	for (i = 0; i < 100; i++) {
		compare(log, SAME, LINK_BOUNCED, SAME, NOW + 10 * i);
	}
	assert_int_equal(log->entry_count, 1);
	assert_int_equal(log->entries[0].count, 100);
	assert_int_equal(link_entry_last(log->entries), NOW + 990);
	assert_true(link_entry_flapped(log->entries, 5, 50));
	assert_false(link_entry_flapped(log->entries, 5, 49));
	assert_true(link_entry_flapped(log->entries, 63, 630));
	assert_false(link_entry_flapped(log->entries, 64, 100000));
	link_log_free(log);
}

static void a_few_times(void **state)
{
	struct link_log *log = link_log_new();

	(void)state;
	assert_non_null(log);
	compare(log, SAME, LINK_BOUNCED, SAME, NOW);
	compare(log, SAME, LINK_BOUNCED, SAME, NOW);
	compare(log, SAME, LINK_BOUNCED, SAME, NOW + 9);
	assert_true(link_entry_flapped(log->entries, 2, 9));
	assert_false(link_entry_flapped(log->entries, 3, 900));
	/* The clock steps back. */
	compare(log, SAME, HOST_GONE, HOST_GONE, NOW - 500);
	assert_int_equal(link_entry_last(&log->entries[0]), NOW - 500);
	link_log_free(log);
}

static void the_steadiest_gives_way(void **state)
{
	struct link_log *log = link_log_new();
	size_t i;

	(void)state;
	assert_non_null(log);
	for (i = 0; i < LINK_LOG_ROOM; i++) {
		log->entries[i].ends[0].node_guid = 1000 + i;
		log->entries[i].count = i == 7 ? 1 : 2;
		log->entries[i].times[0] = NOW;
		log->entries[i].times[1] = NOW;
	}
	log->entry_count = LINK_LOG_ROOM;
	compare(log, SAME, LINK_DOWN, LINK_DOWN, NOW);
	assert_int_equal(log->entry_count, LINK_LOG_ROOM);
	assert_int_equal(log->entries[7].ends[0].node_guid, LEAF);
	assert_int_equal(log->entries[7].count, 1);
	link_log_free(log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_counts),
		cmocka_unit_test(found_may_be_unknown),
		cmocka_unit_test(more_often_than_the_threshold),
		cmocka_unit_test(a_few_times),
		cmocka_unit_test(the_steadiest_gives_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
