/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A plan on disk: fragments first, the file OpenSM reads next, and nothing
 * removed that is not ours. */
#include "tests/unit/unit.h"

#include "policy/io/publish.h"
#include "policy/io/read_file.h"
#include "policy/partitions_conf.h"
#include "policy/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct plan_member member = {.guid = 0x10, .membership = IB_MEMBER_FULL};

struct fixture {
	char root[64];
	struct publish_dir *dir;
	struct plan_partition partitions[3];
	struct partition_plan plan;
};

static int setup(void **state)
{
	struct fixture *fixture = calloc(1, sizeof(*fixture));
	enum publish_refusal refusal;
	size_t i;

	strcpy(fixture->root, "/tmp/publish_plan_test.XXXXXX");
	if (!mkdtemp(fixture->root) ||
	    publish_open(fixture->root, false, &fixture->dir, &refusal, NULL)) {
		return -1;
	}
	fixture->partitions[0] = (struct plan_partition){
		.pkey = 0x7fff,
		.name = "Default",
		.keywords = {[PLAN_ALL] = IB_MEMBER_LIMITED,
			     [PLAN_SELF] = IB_MEMBER_FULL}};
	fixture->partitions[1] =
		(struct plan_partition){.pkey = 0x11, .name = "tenant-a"};
	fixture->partitions[2] =
		(struct plan_partition){.pkey = 0x12, .name = "tenant-b"};
	for (i = 0; i < 3; i++) {
		fixture->partitions[i].sl = -1;
		if (i) {
			fixture->partitions[i].members = &member;
			fixture->partitions[i].member_count = 1;
		}
	}
	fixture->plan =
		(struct partition_plan){.partitions = fixture->partitions,
					.partition_count = 3};
	*state = fixture;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;
	char command[128];

	publish_close(fixture->dir);
	snprintf(command, sizeof(command), "rm -rf '%s'", fixture->root);
	if (system(command)) {
		return -1;
	}
	free(fixture);
	return 0;
}

static char *read_back(const struct fixture *fixture, const char *name,
		       size_t *length)
{
	char path[200], *bytes = NULL;

	snprintf(path, sizeof(path), "%s/%s", fixture->root, name);
	if (read_file(path, 1 << 20, &bytes, length, NULL)) {
		return NULL;
	}
	return bytes;
}

static bool exists(const struct fixture *fixture, const char *name)
{
	char path[200];

	snprintf(path, sizeof(path), "%s/%s", fixture->root, name);
	return access(path, F_OK) == 0;
}

static void publish_ok(struct fixture *fixture, bool expect_changed,
		       char sha256[SHA256_TEXT])
{
	bool changed = !expect_changed;
	struct error error = {0};

	if (publish_plan(fixture->dir, &fixture->plan, &changed, sha256,
			 &error)) {
		fail_msg("%s", error.message);
	}
	assert_int_equal(changed, expect_changed);
}

static void test_files(void **state)
{
	struct fixture *fixture = *state;
	char sha256[SHA256_TEXT], found[SHA256_TEXT];
	size_t length, fragment;
	char *whole, *part;

	publish_ok(fixture, true, sha256);
	whole = read_back(fixture, "partitions.conf", &length);
	assert_non_null(whole);
	assert_int_equal(partitions_conf_origin(whole, length, found),
			 PARTITIONS_CONF_OURS);
	assert_string_equal(found, sha256);
	part = read_back(fixture, "partitions.d/7fff-Default.conf", &fragment);
	assert_non_null(part);
	assert_memory_equal(part, whole, fragment);
	free(part);
	part = read_back(fixture, "partitions.d/0011-tenant-a.conf", &fragment);
	assert_non_null(part);
	assert_non_null(strstr(whole, part));
	free(part);
	free(whole);
	publish_ok(fixture, false, NULL);
}

static void test_removed_partitions(void **state)
{
	static const char *const kept[] = {
		"partitions.d/README",        "partitions.d/0012-x.conf.orig",
		"partitions.d/12-x.conf",     "partitions.d/00AB-x.conf",
		"partitions.d/0012-a b.conf", "partitions.d/.0012-x.conf",
		"partitions.d/0012-.conf",
	};
	struct fixture *fixture = *state;
	char path[200];
	size_t i;

	publish_ok(fixture, true, NULL);
	for (i = 0; i < COUNT(kept); i++) {
		FILE *file;

		snprintf(path, sizeof(path), "%s/%s", fixture->root, kept[i]);
		file = fopen(path, "w");
		assert_non_null(file);
		fclose(file);
	}
	/* One renamed, one gone. */
	fixture->partitions[1].name = "tenant-c";
	fixture->plan.partition_count = 2;
	publish_ok(fixture, true, NULL);
	assert_true(exists(fixture, "partitions.d/0011-tenant-c.conf"));
	assert_false(exists(fixture, "partitions.d/0011-tenant-a.conf"));
	assert_false(exists(fixture, "partitions.d/0012-tenant-b.conf"));
	for (i = 0; i < COUNT(kept); i++) {
		if (!exists(fixture, kept[i])) {
			fail_msg("%s", kept[i]);
		}
	}
}

/* Whatever the writer could get wrong: nothing is written then. */
static void test_not_read_back(void **state)
{
	static const char *const names[] = {"a,b", "a#b", "a:b", "a=b"};
	struct fixture *fixture = *state;
	size_t length, again, i;
	char *before, *after;
	struct error error;

	publish_ok(fixture, true, NULL);
	before = read_back(fixture, "partitions.conf", &length);
	for (i = 0; i < COUNT(names); i++) {
		fixture->partitions[1].name = names[i];
		fixture->partitions[2].name = "tenant-new";
		assert_int_equal(publish_plan(fixture->dir, &fixture->plan,
					      NULL, NULL, &error),
				 -1);
		assert_non_null(strstr(error.message, "nothing is published"));
	}
	after = read_back(fixture, "partitions.conf", &again);
	assert_int_equal(length, again);
	assert_memory_equal(before, after, length);
	assert_false(exists(fixture, "partitions.d/0012-tenant-new.conf"));
	free(before);
	free(after);
}

/* The last step fails: OpenSM's file is the old one, whole. */
static void test_file_in_the_way(void **state)
{
	struct fixture *fixture = *state;
	struct error error;
	char path[200];

	snprintf(path, sizeof(path), "%s/partitions.conf", fixture->root);
	assert_int_equal(mkdir(path, 0755), 0);
	assert_int_equal(publish_plan(fixture->dir, &fixture->plan, NULL, NULL,
				      &error),
			 -1);
	assert_non_null(strstr(error.message, "partitions.conf"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_files),
		TEST(test_removed_partitions),
		TEST(test_not_read_back),
		TEST(test_file_in_the_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
