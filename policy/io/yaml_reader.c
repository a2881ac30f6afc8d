/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One YAML document as a bounded tree, built from libyaml's events: limits hold
 * while it is read, and libyaml never builds a document of its own. */
#include "policy/io/yaml_reader.h"

#include "policy/io/yaml_keys.h"
#include "policy/utf8.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <yaml.h>

struct anchor {
	const char *name;
	struct yaml_value *value;
	bool open; /* its end has not been read: an alias would be endless */
};

/* A map or list whose end has not been read. */
struct open_node {
	struct yaml_value *value;
	size_t first;  /* its items stand in pending[] from here on */
	size_t anchor; /* index + 1; 0: none */
};

struct reader {
	const char *file, *bytes;
	size_t length;
	struct arena *nodes, *texts;
	struct diag_list *diags;
	struct yaml_value *root;
	struct open_node open[YAML_DEPTH_LIMIT];
	size_t depth;
	struct yaml_value **pending; /* read, their map or list still open */
	size_t pending_count, pending_capacity;
	struct anchor *anchors;
	size_t anchor_count, anchor_capacity;
	size_t node_count, alias_weight;
	bool stop;   /* a fault that ends the reading */
	bool failed; /* out of memory */
};

static struct source_pos place(const struct reader *reader, yaml_mark_t mark)
{
	return (struct source_pos){
		.file = reader->file,
		.line = (unsigned int)mark.line + 1,
		.column = (unsigned int)mark.column + 1,
	};
}

#define STOP(reader, pos, hint, ...)                                           \
	do {                                                                   \
		diag_add((reader)->diags, DIAG_ERROR, pos, hint, __VA_ARGS__); \
		(reader)->stop = true;                                         \
	} while (0)

/* Places of bytes that libyaml never gets to see. */
static struct source_pos place_of_byte(const char *file, const char *bytes,
				       size_t at)
{
	struct source_pos pos = {file, 1, 1};
	size_t i = 0, step;
	uint32_t code;

	while (i < at) {
		step = utf8_decode(bytes + i, at - i, &code);
		i += step ? step : 1;
		pos.column++;
		if (code == '\n') {
			pos.line++;
			pos.column = 1;
		}
	}
	return pos;
}

/* False, and a diagnostic, when the bytes are no text. */
static bool check_bytes(const char *file, const char *bytes, size_t length,
			struct diag_list *diags)
{
	const char *nul = memchr(bytes, '\0', length);
	size_t text = utf8_check(bytes, nul ? (size_t)(nul - bytes) : length);

	if (text == length) {
		return true;
	}
	if (nul && text == (size_t)(nul - bytes)) {
		diag_add(diags, DIAG_ERROR, place_of_byte(file, bytes, text),
			 "is this file what it should be?",
			 "a NUL byte: this is not a text file");
	} else {
		diag_add(diags, DIAG_ERROR, place_of_byte(file, bytes, text),
			 "save the file as UTF-8", "byte 0x%02x is not UTF-8",
			 (unsigned int)(unsigned char)bytes[text]);
	}
	return false;
}

/* The parser says of a tab only that no token can start with it. */
static bool is_indented_by_tab(const struct reader *reader, size_t line)
{
	const char *at = reader->bytes, *end = at + reader->length;

	while (line && (at = memchr(at, '\n', (size_t)(end - at)))) {
		at++;
		line--;
	}
	while (at && at < end && *at == ' ') {
		at++;
	}
	return at && at < end && *at == '\t';
}

static void parser_problem(struct reader *reader, const yaml_parser_t *parser)
{
	const char *problem = parser->problem ? parser->problem : "not YAML";
	struct source_pos pos = place(reader, parser->problem_mark);
	char hint[160] = "";

	if (parser->error == YAML_MEMORY_ERROR) {
		reader->failed = true;
		return;
	}
	if (parser->error == YAML_READER_ERROR) {
		pos = place_of_byte(reader->file, reader->bytes,
				    parser->problem_offset);
		STOP(reader, pos, NULL, "%s (0x%02x)", problem,
		     (unsigned int)parser->problem_value);
		return;
	}
	if (parser->error == YAML_SCANNER_ERROR &&
	    is_indented_by_tab(reader, parser->problem_mark.line)) {
		snprintf(
			hint, sizeof(hint),
			"the line begins with a tab: indent with spaces alone");
	} else if (parser->context) {
		snprintf(hint, sizeof(hint), "%s that begins at %zu:%zu",
			 parser->context, parser->context_mark.line + 1,
			 parser->context_mark.column + 1);
	}
	STOP(reader, pos, hint[0] ? hint : NULL, "not valid YAML: %s", problem);
}

/* YAML 1.1 reads these as booleans, YAML 1.2 as words: they are no good for
 * either. */
static void check_boolean_word(struct reader *reader, struct yaml_value *value)
{
	static const char *const words[] = {"on", "off", "yes", "no"};
	size_t i;

	if (!value->plain || strlen(value->text) > 3) {
		return;
	}
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcasecmp(words[i], value->text) != 0) {
			continue;
		}
		value->refused = true;
		diag_add(reader->diags, DIAG_ERROR, value->pos,
			 "write true or false; put a text in quotes",
			 "\"%s\" is a boolean in YAML 1.1 and a word in YAML "
			 "1.2: it is not used here",
			 value->text);
	}
}

static struct yaml_value *new_value(struct reader *reader, enum yaml_kind kind,
				    const yaml_event_t *event)
{
	struct yaml_value *value = arena_alloc(reader->nodes, sizeof(*value));

	if (!value) {
		reader->failed = true;
		return NULL;
	}
	value->kind = kind;
	value->weight = 1;
	value->pos = place(reader, event->start_mark);
	if (++reader->node_count > YAML_NODE_LIMIT) {
		STOP(reader, value->pos, NULL,
		     "more than %d values in one file", YAML_NODE_LIMIT);
	}
	return value;
}

static void add_pending(struct reader *reader, struct yaml_value *value)
{
	struct yaml_value **larger;
	size_t capacity = reader->pending_capacity;

	if (reader->pending_count == capacity) {
		capacity = capacity ? 2 * capacity : 1024;
		larger = realloc(reader->pending, capacity * sizeof(*larger));
		if (!larger) {
			reader->failed = true;
			return;
		}
		reader->pending = larger;
		reader->pending_capacity = capacity;
	}
	reader->pending[reader->pending_count++] = value;
}

/* Hands a value to the map or list that is being read. */
static void add_value(struct reader *reader, struct yaml_value *value)
{
	const struct open_node *parent;

	if (reader->depth == 0) {
		reader->root = value;
		return;
	}
	parent = &reader->open[reader->depth - 1];
	if (parent->value->kind == YAML_IS_MAP &&
	    (reader->pending_count - parent->first) % 2 == 0 &&
	    value->kind != YAML_IS_SCALAR) {
		STOP(reader, value->pos, NULL,
		     "a key must be a word, not a map or list");
		return;
	}
	add_pending(reader, value);
}

static size_t add_anchor(struct reader *reader, const yaml_char_t *name,
			 struct yaml_value *value, bool open)
{
	void *items = reader->anchors;
	char *copy;

	if (!name) {
		return 0;
	}
	if (reader->anchor_count == YAML_ANCHOR_LIMIT) {
		STOP(reader, value->pos, NULL, "more than %d anchors",
		     YAML_ANCHOR_LIMIT);
		return 0;
	}
	copy = arena_strdup(reader->nodes, (const char *)name);
	if (!copy ||
	    arena_grow(reader->nodes, &items, reader->anchor_count,
		       &reader->anchor_capacity, sizeof(*reader->anchors))) {
		reader->failed = true;
		return 0;
	}
	reader->anchors = items;
	reader->anchors[reader->anchor_count++] =
		(struct anchor){copy, value, open};
	return reader->anchor_count;
}

static void refuse_tag(struct reader *reader, const yaml_char_t *tag,
		       yaml_mark_t mark)
{
	if (tag) {
		STOP(reader, place(reader, mark), "leave the tag out",
		     "tags are not used here: %s",
		     diag_quote(reader->diags, (const char *)tag));
	}
}

static void on_scalar(struct reader *reader, const yaml_event_t *event)
{
	struct yaml_value *value = new_value(reader, YAML_IS_SCALAR, event);
	size_t length = event->data.scalar.length;
	const char *text = (const char *)event->data.scalar.value;
	char *copy;

	if (!value) {
		return;
	}
	refuse_tag(reader, event->data.scalar.tag, event->start_mark);
	copy = arena_alloc(reader->texts, length + 1);
	if (!copy) {
		reader->failed = true;
		return;
	}
	memcpy(copy, text, length);
	value->text = copy;
	value->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	if (strlen(copy) != length) {
		STOP(reader, value->pos, NULL, "a text holds a NUL character");
		return;
	}
	check_boolean_word(reader, value);
	add_anchor(reader, event->data.scalar.anchor, value, false);
	add_value(reader, value);
}

static void on_alias(struct reader *reader, const yaml_event_t *event)
{
	const char *name = (const char *)event->data.alias.anchor;
	struct source_pos pos = place(reader, event->start_mark);
	const struct anchor *anchor = NULL;
	size_t i;

	/* The last anchor of a name counts. */
	for (i = reader->anchor_count; i > 0 && !anchor; i--) {
		if (strcmp(reader->anchors[i - 1].name, name) == 0) {
			anchor = &reader->anchors[i - 1];
		}
	}
	if (!anchor) {
		STOP(reader, pos, NULL, "there is no anchor %s before this",
		     diag_quote(reader->diags, name));
		return;
	}
	if (anchor->open) {
		STOP(reader, pos, NULL, "alias %s stands inside its own anchor",
		     diag_quote(reader->diags, name));
		return;
	}
	reader->alias_weight += anchor->value->weight;
	if (reader->alias_weight > YAML_ALIAS_LIMIT) {
		STOP(reader, pos, "write fewer aliases of aliases",
		     "the aliases of this file stand for more than %d values",
		     YAML_ALIAS_LIMIT);
		return;
	}
	add_value(reader, anchor->value);
}

static void on_start(struct reader *reader, const yaml_event_t *event)
{
	bool map = event->type == YAML_MAPPING_START_EVENT;
	struct yaml_value *value =
		new_value(reader, map ? YAML_IS_MAP : YAML_IS_LIST, event);
	struct open_node *node;

	if (!value) {
		return;
	}
	refuse_tag(reader,
		   map ? event->data.mapping_start.tag
		       : event->data.sequence_start.tag,
		   event->start_mark);
	if (reader->depth == YAML_DEPTH_LIMIT) {
		STOP(reader, value->pos, NULL,
		     "maps and lists are nested more than %d deep",
		     YAML_DEPTH_LIMIT);
		return;
	}
	add_value(reader, value);
	node = &reader->open[reader->depth++];
	*node = (struct open_node){.value = value,
				   .first = reader->pending_count};
	node->anchor = add_anchor(reader,
				  map ? event->data.mapping_start.anchor
				      : event->data.sequence_start.anchor,
				  value, true);
}

static void on_end(struct reader *reader)
{
	struct open_node *node = &reader->open[--reader->depth];
	struct yaml_value *value = node->value;
	size_t count = reader->pending_count - node->first, i;
	uint64_t weight = 1;

	value->items = arena_array(reader->nodes, count, sizeof(value));
	if (!value->items) {
		reader->failed = true;
		return;
	}
	if (count) {
		memcpy(value->items, reader->pending + node->first,
		       count * sizeof(value));
	}
	for (i = 0; i < count; i++) {
		weight += value->items[i]->weight;
	}
	value->weight = weight > UINT32_MAX ? UINT32_MAX : (uint32_t)weight;
	reader->pending_count = node->first;
	value->count = count;
	if (value->kind == YAML_IS_MAP) {
		value->count /= 2;
		if (yaml_keys_check(value, reader->nodes, reader->diags)) {
			reader->failed = true;
		}
	}
	if (node->anchor) {
		reader->anchors[node->anchor - 1].open = false;
	}
}

/* Returns false when there is nothing more to read. */
static bool on_event(struct reader *reader, const yaml_event_t *event,
		     unsigned int *documents)
{
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (++*documents > 1) {
			STOP(reader, place(reader, event->start_mark),
			     "an inventory is one document: remove the \"---\" "
			     "or put the rest into a file of its own",
			     "a second document begins here");
		}
		break;
	case YAML_ALIAS_EVENT:
		on_alias(reader, event);
		break;
	case YAML_SCALAR_EVENT:
		on_scalar(reader, event);
		break;
	case YAML_SEQUENCE_START_EVENT:
	case YAML_MAPPING_START_EVENT:
		on_start(reader, event);
		break;
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		on_end(reader);
		break;
	case YAML_STREAM_END_EVENT:
		return false;
	default:
		break;
	}
	return !reader->stop && !reader->failed;
}

static void read_events(struct reader *reader, yaml_parser_t *parser)
{
	unsigned int documents = 0;
	yaml_event_t event;
	bool more = true;

	while (more) {
		if (!yaml_parser_parse(parser, &event)) {
			parser_problem(reader, parser);
			return;
		}
		more = on_event(reader, &event, &documents);
		yaml_event_delete(&event);
	}
	if (!reader->root && !reader->stop && !reader->failed) {
		STOP(reader, ((struct source_pos){reader->file, 1, 1}), NULL,
		     "the file is empty");
	}
}

/* The mark that some editors put before UTF-8: no part of the text. */
static size_t length_of_mark(const char *bytes, size_t length)
{
	static const char mark[] = "\xef\xbb\xbf";
	const size_t size = sizeof(mark) - 1;

	return length >= size && memcmp(bytes, mark, size) == 0 ? size : 0;
}

int yaml_reader_parse(const char *file, const char *bytes, size_t length,
		      struct arena *nodes, struct arena *texts,
		      struct diag_list *diags, struct yaml_value **root,
		      struct error *error)
{
	const size_t mark = length_of_mark(bytes, length);
	struct reader reader = {
		.file = file,
		.nodes = nodes,
		.texts = texts,
		.diags = diags,
	};
	yaml_parser_t parser;

	*root = NULL;
	bytes += mark;
	length -= mark;
	reader.bytes = bytes;
	reader.length = length;
	if (!check_bytes(file, bytes, length, diags)) {
		return 0;
	}
	if (!yaml_parser_initialize(&parser)) {
		return error_no_memory(error);
	}
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)bytes,
				     length);
	read_events(&reader, &parser);
	yaml_parser_delete(&parser);
	free(reader.pending);
	if (reader.failed || diags->failed) {
		return error_no_memory(error);
	}
	*root = reader.stop ? NULL : reader.root;
	return 0;
}
