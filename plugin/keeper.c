/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the plugin's worker does: its life, and the way of an inventory. */
#include "plugin/keeper_state.h"

#include "policy/io/report_json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct keeper *keeper_new(const struct keeper_config *config, int64_t now)
{
	struct keeper *keeper = calloc(1, sizeof(*keeper));

	if (!keeper) {
		return NULL;
	}
	if (keeper_listen(keeper, now) != 0) {
		keeper_free(keeper);
		return NULL;
	}
	keeper->config = *config;
	keeper->started_at = now;
	if (snprintf(keeper->conf_path, sizeof(keeper->conf_path),
		     "%s/partitions.conf", config->options->output) >=
	    (int)sizeof(keeper->conf_path)) {
		keeper->conf_path[0] = '\0';
	}
	strbuf_add_safe(&keeper->conf_name, keeper->conf_path,
			strlen(keeper->conf_path));
	strbuf_add_safe(&keeper->configured_name, config->partition_config_file,
			strlen(config->partition_config_file));
	if (gethostname(keeper->host_name, sizeof(keeper->host_name) - 1) !=
	    0) {
		keeper->host_name[0] = '\0';
	}
	if (config->refusal) {
		fault_set(keeper, FAULT_REFUSED, now,
			  "correct opensm.conf and restart OpenSM; until then "
			  "nothing is published",
			  "%s", config->refusal);
	}
	return keeper;
}

void keeper_free(struct keeper *keeper)
{
	if (!keeper) {
		return;
	}
	edition_free(keeper->edition);
	edition_free(keeper->rejected);
	edition_free(keeper->waiting);
	partitions_in_force_free(keeper->in_force);
	partitions_in_force_free(keeper->in_force_before);
	subnet_free(keeper->subnet);
	subnet_free(keeper->before);
	drift_memory_free(keeper->memory);
	trap_log_free(keeper->traps);
	link_log_free(keeper->links);
	free(keeper->others);
	strbuf_free(&keeper->held_diff);
	strbuf_free(&keeper->conf_name);
	strbuf_free(&keeper->metrics);
	strbuf_free(&keeper->configured_name);
	publish_close(keeper->dir);
	free(keeper);
}

/* --- The output directory ------------------------------------------------ */

/* What an earlier run of OpenSM reported. A file that cannot be used is no
 * history; the next report replaces it. */
static void remember(struct keeper *keeper)
{
	static const char name[] = "drift.json";
	struct error error = {0};
	char *bytes = NULL;
	size_t length;

	if (keeper->memory) {
		return;
	}
	if ((publish_read(keeper->dir, name, REPORT_FILE_LIMIT, &bytes, &length,
			  &error) != 0 ||
	     report_json_remember(name, bytes, length, &keeper->memory,
				  &error) != 0) &&
	    error.code != ENOENT) {
		keeper_log(keeper, true,
			   "the report before cannot be used: %s (what stands "
			   "now counts as begun before this start)",
			   error.message);
	}
	free(bytes);
}

void keeper_open(struct keeper *keeper, int64_t now)
{
	const char *output = keeper->config.options->output;
	enum publish_refusal refusal;
	struct error error;

	keeper->reads_ours =
		partition_file_is_same(keeper->config.partition_config_file,
				       keeper->conf_path);
	if (keeper->dir && !publish_in_place(keeper->dir)) {
		publish_close(keeper->dir);
		keeper->dir = NULL;
	}
	if (keeper->dir) {
		return;
	}
	if (publish_open(output, false, &keeper->dir, &refusal, &error) != 0) {
		if (!keeper->config.refusal) {
			fault_set(keeper, FAULT_REFUSED, now,
				  "nothing is published until that is put "
				  "right; it is tried again at every heartbeat",
				  "%s", error.message);
		}
		return;
	}
	if (!keeper->config.refusal) {
		fault_clear(keeper, FAULT_REFUSED);
		remember(keeper);
		keeper_remember_held(keeper);
	}
}

/* --- The inventory ------------------------------------------------------- */

static void reject(struct keeper *keeper, struct edition *edition, int64_t now)
{
	char more[64] = "";

	if (edition->fault_count > 1) {
		snprintf(more, sizeof(more), ", and %zu more fault%s",
			 edition->fault_count - 1,
			 edition->fault_count > 2 ? "s" : "");
	}
	edition_free(keeper->rejected);
	keeper->rejected = edition;
	fault_set(keeper, FAULT_INVENTORY, now,
		  keeper->edition
			  ? "\"ibpolicy lint\" lists every fault; the "
			    "inventory read before stays in use"
			  : "\"ibpolicy lint\" lists every fault; until it is "
			    "clean nothing is published or judged",
		  "%s%s", edition->fault, more);
	if (!keeper->edition) {
		keeper_show_held(keeper, now);
	}
}

/* Returns NULL, and says why, when the inventory on disk cannot be used. */
static struct edition *read_edition(struct keeper *keeper, int64_t now)
{
	struct edition *edition;
	struct error error;

	if (edition_read(keeper->config.options->inventory, now, &edition,
			 &error) != 0) {
		fault_set(keeper, FAULT_INVENTORY, now,
			  "the inventory read before stays in use",
			  "the inventory cannot be read: %s", error.message);
		return NULL;
	}
	if (!edition_is_usable(edition)) {
		reject(keeper, edition, now);
		return NULL;
	}
	edition_free(keeper->rejected);
	keeper->rejected = NULL;
	fault_clear(keeper, FAULT_INVENTORY);
	return edition;
}

static bool inventory_changed(const struct keeper *keeper)
{
	const struct edition *latest = keeper->rejected  ? keeper->rejected
				       : keeper->waiting ? keeper->waiting
							 : keeper->edition;

	return !latest || file_watch_changed(latest->watch);
}

bool keeper_reload(struct keeper *keeper, int64_t now, bool if_changed)
{
	struct edition *edition;

	keeper_open(keeper, now);
	if (keeper->config.refusal ||
	    (if_changed && !keeper->waiting && !inventory_changed(keeper))) {
		return false;
	}
	edition = read_edition(keeper, now);
	if (!edition) {
		return false;
	}
	edition_free(keeper->waiting);
	keeper->waiting = NULL;
	fault_clear(keeper, FAULT_WAITING);
	edition_free(keeper->edition);
	keeper->edition = edition;
	keeper->counters[STATUS_RELOADS]++;
	return keeper_publish_plan(keeper, now);
}

/* A master between sweeps: the edit is read and reported, not published. */
static void lint_edit(struct keeper *keeper, int64_t now)
{
	struct edition *edition = read_edition(keeper, now);

	if (!edition) {
		return;
	}
	edition_free(keeper->waiting);
	keeper->waiting = NULL;
	fault_clear(keeper, FAULT_WAITING);
	if (keeper->edition &&
	    strcmp(edition->inventory->sha256,
		   keeper->edition->inventory->sha256) == 0) {
		/* Put back as it was. */
		edition_free(keeper->edition);
		keeper->edition = edition;
		return;
	}
	keeper->waiting = edition;
}

/* --- Between sweeps ------------------------------------------------------ */

void keeper_count(struct keeper *keeper, const struct keeper_counts *counts)
{
	keeper->counts = *counts;
}

void keeper_beat(struct keeper *keeper, int64_t now)
{
	keeper_open(keeper, now);
	if (!keeper->config.refusal && inventory_changed(keeper)) {
		if (keeper->sm.state == IB_SM_MASTER) {
			lint_edit(keeper, now);
		} else {
			keeper_reload(keeper, now, true);
		}
	}
	if (keeper->edition && keeper_held_is_approved(keeper)) {
		/* A person has waited for it; OpenSM reads it at its next
		 * sweep. */
		keeper_publish_plan(keeper, now);
	}
	keeper_report(keeper, now, false);
	keeper_write_status(keeper, now);
}
