/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* libibnetdisc's discovery, and a second try for what did not answer. */
#include "scan/scan_discover.h"

#include "scan/scan_local.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

unsigned int scan_entry_port(const ibnd_node_t *node)
{
	return mad_get_field((void *)node->info, 0, IB_NODE_LOCAL_PORT_F);
}

bool scan_path(const ibnd_port_t *port, ib_portid_t *path)
{
	const ibnd_node_t *node = port->node;
	const ibnd_port_t *remote = port->remoteport;

	if (node->type == IB_NODE_SWITCH ||
	    (unsigned int)port->portnum == scan_entry_port(node)) {
		*path = node->path_portid;
		return true;
	}
	if (!remote) {
		return false;
	}
	*path = remote->node->path_portid;
	return smp_path_extend(path, (unsigned int)remote->portnum);
}

/* A name may be empty. The byte behind it, which libibnetdisc keeps 0, tells
 * that one from none. */
enum { NAME_IS_READ = IB_SMP_DATA_SIZE };

void scan_set_name(ibnd_node_t *node, const uint8_t data[SMP_DATA])
{
	memcpy(node->nodedesc, data, SMP_DATA);
	node->nodedesc[NAME_IS_READ] = 1;
}

bool scan_name_is_read(const ibnd_node_t *node)
{
	return node->nodedesc[0] || node->nodedesc[NAME_IS_READ];
}

/* LinearFDBCap is never 0. */
bool scan_switch_is_read(const ibnd_node_t *node)
{
	return mad_get_field((void *)node->switchinfo, 0,
			     IB_SW_LINEAR_FDB_CAP_F) != 0;
}

/* --- What is missing, asked once more ------------------------------------- */

struct gaps {
	ibnd_fabric_t *fabric;
	ibnd_node_t *node; /* the next one to look at */
	int port;
	bool grown;  /* a switch or its ports came: there may be more behind */
	bool failed; /* out of memory */
};

static bool is_read(const ibnd_port_t *port)
{
	return mad_get_field((void *)port->info, 0, IB_PORT_STATE_F) != 0;
}

/* Freed with its node, as libibnetdisc's own ports. */
static ibnd_port_t *add_port(struct gaps *gaps, ibnd_node_t *node,
			     unsigned int number, uint64_t guid)
{
	ibnd_port_t *port = node->ports[number];

	if (!port) {
		port = calloc(1, sizeof(*port));
		node->ports[number] = port;
	}
	if (!port) {
		gaps->failed = true;
		return NULL;
	}
	port->node = node;
	port->portnum = (int)number;
	port->guid = guid;
	return port;
}

/* A way on: out of a switch, or of the local port. */
static bool leads_on(const struct gaps *gaps, const ibnd_port_t *port)
{
	const ibnd_node_t *node = port->node;

	return (node->type == IB_NODE_SWITCH ||
		(node == gaps->fabric->from_node &&
		 (unsigned int)port->portnum == scan_entry_port(node))) &&
	       mad_get_field((void *)port->info, 0, IB_PORT_PHYS_STATE_F) ==
		       IB_PHYS_LINK_UP;
}

/* Nodes: a port whose link is up and leads nowhere. */
static bool next_node_gap(void *context, struct smp_query *query)
{
	struct gaps *gaps = context;

	for (; gaps->node; gaps->node = gaps->node->next, gaps->port = 0) {
		while (gaps->port < gaps->node->numports) {
			ibnd_port_t *port = gaps->node->ports[++gaps->port];

			if (!port || port->remoteport ||
			    !leads_on(gaps, port)) {
				continue;
			}
			query->path = gaps->node->path_portid;
			if (smp_path_extend(&query->path,
					    (unsigned int)gaps->port)) {
				query->attribute = IB_ATTR_NODE_INFO;
				query->subject = port;
				return true;
			}
		}
	}
	return false;
}

/* Freed with the fabric. */
static ibnd_node_t *add_node(struct gaps *gaps, const uint8_t *info,
			     const ib_portid_t *path)
{
	ibnd_node_t *node = calloc(1, sizeof(*node));

	if (node) {
		memcpy(node->info, info, SMP_DATA);
		node->guid = mad_get_field64(node->info, 0, IB_NODE_GUID_F);
		node->type = (int)mad_get_field(node->info, 0, IB_NODE_TYPE_F);
		node->numports =
			(int)mad_get_field(node->info, 0, IB_NODE_NPORTS_F);
		node->path_portid = *path;
		node->ports = calloc((size_t)node->numports + 1,
				     sizeof(*node->ports));
	}
	if (!node || !node->ports) {
		free(node);
		gaps->failed = true;
		return NULL;
	}
	node->next = gaps->fabric->nodes;
	gaps->fabric->nodes = node;
	return node;
}

static ibnd_node_t *find_node(const struct gaps *gaps, uint64_t guid)
{
	ibnd_node_t *node = gaps->fabric->nodes;

	while (node && node->guid != guid) {
		node = node->next;
	}
	return node;
}

static void fill_node_gap(void *context, const struct smp_query *query,
			  const uint8_t *data)
{
	struct gaps *gaps = context;
	ibnd_port_t *from = query->subject, *port;
	uint8_t info[SMP_DATA];
	unsigned int entry;
	ibnd_node_t *node;

	if (!data || gaps->failed) {
		return;
	}
	memcpy(info, data, sizeof(info));
	entry = mad_get_field(info, 0, IB_NODE_LOCAL_PORT_F);
	node = find_node(gaps, mad_get_field64(info, 0, IB_NODE_GUID_F));
	if (!node) {
		node = add_node(gaps, info, &query->path);
	}
	if (!node || entry > (unsigned int)node->numports) {
		return;
	}
	port = add_port(gaps, node, entry,
			mad_get_field64(info, 0, IB_NODE_PORT_GUID_F));
	if (port && !port->remoteport) {
		port->remoteport = from;
		from->remoteport = port;
	}
}

static bool next_switch_gap(void *context, struct smp_query *query)
{
	struct gaps *gaps = context;

	while (gaps->node) {
		ibnd_node_t *node = gaps->node;

		gaps->node = node->next;
		if (node->type == IB_NODE_SWITCH &&
		    !scan_switch_is_read(node)) {
			query->path = node->path_portid;
			query->attribute = IB_ATTR_SWITCH_INFO;
			query->subject = node;
			return true;
		}
	}
	return false;
}

static void fill_switch_gap(void *context, const struct smp_query *query,
			    const uint8_t *data)
{
	ibnd_node_t *node = query->subject;

	(void)context;
	if (data) {
		memcpy(node->switchinfo, data, SMP_DATA);
	}
}

static bool is_port_gap(const ibnd_node_t *node, int number)
{
	const ibnd_port_t *port = node->ports[number];

	/* A switch's port 0 need not have a state. */
	if (port) {
		return !is_read(port) &&
		       (number || node->type != IB_NODE_SWITCH);
	}
	return node->type == IB_NODE_SWITCH ||
	       (unsigned int)number == scan_entry_port(node);
}

static bool find_path(const ibnd_node_t *node, int number, ib_portid_t *path)
{
	if (node->ports[number]) {
		return scan_path(node->ports[number], path);
	}
	*path = node->path_portid;
	return true;
}

static bool next_port_gap(void *context, struct smp_query *query)
{
	struct gaps *gaps = context;

	for (; gaps->node; gaps->node = gaps->node->next, gaps->port = 0) {
		while (gaps->port <= gaps->node->numports) {
			int port = gaps->port++;

			if (is_port_gap(gaps->node, port) &&
			    find_path(gaps->node, port, &query->path)) {
				query->attribute = IB_ATTR_PORT_INFO;
				query->modifier = (unsigned int)port;
				query->subject = gaps->node;
				return true;
			}
		}
	}
	return false;
}

static void fill_port_gap(void *context, const struct smp_query *query,
			  const uint8_t *data)
{
	struct gaps *gaps = context;
	ibnd_node_t *node = query->subject;
	const ibnd_port_t *known = node->ports[query->modifier];
	ibnd_port_t *port;

	if (!data) {
		return;
	}
	port = add_port(gaps, node, query->modifier,
			known ? known->guid
			: node->type == IB_NODE_SWITCH
				? node->guid
				: mad_get_field64(node->info, 0,
						  IB_NODE_PORT_GUID_F));
	if (port) {
		memcpy(port->info, data, SMP_DATA);
		port->base_lid =
			(uint16_t)mad_get_field(port->info, 0, IB_PORT_LID_F);
		gaps->grown = gaps->grown || leads_on(gaps, port);
	}
}

static bool next_name_gap(void *context, struct smp_query *query)
{
	struct gaps *gaps = context;

	for (; gaps->node; gaps->node = gaps->node->next) {
		if (!scan_name_is_read(gaps->node)) {
			query->path = gaps->node->path_portid;
			query->attribute = IB_ATTR_NODE_DESC;
			query->subject = gaps->node;
			gaps->node = gaps->node->next;
			return true;
		}
	}
	return false;
}

static void fill_name_gap(void *context, const struct smp_query *query,
			  const uint8_t *data)
{
	(void)context;
	if (data) {
		scan_set_name(query->subject, data);
	}
}

static bool same_path(const ib_portid_t *left, const ib_portid_t *right)
{
	return left->drpath.cnt == right->drpath.cnt &&
	       memcmp(left->drpath.p + 1, right->drpath.p + 1,
		      (size_t)left->drpath.cnt) == 0;
}

/* The cable by which a node was found is that of its route's last hop. */
static void join_last_hop(ibnd_fabric_t *fabric, ibnd_node_t *node)
{
	unsigned int entry = scan_entry_port(node), last;
	ib_portid_t before = node->path_portid;
	ibnd_port_t *port, *other;
	ibnd_node_t *from;

	port = entry <= (unsigned int)node->numports ? node->ports[entry]
						     : NULL;
	if (!port || port->remoteport || before.drpath.cnt < 1) {
		return;
	}
	last = before.drpath.p[before.drpath.cnt--];
	for (from = fabric->nodes; from; from = from->next) {
		if (same_path(&from->path_portid, &before) &&
		    last <= (unsigned int)from->numports) {
			other = from->ports[last];
			if (other && !other->remoteport) {
				other->remoteport = port;
				port->remoteport = other;
			}
			return;
		}
	}
}

struct round {
	bool (*next)(void *context, struct smp_query *query);
	void (*answer)(void *context, const struct smp_query *query,
		       const uint8_t *data);
};

static const struct round find_more[] = {
	{next_node_gap, fill_node_gap},
	{next_switch_gap, fill_switch_gap},
	{next_port_gap, fill_port_gap},
};

static const struct round find_names[] = {
	{next_name_gap, fill_name_gap},
};

/* *grown: there are ports now that lead further. */
static int run_rounds(ibnd_fabric_t *fabric, struct smp_pipeline *pipeline,
		      const struct round *rounds, size_t count, bool *grown,
		      struct error *error)
{
	size_t i;

	*grown = false;
	for (i = 0; i < count; i++) {
		struct gaps gaps = {.fabric = fabric, .node = fabric->nodes};
		struct smp_asker asker = {rounds[i].next, rounds[i].answer,
					  &gaps};

		smp_pipeline_run(pipeline, &asker);
		if (gaps.failed) {
			return error_no_memory(error);
		}
		*grown = *grown || gaps.grown;
	}
	return 0;
}

int scan_fill_gaps(ibnd_fabric_t *fabric, struct smp_pipeline *pipeline,
		   struct error *error)
{
	ibnd_node_t *node;
	bool grown;

	do {
		if (run_rounds(fabric, pipeline, find_more,
			       sizeof(find_more) / sizeof(find_more[0]), &grown,
			       error)) {
			return -1;
		}
	} while (grown);
	if (run_rounds(fabric, pipeline, find_names, 1, &grown, error)) {
		return -1;
	}
	for (node = fabric->nodes; node; node = node->next) {
		join_last_hop(fabric, node);
	}
	return 0;
}

/* --- Discovery ------------------------------------------------------------ */

ibnd_fabric_t *scan_discover(const struct scan_options *options,
			     const umad_port_t *local, struct error *error)
{
	struct ibnd_config config = {
		.max_smps = SCAN_WINDOW,
		.timeout_ms = options->timeout_ms,
		.retries = options->retries,
		.flags = IBND_CONFIG_MLX_EPI,
		.mkey = options->m_key,
	};
	ibnd_fabric_t *fabric;
	int saved;

	saved = scan_hush();
	fabric = ibnd_discover_fabric((char *)local->ca_name, local->portnum,
				      NULL, &config);
	scan_unhush(saved);
	if (!fabric) {
		error_set(error, EIO,
			  "port %d of %s does not answer subnet management "
			  "queries: nothing can be discovered from it",
			  local->portnum, local->ca_name);
		return NULL;
	}
	return fabric;
}
