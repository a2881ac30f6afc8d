/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What counts as a change of a watched file or directory. */
#include "tests/unit/unit.h"

#include "plugin/file_watch.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/ibpolicy-watch.XXXXXX";
static char file[PATH_MAX], other[PATH_MAX];

static void put(const char *path, const char *text)
{
	FILE *stream = fopen(path, "w");

	assert_non_null(stream);
	fputs(text, stream);
	assert_int_equal(fclose(stream), 0);
}

static struct file_watch *watching(const char *path)
{
	struct file_watch *watch = file_watch_new();

	assert_non_null(watch);
	assert_int_equal(file_watch_add(watch, path), 0);
	assert_false(file_watch_changed(watch));
	return watch;
}

static void sees_an_edit(void **state)
{
	struct file_watch *watch;

	(void)state;
	put(file, "one");
	watch = watching(file);
	put(file, "three");
	assert_true(file_watch_changed(watch));
	file_watch_free(watch);
}

static void sees_a_replacement_of_equal_size(void **state)
{
	struct file_watch *watch;

	(void)state;
	put(file, "one");
	put(other, "two");
	watch = watching(file);
	assert_int_equal(rename(other, file), 0);
	assert_true(file_watch_changed(watch));
	file_watch_free(watch);
}

static void sees_it_go_and_come(void **state)
{
	struct file_watch *watch;

	(void)state;
	put(file, "one");
	watch = watching(file);
	assert_int_equal(unlink(file), 0);
	assert_true(file_watch_changed(watch));
	file_watch_free(watch);
	watch = watching(file);
	put(file, "one");
	assert_true(file_watch_changed(watch));
	file_watch_free(watch);
}

static void sees_a_new_name_in_a_directory(void **state)
{
	struct file_watch *watch;

	(void)state;
	unlink(other);
	watch = watching(folder);
	put(other, "new");
	assert_true(file_watch_changed(watch));
	file_watch_free(watch);
	unlink(other);
	unlink(file);
}

static void keeps_the_first_look(void **state)
{
	struct file_watch *watch;

	(void)state;
	put(file, "one");
	watch = watching(file);
	put(file, "three");
	assert_int_equal(file_watch_add(watch, file), 0);
	assert_true(file_watch_changed(watch));
	file_watch_free(watch);
	file_watch_free(NULL);
	unlink(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sees_an_edit),
		cmocka_unit_test(sees_a_replacement_of_equal_size),
		cmocka_unit_test(sees_it_go_and_come),
		cmocka_unit_test(sees_a_new_name_in_a_directory),
		cmocka_unit_test(keeps_the_first_look),
	};
	int status;

	if (!mkdtemp(folder)) {
		return 1;
	}
	snprintf(file, sizeof(file), "%s/file", folder);
	snprintf(other, sizeof(other), "%s/other", folder);
	status = cmocka_run_group_tests(tests, NULL, NULL);
	rmdir(folder);
	return status;
}
