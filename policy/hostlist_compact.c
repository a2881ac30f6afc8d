/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Names back to a short host list. */
#include "policy/hostlist.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DIGIT_LIMIT = 9 };

/* A name around its last number. */
struct parts {
	size_t before; /* length of the text before the number */
	size_t digits; /* 0: the name holds no number */
	uint32_t value;
	const char *after;
};

static struct parts split(const char *name)
{
	struct parts parts = {.before = strlen(name)};
	size_t i;

	while (parts.before &&
	       (name[parts.before - 1] < '0' || name[parts.before - 1] > '9')) {
		parts.before--;
	}
	if (parts.before == 0) {
		parts.before = strlen(name);
		parts.after = name + parts.before;
		return parts;
	}
	parts.after = name + parts.before;
	while (parts.before && parts.digits < DIGIT_LIMIT &&
	       name[parts.before - 1] >= '0' && name[parts.before - 1] <= '9') {
		parts.before--;
		parts.digits++;
	}
	for (i = 0; i < parts.digits; i++) {
		parts.value = parts.value * 10 +
			      (uint32_t)(name[parts.before + i] - '0');
	}
	return parts;
}

/* What stands around the number, so that names that can be joined meet. */
static int compare_families(const char *a, const struct parts *a_parts,
			    const char *b, const struct parts *b_parts)
{
	size_t shorter = a_parts->before < b_parts->before ? a_parts->before
							   : b_parts->before;
	int order = memcmp(a, b, shorter);

	if (order) {
		return order;
	}
	if (a_parts->before != b_parts->before) {
		return a_parts->before < b_parts->before ? -1 : 1;
	}
	if (!a_parts->digits != !b_parts->digits) {
		return a_parts->digits ? 1 : -1;
	}
	return strcmp(a_parts->after, b_parts->after);
}

static int compare_names(const void *left, const void *right)
{
	const char *a = *(const char *const *)left;
	const char *b = *(const char *const *)right;
	struct parts a_parts = split(a), b_parts = split(b);
	int order = compare_families(a, &a_parts, b, &b_parts);

	if (order) {
		return order;
	}
	if (a_parts.value != b_parts.value) {
		return a_parts.value < b_parts.value ? -1 : 1;
	}
	return (a_parts.digits > b_parts.digits) -
	       (a_parts.digits < b_parts.digits);
}

static bool starts_with_zero(const char *name, const struct parts *parts)
{
	return parts->digits > 1 && name[parts->before] == '0';
}

/* Whether next may follow last in a range that began at first. */
static bool continues(const char *first, const char *last, const char *next)
{
	struct parts a = split(first), b = split(last), c = split(next);

	return c.value == b.value + 1 &&
	       (c.digits == b.digits ||
		(!starts_with_zero(first, &a) && !starts_with_zero(next, &c)));
}

static void add_number(struct strbuf *out, const char *name)
{
	struct parts parts = split(name);

	strbuf_add(out, name + parts.before, parts.digits);
}

/* The numbers of one family: "003,017-019". */
static void add_ranges(struct strbuf *out, const char **names, size_t count)
{
	size_t first = 0, last;

	while (first < count) {
		last = first;
		while (last + 1 < count &&
		       continues(names[first], names[last], names[last + 1])) {
			last++;
		}
		strbuf_addstr(out, first ? "," : "");
		add_number(out, names[first]);
		if (last > first) {
			strbuf_addch(out, '-');
			add_number(out, names[last]);
		}
		first = last + 1;
	}
}

static size_t family_size(const char **names, size_t count)
{
	struct parts first = split(names[0]), next;
	size_t i;

	for (i = 1; i < count && first.digits; i++) {
		next = split(names[i]);
		if (compare_families(names[0], &first, names[i], &next) != 0) {
			break;
		}
	}
	return i;
}

static size_t unique(const char **names, size_t count)
{
	size_t from, to = 0;

	for (from = 0; from < count; from++) {
		if (to == 0 || strcmp(names[to - 1], names[from]) != 0) {
			names[to++] = names[from];
		}
	}
	return to;
}

static size_t sort_once(const char **names, size_t count)
{
	if (count > 1) {
		qsort(names, count, sizeof(*names), compare_names);
		count = unique(names, count);
	}
	return count;
}

int hostlist_lines(const char **names, size_t count, struct strbuf *out)
{
	size_t i;

	count = sort_once(names, count);
	for (i = 0; i < count; i++) {
		strbuf_addf(out, "%s\n", names[i]);
	}
	return out->failed ? -1 : 0;
}

int hostlist_compact(const char **names, size_t count, struct strbuf *out)
{
	size_t at = 0, size;
	struct parts parts;

	count = sort_once(names, count);
	while (at < count) {
		strbuf_addstr(out, at ? "," : "");
		size = family_size(names + at, count - at);
		parts = split(names[at]);
		if (size == 1) {
			strbuf_addstr(out, names[at]);
		} else {
			strbuf_add(out, names[at], parts.before);
			strbuf_addch(out, '[');
			add_ranges(out, names + at, size);
			strbuf_addch(out, ']');
			strbuf_addstr(out, parts.after);
		}
		at += size;
	}
	return out->failed ? -1 : 0;
}
