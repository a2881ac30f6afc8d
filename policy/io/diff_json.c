/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A partition diff for programs. */
#include "policy/io/diff_json.h"

#include "policy/io/json_writer.h"
#include "policy/port_names.h"

struct scribe {
	struct json_writer writer;
	const struct partition_diff *diff;
	bool all;
};

static void add_pkey(struct scribe *scribe, json_t *object, const char *key,
		     uint16_t pkey)
{
	char text[IB_PKEY_TEXT];

	if (pkey) {
		json_writer_text(&scribe->writer, object, key,
				 ib_pkey_format(text, pkey));
	}
}

static const struct plan_partition *
later(const struct compared_partition *partition)
{
	return partition->sides[PLAN_AFTER] ? partition->sides[PLAN_AFTER]
					    : partition->sides[PLAN_BEFORE];
}

static void add_partition(struct scribe *scribe, json_t *object, size_t row)
{
	const struct compared_partition *partition =
		&scribe->diff->comparison->partitions[row];

	json_writer_text(&scribe->writer, object, "partition",
			 later(partition)->name);
	add_pkey(scribe, object, "pkey", partition->pkey);
}

static void add_memberships(struct scribe *scribe, json_t *object,
			    const enum ib_membership sides[PLAN_SIDE_COUNT])
{
	json_writer_text(&scribe->writer, object, "before",
			 ib_membership_name(sides[PLAN_BEFORE]));
	json_writer_text(&scribe->writer, object, "after",
			 ib_membership_name(sides[PLAN_AFTER]));
}

static void add_rejection(struct scribe *scribe, json_t *root,
			  enum plan_side side, const char *key)
{
	const struct partitions_conf *conf =
		scribe->diff->input->sides[side].conf;
	json_t *object;

	if (!conf || !conf->fallback || conf->crash) {
		return;
	}
	object = json_writer_object(&scribe->writer, root, key);
	if (conf->fallback_line) {
		json_writer_number(&scribe->writer, object, "line",
				   conf->fallback_line);
	}
	json_writer_text(&scribe->writer, object, "reason",
			 conf->fallback_reason);
}

/* A file that does not decide what OpenSM does, or with which it crashes. */
static void add_undefined(struct scribe *scribe, json_t *root,
			  enum plan_side side, const char *key)
{
	const struct partitions_conf *conf =
		scribe->diff->input->sides[side].conf;
	json_t *object;

	if (!conf || !conf->undefined) {
		return;
	}
	object = json_writer_object(&scribe->writer, root, key);
	json_writer_bool(&scribe->writer, object, "crash", conf->crash);
	json_writer_number(&scribe->writer, object, "line",
			   conf->undefined_line);
	json_writer_text(&scribe->writer, object, "reason",
			 conf->undefined_reason);
}

static void add_source(struct scribe *scribe, json_t *object,
		       struct source_pos pos)
{
	struct strbuf text = STRBUF_INIT;

	diag_format_pos(&text, pos);
	scribe->writer.failed |= text.failed;
	if (text.length) {
		json_writer_text(&scribe->writer, object, "source",
				 strbuf_text(&text));
	}
	strbuf_free(&text);
}

static void add_reasons(struct scribe *scribe, json_t *root)
{
	const struct guard_result *guard = scribe->diff->guard;
	const struct diag_list *assertions = scribe->diff->input->assertions;
	json_t *array =
		json_writer_array(&scribe->writer, root, "held_because");
	json_t *object;
	size_t i;

	for (i = 0; i < guard->reason_count; i++) {
		const struct guard_reason *reason = &guard->reasons[i];

		object = json_writer_append_object(&scribe->writer, array);
		json_writer_text(&scribe->writer, object, "kind",
				 guard_kind_name(reason->kind));
		add_pkey(scribe, object, "pkey", reason->pkey);
		add_pkey(scribe, object, "other_pkey", reason->other_pkey);
		json_writer_text(&scribe->writer, object, "message",
				 reason->message);
	}
	for (i = 0; assertions && i < assertions->count; i++) {
		const struct diag *diag = &assertions->items[i];

		if (diag->severity != DIAG_ERROR) {
			continue;
		}
		object = json_writer_append_object(&scribe->writer, array);
		json_writer_text(&scribe->writer, object, "kind", "assertion");
		json_writer_text(&scribe->writer, object, "message",
				 diag->message);
		add_source(scribe, object, diag->pos);
	}
}

static void add_totals(struct scribe *scribe, json_t *root)
{
	const struct diff_totals *totals = &scribe->diff->totals;
	json_t *object = json_writer_object(&scribe->writer, root, "totals");
	const struct {
		const char *key;
		uint64_t number;
	} rows[] = {
		{"added", totals->added},
		{"removed", totals->removed},
		{"raised", totals->raised},
		{"lowered", totals->lowered},
		{"changed_ports", totals->changed_ports},
		{"moved_index0", totals->moved_index0},
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_writer_number(&scribe->writer, object, rows[i].key,
				   (int64_t)rows[i].number);
	}
}

static void add_index0(struct scribe *scribe, json_t *port,
		       const struct diff_group *group)
{
	json_t *object;

	if (group->index0[PLAN_BEFORE] == group->index0[PLAN_AFTER]) {
		return;
	}
	object = json_writer_object(&scribe->writer, port, "index0");
	add_partition(scribe,
		      json_writer_object(&scribe->writer, object, "before"),
		      group->index0[PLAN_BEFORE]);
	add_partition(scribe,
		      json_writer_object(&scribe->writer, object, "after"),
		      group->index0[PLAN_AFTER]);
}

static void add_port_identity(struct scribe *scribe, json_t *object, size_t row)
{
	const struct port_item *port =
		&scribe->diff->comparison->ports->items[row];

	json_writer_text(&scribe->writer, object, "name", port->name);
	json_writer_guid(&scribe->writer, object, "port_guid", port->guid);
}

static void add_port(struct scribe *scribe, json_t *array, size_t row,
		     const struct diff_group *group)
{
	json_t *object = json_writer_append_object(&scribe->writer, array);
	json_t *changes;
	size_t i;

	add_port_identity(scribe, object, row);
	changes = json_writer_array(&scribe->writer, object, "changes");
	for (i = 0; i < group->step_count; i++) {
		json_t *change =
			json_writer_append_object(&scribe->writer, changes);

		add_partition(scribe, change, group->steps[i].partition);
		add_memberships(scribe, change, group->steps[i].sides);
	}
	add_index0(scribe, object, group);
}

static void add_ports(struct scribe *scribe, json_t *root)
{
	json_t *array = json_writer_array(&scribe->writer, root, "ports");
	size_t i, j;

	for (i = 0; i < scribe->diff->group_count; i++) {
		const struct diff_group *group = &scribe->diff->groups[i];

		for (j = 0; j < group->port_count; j++) {
			add_port(scribe, array, group->ports[j], group);
		}
	}
}

static void add_keywords(struct scribe *scribe, json_t *root)
{
	json_t *array = json_writer_array(&scribe->writer, root, "keywords");
	size_t i;

	for (i = 0; i < scribe->diff->keyword_count; i++) {
		const struct diff_keyword *keyword = &scribe->diff->keywords[i];
		json_t *object =
			json_writer_append_object(&scribe->writer, array);

		json_writer_text(&scribe->writer, object, "keyword",
				 keyword->keyword);
		add_partition(scribe, object, keyword->partition);
		add_memberships(scribe, object, keyword->sides);
	}
}

static void add_partitions(struct scribe *scribe, json_t *root)
{
	static const char *const keys[] = {"before", "after"};
	json_t *array = json_writer_array(&scribe->writer, root, "partitions");
	size_t i, side;

	for (i = 0; i < scribe->diff->partition_count; i++) {
		const struct compared_partition *partition =
			&scribe->diff->comparison
				 ->partitions[scribe->diff->partitions[i]];
		json_t *object =
			json_writer_append_object(&scribe->writer, array);

		add_pkey(scribe, object, "pkey", partition->pkey);
		for (side = 0; side < PLAN_SIDE_COUNT; side++) {
			const struct plan_partition *plan =
				partition->sides[side];
			json_t *half;

			if (!plan) {
				continue;
			}
			half = json_writer_object(&scribe->writer, object,
						  keys[side]);
			json_writer_text(&scribe->writer, half, "partition",
					 plan->name);
			json_writer_number(&scribe->writer, half, "sl",
					   plan->sl < 0 ? 0 : plan->sl);
		}
	}
}

static void add_group(struct scribe *scribe, json_t *object, const char *key,
		      const struct plan_group *group)
{
	json_t *half = json_writer_object(&scribe->writer, object, key);

	if (group->mtu) {
		json_writer_number(&scribe->writer, half, "mtu", group->mtu);
	}
	if (group->rate) {
		json_writer_number(&scribe->writer, half, "rate", group->rate);
	}
	json_writer_number(&scribe->writer, half, "sl", group->sl);
	json_writer_number(&scribe->writer, half, "qkey", group->qkey);
	json_writer_number(&scribe->writer, half, "tclass", group->tclass);
	json_writer_number(&scribe->writer, half, "flow_label",
			   group->flow_label);
}

static void add_multicasts(struct scribe *scribe, json_t *root)
{
	json_t *array =
		json_writer_array(&scribe->writer, root, "multicast_groups");
	size_t i;

	for (i = 0; i < scribe->diff->multicast_count; i++) {
		const struct diff_multicast *multicast =
			&scribe->diff->multicasts[i];
		const struct plan_group *before =
			&multicast->sides[PLAN_BEFORE];
		const struct plan_group *after = &multicast->sides[PLAN_AFTER];
		json_t *object =
			json_writer_append_object(&scribe->writer, array);
		char mgid[IB_MGID_TEXT];

		add_partition(scribe, object, multicast->partition);
		json_writer_text(&scribe->writer, object, "mgid",
				 ib_mgid_format(mgid,
						multicast->there[PLAN_AFTER]
							? after->mgid
							: before->mgid));
		if (multicast->there[PLAN_BEFORE]) {
			add_group(scribe, object, "before", before);
		}
		if (multicast->there[PLAN_AFTER]) {
			add_group(scribe, object, "after", after);
		}
		json_writer_bool(&scribe->writer, object,
				 "applied_to_live_group",
				 !multicast->ignored_when_live);
	}
}

static void add_pairs(struct scribe *scribe, json_t *reach, const char *key,
		      const struct reach_pair *pairs, size_t count)
{
	json_t *array = json_writer_array(&scribe->writer, reach, key);
	size_t i;

	for (i = 0; i < count; i++) {
		json_t *object =
			json_writer_append_object(&scribe->writer, array);

		add_partition(scribe,
			      json_writer_object(&scribe->writer, object, "a"),
			      pairs[i].a);
		add_partition(scribe,
			      json_writer_object(&scribe->writer, object, "b"),
			      pairs[i].b);
		add_partition(scribe,
			      json_writer_object(&scribe->writer, object, "by"),
			      pairs[i].by);
		json_writer_number(&scribe->writer, object, "port_pairs",
				   (int64_t)pairs[i].port_pairs);
	}
}

static void add_counts(struct scribe *scribe, json_t *reach, const char *key,
		       const uint64_t *by)
{
	json_t *array = json_writer_array(&scribe->writer, reach, key);
	size_t row;

	for (row = 0; row < scribe->diff->comparison->partition_count; row++) {
		json_t *object;

		if (!by[row]) {
			continue;
		}
		object = json_writer_append_object(&scribe->writer, array);
		add_partition(scribe, object, row);
		json_writer_number(&scribe->writer, object, "port_pairs",
				   (int64_t)by[row]);
	}
}

struct pair_list {
	struct scribe *scribe;
	json_t *array;
};

static void add_port_pair(void *context, const struct diff_port_pair *pair)
{
	struct pair_list *list = context;
	struct scribe *scribe = list->scribe;
	json_t *object =
		json_writer_append_object(&scribe->writer, list->array);

	json_writer_text(&scribe->writer, object, "change",
			 pair->gained ? "gained" : "lost");
	add_port_identity(scribe,
			  json_writer_object(&scribe->writer, object, "a"),
			  pair->a);
	add_port_identity(scribe,
			  json_writer_object(&scribe->writer, object, "b"),
			  pair->b);
	add_partition(scribe, json_writer_object(&scribe->writer, object, "by"),
		      pair->by);
}

static void add_reach(struct scribe *scribe, json_t *root)
{
	const struct reach_change *change = scribe->diff->reach_change;
	json_t *reach = json_writer_object(&scribe->writer, root, "reach");
	struct pair_list list = {scribe, NULL};

	json_writer_number(&scribe->writer, reach, "gained",
			   (int64_t)change->gained);
	json_writer_number(&scribe->writer, reach, "lost",
			   (int64_t)change->lost);
	add_counts(scribe, reach, "gained_by", change->gained_by);
	add_counts(scribe, reach, "lost_by", change->lost_by);
	add_pairs(scribe, reach, "opened", change->opened,
		  change->opened_count);
	add_pairs(scribe, reach, "closed", change->closed,
		  change->closed_count);
	if (scribe->all) {
		list.array = json_writer_array(&scribe->writer, reach, "pairs");
		partition_diff_each_pair(scribe->diff, true, add_port_pair,
					 &list);
		partition_diff_each_pair(scribe->diff, false, add_port_pair,
					 &list);
	}
}

static void add_quirks(struct scribe *scribe, json_t *root)
{
	static const char *const names[] = {"error", "warning", "note"};
	json_t *array = json_writer_array(&scribe->writer, root, "quirks");
	size_t side, i;

	for (side = 0; side < PLAN_SIDE_COUNT; side++) {
		const struct partitions_conf *conf =
			scribe->diff->input->sides[side].conf;

		for (i = 0; conf && i < conf->quirks.count; i++) {
			const struct diag *quirk = &conf->quirks.items[i];
			json_t *object;

			if (quirk->severity == DIAG_NOTE && !scribe->all) {
				continue;
			}
			object = json_writer_append_object(&scribe->writer,
							   array);
			json_writer_text(&scribe->writer, object, "file",
					 side == PLAN_AFTER ? "new" : "old");
			json_writer_text(&scribe->writer, object, "severity",
					 names[quirk->severity]);
			add_source(scribe, object, quirk->pos);
			json_writer_text(&scribe->writer, object, "message",
					 quirk->message);
			json_writer_text(&scribe->writer, object, "hint",
					 quirk->hint);
		}
	}
}

/* How many there are, those that are not listed included. */
static void add_quirk_totals(struct scribe *scribe, json_t *root)
{
	static const char *const names[] = {"errors", "warnings", "notes"};
	struct json_writer *writer = &scribe->writer;
	json_t *totals = json_writer_object(writer, root, "quirk_totals");
	size_t side, i;

	for (side = 0; side < PLAN_SIDE_COUNT; side++) {
		const struct partitions_conf *conf =
			scribe->diff->input->sides[side].conf;
		json_t *object;

		if (!conf) {
			continue;
		}
		object = json_writer_object(writer, totals,
					    side == PLAN_AFTER ? "new" : "old");
		for (i = DIAG_ERROR; i <= DIAG_NOTE; i++) {
			json_writer_number(writer, object, names[i],
					   (json_int_t)conf->quirks.total[i]);
		}
	}
}

int diff_json_write(const struct partition_diff *diff, bool all,
		    struct strbuf *out, struct error *error)
{
	struct scribe scribe = {.diff = diff, .all = all};
	struct strbuf head = STRBUF_INIT;
	json_t *root = json_object();

	partition_diff_head(diff, &head);
	scribe.writer.failed = !root || head.failed;
	json_writer_number(&scribe.writer, root, "format", 1);
	json_writer_text(&scribe.writer, root, "old",
			 diff->input->sides[PLAN_BEFORE].title);
	json_writer_text(&scribe.writer, root, "new",
			 diff->input->sides[PLAN_AFTER].title);
	json_writer_text(&scribe.writer, root, "head", strbuf_text(&head));
	json_writer_bool(&scribe.writer, root, "different",
			 partition_diff_any(diff));
	json_writer_bool(&scribe.writer, root, "held",
			 partition_diff_held(diff));
	add_rejection(&scribe, root, PLAN_BEFORE, "old_rejected");
	add_rejection(&scribe, root, PLAN_AFTER, "new_rejected");
	add_undefined(&scribe, root, PLAN_BEFORE, "old_undefined");
	add_undefined(&scribe, root, PLAN_AFTER, "new_undefined");
	add_reasons(&scribe, root);
	add_totals(&scribe, root);
	add_ports(&scribe, root);
	add_keywords(&scribe, root);
	add_partitions(&scribe, root);
	add_multicasts(&scribe, root);
	add_reach(&scribe, root);
	add_quirks(&scribe, root);
	add_quirk_totals(&scribe, root);
	strbuf_free(&head);
	return json_writer_finish(&scribe.writer, root, false, out, error);
}
