/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What OpenSM 3.3.23 makes of a partitions.conf. */
#include "policy/conf_reader.h"

#include <stdlib.h>
#include <string.h>

/* The state of a definition before its header, and its defaults. */
static void open_definition(struct conf_reader *reader)
{
	reader->definition = (struct conf_definition){
		.open = true,
		.partition = CONF_TABLE_NONE,
		.membership = IB_MEMBER_LIMITED,
		.flags = {.mtu = CONF_GROUP_MTU, .rate = CONF_GROUP_RATE},
	};
}

/* One definition, or the part of it that stands before the next ";" or the end
 * of the chunk. Returns the first byte after what OpenSM consumes, which is
 * not always where that text ends; NULL when it stops. */
static char *read_part(struct conf_reader *reader, char *text)
{
	if (!reader->definition.open) {
		open_definition(reader);
	}
	if (!*text) {
		conf_reader_warn(reader,
				 "put the \";\" directly behind a member",
				 "a \";\" with nothing before it makes OpenSM "
				 "go on behind it, to the end of the line and "
				 "past it");
		text++;
	}
	if (reader->definition.partition == CONF_TABLE_NONE) {
		text = conf_definition_header(reader, text);
	}
	return text ? conf_members_read(reader, text) : NULL;
}

static void say_chunk(struct conf_reader *reader)
{
	if (reader->lex.has_nul) {
		conf_reader_warn(reader, NULL,
				 "OpenSM does not see what follows the NUL "
				 "byte in this line");
	}
	if (reader->lex.is_cut && !reader->lex.continues) {
		conf_reader_warn(reader, "keep lines below 4,094 bytes",
				 "OpenSM cuts this line after every 4,094 "
				 "bytes and reads the rest as lines of their "
				 "own");
	}
}

/* Past the end of the chunk there is what earlier, longer lines left. */
static void say_leftover(struct conf_reader *reader, const char *at)
{
	struct conf_quote quote;

	if (reader->lex.undefined) {
		conf_reader_undefined(reader,
				      "OpenSM reads past the end of this line "
				      "into memory that the file does not "
				      "decide, and what it finds there counts");
	} else if (*at && at > reader->lex.buffer + reader->lex.taken) {
		conf_reader_warn(
			reader, "put the \";\" directly behind a member",
			"OpenSM reads past the end of this line what an "
			"earlier line left in its buffer: \"%s\"",
			conf_reader_quote(&quote, at));
	}
}

static void read_chunk(struct conf_reader *reader)
{
	char *at = reader->lex.buffer, *end = strchr(at, '#');

	say_chunk(reader);
	if (end) {
		*end = '\0';
	}
	do {
		at = conf_lex_skip_blanks(at);
		conf_lex_check(&reader->lex, at);
		say_leftover(reader, at);
		if (!*at) {
			return;
		}
		end = strchr(at, ';');
		if (end) {
			*end = '\0';
		}
		at = read_part(reader, at);
		if (!at) {
			return;
		}
		reader->seen = true;
		if (end) {
			reader->definition.open = false;
		}
	} while (end);
}

static void read_text(struct conf_reader *reader)
{
	while (!reader->stopped && !reader->no_memory &&
	       conf_lex_next(&reader->lex)) {
		read_chunk(reader);
	}
	if (reader->stopped || reader->no_memory) {
		return;
	}
	say_leftover(reader, "");
	if (!reader->seen) {
		conf_lex_init(&reader->lex, "", 0);
		conf_reader_stop(reader, NULL, "the file defines no partition");
	} else if (reader->definition.open) {
		conf_reader_warn(
			reader, "is the file whole?",
			"the file ends without a \";\" for the definition of "
			"line %u: OpenSM takes what is there without a word",
			reader->definition.line);
	}
}

static bool type_is_there(const struct partitions_conf_options *options,
			  enum ib_node_type type)
{
	size_t i;

	for (i = 0; i < options->port_count; i++) {
		if (options->ports[i].type == type) {
			return true;
		}
	}
	return false;
}

/* Does the SM still hold this partition of an earlier file, that is, did any
 * port of the fabric join it? */
static bool was_joined(const struct partitions_conf_options *options,
		       const struct plan_partition *partition)
{
	static const enum ib_node_type types[] = {IB_NODE_CA, IB_NODE_SWITCH,
						  IB_NODE_ROUTER};
	size_t i, j;

	if (!options->ports || partition->pkey == IB_PKEY_DEFAULT ||
	    partition->keywords[PLAN_ALL] || partition->keywords[PLAN_SELF]) {
		return true;
	}
	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (partition->keywords[PLAN_ALL_CAS + i] &&
		    type_is_there(options, types[i])) {
			return true;
		}
	}
	for (i = 0, j = 0;
	     i < partition->member_count && j < options->port_count;) {
		if (partition->members[i].guid == options->ports[j].guid) {
			return true;
		}
		if (partition->members[i].guid < options->ports[j].guid) {
			i++;
		} else {
			j++;
		}
	}
	return false;
}

static int keep_groups(struct conf_reader *reader,
		       const struct plan_partition *partition)
{
	size_t i;

	for (i = 0; i < partition->group_count; i++) {
		const struct plan_group *from = &partition->groups[i];
		struct conf_group group = {
			.pkey = partition->pkey,
			.mtu = (uint8_t)ib_mtu_code(from->mtu),
			.rate = (uint8_t)ib_rate_code(from->rate),
			.sl = (uint8_t)from->sl,
			.scope = (uint8_t)from->scope,
			.tclass = (uint8_t)from->tclass,
			.qkey = (uint32_t)from->qkey,
			.flow_label = (uint32_t)from->flow_label,
		};

		memcpy(group.mgid, from->mgid, CONF_MGID_SIZE);
		if (conf_groups_keep(&reader->groups, &group)) {
			return -1;
		}
	}
	return 0;
}

/* What a running SM still holds: names, keys and groups, but no members. Then
 * its default partition, which is there before any file. Returns 0 or -1. */
static int keep_before(struct conf_reader *reader)
{
	const struct partitions_conf *before = reader->options->before;
	size_t i, count = before ? before->plan->partition_count : 0;
	int index;

	for (i = 0; i < count; i++) {
		const struct plan_partition *partition =
			&before->plan->partitions[i];

		if (!was_joined(reader->options, partition)) {
			continue;
		}
		index = conf_table_add(&reader->table, partition->pkey,
				       partition->name);
		if (index < 0 || keep_groups(reader, partition)) {
			return -1;
		}
		reader->table.partitions[index].sl = partition->sl;
	}
	if (conf_table_find(&reader->table, IB_PKEY_DEFAULT) < 0 &&
	    conf_table_add(&reader->table, IB_PKEY_DEFAULT, "Default") < 0) {
		return -1;
	}
	return 0;
}

/* The failed file's wishes for index 0 outlive it: 0x7fff then stands aside
 * for a key that is gone. */
static void say_index0_left(struct conf_reader *reader)
{
	size_t i;

	for (i = 0; i < reader->table.count; i++) {
		const struct conf_partition *partition =
			&reader->table.partitions[i];

		if (partition->index0_line &&
		    partition->pkey != IB_PKEY_DEFAULT) {
			conf_reader_quirk(reader, DIAG_WARNING,
					  partition->index0_line, NULL,
					  "indx0 of 0x%04x still counts after "
					  "the file is dropped: its ports keep "
					  "index 0 empty",
					  partition->pkey);
		}
	}
}

/* What OpenSM makes without a usable file. What the file did to 0x7fff before
 * OpenSM stopped stays: its groups and its sl. */
static void fall_back(struct conf_reader *reader)
{
	struct conf_group broadcast = {
		.pkey = IB_PKEY_DEFAULT,
		.mtu = CONF_GROUP_MTU,
		.rate = CONF_GROUP_RATE,
		.qkey = CONF_GROUP_QKEY,
	};
	struct conf_rule full = {.membership = IB_MEMBER_FULL};

	reader->conf->fallback = true;
	if (reader->conf->shared_group) {
		conf_reader_undefined(reader,
				      "OpenSM uses freed memory: it drops two "
				      "partitions that hold one group");
	}
	say_index0_left(reader);
	conf_table_forget(&reader->table);
	conf_groups_forget_others(&reader->groups, IB_PKEY_DEFAULT);
	conf_groups_broadcast(broadcast.mgid, IB_PKEY_DEFAULT);
	if (conf_groups_make(&reader->groups, &broadcast, NULL) ==
		    CONF_GROUP_NO_MEMORY ||
	    conf_table_say_keyword(&reader->table, PLAN_ALL, &full)) {
		reader->no_memory = true;
	}
}

/* An SM that is limited in 0x7fff loses its own SA to all others like it. */
static void check_sm(struct conf_reader *reader)
{
	const struct plan_partition *partition =
		partition_plan_find(reader->conf->plan, IB_PKEY_DEFAULT);
	uint64_t guid = reader->options->sm_guid;
	const struct plan_member *member =
		guid ? plan_find_member(partition, guid) : NULL;
	struct source_pos pos = partition->keyword_pos[PLAN_ALL];
	enum ib_node_type type;

	if (member) {
		pos = member->pos;
	}
	for (type = IB_NODE_CA; type <= IB_NODE_ROUTER; type++) {
		if (plan_standing_of(partition, member, type, true)
			    .membership == IB_MEMBER_LIMITED) {
			conf_reader_quirk(
				reader, DIAG_ERROR, pos.line,
				"end the definition of 0x7fff with SELF=full",
				"the SM itself becomes a limited member of "
				"0x7fff: limited members can no longer reach "
				"it, path queries fail");
			return;
		}
	}
}

/* OpenSM keeps keys where they are (keep_pkey_indexes): what moved away from
 * index 0 for a key that is gone may not come back. */
static void check_index0_before(struct conf_reader *reader)
{
	const struct partitions_conf *before = reader->options->before;
	const struct plan_partition *now;
	size_t i;

	for (i = 0; before && i < before->plan->partition_count; i++) {
		const struct plan_partition *partition =
			&before->plan->partitions[i];

		now = partition_plan_find(reader->conf->plan, partition->pkey);
		if (partition->index0 && (!now || !now->index0)) {
			conf_reader_quirk(reader, DIAG_NOTE, 0,
					  "restart OpenSM with "
					  "keep_pkey_indexes FALSE",
					  "0x%04x no longer asks for index 0, "
					  "which can stay empty on ports that "
					  "had it there",
					  partition->pkey);
		}
	}
}

static int read_conf(struct conf_reader *reader, const char *text)
{
	if (keep_before(reader)) {
		return -1;
	}
	if (text) {
		read_text(reader);
	} else {
		reader->stopped = true;
		reader->conf->fallback_reason =
			"the file is missing: OpenSM opens the whole fabric "
			"without a word in its log";
	}
	if (reader->stopped) {
		fall_back(reader);
	}
	if (reader->no_memory || conf_plan_build(reader)) {
		return -1;
	}
	if (!reader->stopped) {
		check_sm(reader);
	}
	check_index0_before(reader);
	diag_sort(&reader->conf->quirks);
	return reader->no_memory || reader->conf->quirks.failed ? -1 : 0;
}

/* Sets up the result and the reader's memory. Returns 0 or -1. */
static int open_reader(struct conf_reader *reader,
		       const struct partitions_conf_options *options)
{
	struct arena *arena = arena_new();

	if (!arena) {
		return -1;
	}
	reader->options = options;
	reader->conf = arena_alloc(arena, sizeof(*reader->conf));
	if (!reader->conf) {
		arena_free(arena);
		return -1;
	}
	reader->conf->arena = arena;
	diag_list_init(&reader->conf->quirks, arena);
	reader->path = arena_strdup(arena, options->path ? options->path
							 : "partitions.conf");
	return reader->path ? 0 : -1;
}

int partitions_conf_read(const char *text, size_t length,
			 const struct partitions_conf_options *options,
			 struct partitions_conf **conf, struct error *error)
{
	struct conf_reader *reader = calloc(1, sizeof(*reader));
	int result = -1;

	if (!reader) {
		return error_no_memory(error);
	}
	conf_table_init(&reader->table);
	conf_groups_init(&reader->groups);
	conf_lex_init(&reader->lex, text, text ? length : 0);
	if (open_reader(reader, options) || read_conf(reader, text)) {
		error_no_memory(error);
		partitions_conf_free(reader->conf);
		goto out;
	}
	*conf = reader->conf;
	result = 0;
out:
	conf_table_free(&reader->table);
	conf_groups_free(&reader->groups);
	free(reader);
	return result;
}

void partitions_conf_free(struct partitions_conf *conf)
{
	if (conf) {
		arena_free(conf->arena);
	}
}
