/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Ports as cabling sheets write them, and the sheets themselves. */
#include "tests/unit/unit.h"

#include "policy/cabling.h"
#include "policy/io/cabling_csv.h"

#include <string.h>

static void test_ends(void **state)
{
	static const struct {
		const char *device, *port, *text; /* NULL: no port */
	} rows[] = {
		{"leaf01", "Port 21", "leaf01/21"},
		{"leaf01", "port21", "leaf01/21"},
		{"leaf01", "21", "leaf01/21"},
		{"leaf01", "021", "leaf01/21"},
		{"leaf01", "P21", "leaf01/21"},
		{"leaf01", "1/21", "leaf01/21"},
		{"leaf01", "IB1/21", "leaf01/21"},
		{"leaf01", "leaf01/21", "leaf01/21"},
		{"gpu001", "IB Port 1", "gpu001/1"},
		{"dir01", "Blade 16_Port 2/20", "dir01/L16/U2/20"},
		{"dir01", "blade 03_port 1/02", "dir01/L03/U1/2"},
		{"dir01", "Leaf 16 Port 2/20", "dir01/L16/U2/20"},
		{"dir01", "L16/U2/20", "dir01/L16/U2/20"},
		{"dir01", "L16/U2/P20", "dir01/L16/U2/20"},
		{"dir01", "Spine 3_Port 1/4", "dir01/S03/U1/4"},
		{"gpu001", "gpu001 mlx5_0", "gpu001/mlx5_0"},
		{"GPU001", "gpu001 ibp11s0f0", "GPU001/ibp11s0f0"},
		{"gpu001", "mlx5_0", "gpu001/mlx5_0"},
		{"gpu001", "mlx5_0/1", "gpu001/mlx5_0/1"},
		{"gpu001", "mlx5_0 Port 1", "gpu001/mlx5_0/1"},
		{"gpu001", "HCA-1", "gpu001/HCA-1"},
		{"gpu001", "HCA-1 port 2", "gpu001/HCA-1/2"},
		{"gpu001", "ib0", "gpu001/ib0"},
		{"gpu001", "ib1", "gpu001/ib1"},
		{"Server 1 IB Port 1", "IB Port 1", "Server 1 IB Port 1/1"},
		{"leaf\x1b", "1", "leaf\\x1b/1"},
		{"leaf01", "abra", NULL},
		{"leaf01", "Port", NULL},
		{"leaf01", "Port 0", NULL},
		{"leaf01", "0", NULL},
		{"leaf01", "Port 10000", NULL},
		{"leaf01", "99999999999999999999", NULL},
		{"leaf01", "2/21", NULL},
		{"leaf01", "1/21/2", NULL},
		{"gpu001", "gpu001", "gpu001/gpu001"},
		{"gpu001", "mlx5_0/0", NULL},
		{"dir01", "Blade_Port 2/20", NULL},
		{"leaf01", "?", NULL},
	};
	struct arena *arena = arena_new();
	size_t i;

	(void)state;
	assert_non_null(arena);
	for (i = 0; i < COUNT(rows); i++) {
		struct cabling_end end = {.device = rows[i].device,
					  .port = rows[i].port};
		struct strbuf text = STRBUF_INIT;
		int status = cabling_end_parse(&end, arena);

		if (status != (rows[i].text != NULL)) {
			fail_msg("row %zu: \"%s\" gives %d", i, rows[i].port,
				 status);
		}
		if (rows[i].text) {
			cabling_add_end(&end, &text);
			assert_string_equal(strbuf_text(&text), rows[i].text);
		}
		strbuf_free(&text);
	}
	arena_free(arena);
}

/* Every row as "line device/port device/port|", every fault as "line!". */
static char *read_sheet(const char *bytes, size_t length, struct strbuf *out)
{
	struct cabling *cabling = cabling_new();
	struct diag_list diags;
	struct error error;
	size_t i;

	assert_non_null(cabling);
	diag_list_init(&diags, cabling->arena);
	assert_int_equal(cabling_csv_parse("sheet.csv", bytes, length, cabling,
					   &diags, &error),
			 0);
	for (i = 0; i < cabling->row_count; i++) {
		strbuf_addf(out, "%u ", cabling->rows[i].pos.line);
		cabling_add_end(&cabling->rows[i].ends[0], out);
		strbuf_addch(out, ' ');
		cabling_add_end(&cabling->rows[i].ends[1], out);
		strbuf_addch(out, '|');
	}
	for (i = 0; i < diags.count; i++) {
		strbuf_addf(out, "%u!", diags.items[i].pos.line);
	}
	cabling_free(cabling);
	return out->data;
}

#define HEAD "StartDevice,StartPort,EndDevice,EndPort"

static void test_sheets(void **state)
{
	static const struct {
		const char *bytes, *read;
	} rows[] = {
		{HEAD "\na,1,b,2\n", "2 a/1 b/2|"},
		{HEAD "\na,1,b,2", "2 a/1 b/2|"},
		{"#" HEAD ",LinkType\r\na,1,b,2, Data\r\n", "2 a/1 b/2|"},
		{HEAD "\ra,1,b,2\r", "2 a/1 b/2|"},
		{"\xef\xbb\xbf" HEAD "\na,1,b,2\n", "2 a/1 b/2|"},
		{"start device;START_PORT;end-device;EndPort\na;1;b;2\n",
		 "2 a/1 b/2|"},
		{"StartDevice\tStartPort\tEndDevice\tEndPort\na\t1\tb\t2\n",
		 "2 a/1 b/2|"},
		{"a title\n\n" HEAD "\na,1,b,2\n", "4 a/1 b/2|"},
		{"x,EndPort,EndDevice,StartPort,StartDevice\n-,2,b,1,a\n",
		 "2 a/1 b/2|"},
		{HEAD "\n\"a\",\"1\",\"b\" ,\"2\"\n", "2 a/1 b/2|"},
		{HEAD ",note\na,1,b,2,\"x\ny \"\"z\"\",\"\nc,1,d,2,\n",
		 "2 a/1 b/2|4 c/1 d/2|"},
		{HEAD "\n\n,,,\n# c,1,d,2\na,1,b,2\n", "5 a/1 b/2|"},
		{HEAD "\na,1,b,2\n" HEAD "\nc,1,d,2\n", "2 a/1 b/2|4 c/1 d/2|"},
		{HEAD "\na,1,b,2\nEndDevice,1,EndPort,2\n",
		 "2 a/1 b/2|3 EndDevice/1 EndPort/2|"},
		{HEAD "\na,1,,2\nb,x,c,y\nd,1,e\nf,1,g,2\n",
		 "5 f/1 g/2|2!3!3!4!"},
		{HEAD "\na,1,b,\"2\n", "2!"},
		{HEAD "\n", "1!"},
		{"StartDevice,EndDevice,EndPort\na,b,2\n", "1!"},
		{"EndPort\n2\n", "1!1!1!"},
		{"cyber\n", "1!"},
		{"", "1!"},
		{"\xff\xfeS", "1!"},
		{"PK\x03\x04", "0!"},
	};
	static const char nul[] = HEAD "\na,1,b\0,2\n";
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct strbuf out = STRBUF_INIT;

		read_sheet(rows[i].bytes, strlen(rows[i].bytes), &out);
		if (strcmp(strbuf_text(&out), rows[i].read) != 0) {
			fail_msg("row %zu: \"%s\"", i, strbuf_text(&out));
		}
		strbuf_free(&out);
	}
	{
		struct strbuf out = STRBUF_INIT;

		assert_string_equal(read_sheet(nul, sizeof(nul) - 1, &out),
				    "0!");
		strbuf_free(&out);
	}
}

/* More fields than a record keeps, and a field that is long. */
static void test_wide(void **state)
{
	struct strbuf sheet = STRBUF_INIT, out = STRBUF_INIT;
	size_t i;

	(void)state;
	strbuf_addstr(&sheet, HEAD "\na,1,b,2");
	for (i = 0; i < 2000; i++) {
		strbuf_addstr(&sheet, i == 7 ? ",\"" : ",");
	}
	strbuf_addstr(&sheet, "\"\nc,1,d,2\n");
	read_sheet(sheet.data, sheet.length, &out);
	assert_string_equal(strbuf_text(&out), "2 a/1 b/2|3 c/1 d/2|");
	strbuf_free(&sheet);
	strbuf_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_sheets),
		cmocka_unit_test(test_wide),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
