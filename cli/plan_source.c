/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A partition plan from whatever holds one. */
#include "cli/plan_source.h"

#include "policy/io/inventory_yaml.h"
#include "policy/io/read_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool ends_in(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);

	return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* By its name, or by the key that every inventory has at a line's start. */
static bool is_inventory(const struct plan_source *source)
{
	const char *at = source->bytes;

	if (ends_in(source->path, ".yaml") || ends_in(source->path, ".yml")) {
		return true;
	}
	if (ends_in(source->path, ".conf")) {
		return false;
	}
	while (at) {
		if (strncmp(at, "version:", 8) == 0) {
			return true;
		}
		at = strchr(at, '\n');
		at = at ? at + 1 : NULL;
	}
	return false;
}

/* An output directory stands for its partitions.conf. */
static char *path_of(const char *operand)
{
	struct stat status;
	char *path = NULL;

	if (strcmp(operand, "-") != 0 && stat(operand, &status) == 0 &&
	    S_ISDIR(status.st_mode)) {
		return asprintf(&path, "%s/partitions.conf", operand) < 0
			       ? NULL
			       : path;
	}
	return strdup(operand);
}

static int read_inventory(const struct cli *cli, struct plan_source *source)
{
	struct arena *arena = arena_new();
	struct diag_list diags;
	struct error error;
	int status = CLI_OK;

	if (!arena) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	diag_list_init(&diags, arena);
	if (inventory_yaml_parse(source->path, source->bytes, source->length,
				 &source->inventory, &diags, &error)) {
		status = cli_failed(cli, &error);
	} else {
		cli_print_diags(&diags);
		status = diag_has_errors(&diags) ? CLI_INVALID : CLI_OK;
	}
	arena_free(arena);
	return status;
}

int plan_source_load(const struct cli *cli, const char *operand,
		     struct plan_source *source)
{
	struct strbuf title = STRBUF_INIT;
	struct error error;

	*source = (struct plan_source){.path = path_of(operand)};
	strbuf_add_safe(&title, operand, strlen(operand));
	source->title = title.failed ? NULL : title.data;
	if (!source->path || !source->title) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	if (read_file(source->path, PARTITIONS_CONF_LIMIT, &source->bytes,
		      &source->length, &error)) {
		return cli_failed(cli, &error);
	}
	return is_inventory(source) ? read_inventory(cli, source) : CLI_OK;
}

int plan_source_make(const struct cli *cli, struct plan_source *source,
		     const struct partitions_conf_options *options, int64_t now)
{
	struct partitions_conf_options with_path = *options;
	struct error error;

	if (source->inventory) {
		if (partition_plan_make(source->inventory, now, &source->made,
					&error)) {
			return cli_failed(cli, &error);
		}
		source->plan = source->made;
		return source->plan ? CLI_OK
				    : cli_invalid(cli,
						  "%s has no \"partitions\": "
						  "there is nothing to compare",
						  source->title);
	}
	with_path.path = source->path;
	if (partitions_conf_read(source->bytes, source->length, &with_path,
				 &source->conf, &error) ||
	    partitions_conf_annotate(source->bytes, source->length,
				     source->conf->plan, &error)) {
		return cli_failed(cli, &error);
	}
	source->plan = source->conf->plan;
	return CLI_OK;
}

void plan_source_free(struct plan_source *source)
{
	partition_plan_free(source->made);
	partitions_conf_free(source->conf);
	inventory_free(source->inventory);
	free(source->bytes);
	free(source->path);
	free(source->title);
}
