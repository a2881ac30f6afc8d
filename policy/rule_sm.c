/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The subnet managers against those that are declared. */
#include "policy/policy_emit.h"
#include "policy/policy_faults.h"
#include "policy/policy_subject.h"

static bool is_active(const struct subnet_sm *sm)
{
	return sm && sm->state != IB_SM_NOT_ACTIVE;
}

static bool is_master(const struct subnet_sm *sm)
{
	return sm && sm->state == IB_SM_MASTER;
}

static uint64_t guid_of(const struct sm_match *match)
{
	return match->declared ? match->declared->guid : match->sm->port_guid;
}

/* Subject and whose settings count. */
static void begin(struct policy_context *context, const struct sm_match *match,
		  struct policy_draft *draft)
{
	struct subject *subject = &draft->finding.subject;
	const struct port_match *known;
	const struct subnet_port *port;
	char guid[IB_GUID_TEXT];
	uint64_t port_guid = guid_of(match);

	*draft = (struct policy_draft){0};
	port = subnet_find_end_port(context->subnet, port_guid);
	known = policy_port_match(context, port_guid);
	if (port) {
		policy_subject_found(context, port, subject);
	} else if (known) {
		/* A standby sees no ports, and a switched off host has none. */
		policy_subject_port(context, known, subject);
	} else {
		*subject = (struct subject){
			.name = policy_text(context, "%s",
					    ib_guid_format(guid, port_guid))};
	}
	subject->kind = SUBJECT_SM;
	subject->port_guid = port_guid;
	subject->port = -1;
	if (match->declared) {
		subject->name = match->declared->name;
		draft->names[0] = match->declared->name;
		draft->finding.source = match->declared->pos;
	}
}

static const char *name_of(struct policy_context *context,
			   const struct sm_match *match)
{
	struct policy_draft draft;

	begin(context, match, &draft);
	return draft.finding.subject.name;
}

/* --- sm.missing -------------------------------------------------------- */

static bool any_declared_left(const struct policy_context *context)
{
	size_t i;

	for (i = 0; i < context->sm_count; i++) {
		if (context->sms[i].declared && is_active(context->sms[i].sm)) {
			return true;
		}
	}
	return false;
}

/* Its port is already found missing, replaced or behind a gone switch. */
static bool is_port_found(const struct policy_context *context,
			  const struct sm_match *match)
{
	const struct port_match *port =
		policy_port_match(context, match->declared->guid);
	const struct switch_match *sw =
		policy_switch_match(context, match->declared->guid);

	return (port && !port->port && port->fault != FAULT_NOT_JUDGED &&
		port->fault != FAULT_UNKNOWN) ||
	       (sw && sw->fault == FAULT_SWITCH_GONE);
}

/* Why it may run all the same; NULL: it would have been seen. */
static const char *sm_silence(const struct policy_context *context,
			      const struct sm_match *match)
{
	uint64_t guid = match->declared->guid;
	const struct subnet_port *there;
	const struct port_match *port;
	const struct switch_match *sw;

	if (!context->subnet->sms_known) {
		return "the source does not hold subnet managers";
	}
	if (match->sm) {
		return NULL;
	}
	if (context->subnet->errors) {
		return policy_sweep_errors;
	}
	there = subnet_find_end_port(context->subnet, guid);
	if (there) {
		return there->is_sm ? there->unassessed : NULL;
	}
	port = policy_port_match(context, guid);
	if (port) {
		return port->fault == FAULT_UNKNOWN ? port->reason : NULL;
	}
	sw = policy_switch_match(context, guid);
	if (sw) {
		return sw->fault == FAULT_UNKNOWN ? sw->reason : NULL;
	}
	return context->silence;
}

static int check_missing(struct policy_context *context,
			 const struct rule *rule)
{
	bool left = any_declared_left(context);
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	const struct sm_match *match;
	const char *silence;
	size_t i;

	for (i = 0; i < context->sm_count; i++) {
		match = &context->sms[i];
		if (!match->declared || is_active(match->sm)) {
			continue;
		}
		begin(context, match, &draft);
		silence = sm_silence(context, match);
		if (silence) {
			policy_unassessed(context, rule, NULL, NULL,
					  finding->subject.name, silence);
			continue;
		}
		if (left && is_port_found(context, match)) {
			continue;
		}
		draft.at_least = left ? SEVERITY_UNSET : SEVERITY_CRITICAL;
		finding->expected = "a subnet manager";
		finding->found = match->sm ? "NotActive" : "none answers";
		finding->message = policy_text(
			context, "no subnet manager runs at %s%s",
			finding->subject.name,
			left ? "" : ", and no other declared one is left");
		finding->hint = "Look at the opensm service on that host and "
				"at the end of its log.";
		policy_emit(context, rule, &draft);
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_sm_missing = {
	.id = "sm.missing",
	.severity = SEVERITY_WARNING,
	.summary = "A declared subnet manager does not run (critical when "
		   "none of the declared ones is left).",
	.causes = "opensm was stopped, crashed, or does not start; its host "
		  "is off. The fabric goes on with the others, without a "
		  "spare.",
	.remedy = "Start it and look at the end of its log. If it was moved, "
		  "change its GUID under subnet_managers.",
	.check = check_missing,
};

/* --- sm.unlisted ------------------------------------------------------- */

static bool is_matched(const struct policy_context *context, uint64_t guid)
{
	size_t i;

	for (i = 0; i < context->sm_count; i++) {
		if (guid_of(&context->sms[i]) == guid) {
			return true;
		}
	}
	return false;
}

/* Ports that say they have an SM, of which nothing else is known. */
static void tell_silent(struct policy_context *context, const struct rule *rule)
{
	const struct subnet *subnet = context->subnet;
	const struct subnet_port *port;
	size_t i;

	for (i = 0; i < subnet->end_port_count; i++) {
		port = subnet->end_ports[i];
		if (port->is_sm && port->unassessed &&
		    !is_matched(context, port->guid)) {
			struct subnet_sm sm = {.port_guid = port->guid};
			struct sm_match match = {.sm = &sm};

			policy_unassessed(context, rule, NULL, NULL,
					  name_of(context, &match),
					  port->unassessed);
		}
	}
}

static int check_unlisted(struct policy_context *context,
			  const struct rule *rule)
{
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	const struct sm_match *match;
	char guid[IB_GUID_TEXT];
	const char *state;
	size_t i;

	if (!context->inventory->sm_count) {
		return 0;
	}
	for (i = 0; i < context->sm_count; i++) {
		match = &context->sms[i];
		if (match->declared || !is_active(match->sm)) {
			continue;
		}
		begin(context, match, &draft);
		state = ib_sm_state_name(match->sm->state);
		finding->expected = "no such subnet manager";
		finding->found = policy_text(context, "%s, priority %u",
					     state ? state : "running",
					     match->sm->priority);
		finding->message = policy_text(
			context,
			"an undeclared subnet manager runs at %s, GUID %s: "
			"%s%s",
			finding->subject.name,
			ib_guid_format(guid, match->sm->port_guid),
			finding->found,
			is_master(match->sm)
				? "; its partitions are in force, not ours"
				: "");
		finding->hint = "Stop it at once, or declare it under "
				"subnet_managers. While it is master it "
				"decides who reaches whom.";
		policy_emit(context, rule, &draft);
	}
	tell_silent(context, rule);
	return context->failed ? -1 : 0;
}

const struct rule rule_sm_unlisted = {
	.id = "sm.unlisted",
	.severity = SEVERITY_CRITICAL,
	.summary = "A subnet manager runs that the inventory does not declare.",
	.causes = "opensm installed and enabled on a host by accident, the "
		  "subnet manager of a switch that was left on, or an "
		  "attempt to take over the fabric.",
	.remedy = "Stop it, or declare it. A foreign subnet manager that "
		  "becomes master sets its own partitions on every port.",
	.check = check_unlisted,
};

/* --- sm.priority ------------------------------------------------------- */

static bool has_wrong_priority(const struct sm_match *match)
{
	return match->declared && is_active(match->sm) &&
	       match->declared->priority >= 0 &&
	       match->sm->priority != (unsigned int)match->declared->priority;
}

static int check_priority(struct policy_context *context,
			  const struct rule *rule)
{
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	const struct sm_match *match;
	size_t i;

	for (i = 0; i < context->sm_count; i++) {
		match = &context->sms[i];
		if (!has_wrong_priority(match)) {
			continue;
		}
		begin(context, match, &draft);
		finding->expected = policy_text(context, "priority %d",
						match->declared->priority);
		finding->found = policy_text(context, "priority %u",
					     match->sm->priority);
		finding->message = policy_text(
			context,
			"subnet manager %s runs with priority %u, %d is "
			"declared",
			finding->subject.name, match->sm->priority,
			match->declared->priority);
		finding->hint = "Set sm_priority in its opensm.conf; 14 and 15 "
				"are what a controlled handover uses.";
		policy_emit(context, rule, &draft);
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_sm_priority = {
	.id = "sm.priority",
	.severity = SEVERITY_WARNING,
	.summary = "A subnet manager runs with another priority than "
		   "declared.",
	.causes = "sm_priority in its opensm.conf or -p on its command line "
		  "was changed or never set (the default is 0); a handover "
		  "raised it for a while.",
	.remedy = "Set sm_priority there as declared and restart it, the "
		  "standby first.",
	.check = check_priority,
};

/* --- sm.tie ------------------------------------------------------------ */

static bool is_in_tie(const struct sm_match *match, unsigned int priority)
{
	return match->declared && is_active(match->sm) &&
	       !has_wrong_priority(match) && match->sm->priority == priority;
}

static void report_tie(struct policy_context *context, const struct rule *rule,
		       unsigned int priority)
{
	const struct sm_match *match, *first = NULL;
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;
	size_t i, capacity = 0;

	for (i = 0; i < context->sm_count; i++) {
		match = &context->sms[i];
		if (!is_in_tie(match, priority)) {
			continue;
		}
		if (first) {
			policy_affect(context, finding, &capacity,
				      name_of(context, match));
			continue;
		}
		first = match;
		begin(context, match, &draft);
	}
	if (!finding->affected_count) {
		return;
	}
	finding->attribute = policy_text(context, "%u", priority);
	finding->expected = "one subnet manager of each priority";
	finding->found = policy_text(context, "%zu with priority %u",
				     finding->affected_count + 1, priority);
	finding->message = policy_text(
		context,
		"subnet managers %s and %s both have priority %u: the lower "
		"GUID wins",
		finding->subject.name, finding->affected[0], priority);
	finding->hint = "Give each its own priority, so that it is decided "
			"who is master.";
	policy_emit(context, rule, &draft);
}

static int check_tie(struct policy_context *context, const struct rule *rule)
{
	unsigned int priority;

	for (priority = 0; priority < 16; priority++) {
		report_tie(context, rule, priority);
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_sm_tie = {
	.id = "sm.tie",
	.severity = SEVERITY_WARNING,
	.summary = "Two declared subnet managers run with the same priority.",
	.causes = "Neither has a priority set (OpenSM's default is 0), or "
		  "both were copied from one configuration.",
	.remedy = "Give each its own sm_priority, below 14. In a tie the "
		  "lower GUID becomes master, also after every return of it.",
	.check = check_tie,
};

/* --- sm.master --------------------------------------------------------- */

/* The one that is to be master among those that run: the highest declared
 * priority, of equals the lower GUID. NULL: nothing is declared, or the
 * expected one does not run (sm.missing says so). */
static const struct sm_match *
expected_master(const struct policy_context *context)
{
	const struct sm_match *match, *best = NULL;
	size_t i;

	for (i = 0; i < context->sm_count; i++) {
		match = &context->sms[i];
		if (match->declared && match->declared->priority >= 0 &&
		    (!best ||
		     match->declared->priority > best->declared->priority)) {
			best = match;
		}
	}
	return best && is_active(best->sm) ? best : NULL;
}

static void report_master(struct policy_context *context,
			  const struct rule *rule,
			  const struct sm_match *expected,
			  const struct sm_match *found)
{
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	const char *state;

	begin(context, expected, &draft);
	state = ib_sm_state_name(expected->sm->state);
	finding->expected = "master";
	if (is_master(expected->sm)) {
		finding->found = policy_text(context, "master, and so is %s",
					     name_of(context, found));
		finding->message =
			policy_text(context,
				    "two subnet managers are master: %s and %s",
				    finding->subject.name,
				    name_of(context, found));
		finding->hint = "They do not see each other, or one hangs: "
				"look at both logs, then stop the one that is "
				"not to be master.";
	} else {
		finding->found =
			policy_text(context, "%s; master is %s",
				    state ? state : "running",
				    found ? name_of(context, found) : "nobody");
		finding->message = policy_text(
			context, "%s should be master but is %s; %s is master",
			finding->subject.name, state ? state : "running",
			found ? name_of(context, found) : "nobody");
		finding->hint = "Compare the priorities that they run with; "
				"restarting the present master hands over to "
				"the highest.";
	}
	policy_emit(context, rule, &draft);
}

static int check_master(struct policy_context *context, const struct rule *rule)
{
	const struct sm_match *expected = expected_master(context);
	const struct sm_match *match, *found = NULL;
	size_t i;

	if (!context->subnet->sms_known || !expected) {
		return 0;
	}
	for (i = 0; i < context->sm_count; i++) {
		match = &context->sms[i];
		if (match == expected || !is_master(match->sm)) {
			continue;
		}
		if (!match->declared) {
			return 0; /* sm.unlisted says that it is master */
		}
		found = found ? found : match;
	}
	if (found || !is_master(expected->sm)) {
		report_master(context, rule, expected, found);
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_sm_master = {
	.id = "sm.master",
	.severity = SEVERITY_CRITICAL,
	.summary = "The declared subnet manager of the highest priority runs "
		   "but is not master, or two are master.",
	.causes = "A priority is not what it should be; the expected one came "
		  "back and the other keeps mastership; the fabric was split "
		  "and joined again.",
	.remedy = "Compare priorities (sm.priority). The partitions in force "
		  "are those of the SM that is master: make sure that its "
		  "files are the same.",
	.check = check_master,
};
