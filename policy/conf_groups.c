/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The multicast groups that OpenSM makes while it reads a partitions.conf. */
#include "policy/conf_groups.h"

#include <stdlib.h>
#include <string.h>

enum {
	SELECT_EXACTLY = 2,
	SELECT_LARGEST = 3, /* without a port: the smallest of the fabric */
	MTU_LAST = 5,       /* 4096 bytes */
	RATE_FIRST = 2,     /* 2.5 Gb/s */
	RATE_LAST = 22,     /* 600 Gb/s, the last that 3.3.23 knows */
	MGID_RESERVED_FLAGS = 0xe0
};

void conf_groups_init(struct conf_groups *groups)
{
	memset(groups, 0, sizeof(*groups));
}

void conf_groups_free(struct conf_groups *groups)
{
	free(groups->items);
	free(groups->slots);
	conf_groups_init(groups);
}

static size_t slot_of(const struct conf_groups *groups, const uint8_t *mgid)
{
	size_t hash = 5381, mask = groups->slot_count - 1, i;

	for (i = 0; i < CONF_MGID_SIZE; i++) {
		hash = hash * 33 ^ mgid[i];
	}
	hash ^= hash >> 15;
	for (i = hash & mask; groups->slots[i]; i = (i + 1) & mask) {
		if (!memcmp(groups->items[groups->slots[i] - 1].mgid, mgid,
			    CONF_MGID_SIZE)) {
			break;
		}
	}
	return i;
}

static struct conf_group *find(const struct conf_groups *groups,
			       const uint8_t *mgid)
{
	size_t slot;

	if (groups->slot_count == 0) {
		return NULL;
	}
	slot = groups->slots[slot_of(groups, mgid)];
	return slot ? &groups->items[slot - 1] : NULL;
}

const struct conf_group *conf_groups_find(const struct conf_groups *groups,
					  const uint8_t mgid[CONF_MGID_SIZE])
{
	return find(groups, mgid);
}

static void index_all(struct conf_groups *groups)
{
	size_t i;

	memset(groups->slots, 0, groups->slot_count * sizeof(*groups->slots));
	for (i = 0; i < groups->count; i++) {
		groups->slots[slot_of(groups, groups->items[i].mgid)] = i + 1;
	}
}

static int reserve(struct conf_groups *groups)
{
	size_t capacity = groups->capacity ? 2 * groups->capacity : 16;
	struct conf_group *items;
	size_t *slots;

	if (groups->count < groups->capacity) {
		return 0;
	}
	items = realloc(groups->items, capacity * sizeof(*items));
	if (!items) {
		return -1;
	}
	groups->items = items;
	slots = realloc(groups->slots, 2 * capacity * sizeof(*slots));
	if (!slots) {
		return -1;
	}
	groups->slots = slots;
	groups->slot_count = 2 * capacity;
	groups->capacity = capacity;
	index_all(groups);
	return 0;
}

int conf_groups_keep(struct conf_groups *groups, const struct conf_group *group)
{
	size_t slot;

	if (reserve(groups)) {
		return -1;
	}
	slot = slot_of(groups, group->mgid);
	if (!groups->slots[slot]) {
		groups->items[groups->count++] = *group;
		groups->slots[slot] = groups->count;
	}
	return 0;
}

bool conf_groups_is_ip(const uint8_t mgid[CONF_MGID_SIZE])
{
	return (mgid[2] == 0x40 || mgid[2] == 0x60) && mgid[3] == 0x1b;
}

void conf_groups_broadcast(uint8_t mgid[CONF_MGID_SIZE], uint16_t pkey)
{
	static const uint8_t ipv4[CONF_MGID_SIZE] = {
		0xff, 0x12, 0x40, 0x1b, 0,    0,    0,    0,
		0,    0,    0,    0,    0xff, 0xff, 0xff, 0xff,
	};

	memcpy(mgid, ipv4, CONF_MGID_SIZE);
	mgid[4] = (uint8_t)(0x80 | pkey >> 8);
	mgid[5] = (uint8_t)pkey;
}

/* An IP group must have the broadcast group of its scope and P_Key, or be it. */
static bool has_broadcast(const struct conf_groups *groups, const uint8_t *mgid)
{
	uint8_t broadcast[CONF_MGID_SIZE];

	conf_groups_broadcast(broadcast, 0);
	broadcast[1] = (uint8_t)(0x10 | (mgid[1] & 0x0f));
	broadcast[4] = mgid[4];
	broadcast[5] = mgid[5];
	return !memcmp(broadcast, mgid, CONF_MGID_SIZE) ||
	       find(groups, broadcast);
}

static enum conf_group_result check_mgid(const struct conf_groups *groups,
					 const uint8_t *mgid)
{
	if (conf_groups_is_ip(mgid)) {
		return has_broadcast(groups, mgid) ? CONF_GROUP_MADE
						   : CONF_GROUP_NO_BROADCAST;
	}
	if (mgid[1] & MGID_RESERVED_FLAGS) {
		return CONF_GROUP_BAD_FLAGS;
	}
	if (mgid[2] == 0xa0 && mgid[3] == 0x1b &&
	    (mgid[1] & 0x0f) == CONF_GROUP_SCOPE) {
		return CONF_GROUP_SA_SIGNATURE;
	}
	return CONF_GROUP_MADE;
}

/* OpenSM adds the selector "exactly" to the code as it stands, so bit 6 of a
 * code out of range turns it into "the largest possible", which without a port
 * is what the weakest CA port has. Returns false when it is out of range. */
static bool realize(uint8_t *code, unsigned int first, unsigned int last)
{
	if ((*code >> 6 | SELECT_EXACTLY) == SELECT_LARGEST) {
		*code = CONF_GROUP_SMALLEST;
		return true;
	}
	*code &= 0x3f;
	return *code >= first && *code <= last;
}

enum conf_group_result conf_groups_make(struct conf_groups *groups,
					const struct conf_group *request,
					const struct conf_group **made)
{
	struct conf_group group = *request;
	const struct conf_group *found;
	enum conf_group_result result;

	group.scope = group.scope ? group.scope : CONF_GROUP_SCOPE;
	group.mgid[1] = (uint8_t)((group.mgid[1] & 0xf0) | group.scope);
	found = find(groups, group.mgid);
	if (made) {
		*made = found;
	}
	if (found) {
		return found->pkey == group.pkey ? CONF_GROUP_EXISTS
						 : CONF_GROUP_SHARED;
	}
	result = check_mgid(groups, group.mgid);
	if (result != CONF_GROUP_MADE) {
		return result;
	}
	if (!realize(&group.mtu, 1, MTU_LAST)) {
		return CONF_GROUP_BAD_MTU;
	}
	if (!realize(&group.rate, RATE_FIRST, RATE_LAST)) {
		return CONF_GROUP_BAD_RATE;
	}
	if (conf_groups_keep(groups, &group)) {
		return CONF_GROUP_NO_MEMORY;
	}
	if (made) {
		*made = &groups->items[groups->count - 1];
	}
	return CONF_GROUP_MADE;
}

void conf_groups_forget_others(struct conf_groups *groups, uint16_t pkey)
{
	size_t i, kept = 0;

	for (i = 0; i < groups->count; i++) {
		if (groups->items[i].pkey == pkey) {
			groups->items[kept++] = groups->items[i];
		}
	}
	groups->count = kept;
	if (groups->slot_count) {
		index_all(groups);
	}
}
