/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The field's values and their words: one table each, value <-> text. */
#ifndef IBPOLICY_IBNAMES_H
#define IBPOLICY_IBNAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 0 is "not known" in every enum here: it is never written anywhere. Speeds
 * and widths are ordered: a greater value is a faster lane, a wider link.
 * (FDR10 carries 10 Gb/s a lane, FDR 14.) */
enum ib_speed {
	IB_SPEED_UNKNOWN,
	IB_SPEED_SDR,
	IB_SPEED_DDR,
	IB_SPEED_QDR,
	IB_SPEED_FDR10,
	IB_SPEED_FDR,
	IB_SPEED_EDR,
	IB_SPEED_HDR,
	IB_SPEED_NDR,
	IB_SPEED_XDR,
	IB_SPEED_COUNT
};

/* Ordered by lanes; the wire's codes (2x is 16) stay in portinfo.c. */
enum ib_width {
	IB_WIDTH_UNKNOWN,
	IB_WIDTH_1X,
	IB_WIDTH_2X,
	IB_WIDTH_4X,
	IB_WIDTH_8X,
	IB_WIDTH_12X,
	IB_WIDTH_COUNT
};

/* IBA 14.2.5.6 PortInfo: PortState, PortPhysicalState. */
enum ib_port_state {
	IB_PORT_UNKNOWN,
	IB_PORT_DOWN,
	IB_PORT_INITIALIZE,
	IB_PORT_ARMED,
	IB_PORT_ACTIVE,
	IB_PORT_STATE_COUNT
};

enum ib_phys_state {
	IB_PHYS_UNKNOWN,
	IB_PHYS_SLEEP,
	IB_PHYS_POLLING,
	IB_PHYS_DISABLED,
	IB_PHYS_TRAINING,
	IB_PHYS_LINK_UP,
	IB_PHYS_RECOVERY,
	IB_PHYS_TEST,
	IB_PHYS_STATE_COUNT
};

enum ib_node_type {
	IB_NODE_UNKNOWN,
	IB_NODE_CA,
	IB_NODE_SWITCH,
	IB_NODE_ROUTER,
	IB_NODE_TYPE_COUNT
};

/* IBA 14.2.5.13 SMInfo: SMState, plus one because 0 is "not known". */
enum ib_sm_state {
	IB_SM_UNKNOWN,
	IB_SM_NOT_ACTIVE,
	IB_SM_DISCOVERING,
	IB_SM_STANDBY,
	IB_SM_MASTER,
	IB_SM_STATE_COUNT
};

/* Membership of a port in a partition, as the site says it. Bits, so that
 * both == full | limited. */
enum ib_membership {
	IB_MEMBER_NONE = 0,
	IB_MEMBER_LIMITED = 1,
	IB_MEMBER_FULL = 2,
	IB_MEMBER_BOTH = 3
};

/* The text of a value ("HDR", "4x", "Active", "LinkUp", "switch", "master",
 * "full"), or NULL when the value is not known or out of range. Static. */
const char *ib_speed_name(enum ib_speed speed);
const char *ib_width_name(enum ib_width width);
const char *ib_port_state_name(enum ib_port_state state);
const char *ib_phys_state_name(enum ib_phys_state state);
const char *ib_node_type_name(enum ib_node_type type);
const char *ib_sm_state_name(enum ib_sm_state state);
const char *ib_membership_name(enum ib_membership membership);

/* The value of a text, letter case and all; 0 when there is none. */
enum ib_speed ib_speed_parse(const char *text);
enum ib_width ib_width_parse(const char *text);
enum ib_port_state ib_port_state_parse(const char *text);
enum ib_phys_state ib_phys_state_parse(const char *text);
enum ib_node_type ib_node_type_parse(const char *text);
enum ib_sm_state ib_sm_state_parse(const char *text);
enum ib_membership ib_membership_parse(const char *text);

/* Sets of speeds or widths: bit (1 << value) each. A run of IBA's speeds is
 * said as "SDR-HDR"; FDR10, a vendor's, is never part of a run and comes
 * last: "SDR-FDR,FDR10". Widths are listed: "1x,2x,4x". An empty set is "". */
enum { IB_SET_TEXT = 48 };
char *ib_speeds_format(char buffer[IB_SET_TEXT], unsigned int speeds);
char *ib_widths_format(char buffer[IB_SET_TEXT], unsigned int widths);

/* The set of such a text; 0 when it is none. */
unsigned int ib_speeds_parse(const char *text);
unsigned int ib_widths_parse(const char *text);

unsigned int ib_width_lanes(enum ib_width width); /* 0 when not known */

/* A link's data rate in Gb/s, as OpenSM rates a link of that speed and width
 * (IBA 13.6.x, PathRecord Rate: 4x HDR is 200); 0 when not known. */
unsigned int ib_link_rate_gbps(enum ib_speed speed, enum ib_width width);

/* MTU bytes <-> code (1..5 for 256..4096); 0 when there is none. */
unsigned int ib_mtu_bytes(unsigned int code);
unsigned int ib_mtu_code(unsigned int bytes);

/* Static rate in Gb/s <-> code of IBA 1.2.1 table 224 and its extensions
 * (2 is 2.5 Gb/s, 3 is 10, 17 is 200, ...). 2.5 has no whole number: it is
 * said as 2 and parsed from 2 (or "2.5"). 0 when there is none. */
unsigned int ib_rate_gbps(unsigned int code);
unsigned int ib_rate_code(unsigned int gbps);

/* Numbers as the site writes them: 0x and 1 to 16 (GUID) or 1 to 4 (P_Key)
 * hex digits, nothing else. Return false, *value untouched, otherwise. */
bool ib_guid_parse(const char *text, uint64_t *value);
bool ib_pkey_parse(const char *text, uint16_t *value);

enum { IB_GUID_TEXT = 19, IB_PKEY_TEXT = 7 };

/* Lower-case hex with 0x, 16 digits (GUID) or 4 (P_Key); returns buffer. */
char *ib_guid_format(char buffer[IB_GUID_TEXT], uint64_t guid);
char *ib_pkey_format(char buffer[IB_PKEY_TEXT], uint16_t pkey);

/* As RFC 5952 shortens it ("ff12:401b:8001::ffff:ffff"); returns buffer. */
enum { IB_MGID_TEXT = 46 };
char *ib_mgid_format(char buffer[IB_MGID_TEXT], const uint8_t mgid[16]);

/* A P_Key as on the wire: 15 bits of number, bit 15 = full membership. */
enum { IB_PKEY_FULL_BIT = 0x8000, IB_PKEY_DEFAULT = 0x7fff };

static inline uint16_t ib_pkey_base(uint16_t pkey)
{
	return pkey & 0x7fff;
}

static inline bool ib_pkey_is_full(uint16_t pkey)
{
	return (pkey & IB_PKEY_FULL_BIT) != 0;
}

#endif
