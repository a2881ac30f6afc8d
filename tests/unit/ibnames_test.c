/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Values and their words, both ways. */
#include "tests/unit/unit.h"

#include "policy/ibnames.h"

#include <string.h>

static void test_names_round_trip(void **state)
{
	unsigned int value;

	(void)state;
	for (value = 1; value < IB_SPEED_COUNT; value++) {
		assert_int_equal(ib_speed_parse(ib_speed_name(value)), value);
	}
	for (value = 1; value < IB_WIDTH_COUNT; value++) {
		assert_int_equal(ib_width_parse(ib_width_name(value)), value);
	}
	for (value = 1; value <= IB_MEMBER_BOTH; value++) {
		assert_int_equal(ib_membership_parse(ib_membership_name(value)),
				 value);
	}
	assert_null(ib_speed_name(IB_SPEED_UNKNOWN));
	assert_null(ib_speed_name(IB_SPEED_COUNT));
	assert_int_equal(ib_speed_parse("hdr"), 0);
}

static void test_rates(void **state)
{
	static const struct {
		enum ib_speed speed;
		enum ib_width width;
		unsigned int gbps, code;
	} rows[] = {
		{IB_SPEED_SDR, IB_WIDTH_1X, 2, 2},
		{IB_SPEED_SDR, IB_WIDTH_4X, 10, 3},
		{IB_SPEED_QDR, IB_WIDTH_4X, 40, 7},
		{IB_SPEED_FDR10, IB_WIDTH_4X, 40, 7},
		{IB_SPEED_FDR, IB_WIDTH_4X, 56, 12},
		{IB_SPEED_EDR, IB_WIDTH_4X, 100, 16},
		{IB_SPEED_HDR, IB_WIDTH_2X, 100, 16},
		{IB_SPEED_HDR, IB_WIDTH_4X, 200, 17},
		{IB_SPEED_NDR, IB_WIDTH_2X, 200, 17},
		{IB_SPEED_NDR, IB_WIDTH_4X, 400, 21},
		{IB_SPEED_XDR, IB_WIDTH_4X, 800, 23},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		assert_int_equal(ib_link_rate_gbps(rows[i].speed,
						   rows[i].width),
				 rows[i].gbps);
		assert_int_equal(ib_rate_code(rows[i].gbps), rows[i].code);
		assert_int_equal(ib_rate_gbps(rows[i].code), rows[i].gbps);
	}
	assert_int_equal(ib_rate_code(7), 0);
	assert_int_equal(ib_rate_gbps(99), 0);
}

static void test_numbers_are_strict(void **state)
{
	static const char *const bad_guid[] = {
		"",
		"0x",
		"1234",
		"0X12",
		"0x12 ",
		"0xg",
		"0x12345678901234567",
		" 0x1",
		"-0x1",
	};
	uint64_t guid = 7;
	uint16_t pkey = 7;
	char text[IB_GUID_TEXT], key[IB_PKEY_TEXT];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(bad_guid); i++) {
		assert_false(ib_guid_parse(bad_guid[i], &guid));
		assert_int_equal(guid, 7);
	}
	assert_true(ib_guid_parse("0x0C42a1030000000F", &guid));
	assert_string_equal(ib_guid_format(text, guid), "0x0c42a1030000000f");
	assert_false(ib_pkey_parse("0x12345", &pkey));
	assert_true(ib_pkey_parse("0x8001", &pkey));
	assert_string_equal(ib_pkey_format(key, pkey), "0x8001");
	assert_true(ib_pkey_is_full(pkey));
	assert_int_equal(ib_pkey_base(pkey), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_round_trip),
		cmocka_unit_test(test_rates),
		cmocka_unit_test(test_numbers_are_strict),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
