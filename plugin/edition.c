/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One reading of the inventory: what it says, its plan, or its fault. */
#include "plugin/edition.h"

#include "policy/io/inventory_yaml.h"
#include "policy/io/read_file.h"
#include "policy/partitions_conf.h"
#include "policy/strbuf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void edition_free(struct edition *edition)
{
	if (!edition) {
		return;
	}
	partition_plan_free(edition->plan);
	inventory_free(edition->inventory);
	file_watch_free(edition->watch);
	arena_free(edition->arena);
	free(edition);
}

bool edition_is_usable(const struct edition *edition)
{
	return edition && edition->fault[0] == '\0';
}

static void set_fault(struct edition *edition, const char *message)
{
	snprintf(edition->fault, sizeof(edition->fault), "%s", message);
	edition->fault_count = 1;
}

/* The folder of a path, in place: "/a/b" is "/a", "/a" is "/". */
static void cut_to_folder(char *path)
{
	char *slash = strrchr(path, '/');

	if (slash) {
		slash[slash == path ? 1 : 0] = '\0';
	}
}

/* A pattern of include: can match a new name in any folder between the root
 * file's and that of a file it matched. */
static int watch_folders(struct file_watch *watch, const char *root,
			 const char *file)
{
	size_t root_length;
	char *folder, *top;
	int status = -1;

	top = strdup(root);
	folder = strdup(file);
	if (!top || !folder) {
		goto out;
	}
	cut_to_folder(top);
	root_length = strlen(top);
	do {
		cut_to_folder(folder);
		if (file_watch_add(watch, folder) != 0) {
			goto out;
		}
	} while (strlen(folder) > root_length &&
		 strncmp(folder, top, root_length) == 0);
	status = 0;
out:
	free(top);
	free(folder);
	return status;
}

static int watch_files(struct edition *edition, const char *path)
{
	const struct inventory *inventory = edition->inventory;
	size_t i;

	edition->watch = file_watch_new();
	if (!edition->watch || file_watch_add(edition->watch, path) != 0) {
		return -1;
	}
	for (i = 0; inventory && i < inventory->file_count; i++) {
		const char *file = inventory->files[i].path;

		if (file_watch_add(edition->watch, file) != 0 ||
		    (i > 0 && watch_folders(edition->watch, path, file) != 0)) {
			return -1;
		}
	}
	return 0;
}

/* Whether the files still hold the bytes that were read. */
static bool files_unchanged(const struct inventory *inventory)
{
	size_t i;

	for (i = 0; inventory && i < inventory->file_count; i++) {
		const struct inventory_file *file = &inventory->files[i];
		char sha256[SHA256_TEXT];
		char *bytes;
		size_t length;

		if (read_file(file->path, INVENTORY_FILE_LIMIT, &bytes, &length,
			      NULL) != 0) {
			return false;
		}
		sha256_of(bytes, length, sha256);
		free(bytes);
		if (strcmp(sha256, file->sha256) != 0) {
			return false;
		}
	}
	return true;
}

static void take_first_fault(struct edition *edition)
{
	const struct diag_list *diags = &edition->diags;
	size_t i;

	diag_sort(&edition->diags);
	for (i = 0; i < diags->count; i++) {
		if (diags->items[i].severity == DIAG_ERROR) {
			set_fault(edition, diags->items[i].message);
			edition->fault_pos = diags->items[i].pos;
			break;
		}
	}
	edition->fault_count = diags->total[DIAG_ERROR];
}

static int make_plan(struct edition *edition, int64_t now, struct error *error)
{
	struct strbuf text = STRBUF_INIT;
	int status = -1;

	if (partition_plan_make(edition->inventory, now, &edition->plan,
				error) != 0) {
		return -1;
	}
	if (!edition->plan) {
		return 0;
	}
	partitions_conf_write(edition->plan, &text, edition->plan_sha256);
	status = text.failed ? error_no_memory(error) : 0;
	strbuf_free(&text);
	return status;
}

/* One try. *torn: a file changed meanwhile. */
static int read_once(const char *path, int64_t now, struct edition **out,
		     bool *torn, struct error *error)
{
	struct edition *edition = calloc(1, sizeof(*edition));
	struct error reason = {0};

	if (!edition || !(edition->arena = arena_new())) {
		goto no_memory;
	}
	edition->read_at = now;
	diag_list_init(&edition->diags, edition->arena);
	if (inventory_yaml_load(path, &edition->inventory, &edition->diags,
				&reason) != 0) {
		if (reason.code == ENOMEM) {
			goto no_memory;
		}
		set_fault(edition, reason.message);
	}
	if (edition->diags.failed || watch_files(edition, path) != 0) {
		goto no_memory;
	}
	*torn = !files_unchanged(edition->inventory);
	if (diag_has_errors(&edition->diags)) {
		take_first_fault(edition);
	}
	if (edition_is_usable(edition) && !*torn &&
	    make_plan(edition, now, error) != 0) {
		edition_free(edition);
		return -1;
	}
	*out = edition;
	return 0;
no_memory:
	edition_free(edition);
	return error_no_memory(error);
}

int edition_read(const char *path, int64_t now, struct edition **edition,
		 struct error *error)
{
	struct edition *read;
	bool torn;

	if (read_once(path, now, &read, &torn, error) != 0) {
		return -1;
	}
	if (torn) {
		edition_free(read);
		if (read_once(path, now, &read, &torn, error) != 0) {
			return -1;
		}
	}
	if (torn) {
		set_fault(read, "a file of the inventory changes while it is "
				"being read");
	}
	*edition = read;
	return 0;
}
