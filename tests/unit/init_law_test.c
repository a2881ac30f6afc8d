/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The law: what init writes is clean on the fabric it saw, and one change to
 * either side gives the one finding that it should. */
#include "tests/unit/unit.h"

#include "policy/arena.h"
#include "policy/diag.h"
#include "policy/io/init_proved.h"
#include "policy/io/inventory_yaml.h"
#include "policy/partition_plan.h"
#include "policy/policy.h"
#include "tests/unit/fabric_changes.h"
#include "tests/unit/random_fabric.h"
#include "tests/unit/inventory_changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 150 };

static const struct init_options options = {.source_path = "snapshot.jsonl",
					    .now = FABRIC_TIME + 60};

static uint64_t seeds(void)
{
	const char *text = getenv("IBPOLICY_LAW_SEEDS");

	return text ? strtoull(text, NULL, 10) : SEEDS;
}

static struct subnet *finished(uint64_t seed, unsigned int faults)
{
	struct subnet *subnet = random_fabric_make(seed, faults);
	struct error error;

	assert_non_null(subnet);
	assert_int_equal(subnet_finish(subnet, &error), 0);
	return subnet;
}

static void init_text(const struct subnet *subnet, uint64_t seed,
		      struct strbuf *text)
{
	struct init_proof proof;
	struct error error = {0, ""};

	if (init_proved(subnet, &options, text, &proof, &error)) {
		fail_msg("seed %llu: %s", (unsigned long long)seed,
			 error.message);
	}
}

/* --- A judgement --------------------------------------------------------- */

struct judgement {
	struct arena *arena;
	struct inventory *inventory;
	struct partition_plan *plan;
	struct policy_result *result;
};

static void judge(struct judgement *judgement, const struct subnet *subnet,
		  const char *text, uint64_t seed)
{
	struct policy_input input = {.subnet = subnet, .now = options.now};
	struct strbuf message = STRBUF_INIT;
	struct diag_list diags;
	struct error error = {0, ""};

	judgement->arena = arena_new();
	assert_non_null(judgement->arena);
	diag_list_init(&diags, judgement->arena);
	assert_int_equal(inventory_yaml_parse("inventory.yaml", text,
					      strlen(text),
					      &judgement->inventory, &diags,
					      &error),
			 0);
	if (diag_has_errors(&diags)) {
		diag_format_list(&message, &diags);
		fail_msg("seed %llu: %s\n%s", (unsigned long long)seed,
			 strbuf_text(&message), text);
	}
	assert_int_equal(partition_plan_make(judgement->inventory, options.now,
					     &judgement->plan, &error),
			 0);
	input.inventory = judgement->inventory;
	input.plan = judgement->plan;
	assert_int_equal(policy_evaluate(&input, &judgement->result, &error),
			 0);
}

static void judgement_free(struct judgement *judgement)
{
	policy_result_free(judgement->result);
	partition_plan_free(judgement->plan);
	inventory_free(judgement->inventory);
	arena_free(judgement->arena);
}

static bool is_about(const struct finding *finding,
		     const struct expected *expected)
{
	size_t i;

	for (i = 0; i < COUNT(expected->guids); i++) {
		uint64_t guid = expected->guids[i];

		if (guid && (guid == finding->subject.port_guid ||
			     guid == finding->subject.node_guid)) {
			return true;
		}
	}
	return !expected->guids[0];
}

static bool is_expected(const struct finding *finding,
			const struct expected *expected)
{
	return !strcmp(finding->check, expected->check) &&
	       is_about(finding, expected);
}

/* Exactly one finding that nothing suppresses, and it is the expected one; or
 * none, because that port had something wrong before, which is waived. */
static bool is_only(const struct policy_result *result,
		    const struct expected *expected, struct strbuf *found)
{
	size_t count = 0, right = 0, waived = 0, i;

	for (i = 0; i < result->finding_count; i++) {
		const struct finding *finding = &result->findings[i];

		if (finding->suppressed) {
			waived += is_about(finding, expected);
			continue;
		}
		count++;
		right += is_expected(finding, expected);
		strbuf_addf(found, "  %s: %s\n", finding->check,
			    finding->message);
	}
	return count == 1 ? right == 1 : count == 0 && waived > 0;
}

/* --- The law ------------------------------------------------------------- */

static const struct {
	unsigned int faults;
	const char *checks; /* what may be waived */
} laws[] = {
	{0, ""},
	{FABRIC_ODD_CABLES, ""},
	{FABRIC_UNREAD, ""},
	{FABRIC_DEGRADED, "link.speed link.width"},
	{FABRIC_UNSETTLED, "port.state"},
	{FABRIC_ODD_NAMES, "node.name"},
	{FABRIC_BAD_SMS, "sm.tie sm.master sm.priority sm.missing"},
	{FABRIC_FAULTS, "link.speed link.width port.state node.name sm.tie "
			"sm.master sm.priority sm.missing"},
};

/* Every check that the inventory waives is among the allowed ones. Gives how
 * many waivers there are. */
static size_t assert_waivers(const char *text, const char *allowed,
			     uint64_t seed)
{
	const char *at = text;
	size_t count = 0;
	char check[64];

	while ((at = strstr(at, "\n  - {check: "))) {
		at += strlen("\n  - {check: ");
		snprintf(check, sizeof(check), "%.*s", (int)strcspn(at, ","),
			 at);
		if (!strstr(allowed, check)) {
			fail_msg("seed %llu: waived: %.*s",
				 (unsigned long long)seed,
				 (int)strcspn(at, "\n"), at);
		}
		count++;
	}
	return count;
}

static void test_clean(void **state)
{
	uint64_t seed;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(laws); i++) {
		size_t waivers = 0;

		for (seed = 1; seed <= seeds(); seed++) {
			struct subnet *subnet = finished(seed, laws[i].faults);
			struct strbuf text = STRBUF_INIT;

			init_text(subnet, seed, &text);
			waivers += assert_waivers(strbuf_text(&text),
						  laws[i].checks, seed);
			strbuf_free(&text);
			subnet_free(subnet);
		}
		assert_int_equal(waivers > 0, *laws[i].checks != '\0');
	}
}

static void test_same_bytes(void **state)
{
	uint64_t seed;

	(void)state;
	for (seed = 1; seed <= 20; seed++) {
		struct subnet *one = finished(seed, FABRIC_FAULTS);
		struct subnet *two = finished(seed, FABRIC_FAULTS);
		struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;

		init_text(one, seed, &a);
		init_text(two, seed, &b);
		assert_string_equal(strbuf_text(&a), strbuf_text(&b));
		strbuf_free(&a);
		strbuf_free(&b);
		subnet_free(one);
		subnet_free(two);
	}
}

/* --- One change to the fabric -------------------------------------------- */

/* False: the change is not possible in this fabric. */
static bool change_fabric(const struct fabric_change *change, uint64_t seed,
			  unsigned int faults)
{
	struct subnet *before = finished(seed, faults);
	struct subnet *after = random_fabric_make(seed, faults);
	struct expected expected = {.check = change->check};
	struct dice dice = {seed * 77 + 13};
	struct strbuf text = STRBUF_INIT, found = STRBUF_INIT;
	struct judgement judgement = {NULL};
	struct error error;
	bool possible;

	assert_non_null(after);
	init_text(before, seed, &text);
	possible = change->apply(after, &dice, &expected);
	if (possible) {
		if (subnet_finish(after, &error)) {
			fail_msg("seed %llu: %s", (unsigned long long)seed,
				 error.message);
		}
		judge(&judgement, after, strbuf_text(&text), seed);
		if (!is_only(judgement.result, &expected, &found)) {
			fail_msg("seed %llu, faults %u, %s: expected one %s at "
				 "0x%016llx, found\n%s%s",
				 (unsigned long long)seed, faults, change->name,
				 expected.check,
				 (unsigned long long)expected.guids[0],
				 strbuf_text(&found),
				 getenv("IBPOLICY_LAW_SHOW")
					 ? strbuf_text(&text)
					 : "");
		}
	}
	judgement_free(&judgement);
	strbuf_free(&found);
	strbuf_free(&text);
	subnet_free(before);
	subnet_free(after);
	return possible;
}

static void test_fabric_changes(void **state)
{
	const struct fabric_change *change = *state;
	unsigned int wild = FABRIC_FAULTS & ~FABRIC_BAD_SMS & ~FABRIC_UNREAD &
			    ~change->not_with;
	unsigned int possible = 0;
	uint64_t seed;

	for (seed = 1; seed <= seeds(); seed++) {
		possible += change_fabric(change, seed, 0);
		possible += change_fabric(change, seed, FABRIC_ODD_CABLES);
		possible += change_fabric(change, seed, wild);
	}
	assert_true(possible > seeds() / 10);
}

/* --- One change to the inventory ------------------------------------------ */

static bool change_inventory(const struct inventory_change *change,
			     uint64_t seed, unsigned int faults)
{
	struct subnet *subnet = finished(seed, faults);
	struct expected expected = {.check = change->check};
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;
	struct strbuf found = STRBUF_INIT;
	struct judgement judgement = {NULL};
	bool possible;

	init_text(subnet, seed, &before);
	possible = change->apply(strbuf_text(&before), &after, &expected);
	if (possible) {
		judge(&judgement, subnet, strbuf_text(&after), seed);
		if (!is_only(judgement.result, &expected, &found)) {
			fail_msg("seed %llu, faults %u, %s: expected one %s at "
				 "0x%016llx, found\n%s%s",
				 (unsigned long long)seed, faults, change->name,
				 expected.check,
				 (unsigned long long)expected.guids[0],
				 strbuf_text(&found),
				 getenv("IBPOLICY_LAW_SHOW")
					 ? strbuf_text(&after)
					 : "");
		}
	}
	judgement_free(&judgement);
	strbuf_free(&found);
	strbuf_free(&before);
	strbuf_free(&after);
	subnet_free(subnet);
	return possible;
}

static void test_inventory_changes(void **state)
{
	const struct inventory_change *change = *state;
	unsigned int possible = 0;
	uint64_t seed;

	for (seed = 1; seed <= seeds(); seed++) {
		possible += change_inventory(change, seed, 0);
		possible += change_inventory(change, seed, FABRIC_ODD_CABLES);
	}
	assert_true(possible > seeds() / 20);
}

static size_t add_changes(const struct fabric_change *changes,
			  struct CMUnitTest *tests)
{
	size_t i;

	for (i = 0; changes[i].name; i++) {
		tests[i] = (struct CMUnitTest){changes[i].name,
					       test_fabric_changes, NULL, NULL,
					       (void *)(uintptr_t)&changes[i]};
	}
	return i;
}

int main(void)
{
	struct CMUnitTest tests[64] = {
		cmocka_unit_test(test_clean),
		cmocka_unit_test(test_same_bytes),
	};
	size_t count = 2, i;

	count += add_changes(fabric_cable_changes, tests + count);
	count += add_changes(fabric_node_changes, tests + count);
	for (i = 0; i < inventory_change_count; i++) {
		tests[count++] = (struct CMUnitTest){
			inventory_changes[i].name, test_inventory_changes, NULL,
			NULL, (void *)(uintptr_t)&inventory_changes[i]};
	}
	return _cmocka_run_group_tests("init_law", tests, count, NULL, NULL);
}
