/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A typing error finds its word; another word finds nothing. */
#include "tests/unit/unit.h"

#include "policy/suggest.h"

static void test_nearest(void **state)
{
	static const char *const known[] = {"partitions", "port.missing",
					    "port.state", "hosts",
					    "switches",   "pkey"};
	static const struct {
		const char *word, *nearest;
	} rows[] = {
		{"partitons", "partitions"},
		{"partitoins", "partitions"},
		{"Hosts", "hosts"},
		{"host", "hosts"},
		{"port.mising", "port.missing"},
		{"swiches", "switches"},
		{"pky", "pkey"},
		{"colour", NULL},
		{"", NULL},
		{"x", NULL},
		{"this.word.is.far.too.long.to.be.a.typing.error.of.any.other."
		 "word",
		 NULL},
	};
	size_t i, j;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		struct suggestion suggestion = suggest_for(rows[i].word);

		for (j = 0; j < COUNT(known); j++) {
			suggest_offer(&suggestion, known[j]);
		}
		if (rows[i].nearest) {
			assert_non_null(suggestion.nearest);
			assert_string_equal(suggestion.nearest,
					    rows[i].nearest);
		} else {
			assert_null(suggestion.nearest);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
