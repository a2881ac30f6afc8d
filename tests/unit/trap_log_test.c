/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The log of traps: who is meant, what is one, its bounds. */
#include "policy/trap_log.h"
#include "tests/unit/unit.h"

enum { ALICE = 0xa1, BOB = 0xb1, NOW = 1000000 };

/* Two hosts: LIDs 4 to 7 (LMC 2) are alice's, 9 is bob's. */
static struct subnet *two_hosts(void)
{
	struct subnet *subnet = subnet_new();
	int i;

	assert_non_null(subnet);
	subnet->nodes =
		arena_array(subnet->arena, 2, sizeof(struct subnet_node));
	assert_non_null(subnet->nodes);
	subnet->node_count = 2;
	for (i = 0; i < 2; i++) {
		struct subnet_node *node = &subnet->nodes[i];

		node->guid = (i ? BOB : ALICE) - 1;
		node->type = IB_NODE_CA;
		node->port_count = 1;
		node->ports =
			arena_alloc(subnet->arena, sizeof(struct subnet_port));
		assert_non_null(node->ports);
		node->ports->number = 1;
		node->ports->guid = i ? BOB : ALICE;
		node->ports->lid = i ? 9 : 4;
		node->ports->lmc = i ? 0 : 2;
	}
	assert_int_equal(subnet_finish(subnet, NULL), 0);
	return subnet;
}

static void add(struct trap_log *log, unsigned int number, unsigned int lid1,
		unsigned int lid2, uint16_t pkey, int64_t at)
{
	const struct trap trap = {
		.at = at,
		.number = number,
		.issuer_lid = 9,
		.lids = {lid1, lid2},
		.pkey = pkey,
	};

	trap_log_add(log, &trap);
}

static struct trap_log *seeing(void)
{
	struct trap_log *log = trap_log_new();
	struct subnet *subnet = two_hosts();

	assert_non_null(log);
	trap_log_see(log, subnet, NOW);
	subnet_free(subnet);
	return log;
}

static void one_pair_is_one_entry(void **state)
{
	struct trap_log *log = seeing();
	const struct trap_entry *entry = log->entries;

	(void)state;
	add(log, 257, 4, 9, 0x8001, NOW);
	add(log, 259, 7, 9, 0x8001, NOW + 5);
	assert_int_equal(log->entry_count, 1);
	assert_int_equal(entry->guids[0], ALICE);
	assert_int_equal(entry->guids[1], BOB);
	assert_int_equal(entry->count, 2);
	assert_int_equal(entry->first, NOW);
	assert_int_equal(entry->last, NOW + 5);
	add(log, 257, 9, 4, 0x8001, NOW); /* the other way */
	add(log, 257, 4, 9, 0x8002, NOW); /* another key */
	add(log, 258, 4, 9, 0, NOW);      /* another kind */
	assert_int_equal(log->entry_count, 4);
	assert_int_equal(log->counts[TRAP_KIND_P_KEY], 4);
	assert_int_equal(log->counts[TRAP_KIND_Q_KEY], 1);
	trap_log_free(log);
	trap_log_free(NULL);
}

static void an_m_key_is_told_by_who_refused_it(void **state)
{
	struct trap_log *log = seeing();

	(void)state;
	add(log, 256, 4, 0, 0, NOW);
	add(log, 256, 0, 0, 0, NOW); /* by directed route */
	assert_int_equal(log->entry_count, 2);
	assert_int_equal(log->entries[0].guids[0], ALICE);
	assert_int_equal(log->entries[0].guids[1], BOB);
	assert_int_equal(log->entries[1].guids[0], 0);
	assert_int_equal(log->entries[1].guids[1], BOB);
	trap_log_free(log);
}

static void strangers_are_counted(void **state)
{
	struct trap_log *log = seeing();
	unsigned int lid;

	(void)state;
	for (lid = 100; lid < 10100; lid++) {
		add(log, 257, lid, 4, 0x8001, NOW);
	}
	add(log, 257, 4, 8, 0x8001, NOW + 1);
	add(log, 128, 0, 0, 0, NOW + 2);
	add(log, 128, 0xffffff, 0, 0, NOW + 3);
	assert_int_equal(log->entry_count, 0);
	assert_int_equal(log->strangers.count, 10003);
	assert_int_equal(log->strangers.first, NOW);
	assert_int_equal(log->strangers.last, NOW + 3);
	trap_log_free(log);
}

static void the_first_fabric_names_who_came_before(void **state)
{
	struct trap_log *log = trap_log_new();
	struct subnet *subnet = two_hosts();

	(void)state;
	assert_non_null(log);
	add(log, 257, 4, 9, 0x8001, NOW);
	add(log, 257, 5, 9, 0x8001, NOW); /* alice as well */
	add(log, 257, 5, 9, 0x8001, NOW);
	add(log, 257, 44, 9, 0x8001, NOW);
	assert_int_equal(log->entry_count, 3);
	assert_false(log->entries[0].resolved);
	trap_log_see(log, subnet, NOW);
	assert_int_equal(log->entry_count, 1);
	assert_true(log->entries[0].resolved);
	assert_int_equal(log->entries[0].guids[0], ALICE);
	assert_int_equal(log->entries[0].count, 3);
	assert_int_equal(log->strangers.count, 1);
	subnet_free(subnet);
	trap_log_free(log);
}

static void owners_stay_who_they_were(void **state)
{
	struct trap_log *log = seeing();
	struct subnet *subnet = two_hosts();

	(void)state;
	add(log, 257, 4, 9, 0x8001, NOW);
	/* The two exchange their LIDs. */
	subnet->end_ports[0]->lid = 9;
	subnet->end_ports[0]->lmc = 0;
	subnet->end_ports[1]->lid = 4;
	trap_log_see(log, subnet, NOW);
	add(log, 257, 4, 9, 0x8001, NOW);
	assert_int_equal(log->entry_count, 2);
	assert_int_equal(log->entries[0].guids[0], ALICE);
	assert_int_equal(log->entries[1].guids[0], BOB);
	trap_log_clear(log);
	assert_int_equal(log->entry_count, 0);
	subnet_free(subnet);
	trap_log_free(log);
}

static void the_longest_silent_gives_way(void **state)
{
	struct trap_log *log = seeing();
	unsigned int key;

	(void)state;
	for (key = 0; key < TRAP_LOG_ROOM; key++) {
		add(log, 257, 4, 9, (uint16_t)key, NOW + key);
	}
	add(log, 257, 4, 9, 0, NOW + 3000); /* not silent any more */
	assert_int_equal(log->entry_count, TRAP_LOG_ROOM);
	assert_int_equal(log->evicted, 0);
	add(log, 257, 4, 9, 0xffff, NOW + 3001);
	assert_int_equal(log->entry_count, TRAP_LOG_ROOM);
	assert_int_equal(log->evicted, 1);
	assert_int_equal(log->entries[0].pkey, 0);
	assert_int_equal(log->entries[1].pkey, 0xffff);
	assert_int_equal(log->entries[1].count, 1);
	trap_log_free(log);
}

static void what_is_older_than_any_window_is_forgotten(void **state)
{
	struct trap_log *log = seeing();

	(void)state;
	add(log, 257, 4, 9, 1, NOW);
	add(log, 257, 4, 9, 1, NOW + TRAP_LOG_KEEP_SEC);
	assert_int_equal(log->entries[0].count, 2);
	add(log, 257, 4, 9, 1, NOW + 2 * TRAP_LOG_KEEP_SEC + 1);
	assert_int_equal(log->entry_count, 1);
	assert_int_equal(log->entries[0].count, 1);
	assert_int_equal(log->entries[0].first,
			 NOW + 2 * TRAP_LOG_KEEP_SEC + 1);
	trap_log_free(log);
}

static void the_latest_times_are_known(void **state)
{
	struct trap_log *log = seeing();
	int i;

	(void)state;
	for (i = 1; i <= 100; i++) {
		add(log, 144, 9, 0, 0, NOW + i);
	}
	assert_int_equal(log->entries[0].count, 100);
	assert_int_equal(trap_entry_since(&log->entries[0], NOW + 90), 10);
	assert_int_equal(trap_entry_since(&log->entries[0], NOW), 64);
	trap_log_free(log);
}

static void a_clock_that_steps_back(void **state)
{
	struct trap_log *log = seeing();
	struct subnet *subnet = two_hosts();

	(void)state;
	add(log, 144, 9, 0, 0, NOW);
	add(log, 257, 77, 0, 0, NOW);
	trap_log_see(log, subnet, NOW - 5000);
	assert_int_equal(log->entries[0].last, NOW - 5000);
	assert_int_equal(log->entries[0].first, NOW - 5000);
	assert_int_equal(trap_entry_since(&log->entries[0], NOW - 5000), 0);
	assert_int_equal(log->strangers.last, NOW - 5000);
	subnet_free(subnet);
	trap_log_free(log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_pair_is_one_entry),
		cmocka_unit_test(an_m_key_is_told_by_who_refused_it),
		cmocka_unit_test(strangers_are_counted),
		cmocka_unit_test(the_first_fabric_names_who_came_before),
		cmocka_unit_test(owners_stay_who_they_were),
		cmocka_unit_test(the_longest_silent_gives_way),
		cmocka_unit_test(what_is_older_than_any_window_is_forgotten),
		cmocka_unit_test(the_latest_times_are_known),
		cmocka_unit_test(a_clock_that_steps_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
