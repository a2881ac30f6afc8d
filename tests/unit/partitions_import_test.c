/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What init takes from a partitions.conf gives every port what it had. */
#include "tests/unit/unit.h"

#include "policy/io/init_proved.h"
#include "policy/partitions_import.h"
#include "tests/differential/generate.h"
#include "tests/unit/random_fabric.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 300 };

struct import {
	struct subnet *subnet;
	struct partitions_conf *conf;
	struct arena *arena;
	struct diag_list problems, exceptions;
	struct strbuf text;
};

static struct partitions_conf_port *ports_of(const struct subnet *subnet)
{
	struct partitions_conf_port *ports =
		calloc(subnet->end_port_count + 1, sizeof(*ports));
	size_t i;

	assert_non_null(ports);
	for (i = 0; i < subnet->end_port_count; i++) {
		ports[i].guid = subnet->end_ports[i]->guid;
		ports[i].type = subnet->end_ports[i]->node->type;
	}
	return ports;
}

static void begin(struct import *import, struct subnet *subnet,
		  const char *text, size_t length, bool qos)
{
	struct partitions_conf_options options = {
		.path = "partitions.conf",
		.allow_both_pkeys = subnet->options.allow_both_pkeys,
		.qos = qos,
		.port_count = subnet->end_port_count,
		.sm_guid = partitions_import_sm(subnet),
	};
	struct partitions_conf_port *ports = ports_of(subnet);
	struct error error;

	memset(import, 0, sizeof(*import));
	import->subnet = subnet;
	import->arena = arena_new();
	assert_non_null(import->arena);
	diag_list_init(&import->problems, import->arena);
	diag_list_init(&import->exceptions, import->arena);
	options.ports = subnet->end_port_count ? ports : NULL;
	assert_int_equal(partitions_conf_read(text, length, &options,
					      &import->conf, &error),
			 0);
	partitions_import_problems(import->conf, subnet, &import->problems);
	free(ports);
}

static void end(struct import *import)
{
	partitions_conf_free(import->conf);
	subnet_free(import->subnet);
	arena_free(import->arena);
	strbuf_free(&import->text);
}

/* init_proved() itself compares what is rendered with the file. */
static void prove(struct import *import, const char *file)
{
	struct init_options options = {
		.now = FABRIC_TIME,
		.partitions = import->conf,
		.exceptions = &import->exceptions,
	};
	struct error error = {0, ""};

	if (init_proved(import->subnet, &options, &import->text, NULL,
			&error)) {
		fail_msg("%s\n%s", error.message, file);
	}
}

static struct subnet *no_fabric(void)
{
	struct subnet *subnet = subnet_new();
	struct error error;

	assert_non_null(subnet);
	assert_int_equal(subnet_finish(subnet, &error), 0);
	return subnet;
}

static struct subnet *some_fabric(uint64_t seed)
{
	struct subnet *subnet = random_fabric_make(seed, 0);
	struct error error;

	assert_non_null(subnet);
	assert_int_equal(subnet_finish(subnet, &error), 0);
	return subnet;
}

static void test_random_files(void **state)
{
	struct strbuf text = STRBUF_INIT;
	size_t imported = 0;
	uint64_t seed;

	(void)state;
	for (seed = 1; seed <= SEEDS; seed++) {
		struct subnet *subnet = some_fabric(seed % 20);
		uint64_t guids[64];
		struct generator generator = {{seed}, guids, 0};
		struct import import;
		size_t i;

		for (i = 0; i < subnet->end_port_count && i < COUNT(guids);
		     i++) {
			guids[generator.guid_count++] =
				subnet->end_ports[i]->guid;
		}
		generate_file(&generator, &text);
		if (seed % 4 == 0) {
			subnet_free(subnet);
			subnet = no_fabric();
		}
		begin(&import, subnet, strbuf_text(&text), text.length,
		      seed % 2);
		if (!diag_has_errors(&import.problems)) {
			prove(&import, strbuf_text(&text));
			imported++;
		}
		end(&import);
	}
	strbuf_free(&text);
	assert_true(imported > SEEDS / 4);
}

/* The lines of the inventory that a file leads to. */
static void test_what_is_written(void **state)
{
	static const struct {
		const char *file, *lines;
	} rows[] = {
		{"A=0x8011, ipoib, mtu=5, rate=16 : 0x101=full, 0x102 ;",
		 "  A:\n    pkey: 0x0011\n    ipoib: {mtu: 4096, rate: 100}\n"
		 "    members:\n      0x0000000000000101: full\n"
		 "      0x0000000000000102: limited\n"},
		{"two words=0x11 : 0x101=full ;",
		 "  two-words-0011:  # \"two words\" in the file\n"
		 "    pkey: 0x0011\n"},
		{"A=0x12 : ALL ; A=0x11 : ALL=full ;",
		 "  A:\n    pkey: 0x0011\n    members:\n      ALL: full\n"
		 "  A-0012:  # \"A\" in the file\n    pkey: 0x0012\n"},
		{"ALL=0x11 : ALL=full ;",
		 "  ALL-0011:  # \"ALL\" in the file\n    pkey: 0x0011\n"},
		{"0x11 : ALL=full ;", "  \"0011\":\n    pkey: 0x0011\n"},
		/* A keyword that covers the GUID again leaves nothing of it. */
		{"A=0x11 : 0x101=full, ALL=limited ;",
		 "    members:\n      ALL: limited\n"},
		{"A=0x11, indx0 : ALL=full ;", "    index0: true\n"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct import import;

		begin(&import, no_fabric(), rows[i].file, strlen(rows[i].file),
		      false);
		assert_false(diag_has_errors(&import.problems));
		prove(&import, rows[i].file);
		if (!strstr(import.text.data, rows[i].lines)) {
			fail_msg("%s\ndoes not become\n%s\nbut\n%s",
				 rows[i].file, rows[i].lines, import.text.data);
		}
		end(&import);
	}
}

static void test_what_cannot_be_said(void **state)
{
	static const struct {
		const char *file, *says;
	} rows[] = {
		{"A=0x11 : 0xZZ ;", "OpenSM drops this file"},
		{"A=0x11 : mgid, ALL ;", "does not depend on the file alone"},
		{"A=0x11 : SELF=full ;", "SELF is the port"},
		{"A=0x11, ipoib, mtu=68 : ALL ;", "from the weakest port"},
		{"A=0x11, indx0 : 0x101 ; A=0x11 : 0x102 ;",
		 "for some of its members only"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct import import;

		begin(&import, no_fabric(), rows[i].file, strlen(rows[i].file),
		      false);
		assert_int_equal(import.problems.count, 1);
		if (!strstr(import.problems.items[0].message, rows[i].says)) {
			fail_msg("%s: %s", rows[i].file,
				 import.problems.items[0].message);
		}
		end(&import);
	}
}

/* The one deliberate difference, said for each port. */
static void test_limited_sm(void **state)
{
	static const char file[] = "Default=0x7fff : ALL=limited ;";
	struct import import;

	(void)state;
	begin(&import, some_fabric(1), file, strlen(file), false);
	assert_false(diag_has_errors(&import.problems));
	prove(&import, file);
	assert_int_equal(import.exceptions.count, import.subnet->sm_count);
	assert_non_null(strstr(import.exceptions.items[0].message,
			       "becomes a full member of 0x7fff"));
	end(&import);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_files),
		cmocka_unit_test(test_what_is_written),
		cmocka_unit_test(test_what_cannot_be_said),
		cmocka_unit_test(test_limited_sm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
