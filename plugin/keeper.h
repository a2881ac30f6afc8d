/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the plugin's worker does: inventory, plan, report, files. Knows nothing
 * of OpenSM's types and takes none of its locks. */
#ifndef IBPOLICY_PLUGIN_KEEPER_H
#define IBPOLICY_PLUGIN_KEEPER_H

#include "plugin/options.h"
#include "policy/error.h"
#include "policy/subnet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the keeper asks of the thread it runs in. */
struct keeper_host {
	void (*log)(void *context, bool is_error, const char *message);
	/* Waits, bounded, while OpenSM may be reading partitions.conf. False:
	 * it is being shut down, nothing more is to be published. */
	bool (*may_publish)(void *context);
	void *context;
};

/* Everything is borrowed and outlives the keeper. */
struct keeper_config {
	const struct plugin_options *options;
	const char *refusal; /* why the options are refused; NULL: they are
				not */
	const char *partition_config_file; /* what OpenSM is set to read */
	bool allow_both_pkeys;             /* OpenSM's option */
	const char *opensm_built_for, *opensm_running;
	struct keeper_host host;
};

/* What only the worker can count. */
struct keeper_counts {
	uint64_t sweeps;
	uint64_t traps, traps_dropped;
	int64_t sweep_started_at; /* last HEAVY_SWEEP_START; 0: none */
	int64_t subnet_up_at;     /* last SUBNET_UP; 0: none */
};

struct keeper;

/* NULL when out of memory. */
struct keeper *keeper_new(const struct keeper_config *config, int64_t now);
void keeper_free(struct keeper *keeper); /* NULL is legal */

/* None of these fails: what goes wrong is a finding, and one log line. */

/* Takes the output directory if it is not held yet; says once why not. */
void keeper_open(struct keeper *keeper, int64_t now);

/* Reads the inventory (if_changed: only where its files have changed) and
 * publishes its plan. Returns true when the file that
 * OpenSM reads got new bytes. */
bool keeper_reload(struct keeper *keeper, int64_t now, bool if_changed);

/* Takes the file that OpenSM has just read, as an open descriptor, which is
 * closed; fd < 0: there is none, and code is the errno value that says why
 * (0: not known which bytes it read). */
void keeper_in_force(struct keeper *keeper, int fd, int code);

/* This SM's own standing. */
void keeper_set_sm(struct keeper *keeper, const struct subnet_sm *sm,
		   int64_t now);

/* The other SMs, as a standby knows them. */
void keeper_set_others(struct keeper *keeper, const struct subnet_sm *sms,
		       size_t count);

/* A fabric after a sweep, which the keeper frees: judges it and writes every
 * report. before: the fabric as that sweep found it, before OpenSM set
 * anything; NULL: not known. */
void keeper_judge(struct keeper *keeper, struct subnet *subnet,
		  struct subnet *before, int64_t now);

/* A trap's notice of that many bytes, as it came from the wire. */
void keeper_trap(struct keeper *keeper, const uint8_t *notice, size_t size,
		 int64_t at);

void keeper_count(struct keeper *keeper, const struct keeper_counts *counts);

/* Between sweeps: an edited inventory is looked at (a standby publishes it),
 * what has come of age is reported, status.json is written. */
void keeper_beat(struct keeper *keeper, int64_t now);

#endif
