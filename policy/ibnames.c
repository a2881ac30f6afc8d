/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The field's values and their words. */
#include "policy/ibnames.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const speed_names[IB_SPEED_COUNT] = {
	NULL, "SDR", "DDR", "QDR", "FDR10", "FDR", "EDR", "HDR", "NDR", "XDR",
};

static const char *const width_names[IB_WIDTH_COUNT] = {
	NULL, "1x", "2x", "4x", "8x", "12x",
};

static const char *const port_state_names[IB_PORT_STATE_COUNT] = {
	NULL, "Down", "Initialize", "Armed", "Active",
};

static const char *const phys_state_names[IB_PHYS_STATE_COUNT] = {
	NULL,       "Sleep",  "Polling",           "Disabled",
	"Training", "LinkUp", "LinkErrorRecovery", "PhyTest",
};

static const char *const node_type_names[IB_NODE_TYPE_COUNT] = {
	NULL,
	"ca",
	"switch",
	"router",
};

static const char *const sm_state_names[IB_SM_STATE_COUNT] = {
	NULL, "not-active", "discovering", "standby", "master",
};

static const char *const membership_names[] = {
	NULL,
	"limited",
	"full",
	"both",
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static const char *name_of(const char *const table[], size_t count,
			   unsigned int value)
{
	return value < count ? table[value] : NULL;
}

static unsigned int value_of(const char *const table[], size_t count,
			     const char *text)
{
	unsigned int value;

	for (value = 1; value < count; value++) {
		if (strcmp(table[value], text) == 0) {
			return value;
		}
	}
	return 0;
}

#define NAMES(what, table)                                                     \
	const char *ib_##what##_name(enum ib_##what value)                     \
	{                                                                      \
		return name_of(table, COUNT(table), (unsigned int)value);      \
	}                                                                      \
	enum ib_##what ib_##what##_parse(const char *text)                     \
	{                                                                      \
		return (enum ib_##what)value_of(table, COUNT(table), text);    \
	}

NAMES(speed, speed_names)
NAMES(width, width_names)
NAMES(port_state, port_state_names)
NAMES(phys_state, phys_state_names)
NAMES(node_type, node_type_names)
NAMES(sm_state, sm_state_names)
NAMES(membership, membership_names)

unsigned int ib_width_lanes(enum ib_width width)
{
	static const unsigned int lanes[IB_WIDTH_COUNT] = {0, 1, 2, 4, 8, 12};

	return (unsigned int)width < IB_WIDTH_COUNT ? lanes[width] : 0;
}

unsigned int ib_link_rate_gbps(enum ib_speed speed, enum ib_width width)
{
	/* Tenths of Gb/s per lane; a 4x FDR link is rated 56, a 1x one 14. */
	static const unsigned int lane[IB_SPEED_COUNT] = {
		0, 25, 50, 100, 100, 140, 250, 500, 1000, 2000,
	};

	if ((unsigned int)speed >= IB_SPEED_COUNT) {
		return 0;
	}
	return lane[speed] * ib_width_lanes(width) / 10;
}

unsigned int ib_mtu_bytes(unsigned int code)
{
	return code >= 1 && code <= 5 ? 128u << code : 0;
}

unsigned int ib_mtu_code(unsigned int bytes)
{
	unsigned int code;

	for (code = 1; code <= 5; code++) {
		if (ib_mtu_bytes(code) == bytes) {
			return code;
		}
	}
	return 0;
}

static const unsigned int rate_by_code[] = {
	0,   0,   2,  10,  30,  5,   20, 40, 60,  80,  120, 14,   56,
	112, 168, 25, 100, 200, 300, 28, 50, 400, 600, 800, 1200,
};

unsigned int ib_rate_gbps(unsigned int code)
{
	return code < COUNT(rate_by_code) ? rate_by_code[code] : 0;
}

unsigned int ib_rate_code(unsigned int gbps)
{
	unsigned int code;

	for (code = 2; code < COUNT(rate_by_code); code++) {
		if (rate_by_code[code] == gbps) {
			return code;
		}
	}
	return 0;
}

static bool parse_hex(const char *text, size_t most_digits, uint64_t *value)
{
	size_t digits;

	if (text[0] != '0' || text[1] != 'x') {
		return false;
	}
	digits = strspn(text + 2, "0123456789abcdefABCDEF");
	if (digits == 0 || digits > most_digits || text[2 + digits]) {
		return false;
	}
	*value = strtoull(text + 2, NULL, 16);
	return true;
}

bool ib_guid_parse(const char *text, uint64_t *value)
{
	return parse_hex(text, 16, value);
}

bool ib_pkey_parse(const char *text, uint16_t *value)
{
	uint64_t wide;

	if (!parse_hex(text, 4, &wide)) {
		return false;
	}
	*value = (uint16_t)wide;
	return true;
}

char *ib_guid_format(char buffer[IB_GUID_TEXT], uint64_t guid)
{
	snprintf(buffer, IB_GUID_TEXT, "0x%016" PRIx64, guid);
	return buffer;
}

char *ib_pkey_format(char buffer[IB_PKEY_TEXT], uint16_t pkey)
{
	snprintf(buffer, IB_PKEY_TEXT, "0x%04x", (unsigned int)pkey);
	return buffer;
}

char *ib_mgid_format(char buffer[IB_MGID_TEXT], const uint8_t mgid[16])
{
	inet_ntop(AF_INET6, mgid, buffer, IB_MGID_TEXT);
	return buffer;
}
