/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whatever happens while a file is published, the old or the new one is there,
 * whole, and nobody else decides where it is written. */
#include "tests/unit/unit.h"

#include "policy/io/publish.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each test has a folder of its own, with the output directory in it. */
struct sandbox {
	char root[64];
	char out[96];
};

static int setup(void **state)
{
	struct sandbox *box = calloc(1, sizeof(*box));

	strcpy(box->root, "/tmp/publish_test.XXXXXX");
	if (!mkdtemp(box->root)) {
		return -1;
	}
	snprintf(box->out, sizeof(box->out), "%s/out", box->root);
	*state = box;
	return mkdir(box->out, 0755);
}

static int teardown(void **state)
{
	struct sandbox *box = *state;
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", box->root);
	if (system(command)) {
		return -1;
	}
	free(box);
	return 0;
}

static const char *at(const struct sandbox *box, const char *name)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/%s", box->root, name);
	return path;
}

static void put(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* The content of a small file; NULL when there is none. */
static const char *get(const char *path)
{
	static char text[256];
	FILE *file = fopen(path, "r");
	size_t length;

	if (!file) {
		return NULL;
	}
	length = fread(text, 1, sizeof(text) - 1, file);
	text[length] = '\0';
	fclose(file);
	return text;
}

static size_t count_entries(const char *path, const char *suffix)
{
	DIR *entries = opendir(path);
	const struct dirent *entry;
	size_t count = 0;

	assert_non_null(entries);
	while ((entry = readdir(entries))) {
		size_t length = strlen(entry->d_name);

		count += length > strlen(suffix) &&
			 strcmp(entry->d_name + length - strlen(suffix),
				suffix) == 0;
	}
	closedir(entries);
	return count;
}

static struct publish_dir *open_out(const struct sandbox *box)
{
	struct publish_dir *dir = NULL;
	enum publish_refusal refusal;
	struct error error = {0};

	if (publish_open(box->out, false, &dir, &refusal, &error)) {
		fail_msg("%s", error.message);
	}
	assert_int_equal(refusal, PUBLISH_OK);
	return dir;
}

static void write_ok(struct publish_dir *dir, const char *name,
		     const char *text, bool expect_changed)
{
	struct error error = {0};
	bool changed = !expect_changed;

	if (publish_file(dir, name, text, strlen(text), &changed, &error)) {
		fail_msg("%s", error.message);
	}
	assert_int_equal(changed, expect_changed);
}

static void expect_refusal(const char *path, bool create,
			   enum publish_refusal expected)
{
	struct publish_dir *dir = NULL;
	enum publish_refusal refusal = PUBLISH_OK;
	struct error error = {0};

	assert_int_equal(publish_open(path, create, &dir, &refusal, &error),
			 -1);
	assert_null(dir);
	assert_int_equal(refusal, expected);
	assert_non_null(strstr(error.message, "/tmp/publish_test."));
}

static void test_open_refusals(void **state)
{
	const struct sandbox *box = *state;

	expect_refusal(at(box, "none"), false, PUBLISH_MISSING);
	expect_refusal(at(box, "none/none"), true, PUBLISH_MISSING);
	put(at(box, "file"), "");
	expect_refusal(at(box, "file"), false, PUBLISH_MISSING);
	expect_refusal(at(box, "file"), true, PUBLISH_MISSING);
	assert_int_equal(symlink(box->out, at(box, "link")), 0);
	expect_refusal(at(box, "link"), false, PUBLISH_MISSING);
	expect_refusal(at(box, "link/"), false, PUBLISH_MISSING);
	assert_int_equal(chmod(box->out, 0775), 0);
	expect_refusal(box->out, false, PUBLISH_UNSAFE);
	assert_int_equal(chmod(box->out, 01777), 0);
	expect_refusal(box->out, false, PUBLISH_UNSAFE);
	if (geteuid() == 0) {
		assert_int_equal(chmod(box->out, 0755), 0);
		assert_int_equal(chown(box->out, 12345, 12345), 0);
		expect_refusal(box->out, false, PUBLISH_UNSAFE);
	} else {
		assert_int_equal(chmod(box->out, 0555), 0);
		expect_refusal(box->out, false, PUBLISH_NOT_WRITABLE);
	}
}

static void test_open_creates(void **state)
{
	const struct sandbox *box = *state;
	struct publish_dir *dir = NULL;
	enum publish_refusal refusal;
	mode_t old = umask(0077);
	struct stat status;

	assert_int_equal(publish_open(at(box, "new"), true, &dir, &refusal,
				      NULL),
			 0);
	umask(old);
	publish_close(dir);
	assert_int_equal(stat(at(box, "new"), &status), 0);
	assert_int_equal(status.st_mode & 07777, 0755);
	assert_int_equal(stat(at(box, "new/.lock"), &status), 0);
	assert_int_equal(status.st_mode & 07777, 0600);
	publish_close(NULL);
}

static void test_in_place(void **state)
{
	const struct sandbox *box = *state;
	enum publish_refusal refusal;
	struct publish_dir *dir;
	struct error error;

	assert_int_equal(publish_open(box->out, false, &dir, &refusal, &error),
			 0);
	assert_true(publish_in_place(dir));
	assert_int_equal(rename(box->out, at(box, "moved")), 0);
	assert_false(publish_in_place(dir));
	assert_int_equal(symlink("moved", box->out), 0);
	assert_false(publish_in_place(dir));
	assert_int_equal(unlink(box->out), 0);
	assert_int_equal(mkdir(box->out, 0755), 0);
	assert_false(publish_in_place(dir));
	publish_close(dir);
}

static void test_held(void **state)
{
	const struct sandbox *box = *state;
	struct publish_dir *dir = open_out(box), *beside = NULL;
	enum publish_refusal refusal;
	char expected[64];
	struct error error;

	assert_int_equal(publish_open(box->out, false, &beside, &refusal,
				      &error),
			 -1);
	assert_int_equal(refusal, PUBLISH_HELD);
	snprintf(expected, sizeof(expected), "process %ld publishes",
		 (long)getpid());
	assert_non_null(strstr(error.message, expected));
	assert_int_equal(publish_open_beside(box->out, &beside, &refusal,
					     &error),
			 0);
	write_ok(beside, "approved", "x", true);
	publish_close(beside);
	publish_close(dir);
	publish_close(open_out(box));
}

static void test_replace(void **state)
{
	const struct sandbox *box = *state;
	struct publish_dir *dir = open_out(box);
	mode_t old = umask(0077);
	struct stat first, second;

	write_ok(dir, "a.txt", "one", true);
	write_ok(dir, "partitions.d/0001-a.conf", "x", true);
	umask(old);
	assert_int_equal(stat(at(box, "out/a.txt"), &first), 0);
	assert_int_equal(first.st_mode & 07777, 0644);
	write_ok(dir, "a.txt", "one", false);
	assert_int_equal(stat(at(box, "out/a.txt"), &second), 0);
	assert_true(first.st_ino == second.st_ino);
	write_ok(dir, "a.txt", "ones", true);
	assert_string_equal(get(at(box, "out/a.txt")), "ones");
	write_ok(dir, "a.txt", "", true);
	assert_string_equal(get(at(box, "out/a.txt")), "");
	/* A mode that somebody changed comes right with the next write. */
	assert_int_equal(chmod(at(box, "out/a.txt"), 0666), 0);
	write_ok(dir, "a.txt", "", true);
	assert_int_equal(stat(at(box, "out/partitions.d"), &second), 0);
	assert_int_equal(second.st_mode & 07777, 0755);
	assert_int_equal(publish_remove(dir, "a.txt", NULL), 0);
	assert_null(get(at(box, "out/a.txt")));
	assert_int_equal(publish_remove(dir, "a.txt", NULL), 0);
	assert_int_equal(count_entries(box->out, ".tmp"), 0);
	publish_close(dir);
}

static void test_names(void **state)
{
	static const char *const bad[] = {
		"",       ".",     "..", ".lock", "../x", "a/../b",   "a//b",
		"/etc/x", "a/b/c", "a/", "a b",   "a\nb", "\xc3\xa9", "a/.tmp",
	};
	const struct sandbox *box = *state;
	struct publish_dir *dir = open_out(box);
	struct error error;
	char longest[200];
	size_t i;

	for (i = 0; i < COUNT(bad); i++) {
		if (!publish_file(dir, bad[i], "x", 1, NULL, &error) ||
		    !publish_remove(dir, bad[i], &error)) {
			fail_msg("%s", bad[i]);
		}
	}
	memset(longest, 'a', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	assert_int_equal(publish_file(dir, longest, "x", 1, NULL, &error), -1);
	publish_close(dir);
}

static void test_symbolic_links(void **state)
{
	const struct sandbox *box = *state;
	struct publish_dir *dir = open_out(box);
	struct error error;

	put(at(box, "victim"), "mine");
	assert_int_equal(symlink("../victim", at(box, "out/a.txt")), 0);
	assert_int_equal(symlink("../victim", at(box, "out/.a.txt.0.tmp")), 0);
	write_ok(dir, "a.txt", "new", true);
	assert_string_equal(get(at(box, "victim")), "mine");
	assert_string_equal(get(at(box, "out/a.txt")), "new");

	assert_int_equal(mkdir(at(box, "elsewhere"), 0755), 0);
	assert_int_equal(symlink("../elsewhere", at(box, "out/partitions.d")),
			 0);
	assert_int_equal(publish_file(dir, "partitions.d/0001-a.conf", "x", 1,
				      NULL, &error),
			 -1);
	assert_int_equal(count_entries(at(box, "elsewhere"), "conf"), 0);
	publish_close(dir);
}

static void test_unsafe_folder(void **state)
{
	const struct sandbox *box = *state;
	struct publish_dir *dir = open_out(box);
	struct error error;

	assert_int_equal(mkdir(at(box, "out/partitions.d"), 0700), 0);
	assert_int_equal(chmod(at(box, "out/partitions.d"), 0777), 0);
	assert_int_equal(publish_file(dir, "partitions.d/0001-a.conf", "x", 1,
				      NULL, &error),
			 -1);
	assert_non_null(strstr(error.message, "partitions.d"));
	publish_close(dir);
}

static void test_in_the_way(void **state)
{
	const struct sandbox *box = *state;
	struct publish_dir *dir = open_out(box);
	struct error error;

	assert_int_equal(mkdir(at(box, "out/a.txt"), 0755), 0);
	assert_int_equal(publish_file(dir, "a.txt", "x", 1, NULL, &error), -1);
	assert_int_equal(error.code, EISDIR);
	assert_int_equal(count_entries(box->out, ".tmp"), 0);
	/* A FIFO must not hang the reader of the old content. */
	assert_int_equal(mkfifo(at(box, "out/b.txt"), 0644), 0);
	write_ok(dir, "b.txt", "x", true);
	publish_close(dir);
}

/* A file larger than the limit: the write fails half way. */
static void test_write_fails(void **state)
{
	const struct sandbox *box = *state;
	struct publish_dir *dir = open_out(box);
	struct rlimit old, small;
	struct error error;
	char *big = calloc(1, 100000);

	write_ok(dir, "a.txt", "old", true);
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	small = old;
	small.rlim_cur = 4096;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_int_equal(publish_file(dir, "a.txt", big, 100000, NULL, &error),
			 -1);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	assert_int_equal(error.code, EFBIG);
	assert_string_equal(get(at(box, "out/a.txt")), "old");
	assert_int_equal(count_entries(box->out, ".tmp"), 0);
	publish_close(dir);
	free(big);
}

/* In a child with a mount namespace of its own: a file system of 64 KiB. */
static int fill_a_disk(const struct sandbox *box)
{
	char *big = calloc(1, 1 << 20);
	struct publish_dir *dir;
	struct error error = {0};

	if (unshare(CLONE_NEWNS) ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("tmpfs", box->out, "tmpfs", 0, "size=64k,mode=0755")) {
		return 0; /* not ours to mount: RLIMIT_FSIZE had its turn */
	}
	dir = open_out(box);
	write_ok(dir, "a.txt", "old", true);
	if (publish_file(dir, "a.txt", big, 1 << 20, NULL, &error) != -1 ||
	    error.code != ENOSPC || count_entries(box->out, ".tmp") ||
	    strcmp(get(at(box, "out/a.txt")), "old") != 0) {
		return 1;
	}
	publish_close(dir);
	free(big);
	return 0;
}

static void test_disk_full(void **state)
{
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0) {
		_exit(fill_a_disk(*state));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

enum { BIG = 300000 };

static void publish_for_ever(const struct sandbox *box)
{
	struct publish_dir *dir = open_out(box);
	char *text = malloc(BIG);
	int turn;

	for (turn = 0;; turn++) {
		memset(text, turn % 2 ? 'b' : 'a', BIG);
		if (publish_file(dir, "big", text, BIG, NULL, NULL)) {
			_exit(1);
		}
	}
}

static void assert_whole(const char *path)
{
	char *text = malloc(BIG + 1);
	FILE *file = fopen(path, "r");
	size_t i;

	assert_non_null(file);
	assert_int_equal(fread(text, 1, BIG + 1, file), BIG);
	fclose(file);
	for (i = 1; i < BIG; i++) {
		if (text[i] != text[0]) {
			fail_msg("torn at byte %zu", i);
		}
	}
	free(text);
}

static void test_killed(void **state)
{
	const struct sandbox *box = *state;
	struct publish_dir *dir = open_out(box);
	char *text = malloc(BIG);
	int turn;

	memset(text, 'o', BIG);
	assert_int_equal(publish_file(dir, "big", text, BIG, NULL, NULL), 0);
	free(text);
	publish_close(dir);
	srand(1);
	for (turn = 0; turn < 100; turn++) {
		pid_t child = fork();
		int status;

		assert_true(child >= 0);
		if (child == 0) {
			publish_for_ever(box);
		}
		usleep((useconds_t)(rand() % 4000));
		kill(child, SIGKILL);
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_true(WIFSIGNALED(status));
		assert_whole(at(box, "out/big"));
	}
	/* The lock died with its holder, what it left behind goes now. */
	publish_close(open_out(box));
	assert_int_equal(count_entries(box->out, ".tmp"), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_open_refusals),  TEST(test_open_creates),
		TEST(test_in_place),       TEST(test_held),
		TEST(test_replace),        TEST(test_names),
		TEST(test_symbolic_links), TEST(test_unsafe_folder),
		TEST(test_in_the_way),     TEST(test_write_fails),
		TEST(test_disk_full),      TEST(test_killed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
