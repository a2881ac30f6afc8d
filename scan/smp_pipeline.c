/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A window of directed-route queries over one umad agent. */
#include "scan/smp_pipeline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SMP_CLASS_VERSION = 1, HOP_LIMIT = 63, WAIT_SLACK_MS = 500 };

struct slot {
	bool busy;
	uint32_t transaction;
	unsigned int tries; /* left */
	struct smp_query query;
};

struct smp_pipeline {
	int fd;        /* as umad calls it; -1: not open */
	int agent;     /* for directed routes; -1: not registered */
	int lid_agent; /* likewise, for queries by LID */
	unsigned int timeout_ms, retries;
	uint64_t m_key;
	uint32_t transactions; /* so far */
	void *umad;            /* one packet */
	struct slot *slots;
	unsigned int window, busy;
};

static int open_agent(struct smp_pipeline *pipeline, const char *ca, int port,
		      struct error *error)
{
	pipeline->fd = umad_open_port(ca, port);
	if (pipeline->fd >= 0) {
		pipeline->agent =
			umad_register(pipeline->fd, IB_SMI_DIRECT_CLASS,
				      SMP_CLASS_VERSION, 0, NULL);
		pipeline->lid_agent = umad_register(pipeline->fd, IB_SMI_CLASS,
						    SMP_CLASS_VERSION, 0, NULL);
	}
	if (pipeline->agent < 0 || pipeline->lid_agent < 0) {
		return error_set(error, EIO,
				 "port %d of %s does not accept subnet "
				 "management queries",
				 port, ca);
	}
	return 0;
}

struct smp_pipeline *smp_pipeline_open(const char *ca, int port,
				       unsigned int timeout_ms,
				       unsigned int retries,
				       unsigned int window, uint64_t m_key,
				       struct error *error)
{
	struct smp_pipeline *pipeline = calloc(1, sizeof(*pipeline));

	if (!pipeline) {
		error_no_memory(error);
		return NULL;
	}
	pipeline->fd = -1;
	pipeline->agent = -1;
	pipeline->lid_agent = -1;
	pipeline->timeout_ms = timeout_ms;
	pipeline->retries = retries;
	pipeline->window = window;
	pipeline->m_key = m_key;
	pipeline->umad = calloc(1, umad_size() + IB_MAD_SIZE);
	pipeline->slots = calloc(window, sizeof(*pipeline->slots));
	if (!pipeline->umad || !pipeline->slots) {
		error_no_memory(error);
	} else if (!open_agent(pipeline, ca, port, error)) {
		return pipeline;
	}
	smp_pipeline_close(pipeline);
	return NULL;
}

void smp_pipeline_close(struct smp_pipeline *pipeline)
{
	if (!pipeline) {
		return;
	}
	if (pipeline->agent >= 0) {
		umad_unregister(pipeline->fd, pipeline->agent);
	}
	if (pipeline->lid_agent >= 0) {
		umad_unregister(pipeline->fd, pipeline->lid_agent);
	}
	if (pipeline->fd >= 0) {
		umad_close_port(pipeline->fd);
	}
	free(pipeline->umad);
	free(pipeline->slots);
	free(pipeline);
}

static struct slot *free_slot(struct smp_pipeline *pipeline)
{
	unsigned int i;

	for (i = 0; i < pipeline->window; i++) {
		if (!pipeline->slots[i].busy) {
			return &pipeline->slots[i];
		}
	}
	return NULL;
}

static struct slot *slot_of(struct smp_pipeline *pipeline, uint32_t transaction)
{
	unsigned int i;

	for (i = 0; i < pipeline->window; i++) {
		if (pipeline->slots[i].busy &&
		    pipeline->slots[i].transaction == transaction) {
			return &pipeline->slots[i];
		}
	}
	return NULL;
}

static bool is_by_lid(const struct smp_query *query)
{
	return query->path.lid > 0 && query->path.drpath.cnt == 0;
}

static int send_query(struct smp_pipeline *pipeline, struct slot *slot)
{
	bool by_lid = is_by_lid(&slot->query);
	ib_rpc_t rpc = {
		.mgtclass = by_lid ? IB_SMI_CLASS : IB_SMI_DIRECT_CLASS,
		.method = IB_MAD_METHOD_GET,
		.attr = {slot->query.attribute, slot->query.modifier},
		.datasz = IB_SMP_DATA_SIZE,
		.dataoffs = IB_SMP_DATA_OFFS,
		.mkey = pipeline->m_key,
		.timeout = (int)pipeline->timeout_ms,
	};

	slot->transaction = ++pipeline->transactions;
	rpc.trid = slot->transaction;
	memset(pipeline->umad, 0, umad_size() + IB_MAD_SIZE);
	if (mad_build_pkt(pipeline->umad, &rpc, &slot->query.path, NULL, NULL) <
		    0 ||
	    umad_send(pipeline->fd,
		      by_lid ? pipeline->lid_agent : pipeline->agent,
		      pipeline->umad, IB_MAD_SIZE, (int)pipeline->timeout_ms,
		      0) < 0) {
		return -1;
	}
	return 0;
}

static void settle(struct smp_pipeline *pipeline, struct slot *slot,
		   const struct smp_asker *asker, const uint8_t *data)
{
	slot->busy = false;
	pipeline->busy--;
	asker->answer(asker->context, &slot->query, data);
}

/* Sends it, also once more when it was lost; else it did not answer. */
static void try_query(struct smp_pipeline *pipeline, struct slot *slot,
		      const struct smp_asker *asker)
{
	while (slot->tries) {
		slot->tries--;
		if (!send_query(pipeline, slot)) {
			return;
		}
	}
	settle(pipeline, slot, asker, NULL);
}

/* Fills the window. False: there is nothing more to ask. */
static bool ask_more(struct smp_pipeline *pipeline,
		     const struct smp_asker *asker)
{
	struct slot *slot;

	while ((slot = free_slot(pipeline))) {
		memset(&slot->query, 0, sizeof(slot->query));
		if (!asker->next(asker->context, &slot->query)) {
			return false;
		}
		slot->busy = true;
		slot->tries = pipeline->retries + 1;
		pipeline->busy++;
		try_query(pipeline, slot, asker);
	}
	return true;
}

/* Nothing came in for longer than the kernel waits for an answer. */
static void try_all_again(struct smp_pipeline *pipeline,
			  const struct smp_asker *asker)
{
	unsigned int i;

	for (i = 0; i < pipeline->window; i++) {
		if (pipeline->slots[i].busy) {
			try_query(pipeline, &pipeline->slots[i], asker);
		}
	}
}

static void receive(struct smp_pipeline *pipeline,
		    const struct smp_asker *asker)
{
	int length = IB_MAD_SIZE;
	struct slot *slot;
	uint8_t *mad;

	if (umad_recv(pipeline->fd, pipeline->umad, &length,
		      (int)pipeline->timeout_ms + WAIT_SLACK_MS) < 0) {
		try_all_again(pipeline, asker);
		return;
	}
	mad = umad_get_mad(pipeline->umad);
	/* The kernel keeps the upper half of the transaction id. */
	slot = slot_of(pipeline,
		       (uint32_t)mad_get_field64(mad, 0, IB_MAD_TRID_F));
	if (!slot) {
		return; /* an answer to an earlier try */
	}
	if (umad_status(pipeline->umad)) {
		try_query(pipeline, slot, asker);
	} else if (mad_get_field(mad, 0,
				 is_by_lid(&slot->query) ? IB_MAD_STATUS_F
							 : IB_DRSMP_STATUS_F)) {
		settle(pipeline, slot, asker, NULL);
	} else {
		settle(pipeline, slot, asker, mad + IB_SMP_DATA_OFFS);
	}
}

void smp_pipeline_run(struct smp_pipeline *pipeline,
		      const struct smp_asker *asker)
{
	bool more = true;

	for (;;) {
		more = more && ask_more(pipeline, asker);
		if (!pipeline->busy) {
			return;
		}
		receive(pipeline, asker);
	}
}

/* --- One query alone ------------------------------------------------------ */

struct single {
	struct smp_query query;
	bool asked, answered;
	uint8_t *data;
};

static bool next_single(void *context, struct smp_query *query)
{
	struct single *single = context;
	bool first = !single->asked;

	*query = single->query;
	single->asked = true;
	return first;
}

static void answer_single(void *context, const struct smp_query *query,
			  const uint8_t *data)
{
	struct single *single = context;

	(void)query;
	if (data) {
		memcpy(single->data, data, SMP_DATA);
		single->answered = true;
	}
}

bool smp_pipeline_get(struct smp_pipeline *pipeline, const ib_portid_t *path,
		      unsigned int attribute, unsigned int modifier,
		      uint8_t data[SMP_DATA])
{
	struct single single = {
		.query = {.path = *path,
			  .attribute = attribute,
			  .modifier = modifier},
		.data = data,
	};
	struct smp_asker asker = {next_single, answer_single, &single};

	smp_pipeline_run(pipeline, &asker);
	return single.answered;
}

bool smp_path_extend(ib_portid_t *path, unsigned int port)
{
	if (path->drpath.cnt >= HOP_LIMIT) {
		return false;
	}
	path->drpath.p[++path->drpath.cnt] = (uint8_t)port;
	return true;
}
