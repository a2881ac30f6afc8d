/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The header of a definition in partitions.conf: name, key, flags. */
#include "policy/conf_reader.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

static void unknown_flag(struct conf_reader *reader, const char *name)
{
	struct conf_quote quote;
	const char *hint = NULL;
	enum conf_flag flag;

	for (flag = CONF_FLAG_MTU; flag < CONF_FLAG_UNKNOWN; flag++) {
		if (!strcasecmp(name, conf_flags_word(flag))) {
			hint = "OpenSM's flags are case-sensitive: mtu rate "
			       "scope Q_Key TClass sl FlowLabel ipoib "
			       "defmember indx0";
		}
	}
	conf_reader_warn(reader, hint, "OpenSM ignores the unknown flag \"%s\"",
			 conf_reader_quote(&quote, name));
}

static void prefix_of_flag(struct conf_reader *reader, const char *name,
			   enum conf_flag flag)
{
	struct conf_quote quote;

	if (!*name) {
		conf_reader_warn(reader, NULL,
				 "OpenSM takes the flag without a name as %s",
				 conf_flags_word(flag));
	} else if (strlen(name) < strlen(conf_flags_word(flag))) {
		conf_reader_note(reader, NULL,
				 "OpenSM takes the flag \"%s\" as %s",
				 conf_reader_quote(&quote, name),
				 conf_flags_word(flag));
	}
}

void conf_definition_group_flag(struct conf_reader *reader,
				struct conf_flags *flags, enum conf_flag flag,
				const char *name, const char *value)
{
	const char *word = conf_flags_word(flag);
	struct conf_quote quote;
	uint32_t taken;

	if (!*name && !value) {
		return; /* nothing between two commas: no effect */
	}
	prefix_of_flag(reader, name, flag);
	conf_reader_quote(&quote, value ? value : "");
	switch (conf_flags_apply(flags, flag, value, &taken)) {
	case CONF_VALUE_SKIPPED:
		conf_reader_warn(reader, NULL,
				 "OpenSM skips %s: \"%s\" is no valid value",
				 word, quote.text);
		break;
	case CONF_VALUE_ZERO:
		conf_reader_warn(reader, NULL, "OpenSM takes %s=%s as 0", word,
				 quote.text);
		break;
	case CONF_VALUE_LOOSE:
		conf_reader_warn(reader, NULL, "OpenSM takes %s=%s as %" PRIu32,
				 word, quote.text, taken);
		break;
	case CONF_VALUE_PLAIN:
		break;
	}
}

static void default_membership(struct conf_reader *reader, const char *value)
{
	enum ib_membership membership = IB_MEMBER_NONE;
	struct conf_quote quote;

	if (value) {
		membership = conf_flags_membership(value);
	}
	if (membership == IB_MEMBER_NONE) {
		conf_reader_warn(
			reader, "it must be full, limited or both",
			"OpenSM skips defmember: \"%s\" is no membership, so "
			"members that say nothing become %s",
			conf_reader_quote(&quote, value ? value : ""),
			conf_flags_membership_word(
				reader->definition.membership));
		return;
	}
	if (!*value) {
		conf_reader_warn(reader, NULL,
				 "OpenSM takes the empty defmember= as full");
	}
	reader->definition.membership = membership;
}

static void header_flag(struct conf_reader *reader,
			const struct conf_token *token)
{
	struct conf_definition *definition = &reader->definition;
	enum conf_flag flag = conf_flags_find(token->name);

	switch (flag) {
	case CONF_FLAG_UNKNOWN:
		unknown_flag(reader, token->name);
		break;
	case CONF_FLAG_IPOIB:
		prefix_of_flag(reader, token->name, flag);
		definition->ipoib = true;
		break;
	case CONF_FLAG_DEFMEMBER:
		prefix_of_flag(reader, token->name, flag);
		default_membership(reader, token->value);
		break;
	case CONF_FLAG_INDX0:
		definition->index0 = true;
		break;
	default:
		conf_definition_group_flag(reader, &definition->flags, flag,
					   token->name, token->value);
		break;
	}
}

/* The partition that a header without a key of its own means. */
static int find_or_make(struct conf_reader *reader, const char *name)
{
	struct conf_table *table = &reader->table;
	struct conf_quote quote;
	uint16_t pkey;
	int index;

	conf_reader_quote(&quote, name ? name : "");
	index = name ? conf_table_find_name(table, name) : CONF_TABLE_NONE;
	if (index >= 0) {
		conf_reader_note(
			reader, NULL,
			"\"%s\" has no key here: OpenSM takes that of the "
			"partition it knows by this name, 0x%04x",
			quote.text, table->partitions[index].pkey);
		return index;
	}
	pkey = conf_table_make_key(table);
	if (!pkey) {
		conf_reader_stop(reader, NULL,
				 "\"%s\" has no key and OpenSM has none left "
				 "to generate",
				 quote.text);
		return CONF_TABLE_NONE;
	}
	conf_reader_warn(
		reader, "give every partition its own key",
		"\"%s\" has no key: OpenSM generates 0x%04x, by the order of "
		"such definitions and by what it had before: another order or "
		"a restart can hand it to another partition",
		quote.text, pkey);
	return conf_table_add(table, pkey, name);
}

/* A digit says the same in any base; 0x11, 021 and 17 are one key. */
static void say_base(struct conf_reader *reader, const char *id, uint16_t pkey)
{
	struct conf_quote quote;

	if ((id[0] == '0' && (id[1] == 'x' || id[1] == 'X')) ||
	    (id[0] >= '0' && id[0] <= '9' && !id[1])) {
		return;
	}
	conf_reader_warn(reader, "write keys in hex",
			 "OpenSM reads the key %s as 0x%04x",
			 conf_reader_quote(&quote, id), pkey);
}

/* Many write the key as it stands in a port's table, with bit 15 set: that
 * much is only worth a note. */
static void say_key(struct conf_reader *reader, const char *id, uint64_t number,
		    uint16_t pkey)
{
	struct conf_quote quote;

	if (number == pkey) {
		say_base(reader, id, pkey);
		return;
	}
	conf_reader_quirk(reader,
			  (number & ~(uint64_t)IB_PKEY_FULL_BIT) == pkey
				  ? DIAG_NOTE
				  : DIAG_WARNING,
			  reader->lex.line,
			  pkey == IB_PKEY_DEFAULT
				  ? "0x7fff is the default partition"
				  : NULL,
			  "OpenSM keeps 15 bits of the key %s: the partition "
			  "is 0x%04x",
			  conf_reader_quote(&quote, id), pkey);
}

static void say_merged(struct conf_reader *reader, const char *name,
		       const struct conf_partition *partition)
{
	struct conf_quote mine, theirs;

	conf_reader_quote(&mine, name ? name : "");
	conf_reader_quote(&theirs, partition->name);
	if (name && *name && strcmp(name, partition->name) && partition->line) {
		conf_reader_warn(reader, NULL,
				 "0x%04x is \"%s\" already (line %u): OpenSM "
				 "adds these members to it and forgets the "
				 "name \"%s\"",
				 partition->pkey, theirs.text, partition->line,
				 mine.text);
	} else if (partition->line) {
		conf_reader_note(reader, NULL,
				 "OpenSM adds these members to \"%s\" (0x%04x) "
				 "of line %u",
				 theirs.text, partition->pkey, partition->line);
	} else if (partition->pkey == IB_PKEY_DEFAULT) {
		if (name && strcmp(name, partition->name)) {
			conf_reader_note(reader, NULL,
					 "\"%s\" is 0x7fff: OpenSM keeps its "
					 "own name for it, \"%s\"",
					 mine.text, theirs.text);
		}
	} else if (name && *name && strcmp(name, partition->name)) {
		conf_reader_note(reader, NULL,
				 "0x%04x keeps the name \"%s\" that it had "
				 "before; it is \"%s\" after a restart",
				 partition->pkey, theirs.text, mine.text);
	}
}

/* Returns the partition's index, CONF_TABLE_NONE when OpenSM stops, or
 * CONF_TABLE_NO_MEMORY. */
static int create(struct conf_reader *reader, const char *name, const char *id)
{
	struct conf_table *table = &reader->table;
	struct conf_quote quote;
	const char *end;
	uint64_t number = 0;
	uint16_t pkey;
	int index;

	if (!id && *name >= '0' && *name <= '9') {
		id = name;
		name = NULL;
	}
	if (!id) {
		return find_or_make(reader, name);
	}
	number = conf_lex_number(id, &end);
	if (end == id || *end) {
		conf_reader_stop(reader,
				 name ? NULL
				      : "a name that begins with a digit needs "
					"a key: NAME=0x1234",
				 "\"%s\" is not a key",
				 conf_reader_quote(&quote, id));
		return CONF_TABLE_NONE;
	}
	pkey = ib_pkey_base((uint16_t)number);
	if (!pkey) {
		conf_reader_warn(reader, NULL,
				 "of the key %s no bit is left in the 15 that "
				 "OpenSM keeps",
				 conf_reader_quote(&quote, id));
		return find_or_make(reader, name);
	}
	if (!name) {
		conf_reader_note(reader, "write NAME=KEY",
				 "OpenSM takes \"%s\" for the key of a "
				 "partition without a name",
				 conf_reader_quote(&quote, id));
	}
	say_key(reader, id, number, pkey);
	index = conf_table_find(table, pkey);
	if (index >= 0) {
		say_merged(reader, name, &table->partitions[index]);
		return index;
	}
	return conf_table_add(table, pkey, name);
}

static void say_name(struct conf_reader *reader, const char *name,
		     const struct conf_partition *partition)
{
	struct conf_quote quote;

	if (strlen(name) < CONF_TABLE_NAME) {
		return;
	}
	conf_reader_warn(reader, "use at most 31 bytes",
			 "OpenSM cuts the name of 0x%04x to \"%s\" and never "
			 "finds it again by the whole one",
			 partition->pkey,
			 conf_reader_quote(&quote, partition->name));
}

/* OpenSM makes the broadcast group from the header alone, link-local whatever
 * its scope says. */
static void make_broadcast(struct conf_reader *reader, uint16_t pkey)
{
	const struct conf_flags *flags = &reader->definition.flags;
	struct conf_group request = {
		.pkey = pkey,
		.mtu = (uint8_t)flags->mtu,
		.rate = (uint8_t)flags->rate,
		.sl = (uint8_t)flags->sl,
		.tclass = flags->tclass,
		.qkey = flags->qkey ? flags->qkey : CONF_GROUP_QKEY,
		.flow_label = flags->flow_label,
		.line = reader->lex.line,
	};

	if (flags->scopes & ~(1U << CONF_GROUP_SCOPE)) {
		conf_reader_warn(reader, NULL,
				 "scope does not apply to the IPoIB broadcast "
				 "group, which OpenSM makes link-local; only "
				 "mgid lines inherit it");
	}
	conf_groups_broadcast(request.mgid, pkey);
	conf_mgid_make(reader, &request, "the IPoIB group");
}

/* The name and flags of the header at text, which ends before the ":". Flags
 * come first: they hold for the partition that the name then opens. */
static void header_tokens(struct conf_reader *reader, char *text,
			  struct conf_token *first)
{
	char *comma = strchr(text, ',');
	struct conf_token token;

	if (comma) {
		*comma = '\0';
	}
	conf_lex_token(text, first);
	text = first->next;
	while (comma) {
		comma = strchr(text, ',');
		if (comma) {
			*comma = '\0';
		}
		conf_lex_token(text, &token);
		header_flag(reader, &token);
		text = token.next;
	}
}

static void say_no_header(struct conf_reader *reader, const char *text)
{
	struct conf_quote quote;

	conf_reader_quote(&quote, text);
	if (*text == '\r') {
		conf_reader_stop(reader,
				 "the file has DOS line ends: convert it with "
				 "dos2unix",
				 "there is a carriage return after the \";\", "
				 "which OpenSM takes for a definition");
	} else if (reader->lex.continues) {
		conf_reader_stop(reader,
				 "keep every line, comments too, below 4,094 "
				 "bytes",
				 "OpenSM reads the rest of this long line as a "
				 "line of its own, and \"%s\" has no \":\"",
				 quote.text);
	} else {
		conf_reader_stop(reader, NULL,
				 "\"%s\" begins a definition and has no \":\" "
				 "on its line",
				 quote.text);
	}
}

char *conf_definition_header(struct conf_reader *reader, char *text)
{
	struct conf_definition *definition = &reader->definition;
	struct conf_partition *partition;
	struct conf_token first;
	char *colon = strchr(text, ':');
	int index;

	if (!colon) {
		say_no_header(reader, text);
		return NULL;
	}
	*colon = '\0';
	definition->line = reader->lex.line;
	header_tokens(reader, text, &first);
	index = create(reader, first.name, first.value);
	if (index < 0) {
		reader->no_memory |= index == CONF_TABLE_NO_MEMORY;
		return NULL;
	}
	definition->partition = index;
	partition = &reader->table.partitions[index];
	say_name(reader, first.name, partition);
	if (!partition->line) {
		partition->line = reader->lex.line;
	}
	if (definition->flags.sl && !reader->options->qos) {
		conf_reader_warn(reader, "set \"qos TRUE\" in opensm.conf",
				 "OpenSM ignores sl=%u: QoS is off",
				 definition->flags.sl);
		definition->flags.sl = 0;
	}
	partition->sl = (int)definition->flags.sl;
	if (definition->ipoib) {
		make_broadcast(reader, partition->pkey);
	}
	return colon + 1;
}
