/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* PortInfo as on the wire, byte by byte (IBA 14.2.5.6). */
#include "tests/unit/unit.h"

#include "policy/portinfo.h"

#include <string.h>

enum { CAP_SM = 0x2, CAP_EXT = 0x4000, CAP_2 = 0x8000, CAP2_EXT2 = 0x0800 };

/* What one row sets; everything else is an ordinary Active 4096 port. */
struct wire {
	unsigned int legacy; /* LinkSpeedActive */
	unsigned int ext;    /* LinkSpeedExtActive */
	unsigned int ext2;   /* LinkSpeedExtActive2 */
	bool fdr10;
	unsigned int width;
};

static void put16(uint8_t *raw, size_t at, unsigned int value)
{
	raw[at] = (uint8_t)(value >> 8);
	raw[at + 1] = (uint8_t)value;
}

static void put_caps(uint8_t *raw, unsigned int mask, unsigned int mask2)
{
	put16(raw, 20, mask >> 16);
	put16(raw, 22, mask & 0xffff);
	put16(raw, 60, mask2);
}

static void put_port(uint8_t *raw, const struct wire *wire)
{
	memset(raw, 0, PORTINFO_SIZE);
	put16(raw, 16, 0x0123);
	put_caps(raw, CAP_EXT | CAP_2, CAP2_EXT2);
	raw[29] = 0x13; /* enabled 1x 4x 2x */
	raw[30] = 0x1f;
	raw[31] = (uint8_t)wire->width;
	raw[32] = 0x7 << 4 | 4; /* SDR DDR QDR, Active */
	raw[33] = 5 << 4;       /* LinkUp */
	raw[35] = (uint8_t)(wire->legacy << 4 | 0x7);
	raw[36] = 5 << 4; /* 4096 */
	raw[41] = 5;
	raw[56] = (uint8_t)(wire->ext2 << 5 | 1 << 3 | 1);
	raw[62] = (uint8_t)(wire->ext << 4 | 0xf);
	raw[63] = 0xf;
}

static void test_every_speed_and_width(void **state)
{
	static const struct {
		struct wire wire;
		enum ib_speed speed;
	} speeds[] = {
		{{.legacy = 1}, IB_SPEED_SDR},
		{{.legacy = 2}, IB_SPEED_DDR},
		{{.legacy = 4}, IB_SPEED_QDR},
		{{.legacy = 4, .fdr10 = true}, IB_SPEED_FDR10},
		{{.legacy = 4, .ext = 1}, IB_SPEED_FDR},
		{{.legacy = 4, .ext = 1, .fdr10 = true}, IB_SPEED_FDR},
		{{.legacy = 4, .ext = 2}, IB_SPEED_EDR},
		{{.legacy = 0, .ext = 2}, IB_SPEED_EDR},
		{{.legacy = 4, .ext = 4}, IB_SPEED_HDR},
		{{.legacy = 4, .ext = 8}, IB_SPEED_NDR},
		{{.legacy = 4, .ext2 = 1}, IB_SPEED_XDR},
		{{.legacy = 4, .ext = 8, .ext2 = 1}, IB_SPEED_XDR},
	};
	static const struct {
		unsigned int code;
		enum ib_width width;
	} widths[] = {
		{1, IB_WIDTH_1X},  {2, IB_WIDTH_4X},  {4, IB_WIDTH_8X},
		{8, IB_WIDTH_12X}, {16, IB_WIDTH_2X},
	};
	size_t i, j;

	(void)state;
	for (i = 0; i < COUNT(speeds); i++) {
		for (j = 0; j < COUNT(widths); j++) {
			struct wire wire = speeds[i].wire;
			struct subnet_port port = {.number = 1};
			uint8_t raw[PORTINFO_SIZE];

			wire.width = widths[j].code;
			put_port(raw, &wire);
			portinfo_decode(&port, raw, raw, wire.fdr10);
			assert_int_equal(port.speed, speeds[i].speed);
			assert_int_equal(port.width, widths[j].width);
			assert_int_equal(port.state, IB_PORT_ACTIVE);
			assert_int_equal(port.phys, IB_PHYS_LINK_UP);
			assert_int_equal(port.lid, 0x123);
			assert_int_equal(port.mtu, 4096);
			assert_int_equal(port.mtu_cap, 4096);
			assert_null(port.unassessed);
		}
	}
}

static const struct wire hdr = {.legacy = 4, .ext = 4, .width = 2};

static unsigned int bits(enum ib_speed first, enum ib_speed last)
{
	unsigned int mask = 0;

	for (; first <= last; first++) {
		if (first != IB_SPEED_FDR10) {
			mask |= 1u << first;
		}
	}
	return mask;
}

static void test_masks(void **state)
{
	struct subnet_port port = {.number = 1};
	uint8_t raw[PORTINFO_SIZE];

	(void)state;
	put_port(raw, &hdr);
	raw[63] = 0x7; /* FDR EDR HDR */
	raw[56] = 1 << 3;
	portinfo_decode(&port, raw, raw, false);
	assert_int_equal(port.speed_enabled, bits(IB_SPEED_SDR, IB_SPEED_HDR));
	assert_int_equal(port.speed_supported,
			 bits(IB_SPEED_SDR, IB_SPEED_XDR));
	assert_int_equal(port.width_enabled, 1u << IB_WIDTH_1X |
						     1u << IB_WIDTH_2X |
						     1u << IB_WIDTH_4X);
	assert_int_equal(port.width_supported,
			 1u << IB_WIDTH_1X | 1u << IB_WIDTH_2X |
				 1u << IB_WIDTH_4X | 1u << IB_WIDTH_8X |
				 1u << IB_WIDTH_12X);
}

static void test_ext_speeds_disabled(void **state)
{
	struct subnet_port port = {.number = 1};
	uint8_t raw[PORTINFO_SIZE];
	struct wire qdr = {.legacy = 4, .width = 2};

	(void)state;
	put_port(raw, &qdr);
	raw[63] = 30;
	raw[56] = 1 << 3;
	portinfo_decode(&port, raw, raw, false);
	assert_int_equal(port.speed, IB_SPEED_QDR);
	assert_int_equal(port.speed_enabled, bits(IB_SPEED_SDR, IB_SPEED_QDR));
	assert_null(port.unassessed);
}

/* Supported and enabled, yet not active: the port says QDR, and QDR it is. */
static void test_ext_supported_not_active(void **state)
{
	struct subnet_port port = {.number = 1};
	uint8_t raw[PORTINFO_SIZE];
	struct wire qdr = {.legacy = 4, .width = 2};

	(void)state;
	put_port(raw, &qdr);
	portinfo_decode(&port, raw, raw, false);
	assert_int_equal(port.speed, IB_SPEED_QDR);
	assert_int_equal(port.speed_enabled, bits(IB_SPEED_SDR, IB_SPEED_XDR));
	assert_null(port.unassessed);
}

static void test_fdr10_is_enabled(void **state)
{
	struct subnet_port port = {.number = 1};
	uint8_t raw[PORTINFO_SIZE];
	struct wire qdr = {.legacy = 4, .width = 2};

	(void)state;
	put_port(raw, &qdr);
	portinfo_decode(&port, raw, raw, true);
	assert_int_equal(port.speed, IB_SPEED_FDR10);
	assert_true(port.speed_enabled & 1u << IB_SPEED_FDR10);
	assert_true(port.speed_supported & 1u << IB_SPEED_FDR10);
}

/* What the capability masks do not vouch for does not count. */
static void test_capability_masks(void **state)
{
	static const struct {
		unsigned int mask, mask2;
		unsigned int ext, ext2;
		enum ib_speed speed;
	} rows[] = {
		{CAP_EXT | CAP_2, CAP2_EXT2, 8, 1, IB_SPEED_XDR},
		{CAP_EXT | CAP_2, 0, 8, 1, IB_SPEED_NDR},
		{CAP_EXT, CAP2_EXT2, 8, 1, IB_SPEED_NDR},
		{CAP_2, CAP2_EXT2, 8, 1, IB_SPEED_QDR},
		{0, 0, 4, 0, IB_SPEED_QDR},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct wire wire = {.legacy = 4,
				    .ext = rows[i].ext,
				    .ext2 = rows[i].ext2,
				    .width = 2};
		struct subnet_port port = {.number = 1};
		uint8_t raw[PORTINFO_SIZE];

		put_port(raw, &wire);
		put_caps(raw, rows[i].mask, rows[i].mask2);
		portinfo_decode(&port, raw, raw, false);
		assert_int_equal(port.speed, rows[i].speed);
	}
}

/* A switch's external port: its own masks are 0, port 0's count. */
static void test_external_port(void **state)
{
	static const struct {
		unsigned int byte;
		enum subnet_enforce enforce;
	} rows[] = {
		{0x40, SUBNET_ENFORCE_OFF},
		{0x48, SUBNET_ENFORCE_IN},
		{0x44, SUBNET_ENFORCE_OUT},
		{0x4c, SUBNET_ENFORCE_BOTH},
	};
	uint8_t raw[PORTINFO_SIZE], caps[PORTINFO_SIZE];
	size_t i;

	(void)state;
	put_port(caps, &hdr);
	put_caps(caps, CAP_EXT | CAP_2 | CAP_SM, CAP2_EXT2);
	for (i = 0; i < COUNT(rows); i++) {
		struct subnet_port port = {.number = 7};

		put_port(raw, &hdr);
		put_caps(raw, 0, 0);
		raw[43] = (uint8_t)rows[i].byte;
		portinfo_decode(&port, raw, caps, false);
		assert_int_equal(port.speed, IB_SPEED_HDR);
		assert_int_equal(port.enforce, rows[i].enforce);
		assert_int_equal(port.lid, 0);
		assert_false(port.is_sm);
	}
}

static void test_port_zero(void **state)
{
	struct subnet_port port = {.number = 0};
	uint8_t raw[PORTINFO_SIZE];

	(void)state;
	put_port(raw, &hdr);
	put_caps(raw, CAP_EXT | CAP_2 | CAP_SM, CAP2_EXT2);
	raw[31] = 0;
	raw[33] = 0;
	portinfo_decode(&port, raw, raw, false);
	assert_int_equal(port.speed, IB_SPEED_UNKNOWN);
	assert_int_equal(port.width, IB_WIDTH_UNKNOWN);
	assert_int_equal(port.speed_enabled, 0);
	assert_int_equal(port.phys, IB_PHYS_UNKNOWN);
	assert_int_equal(port.mtu, 0);
	assert_int_equal(port.mtu_cap, 4096);
	assert_int_equal(port.lid, 0x123);
	assert_int_equal(port.enforce, SUBNET_ENFORCE_UNKNOWN);
	assert_true(port.is_sm);
	assert_null(port.unassessed);
}

static void test_down_port(void **state)
{
	struct subnet_port port = {.number = 3};
	uint8_t raw[PORTINFO_SIZE];

	(void)state;
	put_port(raw, &hdr);
	raw[32] = 0x7 << 4 | 1;
	raw[33] = 2 << 4;
	raw[31] = 0xff;
	raw[62] = 0xff;
	raw[36] = 0xf0;
	portinfo_decode(&port, raw, raw, false);
	assert_int_equal(port.state, IB_PORT_DOWN);
	assert_int_equal(port.phys, IB_PHYS_POLLING);
	assert_int_equal(port.speed, IB_SPEED_UNKNOWN);
	assert_int_equal(port.width, IB_WIDTH_UNKNOWN);
	assert_int_equal(port.mtu, 0);
	assert_int_equal(port.mtu_cap, 0);
	assert_int_equal(port.lid, 0);
	assert_int_equal(port.speed_enabled, 0);
	assert_int_equal(port.speed_supported, 0);
	assert_int_equal(port.width_enabled, 0);
	assert_null(port.unassessed);
}

static void test_states(void **state)
{
	static const struct {
		unsigned int code;
		enum ib_port_state state;
	} states[] = {
		{1, IB_PORT_DOWN},     {2, IB_PORT_INITIALIZE},
		{3, IB_PORT_ARMED},    {4, IB_PORT_ACTIVE},
		{0, IB_PORT_UNKNOWN},  {5, IB_PORT_UNKNOWN},
		{15, IB_PORT_UNKNOWN},
	};
	static const struct {
		unsigned int code;
		enum ib_phys_state phys;
	} physes[] = {
		{1, IB_PHYS_SLEEP},    {2, IB_PHYS_POLLING},
		{3, IB_PHYS_DISABLED}, {4, IB_PHYS_TRAINING},
		{5, IB_PHYS_LINK_UP},  {6, IB_PHYS_RECOVERY},
		{7, IB_PHYS_TEST},     {0, IB_PHYS_UNKNOWN},
		{8, IB_PHYS_UNKNOWN},
	};
	uint8_t raw[PORTINFO_SIZE];
	size_t i;

	(void)state;
	put_port(raw, &hdr);
	for (i = 0; i < COUNT(states); i++) {
		struct subnet_port port = {.number = 1};

		raw[32] = (uint8_t)(0x70 | states[i].code);
		portinfo_decode(&port, raw, raw, false);
		assert_int_equal(port.state, states[i].state);
		assert_int_equal(port.unassessed != NULL,
				 states[i].state == IB_PORT_UNKNOWN);
	}
	put_port(raw, &hdr);
	for (i = 0; i < COUNT(physes); i++) {
		struct subnet_port port = {.number = 1};

		raw[33] = (uint8_t)(physes[i].code << 4 | 2);
		portinfo_decode(&port, raw, raw, false);
		assert_int_equal(port.phys, physes[i].phys);
		assert_int_equal(port.unassessed != NULL,
				 physes[i].phys == IB_PHYS_UNKNOWN);
	}
}

/* A code nobody knows is never slow and never right: it is not known. */
static void test_unknown_codes(void **state)
{
	static const struct {
		size_t at;
		uint8_t byte;
		enum ib_speed speed;
		enum ib_width width;
		unsigned int mtu, mtu_cap;
	} rows[] = {
		{31, 0, IB_SPEED_HDR, IB_WIDTH_UNKNOWN, 4096, 4096},
		{31, 3, IB_SPEED_HDR, IB_WIDTH_UNKNOWN, 4096, 4096},
		{31, 32, IB_SPEED_HDR, IB_WIDTH_UNKNOWN, 4096, 4096},
		{62, 0x3f, IB_SPEED_UNKNOWN, IB_WIDTH_4X, 4096, 4096},
		{56, 2 << 5, IB_SPEED_UNKNOWN, IB_WIDTH_4X, 4096, 4096},
		{56, 3 << 5, IB_SPEED_UNKNOWN, IB_WIDTH_4X, 4096, 4096},
		{36, 0x60, IB_SPEED_HDR, IB_WIDTH_4X, 0, 4096},
		{41, 0x0f, IB_SPEED_HDR, IB_WIDTH_4X, 4096, 0},
	};
	uint8_t raw[PORTINFO_SIZE];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct subnet_port port = {.number = 1};

		put_port(raw, &hdr);
		raw[rows[i].at] = rows[i].byte;
		portinfo_decode(&port, raw, raw, false);
		assert_int_equal(port.speed, rows[i].speed);
		assert_int_equal(port.width, rows[i].width);
		assert_int_equal(port.mtu, rows[i].mtu);
		assert_int_equal(port.mtu_cap, rows[i].mtu_cap);
		assert_non_null(port.unassessed);
	}
	for (i = 0; i < 16; i++) {
		struct subnet_port port = {.number = 1};
		struct wire wire = {.legacy = (unsigned int)i, .width = 2};
		bool known = i == 1 || i == 2 || i == 4;

		put_port(raw, &wire);
		portinfo_decode(&port, raw, raw, false);
		assert_int_equal(port.speed != IB_SPEED_UNKNOWN, known);
		assert_int_equal(port.unassessed == NULL, known);
	}
}

static void test_an_earlier_reason_stays(void **state)
{
	static const char earlier[] = "P_Key table did not answer";
	struct subnet_port port = {.number = 1, .unassessed = earlier};
	uint8_t raw[PORTINFO_SIZE];

	(void)state;
	put_port(raw, &hdr);
	raw[31] = 0;
	portinfo_decode(&port, raw, raw, false);
	assert_ptr_equal(port.unassessed, earlier);
}

static void test_lids(void **state)
{
	static const struct {
		unsigned int wire, lid;
	} rows[] = {
		{0, 0}, {1, 1}, {0xbfff, 0xbfff}, {0xc000, 0}, {0xffff, 0},
	};
	uint8_t raw[PORTINFO_SIZE];
	size_t i;

	(void)state;
	put_port(raw, &hdr);
	for (i = 0; i < COUNT(rows); i++) {
		struct subnet_port port = {.number = 1};

		put16(raw, 16, rows[i].wire);
		portinfo_decode(&port, raw, raw, false);
		assert_int_equal(port.lid, rows[i].lid);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_speed_and_width),
		cmocka_unit_test(test_masks),
		cmocka_unit_test(test_ext_speeds_disabled),
		cmocka_unit_test(test_ext_supported_not_active),
		cmocka_unit_test(test_fdr10_is_enabled),
		cmocka_unit_test(test_capability_masks),
		cmocka_unit_test(test_external_port),
		cmocka_unit_test(test_port_zero),
		cmocka_unit_test(test_down_port),
		cmocka_unit_test(test_states),
		cmocka_unit_test(test_unknown_codes),
		cmocka_unit_test(test_an_earlier_reason_stays),
		cmocka_unit_test(test_lids),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
