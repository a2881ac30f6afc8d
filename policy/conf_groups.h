/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The multicast groups that OpenSM makes while it reads a partitions.conf. */
#ifndef IBPOLICY_CONF_GROUPS_H
#define IBPOLICY_CONF_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	CONF_MGID_SIZE = 16,
	CONF_GROUP_MTU = 4,  /* OpenSM's defaults, as codes: 2048 bytes */
	CONF_GROUP_RATE = 3, /* 10 Gb/s */
	CONF_GROUP_SCOPE = 2,
	CONF_GROUP_QKEY = 0x0b1b, /* of IPoIB groups */
	CONF_GROUP_SMALLEST = 0   /* mtu, rate: that of the weakest CA port */
};

/* What a group has, or is asked to have. mtu and rate are codes; in a request
 * all 8 bits count, as OpenSM takes the two top ones for a selector. */
struct conf_group {
	uint8_t mgid[CONF_MGID_SIZE];
	uint16_t pkey; /* 15 bits: the partition that made it */
	uint8_t mtu, rate, sl, scope, tclass;
	uint32_t qkey, flow_label;
	unsigned int line; /* 0: it was there before this file */
};

struct conf_groups {
	struct conf_group *items; /* in order of creation */
	size_t count;
	size_t capacity;
	size_t *slots; /* open addressing by MGID, index + 1 */
	size_t slot_count;
};

enum conf_group_result {
	CONF_GROUP_MADE,
	CONF_GROUP_EXISTS, /* with what it has; the request changes nothing */
	CONF_GROUP_SHARED, /* likewise, and it is another partition's */
	CONF_GROUP_BAD_MTU,
	CONF_GROUP_BAD_RATE,
	CONF_GROUP_BAD_FLAGS,    /* reserved flag bits in the MGID */
	CONF_GROUP_SA_SIGNATURE, /* 0xa01b with link-local scope */
	CONF_GROUP_NO_BROADCAST, /* an IP group without its broadcast group */
	CONF_GROUP_NO_MEMORY
};

void conf_groups_init(struct conf_groups *groups);
void conf_groups_free(struct conf_groups *groups);

const struct conf_group *conf_groups_find(const struct conf_groups *groups,
					  const uint8_t mgid[CONF_MGID_SIZE]);

/* Finds or makes a group as OpenSM's SA does; scope 0 is link-local, and the
 * scope goes into the MGID. made (may be NULL) gets the group where there is
 * one; it is valid until the next call. Source: osm_prtn.c,
 * osm_prtn_add_mcgroup(); osm_sa_mcmember_record.c. */
enum conf_group_result conf_groups_make(struct conf_groups *groups,
					const struct conf_group *request,
					const struct conf_group **made);

/* Adds a group as it is: one that an earlier file made. Returns 0 or -1. */
int conf_groups_keep(struct conf_groups *groups,
		     const struct conf_group *group);

/* Forgets the groups of every partition but this one. */
void conf_groups_forget_others(struct conf_groups *groups, uint16_t pkey);

/* True when the MGID is of an IP group: signature 0x401b or 0x601b. */
bool conf_groups_is_ip(const uint8_t mgid[CONF_MGID_SIZE]);

/* The MGID of a partition's IPv4 broadcast group. */
void conf_groups_broadcast(uint8_t mgid[CONF_MGID_SIZE], uint16_t pkey);

#endif
