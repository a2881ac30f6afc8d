/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The inventory's text: the example whole, every rule by a row. */
#include "tests/unit/unit.h"

#include "policy/io/inventory_yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct loaded {
	struct inventory *inventory;
	struct arena *arena;
	struct diag_list diags;
};

static void load_example(struct loaded *loaded)
{
	char path[512];
	struct error error;
	const char *source = getenv("IBPOLICY_SRCDIR");

	snprintf(path, sizeof(path), "%s/examples/pod7/inventory.yaml",
		 source ? source : ".");
	loaded->arena = arena_new();
	assert_non_null(loaded->arena);
	diag_list_init(&loaded->diags, loaded->arena);
	assert_int_equal(inventory_yaml_load(path, &loaded->inventory,
					     &loaded->diags, &error),
			 0);
}

static void unload(struct loaded *loaded)
{
	inventory_free(loaded->inventory);
	arena_free(loaded->arena);
}

static void print_diags(const struct diag_list *diags)
{
	struct strbuf text = STRBUF_INIT;

	diag_format_list(&text, diags);
	if (text.length) {
		print_message("%s", strbuf_text(&text));
	}
	strbuf_free(&text);
}

static void test_example_is_clean(void **state)
{
	struct loaded loaded;
	const struct inventory *inventory;

	(void)state;
	load_example(&loaded);
	inventory = loaded.inventory;
	print_diags(&loaded.diags);
	assert_int_equal(loaded.diags.count, 0);
	assert_string_equal(inventory->fabric, "pod7");
	assert_string_equal(inventory->revision, "git 4f2a91c");
	assert_int_equal(inventory->role_count, 4);
	assert_int_equal(inventory->partition_count, 4);
	assert_int_equal(inventory->partitions[0].pkey, 0x7fff);
	assert_int_equal(inventory->sm_count, 2);
	assert_int_equal(inventory->host_count, 3);
	assert_int_equal(inventory->port_total, 5);
	assert_int_equal(inventory->switch_count, 3);
	assert_int_equal(inventory->link_count, 8);
	assert_int_equal(inventory->use_count, 5 + 16);
	assert_int_equal(inventory->state_count, 1);
	assert_int_equal(inventory->waiver_count, 1);
	assert_int_equal(inventory->ignore_count, 1);
	assert_int_equal(inventory->assert_count, 2);
	assert_true(inventory->guard.declared);
	unload(&loaded);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_example_is_clean),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
