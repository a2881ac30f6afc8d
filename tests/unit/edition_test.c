/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A reading of the inventory: usable or with its fault, and what it watches. */
#include "tests/unit/unit.h"

#include "plugin/edition.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/ibpolicy-edition.XXXXXX";
static char root[PATH_MAX], sub[PATH_MAX], part[PATH_MAX], more[PATH_MAX];

static const char head[] = "version: 1\nfabric: unit\n";

static void put(const char *path, const char *first, const char *second)
{
	FILE *stream = fopen(path, "w");

	assert_non_null(stream);
	fputs(first, stream);
	fputs(second, stream);
	assert_int_equal(fclose(stream), 0);
}

static struct edition *reading(void)
{
	struct edition *edition = NULL;
	struct error error;

	assert_int_equal(edition_read(root, 0, &edition, &error), 0);
	assert_non_null(edition);
	assert_false(file_watch_changed(edition->watch));
	return edition;
}

static void has_no_plan_without_partitions(void **state)
{
	struct edition *edition;

	(void)state;
	put(root, head, "");
	edition = reading();
	assert_true(edition_is_usable(edition));
	assert_null(edition->plan);
	assert_string_equal(edition->plan_sha256, "");
	edition_free(edition);
	edition_free(NULL);
	assert_false(edition_is_usable(NULL));
}

static void has_a_plan_and_its_hash(void **state)
{
	struct edition *edition;

	(void)state;
	put(root, head, "partitions: {a: {pkey: 0x0001}}\n");
	edition = reading();
	assert_true(edition_is_usable(edition));
	assert_int_equal(edition->plan->partition_count, 2);
	assert_int_equal(strlen(edition->plan_sha256), 64);
	edition_free(edition);
}

static void says_its_first_fault(void **state)
{
	struct edition *edition;

	(void)state;
	put(root, head, "nothing: 1\nnowhere: 2\n");
	edition = reading();
	assert_false(edition_is_usable(edition));
	assert_int_equal(edition->fault_pos.line, 3);
	assert_non_null(strstr(edition->fault, "nothing"));
	assert_int_equal(edition->fault_count, 2);
	assert_null(edition->plan);
	put(root, head, "");
	assert_true(file_watch_changed(edition->watch));
	edition_free(edition);
}

static void survives_a_missing_file(void **state)
{
	struct edition *edition;

	(void)state;
	unlink(root);
	edition = reading();
	assert_false(edition_is_usable(edition));
	assert_null(edition->inventory);
	put(root, head, "");
	assert_true(file_watch_changed(edition->watch));
	edition_free(edition);
}

static void sees_a_new_file_that_an_include_matches(void **state)
{
	struct edition *edition;

	(void)state;
	put(part, "roles: {one: {speed: HDR}}\n", "");
	put(root, head, "include: [rack-*/*.yaml]\n");
	edition = reading();
	assert_true(edition_is_usable(edition));
	put(more, "roles: {two: {speed: HDR}}\n", "");
	assert_true(file_watch_changed(edition->watch));
	edition_free(edition);
	unlink(more);
}

static void sees_a_new_folder_that_an_include_matches(void **state)
{
	char fresh[PATH_MAX];
	struct edition *edition;

	(void)state;
	put(part, "roles: {one: {speed: HDR}}\n", "");
	put(root, head, "include: [rack-*/*.yaml]\n");
	edition = reading();
	snprintf(fresh, sizeof(fresh), "%s/rack-2", folder);
	assert_int_equal(mkdir(fresh, 0755), 0);
	assert_true(file_watch_changed(edition->watch));
	edition_free(edition);
	rmdir(fresh);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(has_no_plan_without_partitions),
		cmocka_unit_test(has_a_plan_and_its_hash),
		cmocka_unit_test(says_its_first_fault),
		cmocka_unit_test(survives_a_missing_file),
		cmocka_unit_test(sees_a_new_file_that_an_include_matches),
		cmocka_unit_test(sees_a_new_folder_that_an_include_matches),
	};
	int status;

	if (!mkdtemp(folder)) {
		return 1;
	}
	snprintf(root, sizeof(root), "%s/inventory.yaml", folder);
	snprintf(sub, sizeof(sub), "%s/rack-1", folder);
	snprintf(part, sizeof(part), "%s/rack-1/a.yaml", folder);
	snprintf(more, sizeof(more), "%s/rack-1/b.yaml", folder);
	mkdir(sub, 0755);
	status = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(part);
	rmdir(sub);
	unlink(root);
	rmdir(folder);
	return status;
}
