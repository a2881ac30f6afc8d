/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* SHA-256 (FIPS 180-4). */
#include "policy/sha256.h"

#include <string.h>

static const uint32_t round_constants[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
	0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
	0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotate(uint32_t word, unsigned int bits)
{
	return word >> bits | word << (32 - bits);
}

static inline uint32_t small_0(uint32_t x)
{
	return rotate(x, 7) ^ rotate(x, 18) ^ x >> 3;
}

static inline uint32_t small_1(uint32_t x)
{
	return rotate(x, 17) ^ rotate(x, 19) ^ x >> 10;
}

static inline uint32_t load(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
	       (uint32_t)bytes[2] << 8 | bytes[3];
}

/* One round. The caller rotates the names of the eight words instead of their
 * values. k: the round's constant and its word of the message schedule. */
static inline void step(uint32_t a, uint32_t b, uint32_t c, uint32_t *d,
			uint32_t e, uint32_t f, uint32_t g, uint32_t *h,
			uint32_t k)
{
	uint32_t t;

	t = *h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
	    (g ^ (e & (f ^ g))) + k;
	*d += t;
	*h = t + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) +
	     ((a & b) | (c & (a | b)));
}

/* Eight rounds from the first of w[] and constants[] on. */
static inline void eight_steps(uint32_t v[8], const uint32_t w[8],
			       const uint32_t constants[8])
{
	uint32_t a = v[0], b = v[1], c = v[2], d = v[3];
	uint32_t e = v[4], f = v[5], g = v[6], h = v[7];

	step(a, b, c, &d, e, f, g, &h, constants[0] + w[0]);
	step(h, a, b, &c, d, e, f, &g, constants[1] + w[1]);
	step(g, h, a, &b, c, d, e, &f, constants[2] + w[2]);
	step(f, g, h, &a, b, c, d, &e, constants[3] + w[3]);
	step(e, f, g, &h, a, b, c, &d, constants[4] + w[4]);
	step(d, e, f, &g, h, a, b, &c, constants[5] + w[5]);
	step(c, d, e, &f, g, h, a, &b, constants[6] + w[6]);
	step(b, c, d, &e, f, g, h, &a, constants[7] + w[7]);
	v[0] = a;
	v[1] = b;
	v[2] = c;
	v[3] = d;
	v[4] = e;
	v[5] = f;
	v[6] = g;
	v[7] = h;
}

static void compress(uint32_t state[8], const uint8_t block[64])
{
	uint32_t w[64], v[8];
	size_t i;

	for (i = 0; i < 16; i++) {
		w[i] = load(block + 4 * i);
	}
	for (; i < 64; i++) {
		w[i] = w[i - 16] + small_0(w[i - 15]) + w[i - 7] +
		       small_1(w[i - 2]);
	}
	memcpy(v, state, sizeof(v));
	for (i = 0; i < 64; i += 8) {
		eight_steps(v, w + i, round_constants + i);
	}
	for (i = 0; i < 8; i++) {
		state[i] += v[i];
	}
}

void sha256_init(struct sha256 *hash)
{
	static const uint32_t start[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	};

	memset(hash, 0, sizeof(*hash));
	memcpy(hash->state, start, sizeof(start));
}

void sha256_add(struct sha256 *hash, const void *bytes, size_t length)
{
	const uint8_t *from = bytes;
	size_t used = hash->length % 64, take;

	hash->length += length;
	while (length) {
		if (used == 0 && length >= 64) {
			compress(hash->state, from);
			from += 64;
			length -= 64;
			continue;
		}
		take = length < 64 - used ? length : 64 - used;
		memcpy(hash->block + used, from, take);
		used += take;
		from += take;
		length -= take;
		if (used == 64) {
			compress(hash->state, hash->block);
			used = 0;
		}
	}
}

void sha256_text(struct sha256 *hash, char text[SHA256_TEXT])
{
	static const char digits[] = "0123456789abcdef";
	static const uint8_t padding[64] = {0x80};
	uint64_t bits = hash->length * 8;
	size_t used = hash->length % 64, i;
	uint8_t tail[8];

	for (i = 0; i < 8; i++) {
		tail[i] = (uint8_t)(bits >> (56 - 8 * i));
	}
	sha256_add(hash, padding, used < 56 ? 56 - used : 120 - used);
	sha256_add(hash, tail, sizeof(tail));
	for (i = 0; i < 64; i++) {
		text[i] = digits[hash->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
	}
	text[64] = '\0';
}

void sha256_of(const void *bytes, size_t length, char text[SHA256_TEXT])
{
	struct sha256 hash;

	sha256_init(&hash);
	sha256_add(&hash, bytes, length);
	sha256_text(&hash, text);
}
