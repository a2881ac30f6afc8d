/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What init --update writes fits to the inventory and covers what is new. */
#include "tests/unit/unit.h"

#include "policy/arena.h"
#include "policy/diag.h"
#include "policy/io/init_proved.h"
#include "policy/io/inventory_yaml.h"
#include "policy/partition_plan.h"
#include "policy/policy.h"
#include "tests/unit/fabric_changes.h"
#include "tests/unit/random_fabric.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SEEDS = 60, PATH_SIZE = 128 };

struct folder {
	char path[PATH_SIZE], root[PATH_SIZE + 32], more[PATH_SIZE + 32];
};

static int make_folder(void **state)
{
	struct folder *folder = calloc(1, sizeof(*folder));

	assert_non_null(folder);
	snprintf(folder->path, sizeof(folder->path),
		 "%s/ibpolicy-update.XXXXXX",
		 getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	assert_non_null(mkdtemp(folder->path));
	snprintf(folder->root, sizeof(folder->root), "%s/inventory.yaml",
		 folder->path);
	snprintf(folder->more, sizeof(folder->more), "%s/observed.yaml",
		 folder->path);
	*state = folder;
	return 0;
}

static int remove_folder(void **state)
{
	struct folder *folder = *state;

	unlink(folder->root);
	unlink(folder->more);
	rmdir(folder->path);
	free(folder);
	return 0;
}

static void write_text(const char *path, const char *text, const char *more)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0 && fputs(more, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static struct inventory *load(const char *path, struct arena *arena)
{
	struct strbuf message = STRBUF_INIT;
	struct inventory *inventory = NULL;
	struct diag_list diags;
	struct error error = {0, ""};

	diag_list_init(&diags, arena);
	if (inventory_yaml_load(path, &inventory, &diags, &error)) {
		fail_msg("%s", error.message);
	}
	if (diag_has_errors(&diags)) {
		diag_format_list(&message, &diags);
		fail_msg("%s", strbuf_text(&message));
	}
	return inventory;
}

static const struct fabric_change *find_change(const char *name)
{
	const struct fabric_change *tables[] = {fabric_cable_changes,
						fabric_node_changes};
	size_t i, j;

	for (i = 0; i < COUNT(tables); i++) {
		for (j = 0; tables[i][j].name; j++) {
			if (!strcmp(tables[i][j].name, name)) {
				return &tables[i][j];
			}
		}
	}
	fail_msg("no change is called %s", name);
	return NULL;
}

static struct subnet *make(uint64_t seed, const struct fabric_change *change)
{
	struct subnet *subnet = random_fabric_make(seed, FABRIC_ODD_CABLES);
	struct expected expected = {NULL};
	struct dice dice = {seed * 77 + 13};
	struct error error;

	assert_non_null(subnet);
	if (change && !change->apply(subnet, &dice, &expected)) {
		subnet_free(subnet);
		return NULL;
	}
	assert_int_equal(subnet_finish(subnet, &error), 0);
	return subnet;
}

/* Some comment has this text. */
static bool is_said(const char *more, const char *text)
{
	const char *at = more;

	while ((at = strstr(at, text))) {
		const char *line = at;

		while (line > more && line[-1] != '\n') {
			line--;
		}
		if (*line == '#') {
			return true;
		}
		at += strlen(text);
	}
	return false;
}

/* A comment offers it: what belongs into a line that a person wrote, and a
 * partition that nobody declares, are left to a person. */
static bool is_offered(const struct finding *finding, const char *more)
{
	char guid[IB_GUID_TEXT], key[32];

	if (!strcmp(finding->check, "partition.unknown")) {
		snprintf(key, sizeof(key), "pkey: %s", finding->attribute);
		return is_said(more, key);
	}
	ib_guid_format(guid, finding->subject.port_guid);
	return is_said(more, guid);
}

/* Everything that is there is declared, or offered. */
static void assert_declared(const struct subnet *subnet,
			    const struct inventory *inventory, const char *more,
			    uint64_t seed)
{
	struct policy_input input = {.inventory = inventory,
				     .subnet = subnet,
				     .now = FABRIC_TIME};
	struct policy_result *result = NULL;
	struct partition_plan *plan = NULL;
	struct error error;
	size_t i;

	assert_int_equal(partition_plan_make(inventory, FABRIC_TIME, &plan,
					     &error),
			 0);
	input.plan = plan;
	assert_int_equal(policy_evaluate(&input, &result, &error), 0);
	for (i = 0; i < result->finding_count; i++) {
		const struct finding *finding = &result->findings[i];

		if (!finding->suppressed && !is_offered(finding, more)) {
			fail_msg("seed %llu: %s: %s", (unsigned long long)seed,
				 finding->check, finding->message);
		}
	}
	policy_result_free(result);
	partition_plan_free(plan);
}

/* False: there is nothing to lose in this fabric. */
static bool update(const struct folder *folder, uint64_t seed,
		   const struct fabric_change *change)
{
	struct subnet *before = make(seed, change), *after;
	struct init_options options = {.now = FABRIC_TIME};
	struct strbuf root = STRBUF_INIT, more = STRBUF_INIT;
	struct arena *arena = arena_new();
	struct inventory *known, *both;
	struct error error = {0, ""};

	assert_non_null(arena);
	if (!before) {
		arena_free(arena);
		return false;
	}
	assert_int_equal(init_proved(before, &options, &root, NULL, &error), 0);
	write_text(folder->more, "", "# nothing yet\nlinks: []\n");
	write_text(folder->root, strbuf_text(&root),
		   "include: [observed.yaml]\n");
	known = load(folder->root, arena);
	after = make(seed, NULL);
	options.known = known;
	assert_int_equal(init_write(after, &options, &more, &error), 0);
	write_text(folder->more, strbuf_text(&more), "");
	both = load(folder->root, arena);
	assert_declared(after, both, strbuf_text(&more), seed);
	inventory_free(both);
	inventory_free(known);
	subnet_free(before);
	subnet_free(after);
	strbuf_free(&root);
	strbuf_free(&more);
	arena_free(arena);
	return true;
}

static void test_update(void **state)
{
	static const char *const names[] = {"cut a link between switches",
					    "unplug a host port", "lose a host",
					    "lose a switch",
					    "lose a standby SM"};
	uint64_t seed;
	size_t i;

	for (i = 0; i < COUNT(names); i++) {
		const struct fabric_change *change = find_change(names[i]);
		unsigned int possible = 0;

		for (seed = 1; seed <= SEEDS; seed++) {
			possible += update(*state, seed, change);
		}
		assert_true(possible > SEEDS / 10);
	}
}

/* Nothing but comments where everything is declared. */
static void test_nothing_new(void **state)
{
	const struct folder *folder = *state;
	struct init_options options = {.now = FABRIC_TIME};
	struct strbuf root = STRBUF_INIT, more = STRBUF_INIT;
	struct subnet *subnet = make(3, NULL);
	struct arena *arena = arena_new();
	struct inventory *known;
	struct error error;

	assert_non_null(arena);
	assert_int_equal(init_proved(subnet, &options, &root, NULL, &error), 0);
	write_text(folder->root, strbuf_text(&root), "");
	known = load(folder->root, arena);
	options.known = known;
	assert_int_equal(init_write(subnet, &options, &more, &error), 0);
	assert_null(strstr(strbuf_text(&more), "\n\n"));
	inventory_free(known);
	subnet_free(subnet);
	strbuf_free(&root);
	strbuf_free(&more);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_update, make_folder,
						remove_folder),
		cmocka_unit_test_setup_teardown(test_nothing_new, make_folder,
						remove_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
