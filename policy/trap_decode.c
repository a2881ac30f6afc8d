/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A trap's notice, bytes as on the wire -> struct trap. */
#include "policy/trap.h"

#include <string.h>

enum {
	NOTICE_GENERIC = 0x80, /* in byte 0 */
	NOTICE_NUMBER = 4,
	NOTICE_ISSUER = 6,
	NOTICE_DETAILS = 10,
	GID_GUID = 8, /* the interface id, behind the prefix */
	PORT_LID_LAST = 0xbfff
};

static uint64_t big_endian(const uint8_t *bytes, size_t size)
{
	uint64_t value = 0;
	size_t i;

	for (i = 0; i < size; i++) {
		value = value << 8 | bytes[i];
	}
	return value;
}

/* 0 for one that is no port's: permissive, or a multicast group's. */
static unsigned int lid_at(const uint8_t *bytes)
{
	unsigned int lid = (unsigned int)big_endian(bytes, 2);

	return lid <= PORT_LID_LAST ? lid : 0;
}

static uint64_t guid_at(const uint8_t *gid)
{
	return big_endian(gid + GID_GUID, 8);
}

static void decode_switch(const uint8_t *details, struct trap *trap)
{
	trap->lids[0] = lid_at(details);
}

static void decode_port(const uint8_t *details, struct trap *trap)
{
	trap->lids[0] = lid_at(details + 2);
}

/* Directed routes begin at another LID than where they are sent from. */
static void decode_m_key(const uint8_t *details, struct trap *trap)
{
	trap->lids[0] = lid_at(details + 2);
	if (!trap->lids[0]) {
		trap->lids[0] = lid_at(details + 4);
	}
	trap->method = details[6];
	trap->attribute = (uint16_t)big_endian(details + 8, 2);
}

static void decode_pair(const uint8_t *details, struct trap *trap)
{
	trap->lids[0] = lid_at(details + 2);
	trap->lids[1] = lid_at(details + 4);
	trap->queue_pairs[0] = (uint32_t)big_endian(details + 11, 3);
	trap->queue_pairs[1] = (uint32_t)big_endian(details + 15, 3);
	trap->guids[0] = guid_at(details + 18);
	trap->guids[1] = guid_at(details + 34);
}

static void decode_p_key(const uint8_t *details, struct trap *trap)
{
	decode_pair(details, trap);
	trap->pkey = (uint16_t)big_endian(details + 8, 2);
}

static void decode_switch_p_key(const uint8_t *details, struct trap *trap)
{
	trap->lids[0] = lid_at(details + 2);
	trap->lids[1] = lid_at(details + 4);
	trap->pkey = (uint16_t)big_endian(details + 6, 2);
	trap->queue_pairs[0] = (uint32_t)big_endian(details + 9, 3);
	trap->queue_pairs[1] = (uint32_t)big_endian(details + 13, 3);
	trap->guids[0] = guid_at(details + 16);
	trap->guids[1] = guid_at(details + 32);
	trap->switch_lid = lid_at(details + 48);
	trap->switch_port = details[50];
}

static const struct {
	enum trap_number number;
	void (*decode)(const uint8_t *details, struct trap *trap);
} decoders[] = {
	{TRAP_LINK_STATE, decode_switch},
	{TRAP_CAPABILITIES, decode_port},
	{TRAP_SYSTEM_IMAGE, decode_port},
	{TRAP_BAD_M_KEY, decode_m_key},
	{TRAP_BAD_P_KEY, decode_p_key},
	{TRAP_BAD_Q_KEY, decode_pair},
	{TRAP_SWITCH_BAD_P_KEY, decode_switch_p_key},
};

bool trap_decode(const uint8_t *notice, size_t size, int64_t at,
		 struct trap *trap)
{
	struct trap decoded = {.at = at};
	size_t i;

	if (size < TRAP_NOTICE_SIZE || !(notice[0] & NOTICE_GENERIC)) {
		return false;
	}
	decoded.number = (unsigned int)big_endian(notice + NOTICE_NUMBER, 2);
	decoded.issuer_lid = lid_at(notice + NOTICE_ISSUER);
	if (size >= TRAP_NOTICE_SIZE + TRAP_ISSUER_GID_SIZE) {
		decoded.issuer_guid = guid_at(notice + TRAP_NOTICE_SIZE);
	}
	for (i = 0; i < sizeof(decoders) / sizeof(decoders[0]); i++) {
		if (decoders[i].number == decoded.number) {
			decoders[i].decode(notice + NOTICE_DETAILS, &decoded);
			*trap = decoded;
			return true;
		}
	}
	return false;
}
