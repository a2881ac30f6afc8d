/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the next report remembers of a drift.json, and its head. */
#include "policy/io/report_json.h"

#include "policy/io/json_reader.h"

#include <string.h>

static void read_subject(struct json_reader *reader, const json_t *object,
			 struct subject *subject)
{
	int64_t port = -1;

	subject->name = json_reader_text(reader, object, "name");
	json_reader_guid(reader, object, "port_guid", &subject->port_guid);
	json_reader_guid(reader, object, "node_guid", &subject->node_guid);
	json_reader_number(reader, object, "port", 0, 255, &port);
	subject->port = (int)port;
	subject->location = json_reader_text(reader, object, "location");
	if (!subject->name) {
		json_reader_fault(reader, "subject", "expected a name");
	}
}

static bool is_id(const char *text)
{
	return text && strlen(text) == FINDING_ID_TEXT - 1 &&
	       strspn(text, "0123456789abcdef") == FINDING_ID_TEXT - 1;
}

static void read_id(struct json_reader *reader, const json_t *object,
		    char id[FINDING_ID_TEXT])
{
	const char *text = json_reader_text(reader, object, "id");

	if (is_id(text)) {
		memcpy(id, text, FINDING_ID_TEXT);
	} else {
		json_reader_fault(reader, "id", "expected 16 hex digits");
	}
}

/* The latest ones, as many as there is room for. */
static void read_openings(struct json_reader *reader, const json_t *object,
			  struct openings *openings)
{
	const char *const *texts;
	int64_t at, last = 0;
	size_t i, count;

	json_reader_texts(reader, object, "opened", &texts, &count);
	for (i = 0; i < count; i++) {
		if (!time_parse(texts[i], &at) || at < last) {
			json_reader_fault(reader, "opened",
					  "expected times, ascending");
			return;
		}
		openings_add(openings, at);
		last = at;
	}
}

static enum finding_state read_state(struct json_reader *reader,
				     const json_t *object)
{
	const char *text = json_reader_text(reader, object, "state");
	const char *flapping = finding_state_name(FINDING_FLAPPING);

	return text && !strcmp(text, flapping) ? FINDING_FLAPPING
					       : FINDING_ONGOING;
}

/* Reads what a finding and an item have in common. */
static void read_item(struct json_reader *reader, const json_t *object,
		      struct drift_item *item)
{
	const char *severity = json_reader_text(reader, object, "severity");

	int64_t window_sec = 0;

	read_id(reader, object, item->id);
	item->check = json_reader_text(reader, object, "check");
	if (!item->check) {
		json_reader_fault(reader, "check", "expected a check");
	}
	item->severity = severity ? severity_parse(severity) : SEVERITY_UNSET;
	if (item->severity < SEVERITY_INFO) {
		json_reader_fault(reader, "severity",
				  "expected critical, warning or info");
	}
	item->state = read_state(reader, object);
	json_reader_time(reader, object, "first_seen", &item->first_seen);
	read_openings(reader, object, &item->openings);
	json_reader_number(reader, object, "window_sec", 0, INT32_MAX,
			   &window_sec);
	item->window_sec = (int)window_sec;
	json_reader_bool(reader, object, "before_takeover",
			 &item->before_takeover);
	json_reader_bool(reader, object, "pending", &item->pending);
	json_reader_bool(reader, object, "carried", &item->carried);
	item->suppressed = json_reader_object(reader, object, "suppressed");
	item->message = json_reader_text(reader, object, "message");
	item->peer_name =
		json_reader_text(reader,
				 json_reader_object(reader, object, "peer"),
				 "name");
	read_subject(reader, json_reader_object(reader, object, "subject"),
		     &item->subject);
}

/* Appends the elements of an array; the room was made by the caller. */
static void read_items(struct json_reader *reader, const json_t *array,
		       const char *key, struct drift_memory *memory)
{
	size_t i, count = json_array_size(array);
	const json_t *object;

	for (i = 0; i < count && !reader->failed; i++) {
		object = json_reader_element(reader, array, i, key);
		read_item(reader, object, &memory->items[memory->item_count++]);
	}
}

static void read_gone(struct json_reader *reader, const json_t *root,
		      struct drift_memory *memory)
{
	const json_t *array = json_reader_array(reader, root, "gone");
	size_t i, count = json_array_size(array);
	const json_t *object;

	memory->gone = arena_array(memory->arena, count, sizeof(*memory->gone));
	if (!memory->gone) {
		reader->failed = true;
		error_no_memory(reader->error);
		return;
	}
	for (i = 0; i < count && !reader->failed; i++) {
		struct drift_gone *gone = &memory->gone[memory->gone_count++];

		object = json_reader_element(reader, array, i, "gone");
		read_id(reader, object, gone->id);
		read_openings(reader, object, &gone->openings);
	}
}

static void refuse_twins(struct json_reader *reader,
			 const struct drift_memory *memory)
{
	size_t i;

	for (i = 1; i < memory->item_count; i++) {
		if (!strcmp(memory->items[i - 1].id, memory->items[i].id)) {
			json_reader_fault(reader, "id",
					  "the same one stands there twice");
			return;
		}
	}
}

static void read_memory(struct json_reader *reader, const json_t *root,
			struct drift_memory *memory)
{
	const json_t *findings = json_reader_array(reader, root, "findings");
	const json_t *remembered =
		json_reader_array(reader, root, "remembered");

	memory->items = arena_array(memory->arena,
				    json_array_size(findings) +
					    json_array_size(remembered),
				    sizeof(*memory->items));
	if (!memory->items) {
		reader->failed = true;
		error_no_memory(reader->error);
		return;
	}
	json_reader_time(reader, root, "reported_at", &memory->made_at);
	json_reader_texts(reader, root, "only", &memory->only,
			  &memory->only_count);
	read_items(reader, findings, "findings", memory);
	read_items(reader, remembered, "remembered", memory);
	read_gone(reader, root, memory);
	if (!reader->failed) {
		drift_memory_sort(memory);
		refuse_twins(reader, memory);
	}
	if (!remembered) {
		/* Nothing was judged, so nothing is known to be right. */
		json_reader_fault(reader, "remembered",
				  "expected an array; the report was made "
				  "without a sweep");
	}
}

int report_json_remember(const char *path, const char *bytes, size_t length,
			 struct drift_memory **memory, struct error *error)
{
	struct json_reader reader = {.path = path, .error = error};
	struct drift_memory *read = drift_memory_new();
	json_t *root;

	if (!read) {
		return error_no_memory(error);
	}
	reader.arena = read->arena;
	root = json_reader_load(&reader, bytes, length);
	if (root) {
		read_memory(&reader, root, read);
		json_decref(root);
	}
	if (reader.failed) {
		drift_memory_free(read);
		return -1;
	}
	*memory = read;
	return 0;
}

static void read_totals(struct json_reader *reader, const json_t *root,
			struct report_totals *totals)
{
	const json_t *object = json_reader_object(reader, root, "totals");
	const struct {
		const char *key;
		size_t *value;
	} fields[] = {
		{"critical", &totals->critical},
		{"warning", &totals->warning},
		{"info", &totals->info},
		{"suppressed", &totals->suppressed},
		{"unassessed", &totals->unassessed},
		{"pending", &totals->pending},
		{"new", &totals->fresh},
		{"flapping", &totals->flapping},
	};
	int64_t value;
	size_t i;

	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		value = 0;
		json_reader_number(reader, object, fields[i].key, 0, UINT32_MAX,
				   &value);
		*fields[i].value = (size_t)value;
	}
}

int report_json_summarize(const char *path, const char *bytes, size_t length,
			  struct arena *arena, struct report_summary *summary,
			  struct error *error)
{
	struct json_reader reader = {.path = path,
				     .arena = arena,
				     .error = error};
	json_t *root = json_reader_load(&reader, bytes, length);
	struct report_summary read = {0};

	if (!root) {
		return -1;
	}
	read.fabric = json_reader_text(&reader, root, "fabric");
	read.verdict = json_reader_text(&reader, root, "verdict");
	json_reader_time(&reader, root, "reported_at", &read.reported_at);
	json_reader_time(&reader, json_reader_object(&reader, root, "sweep"),
			 "at", &read.sweep_at);
	read_totals(&reader, root, &read.totals);
	json_decref(root);
	if (reader.failed) {
		return -1;
	}
	*summary = read;
	return 0;
}
