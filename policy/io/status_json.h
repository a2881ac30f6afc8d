/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* status.json: whether the plugin is alive, and what is in force. */
#ifndef IBPOLICY_IO_STATUS_JSON_H
#define IBPOLICY_IO_STATUS_JSON_H

#include "policy/arena.h"
#include "policy/error.h"
#include "policy/strbuf.h"
#include "policy/subnet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	STATUS_HEARTBEAT_SEC = 30,
	STATUS_HEARTBEATS_MISSED = 3, /* then it is stale */
	STATUS_SWEEP_LIMIT_SEC = 300  /* START without SUBNET_UP: stale */
};

enum status_counter {
	STATUS_SWEEPS,         /* heavy sweeps begun */
	STATUS_REPORTS,        /* SUBNET_UPs judged */
	STATUS_RELOADS,        /* inventories loaded */
	STATUS_TRAPS,          /* received */
	STATUS_DROPS,          /* traps lost for want of room */
	STATUS_TRAPS_PKEY,     /* 257, 259 */
	STATUS_TRAPS_SECURITY, /* 256, 258 */
	STATUS_TRAPS_LINK,     /* 128, 144, 145 */
	STATUS_TRAPS_STRANGE,  /* of these, that name LIDs nobody has */
	STATUS_PUBLISH_FAILURES,
	STATUS_COUNTER_COUNT
};

struct status_file {
	const char *path, *sha256;
};

struct status_fault {
	const char *check;   /* "self.foreign", "inventory.invalid", ... */
	const char *message; /* one sentence, safe to print */
	int64_t since;       /* 0: not known */
};

/* A plan's hash is that of its partitions.conf's trailer; NULL: none. */
struct status_plans {
	const char *in_force;  /* what OpenSM read at its last sweep, ours */
	const char *published; /* what stands in partitions.conf */
	const char *held;      /* what the guard holds back */
	const char *approved;  /* what a person has released */
	/* Why the published plan is not what OpenSM runs on, one sentence;
	 * NULL: it is. */
	const char *not_in_force;
};

struct status_inventory {
	const char *path, *fabric, *revision;
	const char *sha256; /* over all files, of the one that is in use */
	bool valid;         /* what stands on disk is what is in use */
	const struct status_file *files;
	size_t file_count;
};

/* Everything is borrowed from the writer's caller, or stands in the arena
 * that the reader was given. Times are seconds since 1970 UTC, 0 not known;
 * NULL is not known. */
struct status {
	const char *tool;             /* "ibpolicy 1.0.0" */
	const char *host;             /* the SM host's name; NULL not known */
	const char *opensm_built_for; /* the version string compiled in */
	const char *opensm_running;   /* NULL: cannot be known */
	int64_t pid;
	int64_t started_at; /* the plugin */
	int64_t heartbeat_at;
	int heartbeat_sec;   /* interval */
	struct subnet_sm sm; /* this SM */
	uint64_t master_guid;
	const char *master_name;  /* NULL: not declared, or not known */
	int64_t sweep_started_at; /* last HEAVY_SWEEP_START */
	int64_t subnet_up_at;     /* last SUBNET_UP */
	int64_t report_at;        /* last drift report written */
	bool sweep_errors;        /* of the last SUBNET_UP */
	struct status_inventory inventory;
	const char *partition_config_file; /* what OpenSM is set to read */
	struct status_plans plans;
	int64_t counters[STATUS_COUNTER_COUNT];
	const struct status_fault *faults;
	size_t fault_count;
};

/* Returns 0, or -1 (out of memory). */
int status_json_write(const struct status *status, struct strbuf *out,
		      struct error *error);

/* Reads bytes that stand at path (for messages); texts go to the arena.
 * Unknown fields are passed over. Returns 0, or -1 when the bytes are no
 * status file of this format, with where and why. */
int status_json_parse(const char *path, const char *bytes, size_t length,
		      struct arena *arena, struct status *status,
		      struct error *error);

#endif
