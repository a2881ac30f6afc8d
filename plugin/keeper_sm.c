/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Where this SM stands among the others, and what a change of that undoes. */
#include "plugin/keeper_state.h"

#include <stdlib.h>
#include <string.h>

bool keeper_is_standby(const struct keeper *keeper)
{
	return keeper->sm.state == IB_SM_STANDBY;
}

const struct subnet_sm *keeper_master(const struct keeper *keeper)
{
	size_t i;

	if (keeper->sm.state == IB_SM_MASTER) {
		return &keeper->sm;
	}
	for (i = 0; i < keeper->other_count; i++) {
		if (keeper->others[i].state == IB_SM_MASTER) {
			return &keeper->others[i];
		}
	}
	return NULL;
}

void keeper_set_sm(struct keeper *keeper, const struct subnet_sm *sm,
		   int64_t now)
{
	enum ib_sm_state was = keeper->sm.state;

	keeper->sm = *sm;
	if (was == sm->state || (was != IB_SM_STANDBY && was != IB_SM_MASTER)) {
		return;
	}
	/* What was seen and remembered in the other role proves nothing in
	 * this one. */
	keeper->was_standby = was == IB_SM_STANDBY;
	keeper->lost_at = was == IB_SM_MASTER ? now : 0;
	partitions_in_force_free(keeper->in_force);
	keeper->in_force = NULL;
	partitions_in_force_free(keeper->in_force_before);
	keeper->in_force_before = NULL;
	subnet_free(keeper->subnet);
	keeper->subnet = NULL;
	subnet_free(keeper->before);
	keeper->before = NULL;
	drift_memory_free(keeper->memory);
	keeper->memory = NULL;
	keeper_listen_anew(keeper, now);
	keeper_report(keeper, now, true);
	keeper_write_status(keeper, now);
}

void keeper_set_others(struct keeper *keeper, const struct subnet_sm *sms,
		       size_t count)
{
	struct subnet_sm *copy = calloc(count + 1, sizeof(*copy));

	if (!copy) {
		return;
	}
	memcpy(copy, sms, count * sizeof(*copy));
	free(keeper->others);
	keeper->others = copy;
	keeper->other_count = count;
}

const char *keeper_sm_name(const struct keeper *keeper, uint64_t guid)
{
	const struct inventory *inventory;
	const struct inventory_port *port;
	const struct inventory_sm *sm;

	if (!keeper->edition) {
		return NULL;
	}
	inventory = keeper->edition->inventory;
	sm = inventory_find_sm(inventory, guid);
	if (sm) {
		return sm->name;
	}
	port = inventory_find_port(inventory, guid);
	return port ? port->name : NULL;
}
