/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The flags and memberships of partitions.conf as OpenSM takes them. */
#include "policy/conf_flags.h"

#include "policy/conf_lex.h"

#include <string.h>

static const char *const flag_words[CONF_FLAG_UNKNOWN] = {
	"mtu", "rate",      "scope", "Q_Key",     "TClass",
	"sl",  "FlowLabel", "ipoib", "defmember", "indx0",
};

enum conf_flag conf_flags_find(const char *text)
{
	enum conf_flag flag;

	for (flag = CONF_FLAG_MTU; flag < CONF_FLAG_INDX0; flag++) {
		if (conf_lex_begins(text, flag_words[flag])) {
			return flag;
		}
	}
	return strcmp(text, flag_words[CONF_FLAG_INDX0]) == 0
		       ? CONF_FLAG_INDX0
		       : CONF_FLAG_UNKNOWN;
}

const char *conf_flags_word(enum conf_flag flag)
{
	return flag_words[flag];
}

/* mtu, rate, Q_Key, TClass: whatever strtoul() makes of the text, cut to the
 * field; a text without digits sets 0. */
static enum conf_value take_number(const char *value, uint32_t mask,
				   uint32_t *taken)
{
	const char *end;
	uint64_t number;

	if (!value) {
		return CONF_VALUE_SKIPPED;
	}
	number = conf_lex_number(value, &end);
	*taken = (uint32_t)number & mask;
	if (end == value || (*taken == 0 && number != 0)) {
		return CONF_VALUE_ZERO;
	}
	return *end || number != *taken ? CONF_VALUE_LOOSE : CONF_VALUE_PLAIN;
}

/* sl, FlowLabel: a number up to a limit, after which white space may stand. */
static enum conf_value take_limited(const char *value, uint32_t limit,
				    uint32_t *taken)
{
	const char *end;
	uint64_t number;

	if (!value || !*value) {
		return CONF_VALUE_SKIPPED;
	}
	number = conf_lex_number(value, &end);
	*taken = (uint32_t)number;
	if (*taken > limit || (*end && !conf_lex_is_space(*end))) {
		return CONF_VALUE_SKIPPED;
	}
	return number != *taken || end == value ? CONF_VALUE_LOOSE
						: CONF_VALUE_PLAIN;
}

static enum conf_value take_scope(struct conf_flags *flags, const char *value,
				  uint32_t *taken)
{
	enum conf_value result = take_number(value, UINT32_MAX, taken);

	if (result == CONF_VALUE_SKIPPED || *taken == 0 || *taken > 15) {
		return CONF_VALUE_SKIPPED;
	}
	flags->scopes |= 1U << *taken;
	return result;
}

enum conf_value conf_flags_apply(struct conf_flags *flags, enum conf_flag flag,
				 const char *value, uint32_t *taken)
{
	unsigned int *const fields[] = {
		[CONF_FLAG_MTU] = &flags->mtu,
		[CONF_FLAG_RATE] = &flags->rate,
		[CONF_FLAG_QKEY] = &flags->qkey,
		[CONF_FLAG_SL] = &flags->sl,
		[CONF_FLAG_FLOW_LABEL] = &flags->flow_label,
	};
	enum conf_value result;

	*taken = 0;
	switch (flag) {
	case CONF_FLAG_SCOPE:
		return take_scope(flags, value, taken);
	case CONF_FLAG_SL:
		result = take_limited(value, 15, taken);
		break;
	case CONF_FLAG_FLOW_LABEL:
		result = take_limited(value, 0xfffff, taken);
		break;
	case CONF_FLAG_TCLASS:
		result = take_number(value, UINT8_MAX, taken);
		if (result != CONF_VALUE_SKIPPED) {
			flags->tclass = (uint8_t)*taken;
		}
		return result;
	default:
		result = take_number(value, UINT32_MAX, taken);
		break;
	}
	if (result != CONF_VALUE_SKIPPED) {
		*fields[flag] = *taken;
	}
	return result;
}

static const struct {
	const char *word;
	enum ib_membership membership;
} memberships[] = {
	{"full", IB_MEMBER_FULL},
	{"both", IB_MEMBER_BOTH},
	{"limited", IB_MEMBER_LIMITED},
};

enum ib_membership conf_flags_membership(const char *text)
{
	size_t i;

	for (i = 0; i < sizeof(memberships) / sizeof(memberships[0]); i++) {
		if (conf_lex_begins(text, memberships[i].word)) {
			return memberships[i].membership;
		}
	}
	return IB_MEMBER_NONE;
}

const char *conf_flags_membership_word(enum ib_membership membership)
{
	size_t i;

	for (i = 0; i < sizeof(memberships) / sizeof(memberships[0]); i++) {
		if (memberships[i].membership == membership) {
			return memberships[i].word;
		}
	}
	return "none";
}

static const struct {
	const char *word;
	int keyword;
} keywords[] = {
	{"NONE", CONF_MEMBER_NOBODY},      {"ALL", PLAN_ALL},
	{"ALL_CAS", PLAN_ALL_CAS},         {"ALL_SWITCHES", PLAN_ALL_SWITCHES},
	{"ALL_ROUTERS", PLAN_ALL_ROUTERS}, {"SELF", PLAN_SELF},
};

int conf_flags_keyword(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
		if (conf_lex_begins(name, keywords[i].word)) {
			return keywords[i].keyword;
		}
	}
	return CONF_MEMBER_GUID;
}

const char *conf_flags_keyword_word(int keyword)
{
	size_t i;

	for (i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
		if (keywords[i].keyword == keyword) {
			return keywords[i].word;
		}
	}
	return "";
}
