/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Findings by a cabling sheet. */
#include "policy/policy_cabling_parts.h"
#include "policy/policy_emit.h"
#include "policy/policy_subject.h"

static bool is_switch_port(const struct subnet_port *port)
{
	return port->node->type == IB_NODE_SWITCH;
}

static const struct subnet_port *port_at(const struct sheet_cable *cable,
					 unsigned int side)
{
	return cable->cable->places[side].port;
}

static void fill_port(struct policy_context *context,
		      const struct subnet_port *port, struct subject *subject,
		      struct policy_draft *draft, unsigned int name)
{
	const struct port_note *note = policy_port_note(context, port);
	const struct switch_match *sw =
		policy_node_note(context, port->node)->sw;

	policy_subject_found(context, port, subject);
	if (note->match || sw) {
		draft->names[name] = subject->name;
	}
	if (note->match && !draft->port) {
		draft->port = note->match->declared;
	}
	if (sw && !draft->sw) {
		draft->sw = sw->declared;
	}
	if (note->cable && note->cable->link && !draft->link) {
		draft->link = note->cable->link;
	}
}

/* A port that a known node does not show. */
static void fill_unseen(struct policy_context *context,
			const struct subnet_port *port, struct subject *subject)
{
	policy_subject_node(context, port->node, subject);
	subject->kind = SUBJECT_PORT;
	subject->port = (int)port->number;
	subject->name =
		policy_text(context, "%s/%u", subject->name, port->number);
}

/* An end as the fabric or the inventory names it, else as the sheet does. */
static void fill_end(struct policy_context *context,
		     const struct cabling_cable *cable, unsigned int side,
		     struct subject *subject, struct policy_draft *draft,
		     unsigned int name)
{
	struct strbuf text = STRBUF_INIT;

	if (cable->places[side].port) {
		fill_port(context, cable->places[side].port, subject, draft,
			  name);
		return;
	}
	if (cable->places[side].unseen) {
		fill_unseen(context, cable->places[side].unseen, subject);
		draft->names[name] =
			cable->places[side].sw ? subject->name : NULL;
		return;
	}
	cabling_add_end(&cable->row->ends[side], &text);
	context->failed = context->failed || text.failed;
	*subject = (struct subject){
		.kind = SUBJECT_PORT,
		.name = policy_text(context, "%s", strbuf_text(&text)),
		.port = -1,
	};
	draft->names[name] = subject->name;
	strbuf_free(&text);
}

static void begin(struct policy_context *context,
		  const struct sheet_cable *cable, struct policy_draft *draft)
{
	struct finding *finding = &draft->finding;

	*draft = (struct policy_draft){0};
	fill_end(context, cable->cable, cable->side, &finding->subject, draft,
		 0);
	fill_end(context, cable->cable, !cable->side, &finding->peer, draft, 1);
	finding->subject.kind = SUBJECT_LINK;
	finding->has_peer = true;
	finding->attribute = cable->cable->text;
	finding->source = cable->cable->row->pos;
	finding->expected = finding->peer.name;
}

/* "; nothing in the fabric is called leaf09" for each end that is not
 * there. */
static const char *absence(struct policy_context *context,
			   const struct sheet_cable *cable)
{
	const struct cabling_cable *expected = cable->cable;
	struct strbuf text = STRBUF_INIT;
	const char *copy;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		if (expected->places[i].found != CABLING_FOUND) {
			strbuf_addstr(&text, "; ");
			cabling_add_reason(&expected->row->ends[i],
					   &expected->places[i], &text);
		}
	}
	context->failed = context->failed || text.failed;
	copy = policy_text(context, "%s", strbuf_text(&text));
	strbuf_free(&text);
	return copy;
}

static void report_missing(struct policy_context *context,
			   const struct rule *rule,
			   const struct sheet_cable *cable)
{
	struct policy_draft draft;
	struct finding *finding = &draft.finding;

	begin(context, cable, &draft);
	finding->found = policy_cabled_to(context, port_at(cable, cable->side));
	finding->message =
		policy_text(context,
			    "the sheet's link from %s to %s is not there%s",
			    finding->subject.name, finding->peer.name,
			    absence(context, cable));
	finding->hint = "Put the cable in, or correct the sheet's row.";
	policy_emit(context, rule, &draft);
}

static void report_peer(struct policy_context *context, const struct rule *rule,
			const struct sheet_cable *cable)
{
	const struct subnet_port *peer = port_at(cable, !cable->side);
	struct policy_draft draft;
	struct finding *finding = &draft.finding;
	const char *here, *there;

	begin(context, cable, &draft);
	here = policy_cabled_to(context, port_at(cable, cable->side));
	if (peer) {
		there = policy_cabled_to(context, peer);
		finding->found = policy_text(context, "%s; %s leads to %s",
					     here, finding->peer.name, there);
		finding->message = policy_text(
			context,
			"by the sheet %s should be cabled to %s; it leads to "
			"%s, and %s to %s",
			finding->subject.name, finding->peer.name, here,
			finding->peer.name, there);
	} else {
		finding->found = here;
		finding->message = policy_text(
			context,
			"by the sheet %s should be cabled to %s; it leads to "
			"%s%s",
			finding->subject.name, finding->peer.name, here,
			absence(context, cable));
	}
	finding->hint = "Move the cable, or correct the sheet's row if the "
			"cabling is meant.";
	policy_emit(context, rule, &draft);
}

static void report_swapped(struct policy_context *context,
			   const struct rule *rule,
			   const struct sheet_cable *cable)
{
	struct policy_draft draft, other;
	struct finding *finding = &draft.finding;
	const struct sheet_cable *second = cable->other;
	size_t capacity = 0;

	if (cable > second) {
		return;
	}
	begin(context, cable, &draft);
	begin(context, second, &other);
	policy_affect(context, finding, &capacity,
		      policy_text(context, "%s - %s",
				  other.finding.subject.name,
				  other.finding.peer.name));
	finding->found = policy_cabled_to(context, port_at(cable, cable->side));
	finding->message = policy_text(
		context,
		"by the sheet two cables are exchanged: %s leads to %s instead "
		"of %s, and %s to %s instead of %s",
		finding->subject.name, finding->found, finding->peer.name,
		other.finding.subject.name,
		policy_cabled_to(context, port_at(second, second->side)),
		other.finding.peer.name);
	finding->hint = policy_text(
		context,
		"Exchange the plugs at %s and %s, or correct the sheet's rows.",
		finding->subject.name, other.finding.subject.name);
	policy_emit(context, rule, &draft);
}

static void report_unknown(struct policy_context *context,
			   const struct rule *rule,
			   const struct sheet_cable *cable)
{
	struct policy_draft draft;

	begin(context, cable, &draft);
	policy_unassessed(context, rule, draft.port, draft.link,
			  draft.finding.subject.name, cable->reason);
}

void policy_cabling_report(struct sheet *sheet, const struct rule *rule,
			   enum fault fault)
{
	static void (*const reports[])(struct policy_context * context,
				       const struct rule *rule,
				       const struct sheet_cable *cable) = {
		[FAULT_LINK_MISSING] = report_missing,
		[FAULT_PEER] = report_peer,
		[FAULT_UNKNOWN] = report_unknown,
		[FAULT_SWAPPED] = report_swapped,
	};
	size_t i;

	for (i = 0; i < sheet->match->cable_count; i++) {
		if (sheet->cables[i].fault == fault) {
			reports[fault](sheet->context, rule, &sheet->cables[i]);
		}
	}
}

/* The port's row has something to say of this cable, or nobody is to. */
static bool is_said(struct sheet *sheet, const struct subnet_port *port,
		    bool *listed)
{
	struct policy_context *context = sheet->context;
	const struct node_note *node = policy_node_note(context, port->node);
	const struct sheet_cable *cable;
	unsigned int side = 0;

	cable = policy_cabling_of(sheet, port, &side);
	*listed = cable != NULL;
	if (node->ignored || policy_port_note(context, port)->explained ||
	    policy_port_unlisted(context, port) ||
	    (is_switch_port(port) && !node->sw &&
	     context->inventory->strict_switches)) {
		return true;
	}
	if (!cable) {
		return false;
	}
	if (cable->fault == FAULT_PEER || cable->fault == FAULT_SWAPPED) {
		return cable->side == side;
	}
	return true;
}

/* A row for a cable of this kind; NULL: the sheet lists none. */
static const struct cabling_row *covering_row(const struct sheet *sheet,
					      const struct subnet_port *a,
					      const struct subnet_port *b)
{
	return is_switch_port(a) && is_switch_port(b) ? sheet->match->link_row
						      : sheet->match->host_row;
}

static bool is_unlisted(struct sheet *sheet, const struct subnet_port *port)
{
	const struct subnet_port *peer = port->peer;
	bool listed, peer_listed;

	if (!policy_port_linked(port) || !peer || peer == port ||
	    (peer->peer == port && policy_port_is_lower(peer, port))) {
		return false;
	}
	if (!covering_row(sheet, port, peer) ||
	    cabling_is_internal(port, peer)) {
		return false;
	}
	return !is_said(sheet, port, &listed) &&
	       !is_said(sheet, peer, &peer_listed) && !(listed && peer_listed);
}

static void report_unlisted(struct sheet *sheet, const struct rule *rule,
			    const struct subnet_port *port)
{
	struct policy_context *context = sheet->context;
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;
	const struct subnet_port *peer = port->peer;

	if (is_switch_port(port) && !is_switch_port(peer)) {
		peer = port;
		port = port->peer;
	}
	fill_port(context, port, &finding->subject, &draft, 0);
	fill_port(context, peer, &finding->peer, &draft, 1);
	finding->subject.kind = SUBJECT_LINK;
	finding->has_peer = true;
	finding->attribute = "cabling sheet";
	finding->source.file = covering_row(sheet, port, peer)->pos.file;
	finding->expected = "no cable";
	finding->found = finding->peer.name;
	finding->message =
		policy_text(context,
			    "the link from %s to %s is in no row of the sheet",
			    finding->subject.name, finding->peer.name);
	finding->hint = "Add a row for it, or take the cable out.";
	policy_emit(context, rule, &draft);
}

void policy_cabling_report_unlisted(struct sheet *sheet,
				    const struct rule *rule)
{
	const struct subnet *subnet = sheet->context->subnet;
	size_t i, k;

	for (i = 0; i < subnet->node_count; i++) {
		const struct subnet_node *node = &subnet->nodes[i];

		for (k = 0; k < node->port_count; k++) {
			if (is_unlisted(sheet, &node->ports[k])) {
				report_unlisted(sheet, rule, &node->ports[k]);
			}
		}
	}
}
