/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the rules that listen to traps share: whose they are, how old. */
#include "policy/policy_trap.h"

#include "policy/policy_subject.h"
#include "policy/time_text.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- Who ----------------------------------------------------------------- */

void policy_trap_subject(struct policy_context *context, uint64_t port_guid,
			 struct subject *subject)
{
	const struct port_match *match = policy_port_match(context, port_guid);
	const struct subnet_port *port =
		subnet_find_end_port(context->subnet, port_guid);

	if (match) {
		policy_subject_port(context, match, subject);
	} else if (port) {
		policy_subject_found(context, port, subject);
	} else {
		*subject = (struct subject){
			.kind = SUBJECT_PORT,
			.name = policy_trap_name(context, port_guid),
			.port_guid = port_guid,
			.port = -1,
		};
	}
}

const char *policy_trap_name(struct policy_context *context, uint64_t port_guid)
{
	const struct port_match *match = policy_port_match(context, port_guid);
	const struct subnet_port *port =
		subnet_find_end_port(context->subnet, port_guid);
	const struct inventory_sm *sm =
		inventory_find_sm(context->inventory, port_guid);
	char guid[IB_GUID_TEXT];

	if (match) {
		return match->declared->name;
	}
	if (port) {
		return policy_port_name(context, port);
	}
	return sm ? sm->name
		  : policy_text(context, "%s", ib_guid_format(guid, port_guid));
}

/* --- When ---------------------------------------------------------------- */

bool policy_trap_is_recent(const struct policy_context *context, int64_t when,
			   int64_t window_sec)
{
	if (window_sec > TRAP_LOG_KEEP_SEC) {
		window_sec = TRAP_LOG_KEEP_SEC;
	}
	return context->input->now - when <= window_sec;
}

static bool is_in_window(const struct policy_context *context,
			 const struct rule *rule,
			 const struct trap_heard *heard)
{
	const struct check_override override =
		inventory_check_for(context->inventory, rule->id,
				    inventory_find_port(context->inventory,
							heard->subject),
				    NULL);

	return policy_trap_is_recent(context, heard->entry->last,
				     override.window_sec < 0
					     ? TRAP_WINDOW_SEC
					     : override.window_sec);
}

const char *policy_trap_found(struct policy_context *context, uint64_t count,
			      int64_t last, const struct trap *latest)
{
	char when[TIME_TEXT];

	return policy_text(
		context, "at least %" PRIu64 " trap%s, the last one at %s%s%s",
		count, count == 1 ? "" : "s", time_format(when, last),
		latest->issuer_guid ? ", sent by " : "",
		latest->issuer_guid
			? policy_trap_name(context, latest->issuer_guid)
			: "");
}

/* --- Runs ---------------------------------------------------------------- */

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_groups(const struct trap_heard *a,
			  const struct trap_heard *b)
{
	int order = compare_numbers(a->group, b->group);

	order = order ? order : compare_numbers(a->subject, b->subject);
	return order ? order : compare_numbers(a->key, b->key);
}

static int compare_heard(const void *left, const void *right)
{
	const struct trap_heard *a = left, *b = right;
	int order = compare_groups(a, b);

	order = order ? order : compare_numbers(a->peer, b->peer);
	return order ? order : compare_numbers(a->entry->pkey, b->entry->pkey);
}

int policy_trap_collect(struct policy_context *context, const struct rule *rule,
			enum trap_kind kind,
			void (*sort)(const struct policy_context *context,
				     struct trap_heard *heard),
			struct trap_heard_list *list)
{
	const struct trap_log *log = context->input->traps;
	size_t i;

	list->count = 0;
	list->items = arena_array(context->work, log->entry_count,
				  sizeof(*list->items));
	if (!list->items) {
		context->failed = true;
		return -1;
	}
	for (i = 0; i < log->entry_count; i++) {
		struct trap_heard heard = {.entry = &log->entries[i]};

		if (heard.entry->kind != kind || !heard.entry->resolved) {
			continue;
		}
		sort(context, &heard);
		if (is_in_window(context, rule, &heard)) {
			list->items[list->count++] = heard;
		}
	}
	if (list->count) {
		qsort(list->items, list->count, sizeof(*list->items),
		      compare_heard);
	}
	return 0;
}

size_t policy_trap_run(const struct trap_heard_list *list, size_t from)
{
	size_t to = from + 1;

	while (to < list->count &&
	       compare_groups(&list->items[from], &list->items[to]) == 0) {
		to++;
	}
	return to - from;
}

/* The peers of a run are in order: each once. */
static size_t list_peers(struct policy_context *context,
			 const struct trap_heard *run, size_t length,
			 struct finding *finding)
{
	size_t capacity = 0, i;

	for (i = 0; i < length; i++) {
		if (run[i].peer && (i == 0 || run[i].peer != run[i - 1].peer)) {
			policy_affect(context, finding, &capacity,
				      policy_trap_name(context, run[i].peer));
		}
	}
	return finding->affected_count;
}

static const char *add_peers(struct policy_context *context,
			     const struct trap_heard *run, size_t length,
			     struct policy_draft *draft)
{
	struct finding *finding = &draft->finding;
	size_t count = list_peers(context, run, length, finding);

	if (count != 1) {
		return policy_text(context, "%zu ports", count);
	}
	finding->affected_count = 0;
	finding->has_peer = true;
	policy_trap_subject(context, run[0].peer, &finding->peer);
	if (policy_port_match(context, run[0].peer)) {
		draft->names[0] = finding->peer.name;
	}
	return finding->peer.name;
}

const char *policy_trap_begin(struct policy_context *context,
			      const struct trap_heard *run, size_t length,
			      struct policy_draft *draft)
{
	const struct port_match *match =
		policy_port_match(context, run[0].subject);
	const struct trap_entry *latest = run[0].entry;
	uint64_t count = 0;
	size_t i;

	*draft = (struct policy_draft){
		.port = match ? match->declared : NULL,
	};
	policy_trap_subject(context, run[0].subject, &draft->finding.subject);
	/* The same, and so the finding's id, whether it is there just now. */
	draft->finding.subject.port_guid = run[0].subject;
	draft->finding.subject.port = -1;
	for (i = 0; i < length; i++) {
		count += run[i].entry->count;
		if (run[i].entry->last > latest->last) {
			latest = run[i].entry;
		}
	}
	draft->finding.found = policy_trap_found(context, count, latest->last,
						 &latest->latest);
	return add_peers(context, run, length, draft);
}
