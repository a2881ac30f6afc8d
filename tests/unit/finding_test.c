/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A finding's id is for ever; its order is total. */
#include "policy/finding.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

static struct finding make(const char *check, uint64_t port_guid,
			   uint64_t node_guid, int port, const char *attribute)
{
	struct finding finding = {
		.check = check,
		.severity = SEVERITY_WARNING,
		.subject = {.port_guid = port_guid,
			    .node_guid = node_guid,
			    .port = port},
		.attribute = attribute,
	};

	finding_set_id(&finding);
	return finding;
}

struct id_case {
	const char *check;
	uint64_t port_guid, node_guid;
	int port;
	const char *attribute;
	const char *id;
};

/* Computed apart from this code: FNV-1a, 64 bits, over the check with its
 * NUL, the GUID (8 bytes, most significant first), the port (4 bytes
 * likewise, -1 as 0xffffffff), the attribute with its NUL. These must never
 * change: histories and tickets hold them. */
static const struct id_case ids[] = {
	{"port.missing", 0x0c42a10300a1b2c3, 0x0000000000000000, -1, NULL,
	 "a2d21023f5e18606"},
	{"partition.missing", 0x0c42a10300a1b2c3, 0x0c42a10300a1b2c2, 1,
	 "0x0002", "56ba7abb554757f2"},
	{"switch.missing", 0x0000000000000000, 0x248a070300f00001, -1, NULL,
	 "2703e21e5bf4d222"},
	{"link.missing", 0x0000000000000000, 0x248a070300f00001, 21, NULL,
	 "412453aaaca194db"},
};

static void test_ids(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(ids); i++) {
		const struct id_case *row = &ids[i];
		struct finding finding =
			make(row->check, row->port_guid, row->node_guid,
			     row->port, row->attribute);

		assert_string_equal(finding.id, row->id);
	}
}

static void test_id_ignores_names(void **state)
{
	struct finding a = make("port.missing", 1, 2, 3, NULL);
	struct finding b = a;

	(void)state;
	b.subject.name = "gpu001/mlx5_0/1";
	b.message = "elsewhere";
	b.severity = SEVERITY_INFO;
	finding_set_id(&b);
	assert_string_equal(a.id, b.id);
}

static void test_id_tells_apart(void **state)
{
	struct finding findings[] = {
		make("port.missing", 1, 2, 3, NULL),
		make("port.missing", 2, 1, 3, NULL),
		make("port.missing", 1, 2, -1, NULL),
		make("port.state", 1, 2, 3, NULL),
		make("port.missing", 1, 2, 3, "0x0001"),
		make("port.missing", 0, 2, 3, NULL),
	};
	size_t i, k;

	(void)state;
	for (i = 0; i < COUNT(findings); i++) {
		for (k = 0; k < i; k++) {
			/* 1 and 5 have the same GUID: the port's, the node's */
			if (!(k == 1 && i == 5)) {
				assert_string_not_equal(findings[i].id,
							findings[k].id);
			}
		}
	}
}

static void test_order(void **state)
{
	/* Where no node is known the port's GUID stands for it. */
	struct finding sorted[] = {
		make("a.b", 9, 9, 9, NULL),  make("a.b", 9, 1, -1, NULL),
		make("a.b", 9, 1, 0, NULL),  make("a.b", 0, 1, 1, NULL),
		make("a.b", 9, 0, -1, NULL),
	};
	struct finding shuffled[COUNT(sorted)];
	size_t i;

	(void)state;
	sorted[0].severity = SEVERITY_CRITICAL;
	for (i = 0; i < COUNT(sorted); i++) {
		shuffled[(i * 3 + 2) % COUNT(sorted)] = sorted[i];
	}
	qsort(shuffled, COUNT(sorted), sizeof(sorted[0]), finding_compare);
	for (i = 0; i < COUNT(sorted); i++) {
		assert_string_equal(shuffled[i].id, sorted[i].id);
	}
	assert_int_equal(finding_compare(&sorted[1], &sorted[1]), 0);
}

static void test_words(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < SUBJECT_KIND_COUNT; i++) {
		assert_non_null(subject_kind_name((enum subject_kind)i));
	}
	assert_null(subject_kind_name(SUBJECT_KIND_COUNT));
	assert_string_equal(finding_state_name(FINDING_CLEARED), "cleared");
	assert_null(finding_state_name((enum finding_state)99));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ids),
		cmocka_unit_test(test_id_ignores_names),
		cmocka_unit_test(test_id_tells_apart),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
