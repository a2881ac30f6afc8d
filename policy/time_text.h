/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Times as text: RFC 3339 in UTC <-> seconds since 1970. */
#ifndef IBPOLICY_TIME_TEXT_H
#define IBPOLICY_TIME_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/* "2026-11-30T03:12:40Z" and "2026-11-30"; returns buffer. */
enum { TIME_TEXT = 32 };
char *time_format(char buffer[TIME_TEXT], int64_t when);
char *date_format(char buffer[TIME_TEXT], int64_t when);

/* "45 s", "12 min", "3 h 5 min", "2 d 4 h": how long, for people; a negative
 * age (a clock stepped back) is "0 s". Returns buffer. */
char *age_format(char buffer[TIME_TEXT], int64_t age_sec);

/* An RFC 3339 time with "Z" or an offset, from 1970 to 9999; a fraction of a
 * second is dropped. False, *when untouched, for anything else. */
bool time_parse(const char *text, int64_t *when);

/* "2026-11-30": the first second of that day, UTC. */
bool date_parse(const char *text, int64_t *when);

#endif
