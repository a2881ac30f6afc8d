/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The keeper's ear: traps, and links that go down between sweeps. */
#include "plugin/keeper_state.h"

int keeper_listen(struct keeper *keeper, int64_t now)
{
	keeper->listening_since = now;
	keeper->traps = trap_log_new();
	keeper->links = link_log_new();
	return keeper->traps && keeper->links ? 0 : -1;
}

void keeper_trap(struct keeper *keeper, const uint8_t *notice, size_t size,
		 int64_t at)
{
	struct trap trap;

	if (trap_decode(notice, size, at, &trap)) {
		trap_log_add(keeper->traps, &trap);
	}
}

void keeper_listen_anew(struct keeper *keeper, int64_t now)
{
	keeper->listening_since = now;
	trap_log_clear(keeper->traps);
	link_log_clear(keeper->links);
}

void keeper_compare_links(struct keeper *keeper, const struct subnet *subnet,
			  const struct subnet *before, int64_t now)
{
	trap_log_see(keeper->traps, subnet, now);
	if (keeper->subnet) {
		link_log_compare(keeper->links, keeper->subnet, before, subnet,
				 now);
	}
}

/* A clock that was set back: what lies ahead of it has happened now. */
static void not_later(int64_t *when, int64_t now)
{
	*when = *when > now ? now : *when;
}

void keeper_look_at_drops(struct keeper *keeper, int64_t now)
{
	enum { REMIND_SEC = 3600 };

	not_later(&keeper->dropped_at, now);
	not_later(&keeper->listening_since, now);

	if (keeper->counts.traps_dropped != keeper->dropped) {
		keeper->dropped = keeper->counts.traps_dropped;
		keeper->dropped_at = now;
		fault_set(keeper, FAULT_DROPPED, now,
			  "counters.traps_dropped in status.json tells how "
			  "many",
			  "traps came faster than they could be kept; some "
			  "were counted and dropped");
	} else if (now - keeper->dropped_at > REMIND_SEC) {
		fault_clear(keeper, FAULT_DROPPED);
	}
}

void keeper_count_traps(struct keeper *keeper)
{
	const struct trap_log *log = keeper->traps;
	uint64_t *counters = keeper->counters;

	counters[STATUS_TRAPS] = keeper->counts.traps;
	counters[STATUS_DROPS] = keeper->counts.traps_dropped;
	counters[STATUS_TRAPS_PKEY] = log->counts[TRAP_KIND_P_KEY];
	counters[STATUS_TRAPS_SECURITY] =
		log->counts[TRAP_KIND_M_KEY] + log->counts[TRAP_KIND_Q_KEY];
	counters[STATUS_TRAPS_LINK] =
		log->counts[TRAP_KIND_LINK] + log->counts[TRAP_KIND_CHANGE];
	counters[STATUS_TRAPS_STRANGE] = log->strange;
}
