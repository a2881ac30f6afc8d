/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The plugin's one thread, and what report() hands to it. */
#ifndef IBPOLICY_PLUGIN_WORKER_H
#define IBPOLICY_PLUGIN_WORKER_H

struct osm_opensm;
struct worker;

/* For create(): reads the options, takes the output directory, loads and
 * publishes, starts the thread. NULL when out of memory. */
struct worker *worker_new(struct osm_opensm *osm);

/* For delete(): ends the thread and waits for it. NULL is legal. */
void worker_free(struct worker *worker);

/* One per event that report() passes on. Only these take OpenSM's lock, the
 * first two of them shared and for a copy alone. */
void worker_discovery_done(struct worker *worker); /* HEAVY_SWEEP_DONE */
void worker_subnet_up(struct worker *worker);      /* SUBNET_UP */
void worker_sweep_started(struct worker *worker);  /* HEAVY_SWEEP_START */
void worker_file_was_read(struct worker *worker);  /* UCAST_ROUTING_DONE */
void worker_state_changed(struct worker *worker);  /* STATE_CHANGE */

/* A trap's notice, as OpenSM hands it over; comes with OpenSM's lock held. */
void worker_trap(struct worker *worker, const void *notice);

#endif
