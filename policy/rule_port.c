/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* End ports: missing, replaced, not declared, not active, there twice. */
#include "policy/policy_emit.h"
#include "policy/policy_subject.h"

/* --- port.missing ------------------------------------------------------ */

/* What the switch port shows that the declared port should hang on. Both
 * texts get its name, found also what else is to be said. */
static const struct facing_text {
	const char *found, *hint;
} taken =
	{
		"%s is cabled to %s",
		"Another device is where it should be: put the cable back or "
		"correct "
		"its peer:.",
},
  disabled =
	  {
		  "switch port %s is Disabled (by an admin)",
		  "Somebody switched %s off; \"ibportstate\" or the switch's "
		  "own console "
		  "enables it again.",
},
  polling =
	  {
		  "switch port %s is Polling (off or unplugged)",
		  "The host is off or the cable is out: look at the host "
		  "first, then at "
		  "the cable at %s.",
},
  down =
	  {
		  "switch port %s is Down%s",
		  "The link does not come up: try another cable, then another "
		  "port.",
},
  silent = {
	  "switch port %s is up, but nothing answers behind it",
	  "The link is up but the adapter does not answer: look at the host's "
	  "driver and firmware.",
};

static const struct facing_text *text_for(const struct subnet_port *facing)
{
	if (policy_port_linked(facing)) {
		return &taken;
	}
	if (facing->phys == IB_PHYS_DISABLED) {
		return &disabled;
	}
	if (facing->phys == IB_PHYS_POLLING) {
		return &polling;
	}
	return facing->state == IB_PORT_DOWN ? &down : &silent;
}

static void quote_facing(struct policy_context *context,
			 const struct port_match *match,
			 struct finding *finding)
{
	const struct subnet_port *facing = match->facing;
	const struct facing_text *text;
	const char *name, *phys, *more = "";

	if (!facing) {
		finding->found = "not seen";
		finding->hint =
			match->declared->peer.text
				? "Is the host up, and is the cable in?"
				: "Is the host up, and is the cable in? "
				  "Declaring its peer: would show what the "
				  "switch sees.";
		return;
	}
	finding->has_peer = true;
	policy_subject_found(context, facing, &finding->peer);
	name = finding->peer.name;
	text = text_for(facing);
	phys = ib_phys_state_name(facing->phys);
	if (text == &taken) {
		more = policy_cabled_to(context, facing);
	} else if (text == &down && phys) {
		more = policy_text(context, ", %s", phys);
	}
	finding->found = policy_text(context, text->found, name, more);
	finding->hint = policy_text(context, text->hint, name);
}

/* The subnet manager of a port that is gone is found under the port; sm.missing
 * reports it only when none is left. "" or "; subnet manager NAME is gone with
 * it". */
static const char *lost_sm(struct policy_context *context,
			   const struct port_match *match,
			   struct finding *finding, size_t *capacity)
{
	const struct inventory_sm *sm =
		inventory_find_sm(context->inventory, match->declared->guid);

	if (!sm) {
		return "";
	}
	policy_affect(context, finding, capacity,
		      policy_text(context, "subnet manager %s", sm->name));
	return policy_text(context, "; subnet manager %s is gone with it",
			   sm->name);
}

static void report_missing_port(struct policy_context *context,
				const struct rule *rule,
				const struct port_match *match)
{
	struct policy_draft draft = {.port = match->declared};
	struct finding *finding = &draft.finding;
	size_t capacity = 0;

	policy_subject_port(context, match, &finding->subject);
	quote_facing(context, match, finding);
	finding->expected = "in the fabric";
	finding->message =
		policy_text(context, "%s is not in the fabric: %s%s",
			    match->declared->name, finding->found,
			    lost_sm(context, match, finding, &capacity));
	finding->source = match->declared->pos;
	policy_emit(context, rule, &draft);
}

/* The port that stands for the host: one in service before one that is not,
 * then the most severe, then the first. */
static const struct port_match *leading_port(struct policy_context *context,
					     const struct rule *rule,
					     const struct inventory_host *host)
{
	const struct port_match *match, *best = NULL;
	struct check_override override;
	int rank, best_rank = -1;
	size_t i;

	for (i = 0; i < host->port_count; i++) {
		match = policy_port_match(context, host->ports[i].guid);
		if (!match || match->fault != FAULT_HOST_GONE) {
			continue;
		}
		override = inventory_check_for(context->inventory, rule->id,
					       match->declared, NULL);
		rank = override.severity ? (int) override.severity
					 : (int)rule->severity;
		if (policy_state(context, match->declared->state) !=
		    STATE_MAINTENANCE) {
			rank += 16;
		}
		if (rank > best_rank) {
			best = match;
			best_rank = rank;
		}
	}
	return best;
}

static void report_gone_host(struct policy_context *context,
			     const struct rule *rule,
			     const struct inventory_host *host,
			     const struct port_match *lead)
{
	struct policy_draft draft = {.port = lead->declared, .host = host};
	struct finding *finding = &draft.finding;
	const struct port_match *match;
	const char *sm = "";
	size_t i, ports = 0, capacity = 0;

	policy_subject_host(context, host, &finding->subject);
	quote_facing(context, lead, finding);
	for (i = 0; i < host->port_count; i++) {
		match = policy_port_match(context, host->ports[i].guid);
		if (!match || match->fault != FAULT_HOST_GONE) {
			continue;
		}
		ports++;
		if (host->port_count > 1) {
			policy_affect(context, finding, &capacity,
				      match->declared->name);
		}
		if (inventory_find_sm(context->inventory,
				      match->declared->guid)) {
			sm = lost_sm(context, match, finding, &capacity);
		}
	}
	finding->attribute = "host";
	finding->expected = "in the fabric";
	finding->message =
		ports == 1
			? policy_text(context, "%s is not in the fabric: %s%s",
				      host->name, finding->found, sm)
			: policy_text(context,
				      "%s is not in the fabric with any of "
				      "its %zu ports: %s%s",
				      host->name, ports, finding->found, sm);
	finding->source = host->pos;
	policy_emit(context, rule, &draft);
}

static int check_missing(struct policy_context *context,
			 const struct rule *rule)
{
	const struct inventory *inventory = context->inventory;
	const struct port_match *match;
	size_t i;

	for (i = 0; i < inventory->host_count; i++) {
		match = leading_port(context, rule, &inventory->hosts[i]);
		if (match) {
			report_gone_host(context, rule, &inventory->hosts[i],
					 match);
		}
	}
	for (i = 0; i < inventory->port_total; i++) {
		match = &context->ports[i];
		if (match->fault == FAULT_MISSING) {
			report_missing_port(context, rule, match);
		} else if (match->fault == FAULT_UNKNOWN) {
			policy_unassessed(context, rule, match->declared, NULL,
					  match->declared->name, match->reason);
		}
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_port_missing = {
	.id = "port.missing",
	.severity = SEVERITY_WARNING,
	.confirm_sec = 120,
	.summary = "A declared port is not in the fabric; a host that is gone "
		   "with all its ports is one finding.",
	.causes = "The host is off or booting, its driver is not loaded, the "
		  "cable is out or broken (the switch port that faces it is "
		  "Polling), or somebody disabled the switch port (Disabled).",
	.remedy = "Look at the host first, then at the cable, then at the "
		  "switch port. A host that is off on purpose belongs into "
		  "states: as maintenance, one that is yet to come as "
		  "planned.",
	.check = check_missing,
};

/* --- port.replaced ----------------------------------------------------- */

static int check_replaced(struct policy_context *context,
			  const struct rule *rule)
{
	const struct port_match *match;
	char guid[IB_GUID_TEXT], old[IB_GUID_TEXT];
	struct strbuf place = STRBUF_INIT;
	struct finding *finding;
	size_t i;

	for (i = 0; i < context->inventory->port_total; i++) {
		struct policy_draft draft = {0};

		match = &context->ports[i];
		if (match->fault != FAULT_REPLACED) {
			continue;
		}
		draft.port = match->declared;
		finding = &draft.finding;
		policy_subject_port(context, match, &finding->subject);
		finding->has_peer = true;
		policy_subject_found(context, match->facing, &finding->peer);
		ib_guid_format(guid, match->replacement->guid);
		ib_guid_format(old, match->declared->guid);
		finding->expected = policy_text(context, "GUID %s", old);
		finding->found =
			policy_text(context, "GUID %s, %s", guid,
				    policy_port_name(context,
						     match->replacement));
		finding->message = policy_text(
			context,
			"where %s should be, %s shows another port: GUID %s "
			"instead of %s",
			match->declared->name, finding->peer.name, guid, old);
		diag_format_pos(&place, match->declared->guid_pos);
		finding->hint = policy_text(
			context,
			"If the adapter was swapped, set guid: %s at %s.", guid,
			place.length ? strbuf_text(&place) : "its port");
		context->failed = context->failed || place.failed;
		strbuf_free(&place);
		finding->source = match->declared->guid_pos;
		policy_emit(context, rule, &draft);
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_port_replaced = {
	.id = "port.replaced",
	.severity = SEVERITY_CRITICAL,
	.summary = "Where a declared port was cabled there is another GUID, "
		   "and the declared one is gone.",
	.causes = "The adapter or the host was swapped. The new GUID is in no "
		  "partition of the old one until the inventory knows it. Or "
		  "somebody plugged another machine into this port.",
	.remedy = "If the swap was meant, change the GUID in the line that "
		  "the finding names; the partitions follow at the next heavy "
		  "sweep. If not, find out what hangs on that cable.",
	.check = check_replaced,
};

/* --- port.unlisted ----------------------------------------------------- */

static void report_unlisted_port(struct policy_context *context,
				 const struct rule *rule,
				 const struct subnet_port *port)
{
	const struct subnet_port *peer = port->peer;
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;
	const struct switch_match *sw;
	char guid[IB_GUID_TEXT];

	policy_subject_found(context, port, &finding->subject);
	finding->expected = "no such port";
	finding->found = "in the fabric";
	if (peer) {
		finding->has_peer = true;
		policy_subject_found(context, peer, &finding->peer);
		finding->found =
			policy_text(context, "at %s", finding->peer.name);
		sw = policy_node_note(context, peer->node)->sw;
		if (sw && inventory_port_unused(sw->declared, peer->number)) {
			finding->found =
				policy_text(context,
					    "at %s, which is declared unused",
					    finding->peer.name);
		}
	}
	finding->message =
		policy_text(context,
			    "port %s, GUID %s, is not declared; it is %s",
			    finding->subject.name,
			    ib_guid_format(guid, port->guid), finding->found);
	finding->hint = "Declare it under its host, or find out whose it is. "
			"The name is what the host says of itself.";
	policy_emit(context, rule, &draft);
}

static int check_unlisted(struct policy_context *context,
			  const struct rule *rule)
{
	const struct subnet *subnet = context->subnet;
	const struct subnet_port *port;
	const char *unclear;
	size_t i;

	for (i = 0; i < subnet->end_port_count; i++) {
		port = subnet->end_ports[i];
		if (!policy_port_unlisted(context, port)) {
			continue;
		}
		unclear = policy_node_note(context, port->node)->unclear;
		if (!port->guid) {
			unclear = policy_reason(port, "the source does not "
						      "hold its GUID");
		}
		if (unclear) {
			policy_unassessed(context, rule, NULL, NULL,
					  policy_port_name(context, port),
					  unclear);
		} else {
			report_unlisted_port(context, rule, port);
		}
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_port_unlisted = {
	.id = "port.unlisted",
	.severity = SEVERITY_WARNING,
	.summary = "An end port is in the fabric that the inventory does not "
		   "declare.",
	.causes = "A new host that was not entered yet, a second port that "
		  "was cabled, a machine that does not belong here, or a "
		  "virtual or aggregation node that should be ignored.",
	.remedy = "Declare it under hosts:, list its kind under ignore: (by "
		  "GUID or by vendor and device), or disconnect it. \"strict: "
		  "{ports: false}\" turns the check off.",
	.check = check_unlisted,
};
