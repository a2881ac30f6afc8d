/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Ports that are there but not as they should be: not active, or twice. */
#include "policy/policy_emit.h"
#include "policy/policy_subject.h"

/* --- port.state -------------------------------------------------------- */

static const struct subnet_port *unsettled_port(const struct cable *cable)
{
	const struct subnet_port *port = cable->sides[0].port;

	return port && port->state != IB_PORT_ACTIVE ? port
						     : cable->sides[1].port;
}

static void report_state(struct policy_context *context,
			 const struct rule *rule, const struct cable *cable)
{
	const struct subnet_port *port = unsettled_port(cable);
	const struct port_match *match = cable->sides[0].match;
	struct policy_draft draft = {.link = cable->link};
	struct finding *finding = &draft.finding;

	if (match) {
		draft.port = match->declared;
	}
	policy_subject_side(context, &cable->sides[0], &finding->subject);
	if (cable->sides[0].port && cable->sides[0].port->peer) {
		finding->has_peer = true;
		policy_subject_found(context, cable->sides[0].port->peer,
				     &finding->peer);
	}
	finding->expected = ib_port_state_name(IB_PORT_ACTIVE);
	finding->found = ib_port_state_name(port->state);
	finding->message =
		policy_text(context,
			    "%s is in %s, not Active: no traffic passes",
			    finding->subject.name, finding->found);
	finding->hint =
		port->state == IB_PORT_INITIALIZE
			? "No subnet manager has configured it: does a master "
			  "run, and does opensm.log name this port?"
			: "The subnet manager stopped half way: look in "
			  "opensm.log for errors that name this port.";
	finding->source = match ? match->declared->pos : cable->link->pos;
	policy_emit(context, rule, &draft);
}

/* A dump holds no states at all, which is nothing that went wrong. */
static void tell_unknown(struct policy_context *context,
			 const struct rule *rule, const struct cable *cable)
{
	const struct port_match *match = cable->sides[0].match;
	const char *reason = policy_reason(match->port, NULL);

	if (reason) {
		policy_unassessed(context, rule, match->declared, NULL,
				  match->declared->name, reason);
	}
}

static int check_state(struct policy_context *context, const struct rule *rule)
{
	const struct cable *cable;
	size_t i;

	for (i = 0; i < context->cable_count; i++) {
		cable = &context->cables[i];
		if (cable->fault == FAULT_STATE) {
			report_state(context, rule, cable);
		} else if (cable->fault == FAULT_NONE &&
			   cable->sides[0].match &&
			   cable->sides[0].port->state == IB_PORT_UNKNOWN) {
			tell_unknown(context, rule, cable);
		}
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_port_state = {
	.id = "port.state",
	.severity = SEVERITY_CRITICAL,
	.confirm_sec = 120,
	.summary = "A declared port is up but not Active: no traffic passes.",
	.causes = "Initialize: no subnet manager has configured it, because "
		  "none is master, it cannot reach the port, or the port does "
		  "not answer it. Armed: the subnet manager stopped half way.",
	.remedy = "See whether a master subnet manager runs (sm.*), then "
		  "look in its log for the port's GUID. Resetting the port "
		  "makes OpenSM configure it anew.",
	.check = check_state,
};

/* --- port.duplicate ---------------------------------------------------- */

static void report_duplicate(struct policy_context *context,
			     const struct rule *rule,
			     struct subnet_port *const *places, size_t count)
{
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;
	const struct port_match *match =
		policy_port_match(context, places[0]->guid);
	const struct subnet_port *first = places[0], *second = places[1];

	char guid[IB_GUID_TEXT];

	if (match) {
		draft.port = match->declared;
		finding->source = match->declared->guid_pos;
		first = match->port;
		second = places[0] == first ? places[1] : places[0];
	}
	policy_subject_found(context, first, &finding->subject);
	finding->has_peer = true;
	policy_subject_found(context, second, &finding->peer);
	finding->expected = "one place";
	finding->found = policy_text(context, "%zu places, at %s and at %s",
				     count, policy_cabled_to(context, first),
				     policy_cabled_to(context, second));
	finding->message =
		policy_text(context, "port GUID %s shows in %s",
			    ib_guid_format(guid, first->guid), finding->found);
	finding->hint = "Two adapters with one GUID cannot both work: one of "
			"them was flashed with the other's GUID.";
	policy_emit(context, rule, &draft);
}

static int check_duplicate(struct policy_context *context,
			   const struct rule *rule)
{
	struct subnet_port **places = context->subnet->end_ports;
	size_t count = context->subnet->end_port_count, i, past;

	for (i = 0; i < count; i = past) {
		past = i + 1;
		while (past < count &&
		       policy_port_note(context, places[i])->duplicate &&
		       policy_port_note(context, places[past])->duplicate &&
		       places[past]->guid == places[i]->guid) {
			past++;
		}
		if (past - i > 1) {
			report_duplicate(context, rule, places + i, past - i);
		}
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_port_duplicate = {
	.id = "port.duplicate",
	.severity = SEVERITY_CRITICAL,
	.summary = "One port GUID shows in two places.",
	.causes = "An adapter whose firmware was flashed with another one's "
		  "GUIDs, or a file that was put together from two dumps.",
	.remedy = "Take one of the two off the fabric and give it its own "
		  "GUIDs (the adapter's label bears them). OpenSM knows a "
		  "port by its GUID alone and serves only one of them.",
	.check = check_duplicate,
};
