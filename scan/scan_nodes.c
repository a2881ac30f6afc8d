/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What was discovered -> nodes and ports of a subnet. */
#include "scan/scan_nodes.h"

#include "policy/portinfo.h"
#include "scan/scan_discover.h"

#include <stdlib.h>
#include <string.h>

/* Byte in ExtendedPortInfo; bit 0: FDR10. */
enum { EXT_SPEED_ACTIVE = 15 };

struct reading {
	struct subnet *subnet;
	struct scan_port *ports;
	size_t port_count;
	bool whole;
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

static void read_port(struct reading *reading, const ibnd_port_t *found,
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
	if (!can_enforce(found->node)) {
		port->enforce = SUBNET_ENFORCE_UNKNOWN;
	}
	port->pkey_cap = table_capacity(found);
	if (remote) {
		port->peer_guid = remote->node->guid;
		port->peer_number = (unsigned int)remote->portnum;
	} else if (port->number && port->phys == IB_PHYS_LINK_UP &&
		   !port->unassessed) {
		port->unassessed = "the other end of the link did not answer";
	}
	reading->ports[reading->port_count++] = (struct scan_port){port, found};
}

static int read_name(struct arena *arena, const ibnd_node_t *found,
		     struct subnet_node *node)
{
	if (!scan_name_is_read(found)) {
		node->unassessed = "NodeDescription did not answer";
		return 0;
	}
	node->description =
		arena_strndup(arena, found->nodedesc,
			      strnlen(found->nodedesc, IB_SMP_DATA_SIZE));
	return node->description ? 0 : -1;
}

static void read_ports(struct reading *reading, const ibnd_node_t *found,
		       struct subnet_node *node)
{
	bool is_switch = found->type == IB_NODE_SWITCH;
	size_t answered = reading->port_count;
	struct subnet_port *port;
	int i;

	for (i = 0; i <= found->numports; i++) {
		if (found->ports[i]) {
			read_port(reading, found->ports[i],
				  &node->ports[node->port_count++]);
		} else if (is_switch && reading->whole) {
			port = &node->ports[node->port_count++];
			port->number = (unsigned int)i;
			port->guid = found->guid;
			port->unassessed = "PortInfo did not answer";
		}
	}
	if (reading->port_count == answered) {
		node->port_count = 0;
		node->unassessed = "PortInfo did not answer";
	} else if (is_switch && !scan_switch_is_read(found) &&
		   !node->unassessed) {
		node->unassessed = "SwitchInfo did not answer";
	}
}

static int read_node(struct reading *reading, const ibnd_node_t *found,
		     struct subnet_node *node)
{
	struct arena *arena = reading->subnet->arena;

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
	node->ports = arena_array(arena, (size_t)found->numports + 1,
				  sizeof(*node->ports));
	if (!node->ports || read_name(arena, found, node)) {
		return -1;
	}
	read_ports(reading, found, node);
	return 0;
}

int scan_read_nodes(const ibnd_node_t *first, bool whole, struct subnet *subnet,
		    struct scan_port **ports, size_t *port_count,
		    struct error *error)
{
	struct reading reading = {.subnet = subnet, .whole = whole};
	const ibnd_node_t *node;
	size_t nodes = 0, room = 0;

	for (node = first; node; node = node->next) {
		nodes++;
		room += (size_t)node->numports + 1;
	}
	subnet->nodes =
		arena_array(subnet->arena, nodes, sizeof(*subnet->nodes));
	reading.ports = calloc(room + 1, sizeof(*reading.ports));
	for (node = first; subnet->nodes && reading.ports && node;
	     node = node->next) {
		if (read_node(&reading, node,
			      &subnet->nodes[subnet->node_count++])) {
			break;
		}
	}
	if (node) {
		free(reading.ports);
		return error_no_memory(error);
	}
	*ports = reading.ports;
	*port_count = reading.port_count;
	return 0;
}
