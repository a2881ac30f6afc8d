/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a sheet's texts for ports mean. */
#include "policy/cabling.h"

#include <string.h>
#include <strings.h>

enum { NUMBER_MAX = 9999 };

struct cabling *cabling_new(void)
{
	struct arena *arena = arena_new();
	struct cabling *cabling =
		arena ? arena_alloc(arena, sizeof(*cabling)) : NULL;

	if (!cabling) {
		arena_free(arena);
		return NULL;
	}
	cabling->arena = arena;
	return cabling;
}

void cabling_free(struct cabling *cabling)
{
	if (cabling) {
		arena_free(cabling->arena);
	}
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static const char *skip_blanks(const char *at)
{
	return at + strspn(at, " \t_:#-");
}

/* Takes a word that no letter follows. */
static bool take_word(const char **at, const char *word)
{
	const char *from = skip_blanks(*at);
	size_t length = strlen(word);

	if (strncasecmp(from, word, length) != 0 || is_letter(from[length])) {
		return false;
	}
	*at = from + length;
	return true;
}

static bool take_char(const char **at, char c)
{
	const char *from = skip_blanks(*at);

	if (*from != c) {
		return false;
	}
	*at = from + 1;
	return true;
}

static bool take_number(const char **at, unsigned int *number)
{
	const char *from = skip_blanks(*at);
	unsigned int value = 0;

	if (!is_digit(*from)) {
		return false;
	}
	for (; is_digit(*from); from++) {
		value = value * 10 + (unsigned int)(*from - '0');
		if (value > NUMBER_MAX) {
			return false;
		}
	}
	*number = value;
	*at = from;
	return true;
}

/* "Port 21", "IB Port 1", "P1", "21"; "IB1/21" and "1/21" as switches' consoles
 * say it. Not "ib0", which is a host's interface. */
static bool parse_number(struct cabling_end *end, const char *text)
{
	unsigned int first, second;
	bool ib = take_word(&text, "IB");
	bool port = take_word(&text, "Port") || take_word(&text, "P");

	if (!take_number(&text, &first)) {
		return false;
	}
	if (take_char(&text, '/')) {
		if (first != 1 || !take_number(&text, &second)) {
			return false;
		}
		first = second;
	} else if (ib && !port) {
		return false;
	}
	if (*text || !first) {
		return false;
	}
	end->form = CABLING_NUMBER;
	end->number = first;
	return true;
}

/* "Blade 16_Port 2/20", "Leaf 16 Port 2/20", "L16/U2/20". */
static bool parse_unit(struct cabling_end *end, const char *text)
{
	static const struct {
		const char *word;
		char card;
	} cards[] = {
		{"Blade", 'L'}, {"Leaf", 'L'},  {"Line", 'L'},
		{"L", 'L'},     {"Spine", 'S'}, {"S", 'S'},
	};
	size_t i;

	for (i = 0; i < sizeof(cards) / sizeof(cards[0]); i++) {
		if (take_word(&text, cards[i].word)) {
			break;
		}
	}
	if (i == sizeof(cards) / sizeof(cards[0]) ||
	    !take_number(&text, &end->slot)) {
		return false;
	}
	(void)take_char(&text, '/');
	(void)(take_word(&text, "Port") || take_word(&text, "Unit") ||
	       take_word(&text, "U"));
	if (!take_number(&text, &end->unit) || !take_char(&text, '/')) {
		return false;
	}
	(void)(take_word(&text, "Port") || take_word(&text, "P"));
	if (!take_number(&text, &end->number) || *text || !end->number) {
		return false;
	}
	end->form = CABLING_UNIT;
	end->card = cards[i].card;
	return true;
}

/* An adapter's name has both; "Port 0" is a number gone wrong. */
static bool names_something(const char *text, size_t length)
{
	static const char *const words[] = {"Port", "Blade", "Leaf", "Spine"};
	const char *at = text;
	bool digit = false, letter = false;
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (take_word(&at, words[i])) {
			return false;
		}
	}
	for (i = 0; i < length; i++) {
		digit = digit || is_digit(text[i]);
		letter = letter || is_letter(text[i]);
	}
	return digit && letter;
}

/* "mlx5_0", and after it "/1" or "Port 1". */
static int parse_adapter(struct cabling_end *end, const char *text,
			 struct arena *arena)
{
	size_t length = strlen(text), at = length;
	const char *rest;

	while (at && is_digit(text[at - 1])) {
		at--;
	}
	rest = text + at;
	if (at && at < length && text[at - 1] == '/') {
		at--;
	} else {
		while (at && strchr(" \t_", text[at - 1])) {
			at--;
		}
		if (at < 5 || strncasecmp(text + at - 4, "port", 4) != 0 ||
		    !strchr(" \t_", text[at - 5])) {
			at = length;
		} else {
			at -= 4;
		}
	}
	end->number = 0;
	if (at < length &&
	    (!take_number(&rest, &end->number) || *rest || !end->number)) {
		return 0;
	}
	while (at && strchr(" \t_", text[at - 1])) {
		at--;
	}
	if (!names_something(text, at)) {
		return 0;
	}
	end->form = CABLING_ADAPTER;
	end->adapter = arena_strndup(arena, text, at);
	return end->adapter ? 1 : -1;
}

/* What follows the device's own name, which many sheets repeat. */
static const char *without_device(const struct cabling_end *end)
{
	size_t length = strlen(end->device);

	if (strncasecmp(end->port, end->device, length) == 0 &&
	    end->port[length] && strchr(" \t/", end->port[length])) {
		return end->port + length + 1 +
		       strspn(end->port + length + 1, " \t/");
	}
	return end->port;
}

int cabling_end_parse(struct cabling_end *end, struct arena *arena)
{
	const char *text = without_device(end);

	if (parse_number(end, text) || parse_unit(end, text)) {
		return 1;
	}
	return parse_adapter(end, text, arena);
}

void cabling_add_end(const struct cabling_end *end, struct strbuf *out)
{
	strbuf_add_safe(out, end->device, strlen(end->device));
	switch (end->form) {
	case CABLING_NUMBER:
		strbuf_addf(out, "/%u", end->number);
		break;
	case CABLING_UNIT:
		strbuf_addf(out, "/%c%02u/U%u/%u", end->card, end->slot,
			    end->unit, end->number);
		break;
	case CABLING_ADAPTER:
		strbuf_addch(out, '/');
		strbuf_add_safe(out, end->adapter, strlen(end->adapter));
		if (end->number) {
			strbuf_addf(out, "/%u", end->number);
		}
		break;
	}
}
