/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What nodes say of themselves. */
#include "policy/node_name.h"
#include "policy/policy_emit.h"
#include "policy/policy_subject.h"
#include "policy/policy_waiver.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What inventories from "ibpolicy init" call a host that has no name yet. */
static const char unnamed[] = "unnamed-";

/* A declared host or switch as a node of the fabric. */
struct named_node {
	const struct subnet_node *node;
	const char *declared;
	const struct inventory_port *port; /* either this ... */
	const struct inventory_switch *sw; /* ... or this */
};

/* Nodes whose description nobody ever set: one finding for all. */
struct unset_nodes {
	struct policy_draft draft;
	size_t capacity;
};

/* --- Other declared names ---------------------------------------------- */

/* By name without its domain, letter case apart. */
static int compare_short(const char *left, const char *right)
{
	size_t a = node_name_short_length(left);
	size_t b = node_name_short_length(right);
	int order = strncasecmp(left, right, a < b ? a : b);

	return order ? order : (a > b) - (a < b);
}

static int compare_names(const void *left, const void *right)
{
	const char *const *a = left, *const *b = right;

	return compare_short(*a, *b);
}

static const char **sorted_names(struct policy_context *context, size_t *count)
{
	const struct inventory *inventory = context->inventory;
	const char **names =
		arena_array(context->work,
			    inventory->host_count + inventory->switch_count,
			    sizeof(*names));
	size_t i;

	*count = 0;
	if (!names) {
		context->failed = true;
		return NULL;
	}
	for (i = 0; i < inventory->host_count; i++) {
		names[(*count)++] = inventory->hosts[i].name;
	}
	for (i = 0; i < inventory->switch_count; i++) {
		names[(*count)++] = inventory->switches[i].name;
	}
	if (*count) {
		qsort(names, *count, sizeof(*names), compare_names);
	}
	return names;
}

/* --- One node ---------------------------------------------------------- */

/* A director's units bear its name and their own: "dir01-L05-U1". */
static bool is_unit_name(const char *declared, const struct node_name *said)
{
	size_t length = node_name_short_length(said->host);
	size_t unit = strlen(said->device);
	const char *rest;

	if (!length || !unit ||
	    strncasecmp(declared, said->host, length) != 0 ||
	    strlen(declared) < length + 1 + unit) {
		return false;
	}
	rest = declared + strlen(declared) - unit;
	if (rest[-1] != '-') {
		return false;
	}
	for (; *rest; rest++) {
		char c = said->device[unit - strlen(rest)];

		if (*rest != c && !(*rest == '-' && c == '/')) {
			return false;
		}
	}
	return true;
}

static void fill(struct policy_context *context, const struct named_node *named,
		 struct policy_draft *draft)
{
	struct finding *finding = &draft->finding;

	*draft = (struct policy_draft){.port = named->port, .sw = named->sw};
	if (named->sw) {
		policy_subject_node(context, named->node, &finding->subject);
		finding->source = named->sw->pos;
	} else {
		policy_subject_host(context, named->port->host,
				    &finding->subject);
		finding->subject.port_guid = 0;
		finding->subject.node_guid = named->node->guid;
		finding->source = named->port->host->pos;
	}
	finding->expected = named->declared;
}

static void report_other_name(struct policy_context *context,
			      const struct rule *rule,
			      const struct named_node *named, const char *other)
{
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	char guid[IB_GUID_TEXT];

	fill(context, named, &draft);
	finding->found = policy_quoted(context, named->node->description);
	finding->message = policy_text(context, "node %s of %s calls itself %s",
				       ib_guid_format(guid, named->node->guid),
				       named->declared, finding->found);
	if (other) {
		draft.at_least = SEVERITY_WARNING;
		finding->hint = policy_text(
			context,
			"That is the name of another declared one, %s: is a "
			"GUID in the wrong place, or a card in the wrong host?",
			other);
	} else {
		finding->hint = "Correct the name on the host (rdma-ndd sets "
				"it from the host name) or in the inventory.";
	}
	policy_emit(context, rule, &draft);
}

/* One that is accepted stands for itself; the others are one finding. */
static void add_unset(struct policy_context *context, const struct rule *rule,
		      const struct named_node *named, struct unset_nodes *unset)
{
	struct policy_draft draft;
	struct finding *finding = &draft.finding;

	if (policy_off(context, rule, named->port, NULL)) {
		return;
	}
	fill(context, named, &draft);
	finding->check = rule->id;
	policy_suppress(context, &draft);
	if (!finding->suppressed) {
		policy_affect(context, &unset->draft.finding, &unset->capacity,
			      named->declared);
		return;
	}
	finding->found = "not set";
	finding->message =
		policy_text(context, "%s never had its NodeDescription set",
			    named->declared);
	finding->hint = "Let rdma-ndd set it from the host name.";
	policy_emit(context, rule, &draft);
}

static void report_unset(struct policy_context *context,
			 const struct rule *rule, struct unset_nodes *unset)
{
	struct finding *finding = &unset->draft.finding;

	if (!finding->affected_count) {
		return;
	}
	finding->subject = (struct subject){
		.kind = SUBJECT_INVENTORY,
		.name = "NodeDescriptions",
		.port = -1,
	};
	unset->draft.names[0] = finding->subject.name;
	finding->attribute = "unset";
	finding->expected = "the declared names";
	finding->found =
		policy_text(context, "%zu never set", finding->affected_count);
	finding->message = policy_text(
		context,
		"%zu declared node%s never had %s NodeDescription set: %s%s",
		finding->affected_count,
		finding->affected_count == 1 ? "" : "s",
		finding->affected_count == 1 ? "its" : "their",
		finding->affected[0],
		finding->affected_count == 1 ? "" : ", ...");
	finding->hint = "Let rdma-ndd set it from the host name; for a switch "
			"set its host name.";
	policy_emit(context, rule, &unset->draft);
}

static void judge(struct policy_context *context, const struct rule *rule,
		  const struct named_node *named, struct unset_nodes *unset)
{
	const char **names, *const *other, *host;
	struct node_name said;
	size_t count;

	if (strncmp(named->declared, unnamed, sizeof(unnamed) - 1) == 0) {
		return;
	}
	if (!named->node->description && named->node->unassessed) {
		policy_unassessed(context, rule, named->port, NULL,
				  named->declared, named->node->unassessed);
		return;
	}
	node_name_parse(named->node->description, &said);
	if (said.kind != NODE_NAME_HOST && said.kind != NODE_NAME_SWITCH) {
		if (named->node->description) {
			add_unset(context, rule, named, unset);
		}
		return;
	}
	if (node_name_same_host(said.host, named->declared) ||
	    is_unit_name(named->declared, &said)) {
		return;
	}
	if (!context->names) {
		context->names = sorted_names(context, &context->name_count);
	}
	names = context->names;
	count = context->name_count;
	host = said.host;
	other = names && count ? bsearch(&host, names, count, sizeof(*names),
					 compare_names)
			       : NULL;
	report_other_name(context, rule, named, other ? *other : NULL);
}

/* --- The check --------------------------------------------------------- */

/* A wrong cable is found already, and may well be why the name differs. */
static bool is_judged(const struct port_match *match)
{
	const struct cable *cable = match->cable;

	return match->fault == FAULT_NONE &&
	       (!cable ||
		(cable->fault != FAULT_SWAPPED && cable->fault != FAULT_PEER));
}

/* Once for each host that has ports on this node. */
static void judge_end_node(struct policy_context *context,
			   const struct rule *rule,
			   const struct subnet_node *node,
			   struct unset_nodes *unset)
{
	const struct inventory_host *done = NULL;
	const struct port_match *match;
	size_t i;

	for (i = 0; i < node->port_count; i++) {
		match = policy_port_note(context, &node->ports[i])->match;
		if (match && match->declared->host != done &&
		    is_judged(match)) {
			struct named_node named = {
				.node = node,
				.declared = match->declared->host->name,
				.port = match->declared,
			};

			done = match->declared->host;
			judge(context, rule, &named, unset);
		}
	}
}

static int check_name(struct policy_context *context, const struct rule *rule)
{
	const struct subnet *subnet = context->subnet;
	struct unset_nodes unset = {.capacity = 0};
	const struct node_note *note;
	size_t i;

	for (i = 0; i < subnet->node_count; i++) {
		note = &context->node_notes[i];
		if (note->ignored) {
			continue;
		}
		if (note->sw) {
			struct named_node named = {
				.node = &subnet->nodes[i],
				.declared = note->sw->declared->name,
				.sw = note->sw->declared,
			};

			judge(context, rule, &named, &unset);
		} else {
			judge_end_node(context, rule, &subnet->nodes[i],
				       &unset);
		}
	}
	report_unset(context, rule, &unset);
	return context->failed ? -1 : 0;
}

const struct rule rule_node_name = {
	.id = "node.name",
	.severity = SEVERITY_INFO,
	.summary = "A NodeDescription does not name the host or switch that "
		   "the inventory declares (a warning when it names another "
		   "one).",
	.causes = "The driver did not set it (a default like \"MT4123 "
		  "ConnectX6\" is left; all of those are one finding), the "
		  "host was renamed, or two hosts' cables or cards were "
		  "exchanged.",
	.remedy = "Let rdma-ndd or the driver set it from the host name; for "
		  "a switch set its host name. If it names another declared "
		  "host, look at both: one of the two GUIDs is in the wrong "
		  "place. Letter case and domain do not count, and hosts "
		  "that are declared as unnamed-... are not judged.",
	.check = check_name,
};
