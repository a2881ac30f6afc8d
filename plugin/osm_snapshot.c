/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* OpenSM's tables -> raw copy: the only code that takes OpenSM's lock. */
#include "plugin/osm_snapshot.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <opensm/osm_config.h>
#include <opensm/osm_opensm.h>
#include <opensm/osm_multicast.h>
#include <opensm/osm_remote_sm.h>

/* SA_Key and SM_Key as OpenSM sets them when nobody says otherwise. */
#define STOCK_KEY 1

struct osm_snapshot *osm_snapshot_new(void)
{
	return calloc(1, sizeof(struct osm_snapshot));
}

void osm_snapshot_free(struct osm_snapshot *snapshot)
{
	if (!snapshot) {
		return;
	}
	free(snapshot->nodes);
	free(snapshot->ports);
	free(snapshot->keys_be);
	free(snapshot->sms);
	free(snapshot->groups);
	free(snapshot);
}

/* --- What is copied of a port -------------------------------------------- */

static bool is_switch(const osm_node_t *node)
{
	return osm_node_get_type((osm_node_t *)node) == IB_NODE_TYPE_SWITCH;
}

/* End ports, and the switch ports that face them: links between switches are
 * not a partition's business. */
static bool has_keys(const osm_node_t *node, const osm_physp_t *physp,
		     uint32_t number)
{
	const osm_physp_t *peer = physp->p_remote_physp;

	if (!is_switch(node) || number == 0) {
		return true;
	}
	return peer && !is_switch(peer->p_node);
}

static bool is_broadcast(const osm_mgrp_t *group)
{
	/* RFC 4391 section 4: ff1x:401b:PKEY::ffff:ffff */
	static const uint8_t tail[10] = {0, 0, 0, 0, 0, 0, 255, 255, 255, 255};
	const uint8_t *mgid = group->mcmember_rec.mgid.raw;

	return mgid[0] == 0xff && mgid[2] == 0x40 && mgid[3] == 0x1b &&
	       memcmp(mgid + 6, tail, sizeof(tail)) == 0;
}

static const osm_node_t *first_node(const osm_subn_t *subn)
{
	return (const osm_node_t *)cl_qmap_head(&subn->node_guid_tbl);
}

static const osm_node_t *next_node(const osm_node_t *node)
{
	return (const osm_node_t *)cl_qmap_next(&node->map_item);
}

static bool is_last(const osm_subn_t *subn, const osm_node_t *node)
{
	return &node->map_item == cl_qmap_end(&subn->node_guid_tbl);
}

/* --- Making room ---------------------------------------------------------- */

struct need {
	size_t nodes, ports, keys, sms, groups;
};

static void measure(osm_opensm_t *osm, struct need *need)
{
	const osm_subn_t *subn = &osm->subn;
	const cl_fmap_item_t *item;
	const osm_node_t *node;
	uint32_t i;

	memset(need, 0, sizeof(*need));
	CL_PLOCK_ACQUIRE(&osm->lock);
	need->nodes = cl_qmap_count(&subn->node_guid_tbl);
	need->sms = cl_qmap_count(&subn->sm_guid_tbl);
	for (node = first_node(subn); !is_last(subn, node);
	     node = next_node(node)) {
		need->ports += node->physp_tbl_size;
		for (i = 0; i < node->physp_tbl_size; i++) {
			const osm_physp_t *physp = &node->physp_table[i];

			if (osm_physp_is_valid(physp) &&
			    has_keys(node, physp, i)) {
				need->keys += IB_NUM_PKEY_ELEMENTS_IN_BLOCK *
					      osm_pkey_tbl_get_num_blocks(
						      &physp->pkeys);
			}
		}
	}
	for (item = cl_fmap_head(&subn->mgrp_mgid_tbl);
	     item != cl_fmap_end(&subn->mgrp_mgid_tbl);
	     item = cl_fmap_next(item)) {
		need->groups += is_broadcast((const osm_mgrp_t *)item);
	}
	CL_PLOCK_RELEASE(&osm->lock);
}

/* Room for one eighth more than now: a growing fabric is not an exception.
 * The memory is touched here so that the copy finds it at hand. */
static int grow(void **items, size_t *room, size_t need, size_t size)
{
	size_t more;
	void *fresh;

	if (need <= *room && *items) {
		return 0;
	}
	more = need + need / 8 + 64;
	if (more < need || more > SIZE_MAX / size) {
		return -1;
	}
	fresh = malloc(more * size);
	if (!fresh) {
		return -1;
	}
	memset(fresh, 0, more * size);
	free(*items);
	*items = fresh;
	*room = more;
	return 0;
}

int osm_snapshot_reserve(struct osm_opensm *osm, struct osm_snapshot *snapshot,
			 struct error *error)
{
	struct need need;

	measure(osm, &need);
	if (grow((void **)&snapshot->nodes, &snapshot->node_room, need.nodes,
		 sizeof(*snapshot->nodes)) != 0 ||
	    grow((void **)&snapshot->ports, &snapshot->port_room, need.ports,
		 sizeof(*snapshot->ports)) != 0 ||
	    grow((void **)&snapshot->keys_be, &snapshot->key_room, need.keys,
		 sizeof(*snapshot->keys_be)) != 0 ||
	    grow((void **)&snapshot->sms, &snapshot->sm_room, need.sms,
		 sizeof(*snapshot->sms)) != 0 ||
	    grow((void **)&snapshot->groups, &snapshot->group_room, need.groups,
		 sizeof(*snapshot->groups)) != 0) {
		return error_no_memory(error);
	}
	return 0;
}

/* --- Copying -------------------------------------------------------------- */

static bool copy_keys(struct osm_snapshot *snapshot, const osm_physp_t *physp,
		      struct raw_port *port)
{
	uint16_t blocks = osm_pkey_tbl_get_num_blocks(&physp->pkeys);
	uint16_t *keys = snapshot->keys_be + snapshot->key_count;
	uint16_t *next = keys;
	uint16_t block;
	int i;

	if ((size_t)blocks * IB_NUM_PKEY_ELEMENTS_IN_BLOCK >
	    snapshot->key_room - snapshot->key_count) {
		return false;
	}
	port->keys_known = blocks > 0;
	for (block = 0; block < blocks; block++) {
		const ib_pkey_table_t *table =
			osm_pkey_tbl_block_get(&physp->pkeys, block);

		if (!table) {
			port->keys_known = false;
			continue;
		}
		for (i = 0; i < IB_NUM_PKEY_ELEMENTS_IN_BLOCK; i++) {
			if (table->pkey_entry[i] != 0) {
				*next++ = table->pkey_entry[i];
			}
		}
	}
	port->first_key = (uint32_t)snapshot->key_count;
	port->key_count = (uint16_t)(next - keys);
	snapshot->key_count += port->key_count;
	return true;
}

static bool copy_port(struct osm_snapshot *snapshot, const osm_node_t *node,
		      const osm_physp_t *physp, uint32_t number)
{
	const osm_physp_t *peer = physp->p_remote_physp;
	struct raw_port *port;

	if (snapshot->port_count == snapshot->port_room) {
		return false;
	}
	port = &snapshot->ports[snapshot->port_count++];
	port->guid_be = physp->port_guid;
	memcpy(port->port_info, &physp->port_info, PORTINFO_SIZE);
	port->number = (uint8_t)number;
	port->fdr10 = physp->ext_port_info.link_speed_active & 1;
	port->peer_guid_be = 0;
	port->peer_number = 0;
	port->key_count = 0;
	port->keys_known = false;
	if (peer) {
		port->peer_guid_be = peer->p_node->node_info.node_guid;
		port->peer_number = peer->port_num;
	}
	if (!has_keys(node, physp, number)) {
		return true;
	}
	return copy_keys(snapshot, physp, port);
}

static bool copy_node(struct osm_snapshot *snapshot, const osm_node_t *node)
{
	struct raw_node *raw;
	uint32_t i;

	if (snapshot->node_count == snapshot->node_room) {
		return false;
	}
	raw = &snapshot->nodes[snapshot->node_count++];
	raw->guid_be = node->node_info.node_guid;
	raw->system_guid_be = node->node_info.sys_guid;
	raw->vendor_be = ib_node_info_get_vendor_id(&node->node_info);
	raw->device_be = node->node_info.device_id;
	raw->partition_cap_be = node->node_info.partition_cap;
	raw->enforce_cap_be = node->sw ? node->sw->switch_info.enforce_cap : 0;
	raw->switch_flags = node->sw ? node->sw->switch_info.flags : 0;
	raw->type = node->node_info.node_type;
	memcpy(raw->description, node->node_desc.description,
	       sizeof(raw->description));
	raw->first_port = (uint32_t)snapshot->port_count;
	for (i = 0; i < node->physp_tbl_size; i++) {
		const osm_physp_t *physp = &node->physp_table[i];

		if (osm_physp_is_valid(physp) &&
		    !copy_port(snapshot, node, physp, i)) {
			return false;
		}
	}
	raw->port_count = (uint16_t)(snapshot->port_count - raw->first_port);
	return true;
}

static bool copy_sms(struct osm_snapshot *snapshot, const osm_subn_t *subn)
{
	const cl_map_item_t *item;

	for (item = cl_qmap_head(&subn->sm_guid_tbl);
	     item != cl_qmap_end(&subn->sm_guid_tbl);
	     item = cl_qmap_next(item)) {
		const osm_remote_sm_t *remote = (const osm_remote_sm_t *)item;
		struct raw_sm *sm;

		if (snapshot->sm_count == snapshot->sm_room) {
			return false;
		}
		sm = &snapshot->sms[snapshot->sm_count++];
		sm->guid_be = remote->smi.guid;
		sm->priority_state = remote->smi.pri_state;
	}
	return true;
}

static bool copy_groups(struct osm_snapshot *snapshot, const osm_subn_t *subn)
{
	const cl_fmap_item_t *item;

	for (item = cl_fmap_head(&subn->mgrp_mgid_tbl);
	     item != cl_fmap_end(&subn->mgrp_mgid_tbl);
	     item = cl_fmap_next(item)) {
		const osm_mgrp_t *group = (const osm_mgrp_t *)item;
		const ib_member_rec_t *record = &group->mcmember_rec;
		struct raw_group *raw;

		if (!is_broadcast(group)) {
			continue;
		}
		if (snapshot->group_count == snapshot->group_room) {
			return false;
		}
		raw = &snapshot->groups[snapshot->group_count++];
		memcpy(raw->mgid, record->mgid.raw, sizeof(raw->mgid));
		raw->pkey_be = record->pkey;
		raw->qkey_be = record->qkey;
		/* The two high bits are the selector. */
		raw->mtu = record->mtu & 0x3f;
		raw->rate = record->rate & 0x3f;
		ib_member_get_sl_flow_hop(record->sl_flow_hop, &raw->sl, NULL,
					  NULL);
		raw->from_config = group->well_known;
		raw->member_count = cl_qmap_count(&group->mcm_port_tbl);
	}
	return true;
}

static void copy_settings(struct osm_snapshot *snapshot, const osm_subn_t *subn)
{
	const osm_subn_opt_t *opt = &subn->opt;
	struct subnet_options *options = &snapshot->options;

	snapshot->own_guid_be = subn->sm_port_guid;
	snapshot->own_priority = opt->sm_priority;
	snapshot->own_state = subn->sm_state;
	snapshot->errors = subn->subnet_initialization_error;
	options->known = true;
	options->allow_both_pkeys = opt->allow_both_pkeys;
	options->enforce_off =
		opt->no_partition_enforcement ||
		opt->part_enforce_enum == OSM_PARTITION_ENFORCE_TYPE_OFF;
	options->m_key_unset = opt->m_key == 0;
	options->sm_key_default = opt->sm_key == cl_hton64(STOCK_KEY) ||
				  opt->sa_key == cl_hton64(STOCK_KEY);
}

static bool copy_all(osm_opensm_t *osm, struct osm_snapshot *snapshot)
{
	const osm_subn_t *subn = &osm->subn;
	const osm_node_t *node;
	bool whole = true;

	snapshot->node_count = 0;
	snapshot->port_count = 0;
	snapshot->key_count = 0;
	snapshot->sm_count = 0;
	snapshot->group_count = 0;
	CL_PLOCK_ACQUIRE(&osm->lock);
	copy_settings(snapshot, subn);
	for (node = first_node(subn); whole && !is_last(subn, node);
	     node = next_node(node)) {
		whole = copy_node(snapshot, node);
	}
	whole = whole && copy_sms(snapshot, subn);
	whole = whole && copy_groups(snapshot, subn);
	CL_PLOCK_RELEASE(&osm->lock);
	return whole;
}

int osm_snapshot_take(struct osm_opensm *osm, struct osm_snapshot *snapshot,
		      int64_t now, struct error *error)
{
	/* Between making room and copying the tables may grow again; what
	 * grows for ever is not worth waiting for. */
	enum { TRIES = 4 };
	int i;

	for (i = 0; i < TRIES; i++) {
		if (snapshot->ports && copy_all(osm, snapshot)) {
			snapshot->taken_at = now;
			return 0;
		}
		if (osm_snapshot_reserve(osm, snapshot, error) != 0) {
			return -1;
		}
	}
	return error_set(error, 0,
			 "OpenSM's tables grew faster than they could be "
			 "copied");
}

int osm_snapshot_try_sms(struct osm_opensm *osm, struct raw_sm *sms, int room)
{
	const osm_subn_t *subn = &osm->subn;
	const cl_map_item_t *item;
	int count = 0;

	if (pthread_rwlock_tryrdlock(&osm->lock.lock) != 0) {
		return -1;
	}
	for (item = cl_qmap_head(&subn->sm_guid_tbl);
	     item != cl_qmap_end(&subn->sm_guid_tbl) && count < room;
	     item = cl_qmap_next(item)) {
		const osm_remote_sm_t *remote = (const osm_remote_sm_t *)item;

		sms[count].guid_be = remote->smi.guid;
		sms[count].priority_state = remote->smi.pri_state;
		count++;
	}
	CL_PLOCK_RELEASE(&osm->lock);
	return count;
}
