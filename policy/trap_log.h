/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What traps have said, summed up in memory of a fixed size. */
#ifndef IBPOLICY_TRAP_LOG_H
#define IBPOLICY_TRAP_LOG_H

#include "policy/subnet.h"
#include "policy/trap.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum trap_kind {
	TRAP_KIND_P_KEY,  /* 257, 259 */
	TRAP_KIND_M_KEY,  /* 256 */
	TRAP_KIND_Q_KEY,  /* 258 */
	TRAP_KIND_LINK,   /* 128 */
	TRAP_KIND_CHANGE, /* 144, 145 */
	TRAP_KIND_COUNT
};

enum {
	TRAP_LOG_ROOM = 2048,     /* entries; the one silent for longest goes */
	TRAP_LOG_TIMES = 64,      /* of an entry that are remembered */
	TRAP_LOG_LIDS = 0xc000,   /* unicast ones, and 0 */
	TRAP_LOG_KEEP_SEC = 86400 /* the longest window of a check */
};

/* Traps of one kind about the same ports. OpenSM passes on ten equal traps at
 * most until five seconds have passed without one: counts are lower bounds,
 * and silence proves nothing. */
struct trap_entry {
	enum trap_kind kind;
	bool resolved; /* false: of before the first sweep, LIDs alone */
	/* Port GUIDs of the ports that had these LIDs. P_Key, Q_Key: sender,
	 * receiver. M_Key: sender (0: not told), who refused it. Others: the
	 * port it is about; a switch is named by its port 0. */
	uint64_t guids[2];
	uint16_t pkey; /* P_Key: as in the packet; else 0 */
	uint64_t count;
	int64_t first, last;
	/* The latest, count % TRAP_LOG_TIMES is where the next one goes. */
	int64_t times[TRAP_LOG_TIMES];
	struct trap latest;
};

/* Those that name a LID that nobody has: somebody sends nonsense, or the
 * fabric has changed since. */
struct trap_strangers {
	uint64_t count;
	int64_t first, last;
	struct trap latest;
};

struct trap_log {
	struct trap_entry *entries; /* in no order */
	size_t entry_count;
	struct trap_strangers strangers;
	uint64_t counts[TRAP_KIND_COUNT]; /* traps, all of them */
	uint64_t strange;                 /* of these, strangers' ones */
	uint64_t evicted;                 /* entries that gave way to others */
	uint64_t *guid_by_lid; /* TRAP_LOG_LIDS port GUIDs; 0: nobody */
	bool has_subnet;
};

/* All the memory it will ever have; NULL when there is none. */
struct trap_log *trap_log_new(void);
void trap_log_free(struct trap_log *log); /* NULL is legal */

/* Forgets everything, the fabric included: this SM was another's standby, or
 * has become one. */
void trap_log_clear(struct trap_log *log);

void trap_log_add(struct trap_log *log, const struct trap *trap);

/* The fabric whose LIDs the traps from here on name, and those before the
 * first one. Not kept. now: none of the times is later, should the clock have
 * stepped back. */
void trap_log_see(struct trap_log *log, const struct subnet *subnet,
		  int64_t now);

enum trap_kind trap_kind_of(unsigned int number);

/* How many traps of the entry came after that time: up to TRAP_LOG_TIMES. */
size_t trap_entry_since(const struct trap_entry *entry, int64_t after);

#endif
