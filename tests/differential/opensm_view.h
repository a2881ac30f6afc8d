/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What OpenSM holds, in the words of view.h; its lock is the caller's. */
#ifndef IBPOLICY_TESTS_DIFFERENTIAL_OPENSM_VIEW_H
#define IBPOLICY_TESTS_DIFFERENTIAL_OPENSM_VIEW_H

#include "tests/differential/view.h"

struct osm_opensm;

/* Fills *fabric from OpenSM's tables; aborts when out of memory. */
void opensm_view_fabric(struct osm_opensm *osm, struct view_fabric *fabric);

/* What view_of_plan() must be equal to. */
void opensm_view(struct osm_opensm *osm, const struct view_fabric *fabric,
		 struct strbuf *out);

/* The P_Key table of a port that SM and port agree on, in the order of 15 bit
 * keys with 0x7fff first; *index0 gets what stands at index 0. Returns false
 * when the table is or once was so full that OpenSM had to move keys about,
 * in which it can lose some. */
bool opensm_view_pkeys(struct osm_opensm *osm, uint64_t guid,
		       struct strbuf *out, uint16_t *index0);

/* As freshly started: no partitions, no wishes for index 0. */
void opensm_view_reset(struct osm_opensm *osm);
void opensm_view_reset_index0(struct osm_opensm *osm);

#endif
