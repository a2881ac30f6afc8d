/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* PortInfo's raw bytes -> speeds, widths, states. */
#include "policy/portinfo.h"

#include <stddef.h>

/* Byte offsets in PortInfo. */
enum {
	BASE_LID = 16,
	CAPABILITY_MASK = 20,
	WIDTH_ENABLED = 29,
	WIDTH_SUPPORTED = 30,
	WIDTH_ACTIVE = 31,
	SPEED_SUPPORTED_STATE = 32, /* high nibble, low nibble */
	PHYS_STATE = 33,            /* high nibble */
	LMC = 34,                   /* low three bits */
	SPEED_ACTIVE_ENABLED = 35,  /* high nibble, low nibble */
	NEIGHBOR_MTU = 36,          /* high nibble */
	MTU_CAP = 41,               /* low nibble */
	VL_ENFORCE = 43,
	SPEED_EXT2 = 56, /* bits 6-5 active, 4-3 supported, 2-0 enabled */
	CAPABILITY_MASK2 = 60,
	SPEED_EXT_ACTIVE_SUPPORTED = 62, /* high nibble, low nibble */
	SPEED_EXT_ENABLED = 63           /* low five bits */
};

enum {
	CAP_IS_SM = 0x2,
	CAP_EXT_SPEEDS = 0x4000,
	CAP_MASK2 = 0x8000,
	CAP2_EXT_SPEEDS2 = 0x0800,
	ENFORCE_INBOUND = 0x08,
	ENFORCE_OUTBOUND = 0x04,
	EXT_SPEEDS_DISABLED = 30,
	LID_UNICAST_LAST = 0xbfff
};

/* One bit of a field on the wire -> our value, 0-terminated. */
struct code {
	unsigned int bit;
	unsigned int value;
};

static const struct code width_codes[] = {
	{1, IB_WIDTH_1X},  {2, IB_WIDTH_4X},  {4, IB_WIDTH_8X},
	{8, IB_WIDTH_12X}, {16, IB_WIDTH_2X}, {0, 0},
};

static const struct code speed_codes[] = {
	{1, IB_SPEED_SDR},
	{2, IB_SPEED_DDR},
	{4, IB_SPEED_QDR},
	{0, 0},
};

static const struct code speed_ext_codes[] = {
	{1, IB_SPEED_FDR},
	{2, IB_SPEED_EDR},
	{4, IB_SPEED_HDR},
	{8, IB_SPEED_NDR},
	{0, 0},
};

static const struct code speed_ext2_codes[] = {
	{1, IB_SPEED_XDR},
	{0, 0},
};

/* The extended speeds of one PortInfo, as far as its capabilities say that
 * the fields hold something. */
struct ext_speeds {
	unsigned int active, active2;
	unsigned int enabled, enabled2;
	unsigned int supported, supported2;
};

static unsigned int be16(const uint8_t *bytes)
{
	return (unsigned int)bytes[0] << 8 | bytes[1];
}

static uint32_t be32(const uint8_t *bytes)
{
	return (uint32_t)be16(bytes) << 16 | be16(bytes + 2);
}

static unsigned int code_value(const struct code *codes, unsigned int bit)
{
	for (; codes->bit; codes++) {
		if (codes->bit == bit) {
			return codes->value;
		}
	}
	return 0;
}

static unsigned int code_mask(const struct code *codes, unsigned int bits)
{
	unsigned int mask = 0;

	for (; codes->bit; codes++) {
		if (bits & codes->bit) {
			mask |= 1u << codes->value;
		}
	}
	return mask;
}

static void set_unassessed(struct subnet_port *port, const char *reason)
{
	if (!port->unassessed) {
		port->unassessed = reason;
	}
}

static void read_ext_speeds(const uint8_t *raw, const uint8_t *caps,
			    struct ext_speeds *ext)
{
	uint32_t mask = be32(caps + CAPABILITY_MASK);

	*ext = (struct ext_speeds){0};
	if (!(mask & CAP_EXT_SPEEDS)) {
		return;
	}
	ext->active = raw[SPEED_EXT_ACTIVE_SUPPORTED] >> 4;
	ext->supported = raw[SPEED_EXT_ACTIVE_SUPPORTED] & 0xf;
	ext->enabled = raw[SPEED_EXT_ENABLED] & 0x1f;
	if (ext->enabled == EXT_SPEEDS_DISABLED) {
		ext->enabled = 0;
	}
	if ((mask & CAP_MASK2) &&
	    (be16(caps + CAPABILITY_MASK2) & CAP2_EXT_SPEEDS2)) {
		ext->active2 = raw[SPEED_EXT2] >> 5 & 0x3;
		ext->supported2 = raw[SPEED_EXT2] >> 3 & 0x3;
		ext->enabled2 = raw[SPEED_EXT2] & 0x7;
	}
}

static void decode_states(struct subnet_port *port, const uint8_t *raw)
{
	/* Our enums follow the wire's order from 1 on. */
	unsigned int state = raw[SPEED_SUPPORTED_STATE] & 0xf;
	unsigned int phys = raw[PHYS_STATE] >> 4;

	port->state = IB_PORT_UNKNOWN;
	port->phys = IB_PHYS_UNKNOWN;
	if (state && state < IB_PORT_STATE_COUNT) {
		port->state = (enum ib_port_state)state;
	} else if (port->number) {
		set_unassessed(port, "PortState holds an unknown code");
	}
	if (!port->number) {
		return;
	}
	if (phys && phys < IB_PHYS_STATE_COUNT) {
		port->phys = (enum ib_phys_state)phys;
	} else {
		set_unassessed(port, "PortPhysicalState holds an unknown code");
	}
}

/* What the port may do, and what it is allowed to. */
static void decode_masks(struct subnet_port *port, const uint8_t *raw,
			 const struct ext_speeds *ext)
{
	port->width_enabled = code_mask(width_codes, raw[WIDTH_ENABLED]);
	port->width_supported = code_mask(width_codes, raw[WIDTH_SUPPORTED]);
	port->speed_enabled =
		code_mask(speed_codes, raw[SPEED_ACTIVE_ENABLED] & 0xf) |
		code_mask(speed_ext_codes, ext->enabled) |
		code_mask(speed_ext2_codes, ext->enabled2);
	port->speed_supported =
		code_mask(speed_codes, raw[SPEED_SUPPORTED_STATE] >> 4) |
		code_mask(speed_ext_codes, ext->supported) |
		code_mask(speed_ext2_codes, ext->supported2);
}

static void decode_active(struct subnet_port *port, const uint8_t *raw,
			  const struct ext_speeds *ext, bool fdr10)
{
	unsigned int legacy = raw[SPEED_ACTIVE_ENABLED] >> 4;
	unsigned int speed;

	port->width = (enum ib_width)code_value(width_codes, raw[WIDTH_ACTIVE]);
	if (!port->width) {
		set_unassessed(port, "LinkWidthActive holds an unknown code");
	}
	if (ext->active2) {
		speed = code_value(speed_ext2_codes, ext->active2);
	} else if (ext->active) {
		speed = code_value(speed_ext_codes, ext->active);
	} else {
		speed = code_value(speed_codes, legacy);
	}
	if (!speed) {
		set_unassessed(port, "the active link speed is an unknown "
				     "code");
	} else if (speed == IB_SPEED_QDR && fdr10) {
		/* The masks of the vendor's attribute are not at hand, but
		 * what is active is enabled and supported. */
		speed = IB_SPEED_FDR10;
		port->speed_enabled |= 1u << IB_SPEED_FDR10;
		port->speed_supported |= 1u << IB_SPEED_FDR10;
	}
	port->speed = (enum ib_speed)speed;
}

static void decode_mtus(struct subnet_port *port, const uint8_t *raw)
{
	unsigned int mtu = port->number ? raw[NEIGHBOR_MTU] >> 4 : 0;
	unsigned int cap = raw[MTU_CAP] & 0xf;

	port->mtu = ib_mtu_bytes(mtu);
	port->mtu_cap = ib_mtu_bytes(cap);
	/* 0: no SM has set NeighborMTU yet. */
	if ((mtu && !port->mtu) || (cap && !port->mtu_cap)) {
		set_unassessed(port, "NeighborMTU or MTUCap holds an unknown "
				     "code");
	}
}

static enum subnet_enforce decode_enforce(uint8_t byte)
{
	bool inbound = byte & ENFORCE_INBOUND,
	     outbound = byte & ENFORCE_OUTBOUND;

	if (inbound) {
		return outbound ? SUBNET_ENFORCE_BOTH : SUBNET_ENFORCE_IN;
	}
	return outbound ? SUBNET_ENFORCE_OUT : SUBNET_ENFORCE_OFF;
}

static void decode_end_port(struct subnet_port *port, const uint8_t *raw)
{
	unsigned int lid = be16(raw + BASE_LID);

	port->lid = lid <= LID_UNICAST_LAST ? lid : 0;
	port->lmc = raw[LMC] & 0x7;
	port->is_sm = (be32(raw + CAPABILITY_MASK) & CAP_IS_SM) != 0;
}

void portinfo_decode(struct subnet_port *port, const uint8_t raw[PORTINFO_SIZE],
		     const uint8_t caps[PORTINFO_SIZE], bool fdr10)
{
	struct ext_speeds ext;

	decode_states(port, raw);
	if (port->state == IB_PORT_DOWN) {
		return;
	}
	if (port->number) {
		read_ext_speeds(raw, caps, &ext);
		decode_masks(port, raw, &ext);
		decode_active(port, raw, &ext, fdr10);
	}
	decode_mtus(port, raw);
	if (caps == raw) {
		decode_end_port(port, raw);
	} else {
		port->enforce = decode_enforce(raw[VL_ENFORCE]);
	}
}
