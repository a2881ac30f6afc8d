/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The raw copy of OpenSM's tables -> struct subnet, outside any lock. */
#include "plugin/osm_snapshot.h"

#include <endian.h>
#include <string.h>

enum { RAW_CA = 1, RAW_SWITCH, RAW_ROUTER, RAW_TYPE_COUNT };

/* SwitchInfo: InboundEnforcementCap, OutboundEnforcementCap. */
enum { ENFORCE_CAPS = 0x80 | 0x40 };

enum ib_sm_state osm_snapshot_sm_state(uint8_t code)
{
	static const enum ib_sm_state states[] = {IB_SM_NOT_ACTIVE,
						  IB_SM_DISCOVERING,
						  IB_SM_STANDBY, IB_SM_MASTER};

	return code < sizeof(states) / sizeof(states[0]) ? states[code]
							 : IB_SM_UNKNOWN;
}

static enum ib_node_type node_type(uint8_t code)
{
	static const enum ib_node_type types[RAW_TYPE_COUNT] = {
		[RAW_CA] = IB_NODE_CA,
		[RAW_SWITCH] = IB_NODE_SWITCH,
		[RAW_ROUTER] = IB_NODE_ROUTER,
	};

	return code < RAW_TYPE_COUNT ? types[code] : IB_NODE_UNKNOWN;
}

/* Where a whole table is filled at once: host-order keys for all ports. */
static uint16_t *decode_keys(const struct osm_snapshot *snapshot,
			     struct arena *arena)
{
	uint16_t *keys = arena_array(arena, snapshot->key_count, sizeof(*keys));
	size_t i;

	for (i = 0; keys && i < snapshot->key_count; i++) {
		keys[i] = be16toh(snapshot->keys_be[i]);
	}
	return keys;
}

static bool has_key_table(const struct raw_node *node,
			  const struct subnet_port *port)
{
	return node->type != RAW_SWITCH || port->number == 0 ||
	       be16toh(node->enforce_cap_be) > 0;
}

/* What OpenSM lacks about a port after a sweep; NULL: nothing. */
static const char *why_unassessed(const struct raw_node *node,
				  const struct subnet_port *port)
{
	bool linked = port->phys == IB_PHYS_LINK_UP;
	bool external = node->type == RAW_SWITCH && port->number > 0;

	if (external && linked && port->peer_guid == 0) {
		return "the other end of the link did not answer";
	}
	if (!external && !port->pkeys_known && port->state >= IB_PORT_ARMED &&
	    has_key_table(node, port)) {
		return "P_Key table did not answer";
	}
	return NULL;
}

static void decode_port(const struct raw_node *node, const struct raw_port *raw,
			const struct raw_port *caps, const uint16_t *keys,
			struct subnet_port *port)
{
	bool external = node->type == RAW_SWITCH && raw->number > 0;
	const char *reason;

	port->number = raw->number;
	port->guid = be64toh(raw->guid_be);
	port->peer_guid = be64toh(raw->peer_guid_be);
	port->peer_number = raw->peer_number;
	portinfo_decode(port, raw->port_info, caps->port_info, raw->fdr10);
	port->pkeys_known = raw->keys_known;
	if (raw->keys_known) {
		port->pkeys = keys + raw->first_key;
		port->pkey_count = raw->key_count;
	}
	port->pkey_cap = be16toh(external ? node->enforce_cap_be
					  : node->partition_cap_be);
	if (!(node->switch_flags & ENFORCE_CAPS)) {
		port->enforce = SUBNET_ENFORCE_UNKNOWN;
	}
	reason = why_unassessed(node, port);
	if (reason && !port->unassessed) {
		port->unassessed = reason;
	}
}

static int decode_node(const struct osm_snapshot *snapshot,
		       const struct raw_node *raw, const uint16_t *keys,
		       struct arena *arena, struct subnet_node *node)
{
	const struct raw_port *ports = snapshot->ports + raw->first_port;
	size_t i;

	node->guid = be64toh(raw->guid_be);
	node->system_guid = be64toh(raw->system_guid_be);
	node->type = node_type(raw->type);
	node->vendor = be32toh(raw->vendor_be);
	node->device = be16toh(raw->device_be);
	node->description = arena_strndup(arena, raw->description,
					  strnlen(raw->description,
						  sizeof(raw->description)));
	node->ports = arena_array(arena, raw->port_count, sizeof(*node->ports));
	if (!node->description || !node->ports) {
		return -1;
	}
	node->port_count = raw->port_count;
	for (i = 0; i < raw->port_count; i++) {
		bool external = raw->type == RAW_SWITCH && ports[i].number > 0;
		/* A switch's capability masks stand in its port 0. */
		bool port0 = external && ports[0].number == 0;

		decode_port(raw, &ports[i], port0 ? &ports[0] : &ports[i], keys,
			    &node->ports[i]);
	}
	if (raw->port_count == 0) {
		node->unassessed = "none of its ports answered in this sweep";
	}
	return 0;
}

struct subnet_sm osm_snapshot_decode_sm(const struct raw_sm *raw)
{
	struct subnet_sm sm = {
		.port_guid = be64toh(raw->guid_be),
		.priority = raw->priority_state >> 4,
		.state = osm_snapshot_sm_state(raw->priority_state & 0x0f),
	};

	return sm;
}

static int decode_sms(const struct osm_snapshot *snapshot,
		      struct subnet *subnet)
{
	struct subnet_sm *sms =
		arena_array(subnet->arena, snapshot->sm_count + 1,
			    sizeof(*sms));
	size_t i;

	if (!sms) {
		return -1;
	}
	for (i = 0; i < snapshot->sm_count; i++) {
		sms[i] = osm_snapshot_decode_sm(&snapshot->sms[i]);
	}
	sms[i].port_guid = be64toh(snapshot->own_guid_be);
	sms[i].priority = snapshot->own_priority;
	sms[i].state = osm_snapshot_sm_state(snapshot->own_state);
	sms[i].local = true;
	subnet->sms = sms;
	subnet->sm_count = snapshot->sm_count + 1;
	subnet->sms_known = true;
	return 0;
}

static int decode_groups(const struct osm_snapshot *snapshot,
			 struct subnet *subnet)
{
	struct subnet_group *groups =
		arena_array(subnet->arena, snapshot->group_count,
			    sizeof(*groups));
	size_t i;

	if (!groups) {
		return -1;
	}
	for (i = 0; i < snapshot->group_count; i++) {
		const struct raw_group *raw = &snapshot->groups[i];

		memcpy(groups[i].mgid, raw->mgid, sizeof(raw->mgid));
		groups[i].pkey = ib_pkey_base(be16toh(raw->pkey_be));
		groups[i].mtu = ib_mtu_bytes(raw->mtu);
		groups[i].rate = ib_rate_gbps(raw->rate);
		groups[i].qkey = be32toh(raw->qkey_be);
		groups[i].sl = raw->sl;
		groups[i].member_count = raw->member_count;
		groups[i].from_config = raw->from_config;
	}
	subnet->groups = groups;
	subnet->group_count = snapshot->group_count;
	subnet->groups_known = true;
	return 0;
}

static int decode_nodes(const struct osm_snapshot *snapshot,
			struct subnet *subnet)
{
	struct subnet_node *nodes =
		arena_array(subnet->arena, snapshot->node_count,
			    sizeof(*nodes));
	uint16_t *keys = decode_keys(snapshot, subnet->arena);
	size_t i;

	if (!nodes || !keys) {
		return -1;
	}
	for (i = 0; i < snapshot->node_count; i++) {
		if (decode_node(snapshot, &snapshot->nodes[i], keys,
				subnet->arena, &nodes[i]) != 0) {
			return -1;
		}
	}
	subnet->nodes = nodes;
	subnet->node_count = snapshot->node_count;
	return 0;
}

int osm_snapshot_decode(const struct osm_snapshot *snapshot,
			struct subnet **subnet, struct error *error)
{
	struct subnet *fresh = subnet_new();

	if (!fresh) {
		return error_no_memory(error);
	}
	fresh->source = SUBNET_FROM_PLUGIN;
	fresh->taken_at = snapshot->taken_at;
	fresh->errors = snapshot->errors;
	fresh->options = snapshot->options;
	if (decode_nodes(snapshot, fresh) != 0 ||
	    decode_sms(snapshot, fresh) != 0 ||
	    decode_groups(snapshot, fresh) != 0) {
		subnet_free(fresh);
		return error_no_memory(error);
	}
	if (subnet_finish(fresh, error) != 0) {
		subnet_free(fresh);
		return -1;
	}
	*subnet = fresh;
	return 0;
}
