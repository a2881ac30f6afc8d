/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Switches: declared and not there, there and not declared. */
#include "policy/policy_emit.h"
#include "policy/policy_subject.h"

#include <stdlib.h>

/* --- switch.missing ---------------------------------------------------- */

/* Everything that went with a gone switch, sorted by the switch it is found
 * under. */
enum loss_kind { LOSS_SWITCH, LOSS_PORT, LOSS_SM, LOSS_LINK, LOSS_KIND_COUNT };

struct loss {
	const struct switch_match *cause;
	enum loss_kind kind;
	const char *name;
	size_t order;
};

struct loss_list {
	struct loss *items;
	size_t count, capacity;
};

static void lose(struct policy_context *context, struct loss_list *list,
		 const struct switch_match *gone, enum loss_kind kind,
		 const char *name)
{
	void *items = list->items;

	if (arena_grow(context->work, &items, list->count, &list->capacity,
		       sizeof(*list->items))) {
		context->failed = true;
		return;
	}
	list->items = items;
	list->items[list->count] = (struct loss){.cause = gone->cause,
						 .kind = kind,
						 .name = name,
						 .order = list->count};
	list->count++;
}

static int compare_losses(const void *left, const void *right)
{
	const struct loss *a = left, *b = right;

	if (a->cause != b->cause) {
		return a->cause < b->cause ? -1 : 1;
	}
	return (a->order > b->order) - (a->order < b->order);
}

static void lose_port(struct policy_context *context, struct loss_list *list,
		      const struct port_match *match)
{
	const struct inventory_sm *sm =
		inventory_find_sm(context->inventory, match->declared->guid);

	lose(context, list, match->gone, LOSS_PORT, match->declared->name);
	if (sm) {
		lose(context, list, match->gone, LOSS_SM,
		     policy_text(context, "subnet manager %s", sm->name));
	}
}

static void lose_cable(struct policy_context *context, struct loss_list *list,
		       const struct cable *cable)
{
	const struct cable_side *sides = cable->sides;

	lose(context, list, cable->gone, LOSS_LINK,
	     policy_text(context, "%s/%u - %s/%u", sides[0].sw->declared->name,
			 sides[0].number, sides[1].sw->declared->name,
			 sides[1].number));
}

static void gather_losses(struct policy_context *context,
			  struct loss_list *list)
{
	const struct inventory *inventory = context->inventory;
	const struct inventory_host *host;
	const struct port_match *match;
	const struct switch_match *sw;
	size_t i, k;

	for (i = 0; i < inventory->switch_count; i++) {
		sw = &context->switches[i];
		if (sw->fault == FAULT_SWITCH_GONE && sw->cause != sw) {
			lose(context, list, sw, LOSS_SWITCH,
			     sw->declared->name);
		}
	}
	for (i = 0; i < inventory->host_count; i++) {
		host = &inventory->hosts[i];
		for (k = 0; k < host->port_count; k++) {
			match = policy_port_match(context, host->ports[k].guid);
			if (match && match->fault == FAULT_SWITCH_GONE) {
				lose_port(context, list, match);
			}
		}
	}
	for (i = 0; i < context->cable_count; i++) {
		if (context->cables[i].fault == FAULT_SWITCH_GONE) {
			lose_cable(context, list, &context->cables[i]);
		}
	}
	if (list->count) {
		qsort(list->items, list->count, sizeof(*list->items),
		      compare_losses);
	}
}

/* "; gone with it: 2 switches, 3 ports, 1 link" */
static const char *losses_text(struct policy_context *context,
			       const size_t counts[LOSS_KIND_COUNT])
{
	static const char *const words[LOSS_KIND_COUNT][2] = {
		[LOSS_SWITCH] = {"switch", "switches"},
		[LOSS_PORT] = {"port", "ports"},
		[LOSS_SM] = {"subnet manager", "subnet managers"},
		[LOSS_LINK] = {"link", "links"},
	};
	const char *text = "";
	int kind;

	for (kind = 0; kind < LOSS_KIND_COUNT; kind++) {
		if (counts[kind]) {
			text = policy_text(context, "%s%s%zu %s", text,
					   *text ? ", " : "; gone with it: ",
					   counts[kind],
					   words[kind][counts[kind] > 1]);
		}
	}
	return text;
}

static void report_missing_switch(struct policy_context *context,
				  const struct rule *rule,
				  const struct switch_match *match,
				  const struct loss_list *losses)
{
	struct policy_draft draft = {.sw = match->declared};
	struct finding *finding = &draft.finding;
	size_t counts[LOSS_KIND_COUNT] = {0};
	size_t capacity = 0, low = 0, high = losses->count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (losses->items[middle].cause < match) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	for (; low < losses->count && losses->items[low].cause == match;
	     low++) {
		policy_affect(context, finding, &capacity,
			      losses->items[low].name);
		counts[losses->items[low].kind]++;
	}
	policy_subject_switch(context, match, &finding->subject);
	finding->expected = "in the fabric";
	finding->found = "not seen";
	finding->message =
		policy_text(context, "switch %s is not in the fabric%s",
			    match->declared->name,
			    losses_text(context, counts));
	finding->hint = "Is it powered and running, and are its uplinks in? "
			"If it was taken out, remove it from the inventory or "
			"set it to planned.";
	finding->source = match->declared->pos;
	policy_emit(context, rule, &draft);
}

static int check_missing(struct policy_context *context,
			 const struct rule *rule)
{
	struct loss_list losses = {NULL, 0, 0};
	const struct switch_match *match;
	size_t i;

	gather_losses(context, &losses);
	for (i = 0; i < context->inventory->switch_count; i++) {
		match = &context->switches[i];
		if (match->fault == FAULT_UNKNOWN) {
			policy_unassessed(context, rule, NULL, NULL,
					  match->declared->name, match->reason);
		} else if (match->fault == FAULT_SWITCH_GONE &&
			   match->cause == match) {
			report_missing_switch(context, rule, match, &losses);
		}
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_switch_missing = {
	.id = "switch.missing",
	.severity = SEVERITY_CRITICAL,
	.summary = "A declared switch is not in the fabric; everything behind "
		   "it is counted under it.",
	.causes = "The switch lost power, rebooted or hangs; all its links to "
		  "the rest of the fabric are down; or it was replaced, and "
		  "the new one has another node GUID.",
	.remedy = "Look at the switch itself: power, console, uplink lights. "
		  "If it was replaced, put the new node GUID into the "
		  "inventory; switch.unlisted shows it.",
	.check = check_missing,
};

/* --- switch.unlisted --------------------------------------------------- */

static int check_unlisted(struct policy_context *context,
			  const struct rule *rule)
{
	const struct subnet *subnet = context->subnet;
	const struct node_note *note;
	struct finding *finding;
	size_t i;

	if (!context->inventory->strict_switches) {
		return 0;
	}
	for (i = 0; i < subnet->node_count; i++) {
		struct policy_draft draft = {0};
		char guid[IB_GUID_TEXT];

		note = &context->node_notes[i];
		if (subnet->nodes[i].type != IB_NODE_SWITCH || note->sw ||
		    note->ignored) {
			continue;
		}
		finding = &draft.finding;
		policy_subject_node(context, &subnet->nodes[i],
				    &finding->subject);
		if (note->unclear) {
			policy_unassessed(context, rule, NULL, NULL,
					  finding->subject.name, note->unclear);
			continue;
		}
		finding->expected = "no such switch";
		finding->found = "in the fabric";
		finding->message =
			policy_text(context,
				    "switch %s, GUID %s, is not declared",
				    finding->subject.name,
				    ib_guid_format(guid,
						   subnet->nodes[i].guid));
		finding->hint = "Declare it under switches:, or find out who "
				"connected it and take it out.";
		policy_emit(context, rule, &draft);
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_switch_unlisted = {
	.id = "switch.unlisted",
	.severity = SEVERITY_WARNING,
	.summary = "A switch is in the fabric that the inventory does not "
		   "declare; its cables are not reported one by one.",
	.causes = "A new or replaced switch that was not entered yet; two "
		  "fabrics that were connected by mistake.",
	.remedy = "Declare it with its node GUID, or disconnect it. \"strict: "
		  "{switches: false}\" turns the check off.",
	.check = check_unlisted,
};
