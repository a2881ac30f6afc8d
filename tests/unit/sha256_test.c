/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* SHA-256 against the examples of FIPS 180-4 and its validation suite. */
#include "tests/unit/unit.h"

#include "policy/sha256.h"

#include <string.h>

static void test_vectors(void **state)
{
	static const struct {
		const char *text, *digest;
	} rows[] = {
		{"", "e3b0c44298fc1c149afbf4c8996fb924"
		     "27ae41e4649b934ca495991b7852b855"},
		{"abc", "ba7816bf8f01cfea414140de5dae2223"
			"b00361a396177a9cb410ff61f20015ad"},
		{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		 "248d6a61d20638b8e5c026930c3e6039"
		 "a33ce45964ff2167f6ecedd419db06c1"},
		{"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
		 "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
		 "cf5b16a778af8380036ce59e7b049237"
		 "0b249b11e8f07a51afac45037afee9d1"},
	};
	char digest[SHA256_TEXT];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(rows); i++) {
		sha256_of(rows[i].text, strlen(rows[i].text), digest);
		assert_string_equal(digest, rows[i].digest);
	}
}

static void test_a_million(void **state)
{
	char block[997], digest[SHA256_TEXT];
	struct sha256 hash;
	size_t left = 1000000, take;

	(void)state;
	memset(block, 'a', sizeof(block));
	sha256_init(&hash);
	for (; left; left -= take) {
		take = left < sizeof(block) ? left : sizeof(block);
		sha256_add(&hash, block, take);
	}
	sha256_text(&hash, digest);
	assert_string_equal(digest, "cdc76e5c9914fb9281a1c7e284d73e67"
				    "f1809a48a497200e046d39ccc7112cd0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_a_million),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
