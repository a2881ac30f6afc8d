/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* From a local port to a whole subnet. */
#include "scan/scan.h"

#include "policy/portinfo.h"
#include "scan/mad.h"
#include "scan/scan_discover.h"
#include "scan/scan_local.h"
#include "scan/scan_tables.h"
#include "scan/smp_pipeline.h"

#include <stdlib.h>
#include <string.h>

/* Byte in ExtendedPortInfo; bit 0: FDR10. */
enum { EXT_SPEED_ACTIVE = 15 };

struct scan {
	const struct scan_options *options;
	ibnd_fabric_t *fabric;
	struct subnet *subnet;
	struct smp_pipeline *pipeline;
	struct scan_port *ports;
	size_t port_count;
};

static bool is_external(const ibnd_port_t *port)
{
	return port->node->type == IB_NODE_SWITCH && port->portnum != 0;
}

static unsigned int table_capacity(const ibnd_port_t *port)
{
	return is_external(port) ? mad_get_field(port->node->switchinfo, 0,
						 IB_SW_PARTITION_ENFORCE_CAP_F)
				 : mad_get_field(port->node->info, 0,
						 IB_NODE_PARTITION_CAP_F);
}

/* A switch that cannot enforce partitions has no bits that say it does not. */
static bool can_enforce(const ibnd_node_t *node)
{
	return mad_get_field((void *)node->switchinfo, 0,
			     IB_SW_PARTITION_ENF_INB_F) ||
	       mad_get_field((void *)node->switchinfo, 0,
			     IB_SW_PARTITION_ENF_OUTB_F);
}

static void read_port(struct scan *scan, const ibnd_port_t *found,
		      struct subnet_port *port)
{
	const ibnd_port_t *remote = found->remoteport;
	const ibnd_port_t *port0 =
		is_external(found) ? found->node->ports[0] : NULL;

	port->number = (unsigned int)found->portnum;
	port->guid = found->guid;
	if (!mad_get_field((void *)found->info, 0, IB_PORT_STATE_F) &&
	    found->portnum) {
		port->unassessed = "PortInfo did not answer";
	}
	portinfo_decode(port, found->info, port0 ? port0->info : found->info,
			found->ext_info[EXT_SPEED_ACTIVE] & 1);
	if (port->state == IB_PORT_DOWN) {
		/* As the subnet manager keeps it: states alone. */
		port->speed_enabled = port->speed_supported = 0;
		port->width_enabled = port->width_supported = 0;
	}
	if (!can_enforce(found->node)) {
		port->enforce = SUBNET_ENFORCE_UNKNOWN;
	}
	port->pkey_cap = table_capacity(found);
	if (remote) {
		port->peer_guid = remote->node->guid;
		port->peer_number = (unsigned int)remote->portnum;
	} else if (is_external(found) && port->phys == IB_PHYS_LINK_UP &&
		   !port->unassessed) {
		port->unassessed = "the other end of the link did not answer";
	}
	scan->ports[scan->port_count++] = (struct scan_port){port, found};
}

static int read_node(struct scan *scan, const ibnd_node_t *found,
		     struct subnet_node *node)
{
	struct arena *arena = scan->subnet->arena;
	int i;

	node->guid = found->guid;
	node->type = found->type <= IB_NODE_ROUTER
			     ? (enum ib_node_type)found->type
			     : IB_NODE_UNKNOWN;
	node->system_guid =
		mad_get_field64((void *)found->info, 0, IB_NODE_SYSTEM_GUID_F);
	node->vendor =
		mad_get_field((void *)found->info, 0, IB_NODE_VENDORID_F);
	node->device = (uint16_t)mad_get_field((void *)found->info, 0,
					       IB_NODE_DEVID_F);
	node->description =
		arena_strndup(arena, found->nodedesc,
			      strnlen(found->nodedesc, IB_SMP_DATA_SIZE));
	node->ports = arena_array(arena, (size_t)found->numports + 1,
				  sizeof(*node->ports));
	if (!node->description || !node->ports) {
		return -1;
	}
	for (i = 0; i <= found->numports; i++) {
		if (found->ports[i]) {
			read_port(scan, found->ports[i],
				  &node->ports[node->port_count++]);
		} else if (found->type == IB_NODE_SWITCH) {
			node->unassessed = "PortInfo did not answer";
		}
	}
	if (!node->port_count) {
		node->unassessed = "PortInfo did not answer";
	}
	return 0;
}

static int read_nodes(struct scan *scan, struct error *error)
{
	struct subnet *subnet = scan->subnet;
	const ibnd_node_t *node;
	size_t nodes = 0, ports = 0;

	for (node = scan->fabric->nodes; node; node = node->next) {
		nodes++;
		ports += (size_t)node->numports + 1;
	}
	subnet->nodes =
		arena_array(subnet->arena, nodes, sizeof(*subnet->nodes));
	scan->ports = calloc(ports + 1, sizeof(*scan->ports));
	if (!subnet->nodes || !scan->ports) {
		return error_no_memory(error);
	}
	for (node = scan->fabric->nodes; node; node = node->next) {
		if (read_node(scan, node,
			      &subnet->nodes[subnet->node_count++])) {
			return error_no_memory(error);
		}
	}
	return 0;
}

static int read_fabric(struct scan *scan, const umad_port_t *local,
		       struct error *error)
{
	const struct scan_options *options = scan->options;

	if (options->progress) {
		options->progress(options->context, "discovery", 0, 0);
	}
	scan->fabric = scan_discover(options, local, error);
	if (!scan->fabric) {
		return -1;
	}
	scan->pipeline =
		smp_pipeline_open(local->ca_name, local->portnum,
				  options->timeout_ms, options->retries,
				  SCAN_WINDOW, options->m_key, error);
	if (!scan->pipeline ||
	    scan_fill_gaps(scan->fabric, scan->pipeline, error) ||
	    read_nodes(scan, error) ||
	    scan_pkeys(options, scan->subnet, scan->ports, scan->port_count,
		       scan->pipeline, error) ||
	    scan_sms(options, scan->subnet, scan->ports, scan->port_count,
		     scan->pipeline, error)) {
		return -1;
	}
	return subnet_finish(scan->subnet, error);
}

int scan_fabric(const struct scan_options *options, struct subnet **subnet,
		struct error *error)
{
	struct scan scan = {.options = options};
	umad_port_t local;
	int status;

	if (scan_local_find(options->ca, options->port, &local, error)) {
		return -1;
	}
	scan.subnet = subnet_new();
	if (scan.subnet) {
		scan.subnet->source = SUBNET_FROM_SCAN;
		scan.subnet->taken_at = options->now;
		status = read_fabric(&scan, &local, error);
	} else {
		status = error_no_memory(error);
	}
	if (!status) {
		*subnet = scan.subnet;
	} else {
		subnet_free(scan.subnet);
	}
	smp_pipeline_close(scan.pipeline);
	if (scan.fabric) {
		ibnd_destroy_fabric(scan.fabric);
	}
	free(scan.ports);
	umad_release_port(&local);
	return status;
}
