/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* OpenSM's tables -> raw copy under its lock -> struct subnet. */
#ifndef IBPOLICY_PLUGIN_OSM_SNAPSHOT_H
#define IBPOLICY_PLUGIN_OSM_SNAPSHOT_H

#include "policy/error.h"
#include "policy/portinfo.h"
#include "policy/subnet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct osm_opensm;

/* What is copied, as it stands in OpenSM: network byte order where the name
 * says _be. */
struct raw_port {
	uint64_t guid_be;
	uint64_t peer_guid_be; /* the peer's node GUID; 0: no link */
	uint8_t port_info[PORTINFO_SIZE];
	uint32_t first_key; /* in keys_be[] */
	uint16_t key_count;
	uint8_t number;
	uint8_t peer_number;
	uint8_t fdr10;      /* ExtendedPortInfo says FDR10 is active */
	uint8_t keys_known; /* every block of the P_Key table is there */
};

struct raw_node {
	uint64_t guid_be;
	uint64_t system_guid_be;
	uint32_t vendor_be; /* the high byte is 0 */
	uint32_t first_port;
	uint16_t port_count;
	uint16_t device_be;
	uint16_t partition_cap_be;
	uint16_t enforce_cap_be;
	uint8_t type;
	uint8_t switch_flags; /* SwitchInfo, the byte after its caps */
	char description[64]; /* not terminated */
};

struct raw_sm {
	uint64_t guid_be;
	uint8_t priority_state; /* high nibble, low nibble */
};

struct raw_group {
	uint8_t mgid[16];
	uint16_t pkey_be;
	uint32_t qkey_be;
	uint8_t mtu, rate, sl; /* codes, selectors removed */
	bool from_config;
	size_t member_count;
};

struct osm_snapshot {
	struct raw_node *nodes;
	struct raw_port *ports;
	uint16_t *keys_be;
	struct raw_sm *sms;
	struct raw_group *groups;
	size_t node_count, port_count, key_count, sm_count, group_count;
	size_t node_room, port_room, key_room, sm_room, group_room;
	int64_t taken_at; /* seconds since 1970 UTC */
	uint64_t own_guid_be;
	uint8_t own_priority;
	uint8_t own_state; /* OpenSM's code */
	bool errors;       /* subnet_initialization_error */
	struct subnet_options options;
};

struct osm_snapshot *osm_snapshot_new(void); /* NULL when out of memory */
void osm_snapshot_free(struct osm_snapshot *snapshot); /* NULL is legal */

/* Makes room for what OpenSM holds now, touching the memory so that taking it
 * later does not have to. Takes OpenSM's lock, shared, to count. Only for
 * report(). Returns 0, or -1 (out of memory, *snapshot usable as it was). */
int osm_snapshot_reserve(struct osm_opensm *osm, struct osm_snapshot *snapshot,
			 struct error *error);

/* Copies everything under OpenSM's lock, shared. Only for report() of a sweep
 * event. Makes more room where that is needed. Returns 0 or -1. */
int osm_snapshot_take(struct osm_opensm *osm, struct osm_snapshot *snapshot,
		      int64_t now, struct error *error);

/* Decodes a copy; needs no lock. *subnet is freed by the caller. Returns 0 or
 * -1. */
int osm_snapshot_decode(const struct osm_snapshot *snapshot,
			struct subnet **subnet, struct error *error);

/* The subnet managers alone, with the lock tried, never waited for: for the
 * heartbeat of a standby. room: entries of sms[]. Returns how many there are
 * (at most room), or -1 when the lock is taken. */
int osm_snapshot_try_sms(struct osm_opensm *osm, struct raw_sm *sms, int room);

struct subnet_sm osm_snapshot_decode_sm(const struct raw_sm *raw);

/* IBA 14.2.5.13's SMState plus one, or IB_SM_UNKNOWN. */
enum ib_sm_state osm_snapshot_sm_state(uint8_t code);

#endif
