/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the snapshot is measured against: the same raw fields, bare. */
#include "tests/bench/bare_copy.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <opensm/osm_config.h>
#include <opensm/osm_opensm.h>

struct bare_port {
	uint64_t guid, peer_guid;
	uint8_t port_info[64];
	uint8_t number, peer_number, fdr10;
	uint32_t first_key, key_count;
};

struct bare_node {
	ib_node_info_t info;
	uint16_t enforce_cap;
	uint8_t description[64];
};

struct bare_copy {
	struct bare_port *ports;
	struct bare_node *nodes;
	uint16_t *keys;
	size_t port_room, key_room;
	size_t port_count, key_count;
};

static void *touched(size_t count, size_t size)
{
	void *memory = malloc((count + 1) * size);

	if (memory) {
		memset(memory, 1, (count + 1) * size);
	}
	return memory;
}

static void measure(struct osm_opensm *osm, struct bare_copy *copy)
{
	cl_qmap_t *table = &osm->subn.node_guid_tbl;
	cl_map_item_t *item;
	uint32_t i;

	CL_PLOCK_ACQUIRE(&osm->lock);
	for (item = cl_qmap_head(table); item != cl_qmap_end(table);
	     item = cl_qmap_next(item)) {
		osm_node_t *node = (osm_node_t *)item;

		copy->port_room += node->physp_tbl_size;
		for (i = 0; i < node->physp_tbl_size; i++) {
			copy->key_room +=
				32u * osm_pkey_tbl_get_num_blocks(
					      &node->physp_table[i].pkeys);
		}
	}
	CL_PLOCK_RELEASE(&osm->lock);
}

struct bare_copy *bare_copy_new(struct osm_opensm *osm)
{
	struct bare_copy *copy = calloc(1, sizeof(*copy));

	if (!copy) {
		return NULL;
	}
	measure(osm, copy);
	copy->ports = touched(copy->port_room, sizeof(*copy->ports));
	copy->keys = touched(copy->key_room, sizeof(*copy->keys));
	copy->nodes = touched(cl_qmap_count(&osm->subn.node_guid_tbl),
			      sizeof(*copy->nodes));
	if (!copy->ports || !copy->keys || !copy->nodes) {
		bare_copy_free(copy);
		return NULL;
	}
	return copy;
}

void bare_copy_free(struct bare_copy *copy)
{
	if (copy) {
		free(copy->ports);
		free(copy->nodes);
		free(copy->keys);
		free(copy);
	}
}

static void copy_port(struct bare_copy *copy, osm_physp_t *physp, bool keyed)
{
	struct bare_port *port = &copy->ports[copy->port_count++];
	osm_physp_t *peer = physp->p_remote_physp;
	uint16_t block, blocks;
	int i;

	port->guid = physp->port_guid;
	memcpy(port->port_info, &physp->port_info, sizeof(port->port_info));
	port->number = physp->port_num;
	port->fdr10 = physp->ext_port_info.link_speed_active;
	if (peer) {
		port->peer_guid = peer->p_node->node_info.node_guid;
		port->peer_number = peer->port_num;
	}
	port->first_key = (uint32_t)copy->key_count;
	blocks = keyed ? osm_pkey_tbl_get_num_blocks(&physp->pkeys) : 0;
	for (block = 0; block < blocks; block++) {
		ib_pkey_table_t *table =
			osm_pkey_tbl_block_get(&physp->pkeys, block);

		for (i = 0; table && i < 32; i++) {
			if (table->pkey_entry[i]) {
				copy->keys[copy->key_count++] =
					table->pkey_entry[i];
			}
		}
	}
	port->key_count = (uint32_t)copy->key_count - port->first_key;
}

void bare_copy_take(struct osm_opensm *osm, struct bare_copy *copy)
{
	cl_qmap_t *table = &osm->subn.node_guid_tbl;
	struct bare_node *next = copy->nodes;
	cl_map_item_t *item;
	uint32_t i;

	copy->port_count = 0;
	copy->key_count = 0;
	CL_PLOCK_ACQUIRE(&osm->lock);
	for (item = cl_qmap_head(table); item != cl_qmap_end(table);
	     item = cl_qmap_next(item)) {
		osm_node_t *node = (osm_node_t *)item;

		next->info = node->node_info;
		next->enforce_cap =
			node->sw ? node->sw->switch_info.enforce_cap : 0;
		memcpy(next->description, node->node_desc.description,
		       sizeof(next->description));
		next++;
		for (i = 0; i < node->physp_tbl_size; i++) {
			osm_physp_t *physp = osm_node_get_physp_ptr(node, i);

			if (physp) {
				copy_port(copy, physp,
					  !node->sw || i == 0 ||
						  (physp->p_remote_physp &&
						   !physp->p_remote_physp
							    ->p_node->sw));
			}
		}
	}
	CL_PLOCK_RELEASE(&osm->lock);
}

size_t bare_copy_ports(const struct bare_copy *copy)
{
	return copy->port_count;
}
