/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What is known and accepted: states and waivers that cover a finding. */
#include "policy/policy_waiver.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

static bool matches(const char *glob, const char *text)
{
	return text && fnmatch(glob, text, FNM_NOESCAPE) == 0;
}

/* --- States ------------------------------------------------------------ */

static bool maintenance_covers(const char *check)
{
	static const char *const globs[] = {
		"port.*",
		"link.*",
		"node.*",
		"switch.missing",
		"partition.missing",
	};
	size_t i;

	for (i = 0; i < sizeof(globs) / sizeof(globs[0]); i++) {
		if (matches(globs[i], check)) {
			return true;
		}
	}
	return false;
}

static const struct inventory_state *
in_maintenance(const struct policy_context *context,
	       const struct inventory_state *state)
{
	return policy_state(context, state) == STATE_MAINTENANCE ? state : NULL;
}

/* The maintenance that the subject is in: its own, or that of a switch which
 * its cable needs. */
static const struct inventory_state *
maintenance_of(const struct policy_context *context,
	       const struct policy_draft *draft)
{
	const struct inventory_switch *switches[3] = {draft->sw};
	const struct inventory_state *found = NULL;
	size_t i;

	if (draft->port) {
		found = in_maintenance(context, draft->port->state);
		switches[1] = draft->port->peer.sw;
	}
	if (!found && draft->link) {
		found = in_maintenance(context, draft->link->state);
		switches[1] = draft->link->ends[0].sw;
		switches[2] = draft->link->ends[1].sw;
	}
	for (i = 0; !found && i < 3; i++) {
		if (switches[i]) {
			found = in_maintenance(context, switches[i]->state);
		}
	}
	return found;
}

/* --- Waivers ----------------------------------------------------------- */

static bool matches_guid(const char *glob, uint64_t guid, int port)
{
	char text[IB_GUID_TEXT], with_port[IB_GUID_TEXT + 12];

	if (!guid) {
		return false;
	}
	ib_guid_format(text, guid);
	if (matches(glob, text)) {
		return true;
	}
	snprintf(with_port, sizeof(with_port), "%s/%d", text, port);
	return port >= 0 && matches(glob, with_port);
}

static bool matches_end(struct policy_context *context, const char *glob,
			const struct cable_end *end)
{
	if (!end->sw) {
		return end->port && matches(glob, end->port->name);
	}
	return matches(glob, end->sw->name) ||
	       matches_guid(glob, end->sw->guid, (int)end->number) ||
	       matches(glob, policy_text(context, "%s/%u", end->sw->name,
					 end->number));
}

static bool matches_port(struct policy_context *context, const char *glob,
			 const struct inventory_port *port)
{
	return matches(glob, port->name) ||
	       matches_guid(glob, port->guid, -1) ||
	       matches(glob, port->host->name) ||
	       (port->peer.text && matches_end(context, glob, &port->peer));
}

/* A whole host is accepted by its name, or when each of its ports is. */
static bool matches_host(struct policy_context *context, const char *glob,
			 const struct inventory_host *host)
{
	size_t i;

	for (i = 0; i < host->port_count; i++) {
		if (!matches_port(context, glob, &host->ports[i])) {
			return matches(glob, host->name);
		}
	}
	return true;
}

static bool matches_subject(struct policy_context *context, const char *glob,
			    const struct policy_draft *draft)
{
	const struct subject *subject = &draft->finding.subject;

	if (draft->host) {
		return matches_host(context, glob, draft->host);
	}
	if (matches_guid(glob, subject->port_guid, -1) ||
	    matches_guid(glob, subject->node_guid, subject->port) ||
	    matches(glob, draft->names[0]) || matches(glob, draft->names[1]) ||
	    (draft->sw && matches(glob, draft->sw->name)) ||
	    (draft->port && matches_port(context, glob, draft->port))) {
		return true;
	}
	return draft->link &&
	       (matches_end(context, glob, &draft->link->ends[0]) ||
		matches_end(context, glob, &draft->link->ends[1]));
}

void policy_suppress(struct policy_context *context, struct policy_draft *draft)
{
	const struct inventory *inventory = context->inventory;
	struct finding *finding = &draft->finding;
	const struct inventory_state *state;
	const struct inventory_waiver *waiver;
	size_t i;

	state = maintenance_covers(finding->check)
			? maintenance_of(context, draft)
			: NULL;
	if (state) {
		finding->suppressed = true;
		finding->suppressed_by = service_state_name(state->state);
		finding->suppressed_until = state->until;
		return;
	}
	for (i = 0; i < inventory->waiver_count; i++) {
		waiver = &inventory->waivers[i];
		if (waiver->until >= context->input->now &&
		    matches(waiver->check, finding->check) &&
		    matches_subject(context, waiver->subject, draft)) {
			finding->suppressed = true;
			finding->suppressed_by = waiver->owner;
			finding->suppressed_until = waiver->until;
			return;
		}
	}
}
