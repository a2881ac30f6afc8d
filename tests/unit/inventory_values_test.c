/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the inventory's values may be: a row for each rule of
 * ibpolicy-inventory(5), and what is said where it is broken. */
#include "tests/unit/inventory_text.h"

static const char prelude[] = "version: 1\nfabric: f\n";

static void test_legal_values(void **state)
{
	static const struct diag_row rows[] = {
		{"", {NULL}},
		{"revision: \"git 4f2a91c\"\n", {NULL}},
		{"roles: {r: {speed: FDR10, width: 12x, mtu: 256}}\n", {NULL}},
		{"roles: {r: {speed: XDR, width: 2x, mtu: 4096}}\n", {NULL}},
		{"switches: {l: {guid: \"0x1\", unused: \"3-20,25\"}}\n",
		 {NULL}},
		{"switches: {l: {guid: '0xABCDEF', unused: 7}}\n", {NULL}},
		{"partitions: {p: {pkey: \"0x0012\", ipoib: true}}\n", {NULL}},
		{"partitions: {p: {pkey: 0x12, index0: true, sl: 3, protected: "
		 "false, ipoib: {mtu: 4096, rate: 200, sl: 1, scope: 5, qkey: "
		 "0x0b1b, tclass: 0, flow_label: 7}, groups: [{mgid: "
		 "\"ff15::16\", rate: 2.5, mtu: 2048}]}}\n",
		 {NULL}},
		{"opensm: {allow_both_pkeys: true}\n"
		 "partitions: {p: {pkey: 0x1, members: {ALL: both}}}\n",
		 {NULL}},
		{"checks: {port.missing: none, \"link.*\": {severity: info, "
		 "confirm: 2m}, link.flapping: {threshold: 3, window: 1h}, "
		 "port.state: {confirm: 0}}\n",
		 {NULL}},
		{"guard: {max_removed_members: 25}\n", {NULL}},
		{"strict: {ports: false, links: true, switches: false}\n",
		 {NULL}},
		{"ignore: [{guid: 0x7}, {vendor: 0x02c9}, {vendor: 0x02c9, "
		 "device: 0x0}]\n",
		 {NULL}},
		{"waivers: [{check: \"link.*\", subject: \"gpu*\", until: "
		 "2028-02-29, owner: ops, reason: \"x \xc3\xa9\"}]\n",
		 {NULL}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

static void test_guids(void **state)
{
	static const struct diag_row rows[] = {
		{"switches: {l: {guid: 891498471}}\n",
		 {"3:22|\"891498471\"|0x0000000035232fe7"}},
		{"switches: {l: {guid: 0c42:a103:00a1:b2c3}}\n",
		 {"3:22|0c42:a103|write 0x0c42a10300a1b2c3"}},
		{"switches: {l: {guid: 0c42a10300a1b2c3}}\n",
		 {"3:22|0c42a1|write 0x0c42a10300a1b2c3"}},
		{"switches: {l: {guid: 0X0c42a10300a1b2c3}}\n",
		 {"3:22|0X0c42|write 0x0c42a10300a1b2c3"}},
		{"switches: {l: {guid: 0x10c42a10300a1b2c3}}\n",
		 {"3:22|expected a GUID|16 hex"}},
		{"switches: {l: {guid: 0x}}\n", {"3:22|expected a GUID|hex"}},
		{"switches: {l: {guid: 0x0}}\n", {"3:22|nobody's"}},
		{"switches: {l: {guid: 0xffffffffffffffff}}\n",
		 {"3:22|nobody's"}},
		{"switches: {l: {guid: leaf}}\n", {"3:22|\"leaf\"|hex"}},
		{"switches: {l: {guid: }}\n", {"3:22|found nothing"}},
		{"switches: {l: {guid: [0x1]}}\n", {"3:22|found a list"}},
		{"switches: {l: {}}\n", {"3:15|needs the key \"guid\""}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

static void test_pkeys(void **state)
{
	static const struct diag_row rows[] = {
		{"partitions: {p: {pkey: 18}}\n",
		 {"3:24|in hex, found \"18\"|0x0012"}},
		{"partitions: {p: {pkey: 0x8001}}\n",
		 {"3:24|\"0x8001\"|pkey: 0x0001 here and say \"full\""}},
		{"partitions: {p: {pkey: 0xffff}}\n",
		 {"3:24|\"0xffff\"|pkey: 0x7fff"}},
		{"partitions: {p: {pkey: 0x8000}}\n",
		 {"3:24|out of range|0x0001 to 0x7fff"}},
		{"partitions: {p: {pkey: 0x0}}\n", {"3:24|out of range"}},
		{"partitions: {p: {pkey: 0x18011}}\n", {"3:24|out of range"}},
		{"partitions: {p: {pkey: 32769}}\n", {"3:24|in hex"}},
		{"partitions: {p: {pkey: x1}}\n", {"3:24|expected a P_Key"}},
		{"partitions: {p: {}}\n", {"3:17|needs the key \"pkey\""}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

static void test_words(void **state)
{
	static const struct diag_row rows[] = {
		{"roles: {r: {speed: hdr}}\n", {"3:20|\"hdr\"|write HDR"}},
		{"roles: {r: {speed: HDR100}}\n",
		 {"3:20|HDR100|speed: HDR, width: 2x"}},
		{"roles: {r: {speed: ndr200}}\n",
		 {"3:20|ndr200|speed: NDR, width: 2x"}},
		{"roles: {r: {speed: 200}}\n", {"3:20|\"200\"|one of SDR"}},
		{"roles: {r: {width: 4X}}\n", {"3:20|\"4X\"|write 4x"}},
		{"roles: {r: {width: 2}}\n", {"3:20|\"2\"|codes are not"}},
		{"roles: {r: {width: 3x}}\n", {"3:20|\"3x\"|one of 1x"}},
		{"roles: {r: {mtu: 5}}\n", {"3:18|\"5\"|write 4096"}},
		{"roles: {r: {mtu: 4000}}\n", {"3:18|\"4000\"|one of 256"}},
		{"roles: {r: {mtu: 04096}}\n", {"3:18|\"04096\""}},
		{"roles: {r: {mtu: 4k}}\n", {"3:18|\"4k\"|one of 256"}},
		{"partitions: {p: {pkey: 0x1, members: {ALL: Full}}}\n",
		 {"3:44|\"Full\"|write full"}},
		{"partitions: {p: {pkey: 0x1, members: {ALL: none}}}\n",
		 {"3:44|\"none\"|full, limited, both"}},
		{"partitions: {p: {pkey: 0x1, members: {ALL: both}}}\n",
		 {"3:39|allow_both_pkeys|opensm: {allow_both_pkeys: true}"}},
		{"partitions: {p: {pkey: 0x1, ipoib: {rate: 16}}}\n",
		 {"3:43|\"16\"|code 16 is 100 Gb/s: write 100"}},
		{"partitions: {p: {pkey: 0x1, ipoib: {rate: 25000}}}\n",
		 {"3:43|\"25000\"|4x HDR is 200"}},
		{"partitions: {p: {pkey: 0x1, ipoib: {mtu: 2044}}}\n",
		 {"3:42|\"2044\""}},
		{"partitions: {p: {pkey: 0x1, ipoib: 4096}}\n",
		 {"3:36|expected true or a map"}},
		{"partitions: {p: {pkey: 0x1, ipoib: {sl: 16}}}\n",
		 {"3:41|\"16\" is out of range: 0 to 15"}},
		{"partitions: {p: {pkey: 0x1, ipoib: {tclass: 256}}}\n",
		 {"3:45|0 to 255"}},
		{"partitions: {p: {pkey: 0x1, ipoib: {flow_label: 0x100000}}}"
		 "\n",
		 {"3:49|out of range"}},
		{"partitions: {p: {pkey: 0x1, ipoib: {qkey: 0x100000000}}}\n",
		 {"3:43|out of range"}},
		{"partitions: {p: {pkey: 0x1, groups: [{mgid: \"fe80::1\"}]}}"
		 "\n",
		 {"3:45|multicast|ff"}},
		{"partitions: {p: {pkey: 0x1, groups: [{mgid: ff12}]}}\n",
		 {"3:45|expected an MGID"}},
		{"partitions: {p: {pkey: 0x1, groups: [{mtu: 2048}]}}\n",
		 {"3:38|needs the key \"mgid\""}},
		{"partitions: {p: {pkey: 0x1, protected: 1}}\n",
		 {"3:40|true or false, found \"1\""}},
		{"partitions: {p: {pkey: 0x1, protected: \"true\"}}\n",
		 {"3:40|true or false"}},
		{"subnet_managers: {s: {guid: 0x1, priority: 16}}\n",
		 {"3:44|0 to 15"}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

/* on, off, yes and no are keys or values nowhere. */
static void test_boolean_words(void **state)
{
	static const struct diag_row rows[] = {
		{"strict: {ports: no}\n", {"3:17|\"no\" is a boolean|false"}},
		{"strict: {ports: Off}\n", {"3:17|\"Off\" is a boolean"}},
		{"roles: {on: {}}\n", {"3:9|\"on\" is a boolean"}},
		{"roles: {r: {checks: {port.state: yes}}}\n",
		 {"3:34|\"yes\" is a boolean"}},
		{"hosts: {g: {labels: {x: on}, ports: {p: {guid: 0x1}}}}\n",
		 {"3:25|\"on\" is a boolean|quotes"}},
		{"hosts: {g: {labels: {x: \"on\"}, ports: {p: {guid: 0x1}}}}"
		 "\n",
		 {NULL}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

static void test_texts(void **state)
{
	static const struct diag_row rows[] = {
		{"revision: 1234\n", {"3:11|expected a text|\"1234\""}},
		{"revision: 1e3\n", {"3:11|expected a text|\"1e3\""}},
		{"revision: true\n", {"3:11|expected a text|\"true\""}},
		{"revision:\n", {"3:10|expected a text, found nothing"}},
		{"revision: \"\"\n", {"3:11|expected a text"}},
		{"revision: {a: b}\n", {"3:11|found a map"}},
		{"revision: \"a\\e[31mb\"\n", {"3:11|control|one line"}},
		{"revision: \"a\\nb\"\n", {"3:11|line ends"}},
		{"revision: \"a\\0b\"\n", {"3:11|NUL"}},
		{"revision: \"\\u202Eb\"\n", {"3:11|control"}},
		{"hosts: {g: {location: 12, ports: {p: {guid: 0x1}}}}\n",
		 {"3:23|expected a text|\"12\""}},
		{"hosts: {g: {labels: {slot: 3}, ports: {p: {guid: 0x1}}}}\n",
		 {"3:28|expected a text|\"3\""}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

static void test_names(void **state)
{
	static const struct diag_row rows[] = {
		{"partitions: {ALL: {pkey: 0x1}}\n",
		 {"3:14|\"ALL\" cannot be|another name"}},
		{"switches: {SM: {guid: 0x1}}\n", {"3:12|\"SM\" cannot be"}},
		{"roles: {ALL_CAS: {}}\n", {"3:9|\"ALL_CAS\" cannot be"}},
		{"switches: {0xab: {guid: 0x1}}\n", {"3:12|\"0xab\" cannot"}},
		{"switches: {-a: {guid: 0x1}}\n", {"3:12|\"-a\" cannot be"}},
		{"switches: {a/b: {guid: 0x1}}\n", {"3:12|\"a/b\" cannot be"}},
		{"switches: {\"a b\": {guid: 0x1}}\n",
		 {"3:12|\"a b\" cannot be"}},
		{"switches: {\"a[1-2]\": {guid: 0x1}}\n",
		 {"3:12|\"a[1-2]\" cannot be"}},
		/* 31 bytes are a partition's, 63 a switch's. */
		{"partitions:\n"
		 "  abcdefghijabcdefghijabcdefghija: {pkey: 0x1}\n",
		 {NULL}},
		{"partitions:\n"
		 "  abcdefghijabcdefghijabcdefghijab: {pkey: 0x1}\n",
		 {"4:3|longer than 31"}},
		{"switches:\n"
		 "  abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefgh"
		 "ijabc: {guid: 0x1}\n",
		 {NULL}},
		{"switches:\n"
		 "  abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefgh"
		 "ijabcd: {guid: 0x1}\n",
		 {"4:3|longer than 63"}},
		{"hosts: {g: {ports: {\"p q\": {guid: 0x1}}}}\n",
		 {"3:21|port's label"}},
		{"hosts: {g: {ports: {/1: {guid: 0x1}}}}\n",
		 {"3:21|port's label"}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

static void test_dates_and_durations(void **state)
{
	static const struct diag_row rows[] = {
		{"states: [{subject: l, state: planned, until: 2027-02-29}]\n"
		 "switches: {l: {guid: 0x1}}\n",
		 {"3:46|2027-02-29|YYYY-MM-DD"}},
		{"states: [{subject: l, state: planned, until: 2027-1-31}]\n"
		 "switches: {l: {guid: 0x1}}\n",
		 {"3:46|2027-1-31"}},
		{"states: [{subject: l, state: planned, until: tomorrow}]\n"
		 "switches: {l: {guid: 0x1}}\n",
		 {"3:46|tomorrow"}},
		{"states: [{subject: l, state: planned, until: 2027-13-01}]\n"
		 "switches: {l: {guid: 0x1}}\n",
		 {"3:46|2027-13-01"}},
		{"states: [{subject: l, state: maintenence}]\n"
		 "switches: {l: {guid: 0x1}}\n",
		 {"3:30|maintenence|maintenance"}},
		{"checks: {port.missing: {confirm: 120}}\n",
		 {"3:34|\"120\"|120s"}},
		{"checks: {port.missing: {confirm: 2 min}}\n",
		 {"3:34|\"2 min\""}},
		{"checks: {port.missing: {confirm: 8d}}\n", {"3:34|7 days"}},
		{"checks: {port.missing: {confirm: -5s}}\n", {"3:34|\"-5s\""}},
		{"checks: {link.flapping: {threshold: 0}}\n",
		 {"3:37|\"0\" is out of range"}},
		{"checks: {link.flapping: {threshold: 1.5}}\n",
		 {"3:37|whole number"}},
		{"guard: {max_removed_members: 110%}\n", {"3:30|0% to 100%"}},
		{"guard: {max_removed_members: some}\n", {"3:30|\"some\"|10%"}},
	};

	(void)state;
	check_rows(prelude, rows, COUNT(rows));
}

static void test_until_is_the_end_of_the_day(void **state)
{
	static const struct {
		const char *date;
		int64_t last_second;
	} rows[] = {
		{"1970-01-01", 86399},
		{"2000-02-29", 951868799},
		{"2027-01-31", 1801439999},
		{"2100-03-01", 4107628799},
	};
	struct parsed parsed;
	char text[160];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		snprintf(text, sizeof(text),
			 "version: 1\nfabric: f\nwaivers: [{check: sm.tie, "
			 "subject: 0x1, until: %s, owner: o, reason: r}]\n",
			 rows[i].date);
		parse_text(&parsed, text);
		assert_int_equal(parsed.diags.count, 0);
		assert_int_equal(parsed.inventory->waivers[0].until,
				 rows[i].last_second);
		parsed_free(&parsed);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_legal_values),
		cmocka_unit_test(test_guids),
		cmocka_unit_test(test_pkeys),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_boolean_words),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_dates_and_durations),
		cmocka_unit_test(test_until_is_the_end_of_the_day),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
