/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Links that are up, but slower, narrower or smaller than they should be. */
#include "policy/policy_emit.h"
#include "policy/policy_subject.h"

/* Subject and what the cable leads to, for a cable that is as declared. */
static void begin(struct policy_context *context, const struct cable *cable,
		  struct policy_draft *draft)
{
	struct finding *finding = &draft->finding;
	const struct subnet_port *port = cable->sides[0].port;

	*draft = (struct policy_draft){.link = cable->link};
	policy_subject_side(context, &cable->sides[0], &finding->subject);
	if (cable->link) {
		finding->subject.kind = SUBJECT_LINK;
	} else {
		draft->port = cable->sides[0].match->declared;
	}
	if (port && port->peer) {
		finding->has_peer = true;
		policy_subject_found(context, port->peer, &finding->peer);
	}
}

/* One attribute of a link: what the three checks have of their own. */
struct attribute {
	unsigned int bit;
	const char *what; /* "runs at", for the message */
	const char *hint;
	unsigned int (*expected)(const struct expectation *expect);
	unsigned int (*active)(const struct cable *cable);
	struct source_pos (*pos)(const struct expectation *expect);
	const char *(*text)(struct policy_context *context, unsigned int value);
};

static void report_difference(struct policy_context *context,
			      const struct rule *rule,
			      const struct attribute *attribute,
			      const struct cable *cable)
{
	unsigned int expected = attribute->expected(&cable->expect);
	unsigned int active = attribute->active(cable);
	struct policy_draft draft;
	struct finding *finding = &draft.finding;

	begin(context, cable, &draft);
	finding->expected = attribute->text(context, expected);
	finding->found = attribute->text(context, active);
	finding->source = attribute->pos(&cable->expect);
	finding->message =
		policy_text(context, "%s%s%s %s %s, %s is declared",
			    finding->subject.name,
			    finding->has_peer ? " to " : "",
			    finding->has_peer ? finding->peer.name : "",
			    attribute->what, finding->found, finding->expected);
	if (active > expected) {
		draft.at_most = SEVERITY_INFO;
		finding->hint = "Better than declared: raise the inventory's "
				"value to guard it.";
	} else {
		finding->hint = attribute->hint;
	}
	policy_emit(context, rule, &draft);
}

static const char *subject_name(struct policy_context *context,
				const struct cable *cable)
{
	struct subject subject;

	policy_subject_side(context, &cable->sides[0], &subject);
	return subject.name;
}

static int check_attribute(struct policy_context *context,
			   const struct rule *rule,
			   const struct attribute *attribute,
			   const char *not_held)
{
	const struct port_match *match;
	const struct cable *cable;
	size_t i;

	for (i = 0; i < context->cable_count; i++) {
		cable = &context->cables[i];
		match = cable->sides[0].match;
		if (cable->fault != FAULT_NONE ||
		    !attribute->expected(&cable->expect)) {
			continue;
		}
		if (cable->differs & attribute->bit) {
			report_difference(context, rule, attribute, cable);
		} else if (cable->sides[0].port && !attribute->active(cable)) {
			policy_unassessed(
				context, rule, match ? match->declared : NULL,
				cable->link, subject_name(context, cable),
				policy_reason(cable->sides[0].port, not_held));
		}
	}
	return context->failed ? -1 : 0;
}

/* --- link.speed -------------------------------------------------------- */

static unsigned int expected_speed(const struct expectation *expect)
{
	return expect->speed;
}

static unsigned int active_speed(const struct cable *cable)
{
	return cable->speed;
}

static struct source_pos speed_pos(const struct expectation *expect)
{
	return expect->speed_pos;
}

static const char *speed_text(struct policy_context *context,
			      unsigned int value)
{
	(void)context;
	return ib_speed_name((enum ib_speed)value);
}

static int check_speed(struct policy_context *context, const struct rule *rule)
{
	static const struct attribute speed = {
		DIFFERS_SPEED,
		"runs at",
		"Reseat the cable, then try another one; a cable or port that "
		"is rated lower, or a speed set by hand, shows the same way.",
		expected_speed,
		active_speed,
		speed_pos,
		speed_text,
	};

	return check_attribute(context, rule, &speed,
			       "the source does not hold link speeds");
}

const struct rule rule_link_speed = {
	.id = "link.speed",
	.severity = SEVERITY_WARNING,
	.confirm_sec = 120,
	.summary = "A link runs at another speed than declared (a faster one "
		   "is only information).",
	.causes = "A bad or badly seated cable or transceiver, a cable rated "
		  "for less, a port or adapter that is slower or was set to "
		  "be, auto-negotiation that failed.",
	.remedy =
		"Reseat, then replace the cable; compare enabled and "
		"supported speeds of both ends (\"iblinkinfo\", \"mlxlink\").",
	.check = check_speed,
};

/* --- link.width -------------------------------------------------------- */

static unsigned int expected_width(const struct expectation *expect)
{
	return expect->width;
}

static unsigned int active_width(const struct cable *cable)
{
	return cable->width;
}

static struct source_pos width_pos(const struct expectation *expect)
{
	return expect->width_pos;
}

static const char *width_text(struct policy_context *context,
			      unsigned int value)
{
	(void)context;
	return ib_width_name((enum ib_width)value);
}

static int check_width(struct policy_context *context, const struct rule *rule)
{
	static const struct attribute width = {
		DIFFERS_WIDTH,
		"is",
		"Some lanes do not come up: reseat the cable, then try "
		"another one. A split port shows the same way.",
		expected_width,
		active_width,
		width_pos,
		width_text,
	};

	return check_attribute(context, rule, &width,
			       "the source does not hold link widths");
}

const struct rule rule_link_width = {
	.id = "link.width",
	.severity = SEVERITY_WARNING,
	.confirm_sec = 120,
	.summary = "A link is narrower or wider than declared (a wider one is "
		   "only information).",
	.causes = "Lanes that do not come up: a bad cable, transceiver or "
		  "connector; or a port that is split (2x) or a splitter "
		  "cable.",
	.remedy = "Reseat, then replace the cable. If the port is split on "
		  "purpose, declare width: 2x.",
	.check = check_width,
};

/* --- link.mtu ---------------------------------------------------------- */

static unsigned int expected_mtu(const struct expectation *expect)
{
	return expect->mtu;
}

static unsigned int active_mtu(const struct cable *cable)
{
	return cable->mtu;
}

static struct source_pos mtu_pos(const struct expectation *expect)
{
	return expect->mtu_pos;
}

static const char *mtu_text(struct policy_context *context, unsigned int value)
{
	return policy_text(context, "%u", value);
}

static int check_mtu(struct policy_context *context, const struct rule *rule)
{
	static const struct attribute mtu = {
		DIFFERS_MTU,
		"has MTU",
		"The lower MTUCap of the two ends decides: compare them with "
		"\"smpquery portinfo\" and raise the lower one.",
		expected_mtu,
		active_mtu,
		mtu_pos,
		mtu_text,
	};

	return check_attribute(context, rule, &mtu,
			       "the source does not hold MTUs");
}

const struct rule rule_link_mtu = {
	.id = "link.mtu",
	.severity = SEVERITY_WARNING,
	.confirm_sec = 120,
	.summary = "A link's active MTU (NeighborMTU) is not the declared one "
		   "(a larger one is only information).",
	.causes = "One of the two ends supports only a smaller MTU (MTUCap), "
		  "often a firmware setting; the subnet manager set the "
		  "smaller of the two.",
	.remedy = "Compare MTUCap of both ends (\"smpquery portinfo\") and "
		  "raise it where it is too small. This is not the MTU of "
		  "ib0, which is 4 bytes less.",
	.check = check_mtu,
};

/* --- link.degraded ----------------------------------------------------- */

/* The greatest value that both ends have enabled; 0: not known. */
static unsigned int best_common(unsigned int a, unsigned int b)
{
	unsigned int common = a & b, best = 0;

	while (common >>= 1) {
		best++;
	}
	return best;
}

/* Declared cables only when nothing else is wrong with them. */
static bool is_judged(const struct policy_context *context,
		      const struct subnet_port *port)
{
	const struct port_note *note = policy_port_note(context, port);
	const struct port_match *match = note->match;

	if (policy_node_note(context, port->node)->ignored || note->explained) {
		return false;
	}
	if (match && match->cable &&
	    (match->cable->fault != FAULT_NONE || match->cable->differs)) {
		return false;
	}
	return !note->cable ||
	       (note->cable->fault == FAULT_NONE && !note->cable->differs);
}

/* Fills the draft when the link runs below what both ends have enabled. */
static bool find_degraded(struct policy_context *context,
			  const struct subnet_port *a,
			  const struct subnet_port *b, struct finding *finding)
{
	unsigned int speed = best_common(a->speed_enabled, b->speed_enabled);
	unsigned int width = best_common(a->width_enabled, b->width_enabled);
	bool slow = a->speed && a->speed < speed;
	bool narrow = a->width && a->width < width;

	if (!slow && !narrow) {
		return false;
	}
	finding->expected =
		policy_text(context, "%s %s",
			    narrow ? ib_width_name((enum ib_width)width)
				   : (a->width ? ib_width_name(a->width) : ""),
			    slow ? ib_speed_name((enum ib_speed)speed)
				 : (a->speed ? ib_speed_name(a->speed) : ""));
	finding->found = policy_text(context, "%s %s",
				     a->width ? ib_width_name(a->width) : "",
				     a->speed ? ib_speed_name(a->speed) : "");
	return true;
}

static void report_degraded(struct policy_context *context,
			    const struct rule *rule,
			    const struct subnet_port *port)
{
	const struct cable *cable = policy_port_note(context, port)->cable;
	const struct subnet_port *peer = port->peer;
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;
	const struct switch_match *sw;

	if (!find_degraded(context, port, peer, finding)) {
		return;
	}
	if (cable && cable->sides[0].port) {
		port = cable->sides[0].port;
		peer = port->peer;
	} else if (peer->node->type != IB_NODE_SWITCH) {
		port = peer;
		peer = port->peer;
	}
	sw = policy_node_note(context, port->node)->sw;
	draft.sw = sw ? sw->declared : NULL;
	policy_subject_found(context, port, &finding->subject);
	if (cable) {
		draft.link = cable->link;
		draft.port = cable->sides[0].match
				     ? cable->sides[0].match->declared
				     : NULL;
		finding->source =
			cable->link ? cable->link->pos : draft.port->pos;
	}
	if (port->node->type == IB_NODE_SWITCH) {
		finding->subject.kind = SUBJECT_LINK;
	}
	finding->has_peer = true;
	policy_subject_found(context, peer, &finding->peer);
	finding->message =
		policy_text(context, "%s to %s runs at %s, both ends could %s",
			    finding->subject.name, finding->peer.name,
			    finding->found, finding->expected);
	finding->hint = "Reseat the cable, then try another one.";
	policy_emit(context, rule, &draft);
}

static int check_degraded(struct policy_context *context,
			  const struct rule *rule)
{
	const struct subnet *subnet = context->subnet;
	const struct subnet_port *port;
	size_t i, k;

	for (i = 0; i < subnet->node_count; i++) {
		for (k = 0; k < subnet->nodes[i].port_count; k++) {
			port = &subnet->nodes[i].ports[k];
			if (policy_port_linked(port) && port->peer &&
			    port->peer->peer == port &&
			    !policy_port_is_lower(port->peer, port) &&
			    is_judged(context, port) &&
			    is_judged(context, port->peer)) {
				report_degraded(context, rule, port);
			}
		}
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_link_degraded = {
	.id = "link.degraded",
	.severity = SEVERITY_WARNING,
	.confirm_sec = 120,
	.summary = "A link, declared or not, runs below what both its ends "
		   "have enabled.",
	.causes = "A bad or badly seated cable or transceiver: the ends "
		  "agreed on less than they could.",
	.remedy = "Reseat, then replace the cable; resetting the port makes "
		  "it negotiate anew. If it is to run so, set the enabled "
		  "speed or width of one end.",
	.check = check_degraded,
};
