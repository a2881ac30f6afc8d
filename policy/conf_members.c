/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The members of a definition in partitions.conf. */
#include "policy/conf_reader.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The membership that a member's flag gives, and what is odd about it. */
static enum ib_membership membership_of(struct conf_reader *reader,
					const char *name, const char *flag)
{
	enum ib_membership membership = conf_flags_membership(flag);
	struct conf_quote member, quote;

	conf_reader_quote(&member, name);
	conf_reader_quote(&quote, flag);
	if (membership == IB_MEMBER_NONE) {
		bool spelled = strcasecmp(flag, "full") == 0 ||
			       strcasecmp(flag, "both") == 0;

		conf_reader_warn(reader,
				 spelled ? "memberships are case-sensitive"
					 : NULL,
				 "OpenSM makes \"%s\" a limited member: \"%s\" "
				 "is no membership it knows",
				 member.text, quote.text);
		return IB_MEMBER_LIMITED;
	}
	if (!*flag) {
		conf_reader_warn(reader, NULL,
				 "OpenSM makes \"%s\" a full member: nothing "
				 "stands after its \"=\"",
				 member.text);
	} else if (strcmp(flag, conf_flags_membership_word(membership))) {
		conf_reader_note(reader, NULL, "OpenSM takes \"%s\" as %s",
				 quote.text,
				 conf_flags_membership_word(membership));
	}
	return membership;
}

static enum ib_membership without_both(struct conf_reader *reader,
				       const char *name,
				       enum ib_membership membership)
{
	struct conf_quote quote;

	if (membership != IB_MEMBER_BOTH || reader->options->allow_both_pkeys) {
		return membership;
	}
	conf_reader_warn(reader, "set \"allow_both_pkeys TRUE\" in opensm.conf",
			 "OpenSM makes \"%s\" a full member only: "
			 "allow_both_pkeys is off",
			 conf_reader_quote(&quote, name));
	return IB_MEMBER_FULL;
}

static void say_keyword(struct conf_reader *reader, const char *name,
			int keyword)
{
	struct conf_quote quote;

	if (strcmp(name, conf_flags_keyword_word(keyword)) == 0) {
		return;
	}
	conf_reader_warn(reader, NULL, "OpenSM takes the member \"%s\" as %s",
			 conf_reader_quote(&quote, name),
			 conf_flags_keyword_word(keyword));
}

static void say_bad_member(struct conf_reader *reader, const char *name,
			   const char *flag)
{
	struct conf_quote quote;
	const char *hint = NULL;

	if (strchr(name, ':') || (flag && strchr(flag, ':'))) {
		hint = "a \";\" is missing at the end of the definition before "
		       "it";
	} else if (strchr(name, '\r')) {
		hint = "the file has DOS line ends: convert it with dos2unix";
	} else if (reader->lex.continues || reader->lex.is_cut) {
		hint = "OpenSM cuts lines after 4,094 bytes: keep them shorter";
	}
	conf_reader_stop(reader, hint, "\"%s\" is not a port GUID",
			 conf_reader_quote(&quote, name));
}

static void say_guid(struct conf_reader *reader, const char *name,
		     uint64_t guid)
{
	char text[IB_GUID_TEXT];
	struct conf_quote quote;

	if (name[0] == '0' && (name[1] == 'x' || name[1] == 'X') &&
	    guid != UINT64_MAX) {
		return;
	}
	conf_reader_warn(reader, "write GUIDs in hex: 0x and 16 digits",
			 "OpenSM reads \"%s\" as the GUID %s",
			 conf_reader_quote(&quote, name),
			 ib_guid_format(text, guid));
}

static int compare_ports(const void *left, const void *right)
{
	const struct partitions_conf_port *a = left, *b = right;

	return (a->guid > b->guid) - (a->guid < b->guid);
}

static bool in_fabric(const struct partitions_conf_options *options,
		      uint64_t guid)
{
	struct partitions_conf_port key = {.guid = guid};

	return bsearch(&key, options->ports, options->port_count, sizeof(key),
		       compare_ports) != NULL;
}

static void say_guid_found(struct conf_reader *reader, const char *end,
			   uint64_t guid)
{
	char text[IB_GUID_TEXT];

	if (reader->lex.is_cut && end == reader->lex.buffer + CONF_LEX_CHUNK) {
		conf_reader_warn(reader, "keep lines below 4,094 bytes",
				 "OpenSM cuts the line inside this GUID and "
				 "reads it as %s",
				 ib_guid_format(text, guid));
	}
	if (reader->options->ports && !in_fabric(reader->options, guid)) {
		conf_reader_note(reader, NULL,
				 "%s is not in the fabric: OpenSM ignores it "
				 "without a word",
				 ib_guid_format(text, guid));
	}
}

/* Sets rule->guid; returns false when OpenSM stops. */
static bool take_guid(struct conf_reader *reader, const char *name,
		      const char *flag, struct conf_rule *rule)
{
	const char *end;

	rule->guid = conf_lex_number(name, &end);
	if (!rule->guid || *end) {
		say_bad_member(reader, name, flag);
		return false;
	}
	say_guid(reader, name, rule->guid);
	say_guid_found(reader, end, rule->guid);
	return true;
}

static int say_rule(struct conf_reader *reader, int keyword,
		    const struct conf_rule *rule)
{
	if (keyword == CONF_MEMBER_GUID) {
		return conf_table_say_guid(&reader->table, rule);
	}
	return conf_table_say_keyword(&reader->table,
				      (enum plan_keyword)keyword, rule);
}

/* Returns false when OpenSM stops. */
static bool add_member(struct conf_reader *reader, const char *name,
		       const char *flag)
{
	const struct conf_definition *definition = &reader->definition;
	int keyword = conf_flags_keyword(name);
	enum ib_membership membership = definition->membership;
	struct conf_rule rule = {
		.line = reader->lex.line,
		.partition = (uint16_t)definition->partition,
		.index0 = definition->index0,
	};

	if (!*name) {
		return true;
	}
	if (keyword != CONF_MEMBER_GUID) {
		say_keyword(reader, name, keyword);
	} else if (!take_guid(reader, name, flag, &rule)) {
		return false;
	}
	if (keyword == CONF_MEMBER_NOBODY) {
		return true;
	}
	if (flag) {
		membership = membership_of(reader, name, flag);
	}
	membership = without_both(reader, name, membership);
	rule.membership = (uint8_t)membership;
	if (say_rule(reader, keyword, &rule)) {
		reader->no_memory = true;
		return false;
	}
	return true;
}

char *conf_members_read(struct conf_reader *reader, char *text)
{
	struct conf_token token;
	char *comma;

	do {
		comma = strchr(text, ',');
		if (comma) {
			*comma = '\0';
		}
		conf_lex_token(text, &token);
		if (strcmp(token.name, "mgid") == 0) {
			return conf_mgid_read(reader, token.value, token.next,
					      !comma);
		}
		if (!add_member(reader, token.name, token.value)) {
			return NULL;
		}
		text = token.next;
	} while (comma);
	return text;
}
