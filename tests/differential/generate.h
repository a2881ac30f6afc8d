/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Random partitions.conf files: valid ones, subtly wrong ones, broken ones. */
#ifndef IBPOLICY_TESTS_DIFFERENTIAL_GENERATE_H
#define IBPOLICY_TESTS_DIFFERENTIAL_GENERATE_H

#include "policy/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* splitmix64: the same seed gives the same files everywhere. */
struct random {
	uint64_t state;
};

uint64_t random_next(struct random *random);

/* 0 .. limit - 1 */
size_t random_below(struct random *random, size_t limit);

/* True once in so many times. */
bool random_once_in(struct random *random, size_t times);

struct generator {
	struct random random;
	const uint64_t *guids; /* of the fabric's ports */
	size_t guid_count;
};

/* One file. out is emptied first. */
void generate_file(struct generator *generator, struct strbuf *out);

/* Damages a file as editors, copies and disks do: bytes changed, cut, doubled,
 * inserted, lines made longer than OpenSM's buffer. */
void generate_damage(struct generator *generator, struct strbuf *text);

#endif
