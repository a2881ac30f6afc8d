/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The keeper's status.json: alive, master or standby, what is in force. */
#include "plugin/keeper_state.h"

#include "config.h"

#include "policy/io/status_prometheus.h"

#include <stdlib.h>
#include <unistd.h>

static void fill_inventory(const struct keeper *keeper,
			   struct status_inventory *out,
			   struct status_file *files)
{
	const struct inventory *inventory;
	size_t i;

	out->path = keeper->config.options->inventory;
	out->valid = !keeper->faults[FAULT_INVENTORY].present;
	if (!keeper->edition) {
		return;
	}
	inventory = keeper->edition->inventory;
	out->fabric = inventory->fabric;
	out->revision = inventory->revision;
	out->sha256 = inventory->sha256;
	for (i = 0; i < inventory->file_count; i++) {
		files[i].path = inventory->files[i].path;
		files[i].sha256 = inventory->files[i].sha256;
	}
	out->files = files;
	out->file_count = inventory->file_count;
}

static void fill_plans(const struct keeper *keeper, struct status_plans *out)
{
	static const enum keeper_fault reasons[] = {FAULT_NOT_IN_FORCE,
						    FAULT_FOREIGN, FAULT_OPTION,
						    FAULT_PUBLISH, FAULT_LATE};
	size_t i;

	out->in_force = keeper_sha_in_force(keeper);
	out->published = keeper->published[0] ? keeper->published : NULL;
	out->held = keeper->held[0] ? keeper->held : NULL;
	out->approved = keeper->approved[0] ? keeper->approved : NULL;
	if (keeper_is_standby(keeper)) {
		out->not_in_force = "this SM is standby: what the master reads "
				    "is in force";
		return;
	}
	for (i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		if (keeper->faults[reasons[i]].present) {
			out->not_in_force = keeper->faults[reasons[i]].message;
			break;
		}
	}
}

static void fill_counters(struct keeper *keeper)
{
	keeper->counters[STATUS_SWEEPS] = keeper->counts.sweeps;
	keeper_count_traps(keeper);
}

static void fill_status(struct keeper *keeper, int64_t now,
			struct status *status)
{
	const struct keeper_config *config = &keeper->config;
	const struct subnet_sm *master = keeper_master(keeper);
	int i;

	status->tool = PACKAGE_STRING;
	status->host = keeper->host_name[0] ? keeper->host_name : NULL;
	status->opensm_built_for = config->opensm_built_for;
	status->opensm_running = config->opensm_running;
	status->pid = getpid();
	status->started_at = keeper->started_at;
	status->heartbeat_at = now;
	status->heartbeat_sec = (int)config->options->heartbeat_sec;
	status->sm = keeper->sm;
	if (master) {
		status->master_guid = master->port_guid;
		status->master_name = keeper_sm_name(keeper, master->port_guid);
	}
	status->sweep_started_at = keeper->counts.sweep_started_at;
	status->subnet_up_at = keeper->counts.subnet_up_at;
	status->report_at = keeper->report_at;
	status->sweep_errors = keeper->subnet && keeper->subnet->errors;
	status->partition_config_file = config->partition_config_file;
	fill_plans(keeper, &status->plans);
	fill_counters(keeper);
	for (i = 0; i < STATUS_COUNTER_COUNT; i++) {
		status->counters[i] = (int64_t)keeper->counters[i];
	}
}

static int publish_status(struct keeper *keeper, const struct status *status,
			  struct error *error)
{
	struct strbuf text = STRBUF_INIT;
	int result = status_json_write(status, &text, error);

	if (result == 0) {
		result = publish_file(keeper->dir, "status.json",
				      strbuf_text(&text), text.length, NULL,
				      error);
	}
	strbuf_free(&text);
	return result;
}

/* What the last report found, then how the plugin is. */
static int publish_metrics(struct keeper *keeper, const struct status *status,
			   struct error *error)
{
	struct strbuf text = STRBUF_INIT;
	int result;

	strbuf_add(&text, strbuf_text(&keeper->metrics),
		   keeper->metrics.length);
	status_prometheus(status, &text);
	result = text.failed || keeper->metrics.failed
			 ? error_no_memory(error)
			 : publish_file(keeper->dir, "metrics.prom",
					strbuf_text(&text), text.length, NULL,
					error);
	strbuf_free(&text);
	return result;
}

void keeper_write_status(struct keeper *keeper, int64_t now)
{
	struct status_fault faults[FAULT_COUNT];
	struct status status = {0};
	struct status_file *files;
	struct error error;

	if (!keeper->dir) {
		return;
	}
	files = calloc(keeper->edition ? keeper->edition->inventory->file_count
				       : 1,
		       sizeof(*files));
	if (!files) {
		return;
	}
	fill_status(keeper, now, &status);
	fill_inventory(keeper, &status.inventory, files);
	status.faults = faults;
	status.fault_count = fault_status(keeper, faults);
	if (publish_status(keeper, &status, &error) != 0 ||
	    publish_metrics(keeper, &status, &error) != 0) {
		keeper->counters[STATUS_PUBLISH_FAILURES]++;
		fault_set(keeper, FAULT_REPORT, now,
			  "the file that was there stays as it was", "%s",
			  error.message);
	}
	free(files);
}
