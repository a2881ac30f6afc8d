/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* DIR/approved: which held plan a person has released, who and when. */
#ifndef IBPOLICY_APPROVAL_H
#define IBPOLICY_APPROVAL_H

#include "policy/sha256.h"
#include "policy/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { APPROVAL_BY = 64 };

struct approval {
	char sha256[SHA256_TEXT]; /* that the plan's trailer states */
	char by[APPROVAL_BY];     /* cut where longer; safe to print */
	int64_t at;               /* seconds since 1970 UTC */
};

/* 64 lower-case hex digits and nothing else? */
bool approval_is_sha256(const char *text);

/* Three lines: "sha256 HASH", "by WHO", "at TIME". */
void approval_write(const struct approval *approval, struct strbuf *out);

/* False, *approval untouched, when text is anything else. */
bool approval_parse(const char *text, size_t length, struct approval *approval);

#endif
