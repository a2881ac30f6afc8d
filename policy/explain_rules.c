/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What is said about one port beside its facts: states, waivers, checks,
 * and what check finds on it. */
#include "policy/explain_parts.h"

#include "policy/render_finding_text.h"
#include "policy/text_wrap.h"
#include "policy/time_text.h"

#include <fnmatch.h>
#include <string.h>

enum { INDENT = 4 };

/* "    text, file:line", wrapped. */
static void add_line(const struct explanation *explanation, struct strbuf *text,
		     struct source_pos pos)
{
	struct strbuf *out = explanation->out;

	pos.column = 0;
	strbuf_addstr(text, ", ");
	diag_format_pos(text, pos);
	strbuf_addf(out, "%*s", INDENT, "");
	text_wrap(out, INDENT, INDENT + 2, strbuf_text(text));
	strbuf_addch(out, '\n');
	out->failed |= text->failed;
	strbuf_free(text);
}

static void add_title(const struct explanation *explanation, const char *title,
		      bool *begun)
{
	if (!*begun) {
		strbuf_addf(explanation->out, "\n  %s\n", title);
		*begun = true;
	}
}

static void add_until(struct strbuf *text, int64_t until, int64_t now)
{
	char date[TIME_TEXT];

	if (until) {
		strbuf_addf(text, " until %s%s", date_format(date, until),
			    until < now ? " (which is over)" : "");
	}
}

/* " by OWNER: REASON" */
static void add_owner(struct strbuf *text, const char *owner,
		      const char *reason)
{
	if (owner) {
		strbuf_addstr(text, ", ");
		strbuf_add_safe(text, owner, strlen(owner));
	}
	if (reason) {
		strbuf_addstr(text, ": ");
		strbuf_add_safe(text, reason, strlen(reason));
	}
}

/* --- states ------------------------------------------------------------ */

static void add_state(const struct explanation *explanation,
		      const struct inventory_state *state, bool *begun)
{
	struct strbuf text = STRBUF_INIT;

	if (!state) {
		return;
	}
	add_title(explanation, "STATES", begun);
	strbuf_addf(&text, "%s for ", service_state_name(state->state));
	strbuf_add_safe(&text, state->subject, strlen(state->subject));
	add_until(&text, state->until, explanation->report->now);
	add_owner(&text, state->owner, state->reason);
	add_line(explanation, &text, state->pos);
}

static void write_states(const struct explanation *explanation)
{
	const struct explain_target *target = explanation->target;
	bool begun = false;

	if (target->port) {
		add_state(explanation, target->port->state, &begun);
		if (target->port->peer.sw) {
			add_state(explanation, target->port->peer.sw->state,
				  &begun);
		}
	}
	if (target->sw) {
		add_state(explanation, target->sw->state, &begun);
	}
	if (target->use && target->use->link) {
		add_state(explanation, target->use->link->state, &begun);
	}
	if (target->use && target->use->port) {
		add_state(explanation, target->use->port->state, &begun);
	}
}

/* --- waivers ----------------------------------------------------------- */

static bool matches(const char *glob, const char *text)
{
	return fnmatch(glob, text, FNM_NOESCAPE) == 0;
}

static bool matches_switch_port(const char *glob,
				const struct inventory_switch *sw,
				unsigned int number)
{
	struct strbuf text = STRBUF_INIT;
	char guid[IB_GUID_TEXT];
	bool found;

	ib_guid_format(guid, sw->guid);
	strbuf_addf(&text, "%s/%u", sw->name, number);
	found = matches(glob, sw->name) || matches(glob, guid) ||
		matches(glob, strbuf_text(&text));
	strbuf_free(&text);
	strbuf_addf(&text, "%s/%u", guid, number);
	found = found || matches(glob, strbuf_text(&text));
	strbuf_free(&text);
	return found;
}

static bool matches_port(const char *glob, const struct inventory_port *port)
{
	char guid[IB_GUID_TEXT];

	return matches(glob, port->name) || matches(glob, port->host->name) ||
	       matches(glob, ib_guid_format(guid, port->guid)) ||
	       (port->peer.sw &&
		matches_switch_port(glob, port->peer.sw, port->peer.number));
}

static bool concerns(const struct explain_target *target, const char *glob)
{
	const struct switch_port_use *use = target->use;
	unsigned int i;
	char guid[IB_GUID_TEXT];

	if (target->port && matches_port(glob, target->port)) {
		return true;
	}
	if (target->sw &&
	    matches_switch_port(glob, target->sw, target->number)) {
		return true;
	}
	if (use && use->port && matches_port(glob, use->port)) {
		return true;
	}
	for (i = 0; use && use->link && i < 2; i++) {
		const struct cable_end *end = &use->link->ends[i];

		if (end->sw &&
		    matches_switch_port(glob, end->sw, end->number)) {
			return true;
		}
	}
	return !target->port && !target->sw && target->seen &&
	       matches(glob, ib_guid_format(guid, target->seen->guid));
}

static void write_waivers(const struct explanation *explanation)
{
	const struct inventory *inventory = explanation->report->inventory;
	bool begun = false;
	size_t i;

	for (i = 0; i < inventory->waiver_count; i++) {
		const struct inventory_waiver *waiver = &inventory->waivers[i];
		struct strbuf text = STRBUF_INIT;

		if (!concerns(explanation->target, waiver->subject)) {
			continue;
		}
		add_title(explanation, "WAIVERS", &begun);
		strbuf_add_safe(&text, waiver->check, strlen(waiver->check));
		strbuf_addstr(&text, " for ");
		strbuf_add_safe(&text, waiver->subject,
				strlen(waiver->subject));
		add_until(&text, waiver->until, explanation->report->now);
		add_owner(&text, waiver->owner, waiver->reason);
		add_line(explanation, &text, waiver->pos);
	}
}

/* --- checks ------------------------------------------------------------ */

static void add_checks(const struct explanation *explanation,
		       const struct check_override *checks, size_t count,
		       const char *kind, const char *name, bool *begun)
{
	size_t i;

	for (i = 0; i < count; i++) {
		const struct check_override *check = &checks[i];
		struct strbuf text = STRBUF_INIT;

		add_title(explanation, "CHECKS, nearest first", begun);
		strbuf_addf(&text, "%s:", check->check);
		if (check->severity) {
			strbuf_addf(&text, " %s",
				    severity_name(check->severity));
		}
		if (check->confirm_sec >= 0) {
			strbuf_addf(&text, " confirm %d s", check->confirm_sec);
		}
		if (check->threshold >= 0) {
			strbuf_addf(&text, " threshold %d", check->threshold);
		}
		if (check->window_sec >= 0) {
			strbuf_addf(&text, " window %d s", check->window_sec);
		}
		strbuf_addf(&text, ", %s%s%s", kind, *name ? " " : "", name);
		add_line(explanation, &text, check->pos);
	}
}

static void add_role_checks(const struct explanation *explanation,
			    const struct inventory_role *role, bool *begun)
{
	if (role) {
		add_checks(explanation, role->attributes.checks,
			   role->attributes.check_count, "role", role->name,
			   begun);
	}
}

static void write_checks(const struct explanation *explanation)
{
	const struct explain_target *target = explanation->target;
	const struct inventory *inventory = explanation->report->inventory;
	const struct switch_port_use *use = target->use;
	const struct inventory_port *port =
		use && use->port ? use->port : target->port;
	bool begun = false;

	if (port) {
		add_checks(explanation, port->attributes.checks,
			   port->attributes.check_count, "the port", "",
			   &begun);
		add_checks(explanation, port->host->attributes.checks,
			   port->host->attributes.check_count, "host",
			   port->host->name, &begun);
		add_role_checks(explanation, inventory_port_role(port), &begun);
	}
	if (use && use->link) {
		add_checks(explanation, use->link->attributes.checks,
			   use->link->attributes.check_count, "link", "",
			   &begun);
		add_role_checks(explanation, use->link->attributes.role,
				&begun);
	}
	if (target->sw) {
		add_checks(explanation, target->sw->attributes.checks,
			   target->sw->attributes.check_count, "switch",
			   target->sw->name, &begun);
	}
	add_checks(explanation, inventory->checks, inventory->check_count,
		   "every port", "", &begun);
}

void explain_rules(const struct explanation *explanation)
{
	write_states(explanation);
	write_waivers(explanation);
	write_checks(explanation);
}
