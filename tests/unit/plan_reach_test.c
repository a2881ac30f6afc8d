/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Counting by classes gives what asking every pair of ports gives. */
#include "tests/unit/unit.h"

#include "policy/plan_reach.h"

#include <stdlib.h>
#include <string.h>

enum { PORTS = 24, PARTITIONS = 6, ROUNDS = 400 };

struct random_plan {
	struct partition_plan plan;
	struct plan_partition partitions[PARTITIONS];
	struct plan_member members[PARTITIONS][PORTS];
};

/* A generator of our own: the same rows everywhere. */
static uint32_t draw(uint32_t *seed, uint32_t below)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 16) % below;
}

static enum ib_membership draw_membership(uint32_t *seed, uint32_t sparse)
{
	return draw(seed, sparse) ? IB_MEMBER_NONE
				  : (enum ib_membership)(1 + draw(seed, 3));
}

static void make_plan(struct random_plan *out, uint32_t *seed)
{
	size_t i, port;

	memset(out, 0, sizeof(*out));
	out->plan.partitions = out->partitions;
	for (i = 0; i < PARTITIONS; i++) {
		struct plan_partition *partition;

		if (i && draw(seed, 4) == 0) {
			continue; /* not in this plan */
		}
		partition = &out->partitions[out->plan.partition_count];
		partition->pkey = i ? (uint16_t)i : IB_PKEY_DEFAULT;
		partition->name = "p";
		partition->sl = -1;
		partition->index0 = draw(seed, 3) == 0;
		partition->keywords[draw(seed, PLAN_KEYWORD_COUNT)] =
			draw_membership(seed, 6);
		partition->members = out->members[i];
		for (port = 0; port < PORTS; port++) {
			enum ib_membership membership =
				draw_membership(seed, 5);

			if (membership) {
				partition->members[partition->member_count++] =
					(struct plan_member){.guid = port + 1,
							     .membership =
								     membership,
							     .order = draw(seed,
									   2)};
			}
		}
		out->plan.partition_count++;
	}
}

static void make_ports(struct port_set *ports, uint32_t *seed)
{
	size_t port;

	ports->items = arena_array(ports->arena, PORTS, sizeof(*ports->items));
	for (port = 0; port < PORTS; port++) {
		ports->items[port] = (struct port_item){
			.guid = port + 1,
			.type = (enum ib_node_type)(1 + draw(seed, 3)),
			.is_sm = draw(seed, 12) == 0,
		};
	}
	ports->count = ports->settled = PORTS;
}

/* What a plan says of a port, asked the plain way. */
static enum ib_membership ask(const struct partition_plan *plan, uint16_t pkey,
			      const struct port_item *port)
{
	const struct plan_partition *partition =
		partition_plan_find(plan, pkey);

	return partition ? plan_membership(partition, port->guid, port->type,
					   port->is_sm)
			 : IB_MEMBER_NONE;
}

static bool can_talk(const struct partition_plan *plan,
		     const struct port_item *a, const struct port_item *b)
{
	size_t i;

	for (i = 0; i < PARTITIONS; i++) {
		uint16_t pkey = i ? (uint16_t)i : IB_PKEY_DEFAULT;
		enum ib_membership in_a = ask(plan, pkey, a);
		enum ib_membership in_b = ask(plan, pkey, b);
		bool full_a = (in_a & IB_MEMBER_FULL) && (i || !a->is_sm);
		bool full_b = (in_b & IB_MEMBER_FULL) && (i || !b->is_sm);

		if (in_a && in_b && (full_a || full_b)) {
			return true;
		}
	}
	return false;
}

static void check_classes(const struct plan_comparison *comparison,
			  const struct random_plan plans[2])
{
	const struct port_set *ports = comparison->ports;
	size_t port, row, side;

	for (port = 0; port < PORTS; port++) {
		const struct compared_class *class =
			&comparison->classes[comparison->class_of[port]];

		for (row = 0; row < comparison->partition_count; row++) {
			for (side = 0; side < 2; side++) {
				assert_int_equal(
					compared_membership(class, row, side),
					ask(&plans[side].plan,
					    comparison->partitions[row].pkey,
					    &ports->items[port]));
			}
		}
	}
}

static uint64_t sum(const uint64_t *counts, size_t count)
{
	uint64_t total = 0;
	size_t i;

	for (i = 0; i < count; i++) {
		total += counts[i];
	}
	return total;
}

static void check_pairs(const struct plan_comparison *comparison,
			const struct reach_change *change,
			const struct random_plan plans[2])
{
	const struct port_item *items = comparison->ports->items;
	uint64_t gained = 0, lost = 0;
	size_t a, b;

	for (a = 0; a < PORTS; a++) {
		for (b = a + 1; b < PORTS; b++) {
			bool before =
				can_talk(&plans[0].plan, &items[a], &items[b]);
			bool after =
				can_talk(&plans[1].plan, &items[a], &items[b]);

			gained += !before && after;
			lost += before && !after;
		}
	}
	assert_int_equal(change->gained, gained);
	assert_int_equal(change->lost, lost);
	assert_int_equal(sum(change->gained_by, comparison->partition_count),
			 gained);
	assert_int_equal(sum(change->lost_by, comparison->partition_count),
			 lost);
}

/* An opened pair: no member of one could talk to a member of the other (nor
 * was in both), now so many pairs can that could not. */
static void check_opened(const struct plan_comparison *comparison,
			 const struct reach_pair *pair,
			 const struct random_plan plans[2])
{
	const struct port_item *items = comparison->ports->items;
	uint16_t pkey_a = comparison->partitions[pair->a].pkey;
	uint16_t pkey_b = comparison->partitions[pair->b].pkey;
	uint64_t pairs = 0;
	size_t a, b;

	for (a = 0; a < PORTS; a++) {
		for (b = 0; b < PORTS; b++) {
			bool before =
				can_talk(&plans[0].plan, &items[a], &items[b]);

			if (a == b || !ask(&plans[0].plan, pkey_a, &items[a]) ||
			    !ask(&plans[0].plan, pkey_b, &items[b])) {
				continue;
			}
			assert_false(before);
		}
		for (b = a + 1; b < PORTS; b++) {
			bool sides = (ask(&plans[1].plan, pkey_a, &items[a]) &&
				      ask(&plans[1].plan, pkey_b, &items[b])) ||
				     (ask(&plans[1].plan, pkey_b, &items[a]) &&
				      ask(&plans[1].plan, pkey_a, &items[b]));

			pairs += sides &&
				 !can_talk(&plans[0].plan, &items[a],
					   &items[b]) &&
				 can_talk(&plans[1].plan, &items[a], &items[b]);
		}
	}
	assert_int_equal(pair->port_pairs, pairs);
}

static void test_against_every_pair(void **state)
{
	static struct random_plan plans[2];
	uint32_t seed = 1;
	size_t opened = 0;
	int round;

	(void)state;
	for (round = 0; round < ROUNDS; round++) {
		struct port_set *ports = port_set_new();
		struct plan_comparison *comparison;
		struct reach_change *change;
		struct plan_reach *reach;
		size_t i;

		make_ports(ports, &seed);
		make_plan(&plans[0], &seed);
		make_plan(&plans[1], &seed);
		assert_int_equal(plan_compare(&plans[0].plan, &plans[1].plan,
					      ports, &comparison, NULL),
				 0);
		reach = plan_reach_new(comparison);
		assert_int_equal(plan_reach_change(reach, &change, NULL), 0);
		check_classes(comparison, plans);
		check_pairs(comparison, change, plans);
		for (i = 0; i < change->opened_count; i++) {
			check_opened(comparison, &change->opened[i], plans);
		}
		opened += change->opened_count;
		reach_change_free(change);
		plan_reach_free(reach);
		plan_comparison_free(comparison);
		port_set_free(ports);
	}
	assert_true(opened > 0);
}

/* No ports, no partitions: nothing to say, nothing to crash on. */
static void test_empty(void **state)
{
	static const struct partition_plan plan;
	struct port_set *ports = port_set_new();
	struct plan_comparison *comparison;
	struct reach_change *change;
	struct plan_reach *reach;

	(void)state;
	assert_int_equal(port_set_finish(ports, NULL), 0);
	assert_int_equal(plan_compare(NULL, &plan, ports, &comparison, NULL),
			 0);
	assert_int_equal(comparison->class_count, 0);
	reach = plan_reach_new(comparison);
	assert_int_equal(plan_reach_change(reach, &change, NULL), 0);
	assert_int_equal(change->gained, 0);
	reach_change_free(change);
	plan_reach_free(reach);
	plan_comparison_free(comparison);
	port_set_free(ports);
	reach_change_free(NULL);
	plan_reach_free(NULL);
	plan_comparison_free(NULL);
	port_set_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_against_every_pair),
		cmocka_unit_test(test_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
