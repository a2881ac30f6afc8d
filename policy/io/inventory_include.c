/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* include: patterns to files, in a fixed order. */
#include "policy/io/inventory_include.h"

#include "policy/io/inventory_yaml.h"
#include "policy/io/read_file.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

static int compare_paths(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

static bool is_pattern(const char *text)
{
	return strpbrk(text, "*?[") != NULL;
}

/* The root's folder with its final "/", and the entry; the folder quoted for
 * glob() when the entry is a pattern. */
static void join_path(struct strbuf *path, const char *root, const char *entry,
		      bool quote)
{
	const char *slash = strrchr(root, '/');
	const char *at;

	for (at = root; entry[0] != '/' && slash && at <= slash; at++) {
		if (quote && strchr("*?[]\\", *at)) {
			strbuf_addch(path, '\\');
		}
		strbuf_addch(path, *at);
	}
	strbuf_addstr(path, entry);
}

static bool is_read_already(const struct inventory *inventory, const char *path)
{
	size_t i;

	for (i = 0; i < inventory->file_count; i++) {
		if (strcmp(inventory->files[i].path, path) == 0) {
			return true;
		}
	}
	return false;
}

static void include_file(struct inventory_reader *reader,
			 const struct yaml_value *entry, const char *path)
{
	struct error error;
	size_t length;
	char *bytes;

	if (is_read_already(reader->inventory, path)) {
		fields_error(reader, entry, NULL,
			     "%s is included twice, or is the root file",
			     fields_quote(reader, path));
		return;
	}
	if (reader->inventory->file_count > INCLUDE_LIMIT) {
		fields_error(reader, entry, NULL, "more than %d files",
			     INCLUDE_LIMIT);
		reader->unreadable = true;
		return;
	}
	if (read_file(path, INVENTORY_FILE_LIMIT, &bytes, &length, &error)) {
		if (error.code == ENOMEM) {
			reader->failed = true;
		} else {
			fields_error(reader, entry, NULL, "%s", error.message);
			reader->unreadable = true;
		}
		return;
	}
	inventory_reader_file(reader, path, bytes, length);
	free(bytes);
}

/* A folder that is not there holds no match; one that cannot be read may. */
static int glob_failed(const char *path, int code)
{
	(void)path;
	return code != ENOENT && code != ENOTDIR;
}

static void include_pattern(struct inventory_reader *reader,
			    const struct yaml_value *entry, const char *pattern)
{
	glob_t found = {.gl_pathc = 0};
	size_t i;
	int result = glob(pattern, GLOB_NOSORT, glob_failed, &found);

	if (result == GLOB_NOSPACE) {
		reader->failed = true;
	} else if (result == GLOB_ABORTED) {
		fields_error(reader, entry, NULL,
			     "cannot read a folder that %s names",
			     fields_quote(reader, entry->text));
		reader->unreadable = true;
	} else if (result == GLOB_NOMATCH) {
		fields_error(reader, entry,
			     "the path is relative to the root file's folder",
			     "no file matches %s",
			     fields_quote(reader, entry->text));
		reader->unreadable = true;
	} else {
		qsort(found.gl_pathv, found.gl_pathc, sizeof(char *),
		      compare_paths);
		for (i = 0; i < found.gl_pathc && !reader->failed; i++) {
			include_file(reader, entry, found.gl_pathv[i]);
		}
	}
	globfree(&found);
}

static void include_entry(struct inventory_reader *reader,
			  const struct yaml_value *entry, void *target)
{
	const char *root = reader->inventory->files[0].path;
	struct strbuf path = STRBUF_INIT;
	bool pattern;

	(void)target;
	if (entry->kind != YAML_IS_SCALAR || entry->text[0] == '\0') {
		fields_expected(reader, entry, "a path or pattern");
		return;
	}
	pattern = is_pattern(entry->text);
	join_path(&path, root, entry->text, pattern);
	if (path.failed) {
		reader->failed = true;
	} else if (pattern) {
		include_pattern(reader, entry, strbuf_text(&path));
	} else {
		include_file(reader, entry, strbuf_text(&path));
	}
	strbuf_free(&path);
}

void inventory_include(struct inventory_reader *reader,
		       const struct yaml_value *list)
{
	if (strcmp(reader->inventory->files[0].path, "-") == 0) {
		fields_error(reader, list, "give the inventory as a file",
			     "an inventory read from standard input cannot "
			     "include files");
		return;
	}
	reader->is_root = false;
	fields_each_item(reader, list, "include", include_entry, NULL);
}
