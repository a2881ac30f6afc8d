/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What one heavy sweep leaves for the worker, in buffers that go round. */
#ifndef IBPOLICY_PLUGIN_SWEEP_COPY_H
#define IBPOLICY_PLUGIN_SWEEP_COPY_H

#include "plugin/osm_snapshot.h"

struct sweep_copy {
	struct osm_snapshot *found; /* at HEAVY_SWEEP_DONE */
	struct osm_snapshot *left;  /* at SUBNET_UP */
	bool found_valid;
	/* The partition file as it stood when OpenSM was about to read it. */
	int conf_fd;
	int conf_code;           /* errno where there is none; 0: not known */
	struct sweep_copy *next; /* spare ones */
};

struct sweep_copy *sweep_copy_new(void);       /* NULL when out of memory */
void sweep_copy_free(struct sweep_copy *copy); /* NULL is legal */

/* Forgets a sweep; the buffers stay. NULL is legal. */
void sweep_copy_reset(struct sweep_copy *copy);

#endif
