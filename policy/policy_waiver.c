/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What is known and accepted: states and waivers that cover a finding. */
#include "policy/policy_waiver.h"

#include <fnmatch.h>
#include <stdlib.h>
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

/* --- What a waiver's subject may go by --------------------------------- */

enum { NAME_LIMIT = 24 };

struct names {
	const char *items[NAME_LIMIT];
	size_t count;
};

static void add_name(struct names *names, const char *name)
{
	if (name && names->count < NAME_LIMIT) {
		names->items[names->count++] = name;
	}
}

static const char *work_text(struct policy_context *context, const char *before,
			     int port)
{
	const char *text = arena_printf(context->work, "%s/%d", before, port);

	if (!text) {
		context->failed = true;
	}
	return text;
}

/* "0x...", and for a switch port "0x.../17". */
static void add_guid(struct policy_context *context, struct names *names,
		     uint64_t guid, int port)
{
	char *text;

	if (!guid) {
		return;
	}
	text = arena_alloc(context->work, IB_GUID_TEXT);
	if (!text) {
		context->failed = true;
		return;
	}
	add_name(names, ib_guid_format(text, guid));
	if (port >= 0) {
		add_name(names, work_text(context, text, port));
	}
}

static void add_end(struct policy_context *context, struct names *names,
		    const struct cable_end *end)
{
	if (end->sw) {
		add_name(names, end->sw->name);
		add_name(names,
			 work_text(context, end->sw->name, (int)end->number));
		add_guid(context, names, end->sw->guid, (int)end->number);
	} else if (end->port) {
		add_name(names, end->port->name);
	}
}

static void add_port(struct policy_context *context, struct names *names,
		     const struct inventory_port *port)
{
	add_name(names, port->name);
	add_name(names, port->host->name);
	add_guid(context, names, port->guid, -1);
	add_end(context, names, &port->peer);
}

static void names_of(struct policy_context *context,
		     const struct policy_draft *draft, struct names *names)
{
	const struct subject *subject = &draft->finding.subject;

	names->count = 0;
	if (draft->host) {
		add_port(context, names, &draft->host->ports[0]);
		return;
	}
	add_guid(context, names, subject->port_guid, -1);
	add_guid(context, names, subject->node_guid, subject->port);
	add_name(names, draft->names[0]);
	add_name(names, draft->names[1]);
	if (draft->sw) {
		add_name(names, draft->sw->name);
		if (subject->port >= 0) {
			add_name(names, work_text(context, draft->sw->name,
						  subject->port));
		}
	}
	if (draft->port) {
		add_port(context, names, draft->port);
	}
	if (draft->link) {
		add_end(context, names, &draft->link->ends[0]);
		add_end(context, names, &draft->link->ends[1]);
	}
}

/* --- Waivers ----------------------------------------------------------- */

static int compare_waivers(const void *left, const void *right)
{
	const struct inventory_waiver *const *a = left, *const *b = right;
	int order = strcmp((*a)->subject, (*b)->subject);

	return order ? order : (*a > *b) - (*a < *b);
}

void policy_waivers_sort(struct policy_context *context)
{
	const struct inventory *inventory = context->inventory;
	const struct inventory_waiver *waiver;
	size_t i, literal = 0, globs = 0;

	context->waivers = arena_array(context->work, inventory->waiver_count,
				       sizeof(struct inventory_waiver *));
	if (!context->waivers) {
		context->failed = true;
		return;
	}
	for (i = 0; i < inventory->waiver_count; i++) {
		waiver = &inventory->waivers[i];
		if (waiver->until < context->input->now) {
			continue;
		}
		if (inventory_waiver_is_glob(waiver)) {
			globs++;
			context->waivers[inventory->waiver_count - globs] =
				waiver;
		} else {
			context->waivers[literal++] = waiver;
		}
	}
	context->literal_waivers = literal;
	context->glob_waivers = globs;
	if (literal) {
		qsort(context->waivers, literal, sizeof(waiver),
		      compare_waivers);
	}
}

static bool matches_names(const struct inventory_waiver *waiver,
			  const struct names *names)
{
	size_t i;

	for (i = 0; i < names->count; i++) {
		if (matches(waiver->subject, names->items[i])) {
			return true;
		}
	}
	return false;
}

/* A whole host is accepted by its name, or when each of its ports is. */
static bool covers_host(struct policy_context *context,
			const struct inventory_waiver *waiver,
			const struct inventory_host *host)
{
	struct names names;
	size_t i;

	if (matches(waiver->subject, host->name)) {
		return true;
	}
	for (i = 0; i < host->port_count; i++) {
		names.count = 0;
		add_port(context, &names, &host->ports[i]);
		if (!matches_names(waiver, &names)) {
			return false;
		}
	}
	return true;
}

static bool accepts(struct policy_context *context,
		    const struct inventory_waiver *waiver,
		    const struct policy_draft *draft)
{
	return matches(waiver->check, draft->finding.check) &&
	       (!draft->host || covers_host(context, waiver, draft->host));
}

/* The first in the inventory among those with exactly this subject. */
static const struct inventory_waiver *
find_literal(struct policy_context *context, const char *name,
	     const struct policy_draft *draft)
{
	const struct inventory_waiver **waivers = context->waivers;
	size_t low = 0, high = context->literal_waivers, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (strcmp(waivers[middle]->subject, name) < 0) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	for (; low < context->literal_waivers &&
	       strcmp(waivers[low]->subject, name) == 0;
	     low++) {
		if (accepts(context, waivers[low], draft)) {
			return waivers[low];
		}
	}
	return NULL;
}

static const struct inventory_waiver *
find_waiver(struct policy_context *context, const struct policy_draft *draft)
{
	const struct inventory_waiver **globs =
		context->waivers + context->inventory->waiver_count -
		context->glob_waivers;
	const struct inventory_waiver *best = NULL, *found;
	struct names names;
	size_t i;

	names_of(context, draft, &names);
	for (i = 0; i < names.count; i++) {
		found = find_literal(context, names.items[i], draft);
		if (found && (!best || found < best)) {
			best = found;
		}
	}
	for (i = 0; i < context->glob_waivers; i++) {
		if ((!best || globs[i] < best) &&
		    matches_names(globs[i], &names) &&
		    accepts(context, globs[i], draft)) {
			best = globs[i];
		}
	}
	return best;
}

void policy_suppress(struct policy_context *context, struct policy_draft *draft)
{
	struct finding *finding = &draft->finding;
	const struct inventory_state *state;
	const struct inventory_waiver *waiver;

	state = maintenance_covers(finding->check)
			? maintenance_of(context, draft)
			: NULL;
	if (state) {
		finding->suppressed = true;
		finding->suppressed_by = service_state_name(state->state);
		finding->suppressed_until = state->until;
		return;
	}
	if (!context->literal_waivers && !context->glob_waivers) {
		return;
	}
	waiver = find_waiver(context, draft);
	if (waiver) {
		finding->waiver = waiver;
		finding->suppressed = true;
		finding->suppressed_by = waiver->owner;
		finding->suppressed_until = waiver->until;
	}
}
