/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* status.json: whether the plugin is alive, and what is in force. */
#include "policy/io/status_json.h"

#include "policy/io/json_reader.h"
#include "policy/io/json_writer.h"

#include <string.h>

enum { PID_LIMIT = 1 << 30, HEARTBEAT_LIMIT_SEC = 86400 };

static const char *const counter_names[STATUS_COUNTER_COUNT] = {
	[STATUS_SWEEPS] = "sweeps",
	[STATUS_REPORTS] = "reports",
	[STATUS_RELOADS] = "reloads",
	[STATUS_TRAPS] = "traps",
	[STATUS_DROPS] = "traps_dropped",
	[STATUS_TRAPS_PKEY] = "traps_pkey",
	[STATUS_TRAPS_SECURITY] = "traps_security",
	[STATUS_TRAPS_LINK] = "traps_link",
	[STATUS_TRAPS_STRANGE] = "traps_unknown_lid",
	[STATUS_PUBLISH_FAILURES] = "publish_failures",
};

/* The texts of a status at their keys, one table for both directions. */
struct text_field {
	const char *key;
	size_t offset;
};

static const struct text_field plan_fields[] = {
	{"in_force", offsetof(struct status_plans, in_force)},
	{"published", offsetof(struct status_plans, published)},
	{"held", offsetof(struct status_plans, held)},
	{"approved", offsetof(struct status_plans, approved)},
	{"not_in_force", offsetof(struct status_plans, not_in_force)},
	{NULL, 0},
};

static const struct text_field inventory_fields[] = {
	{"path", offsetof(struct status_inventory, path)},
	{"fabric", offsetof(struct status_inventory, fabric)},
	{"revision", offsetof(struct status_inventory, revision)},
	{"sha256", offsetof(struct status_inventory, sha256)},
	{NULL, 0},
};

static const struct text_field root_fields[] = {
	{"tool", offsetof(struct status, tool)},
	{"host", offsetof(struct status, host)},
	{"opensm_built_for", offsetof(struct status, opensm_built_for)},
	{"opensm_running", offsetof(struct status, opensm_running)},
	{"partition_config_file",
	 offsetof(struct status, partition_config_file)},
	{NULL, 0},
};

static void write_texts(struct json_writer *writer, json_t *object,
			const struct text_field *field, const void *base)
{
	for (; field->key; field++) {
		json_writer_text(writer, object, field->key,
				 *(const char *const *)((const char *)base +
							field->offset));
	}
}

static void read_texts(struct json_reader *reader, const json_t *object,
		       const struct text_field *field, void *base)
{
	for (; field->key; field++) {
		*(const char **)((char *)base + field->offset) =
			json_reader_text(reader, object, field->key);
	}
}

static void write_sm(struct json_writer *writer, json_t *root,
		     const struct status *status)
{
	json_t *sm = json_writer_object(writer, root, "sm");

	json_writer_guid(writer, sm, "guid", status->sm.port_guid);
	json_writer_text(writer, sm, "state",
			 ib_sm_state_name(status->sm.state));
	json_writer_number(writer, sm, "priority", status->sm.priority);
	json_writer_guid(writer, sm, "master_guid", status->master_guid);
	json_writer_text(writer, sm, "master_name", status->master_name);
}

static void write_sweep(struct json_writer *writer, json_t *root,
			const struct status *status)
{
	json_t *sweep = json_writer_object(writer, root, "sweep");

	json_writer_time(writer, sweep, "started_at", status->sweep_started_at);
	json_writer_time(writer, sweep, "subnet_up_at", status->subnet_up_at);
	json_writer_time(writer, sweep, "report_at", status->report_at);
	json_writer_bool(writer, sweep, "errors", status->sweep_errors);
}

static void write_inventory(struct json_writer *writer, json_t *root,
			    const struct status_inventory *inventory)
{
	json_t *object = json_writer_object(writer, root, "inventory");
	json_t *files, *file;
	size_t i;

	write_texts(writer, object, inventory_fields, inventory);
	json_writer_bool(writer, object, "valid", inventory->valid);
	files = json_writer_array(writer, object, "files");
	for (i = 0; i < inventory->file_count; i++) {
		file = json_writer_append_object(writer, files);
		json_writer_text(writer, file, "path",
				 inventory->files[i].path);
		json_writer_text(writer, file, "sha256",
				 inventory->files[i].sha256);
	}
}

static void write_faults(struct json_writer *writer, json_t *root,
			 const struct status *status)
{
	json_t *faults = json_writer_array(writer, root, "faults");
	json_t *fault;
	size_t i;

	for (i = 0; i < status->fault_count; i++) {
		fault = json_writer_append_object(writer, faults);
		json_writer_text(writer, fault, "check",
				 status->faults[i].check);
		json_writer_text(writer, fault, "message",
				 status->faults[i].message);
		json_writer_time(writer, fault, "since",
				 status->faults[i].since);
	}
}

int status_json_write(const struct status *status, struct strbuf *out,
		      struct error *error)
{
	struct json_writer writer = {false};
	json_t *root = json_object(), *plans, *counters;
	size_t i;

	json_writer_number(&writer, root, "format", 1);
	write_texts(&writer, root, root_fields, status);
	json_writer_number(&writer, root, "pid", status->pid);
	json_writer_time(&writer, root, "started_at", status->started_at);
	json_writer_time(&writer, root, "heartbeat_at", status->heartbeat_at);
	json_writer_number(&writer, root, "heartbeat_sec",
			   status->heartbeat_sec);
	write_sm(&writer, root, status);
	write_sweep(&writer, root, status);
	write_inventory(&writer, root, &status->inventory);
	plans = json_writer_object(&writer, root, "plans");
	write_texts(&writer, plans, plan_fields, &status->plans);
	counters = json_writer_object(&writer, root, "counters");
	for (i = 0; i < STATUS_COUNTER_COUNT; i++) {
		json_writer_number(&writer, counters, counter_names[i],
				   status->counters[i]);
	}
	write_faults(&writer, root, status);
	return json_writer_finish(&writer, root, false, out, error);
}

static void read_sm(struct json_reader *reader, const json_t *root,
		    struct status *status)
{
	const json_t *sm = json_reader_object(reader, root, "sm");
	const char *state = json_reader_text(reader, sm, "state");
	int64_t priority = 0;

	json_reader_guid(reader, sm, "guid", &status->sm.port_guid);
	json_reader_number(reader, sm, "priority", 0, 15, &priority);
	status->sm.priority = (unsigned int)priority;
	status->sm.state = state ? ib_sm_state_parse(state) : IB_SM_UNKNOWN;
	status->sm.local = true;
	json_reader_guid(reader, sm, "master_guid", &status->master_guid);
	status->master_name = json_reader_text(reader, sm, "master_name");
}

static void read_sweep(struct json_reader *reader, const json_t *root,
		       struct status *status)
{
	const json_t *sweep = json_reader_object(reader, root, "sweep");

	json_reader_time(reader, sweep, "started_at",
			 &status->sweep_started_at);
	json_reader_time(reader, sweep, "subnet_up_at", &status->subnet_up_at);
	json_reader_time(reader, sweep, "report_at", &status->report_at);
	json_reader_bool(reader, sweep, "errors", &status->sweep_errors);
}

static void read_inventory(struct json_reader *reader, const json_t *root,
			   struct status_inventory *inventory)
{
	const json_t *object = json_reader_object(reader, root, "inventory");
	const json_t *array = json_reader_array(reader, object, "files");
	struct status_file *files;
	const json_t *file;
	size_t i, count = json_array_size(array);

	read_texts(reader, object, inventory_fields, inventory);
	json_reader_bool(reader, object, "valid", &inventory->valid);
	files = arena_array(reader->arena, count, sizeof(*files));
	if (!files) {
		reader->failed = true;
		error_no_memory(reader->error);
		return;
	}
	for (i = 0; i < count; i++) {
		file = json_reader_element(reader, array, i, "files");
		files[i].path = json_reader_text(reader, file, "path");
		files[i].sha256 = json_reader_text(reader, file, "sha256");
	}
	inventory->files = files;
	inventory->file_count = count;
}

static void read_faults(struct json_reader *reader, const json_t *root,
			struct status *status)
{
	const json_t *array = json_reader_array(reader, root, "faults");
	size_t i, count = json_array_size(array);
	struct status_fault *faults;
	const json_t *fault;

	faults = arena_array(reader->arena, count, sizeof(*faults));
	if (!faults) {
		reader->failed = true;
		error_no_memory(reader->error);
		return;
	}
	for (i = 0; i < count; i++) {
		fault = json_reader_element(reader, array, i, "faults");
		faults[i].check = json_reader_text(reader, fault, "check");
		faults[i].message = json_reader_text(reader, fault, "message");
		json_reader_time(reader, fault, "since", &faults[i].since);
	}
	status->faults = faults;
	status->fault_count = count;
}

static void read_root(struct json_reader *reader, const json_t *root,
		      struct status *status)
{
	int64_t heartbeat_sec = STATUS_HEARTBEAT_SEC;
	const json_t *counters;
	size_t i;

	read_texts(reader, root, root_fields, status);
	json_reader_number(reader, root, "pid", 0, PID_LIMIT, &status->pid);
	json_reader_time(reader, root, "started_at", &status->started_at);
	json_reader_time(reader, root, "heartbeat_at", &status->heartbeat_at);
	json_reader_number(reader, root, "heartbeat_sec", 1,
			   HEARTBEAT_LIMIT_SEC, &heartbeat_sec);
	status->heartbeat_sec = (int)heartbeat_sec;
	read_sm(reader, root, status);
	read_sweep(reader, root, status);
	read_inventory(reader, root, &status->inventory);
	read_texts(reader, json_reader_object(reader, root, "plans"),
		   plan_fields, &status->plans);
	counters = json_reader_object(reader, root, "counters");
	for (i = 0; i < STATUS_COUNTER_COUNT; i++) {
		json_reader_number(reader, counters, counter_names[i], 0,
				   INT64_MAX, &status->counters[i]);
	}
	read_faults(reader, root, status);
}

int status_json_parse(const char *path, const char *bytes, size_t length,
		      struct arena *arena, struct status *status,
		      struct error *error)
{
	struct json_reader reader = {.path = path,
				     .arena = arena,
				     .error = error};
	struct status read = {0};
	json_t *root = json_reader_load(&reader, bytes, length);

	if (!root) {
		return -1;
	}
	read_root(&reader, root, &read);
	json_decref(root);
	if (reader.failed) {
		return -1;
	}
	*status = read;
	return 0;
}
