/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* SHA-256 (FIPS 180-4). */
#ifndef IBPOLICY_SHA256_H
#define IBPOLICY_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
	uint32_t state[8];
	uint64_t length; /* bytes so far */
	uint8_t block[64];
};

enum { SHA256_TEXT = 65 };

void sha256_init(struct sha256 *hash);
void sha256_add(struct sha256 *hash, const void *bytes, size_t length);
void sha256_text(struct sha256 *hash, char text[SHA256_TEXT]); /* ends it */
void sha256_of(const void *bytes, size_t length, char text[SHA256_TEXT]);

#endif
