/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A plan that was held before a restart, known from the files alone: for as
 * long as no inventory can be used. */
#include "plugin/keeper_state.h"

#include "policy/io/read_file.h"
#include "policy/partition_diff.h"
#include "policy/partitions_conf.h"
#include "policy/port_set.h"

#include <stdio.h>
#include <stdlib.h>

struct held_files {
	char *texts[PLAN_SIDE_COUNT];
	struct partitions_conf *confs[PLAN_SIDE_COUNT];
	struct port_set *ports;
	struct partition_diff *diff;
};

static int read_side(const struct keeper *keeper, struct held_files *files,
		     enum plan_side side)
{
	static const char *const names[] = {"partitions.conf",
					    "partitions.conf.held"};
	char path[PATH_MAX];
	struct partitions_conf_options options = {
		.path = names[side],
		.allow_both_pkeys = keeper->config.allow_both_pkeys,
	};
	size_t length;

	if (snprintf(path, sizeof(path), "%s/%s",
		     keeper->config.options->output,
		     names[side]) >= (int)sizeof(path) ||
	    read_file(path, PARTITIONS_CONF_LIMIT, &files->texts[side], &length,
		      NULL) != 0 ||
	    partitions_conf_read(files->texts[side], length, &options,
				 &files->confs[side], NULL) != 0) {
		return -1;
	}
	return partitions_conf_annotate(files->texts[side], length,
					files->confs[side]->plan, NULL);
}

static int compare(struct held_files *files, struct strbuf *out)
{
	struct diff_input input = {
		.guard = {.max_removed = 10, .max_removed_is_percent = true},
	};
	int side;

	files->ports = port_set_new();
	if (!files->ports) {
		return -1;
	}
	for (side = 0; side < PLAN_SIDE_COUNT; side++) {
		input.sides[side].title = "";
		input.sides[side].plan = files->confs[side]->plan;
		input.sides[side].conf = files->confs[side];
		port_set_add_plan(files->ports, files->confs[side]->plan);
	}
	input.ports = files->ports;
	if (port_set_finish(files->ports, NULL) != 0 ||
	    partition_diff_make(&input, &files->diff, NULL) != 0) {
		return -1;
	}
	render_diff(files->diff, DIFF_TEXT, false, out);
	return out->failed ? -1 : 0;
}

static void held_files_free(struct held_files *files)
{
	int side;

	partition_diff_free(files->diff);
	port_set_free(files->ports);
	for (side = 0; side < PLAN_SIDE_COUNT; side++) {
		partitions_conf_free(files->confs[side]);
		free(files->texts[side]);
	}
}

void keeper_show_held(struct keeper *keeper, int64_t now)
{
	struct held_files files = {.ports = NULL};

	if (!keeper->held[0]) {
		return;
	}
	strbuf_free(&keeper->held_diff);
	if (read_side(keeper, &files, PLAN_BEFORE) != 0 ||
	    read_side(keeper, &files, PLAN_AFTER) != 0 ||
	    compare(&files, &keeper->held_diff) != 0) {
		strbuf_free(&keeper->held_diff);
	}
	held_files_free(&files);
	fault_set(keeper, FAULT_HELD, now,
		  "correct the inventory: no approval counts before; what the "
		  "plan would change stands at the end of drift.txt",
		  "a partition plan has been held since before the restart, "
		  "and no inventory can be used");
}
