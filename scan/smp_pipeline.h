/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Many subnet management queries, several of them under way at a time. */
#ifndef IBPOLICY_SCAN_SMP_PIPELINE_H
#define IBPOLICY_SCAN_SMP_PIPELINE_H

#include "policy/error.h"
#include "scan/mad.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SMP_DATA = IB_SMP_DATA_SIZE };

/* A Get along a directed route, by LID, or by LID and a route from there. */
struct smp_query {
	ib_portid_t path;
	unsigned int attribute;
	unsigned int modifier;
	void *subject; /* the asker's own */
};

/* Who asks. data: the attribute's 64 bytes as on the wire; NULL: it did not
 * answer, or with an error status. */
struct smp_asker {
	/* False: nothing more to ask. */
	bool (*next)(void *context, struct smp_query *query);
	void (*answer)(void *context, const struct smp_query *query,
		       const uint8_t *data);
	void *context;
};

struct smp_pipeline;

/* Opens a local port (as umad_open_port() takes them) for queries, window of
 * them under way at a time. The caller closes. NULL, and error says why. */
struct smp_pipeline *smp_pipeline_open(const char *ca, int port,
				       unsigned int timeout_ms,
				       unsigned int retries,
				       unsigned int window, uint64_t m_key,
				       struct error *error);
void smp_pipeline_close(struct smp_pipeline *pipeline); /* NULL is legal */

/* Asks everything and waits for every answer, or for its time to run out; each
 * query is answered exactly once. */
void smp_pipeline_run(struct smp_pipeline *pipeline,
		      const struct smp_asker *asker);

/* One query alone. False: it did not answer. */
bool smp_pipeline_get(struct smp_pipeline *pipeline, const ib_portid_t *path,
		      unsigned int attribute, unsigned int modifier,
		      uint8_t data[SMP_DATA]);

/* The route one hop further, out of port. False: 63 hops are the limit. */
bool smp_path_extend(ib_portid_t *path, unsigned int port);

#endif
