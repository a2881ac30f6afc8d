/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A fabric's file is told by its content. */
#include "tests/unit/unit.h"

#include "policy/io/fabric_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SNAPSHOT                                                               \
	"{\"format\": \"ibpolicy-snapshot\", \"version\": 1, \"source\": "     \
	"\"scan\"}\n{\"node_guid\": \"0x10\"}\n"
#define DUMP "Ca\t1 \"H-0000000000000020\"\t\t# \"host mlx5_0\"\n"

static void test_told_by_content(void **state)
{
	static const struct {
		const char *bytes;
		size_t length; /* 0: up to the NUL */
		enum subnet_source source;
		const char *says; /* NULL: read */
	} rows[] = {
		{SNAPSHOT, 0, SUBNET_FROM_SCAN, NULL},
		{" \r\n\t" SNAPSHOT, 0, SUBNET_FROM_SCAN, NULL},
		{DUMP, 0, SUBNET_FROM_IBNETDISCOVER, NULL},
		{"\n\n" DUMP, 0, SUBNET_FROM_IBNETDISCOVER, NULL},
		{"", 0, 0, "no ibnetdiscover dump"},
		{"{", 0, 0, "not JSON"},
		{"a\0b", 3, 0, "neither a snapshot nor"},
		{"\x1f\x8b\x08\x00", 4, 0, "neither a snapshot nor"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		size_t length =
			rows[i].length ? rows[i].length : strlen(rows[i].bytes);
		struct arena *arena = arena_new();
		struct subnet *subnet = NULL;
		struct diag_list diags;
		struct error error;

		diag_list_init(&diags, arena);
		assert_int_equal(fabric_file_parse("f", rows[i].bytes, length,
						   &subnet, &diags, &error),
				 0);
		if (rows[i].says) {
			assert_null(subnet);
			assert_non_null(
				strstr(diags.items[0].message, rows[i].says));
		} else {
			assert_int_equal(subnet->source, rows[i].source);
			assert_int_equal(subnet->node_count, 1);
			assert_int_equal(diags.count, 0);
		}
		subnet_free(subnet);
		arena_free(arena);
	}
}

static void test_load(void **state)
{
	char path[] = "/tmp/fabric_file_test.XXXXXX";
	struct arena *arena = arena_new();
	struct subnet *subnet = NULL;
	struct diag_list diags;
	struct error error = {0};
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, DUMP, strlen(DUMP)), strlen(DUMP));
	close(fd);
	diag_list_init(&diags, arena);
	assert_int_equal(fabric_file_load(path, &subnet, &diags, &error), 0);
	assert_int_equal(subnet->node_count, 1);
	subnet_free(subnet);
	unlink(path);
	assert_int_equal(fabric_file_load(path, &subnet, &diags, &error), -1);
	assert_int_equal(error.code, ENOENT);
	assert_non_null(strstr(error.message, path));
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_told_by_content),
		cmocka_unit_test(test_load),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
