/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The worker's inside, shared by its two files alone. */
#ifndef IBPOLICY_PLUGIN_WORKER_STATE_H
#define IBPOLICY_PLUGIN_WORKER_STATE_H

#include "plugin/event_ring.h"
#include "plugin/keeper.h"
#include "plugin/options.h"
#include "plugin/sweep_copy.h"
#include "plugin/worker.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct worker {
	struct osm_opensm *osm;
	struct plugin_options options;
	struct error refusal;
	bool refused;
	char *partition_config_file;
	struct event_ring *traps;
	pthread_t thread;
	bool running;

	struct keeper *keeper;      /* the thread's, once it runs */
	struct sweep_copy *filling; /* the sweeper's */

	/* OpenSM's lock is never waited for while this is held: traps come
	 * with it held and take this one. */
	pthread_mutex_t mutex;
	pthread_cond_t wake; /* something to do, or to stop waiting for */
	pthread_cond_t done; /* a reload has ended */
	/* From here on under mutex. */
	bool stop;
	bool look; /* look at the SM's state, the traps */
	unsigned int reload_wanted, reload_done; /* generations */
	bool reload_all;   /* also when no file has changed */
	bool reading;      /* OpenSM may be reading partitions.conf */
	bool publishing;   /* partitions.conf may be replaced just now */
	bool late;         /* OpenSM did not wait for the reload */
	bool sweep_wanted; /* by a plan that came too late for one */
	/* Two copies go round: filling -> pending -> the thread -> spare. While
	 * the thread has one the other is to be found in one of the rest. */
	struct sweep_copy *pending, *spare;
	struct keeper_counts counts;
};

/* The thread's function. */
void *worker_run(void *data);

struct timespec worker_deadline(unsigned int seconds);

#endif
