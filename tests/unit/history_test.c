/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* History: its lines, replayed, are what stands. */
#include "tests/unit/unit.h"

#include "policy/io/history_jsonl.h"
#include "policy/io/publish.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ITEMS = 4 };

/* One letter an item, in the place of its id: "." not there, "p" pending, "o"
 * shown, "s" suppressed, "c" critical, "f" flapping. */
static struct drift_memory *memory_of(const char *letters)
{
	struct drift_memory *memory = drift_memory_new();
	size_t i;

	memory->items =
		arena_array(memory->arena, ITEMS, sizeof(*memory->items));
	for (i = 0; i < ITEMS; i++) {
		struct drift_item *item = &memory->items[memory->item_count];

		if (letters[i] == '.') {
			continue;
		}
		snprintf(item->id, sizeof(item->id), "%016zx", i);
		item->check = "link.speed";
		item->message = "slow";
		item->subject.name = "leaf01/1";
		item->pending = letters[i] == 'p';
		item->suppressed = letters[i] == 's';
		item->state =
			letters[i] == 'f' ? FINDING_FLAPPING : FINDING_NEW;
		item->severity = letters[i] == 'c' ? SEVERITY_CRITICAL
						   : SEVERITY_WARNING;
		memory->item_count++;
	}
	return memory;
}

/* The events as "kind id" words. */
static void check_events(const char *from, const char *to, const char *expected)
{
	struct drift_memory *before = from ? memory_of(from) : NULL;
	struct drift_memory *after = memory_of(to);
	struct arena *arena = arena_new();
	struct strbuf text = STRBUF_INIT;
	struct history_event *events;
	struct error error;
	size_t count, i;

	assert_int_equal(history_events(before, after, arena, &events, &count,
					&error),
			 0);
	for (i = 0; i < count; i++) {
		strbuf_addf(&text, "%s%s %c", i ? ", " : "",
			    history_kind_name(events[i].kind),
			    events[i].item->id[15]);
	}
	assert_string_equal(strbuf_text(&text), expected);
	strbuf_free(&text);
	arena_free(arena);
	drift_memory_free(before);
	drift_memory_free(after);
}

static void test_events(void **state)
{
	(void)state;
	check_events(NULL, "opo.", "opened 0, opened 2");
	check_events("oo..", "oo..", "");
	check_events("....", "p...", "");
	check_events("p...", "o...", "opened 0");
	check_events("p...", "....", "");
	check_events("o.o.", "..oo", "cleared 0, opened 3");
	check_events("ooo.", "cso.", "changed 0, changed 1");
	check_events("...o", "o...", "opened 0, cleared 3");
	check_events("of.p", "fof.", "changed 0, changed 1, opened 2");
	check_events("f...", "....", "cleared 0");
}

static char *line_of(const char *from, const char *to, bool baseline,
		     struct strbuf *out)
{
	struct drift_memory *before = from ? memory_of(from) : NULL;
	struct drift_memory *after = memory_of(to);
	struct arena *arena = arena_new();
	struct history_event *events;
	struct error error;
	size_t count;

	assert_int_equal(history_events(before, after, arena, &events, &count,
					&error),
			 0);
	assert_int_equal(history_jsonl_write(events, count, 1796008372,
					     baseline, out, &error),
			 0);
	arena_free(arena);
	drift_memory_free(before);
	drift_memory_free(after);
	return out->data;
}

static void test_lines(void **state)
{
	struct strbuf text = STRBUF_INIT;

	(void)state;
	line_of(NULL, "o...", true, &text);
	assert_string_equal(
		strbuf_text(&text),
		"{\"at\":\"2026-11-30T03:12:52Z\",\"event\":\"baseline\"}\n"
		"{\"at\":\"2026-11-30T03:12:52Z\",\"event\":\"standing\","
		"\"id\":\"0000000000000000\",\"check\":\"link.speed\","
		"\"severity\":\"warning\",\"state\":\"new\","
		"\"suppressed\":false,"
		"\"subject\":\"leaf01/1\",\"message\":\"slow\"}\n");
	strbuf_free(&text);
	line_of("o...", "....", false, &text);
	assert_non_null(strstr(strbuf_text(&text), "\"event\":\"cleared\""));
	assert_non_null(strstr(strbuf_text(&text), "\"state\":\"cleared\""));
	assert_null(strstr(strbuf_text(&text), "baseline"));
	strbuf_free(&text);
	line_of("....", "f...", false, &text);
	assert_non_null(strstr(strbuf_text(&text), "\"state\":\"flapping\""));
	strbuf_free(&text);
}

static char directory[64];

static struct publish_dir *open_directory(void)
{
	enum publish_refusal refusal;
	struct publish_dir *dir = NULL;
	struct error error;

	assert_int_equal(publish_open(directory, false, &dir, &refusal, &error),
			 0);
	return dir;
}

static void path_of(char path[128], const char *name)
{
	snprintf(path, 128, "%s/%s", directory, name);
}

static void expect_file(const char *name, const char *expected)
{
	char path[128], text[256] = "";
	FILE *file;

	path_of(path, name);
	file = fopen(path, "r");
	assert_non_null(file);
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	assert_string_equal(text, expected);
}

static void write_file(const char *name, const char *text)
{
	char path[128];
	FILE *file;

	path_of(path, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static int setup(void **state)
{
	(void)state;
	strcpy(directory, "/tmp/ibpolicy-history.XXXXXX");
	return mkdtemp(directory) && chmod(directory, 0755) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
	static const char *const names[] = {"h", "h.1", ".lock", "elsewhere"};
	char path[128];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(names); i++) {
		path_of(path, names[i]);
		unlink(path);
	}
	return rmdir(directory);
}

static void test_append(void **state)
{
	struct publish_dir *dir = open_directory();
	struct error error;
	size_t size;

	(void)state;
	assert_int_equal(publish_append(dir, "h", NULL, 0, 9, &size, &error),
			 0);
	assert_int_equal(size, 0);
	assert_int_equal(publish_append(dir, "h", "one\n", 4, 9, &size, &error),
			 0);
	assert_int_equal(size, 4);
	assert_int_equal(publish_append(dir, "h", "two\n", 4, 9, &size, &error),
			 0);
	assert_int_equal(size, 8);
	expect_file("h", "one\ntwo\n");
	assert_int_equal(publish_append(dir, "h", "three\n", 6, 7, &size,
					&error),
			 0);
	assert_int_equal(size, 6);
	expect_file("h.1", "one\ntwo\n");
	expect_file("h", "three\n");
	publish_close(dir);
}

static void test_a_line_that_was_cut_is_ended(void **state)
{
	struct publish_dir *dir = open_directory();
	struct error error;
	size_t size;

	(void)state;
	write_file("h", "one\n{\"cut");
	assert_int_equal(publish_append(dir, "h", "two\n", 4, 99, &size,
					&error),
			 0);
	assert_int_equal(size, 14);
	expect_file("h", "one\n{\"cut\ntwo\n");
	publish_close(dir);
}

/* Neither appended to nor read; the sentence names the file and what to do. */
static void refuses(struct publish_dir *dir, const char *reason)
{
	char *bytes = NULL, expected[256];
	struct error error;
	size_t length;
	size_t size;

	snprintf(expected, sizeof(expected), "%s/h: %s", directory, reason);
	assert_int_equal(publish_append(dir, "h", "two\n", 4, 99, &size,
					&error),
			 -1);
	assert_non_null(strstr(error.message, expected));
	assert_int_equal(publish_read(dir, "h", 99, &bytes, &length, &error),
			 -1);
	assert_non_null(strstr(error.message, expected));
	assert_null(bytes);
}

static void test_nothing_but_a_file_of_ours(void **state)
{
	struct publish_dir *dir = open_directory();
	char link_path[128], target[128];

	(void)state;
	write_file("elsewhere", "untouched");
	path_of(target, "elsewhere");
	path_of(link_path, "h");
	unlink(link_path);
	assert_int_equal(symlink(target, link_path), 0);
	refuses(dir, "it is a symbolic link: remove it");
	unlink(link_path);
	assert_int_equal(link(target, link_path), 0);
	refuses(dir, "the file has another name, too (a hard link): remove "
		     "this one");
	unlink(link_path);
	assert_int_equal(mkfifo(link_path, 0644), 0);
	refuses(dir, "it is not a plain file: remove it");
	unlink(link_path);
	if (geteuid() == 0) {
		write_file("h", "theirs\n");
		assert_int_equal(chown(link_path, 65534, 65534), 0);
		refuses(dir, "it belongs to user 65534, not to user 0: remove "
			     "it or change its owner");
		expect_file("h", "theirs\n");
		unlink(link_path);
	}
	expect_file("elsewhere", "untouched");
	publish_close(dir);
}

static void test_reads_what_is_ours(void **state)
{
	struct publish_dir *dir = open_directory();
	char *bytes = NULL, path[128];
	struct error error;
	size_t length;

	(void)state;
	path_of(path, "h");
	unlink(path);
	assert_int_equal(publish_read(dir, "h", 99, &bytes, &length, &error),
			 -1);
	assert_int_equal(error.code, ENOENT);
	write_file("h", "one\n");
	assert_int_equal(publish_read(dir, "h", 99, &bytes, &length, &error),
			 0);
	assert_int_equal(length, 4);
	assert_string_equal(bytes, "one\n");
	free(bytes);
	bytes = NULL;
	assert_int_equal(publish_read(dir, "h", 3, &bytes, &length, &error),
			 -1);
	assert_int_equal(error.code, EFBIG);
	assert_null(bytes);
	publish_close(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_events),
		cmocka_unit_test(test_lines),
		cmocka_unit_test_setup_teardown(test_append, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_a_line_that_was_cut_is_ended, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nothing_but_a_file_of_ours,
						setup, teardown),
		cmocka_unit_test_setup_teardown(test_reads_what_is_ours, setup,
						teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
