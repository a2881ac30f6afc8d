/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* P_Key tables in blocks of 32, SMInfo of those who say they have an SM. */
#include "scan/scan_tables.h"

#include "scan/scan_discover.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_KEYS = 32, PROGRESS_STEP = 512 };

/* --- P_Key tables --------------------------------------------------------- */

struct table {
	const struct scan_port *port;
	uint16_t *keys; /* every slot, empty ones as 0 */
	unsigned int blocks, answered;
	bool refused;
};

struct tables {
	const struct scan_options *options;
	struct table *items;
	size_t count;
	size_t next; /* the table and block to ask for next */
	unsigned int block;
	size_t asked, total; /* blocks */
};

static bool is_switch_external(const struct scan_port *port)
{
	return port->found->node->type == IB_NODE_SWITCH &&
	       port->port->number != 0;
}

/* The size of its table, 0 where nobody needs it: links between switches are
 * not a partition's business. */
static unsigned int table_size(const struct scan_port *port)
{
	const ibnd_port_t *remote = port->found->remoteport;

	if (port->port->state == IB_PORT_DOWN ||
	    (is_switch_external(port) &&
	     (!remote || remote->node->type == IB_NODE_SWITCH))) {
		return 0;
	}
	return port->port->pkey_cap;
}

static void tell(struct tables *tables)
{
	const struct scan_options *options = tables->options;

	if (options->progress && tables->asked % PROGRESS_STEP == 0) {
		options->progress(options->context, "P_Key tables",
				  tables->asked, tables->total);
	}
}

static bool next_block(void *context, struct smp_query *query)
{
	struct tables *tables = context;

	while (tables->next < tables->count) {
		struct table *table = &tables->items[tables->next];

		if (tables->block == table->blocks ||
		    !scan_path(table->port->found, &query->path)) {
			tables->next++;
			tables->block = 0;
			continue;
		}
		query->attribute = IB_ATTR_PKEY_TBL;
		query->modifier = tables->block++;
		if (is_switch_external(table->port)) {
			query->modifier |= table->port->port->number << 16;
		}
		query->subject = table;
		tell(tables);
		tables->asked++;
		return true;
	}
	return false;
}

static void take_block(void *context, const struct smp_query *query,
		       const uint8_t *data)
{
	struct table *table = query->subject;
	uint16_t *keys = table->keys + (query->modifier & 0xffff) * BLOCK_KEYS;
	size_t i;

	(void)context;
	if (!data) {
		table->refused = true;
		return;
	}
	table->answered++;
	for (i = 0; i < BLOCK_KEYS; i++) {
		keys[i] = (uint16_t)(data[2 * i] << 8 | data[2 * i + 1]);
	}
}

static int make_tables(struct subnet *subnet, const struct scan_port *ports,
		       size_t count, struct tables *tables)
{
	size_t i;

	tables->items = calloc(count + 1, sizeof(*tables->items));
	if (!tables->items) {
		return -1;
	}
	for (i = 0; i < count; i++) {
		unsigned int size = table_size(&ports[i]);
		struct table *table = &tables->items[tables->count];

		if (!size) {
			continue;
		}
		table->port = &ports[i];
		table->blocks = (size + BLOCK_KEYS - 1) / BLOCK_KEYS;
		table->keys =
			arena_array(subnet->arena, table->blocks * BLOCK_KEYS,
				    sizeof(*table->keys));
		if (!table->keys) {
			return -1;
		}
		tables->total += table->blocks;
		tables->count++;
	}
	return 0;
}

static void settle(const struct table *table)
{
	struct subnet_port *port = table->port->port;
	size_t kept = 0, i;

	if (table->answered < table->blocks) {
		if (!port->unassessed) {
			port->unassessed = "P_Key table did not answer";
		}
		return;
	}
	for (i = 0; i < (size_t)table->blocks * BLOCK_KEYS; i++) {
		if (table->keys[i]) {
			table->keys[kept++] = table->keys[i];
		}
	}
	port->pkeys_known = true;
	port->pkeys = table->keys;
	port->pkey_count = kept;
}

int scan_pkeys(const struct scan_options *options, struct subnet *subnet,
	       const struct scan_port *ports, size_t count,
	       struct smp_pipeline *pipeline, struct error *error)
{
	struct tables tables = {.options = options};
	struct smp_asker asker = {next_block, take_block, &tables};
	int status = make_tables(subnet, ports, count, &tables);
	size_t i;

	if (status) {
		error_no_memory(error);
	} else {
		smp_pipeline_run(pipeline, &asker);
		for (i = 0; i < tables.count; i++) {
			settle(&tables.items[i]);
		}
	}
	free(tables.items);
	return status;
}

/* --- Subnet managers ------------------------------------------------------ */

struct sm_round {
	const struct scan_port *ports;
	size_t count, next;
	struct subnet *subnet; /* sms[] has room for all who say so */
};

static bool next_sm(void *context, struct smp_query *query)
{
	struct sm_round *round = context;

	while (round->next < round->count) {
		const struct scan_port *port = &round->ports[round->next++];

		if (port->port->is_sm && scan_path(port->found, &query->path)) {
			query->attribute = IB_ATTR_SMINFO;
			query->subject = port->port;
			return true;
		}
	}
	return false;
}

static void take_sm(void *context, const struct smp_query *query,
		    const uint8_t *data)
{
	struct sm_round *round = context;
	struct subnet_port *port = query->subject;
	struct subnet_sm *sm;
	unsigned int state;

	if (!data) {
		if (!port->unassessed) {
			port->unassessed = "its subnet manager did not answer";
		}
		return;
	}
	sm = &round->subnet->sms[round->subnet->sm_count++];
	sm->port_guid =
		mad_get_field64((void *)(uintptr_t)data, 0, IB_SMINFO_GUID_F);
	sm->priority =
		mad_get_field((void *)(uintptr_t)data, 0, IB_SMINFO_PRIO_F);
	state = mad_get_field((void *)(uintptr_t)data, 0, IB_SMINFO_STATE_F);
	/* Our states follow the wire's, one further on: 0 is "not known". */
	sm->state = state + 1 < IB_SM_STATE_COUNT
			    ? (enum ib_sm_state)(state + 1)
			    : IB_SM_UNKNOWN;
}

int scan_sms(const struct scan_options *options, struct subnet *subnet,
	     const struct scan_port *ports, size_t count,
	     struct smp_pipeline *pipeline, struct error *error)
{
	struct sm_round round = {.ports = ports,
				 .count = count,
				 .subnet = subnet};
	struct smp_asker asker = {next_sm, take_sm, &round};
	size_t room = 0, i;

	for (i = 0; i < count; i++) {
		room += ports[i].port->is_sm;
	}
	subnet->sms = arena_array(subnet->arena, room, sizeof(*subnet->sms));
	if (!subnet->sms) {
		return error_no_memory(error);
	}
	if (options->progress) {
		options->progress(options->context, "subnet managers", 0, room);
	}
	subnet->sms_known = true;
	smp_pipeline_run(pipeline, &asker);
	return 0;
}
