/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Multicast groups in partitions.conf: mgid lines, and how groups are made. */
#include "policy/conf_reader.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

enum { OPENSM_LOG_LINE = 4096 };

static void say_existing(struct conf_reader *reader,
			 const struct conf_group *group, const char *what)
{
	if (group->line) {
		conf_reader_warn(reader, NULL,
				 "%s exists since line %u: OpenSM leaves it as "
				 "it is",
				 what, group->line);
	} else {
		conf_reader_warn(
			reader,
			"it changes after a restart, or a sweep without the "
			"partition",
			"%s exists since an earlier file: OpenSM leaves it as "
			"it is",
			what);
	}
}

/* True when the request asks for what the group has. */
static bool same_group(const struct conf_group *group,
		       const struct conf_group *request)
{
	return group->mtu == request->mtu && group->rate == request->rate &&
	       group->sl == request->sl && group->qkey == request->qkey &&
	       group->tclass == request->tclass &&
	       group->flow_label == request->flow_label;
}

static void say_smallest(struct conf_reader *reader,
			 const struct conf_group *group, const char *what)
{
	if (group->mtu == CONF_GROUP_SMALLEST) {
		conf_reader_warn(reader, "mtu is a code: 4 is 2048 bytes",
				 "%s gets the smallest MTU of all adapter and "
				 "router ports: its mtu is out of range",
				 what);
	}
	if (group->rate == CONF_GROUP_SMALLEST) {
		conf_reader_warn(reader, "rate is a code: 3 is 10 Gb/s",
				 "%s gets the rate of the adapter or router "
				 "port that is slowest when it is made: its "
				 "rate is out of range",
				 what);
	}
}

static void say_shared(struct conf_reader *reader,
		       const struct conf_group *group, const char *what)
{
	reader->conf->shared_group = true;
	conf_reader_warn(reader, "use another MGID in one of the two",
			 "%s is in partition 0x%04x already and stays there; "
			 "OpenSM holds it in both, and uses freed memory once "
			 "one of them has gone",
			 what, group->pkey);
}

/* Why a group is not made. */
static const struct {
	const char *why, *hint;
} refusals[] = {
	[CONF_GROUP_BAD_MTU] = {"its mtu is no code for an MTU",
				"mtu is a code: 1 to 5 are 256 to 4096 bytes"},
	[CONF_GROUP_BAD_RATE] = {"its rate is no code for a rate",
				 "rate is a code: 3 is 10 Gb/s, 16 is 100"},
	[CONF_GROUP_BAD_FLAGS] = {"its MGID uses reserved flags", NULL},
	[CONF_GROUP_SA_SIGNATURE] = {"signature a01b with link-local scope is "
				     "kept for groups that the SA names",
				     NULL},
	[CONF_GROUP_NO_BROADCAST] = {"the partition has no broadcast group of "
				     "that scope",
				     "give the partition ipoib"},
};

void conf_mgid_make(struct conf_reader *reader,
		    const struct conf_group *request, const char *what)
{
	const struct conf_group *group;
	enum conf_group_result result =
		conf_groups_make(&reader->groups, request, &group);

	if (result == CONF_GROUP_NO_MEMORY) {
		reader->no_memory = true;
	} else if (result == CONF_GROUP_MADE) {
		say_smallest(reader, group, what);
	} else if (result == CONF_GROUP_SHARED) {
		say_shared(reader, group, what);
	} else if (result != CONF_GROUP_EXISTS) {
		conf_reader_warn(reader, refusals[result].hint,
				 "OpenSM does not make %s: %s", what,
				 refusals[result].why);
	} else if (!same_group(group, request)) {
		say_existing(reader, group, what);
	}
}

/* The flags of this mgid line do not stand where a person looks for them. */
static void say_stray(struct conf_reader *reader, char *text)
{
	struct conf_quote quote;

	text = conf_lex_skip_blanks(text);
	if (*text) {
		conf_reader_note(reader,
				 "put a comma after the MGID: \"mgid=..., \"",
				 "no comma follows the MGID, so OpenSM looks "
				 "for its flags in what comes next: \"%s\"",
				 conf_reader_quote(&quote, text));
	}
}

static char *group_flags(struct conf_reader *reader, struct conf_flags *flags,
			 char *text, bool stray)
{
	struct conf_token token;
	struct conf_quote quote;
	enum conf_flag flag;
	char *comma;

	do {
		comma = strchr(text, ',');
		if (comma) {
			*comma = '\0';
		}
		conf_lex_token(text, &token);
		flag = conf_flags_find(token.name);
		if (flag <= CONF_FLAG_FLOW_LABEL) {
			conf_definition_group_flag(reader, flags, flag,
						   token.name, token.value);
		} else if (!stray) {
			conf_reader_warn(reader, NULL,
					 "OpenSM takes \"%s\" as a flag of the "
					 "group and ignores it: an mgid "
					 "consumes its line",
					 conf_reader_quote(&quote, token.name));
		}
		text = token.next;
	} while (comma);
	return text;
}

/* An IP group must fit its partition; returns false when OpenSM refuses it. */
static bool check_ip(struct conf_reader *reader, const struct conf_flags *flags,
		     uint8_t mgid[CONF_MGID_SIZE], uint16_t pkey,
		     const char *what)
{
	const struct conf_flags *broadcast = &reader->definition.flags;
	uint16_t full = pkey | IB_PKEY_FULL_BIT;
	uint16_t asked = (uint16_t)(mgid[4] << 8 | mgid[5]);
	uint8_t any[CONF_MGID_SIZE];

	conf_groups_broadcast(any, IB_PKEY_DEFAULT);
	if (asked && asked != full && memcmp(any, mgid, CONF_MGID_SIZE)) {
		conf_reader_warn(reader, NULL,
				 "OpenSM does not make %s: its MGID carries "
				 "P_Key 0x%04x, the partition is 0x%04x",
				 what, asked, full);
		return false;
	}
	if (flags->rate != broadcast->rate || flags->mtu != broadcast->mtu) {
		conf_reader_warn(reader, NULL,
				 "OpenSM does not make %s: its %s differs from "
				 "the partition's",
				 what,
				 flags->rate != broadcast->rate ? "rate"
								: "mtu");
		return false;
	}
	mgid[4] = (uint8_t)(full >> 8);
	mgid[5] = (uint8_t)full;
	return true;
}

static void make_scopes(struct conf_reader *reader,
			const struct conf_flags *flags,
			struct conf_group *request, const char *what)
{
	unsigned int scope;

	if (!flags->scopes) {
		if ((request->mgid[1] & 0x0f) != CONF_GROUP_SCOPE) {
			conf_reader_warn(reader, "add scope= to the line",
					 "OpenSM makes %s link-local: without "
					 "scope= its MGID's scope does not "
					 "count",
					 what);
		}
		conf_mgid_make(reader, request, what);
		return;
	}
	for (scope = 0; scope < 16; scope++) {
		if (flags->scopes & 1U << scope) {
			request->scope = (uint8_t)scope;
			conf_mgid_make(reader, request, what);
		}
	}
}

static void make_group(struct conf_reader *reader,
		       const struct conf_flags *flags,
		       struct conf_group *request)
{
	char what[INET6_ADDRSTRLEN + sizeof("the group ")];
	char text[INET6_ADDRSTRLEN];
	const struct conf_group *found;

	inet_ntop(AF_INET6, request->mgid, text, sizeof(text));
	snprintf(what, sizeof(what), "the group %s", text);
	if (conf_groups_is_ip(request->mgid)) {
		if (!check_ip(reader, flags, request->mgid, request->pkey,
			      what)) {
			return;
		}
		if (!request->qkey) {
			request->qkey = CONF_GROUP_QKEY;
		}
	}
	found = conf_groups_find(&reader->groups, request->mgid);
	if (found) {
		say_existing(reader, found, what);
		return;
	}
	make_scopes(reader, flags, request, what);
}

static char *crash(struct conf_reader *reader)
{
	reader->conf->crash = true;
	reader->stopped = true;
	return NULL;
}

/* OpenSM writes its log's line into a buffer with vsprintf(), a wrong MGID
 * whole: libopensm/osm_log.c, osm_log_v2(). */
static bool overflows_log(const struct conf_reader *reader, const char *mgid)
{
	int length = snprintf(NULL, 0,
			      "mgroup_create: PARSE ERROR partition conf file "
			      "line %u: mgid \"%s\": gid is not multicast\n",
			      reader->lex.chunk, mgid);

	return length >= OPENSM_LOG_LINE;
}

static char *refuse_mgid(struct conf_reader *reader, const char *mgid,
			 char *text)
{
	struct conf_quote quote;

	if (overflows_log(reader, mgid)) {
		conf_reader_undefined(
			reader,
			"OpenSM crashes here: its log has no room "
			"for a wrong MGID of %zu bytes",
			strlen(mgid));
		return crash(reader);
	}
	conf_reader_warn(reader, NULL,
			 "OpenSM makes no group: \"%s\" is no multicast GID",
			 conf_reader_quote(&quote, mgid));
	return text;
}

char *conf_mgid_read(struct conf_reader *reader, const char *mgid, char *text,
		     bool stray)
{
	const struct conf_definition *definition = &reader->definition;
	struct conf_flags flags = definition->flags;
	struct conf_group request = {
		.pkey = reader->table.partitions[definition->partition].pkey,
		.line = reader->lex.line,
	};
	char *next;

	if (!mgid) {
		conf_reader_undefined(reader, "OpenSM crashes here: mgid has "
					      "no \"=\"");
		return crash(reader);
	}
	if (inet_pton(AF_INET6, mgid, request.mgid) != 1 ||
	    request.mgid[0] != 0xff) {
		return refuse_mgid(reader, mgid, text);
	}
	conf_lex_check(&reader->lex, text);
	if (stray) {
		say_stray(reader, text);
	}
	flags.tclass = 0;
	next = group_flags(reader, &flags, text, stray);
	request.mtu = (uint8_t)flags.mtu;
	request.rate = (uint8_t)flags.rate;
	request.sl = (uint8_t)flags.sl;
	request.tclass = flags.tclass;
	request.qkey = flags.qkey;
	request.flow_label = flags.flow_label;
	make_group(reader, &flags, &request);
	return next;
}
