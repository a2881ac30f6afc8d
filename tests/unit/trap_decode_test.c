/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Notices, byte by byte (IBA 14.2.5.1), and what is no notice of ours. */
#include "policy/trap.h"
#include "tests/unit/unit.h"

#include <string.h>

enum { NOTICE = TRAP_NOTICE_SIZE + TRAP_ISSUER_GID_SIZE };

/* Every byte of the details differs from its neighbours: 0x10, 0x11, ... LIDs
 * that come out too high for a port are set by the test. */
static void fill(uint8_t notice[NOTICE], unsigned int number)
{
	size_t i;

	memset(notice, 0, NOTICE);
	notice[0] = 0x80;
	notice[4] = (uint8_t)(number >> 8);
	notice[5] = (uint8_t)number;
	notice[6] = 0x01;
	notice[7] = 0x02;
	for (i = 10; i < NOTICE; i++) {
		notice[i] = (uint8_t)(0x10 + i - 10);
	}
}

static struct trap decode(unsigned int number)
{
	uint8_t notice[NOTICE];
	struct trap trap;

	fill(notice, number);
	assert_true(trap_decode(notice, sizeof(notice), 77, &trap));
	assert_int_equal(trap.at, 77);
	assert_int_equal(trap.number, number);
	assert_int_equal(trap.issuer_lid, 0x0102);
	assert_int_equal(trap.issuer_guid, 0x4e4f505152535455);
	return trap;
}

static void changes(void **state)
{
	(void)state;
	assert_int_equal(decode(128).lids[0], 0x1011);
	assert_int_equal(decode(128).lids[1], 0);
	assert_int_equal(decode(144).lids[0], 0x1213);
	assert_int_equal(decode(145).lids[0], 0x1213);
}

static void m_key(void **state)
{
	uint8_t notice[NOTICE];
	struct trap trap = decode(256);

	(void)state;
	assert_int_equal(trap.lids[0], 0x1213);
	assert_int_equal(trap.method, 0x16);
	assert_int_equal(trap.attribute, 0x1819);
	/* A directed route that began elsewhere. */
	fill(notice, 256);
	notice[12] = notice[13] = 0xff;
	assert_true(trap_decode(notice, sizeof(notice), 0, &trap));
	assert_int_equal(trap.lids[0], 0x1415);
	notice[14] = notice[15] = 0xff;
	assert_true(trap_decode(notice, sizeof(notice), 0, &trap));
	assert_int_equal(trap.lids[0], 0);
}

static void is_pair(const struct trap *trap)
{
	assert_int_equal(trap->lids[0], 0x1213);
	assert_int_equal(trap->lids[1], 0x1415);
}

static void p_and_q_key(void **state)
{
	struct trap trap = decode(257);

	(void)state;
	is_pair(&trap);
	assert_int_equal(trap.pkey, 0x1819);
	assert_int_equal(trap.queue_pairs[0], 0x1b1c1d);
	assert_int_equal(trap.queue_pairs[1], 0x1f2021);
	assert_int_equal(trap.guids[0], 0x2a2b2c2d2e2f3031);
	assert_int_equal(trap.guids[1], 0x3a3b3c3d3e3f4041);
	trap = decode(258);
	is_pair(&trap);
	assert_int_equal(trap.pkey, 0);
	assert_int_equal(trap.queue_pairs[0], 0x1b1c1d);
}

static void switch_p_key(void **state)
{
	struct trap trap = decode(259);

	(void)state;
	is_pair(&trap);
	assert_int_equal(trap.pkey, 0x1617);
	assert_int_equal(trap.queue_pairs[0], 0x191a1b);
	assert_int_equal(trap.queue_pairs[1], 0x1d1e1f);
	assert_int_equal(trap.guids[0], 0x28292a2b2c2d2e2f);
	assert_int_equal(trap.guids[1], 0x38393a3b3c3d3e3f);
	assert_int_equal(trap.switch_lid, 0x4041);
	assert_int_equal(trap.switch_port, 0x42);
}

static void lids_that_are_no_ports(void **state)
{
	uint8_t notice[NOTICE];
	struct trap trap;

	(void)state;
	fill(notice, 128);
	notice[10] = 0xbf;
	notice[11] = 0xff;
	assert_true(trap_decode(notice, sizeof(notice), 0, &trap));
	assert_int_equal(trap.lids[0], 0xbfff);
	notice[10] = 0xc0;
	notice[11] = 0x00;
	assert_true(trap_decode(notice, sizeof(notice), 0, &trap));
	assert_int_equal(trap.lids[0], 0);
}

static void what_is_not_read(void **state)
{
	static const unsigned int numbers[] = {0,   64,  127, 129,  130,   131,
					       143, 255, 260, 4711, 0xffff};
	struct trap trap = {.number = 5};
	uint8_t notice[NOTICE];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(numbers); i++) {
		fill(notice, numbers[i]);
		assert_false(trap_decode(notice, sizeof(notice), 0, &trap));
	}
	fill(notice, 257);
	assert_false(trap_decode(notice, TRAP_NOTICE_SIZE - 1, 0, &trap));
	notice[0] = 0x00; /* a vendor's own */
	assert_false(trap_decode(notice, sizeof(notice), 0, &trap));
	assert_int_equal(trap.number, 5);
	notice[0] = 0x82;
	assert_true(trap_decode(notice, TRAP_NOTICE_SIZE, 0, &trap));
	assert_int_equal(trap.issuer_guid, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changes),
		cmocka_unit_test(m_key),
		cmocka_unit_test(p_and_q_key),
		cmocka_unit_test(switch_p_key),
		cmocka_unit_test(lids_that_are_no_ports),
		cmocka_unit_test(what_is_not_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
