/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The flags and memberships of partitions.conf as OpenSM takes them. */
#ifndef IBPOLICY_CONF_FLAGS_H
#define IBPOLICY_CONF_FLAGS_H

#include "policy/ibnames.h"
#include "policy/partition_plan.h"

#include <stdbool.h>
#include <stdint.h>

/* What a definition or an mgid line says of groups. Codes, not bytes. */
struct conf_flags {
	unsigned int mtu, rate, sl;
	unsigned int scopes; /* a bit for each */
	uint32_t qkey, flow_label;
	uint8_t tclass;
};

/* In the order in which OpenSM tries them; any prefix means the first that it
 * begins, so "" is mtu and "s" is scope. */
enum conf_flag {
	CONF_FLAG_MTU,
	CONF_FLAG_RATE,
	CONF_FLAG_SCOPE,
	CONF_FLAG_QKEY,
	CONF_FLAG_TCLASS,
	CONF_FLAG_SL,
	CONF_FLAG_FLOW_LABEL,
	CONF_FLAG_IPOIB, /* from here on: not on mgid lines */
	CONF_FLAG_DEFMEMBER,
	CONF_FLAG_INDX0, /* the one that must be spelled out */
	CONF_FLAG_UNKNOWN
};

enum conf_flag conf_flags_find(const char *text);
const char *conf_flags_word(enum conf_flag flag);

enum conf_value {
	CONF_VALUE_PLAIN,   /* taken as it is written */
	CONF_VALUE_LOOSE,   /* taken, but not as it is written */
	CONF_VALUE_ZERO,    /* not a number, or none left: set to 0 */
	CONF_VALUE_SKIPPED, /* the flag has no effect */
};

/* Applies one of the flags up to CONF_FLAG_FLOW_LABEL; value NULL: none was
 * given. taken gets the number that counts. */
enum conf_value conf_flags_apply(struct conf_flags *flags, enum conf_flag flag,
				 const char *value, uint32_t *taken);

/* "full", "both", "limited" or any prefix in this order ("" is full); NONE for
 * anything else. */
enum ib_membership conf_flags_membership(const char *text);

/* The word that a membership's text begins. */
const char *conf_flags_membership_word(enum ib_membership membership);

/* The keyword that a member's name means, by any prefix: "A" is ALL, "ALL_" is
 * ALL_CAS, "S" is SELF. CONF_MEMBER_NOBODY for NONE, CONF_MEMBER_GUID for
 * everything else. */
enum { CONF_MEMBER_GUID = PLAN_KEYWORD_COUNT, CONF_MEMBER_NOBODY };
int conf_flags_keyword(const char *name);
const char *conf_flags_keyword_word(int keyword);

#endif
