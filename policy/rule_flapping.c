/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Links that go up and down: seen from sweep to sweep, or told by traps. */
#include "policy/policy_emit.h"
#include "policy/policy_subject.h"
#include "policy/policy_trap.h"
#include "policy/time_text.h"

#include <inttypes.h>

/* More than so many times within so many seconds; a host that boots takes its
 * port down three times. */
enum { FLAPPING_THRESHOLD = 5, FLAPPING_WINDOW_SEC = 600 };

struct limit {
	size_t threshold;
	int64_t window_sec;
	char window[TIME_TEXT]; /* in words */
};

static struct limit limit_from(const struct check_override *override)
{
	struct limit limit = {
		.threshold = override->threshold < 0
				     ? FLAPPING_THRESHOLD
				     : (size_t) override->threshold,
		.window_sec = override->window_sec < 0 ? FLAPPING_WINDOW_SEC
						       : override->window_sec,
	};

	if (limit.threshold >= LINK_LOG_TIMES) {
		limit.threshold = LINK_LOG_TIMES - 1;
	}
	if (limit.window_sec > TRAP_LOG_KEEP_SEC) {
		limit.window_sec = TRAP_LOG_KEEP_SEC;
	}
	age_format(limit.window, limit.window_sec);
	return limit;
}

/* --- Links that were seen to go down ------------------------------------- */

/* Whose settings count for a link, by what is declared at either end. */
static void find_declared(const struct policy_context *context,
			  const struct link_entry *entry,
			  struct policy_draft *draft)
{
	const struct inventory *inventory = context->inventory;
	const struct switch_port_use *use;
	size_t i;

	for (i = 0; i < 2; i++) {
		const struct link_end *end = &entry->ends[i];

		use = inventory_find_use(inventory, end->node_guid,
					 end->number);
		if (use) {
			draft->link = use->link;
			draft->port = use->port;
			draft->finding.source =
				use->link ? use->link->pos : use->port->pos;
			return;
		}
		draft->sw = draft->sw ? draft->sw
				      : inventory_find_switch(inventory,
							      end->node_guid);
	}
}

/* An end that has left the fabric is called by its declared name, if it faces
 * a declared switch port, else by its GUID. */
static void end_subject(struct policy_context *context,
			const struct link_end *end,
			const struct policy_draft *draft,
			struct subject *subject)
{
	const struct subnet_node *node =
		subnet_find_node(context->subnet, end->node_guid);
	const struct subnet_port *port =
		node ? subnet_node_port(node, end->number) : NULL;
	const struct inventory_switch *sw =
		inventory_find_switch(context->inventory, end->node_guid);
	char guid[IB_GUID_TEXT];

	if (port) {
		policy_subject_found(context, port, subject);
	} else if (!sw && draft->port) {
		policy_subject_port(context,
				    policy_port_match(context,
						      draft->port->guid),
				    subject);
	} else {
		*subject = (struct subject){
			.kind = SUBJECT_PORT,
			.name = policy_text(context, "%s/%u",
					    sw ? sw->name
					       : ib_guid_format(guid,
								end->node_guid),
					    end->number),
		};
	}
	/* The same, and so the finding's id, whether it is up just now. */
	subject->node_guid = end->node_guid;
	subject->port_guid = end->port_guid;
	subject->port = (int)end->number;
}

static bool is_switch_end(const struct policy_context *context,
			  const struct link_end *end)
{
	const struct subnet_node *node =
		subnet_find_node(context->subnet, end->node_guid);

	return node ? node->type == IB_NODE_SWITCH
		    : inventory_find_switch(context->inventory,
					    end->node_guid) != NULL;
}

static bool is_ignored(const struct policy_context *context,
		       const struct link_entry *entry)
{
	const struct subnet_node *node;
	size_t i;

	for (i = 0; i < 2; i++) {
		node = subnet_find_node(context->subnet,
					entry->ends[i].node_guid);
		if (node && policy_node_note(context, node)->ignored) {
			return true;
		}
	}
	return false;
}

static struct limit link_limit(const struct policy_context *context,
			       const struct rule *rule,
			       const struct policy_draft *draft)
{
	const struct check_override override =
		draft->sw && !draft->port && !draft->link
			? inventory_check_for_switch(context->inventory,
						     rule->id, draft->sw)
			: inventory_check_for(context->inventory, rule->id,
					      draft->port, draft->link);

	return limit_from(&override);
}

/* It has, and its window is not over. */
static bool flaps(const struct policy_context *context, const struct rule *rule,
		  const struct link_entry *entry, struct policy_draft *draft,
		  struct limit *limit)
{
	find_declared(context, entry, draft);
	*limit = link_limit(context, rule, draft);
	return !is_ignored(context, entry) &&
	       link_entry_flapped(entry, limit->threshold, limit->window_sec) &&
	       policy_trap_is_recent(context, link_entry_last(entry),
				     limit->window_sec);
}

static void report_link(struct policy_context *context, const struct rule *rule,
			const struct link_entry *entry,
			struct policy_draft *draft, const struct limit *limit)
{
	struct finding *finding = &draft->finding;
	size_t first = is_switch_end(context, &entry->ends[0]) &&
				       !is_switch_end(context, &entry->ends[1])
			       ? 1
			       : 0;
	char when[TIME_TEXT];

	end_subject(context, &entry->ends[first], draft, &finding->subject);
	if (is_switch_end(context, &entry->ends[first])) {
		finding->subject.kind = SUBJECT_LINK;
	}
	finding->has_peer = true;
	end_subject(context, &entry->ends[!first], draft, &finding->peer);
	finding->expected =
		policy_text(context, "down at most %zu times within %s",
			    limit->threshold, limit->window);
	finding->found =
		policy_text(context,
			    "seen to go down %" PRIu64 " times, last at %s",
			    entry->count,
			    time_format(when, link_entry_last(entry)));
	finding->message = policy_text(
		context,
		"the link from %s to %s goes up and down: more than %zu times "
		"within %s",
		finding->subject.name, finding->peer.name, limit->threshold,
		limit->window);
	finding->hint = "Replace the cable; until then disable the port: every "
			"flap makes the subnet manager sweep.";
	policy_emit(context, rule, draft);
}

/* --- Storms of traps ----------------------------------------------------- */

/* What the sweeps have seen at a node since then: they name the port, so that
 * traps about it are no news. flapping: one of its links is a finding. */
struct seen {
	size_t downs;
	bool flapping;
};

static size_t downs_since(const struct link_entry *entry, int64_t after)
{
	size_t known = entry->count < LINK_LOG_TIMES ? (size_t)entry->count
						     : LINK_LOG_TIMES;
	size_t i, count = 0;

	for (i = 0; i < known; i++) {
		count += entry->times[i] > after;
	}
	return count;
}

static struct seen seen_at(const struct policy_context *context,
			   const struct rule *rule,
			   const struct subnet_port *port, int64_t after)
{
	const struct link_log *log = context->input->links;
	struct seen seen = {0};
	size_t i, k;

	for (i = 0; log && i < log->entry_count; i++) {
		const struct link_entry *entry = &log->entries[i];
		struct policy_draft draft = {0};
		struct limit limit;

		for (k = 0; k < 2; k++) {
			if (entry->ends[k].node_guid == port->node->guid &&
			    (port->number == 0 ||
			     entry->ends[k].number == port->number)) {
				seen.downs += downs_since(entry, after);
				seen.flapping |= flaps(context, rule, entry,
						       &draft, &limit);
				break;
			}
		}
	}
	return seen;
}

/* A link that goes down and comes back gives two traps. */
static bool is_storm(const struct policy_context *context,
		     const struct rule *rule, const struct trap_entry *entry,
		     const struct subnet_port *port, const struct limit *limit)
{
	int64_t after = entry->last - limit->window_sec;
	size_t traps = trap_entry_since(entry, after);
	size_t most = 2 * limit->threshold;
	struct seen seen;

	if (most >= TRAP_LOG_TIMES) {
		most = TRAP_LOG_TIMES - 1;
	}
	if (traps <= most ||
	    !policy_trap_is_recent(context, entry->last, limit->window_sec)) {
		return false;
	}
	seen = seen_at(context, rule, port, after);
	return !seen.flapping && traps > most + 2 * seen.downs;
}

static void report_storm(struct policy_context *context,
			 const struct rule *rule,
			 const struct trap_entry *entry,
			 const struct subnet_port *port,
			 struct policy_draft *draft, const struct limit *limit)
{
	struct finding *finding = &draft->finding;

	finding->attribute = "traps";
	finding->expected = policy_text(context, "at most %zu traps within %s",
					2 * limit->threshold, limit->window);
	finding->found = policy_trap_found(context, entry->count, entry->last,
					   &entry->latest);
	if (entry->kind == TRAP_KIND_LINK) {
		policy_subject_node(context, port->node, &finding->subject);
		finding->message = policy_text(
			context,
			"%s says that its links change: more than %zu traps "
			"128 within %s; no sweep saw which link",
			finding->subject.name, 2 * limit->threshold,
			limit->window);
		finding->hint = "Its own log or counters (LinkDowned in "
				"\"perfquery\") name the port.";
	} else {
		policy_subject_found(context, port, &finding->subject);
		if (port->peer) {
			finding->has_peer = true;
			policy_subject_found(context, port->peer,
					     &finding->peer);
		}
		finding->message = policy_text(
			context,
			"%s at %s says that it changes: more than %zu traps "
			"144 or 145 within %s",
			finding->subject.name,
			port->peer ? finding->peer.name : "an unknown port",
			2 * limit->threshold, limit->window);
		finding->hint = "The host restarts its port or renames its "
				"node again and again: look at its log.";
	}
	policy_emit(context, rule, draft);
}

static void judge_traps(struct policy_context *context, const struct rule *rule,
			const struct trap_entry *entry)
{
	const struct subnet_port *port =
		subnet_find_end_port(context->subnet, entry->guids[0]);
	const struct port_match *match =
		policy_port_match(context, entry->guids[0]);
	struct policy_draft draft = {0};
	const struct switch_match *sw;
	struct limit limit;

	if (!port || policy_node_note(context, port->node)->ignored) {
		return;
	}
	sw = policy_node_note(context, port->node)->sw;
	draft.sw = sw ? sw->declared : NULL;
	draft.port = match ? match->declared : NULL;
	limit = link_limit(context, rule, &draft);
	if (is_storm(context, rule, entry, port, &limit)) {
		report_storm(context, rule, entry, port, &draft, &limit);
	}
}

/* --- The check ----------------------------------------------------------- */

static int check_flapping(struct policy_context *context,
			  const struct rule *rule)
{
	const struct link_log *links = context->input->links;
	const struct trap_log *traps = context->input->traps;
	size_t i;

	for (i = 0; links && i < links->entry_count; i++) {
		struct policy_draft draft = {0};
		struct limit limit;

		if (flaps(context, rule, &links->entries[i], &draft, &limit)) {
			report_link(context, rule, &links->entries[i], &draft,
				    &limit);
		}
	}
	for (i = 0; traps && i < traps->entry_count; i++) {
		const struct trap_entry *entry = &traps->entries[i];

		if (entry->resolved && (entry->kind == TRAP_KIND_LINK ||
					entry->kind == TRAP_KIND_CHANGE)) {
			judge_traps(context, rule, entry);
		}
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_link_flapping = {
	.id = "link.flapping",
	.severity = SEVERITY_WARNING,
	.confirm_sec = 120,
	.summary = "A link goes up and down more often than its threshold "
		   "within its window.",
	.causes = "A cable or transceiver about to die, a host that reboots "
		  "again and again, a port that is reset by a script. A sweep "
		  "sees that a link was down and names both ends; where only "
		  "traps tell (128, 144, 145), the switch or port that sent "
		  "them is named.",
	.remedy = "Replace the cable; until then disable the port: every flap "
		  "makes the subnet manager sweep and re-route. More than 5 "
		  "times (threshold, at most 63) within 10 minutes (window) "
		  "are too many; the finding goes when the link has not been "
		  "down for that long.",
	.check = check_flapping,
};
