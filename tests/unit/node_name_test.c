/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* NodeDescriptions as fabrics show them. */
#include "tests/unit/unit.h"

#include "policy/node_name.h"

#include <string.h>

static void test_parse(void **state)
{
	static const struct {
		const char *description;
		enum node_name_kind kind;
		const char *host, *device, *model;
	} rows[] = {
		{NULL, NODE_NAME_NONE, "", "", ""},
		{"", NODE_NAME_NONE, "", "", ""},
		{"  \t ", NODE_NAME_NONE, "", "", ""},
		{"gpu001 mlx5_0", NODE_NAME_HOST, "gpu001", "mlx5_0", ""},
		{" gpu001  mlx5_1 ", NODE_NAME_HOST, "gpu001", "mlx5_1", ""},
		{"gpu001 HCA-1", NODE_NAME_HOST, "gpu001", "HCA-1", ""},
		{"gpu001 ibp11s0f0", NODE_NAME_HOST, "gpu001", "ibp11s0f0", ""},
		{"gpu001.example.net mlx5_0", NODE_NAME_HOST,
		 "gpu001.example.net", "mlx5_0", ""},
		{"leaf01", NODE_NAME_HOST, "leaf01", "", ""},
		{"ubuntu mlx5_0", NODE_NAME_HOST, "ubuntu", "mlx5_0", ""},
		{"node 7 mlx5_0", NODE_NAME_HOST, "node", "7 mlx5_0", ""},
		{"\xff\x1b host", NODE_NAME_HOST, "\xff\x1b", "host", ""},
		{"MT4123 ConnectX6   Mellanox Technologies", NODE_NAME_UNSET,
		 "", "", ""},
		{"MT4129 ConnectX7", NODE_NAME_UNSET, "", "", ""},
		{"MT25408 ConnectX Mellanox Technologies", NODE_NAME_UNSET, "",
		 "", ""},
		{"MT4129", NODE_NAME_HOST, "MT4129", "", ""},
		{"mt4000a mlx5_0", NODE_NAME_HOST, "mt4000a", "mlx5_0", ""},
		{"Infiniscale-IV Mellanox Technologies", NODE_NAME_UNSET, "",
		 "", ""},
		{"SwitchIB Mellanox Technologies", NODE_NAME_UNSET, "", "", ""},
		{"ISR9024 Voltaire", NODE_NAME_UNSET, "", "", ""},
		{"QLogic 12200 GUID=0x00066a00e3001234", NODE_NAME_UNSET, "",
		 "", ""},
		{"localhost mlx5_0", NODE_NAME_UNSET, "", "", ""},
		{"localhost.localdomain HCA-1", NODE_NAME_UNSET, "", "", ""},
		{"(none) mlx5_0", NODE_NAME_UNSET, "", "", ""},
		{"HCA-1", NODE_NAME_UNSET, "", "", ""},
		{" mlx5_10", NODE_NAME_UNSET, "", "", ""},
		{"Mellanox Technologies Aggregation Node",
		 NODE_NAME_AGGREGATION, "", "", ""},
		{"MF0;leaf01:MQM8700/U1", NODE_NAME_SWITCH, "leaf01", "U1",
		 "MQM8700"},
		{"MF0;dir01:MCS8500/L17/U2", NODE_NAME_SWITCH, "dir01",
		 "L17/U2", "MCS8500"},
		{"MF0;a:b:MQM9700/U1", NODE_NAME_SWITCH, "a:b", "U1",
		 "MQM9700"},
		{"MF0;leaf01", NODE_NAME_SWITCH, "leaf01", "", ""},
		{"MF0;:MQM8700/U1", NODE_NAME_UNSET, "", "", ""},
		{"MF0;localhost:MQM8700/U1", NODE_NAME_UNSET, "", "", ""},
		{"MF;leaf01:MQM8700/U1", NODE_NAME_HOST, "MF;leaf01:MQM8700/U1",
		 "", ""},
		{"MF0", NODE_NAME_HOST, "MF0", "", ""},
		{"M", NODE_NAME_HOST, "M", "", ""},
		{"Sun DCS 36 QDR switch localhost", NODE_NAME_UNSET, "", "",
		 ""},
		{"Sun DCS 36 QDR switch leaf01", NODE_NAME_SWITCH, "leaf01", "",
		 ""},
		{"SUN DCS 36P QDR leaf01 192.0.2.1", NODE_NAME_SWITCH, "leaf01",
		 "", ""},
		{"Sun DCS 648 QDR LC switch 1.6", NODE_NAME_UNSET, "", "", ""},
		{"Voltaire 4036 # leaf01", NODE_NAME_SWITCH, "leaf01", "",
		 "4036"},
		{"Voltaire 4036", NODE_NAME_UNSET, "", "", ""},
		{"Voltaire 4036 leaf01", NODE_NAME_UNSET, "", "", ""},
		{"Sun DCS 72", NODE_NAME_UNSET, "", "", ""},
	};
	struct node_name name;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		node_name_parse(rows[i].description, &name);
		if (name.kind != rows[i].kind) {
			fail_msg("row %zu: kind %d", i, (int)name.kind);
		}
		assert_string_equal(name.host, rows[i].host);
		assert_string_equal(name.device, rows[i].device);
		assert_string_equal(name.model, rows[i].model);
	}
}

static void test_longer_than_a_description(void **state)
{
	struct node_name name;
	char text[300];

	(void)state;
	memset(text, 'a', sizeof(text));
	text[100] = ' ';
	text[sizeof(text) - 1] = '\0';
	node_name_parse(text, &name);
	assert_int_equal(strlen(name.host), NODE_NAME_SIZE - 1);
	assert_int_equal(strlen(name.device), NODE_NAME_SIZE - 1);
}

static void test_same_host(void **state)
{
	static const struct {
		const char *left, *right;
		bool same;
	} rows[] = {
		{"gpu001", "gpu001", true},
		{"gpu001", "GPU001", true},
		{"gpu001", "gpu001.example.net", true},
		{"gpu001.a.example", "GPU001.b.example", true},
		{"gpu001", "gpu002", false},
		{"gpu001", "gpu0011", false},
		{"192.0.2.1", "192.0.2.1", true},
		{"192.0.2.1", "192.0.2.2", false},
		{"", "", false},
		{".a", ".b", false},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		assert_int_equal(node_name_same_host(rows[i].left,
						     rows[i].right),
				 rows[i].same);
		assert_int_equal(node_name_same_host(rows[i].right,
						     rows[i].left),
				 rows[i].same);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse),
		cmocka_unit_test(test_longer_than_a_description),
		cmocka_unit_test(test_same_host),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
