/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* inventory.yaml and what it includes -> struct inventory + diagnostics. */
#include "policy/io/inventory_yaml.h"

#include "policy/io/inventory_fields.h"
#include "policy/io/inventory_include.h"
#include "policy/io/read_file.h"
#include "policy/sha256.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Found before everything else, see check_version(). */
static void read_version(struct inventory_reader *reader,
			 const struct yaml_value *value, void *target)
{
	(void)reader;
	(void)value;
	(void)target;
}

static void read_include_key(struct inventory_reader *reader,
			     const struct yaml_value *value, void *target)
{
	(void)target;
	reader->include = value;
}

static const struct field root_fields[] = {
	{"version", read_version, 0, FIELD_ROOT_ONLY},
	{"fabric", read_name, offsetof(struct inventory, fabric),
	 FIELD_ROOT_ONLY},
	{"revision", read_text, offsetof(struct inventory, revision),
	 FIELD_ROOT_ONLY},
	{"include", read_include_key, 0, FIELD_ROOT_ONLY},
	{"roles", read_roles, 0, 0},
	{"partitions", read_partitions, 0, 0},
	{"subnet_managers", read_sms, 0, 0},
	{"hosts", read_hosts, 0, 0},
	{"switches", read_switches, 0, 0},
	{"links", read_links, 0, 0},
	{"states", read_states, 0, 0},
	{"checks", read_root_checks, 0, FIELD_ROOT_ONLY},
	{"waivers", read_waivers, 0, 0},
	{"ignore", read_ignore, 0, 0},
	{"assert", read_asserts, 0, 0},
	{"guard", read_guard, 0, FIELD_ROOT_ONLY},
	{"strict", read_strict, 0, FIELD_ROOT_ONLY},
	{"opensm", read_opensm, 0, FIELD_ROOT_ONLY},
	{NULL},
};

static const struct yaml_value *find_key(const struct yaml_value *map,
					 const char *key)
{
	size_t i;

	for (i = 0; map->kind == YAML_IS_MAP && i < map->count; i++) {
		if (strcmp(map->items[2 * i]->text, key) == 0) {
			return map->items[2 * i + 1];
		}
	}
	return NULL;
}

/* A file of another version means something else: nothing more is said about
 * it. */
static bool check_version(struct inventory_reader *reader,
			  const struct yaml_value *root)
{
	const struct yaml_value *version = find_key(root, "version");

	if (!version) {
		fields_error(reader, root,
			     "begin the root file with: version: 1",
			     "the inventory needs the key \"version\"");
		return true;
	}
	if (version->kind == YAML_IS_SCALAR &&
	    strcmp(version->text, "1") == 0) {
		return true;
	}
	fields_error(reader, version, "this ibpolicy reads version 1",
		     "version %s of the inventory's format is not known",
		     fields_describe(reader, version));
	return false;
}

static struct inventory_file *add_file(struct inventory_reader *reader,
				       const char *path, const char *bytes,
				       size_t length)
{
	struct inventory *inventory = reader->inventory;
	struct inventory_file *file =
		fields_append(reader, &inventory->files, &inventory->file_count,
			      &reader->file_capacity, sizeof(*file));

	if (!file) {
		return NULL;
	}
	file->path = arena_strdup(inventory->arena, path);
	if (!file->path) {
		reader->failed = true;
		return NULL;
	}
	sha256_of(bytes, length, file->sha256);
	return file;
}

static void read_tree(struct inventory_reader *reader,
		      const struct yaml_value *root)
{
	if (root->kind != YAML_IS_MAP) {
		fields_error(reader, root, NULL,
			     "an inventory is a map of keys and values, found "
			     "%s",
			     fields_describe(reader, root));
		reader->unreadable = true;
		return;
	}
	if (reader->is_root && !check_version(reader, root)) {
		reader->unreadable = true;
		return;
	}
	fields_read(reader, root, "the inventory", root_fields,
		    reader->inventory);
	if (reader->is_root && !find_key(root, "fabric")) {
		fields_error(reader, root,
			     "a short name, shown in every report and metric",
			     "the inventory needs the key \"fabric\"");
	}
}

void inventory_reader_file(struct inventory_reader *reader, const char *path,
			   const char *bytes, size_t length)
{
	struct inventory_file *file = add_file(reader, path, bytes, length);
	struct arena *nodes = arena_new();
	struct yaml_value *root = NULL;

	if (!file || !nodes ||
	    yaml_reader_parse(file->path, bytes, length, nodes,
			      reader->inventory->arena, reader->diags, &root,
			      NULL)) {
		reader->failed = true;
	} else if (!root) {
		reader->unreadable = true;
	} else {
		read_tree(reader, root);
	}
	if (reader->is_root && reader->include && !reader->failed) {
		/* The list of includes stands in this tree. */
		inventory_include(reader, reader->include);
	}
	arena_free(nodes);
}

/* One file: its own hash. More: the hash of their hashes, one a line. */
static void hash_all(struct inventory *inventory)
{
	struct sha256 hash;
	size_t i;

	if (inventory->file_count == 1) {
		memcpy(inventory->sha256, inventory->files[0].sha256,
		       sizeof(inventory->sha256));
		return;
	}
	sha256_init(&hash);
	for (i = 0; i < inventory->file_count; i++) {
		sha256_add(&hash, inventory->files[i].sha256, SHA256_TEXT - 1);
		sha256_add(&hash, "\n", 1);
	}
	sha256_text(&hash, inventory->sha256);
}

/* Diagnostics outlive the inventory: their paths move to their own arena. */
static void adopt_paths(const struct inventory *inventory,
			struct diag_list *diags)
{
	const char *copy;
	size_t i, j;

	for (i = 0; i < inventory->file_count; i++) {
		copy = arena_strdup(diags->arena, inventory->files[i].path);
		if (!copy) {
			diags->failed = true;
			return;
		}
		for (j = 0; j < diags->count; j++) {
			if (diags->items[j].pos.file ==
			    inventory->files[i].path) {
				diags->items[j].pos.file = copy;
			}
		}
	}
}

/* What a file that could not be read would have declared is unknown by name
 * everywhere else: only what the files say themselves is reported then. */
static int finish(struct inventory_reader *reader, struct error *error)
{
	struct inventory *inventory = reader->inventory;
	struct diag_list unheard;
	struct arena *arena;
	int result;

	inventory->strict_ports &= inventory->host_count > 0;
	inventory->strict_links &= inventory->link_count > 0;
	inventory->strict_switches &= inventory->switch_count > 0;
	if (!reader->unreadable) {
		return inventory_finish(inventory, reader->diags, error);
	}
	arena = arena_new();
	if (!arena) {
		return error_no_memory(error);
	}
	diag_list_init(&unheard, arena);
	result = inventory_finish(inventory, &unheard, error);
	arena_free(arena);
	return result;
}

int inventory_yaml_parse(const char *path, const char *bytes, size_t length,
			 struct inventory **inventory, struct diag_list *diags,
			 struct error *error)
{
	struct inventory_reader reader = {
		.inventory = inventory_new(),
		.diags = diags,
		.is_root = true,
	};
	int result = -1;

	if (!reader.inventory) {
		return error_no_memory(error);
	}
	inventory_reader_file(&reader, path, bytes, length);
	if (reader.failed) {
		error_no_memory(error);
		goto out;
	}
	reader.inventory->path = reader.inventory->files[0].path;
	hash_all(reader.inventory);
	if (finish(&reader, error)) {
		goto out;
	}
	result = 0;
out:
	adopt_paths(reader.inventory, diags);
	diag_sort(diags);
	if (diags->failed) {
		result = error_no_memory(error);
	}
	if (result) {
		inventory_free(reader.inventory);
	} else {
		*inventory = reader.inventory;
	}
	return result;
}

int inventory_yaml_load(const char *path, struct inventory **inventory,
			struct diag_list *diags, struct error *error)
{
	size_t length;
	char *bytes;
	int result;

	if (read_file(path, INVENTORY_FILE_LIMIT, &bytes, &length, error)) {
		return -1;
	}
	result = inventory_yaml_parse(path, bytes, length, inventory, diags,
				      error);
	free(bytes);
	return result;
}
