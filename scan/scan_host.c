/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The ports of one host and what they face: a few queries for each of them. */
#include "scan/mad.h"
#include "scan/scan.h"
#include "scan/scan_discover.h"
#include "scan/scan_local.h"
#include "scan/scan_nodes.h"
#include "scan/scan_tables.h"
#include "scan/smp_pipeline.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* How to reach one of the ports. */
struct route {
	char ca[UMAD_CA_NAME_LEN]; /* by which local port */
	int port;
	ib_portid_t host; /* the port itself */
	ib_portid_t sw;   /* the switch that it faces */
};

struct visit {
	const struct scan_target *target;
	struct route route;
	struct smp_pipeline *pipeline;
	uint8_t info[SMP_DATA];     /* NodeInfo, as this port answers it */
	ibnd_port_t *port, *facing; /* as found */
};

struct host_scan {
	const struct scan_options *options;
	struct visit *visits;
	size_t count;
	ibnd_node_t *nodes;
	bool whole; /* something is not where it is declared */
};

/* --- Routes --------------------------------------------------------------- */

/* The port is of this machine: it and its switch are at hand. */
static bool find_local(const struct scan_target *target, struct route *route)
{
	char names[UMAD_MAX_DEVICES][UMAD_CA_NAME_LEN];
	int count = umad_get_cas_names(names, UMAD_MAX_DEVICES), i, j;
	bool found = false;
	umad_ca_t ca;

	for (i = 0; i < count && !found; i++) {
		if (umad_get_ca(names[i], &ca) < 0) {
			continue;
		}
		for (j = 0; j < UMAD_CA_MAX_PORTS && !found; j++) {
			const umad_port_t *port = ca.ports[j];

			if (port && be64toh(port->port_guid) == target->guid) {
				memcpy(route->ca, ca.ca_name,
				       sizeof(route->ca));
				route->port = port->portnum;
				found = true;
			}
		}
		umad_release_ca(&ca);
	}
	if (found) {
		smp_path_extend(&route->sw, (unsigned int)route->port);
	}
	return found;
}

static bool resolve(struct ibmad_port *sa, uint64_t guid, ib_portid_t *path)
{
	ib_portid_t sm = {0}, found = {0};

	if (ib_resolve_smlid_via(&sm, 0, sa) < 0 ||
	    ib_resolve_guid_via(&found, &guid, &sm, 0, sa) < 0 ||
	    found.lid <= 0) {
		return false;
	}
	path->lid = found.lid;
	return true;
}

/* Another machine's: the subnet manager knows its LID and its switch's. */
static bool find_remote(const struct scan_options *options,
			const struct scan_target *target, struct route *route)
{
	int classes[] = {IB_SMI_CLASS, IB_SMI_DIRECT_CLASS, IB_SA_CLASS};
	struct ibmad_port *sa;
	struct error error;
	umad_port_t local;
	int saved;
	bool found;

	if (!target->switch_guid ||
	    scan_local_find(options->ca, options->port, &local, &error)) {
		return false;
	}
	memcpy(route->ca, local.ca_name, sizeof(route->ca));
	route->port = local.portnum;
	saved = scan_hush();
	sa = mad_rpc_open_port(route->ca, route->port, classes, 3);
	if (sa) {
		mad_rpc_set_timeout(sa, (int)options->timeout_ms);
		mad_rpc_set_retries(sa, (int)options->retries + 1);
	}
	found = sa && resolve(sa, target->guid, &route->host) &&
		resolve(sa, target->switch_guid, &route->sw);
	if (sa) {
		mad_rpc_close_port(sa);
	}
	scan_unhush(saved);
	umad_release_port(&local);
	return found;
}

/* --- Visits --------------------------------------------------------------- */

static ibnd_node_t *find_node(const struct host_scan *scan, uint64_t guid)
{
	ibnd_node_t *node = scan->nodes;

	while (node && node->guid != guid) {
		node = node->next;
	}
	return node;
}

/* The node at the end of path; NULL: it does not answer, or no memory. */
static ibnd_node_t *visit_node(struct host_scan *scan, struct visit *visit,
			       const ib_portid_t *path, uint8_t info[SMP_DATA])
{
	uint8_t name[SMP_DATA];
	ibnd_node_t *node;
	uint64_t guid;

	if (!smp_pipeline_get(visit->pipeline, path, IB_ATTR_NODE_INFO, 0,
			      info)) {
		return NULL;
	}
	guid = mad_get_field64(info, 0, IB_NODE_GUID_F);
	node = find_node(scan, guid);
	if (node) {
		return node;
	}
	node = calloc(1, sizeof(*node));
	if (!node) {
		return NULL;
	}
	node->numports = (int)mad_get_field(info, 0, IB_NODE_NPORTS_F);
	node->ports = calloc((size_t)node->numports + 1, sizeof(*node->ports));
	if (!node->ports) {
		free(node);
		return NULL;
	}
	memcpy(node->info, info, SMP_DATA);
	node->guid = guid;
	node->type = (int)mad_get_field(info, 0, IB_NODE_TYPE_F);
	node->path_portid = *path;
	if (smp_pipeline_get(visit->pipeline, path, IB_ATTR_NODE_DESC, 0,
			     name)) {
		scan_set_name(node, name);
	}
	if (node->type == IB_NODE_SWITCH) {
		smp_pipeline_get(visit->pipeline, path, IB_ATTR_SWITCH_INFO, 0,
				 node->switchinfo);
	}
	node->next = scan->nodes;
	scan->nodes = node;
	return node;
}

/* FDR10 shows in a vendor's attribute alone. */
static bool may_be_fdr10(ibnd_port_t *port)
{
	return mad_get_field(port->info, 0, IB_PORT_LINK_SPEED_ACTIVE_F) == 4 &&
	       mad_get_field(port->info, 0, IB_PORT_LINK_SPEED_EXT_ACTIVE_F) ==
		       0;
}

static ibnd_port_t *visit_port(struct visit *visit, ibnd_node_t *node,
			       const ib_portid_t *path, unsigned int number,
			       uint64_t guid)
{
	ibnd_port_t *port;

	if (number > (unsigned int)node->numports) {
		return NULL;
	}
	port = node->ports[number];
	if (!port) {
		port = calloc(1, sizeof(*port));
		node->ports[number] = port;
	}
	if (!port || !smp_pipeline_get(visit->pipeline, path, IB_ATTR_PORT_INFO,
				       number, port->info)) {
		return NULL;
	}
	port->node = node;
	port->portnum = (int)number;
	port->guid = guid;
	port->base_lid = (uint16_t)mad_get_field(port->info, 0, IB_PORT_LID_F);
	if (number && may_be_fdr10(port)) {
		smp_pipeline_get(visit->pipeline, path,
				 IB_ATTR_MLNX_EXT_PORT_INFO, number,
				 port->ext_info);
	}
	return port;
}

/* The port hangs on that port of its switch: there a directed route of one hop
 * arrives, and from afar there the switch sends what is for the port's LID. */
static bool hangs_on(struct visit *visit, uint8_t switch_info[SMP_DATA],
		     unsigned int number)
{
	unsigned int lid = visit->port->base_lid;
	uint8_t block[SMP_DATA];

	if (visit->route.sw.drpath.cnt) {
		return mad_get_field(switch_info, 0, IB_NODE_LOCAL_PORT_F) ==
		       number;
	}
	return smp_pipeline_get(visit->pipeline, &visit->route.sw,
				IB_ATTR_LINEARFORWTBL, lid / SMP_DATA, block) &&
	       block[lid % SMP_DATA] == number;
}

static bool visit_switch(struct host_scan *scan, struct visit *visit)
{
	const struct scan_target *target = visit->target;
	const ib_portid_t *path = &visit->route.sw;
	uint8_t info[SMP_DATA];
	ibnd_node_t *node = visit_node(scan, visit, path, info);

	if (!node || node->type != IB_NODE_SWITCH ||
	    node->guid != target->switch_guid ||
	    !hangs_on(visit, info, target->switch_port) ||
	    (!node->ports[0] &&
	     !visit_port(visit, node, path, 0, node->guid))) {
		return false;
	}
	visit->facing =
		visit_port(visit, node, path, target->switch_port, node->guid);
	return visit->facing != NULL;
}

/* False: it is not as declared, or does not answer. */
static bool visit_host(struct host_scan *scan, struct visit *visit)
{
	const struct scan_target *target = visit->target;
	const ib_portid_t *path = &visit->route.host;
	ibnd_node_t *node = visit_node(scan, visit, path, visit->info);

	if (!node || mad_get_field64(visit->info, 0, IB_NODE_PORT_GUID_F) !=
			     target->guid) {
		return false;
	}
	visit->port =
		visit_port(visit, node, path,
			   mad_get_field(visit->info, 0, IB_NODE_LOCAL_PORT_F),
			   target->guid);
	if (!visit->port ||
	    mad_get_field(visit->port->info, 0, IB_PORT_PHYS_STATE_F) !=
		    IB_PHYS_LINK_UP ||
	    !visit_switch(scan, visit)) {
		return false;
	}
	visit->port->remoteport = visit->facing;
	visit->facing->remoteport = visit->port;
	return true;
}

static bool open_pipeline(const struct host_scan *scan, struct visit *visit,
			  struct error *error)
{
	const struct scan_options *options = scan->options;

	visit->pipeline =
		smp_pipeline_open(visit->route.ca, visit->route.port,
				  options->timeout_ms, options->retries,
				  SCAN_WINDOW, options->m_key, error);
	return visit->pipeline != NULL;
}

static int visit_all(struct host_scan *scan, struct error *error)
{
	size_t i;

	for (i = 0; i < scan->count && !scan->whole; i++) {
		struct visit *visit = &scan->visits[i];

		if (!find_local(visit->target, &visit->route) &&
		    !find_remote(scan->options, visit->target, &visit->route)) {
			scan->whole = true;
			break;
		}
		if (!open_pipeline(scan, visit, error)) {
			return -1;
		}
		scan->whole = !visit_host(scan, visit);
		smp_pipeline_close(visit->pipeline);
		visit->pipeline = NULL;
	}
	return 0;
}

/* --- Tables --------------------------------------------------------------- */

static int read_tables(struct host_scan *scan, struct subnet *subnet,
		       const struct scan_port *ports, size_t count,
		       struct error *error)
{
	size_t i, j;
	int status = 0;

	for (i = 0; i < scan->count && !status; i++) {
		struct visit *visit = &scan->visits[i];

		if (!open_pipeline(scan, visit, error)) {
			return -1;
		}
		/* Nodes that several visits share are reached anew. */
		visit->port->node->path_portid = visit->route.host;
		memcpy(visit->port->node->info, visit->info, SMP_DATA);
		visit->facing->node->path_portid = visit->route.sw;
		for (j = 0; j < count && !status; j++) {
			if (ports[j].found == visit->port ||
			    ports[j].found == visit->facing) {
				status = scan_pkeys(scan->options, subnet,
						    &ports[j], 1,
						    visit->pipeline, error);
			}
		}
		smp_pipeline_close(visit->pipeline);
		visit->pipeline = NULL;
	}
	return status;
}

static int make_subnet(struct host_scan *scan, struct subnet **subnet,
		       struct error *error)
{
	struct subnet *made = subnet_new();
	struct scan_port *ports = NULL;
	size_t count = 0;

	if (!made) {
		return error_no_memory(error);
	}
	made->source = SUBNET_FROM_SCAN;
	made->taken_at = scan->options->now;
	if (scan_read_nodes(scan->nodes, false, made, &ports, &count, error) ||
	    read_tables(scan, made, ports, count, error) ||
	    subnet_finish(made, error)) {
		subnet_free(made);
		free(ports);
		return -1;
	}
	free(ports);
	*subnet = made;
	return 0;
}

static void free_nodes(ibnd_node_t *node)
{
	ibnd_node_t *next;
	int i;

	for (; node; node = next) {
		next = node->next;
		for (i = 0; i <= node->numports; i++) {
			free(node->ports[i]);
		}
		free(node->ports);
		free(node);
	}
}

int scan_host(const struct scan_options *options,
	      const struct scan_target *targets, size_t count,
	      struct subnet **subnet, bool *whole, struct error *error)
{
	struct host_scan scan = {.options = options, .count = count};
	umad_port_t local;
	size_t i;
	int status;

	*whole = false;
	if (scan_local_find(options->ca, options->port, &local, error)) {
		return -1;
	}
	umad_release_port(&local);
	scan.visits = calloc(count + 1, sizeof(*scan.visits));
	if (!scan.visits) {
		return error_no_memory(error);
	}
	for (i = 0; i < count; i++) {
		scan.visits[i].target = &targets[i];
	}
	status = visit_all(&scan, error);
	if (!status && scan.whole) {
		*whole = true;
	} else if (!status) {
		status = make_subnet(&scan, subnet, error);
	}
	free_nodes(scan.nodes);
	free(scan.visits);
	return status;
}
