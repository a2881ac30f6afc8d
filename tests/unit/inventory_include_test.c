/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Inventories of several files, and files that are no inventories. */
#include "tests/unit/inventory_text.h"

#include "policy/sha256.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder of its own for each test; the names in diagnostics are cut down to
 * what stands behind it. */
struct folder {
	char path[64];
};

static int make_folder(void **state)
{
	struct folder *folder = calloc(1, sizeof(*folder));

	strcpy(folder->path, "/tmp/ibpolicy-include-XXXXXX");
	*state = folder;
	return mkdtemp(folder->path) ? 0 : -1;
}

static void remove_all(const char *path)
{
	struct dirent *entry;
	char name[512];
	DIR *dir = opendir(path);

	while (dir && (entry = readdir(dir))) {
		if (strcmp(entry->d_name, ".") == 0 ||
		    strcmp(entry->d_name, "..") == 0) {
			continue;
		}
		snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		if (unlink(name)) {
			remove_all(name);
		}
	}
	if (dir) {
		closedir(dir);
	}
	rmdir(path);
}

static int remove_folder(void **state)
{
	struct folder *folder = *state;

	remove_all(folder->path);
	free(folder);
	return 0;
}

static void put(const struct folder *folder, const char *name, const char *text)
{
	char path[512];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder->path, name);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fputs(text, file) < 0, 0);
	assert_int_equal(fclose(file), 0);
}

static void put_folder(const struct folder *folder, const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder->path, name);
	assert_int_equal(mkdir(path, 0755), 0);
}

static int load(const struct folder *folder, const char *name,
		struct parsed *parsed, struct error *error)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder->path, name);
	parsed->inventory = NULL;
	parsed->arena = arena_new();
	assert_non_null(parsed->arena);
	diag_list_init(&parsed->diags, parsed->arena);
	return inventory_yaml_load(path, &parsed->inventory, &parsed->diags,
				   error);
}

/* All diagnostics as text, without the folder's own name. */
static void check_text(const struct folder *folder, const char *expected)
{
	struct strbuf text = STRBUF_INIT, cut = STRBUF_INIT;
	struct parsed parsed;
	struct error error;
	const char *at, *next;
	size_t skip = strlen(folder->path) + 1;

	assert_int_equal(load(folder, "i.yaml", &parsed, &error), 0);
	/* Diagnostics outlive the inventory. */
	inventory_free(parsed.inventory);
	diag_format_list(&text, &parsed.diags);
	arena_free(parsed.arena);
	for (at = strbuf_text(&text);; at = next + skip) {
		next = strstr(at, folder->path);
		strbuf_add(&cut, at, next ? (size_t)(next - at) : strlen(at));
		if (!next) {
			break;
		}
	}
	assert_string_equal(strbuf_text(&cut), expected);
	strbuf_free(&text);
	strbuf_free(&cut);
}

static const char root[] = "version: 1\nfabric: f\ninclude: [d/*.yaml]\n";

static void test_files_merge(void **state)
{
	const struct folder *folder = *state;
	char expected[SHA256_TEXT], lines[4 * SHA256_TEXT + 1] = "";
	struct parsed parsed;
	struct error error;
	size_t i;

	put(folder, "i.yaml",
	    "version: 1\nfabric: f\ninclude: [d/*.yaml, e.yaml]\n"
	    "switches: {l1: {guid: 0x21}}\n");
	put_folder(folder, "d");
	put(folder, "d/b.yaml", "links: [{from: l1/1, to: l2/1}]\n");
	put(folder, "d/B.yaml", "switches: {l2: {guid: 0x22}}\n");
	put(folder, "d/.hidden.yaml", "nonsense: true\n");
	put(folder, "d/other.txt", "nonsense: true\n");
	put(folder, "e.yaml", "links: [{from: l1/2, to: l2/2}]\n");
	assert_int_equal(load(folder, "i.yaml", &parsed, &error), 0);
	assert_int_equal(parsed.diags.count, 0);
	assert_int_equal(parsed.inventory->switch_count, 2);
	assert_int_equal(parsed.inventory->link_count, 2);
	/* Entry by entry, bytewise sorted within a pattern. */
	assert_int_equal(parsed.inventory->file_count, 4);
	assert_non_null(strstr(parsed.inventory->files[0].path, "/i.yaml"));
	assert_non_null(strstr(parsed.inventory->files[1].path, "/d/B.yaml"));
	assert_non_null(strstr(parsed.inventory->files[2].path, "/d/b.yaml"));
	assert_non_null(strstr(parsed.inventory->files[3].path, "/e.yaml"));
	for (i = 0; i < 4; i++) {
		strcat(strcat(lines, parsed.inventory->files[i].sha256), "\n");
	}
	sha256_of(lines, strlen(lines), expected);
	assert_string_equal(parsed.inventory->sha256, expected);
	parsed_free(&parsed);
}

static void test_hash_of_one_file_is_its_own(void **state)
{
	const struct folder *folder = *state;
	static const char text[] = "version: 1\nfabric: f\n";
	char expected[SHA256_TEXT];
	struct parsed parsed;
	struct error error;

	put(folder, "i.yaml", text);
	assert_int_equal(load(folder, "i.yaml", &parsed, &error), 0);
	sha256_of(text, strlen(text), expected);
	assert_string_equal(parsed.inventory->sha256, expected);
	parsed_free(&parsed);
}

static void test_faults_name_both_places(void **state)
{
	const struct folder *folder = *state;

	put(folder, "i.yaml", root);
	put_folder(folder, "d");
	put(folder, "d/a.yaml", "switches: {l1: {guid: 0x21}}\n");
	put(folder, "d/b.yaml",
	    "roles: {}\n"
	    "switches:\n"
	    "  l1: {guid: 0x22}\n"
	    "  l2: {guid: 0x21}\n");
	check_text(folder,
		   "d/b.yaml:3:3: error: switch \"l1\" is there twice, first "
		   "at d/a.yaml:1:12\n"
		   "d/b.yaml:4:14: error: GUID 0x0000000000000021 of \"l2\" "
		   "is already that of \"l1\", at d/a.yaml:1:23\n"
		   "    a GUID stands for one port or switch: correct one of "
		   "them\n");
}

static void test_root_only_keys(void **state)
{
	const struct folder *folder = *state;

	put(folder, "i.yaml", root);
	put_folder(folder, "d");
	put(folder, "d/a.yaml",
	    "version: 1\nfabric: f\nrevision: \"1\"\n"
	    "strict: {}\nguard: {}\nchecks: {}\n"
	    "include: []\nopensm: {}\n");
	check_text(folder,
		   "d/a.yaml:1:1: error: \"version\" stands only in the root "
		   "file\n    say it in the root file, once\n"
		   "d/a.yaml:2:1: error: \"fabric\" stands only in the root "
		   "file\n    say it in the root file, once\n"
		   "d/a.yaml:3:1: error: \"revision\" stands only in the root "
		   "file\n    say it in the root file, once\n"
		   "d/a.yaml:4:1: error: \"strict\" stands only in the root "
		   "file\n    say it in the root file, once\n"
		   "d/a.yaml:5:1: error: \"guard\" stands only in the root "
		   "file\n    say it in the root file, once\n"
		   "d/a.yaml:6:1: error: \"checks\" stands only in the root "
		   "file\n    say it in the root file, once\n"
		   "d/a.yaml:7:1: error: \"include\" stands only in the root "
		   "file\n    say it in the root file, once\n"
		   "d/a.yaml:8:1: error: \"opensm\" stands only in the root "
		   "file\n    say it in the root file, once\n");
}

static void test_what_cannot_be_included(void **state)
{
	const struct folder *folder = *state;
	char path[512];

	put(folder, "i.yaml",
	    "version: 1\nfabric: f\n"
	    "include: [none.yaml, \"n*.yaml\", d, fifo, \"*.yaml\", e.yaml,\n"
	    "  [e.yaml], \"x/*.yaml\"]\n");
	put(folder, "e.yaml", "switches: {l1: {guid: 0x21}}\n");
	put_folder(folder, "d");
	snprintf(path, sizeof(path), "%s/fifo", folder->path);
	assert_int_equal(mkfifo(path, 0644), 0);
	check_text(folder,
		   "i.yaml:3:11: error: cannot read none.yaml: No such file "
		   "or directory\n"
		   "i.yaml:3:22: error: no file matches \"n*.yaml\"\n"
		   "    the path is relative to the root file's folder\n"
		   "i.yaml:3:33: error: cannot read d: it is a directory\n"
		   "i.yaml:3:36: error: cannot read fifo: it is not a regular "
		   "file\n"
		   "i.yaml:3:42: error: \"i.yaml\" is included twice, or is "
		   "the root file\n"
		   "i.yaml:3:52: error: \"e.yaml\" is included twice, or is "
		   "the root file\n"
		   "i.yaml:4:3: error: expected a path or pattern, found a "
		   "list\n"
		   "i.yaml:4:13: error: no file matches \"x/*.yaml\"\n"
		   "    the path is relative to the root file's folder\n");
}

/* What a broken file would have declared is not reported as unknown. */
static void test_broken_include_says_one_thing(void **state)
{
	const struct folder *folder = *state;

	put(folder, "i.yaml",
	    "version: 1\nfabric: f\ninclude: [a.yaml]\n"
	    "links: [{from: l1/1, to: l2/1}]\n");
	put(folder, "a.yaml", "switches: {l1: {guid: 0x21}\n");
	check_text(folder,
		   "a.yaml:2:1: error: not valid YAML: did not find expected "
		   "',' or '}'\n"
		   "    while parsing a flow mapping that begins at 1:11\n");
}

/* glob()'s characters in the root's own folder are no pattern. */
static void test_folder_with_brackets(void **state)
{
	const struct folder *folder = *state;
	struct parsed parsed;
	struct error error;

	put_folder(folder, "a[1]*");
	put_folder(folder, "a[1]*/d");
	put(folder, "a[1]*/i.yaml", root);
	put(folder, "a[1]*/d/x.yaml", "switches: {l1: {guid: 0x21}}\n");
	assert_int_equal(load(folder, "a[1]*/i.yaml", &parsed, &error), 0);
	assert_int_equal(parsed.diags.count, 0);
	assert_int_equal(parsed.inventory->switch_count, 1);
	parsed_free(&parsed);
}

static void test_roots_that_cannot_be_read(void **state)
{
	const struct folder *folder = *state;
	struct parsed parsed;
	struct error error;
	char path[512];

	assert_int_equal(load(folder, "none", &parsed, &error), -1);
	assert_int_equal(error.code, ENOENT);
	assert_non_null(strstr(error.message, "none: No such file"));
	arena_free(parsed.arena);
	assert_int_equal(load(folder, "", &parsed, &error), -1);
	assert_int_equal(error.code, EISDIR);
	arena_free(parsed.arena);
	snprintf(path, sizeof(path), "%s/fifo", folder->path);
	assert_int_equal(mkfifo(path, 0644), 0);
	assert_int_equal(load(folder, "fifo", &parsed, &error), -1);
	assert_int_equal(error.code, EINVAL);
	arena_free(parsed.arena);
	/* Longer than the limit, said before a byte is read. */
	put(folder, "long", "x");
	snprintf(path, sizeof(path), "%s/long", folder->path);
	assert_int_equal(truncate(path, (off_t)INVENTORY_FILE_LIMIT + 1), 0);
	assert_int_equal(load(folder, "long", &parsed, &error), -1);
	assert_int_equal(error.code, EFBIG);
	arena_free(parsed.arena);
}

int main(void)
{
#define IN_FOLDER(test)                                                        \
	cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
	const struct CMUnitTest tests[] = {
		IN_FOLDER(test_files_merge),
		IN_FOLDER(test_hash_of_one_file_is_its_own),
		IN_FOLDER(test_faults_name_both_places),
		IN_FOLDER(test_root_only_keys),
		IN_FOLDER(test_what_cannot_be_included),
		IN_FOLDER(test_broken_include_says_one_thing),
		IN_FOLDER(test_folder_with_brackets),
		IN_FOLDER(test_roots_that_cannot_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
