/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What each entry of states: applies to. */
#include "policy/inventory_build.h"

#include <string.h>

struct state_work {
	struct inventory_build *build;
	const struct inventory_state **of_host; /* by index of hosts[] */
	struct state_cover *cover;
};

/* Nothing has two states. */
static void assign(struct state_work *work, const struct inventory_state **slot,
		   const struct inventory_state *state, const char *name)
{
	struct inventory_build *build = work->build;

	if (*slot) {
		diag_add(build->diags, DIAG_ERROR, state->subject_pos, NULL,
			 "%s already has a state, at %s",
			 diag_quote(build->diags, name),
			 diag_place(build->diags, (*slot)->subject_pos));
		return;
	}
	*slot = state;
}

static void assign_cable(struct state_work *work, const struct named *named,
			 const struct inventory_state *state)
{
	struct inventory_build *build = work->build;
	const struct switch_port_use *use =
		inventory_find_use(build->inventory, named->sw->guid,
				   named->number);

	if (!use) {
		diag_add(build->diags, DIAG_ERROR, state->subject_pos, NULL,
			 "no declared cable ends at port %u of switch %s",
			 named->number,
			 diag_quote(build->diags, named->sw->name));
	} else if (use->port) {
		assign(work, &use->port->state, state, use->port->name);
		work->cover->ports = true;
	} else if (state->state == STATE_QUARANTINE) {
		diag_add(build->diags, DIAG_ERROR, state->subject_pos,
			 "quarantine the hosts or ports behind it",
			 "a link between switches cannot be quarantined");
	} else if (use->link->state != state) {
		/* Both ends of a link may be in one list. */
		assign(work, &use->link->state, state, state->subject);
	}
}

static void assign_named(struct state_work *work, const struct named *named,
			 const struct inventory_state *state)
{
	struct inventory *inventory = work->build->inventory;

	if (named->port) {
		assign(work, &named->port->state, state, named->port->name);
		work->cover->ports = true;
	} else if (named->host) {
		assign(work, &work->of_host[named->host - inventory->hosts],
		       state, named->host->name);
		work->cover->ports = true;
	} else if (named->number) {
		assign_cable(work, named, state);
	} else {
		assign(work, &named->sw->state, state, named->sw->name);
		work->cover->switches = true;
	}
}

static void assign_guid(struct state_work *work,
			const struct inventory_state *state)
{
	struct inventory_build *build = work->build;
	struct named named = {.host = NULL};
	uint64_t guid;

	if (ib_guid_parse(state->subject, &guid)) {
		named.port = inventory_find_port(build->inventory, guid);
		named.sw = inventory_find_switch(build->inventory, guid);
	}
	if (named.port || named.sw) {
		assign_named(work, &named, state);
		return;
	}
	diag_add(build->diags, DIAG_ERROR, state->subject_pos, NULL,
		 "no declared port or switch has the GUID %s",
		 diag_quote(build->diags, state->subject));
}

static void assign_state(struct state_work *work,
			 const struct inventory_state *state)
{
	struct named *named = NULL;
	size_t count, i;

	if (strncmp(state->subject, "0x", 2) == 0) {
		assign_guid(work, state);
		return;
	}
	build_expand(work->build, state->subject, state->subject_pos, &named,
		     &count);
	for (i = 0; i < count; i++) {
		assign_named(work, &named[i], state);
	}
}

/* What is said of a port is nearer than what is said of its host. */
static void hand_down(struct state_work *work)
{
	struct inventory *inventory = work->build->inventory;
	size_t i, j;

	for (i = 0; i < inventory->host_count; i++) {
		struct inventory_host *host = &inventory->hosts[i];

		for (j = 0; work->of_host[i] && j < host->port_count; j++) {
			if (!host->ports[j].state) {
				host->ports[j].state = work->of_host[i];
			}
		}
	}
}

void inventory_resolve_states(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	struct state_work work = {.build = build};
	size_t i;

	if (inventory->state_count == 0) {
		return;
	}
	work.of_host =
		build_scratch(build, inventory->host_count, sizeof(void *));
	build->covers = build_scratch(build, inventory->state_count,
				      sizeof(*build->covers));
	for (i = 0; i < inventory->state_count && !build->failed; i++) {
		work.cover = &build->covers[i];
		assign_state(&work, &inventory->states[i]);
	}
	if (!build->failed) {
		hand_down(&work);
	}
}
