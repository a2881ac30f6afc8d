/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Partitions as a whole: fallback to one open partition, and capacity. */
#include "policy/policy_emit.h"
#include "policy/policy_partitions.h"
#include "policy/policy_subject.h"

/* --- partition.fallback ------------------------------------------------ */

static int check_fallback(struct policy_context *context,
			  const struct rule *rule)
{
	const char *reason = context->input->fallback_reason;
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;

	if (!context->fallback) {
		return 0;
	}
	finding->subject = (struct subject){
		.kind = SUBJECT_PARTITION,
		.name = "all-partitions",
		.port = -1,
	};
	draft.names[0] = finding->subject.name;
	finding->expected = "the partition plan";
	finding->found = policy_text(context, "0xffff alone on all %zu ports",
				     context->tables_assessed);
	finding->message = policy_text(
		context,
		"every port holds exactly 0xffff: OpenSM fell back to one "
		"partition in which all can talk to all%s%s",
		reason ? ": " : "", reason ? policy_safe(context, reason) : "");
	finding->hint =
		reason ? "Restore the generated file (\"ibpolicy render -o "
			 "DIR\") and send OpenSM a SIGHUP."
		       : "Look in opensm.log for PARSE ERROR; restore the "
			 "generated file (\"ibpolicy render -o DIR\") and send "
			 "OpenSM a SIGHUP.";
	finding->source = context->input->plan->partitions[0].pos;
	policy_emit(context, rule, &draft);
	return context->failed ? -1 : 0;
}

const struct rule rule_partition_fallback = {
	.id = "partition.fallback",
	.severity = SEVERITY_CRITICAL,
	.summary = "Every port holds exactly 0xffff although the plan says "
		   "otherwise: OpenSM fell back to one open partition.",
	.causes = "OpenSM could not use its partition file: a line that it "
		  "cannot parse, a file that is empty, missing or unreadable. "
		  "Every port can then reach every other.",
	.remedy = "Restore the generated file (\"ibpolicy render -o DIR\") "
		  "and send OpenSM a SIGHUP; the finding names the line where "
		  "OpenSM stopped, if it is known.",
	.check = check_fallback,
};

/* --- partition.capacity ------------------------------------------------ */

static void report_capacity(struct policy_context *context,
			    const struct rule *rule,
			    const struct subnet_port *port,
			    const struct subnet_port *table, size_t planned)
{
	const struct port_match *match = policy_port_note(context, port)->match;
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;
	const char *owner = "its";

	policy_subject_found(context, port, &finding->subject);
	if (match) {
		draft.port = match->declared;
		finding->source = match->declared->pos;
	}
	if (table != port) {
		finding->has_peer = true;
		policy_subject_found(context, table, &finding->peer);
		owner = policy_text(context, "%s's", finding->peer.name);
	}
	finding->expected = policy_text(context, "%zu P_Keys", planned);
	finding->found = policy_text(context, "room for %u", table->pkey_cap);
	finding->message = policy_text(
		context, "%s is to hold %zu P_Keys, %s table has room for %u",
		finding->subject.name, planned, owner, table->pkey_cap);
	finding->hint = table == port
				? "Take it out of partitions that it does not "
				  "need: OpenSM drops what does not fit."
				: "Take it out of partitions that it does not "
				  "need: OpenSM clears enforcement at the "
				  "switch port instead.";
	policy_emit(context, rule, &draft);
}

static int check_capacity(struct policy_context *context,
			  const struct rule *rule)
{
	const struct subnet *subnet = context->subnet;
	const struct subnet_port *port, *facing;
	size_t i, planned;

	for (i = 0; i < subnet->end_port_count; i++) {
		port = subnet->end_ports[i];
		facing = port->peer;
		if (!policy_is_member_port(context, port)) {
			continue;
		}
		planned = policy_planned_keys(context, port);
		if (port->pkey_cap && planned > port->pkey_cap) {
			report_capacity(context, rule, port, port, planned);
		} else if (facing && facing->node->type == IB_NODE_SWITCH &&
			   facing->pkey_cap && planned > facing->pkey_cap) {
			report_capacity(context, rule, port, facing, planned);
		}
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_partition_capacity = {
	.id = "partition.capacity",
	.severity = SEVERITY_CRITICAL,
	.summary = "A port is to be in more partitions than its P_Key table, "
		   "or that of the switch port facing it, can hold.",
	.causes = "More partitions than the adapter or the switch has entries "
		  "for; OpenSM drops what does not fit (ERR 0512), or clears "
		  "enforcement at the switch port (ERR 0507).",
	.remedy = "Take the port out of partitions that it does not need. "
		  "Which keys are dropped depends on the order in which they "
		  "were set: do not rely on it.",
	.check = check_capacity,
};
