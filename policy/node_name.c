/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a NodeDescription says. */
#include "policy/node_name.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

/* A part of the description. */
struct span {
	const char *at;
	size_t length;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static struct span trim(const char *at, size_t length)
{
	while (length && is_blank(at[0])) {
		at++;
		length--;
	}
	while (length && is_blank(at[length - 1])) {
		length--;
	}
	return (struct span){at, length};
}

/* Takes the first word off. */
static struct span next_word(struct span *rest)
{
	size_t length = 0;
	struct span word;

	while (length < rest->length && !is_blank(rest->at[length])) {
		length++;
	}
	word = (struct span){rest->at, length};
	*rest = trim(rest->at + length, rest->length - length);
	return word;
}

static bool is(struct span span, const char *word)
{
	return span.length == strlen(word) &&
	       strncasecmp(span.at, word, span.length) == 0;
}

static bool starts(struct span span, const char *word)
{
	return span.length >= strlen(word) &&
	       strncasecmp(span.at, word, strlen(word)) == 0;
}

static bool ends(struct span span, const char *word)
{
	size_t length = strlen(word);

	return span.length >= length &&
	       strncasecmp(span.at + span.length - length, word, length) == 0;
}

static bool contains(struct span span, const char *word)
{
	for (; span.length; span.at++, span.length--) {
		if (starts(span, word)) {
			return true;
		}
	}
	return false;
}

static void copy(char part[NODE_NAME_SIZE], struct span span)
{
	size_t length =
		span.length < NODE_NAME_SIZE ? span.length : NODE_NAME_SIZE - 1;

	memcpy(part, span.at, length);
	part[length] = '\0';
}

/* "MT4123 ...": a chip's own name in front of the vendor's. */
static bool is_chip(struct span word)
{
	size_t i;

	if (word.length < 6 || word.length > 8 || !starts(word, "MT")) {
		return false;
	}
	for (i = 2; i < word.length; i++) {
		if (!is_digit(word.at[i])) {
			return false;
		}
	}
	return true;
}

/* "HCA-1", "mlx5_0": a device alone, its host had no name yet. */
static bool is_device(struct span word)
{
	size_t i, digits = 0;

	for (i = word.length; i && is_digit(word.at[i - 1]); i--) {
		digits++;
	}
	return digits && (starts(word, "HCA-") || starts(word, "mlx4_") ||
			  starts(word, "mlx5_"));
}

/* What a system is called before anybody gave it a name. */
static bool is_no_host(struct span word)
{
	return !word.length || is(word, "localhost") ||
	       starts(word, "localhost.") || is(word, "(none)");
}

static bool is_vendor_default(struct span all)
{
	struct span rest = all;

	return (is_chip(next_word(&rest)) && rest.length) ||
	       ends(all, "Mellanox Technologies") || ends(all, " Voltaire") ||
	       contains(all, " GUID=0x");
}

/* "MF0;leaf01:MQM8700/U1", "MF0;dir01:MCS8500/L17/U2" */
static bool parse_managed(struct span all, struct node_name *name)
{
	const char *colon, *slash;
	struct span rest;

	if (!starts(all, "MF")) {
		return false;
	}
	rest = (struct span){all.at + 2, all.length - 2};
	while (rest.length && is_digit(rest.at[0])) {
		rest = (struct span){rest.at + 1, rest.length - 1};
	}
	if (rest.at == all.at + 2 || !rest.length || rest.at[0] != ';') {
		return false;
	}
	rest = (struct span){rest.at + 1, rest.length - 1};
	colon = memrchr(rest.at, ':', rest.length);
	if (colon) {
		struct span model = {colon + 1,
				     rest.length -
					     (size_t)(colon + 1 - rest.at)};

		rest.length = (size_t)(colon - rest.at);
		slash = memchr(model.at, '/', model.length);
		if (slash) {
			size_t used = (size_t)(slash + 1 - model.at);

			copy(name->device,
			     trim(slash + 1, model.length - used));
			model.length = used - 1;
		}
		copy(name->model, trim(model.at, model.length));
	}
	rest = trim(rest.at, rest.length);
	copy(name->host, rest);
	name->kind = is_no_host(rest) ? NODE_NAME_UNSET : NODE_NAME_SWITCH;
	return true;
}

/* "Voltaire 4036 # leaf01" */
static bool parse_voltaire(struct span all, struct node_name *name)
{
	struct span rest = all, model, word;

	if (!is(next_word(&rest), "Voltaire")) {
		return false;
	}
	model = next_word(&rest);
	word = next_word(&rest);
	rest = is(word, "#") ? rest : (struct span){rest.at, 0};
	copy(name->model, model);
	copy(name->host, rest);
	name->kind = is_no_host(rest) ? NODE_NAME_UNSET : NODE_NAME_SWITCH;
	return true;
}

/* "Sun DCS 36 QDR switch leaf01", "SUN DCS 36P QDR leaf01 192.0.2.1"; not
 * "Sun DCS 648 QDR LC switch 1.6", a card of a director. */
static bool parse_sun(struct span all, struct node_name *name)
{
	struct span rest = all, word;

	if (!starts(all, "Sun DCS ")) {
		return false;
	}
	do {
		word = next_word(&rest);
	} while (word.length && !is(word, "QDR"));
	word = next_word(&rest);
	if (is(word, "switch")) {
		word = next_word(&rest);
	}
	copy(name->host, word);
	name->kind = is_no_host(word) || is(word, "LC") || is(word, "FC")
			     ? NODE_NAME_UNSET
			     : NODE_NAME_SWITCH;
	return true;
}

static void parse_host(struct span all, struct node_name *name)
{
	struct span rest = all, word = next_word(&rest);

	if (is_vendor_default(all) || is_no_host(word) ||
	    (!rest.length && is_device(word))) {
		name->kind = NODE_NAME_UNSET;
		return;
	}
	name->kind = NODE_NAME_HOST;
	copy(name->host, word);
	copy(name->device, rest);
}

void node_name_parse(const char *description, struct node_name *name)
{
	struct span all;

	*name = (struct node_name){.kind = NODE_NAME_NONE};
	if (!description) {
		return;
	}
	all = trim(description, strlen(description));
	if (!all.length) {
		return;
	}
	if (ends(all, "Aggregation Node")) {
		name->kind = NODE_NAME_AGGREGATION;
	} else if (!parse_managed(all, name) && !parse_voltaire(all, name) &&
		   !parse_sun(all, name)) {
		parse_host(all, name);
	}
	if (name->kind == NODE_NAME_UNSET) {
		*name = (struct node_name){.kind = NODE_NAME_UNSET};
	}
}

unsigned int node_name_short_length(const char *host)
{
	size_t length = strcspn(host, ".");

	if (strspn(host, "0123456789.") == strlen(host)) {
		length = strlen(host);
	}
	return (unsigned int)length;
}

bool node_name_same_host(const char *left, const char *right)
{
	unsigned int length = node_name_short_length(left);

	return length && length == node_name_short_length(right) &&
	       strncasecmp(left, right, length) == 0;
}
