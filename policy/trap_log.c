/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What traps have said, summed up in memory of a fixed size. */
#include "policy/trap_log.h"

#include <stdlib.h>
#include <string.h>

struct trap_log *trap_log_new(void)
{
	struct trap_log *log = calloc(1, sizeof(*log));

	if (!log) {
		return NULL;
	}
	log->entries = calloc(TRAP_LOG_ROOM, sizeof(*log->entries));
	log->guid_by_lid = calloc(TRAP_LOG_LIDS, sizeof(*log->guid_by_lid));
	if (!log->entries || !log->guid_by_lid) {
		trap_log_free(log);
		return NULL;
	}
	return log;
}

void trap_log_free(struct trap_log *log)
{
	if (log) {
		free(log->entries);
		free(log->guid_by_lid);
		free(log);
	}
}

void trap_log_clear(struct trap_log *log)
{
	log->entry_count = 0;
	log->has_subnet = false;
	memset(&log->strangers, 0, sizeof(log->strangers));
}

enum trap_kind trap_kind_of(unsigned int number)
{
	static const struct {
		enum trap_number number;
		enum trap_kind kind;
	} kinds[] = {
		{TRAP_LINK_STATE, TRAP_KIND_LINK},
		{TRAP_CAPABILITIES, TRAP_KIND_CHANGE},
		{TRAP_SYSTEM_IMAGE, TRAP_KIND_CHANGE},
		{TRAP_BAD_M_KEY, TRAP_KIND_M_KEY},
		{TRAP_BAD_P_KEY, TRAP_KIND_P_KEY},
		{TRAP_BAD_Q_KEY, TRAP_KIND_Q_KEY},
		{TRAP_SWITCH_BAD_P_KEY, TRAP_KIND_P_KEY},
	};
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (kinds[i].number == number) {
			return kinds[i].kind;
		}
	}
	return TRAP_KIND_COUNT;
}

/* --- Who is meant -------------------------------------------------------- */

static uint64_t owner_of(const struct trap_log *log, unsigned int lid)
{
	return lid < TRAP_LOG_LIDS ? log->guid_by_lid[lid] : 0;
}

/* Fills in the GUIDs. False: a LID that nobody has. */
static bool resolve(const struct trap_log *log, struct trap_entry *entry)
{
	const struct trap *trap = &entry->latest;
	bool is_pair = entry->kind == TRAP_KIND_P_KEY ||
		       entry->kind == TRAP_KIND_Q_KEY;

	entry->guids[0] = owner_of(log, trap->lids[0]);
	entry->guids[1] = is_pair ? owner_of(log, trap->lids[1]) : 0;
	entry->resolved = true;
	if (entry->kind == TRAP_KIND_M_KEY) {
		/* Who was asked says who asked, or nothing at all. */
		entry->guids[1] = owner_of(log, trap->issuer_lid);
		return entry->guids[1] && (entry->guids[0] || !trap->lids[0]);
	}
	return entry->guids[0] && (entry->guids[1] || !is_pair);
}

static bool is_same(const struct trap_entry *a, const struct trap_entry *b)
{
	if (a->kind != b->kind || a->resolved != b->resolved ||
	    a->pkey != b->pkey) {
		return false;
	}
	if (a->resolved) {
		return a->guids[0] == b->guids[0] && a->guids[1] == b->guids[1];
	}
	return a->latest.lids[0] == b->latest.lids[0] &&
	       a->latest.lids[1] == b->latest.lids[1] &&
	       (a->kind != TRAP_KIND_M_KEY ||
		a->latest.issuer_lid == b->latest.issuer_lid);
}

/* --- Counting ------------------------------------------------------------ */

static void add_stranger(struct trap_log *log, const struct trap_entry *entry)
{
	struct trap_strangers *strangers = &log->strangers;

	/* What is older than any window is another story. */
	if (!strangers->count ||
	    entry->first - strangers->last > TRAP_LOG_KEEP_SEC) {
		memset(strangers, 0, sizeof(*strangers));
		strangers->first = entry->first;
	}
	strangers->count += entry->count;
	log->strange += entry->count;
	strangers->last = entry->last;
	strangers->latest = entry->latest;
}

/* The place of the same one, of one that is too old, a free one, or that of
 * the one that has been silent for longest. */
static struct trap_entry *place_for(struct trap_log *log,
				    const struct trap_entry *entry)
{
	struct trap_entry *oldest = log->entries;
	size_t i;

	for (i = 0; i < log->entry_count; i++) {
		if (is_same(&log->entries[i], entry)) {
			return &log->entries[i];
		}
		if (log->entries[i].last < oldest->last) {
			oldest = &log->entries[i];
		}
	}
	if (log->entry_count < TRAP_LOG_ROOM) {
		oldest = &log->entries[log->entry_count++];
	} else if (entry->last - oldest->last <= TRAP_LOG_KEEP_SEC) {
		log->evicted++;
	}
	memset(oldest, 0, sizeof(*oldest));
	return oldest;
}

static void merge(struct trap_entry *into, const struct trap_entry *entry)
{
	uint64_t known =
		entry->count < TRAP_LOG_TIMES ? entry->count : TRAP_LOG_TIMES;
	uint64_t i;

	if (into->count && entry->first - into->last > TRAP_LOG_KEEP_SEC) {
		memset(into, 0, sizeof(*into));
	}
	if (!into->count) {
		*into = *entry;
		return;
	}
	into->count += entry->count - known;
	for (i = entry->count - known; i < entry->count; i++) {
		into->times[into->count++ % TRAP_LOG_TIMES] =
			entry->times[i % TRAP_LOG_TIMES];
	}
	into->last = entry->last;
	into->latest = entry->latest;
}

static void put(struct trap_log *log, struct trap_entry *entry)
{
	if (log->has_subnet && !resolve(log, entry)) {
		add_stranger(log, entry);
		return;
	}
	merge(place_for(log, entry), entry);
}

void trap_log_add(struct trap_log *log, const struct trap *trap)
{
	struct trap_entry entry = {
		.kind = trap_kind_of(trap->number),
		.pkey = trap->pkey,
		.count = 1,
		.first = trap->at,
		.last = trap->at,
		.times = {trap->at},
		.latest = *trap,
	};

	if (entry.kind == TRAP_KIND_COUNT) {
		return;
	}
	log->counts[entry.kind]++;
	put(log, &entry);
}

/* --- The fabric ---------------------------------------------------------- */

static void learn_lids(struct trap_log *log, const struct subnet *subnet)
{
	size_t i;

	memset(log->guid_by_lid, 0, TRAP_LOG_LIDS * sizeof(*log->guid_by_lid));
	for (i = 0; i < subnet->end_port_count; i++) {
		const struct subnet_port *port = subnet->end_ports[i];
		unsigned int lid = port->lid;
		unsigned int past = lid + (1u << port->lmc);

		for (; lid > 0 && lid < past && lid < TRAP_LOG_LIDS; lid++) {
			log->guid_by_lid[lid] = port->guid;
		}
	}
	log->has_subnet = true;
}

static void not_later(struct trap_entry *entry, int64_t now)
{
	size_t i;

	if (entry->last <= now) {
		return;
	}
	entry->last = now;
	entry->first = entry->first < now ? entry->first : now;
	for (i = 0; i < TRAP_LOG_TIMES; i++) {
		if (entry->times[i] > now) {
			entry->times[i] = now;
		}
	}
}

/* Entries that waited for the first fabric find their owners, and those that
 * have them already. */
static void settle(struct trap_log *log)
{
	struct trap_entry entry;
	size_t i = 0;

	while (i < log->entry_count) {
		if (log->entries[i].resolved) {
			i++;
			continue;
		}
		entry = log->entries[i];
		log->entries[i] = log->entries[--log->entry_count];
		put(log, &entry);
	}
}

void trap_log_see(struct trap_log *log, const struct subnet *subnet,
		  int64_t now)
{
	struct trap_strangers *strangers = &log->strangers;
	size_t i;

	learn_lids(log, subnet);
	settle(log);
	for (i = 0; i < log->entry_count; i++) {
		not_later(&log->entries[i], now);
	}
	if (strangers->last > now) {
		strangers->last = now;
		strangers->first =
			strangers->first < now ? strangers->first : now;
	}
}

size_t trap_entry_since(const struct trap_entry *entry, int64_t after)
{
	size_t known = entry->count < TRAP_LOG_TIMES ? (size_t)entry->count
						     : TRAP_LOG_TIMES;
	size_t i, count = 0;

	for (i = 0; i < known; i++) {
		count += entry->times[i] > after;
	}
	return count;
}
