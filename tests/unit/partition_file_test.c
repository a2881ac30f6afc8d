/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whose a partitions.conf is, whether two paths name it, what is in force. */
#include "tests/unit/unit.h"

#include "plugin/partition_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/ibpolicy-partition.XXXXXX";
static char file[PATH_MAX], link_to_it[PATH_MAX], detour[PATH_MAX];

static void put(const char *text)
{
	FILE *stream = fopen(file, "w");

	assert_non_null(stream);
	fputs(text, stream);
	assert_int_equal(fclose(stream), 0);
}

static void knows_one_file_by_two_paths(void **state)
{
	(void)state;
	put("x");
	assert_true(partition_file_is_same(file, file));
	assert_true(partition_file_is_same(file, detour));
	assert_true(partition_file_is_same(file, link_to_it));
	assert_false(partition_file_is_same(file, "/etc/hostname"));
	unlink(file);
	assert_true(partition_file_is_same(file, detour));
	assert_true(partition_file_is_same(link_to_it, file));
	assert_false(partition_file_is_same(file, "/no/such/file"));
}

static void knows_whose_it_is(void **state)
{
	static const struct {
		const char *text; /* NULL: no file */
		enum partition_file_state state;
	} rows[] = {
		{NULL, PARTITION_FILE_MISSING},
		{"", PARTITION_FILE_EMPTY},
		{"Default=0x7fff : ALL=full ;\n", PARTITION_FILE_FOREIGN},
	};
	char sha256[SHA256_TEXT];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		unlink(file);
		if (rows[i].text) {
			put(rows[i].text);
		}
		assert_int_equal(partition_file_look(file, sha256, NULL),
				 rows[i].state);
		assert_string_equal(sha256, "");
	}
	assert_int_equal(partition_file_look(folder, sha256, NULL),
			 PARTITION_FILE_UNREADABLE);
}

static struct partitions_in_force *in_force(void)
{
	struct partitions_in_force *read = NULL;
	int fd = open(file, O_RDONLY);

	assert_int_equal(partitions_in_force_read(fd, errno, file, false, NULL,
						  &read, NULL),
			 0);
	assert_non_null(read);
	return read;
}

static void reads_what_opensm_makes_of_it(void **state)
{
	struct partitions_in_force *read;

	(void)state;
	put("Default=0x7fff : ALL=limited, SELF=full ;\n"
	    "a=0x1 : 0x10=full ;\n");
	read = in_force();
	assert_int_equal(read->state, PARTITION_FILE_FOREIGN);
	assert_int_equal(read->conf->plan->partition_count, 2);
	assert_string_equal(read->fallback_reason, "");
	partitions_in_force_free(read);

	put("Default=0x7fff : ALL=limited, SELF=full ;\n"
	    "a=0x1 : 0xZZ=full ;\n");
	read = in_force();
	assert_true(read->conf->fallback);
	assert_memory_equal(read->fallback_reason, "line 2: ", 8);
	partitions_in_force_free(read);

	unlink(file);
	read = in_force();
	assert_int_equal(read->state, PARTITION_FILE_MISSING);
	assert_null(read->conf);
	partitions_in_force_free(read);
	partitions_in_force_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_one_file_by_two_paths),
		cmocka_unit_test(knows_whose_it_is),
		cmocka_unit_test(reads_what_opensm_makes_of_it),
	};
	int status;

	if (!mkdtemp(folder)) {
		return 1;
	}
	snprintf(file, sizeof(file), "%s/partitions.conf", folder);
	snprintf(link_to_it, sizeof(link_to_it), "%s/link", folder);
	snprintf(detour, sizeof(detour), "%s/../%s/partitions.conf", folder,
		 strrchr(folder, '/') + 1);
	if (symlink(file, link_to_it) != 0) {
		return 1;
	}
	status = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(link_to_it);
	unlink(file);
	rmdir(folder);
	return status;
}
