/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What OpenSM holds, in the words of view.h. */
#include <string.h>
#include <stdlib.h>

#include <opensm/osm_config.h>
#include <opensm/osm_version.h>
#include <opensm/osm_opensm.h>
#include <opensm/osm_partition.h>
#include <opensm/osm_multicast.h>

#include "tests/differential/opensm_view.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <inttypes.h>

static enum ib_node_type type_of(const osm_port_t *port)
{
	static const enum ib_node_type types[] = {
		[IB_NODE_TYPE_CA] = IB_NODE_CA,
		[IB_NODE_TYPE_SWITCH] = IB_NODE_SWITCH,
		[IB_NODE_TYPE_ROUTER] = IB_NODE_ROUTER,
	};

	return types[osm_node_get_type(port->p_node)];
}

static int compare_ports(const void *left, const void *right)
{
	const struct partitions_conf_port *a = left, *b = right;

	return (a->guid > b->guid) - (a->guid < b->guid);
}

/* One of the fabric's ports, which does not change while we look. */
static osm_port_t *find_port(osm_opensm_t *osm, uint64_t guid)
{
	cl_qmap_t *table = &osm->subn.port_guid_tbl;
	cl_map_item_t *item = cl_qmap_get(table, cl_hton64(guid));

	if (item == cl_qmap_end(table)) {
		abort();
	}
	return (osm_port_t *)item;
}

void opensm_view_fabric(struct osm_opensm *osm, struct view_fabric *fabric)
{
	cl_qmap_t *table = &osm->subn.port_guid_tbl;
	size_t count = cl_qmap_count(table), i = 0;
	cl_map_item_t *item;

	fabric->ports = calloc(count, sizeof(*fabric->ports));
	if (!fabric->ports) {
		abort();
	}
	for (item = cl_qmap_head(table); item != cl_qmap_end(table);
	     item = cl_qmap_next(item)) {
		osm_port_t *port = (osm_port_t *)item;

		fabric->ports[i++] = (struct partitions_conf_port){
			cl_ntoh64(osm_port_get_guid(port)), type_of(port)};
	}
	fabric->port_count = count;
	qsort(fabric->ports, count, sizeof(*fabric->ports), compare_ports);
	fabric->sm_guid = cl_ntoh64(osm->subn.sm_port_guid);
	fabric->min_mtu = osm->subn.min_ca_mtu;
	fabric->min_rate = osm->subn.min_ca_rate;
}

static unsigned int rank_of(const osm_prtn_t *partition)
{
	unsigned int pkey = cl_ntoh16(partition->pkey);

	return pkey == IB_PKEY_DEFAULT ? 0 : pkey;
}

static int compare_partitions(const void *left, const void *right)
{
	unsigned int a = rank_of(*(osm_prtn_t *const *)left);
	unsigned int b = rank_of(*(osm_prtn_t *const *)right);

	return (a > b) - (a < b);
}

static void add_partition(const osm_prtn_t *partition,
			  const struct view_fabric *fabric, struct strbuf *out)
{
	static const char *const letters[] = {"", "l", "f", "b"};
	size_t i;

	strbuf_addf(out, "%04x \"%s\" sl=%d", cl_ntoh16(partition->pkey),
		    partition->name, partition->sl);
	for (i = 0; i < fabric->port_count; i++) {
		uint64_t guid_be = cl_hton64(fabric->ports[i].guid);
		int membership = 0;

		membership |= cl_map_get(&partition->part_guid_tbl, guid_be)
				      ? IB_MEMBER_LIMITED
				      : 0;
		membership |= cl_map_get(&partition->full_guid_tbl, guid_be)
				      ? IB_MEMBER_FULL
				      : 0;
		if (membership) {
			strbuf_addf(out, " %" PRIx64 "=%s",
				    fabric->ports[i].guid, letters[membership]);
		}
	}
	strbuf_addch(out, '\n');
}

static void add_group(const osm_mgrp_t *group, struct strbuf *out)
{
	const ib_member_rec_t *record = &group->mcmember_rec;
	uint8_t sl, hop;
	uint32_t flow_label;
	char text[INET6_ADDRSTRLEN];

	ib_member_get_sl_flow_hop(record->sl_flow_hop, &sl, &flow_label, &hop);
	strbuf_addstr(out, "G ");
	inet_ntop(AF_INET6, record->mgid.raw, text, sizeof(text));
	strbuf_addf(out,
		    "%s pkey=%04x mtu=%u rate=%u sl=%d scope=%d q=%" PRIx64
		    " t=%d f=%" PRIx64 "\n",
		    text, cl_ntoh16(record->pkey), record->mtu & 0x3f,
		    record->rate & 0x3f, sl, record->scope_state >> 4,
		    (uint64_t)cl_ntoh32(record->qkey), record->tclass,
		    (uint64_t)flow_label);
}

static void add_index0(osm_opensm_t *osm, const struct view_fabric *fabric,
		       struct strbuf *out)
{
	size_t i;

	for (i = 0; i < fabric->port_count; i++) {
		osm_port_t *port = find_port(osm, fabric->ports[i].guid);
		uint16_t pkey = cl_ntoh16(port->p_physp->pkeys.indx0_pkey);

		strbuf_addf(out, "0:%04x ", ib_pkey_base(pkey));
	}
	strbuf_addch(out, '\n');
}

void opensm_view(struct osm_opensm *osm, const struct view_fabric *fabric,
		 struct strbuf *out)
{
	cl_qmap_t *table = &osm->subn.prtn_pkey_tbl;
	cl_fmap_t *groups = &osm->subn.mgrp_mgid_tbl;
	size_t count = cl_qmap_count(table), i = 0;
	osm_prtn_t **partitions = calloc(count + 1, sizeof(*partitions));
	cl_map_item_t *item;
	cl_fmap_item_t *group;

	if (!partitions) {
		abort();
	}
	for (item = cl_qmap_head(table); item != cl_qmap_end(table);
	     item = cl_qmap_next(item)) {
		partitions[i++] = (osm_prtn_t *)item;
	}
	qsort(partitions, count, sizeof(*partitions), compare_partitions);
	out->length = 0;
	for (i = 0; i < count; i++) {
		add_partition(partitions[i], fabric, out);
	}
	for (group = cl_fmap_head(groups); group != cl_fmap_end(groups);
	     group = cl_fmap_next(group)) {
		add_group((osm_mgrp_t *)group, out);
	}
	add_index0(osm, fabric, out);
	free(partitions);
}

static int compare_keys(const void *left, const void *right)
{
	unsigned int a = *(const uint16_t *)left, b = *(const uint16_t *)right;
	unsigned int base_a = ib_pkey_base(a), base_b = ib_pkey_base(b);

	base_a = base_a == IB_PKEY_DEFAULT ? 0 : base_a;
	base_b = base_b == IB_PKEY_DEFAULT ? 0 : base_b;
	if (base_a != base_b) {
		return base_a < base_b ? -1 : 1;
	}
	return (a > b) - (a < b);
}

bool opensm_view_pkeys(struct osm_opensm *osm, uint64_t guid,
		       struct strbuf *out, uint16_t *index0)
{
	const osm_port_t *port = find_port(osm, guid);
	const osm_pkey_tbl_t *table = &port->p_physp->pkeys;
	uint16_t keys[32 * IB_NUM_PKEY_ELEMENTS_IN_BLOCK];
	size_t count = 0, i;
	unsigned int block;

	out->length = 0;
	strbuf_addstr(out, "");
	*index0 = 0;
	for (block = 0; block < osm_pkey_tbl_get_num_blocks(table); block++) {
		const ib_pkey_table_t *entries =
			osm_pkey_tbl_block_get(table, block);

		for (i = 0; entries && i < IB_NUM_PKEY_ELEMENTS_IN_BLOCK; i++) {
			uint16_t key = cl_ntoh16(entries->pkey_entry[i]);

			if (block == 0 && i == 0) {
				*index0 = key;
			}
			if (key && count < sizeof(keys) / sizeof(keys[0])) {
				keys[count++] = key;
			}
		}
	}
	qsort(keys, count, sizeof(keys[0]), compare_keys);
	for (i = 0; i < count; i++) {
		strbuf_addf(out, " %04x", keys[i]);
	}
	return table->last_pkey_idx <
	       cl_ntoh16(port->p_node->node_info.partition_cap);
}

void opensm_view_reset_index0(struct osm_opensm *osm)
{
	cl_qmap_t *table = &osm->subn.port_guid_tbl;
	cl_map_item_t *item;

	for (item = cl_qmap_head(table); item != cl_qmap_end(table);
	     item = cl_qmap_next(item)) {
		((osm_port_t *)item)->p_physp->pkeys.indx0_pkey = 0;
	}
}

void opensm_view_reset(struct osm_opensm *osm)
{
	void (*delete_partition)(osm_subn_t *, osm_prtn_t **);
	cl_qmap_t *table = &osm->subn.prtn_pkey_tbl;
	cl_map_item_t *item;

	*(void **)&delete_partition = dlsym(RTLD_DEFAULT, "osm_prtn_delete");
	while ((item = cl_qmap_head(table)) != cl_qmap_end(table)) {
		osm_prtn_t *partition = (osm_prtn_t *)item;

		cl_qmap_remove_item(table, item);
		delete_partition(&osm->subn, &partition);
	}
}
