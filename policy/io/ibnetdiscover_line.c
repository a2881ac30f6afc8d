/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One line of an ibnetdiscover dump. */
#include "policy/io/ibnetdiscover_line.h"

#include <string.h>

enum { PORT_LAST = 254, LID_UNICAST_LAST = 0xbfff };

/* What of the line is still to be read. */
struct cursor {
	const char *at, *end;
};

static void skip_blanks(struct cursor *cursor)
{
	while (cursor->at < cursor->end &&
	       (*cursor->at == ' ' || *cursor->at == '\t')) {
		cursor->at++;
	}
}

static bool take(struct cursor *cursor, const char *word)
{
	size_t length = strlen(word);

	if ((size_t)(cursor->end - cursor->at) < length ||
	    memcmp(cursor->at, word, length) != 0) {
		return false;
	}
	cursor->at += length;
	return true;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static int hex_digit(char c)
{
	if (is_digit(c)) {
		return c - '0';
	}
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* 1 to 16 hex digits, with or without 0x. */
static bool take_hex(struct cursor *cursor, uint64_t *value)
{
	unsigned int digits = 0;
	uint64_t number = 0;

	take(cursor, "0x");
	while (cursor->at < cursor->end && hex_digit(*cursor->at) >= 0) {
		number = number << 4 | (uint64_t)hex_digit(*cursor->at++);
		if (++digits > 16) {
			return false;
		}
	}
	*value = number;
	return digits > 0;
}

static bool take_decimal(struct cursor *cursor, unsigned int *value)
{
	const char *start = cursor->at;
	unsigned int number = 0;

	while (cursor->at < cursor->end && is_digit(*cursor->at)) {
		number = number * 10 + (unsigned int)(*cursor->at++ - '0');
		if (cursor->at - start > 8) {
			return false;
		}
	}
	*value = number;
	return cursor->at > start;
}

/* "[17]", then perhaps "[ext 3]". */
static bool take_number(struct cursor *cursor, unsigned int *number)
{
	unsigned int ext;

	skip_blanks(cursor);
	if (!take(cursor, "[") || !take_decimal(cursor, number) ||
	    !take(cursor, "]") || *number < 1 || *number > PORT_LAST) {
		return false;
	}
	return !take(cursor, "[ext ") ||
	       (take_decimal(cursor, &ext) && take(cursor, "]"));
}

/* "(c42a1030087a026)", or nothing: then *guid stays. */
static bool take_guid(struct cursor *cursor, uint64_t *guid)
{
	skip_blanks(cursor);
	return !take(cursor, "(") ||
	       (take_hex(cursor, guid) && take(cursor, ")"));
}

/* "S-248a070300f00001" in quotes. */
static bool take_name(struct cursor *cursor, struct ibnetdiscover_line *line)
{
	static const struct {
		const char *prefix;
		enum ib_node_type type;
	} rows[] = {
		{"\"S-", IB_NODE_SWITCH},
		{"\"H-", IB_NODE_CA},
		{"\"R-", IB_NODE_ROUTER},
		{"\"?-", IB_NODE_UNKNOWN},
	};
	size_t i;

	skip_blanks(cursor);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (take(cursor, rows[i].prefix)) {
			line->type = rows[i].type;
			return take_hex(cursor, &line->guid) && line->guid &&
			       take(cursor, "\"");
		}
	}
	return false;
}

/* From the next quote to the last one of the line: a description may hold
 * quotes, what follows it holds none. */
static bool take_description(struct cursor *cursor,
			     struct ibnetdiscover_text *description)
{
	const char *last;

	skip_blanks(cursor);
	if (!take(cursor, "\"")) {
		return false;
	}
	last = memrchr(cursor->at, '"', (size_t)(cursor->end - cursor->at));
	if (!last) {
		return false;
	}
	description->bytes = cursor->at;
	description->length = (size_t)(last - cursor->at);
	cursor->at = last + 1;
	return true;
}

/* "lid 17", or nothing: then *lid stays. */
static bool take_lid(struct cursor *cursor, unsigned int *lid)
{
	skip_blanks(cursor);
	if (!take(cursor, "lid")) {
		return true;
	}
	skip_blanks(cursor);
	if (!take_decimal(cursor, lid)) {
		return false;
	}
	if (*lid > LID_UNICAST_LAST) {
		*lid = 0;
	}
	return true;
}

static size_t word_length(const struct cursor *cursor)
{
	const char *at = cursor->at;

	while (at < cursor->end && *at != ' ' && *at != '\t') {
		at++;
	}
	return (size_t)(at - cursor->at);
}

/* "4xHDR"; "4x???", "??SDR" where ibnetdiscover knew no better. Anything else
 * is no rate ("slot 3", "s=4"). */
static void take_rate(struct cursor *cursor, struct ibnetdiscover_line *line)
{
	size_t length, split;
	char word[16];

	skip_blanks(cursor);
	length = word_length(cursor);
	if (length < 3 || length >= sizeof(word) ||
	    (!is_digit(cursor->at[0]) && cursor->at[0] != '?')) {
		return;
	}
	memcpy(word, cursor->at, length);
	word[length] = '\0';
	split = strcspn(word, "x?");
	split += word[split] == '?' ? 2 : 1;
	if (split >= length) {
		return;
	}
	line->speed = ib_speed_parse(word + split);
	word[split] = '\0';
	line->width = ib_width_parse(word);
	line->bad_rate = !line->speed || !line->width;
}

static void bad(struct ibnetdiscover_line *line, const char *fault)
{
	line->kind = LINE_BAD;
	line->fault = fault;
}

/* [1](guid) "S-guid"[2] (guid) # lid 1 lmc 0 "description" lid 2 4xHDR */
static void parse_port(struct cursor *cursor, struct ibnetdiscover_line *line)
{
	unsigned int lmc;

	line->kind = LINE_PORT;
	if (!take_number(cursor, &line->number) ||
	    !take_guid(cursor, &line->port_guid)) {
		bad(line, "a port number from 1 to 254 like [17]");
		return;
	}
	if (!take_name(cursor, line)) {
		bad(line, "the peer as \"S-\", \"H-\" or \"R-\" and its GUID");
		return;
	}
	if (!take_number(cursor, &line->peer_number) ||
	    !take_guid(cursor, &line->peer_port_guid)) {
		bad(line, "the peer's port number from 1 to 254 like [17]");
		return;
	}
	skip_blanks(cursor);
	if (cursor->at == cursor->end) {
		return;
	}
	if (!take(cursor, "#") || !take_lid(cursor, &line->port_lid)) {
		bad(line, "# and what is known of the link");
		return;
	}
	skip_blanks(cursor);
	if (take(cursor, "lmc")) {
		skip_blanks(cursor);
		take_decimal(cursor, &lmc);
		skip_blanks(cursor);
	}
	if (cursor->at == cursor->end) {
		return;
	}
	if (!take_description(cursor, &line->description) ||
	    !take_lid(cursor, &line->lid)) {
		bad(line, "the peer's description in quotes and its LID");
		return;
	}
	take_rate(cursor, line);
}

/* Switch 41 "S-guid" # "description" enhanced port 0 lid 1 lmc 0 */
static void parse_node(struct cursor *cursor, struct ibnetdiscover_line *line)
{
	unsigned int count;
	const char *lid;

	line->kind = LINE_NODE;
	skip_blanks(cursor);
	if (!take_decimal(cursor, &count)) {
		bad(line, "the number of ports");
		return;
	}
	if (!take_name(cursor, line)) {
		bad(line, "the node as \"S-\", \"H-\" or \"R-\" and its GUID");
		return;
	}
	skip_blanks(cursor);
	if (cursor->at == cursor->end) {
		return;
	}
	if (!take(cursor, "#") ||
	    !take_description(cursor, &line->description)) {
		bad(line, "# and the node's description in quotes");
		return;
	}
	lid = memmem(cursor->at, (size_t)(cursor->end - cursor->at), " lid ",
		     5);
	if (lid) {
		cursor->at = lid;
		if (!take_lid(cursor, &line->lid)) {
			bad(line, "a LID");
		}
	}
}

static void parse_id(struct cursor *cursor, enum ibnetdiscover_line_id id,
		     struct ibnetdiscover_line *line)
{
	static const uint64_t most[] = {
		[ID_VENDOR] = 0xffffff,
		[ID_DEVICE] = 0xffff,
		[ID_SYSTEM] = UINT64_MAX,
		[ID_NODE] = UINT64_MAX,
	};

	line->kind = LINE_ID;
	line->id = id;
	if (!take_hex(cursor, &line->id_value) || line->id_value > most[id] ||
	    !take_guid(cursor, &line->id_port_guid)) {
		bad(line, "a number in hex");
	}
}

/* "SW 1719 10 0x7cfe900300118030 4x EDR ..." */
static bool is_report(struct cursor cursor)
{
	unsigned int lid;

	if (!take(&cursor, "SW ") && !take(&cursor, "CA ") &&
	    !take(&cursor, "RT ")) {
		return false;
	}
	skip_blanks(&cursor);
	return take_decimal(&cursor, &lid);
}

/* "src/query_smp.c:195; umad (DR path ...) bad status 110; ..." */
static bool is_query(const struct cursor *cursor)
{
	size_t length = (size_t)(cursor->end - cursor->at);
	const char *at = memmem(cursor->at, length, ".c:", 3);

	return at && at + 3 < cursor->end && is_digit(at[3]) &&
	       memchr(at, ';', (size_t)(cursor->end - at));
}

static void parse_word(struct cursor *cursor, struct ibnetdiscover_line *line)
{
	static const struct {
		const char *word;
		enum ibnetdiscover_line_id id;
	} ids[] = {
		{"vendid=", ID_VENDOR},     {"devid=", ID_DEVICE},
		{"sysimgguid=", ID_SYSTEM}, {"switchguid=", ID_NODE},
		{"caguid=", ID_NODE},       {"rtguid=", ID_NODE},
		{"???guid=", ID_NODE},
	};
	static const char *const nodes[] = {"Switch", "Router", "Ca", "Rt",
					    "???"};
	size_t i;

	for (i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		if (take(cursor, ids[i].word)) {
			parse_id(cursor, ids[i].id, line);
			return;
		}
	}
	for (i = 0; i < sizeof(nodes) / sizeof(nodes[0]); i++) {
		if (!take(cursor, nodes[i])) {
			continue;
		}
		skip_blanks(cursor);
		if (take(cursor, ":")) {
			line->kind = LINE_LIST;
		} else if (cursor->at == cursor->end || is_digit(*cursor->at)) {
			parse_node(cursor, line);
		}
		return;
	}
}

/* What -g and old versions put between the records. */
static bool is_heading(struct cursor cursor)
{
	return take(&cursor, "Chassis ") || take(&cursor, "Hostname:") ||
	       take(&cursor, "Non-Chassis Nodes");
}

void ibnetdiscover_line_parse(const char *text, size_t length,
			      struct ibnetdiscover_line *line)
{
	struct cursor cursor = {text, text + length};

	*line = (struct ibnetdiscover_line){.kind = LINE_NOISE};
	skip_blanks(&cursor);
	if (cursor.at == cursor.end || *cursor.at == '#' ||
	    is_heading(cursor)) {
		line->kind = LINE_EMPTY;
	} else if (*cursor.at == '[' && cursor.at + 1 < cursor.end &&
		   is_digit(cursor.at[1])) { /* not "[root@sm01 ~]#" */
		parse_port(&cursor, line);
	} else if (is_report(cursor)) {
		line->kind = LINE_REPORT;
	} else {
		struct cursor start = cursor;

		parse_word(&cursor, line);
		if (line->kind == LINE_NOISE && is_query(&start)) {
			line->kind = LINE_QUERY;
		}
	}
}

/* The first byte behind an escape sequence (ECMA-48). */
static const char *skip_escape(const char *at, const char *end)
{
	at++;
	if (at == end) {
		return at;
	}
	if (*at == ']') { /* up to BEL: a window's title */
		while (at < end && *at != '\a') {
			at++;
		}
		return at < end ? at + 1 : at;
	}
	if (*at != '[') {
		return at + 1;
	}
	at++;
	while (at < end && (*at < 0x40 || *at > 0x7e)) {
		at++;
	}
	return at < end ? at + 1 : at;
}

int ibnetdiscover_line_clean(struct arena *arena, const char **text,
			     size_t *length)
{
	const char *at = *text, *end = *text + *length;
	size_t used = 0;
	char *copy;

	while (end > at && memchr(" \t\r", end[-1], 3)) {
		end--;
	}
	*length = (size_t)(end - at);
	if (!memchr(at, '\r', *length) && !memchr(at, '\033', *length) &&
	    !memchr(at, '\b', *length)) {
		return 0;
	}
	copy = arena_alloc(arena, *length);
	if (!copy) {
		return -1;
	}
	while (at < end) {
		if (*at == '\033') {
			at = skip_escape(at, end);
		} else if (*at == '\r') {
			used = 0;
			at++;
		} else if (*at == '\b') {
			used -= used ? 1 : 0;
			at++;
		} else {
			copy[used++] = *at++;
		}
	}
	*text = copy;
	*length = used;
	return 0;
}
