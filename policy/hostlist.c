/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Host lists, expanded. */
#include "policy/hostlist.h"

#include <stdint.h>
#include <string.h>

enum { DIGIT_LIMIT = 9, GROUP_LIMIT = 8 };

/* One list of ranges, and the plain text that stands before it. */
struct group {
	const char *before;
	size_t before_length;
	const char *ranges;
	size_t ranges_length;
	size_t count;   /* numbers in all of its ranges */
	const char *at; /* what is left of ranges behind the current one */
	uint32_t value, last; /* where the current range stands */
	size_t width;
};

struct expansion {
	struct arena *arena;
	struct hostlist *list;
	size_t capacity;
	struct group groups[GROUP_LIMIT];
	size_t group_count;
	const char *after; /* the text behind the last group */
	size_t after_length;
};

static bool has_leading_zero(uint32_t value, size_t digits)
{
	uint32_t smallest = 1;

	while (--digits > 0) {
		smallest *= 10;
	}
	return smallest > 1 && value < smallest;
}

static const char *check_range(uint32_t first, uint32_t last,
			       size_t first_digits, size_t last_digits)
{
	if (last < first) {
		return "a range runs from a greater number to a smaller one";
	}
	if (first_digits != last_digits &&
	    (first_digits > last_digits ||
	     has_leading_zero(first, first_digits))) {
		return "the two ends of a range with leading zeros differ in "
		       "length";
	}
	return NULL;
}

/* "001-064": the next range of a list, *at is moved behind it and its comma.
 * Returns NULL or what is wrong. */
static const char *next_range(const char **at, const char *end, uint32_t *first,
			      uint32_t *last, size_t *width)
{
	uint32_t value[2] = {0, 0};
	size_t digits[2] = {0, 0}, side = 0;

	for (; *at < end && **at != ','; (*at)++) {
		if (**at == '-' && side == 0) {
			side = 1;
			continue;
		}
		if (**at < '0' || **at > '9') {
			return "a range holds digits, \"-\" and \",\" alone";
		}
		if (++digits[side] > DIGIT_LIMIT) {
			return "a number in a range has too many digits";
		}
		value[side] = value[side] * 10 + (uint32_t)(**at - '0');
	}
	if (*at < end) {
		(*at)++;
		if (*at == end) {
			return "a range ends with a comma";
		}
	}
	if (digits[0] == 0 || (side == 1 && digits[1] == 0)) {
		return "a range lacks a number";
	}
	*first = value[0];
	*last = value[side];
	*width = digits[0];
	return check_range(value[0], value[side], digits[0], digits[side]);
}

static const char *count_group(struct group *group)
{
	const char *at = group->ranges, *end = at + group->ranges_length;
	const char *problem;
	uint32_t first, last;
	size_t width;

	group->count = 0;
	if (at == end) {
		return "brackets are empty";
	}
	while (at < end) {
		problem = next_range(&at, end, &first, &last, &width);
		if (problem) {
			return problem;
		}
		group->count += (size_t)last - first + 1;
		if (group->count > HOSTLIST_LIMIT) {
			return "the list stands for more than 65536 names";
		}
	}
	return NULL;
}

static void enter_range(struct group *group)
{
	next_range(&group->at, group->ranges + group->ranges_length,
		   &group->value, &group->last, &group->width);
}

static void rewind_group(struct group *group)
{
	group->at = group->ranges;
	enter_range(group);
}

/* Moves to the next number; false when it began again at the first. */
static bool advance_group(struct group *group)
{
	if (group->value < group->last) {
		group->value++;
		return true;
	}
	if (group->at < group->ranges + group->ranges_length) {
		enter_range(group);
		return true;
	}
	rewind_group(group);
	return false;
}

static const char *add_group(struct expansion *work, const char *before,
			     const char *open, const char *close)
{
	struct group *group = &work->groups[work->group_count];

	if (work->group_count == GROUP_LIMIT) {
		return "more than 8 lists of ranges in one name";
	}
	*group = (struct group){
		.before = before,
		.before_length = (size_t)(open - before),
		.ranges = open + 1,
		.ranges_length = (size_t)(close - open - 1),
	};
	work->group_count++;
	return count_group(group);
}

/* Finds the groups of one item. */
static const char *split(struct expansion *work, const char *at,
			 const char *end)
{
	const char *before = at, *close, *problem;

	work->group_count = 0;
	for (; at < end; at++) {
		if (*at == ']') {
			return "\"]\" without \"[\"";
		}
		if (*at != '[') {
			continue;
		}
		close = memchr(at, ']', (size_t)(end - at));
		if (!close) {
			return "\"[\" without \"]\"";
		}
		problem = add_group(work, before, at, close);
		if (problem) {
			return problem;
		}
		at = close;
		before = close + 1;
	}
	work->after = before;
	work->after_length = (size_t)(end - before);
	return NULL;
}

/* The number where a group stands, with its leading zeros; its length. */
static size_t write_number(const struct group *group, char number[16])
{
	char reversed[16];
	uint32_t value = group->value;
	size_t length = 0, i;

	do {
		reversed[length++] = (char)('0' + value % 10);
		value /= 10;
	} while (value || length < group->width);
	for (i = 0; i < length; i++) {
		number[i] = reversed[length - 1 - i];
	}
	return length;
}

/* The name where all groups stand now; 0 when it is too long or empty. */
static size_t current_name(const struct expansion *work,
			   char name[HOSTLIST_NAME_LIMIT + 1])
{
	size_t used = 0, i, length, digits = 0;
	char number[16];

	for (i = 0; i <= work->group_count; i++) {
		const struct group *group = &work->groups[i];
		const char *text = work->after;

		length = work->after_length;
		digits = 0;
		if (i < work->group_count) {
			text = group->before;
			length = group->before_length;
			digits = write_number(group, number);
		}
		if (length > HOSTLIST_NAME_LIMIT - used ||
		    digits > HOSTLIST_NAME_LIMIT - used - length) {
			return 0;
		}
		memcpy(name + used, text, length);
		memcpy(name + used + length, number, digits);
		used += length + digits;
	}
	return used;
}

static int add_name(struct expansion *work, const char **problem)
{
	char name[HOSTLIST_NAME_LIMIT + 1];
	size_t length = current_name(work, name);
	void *names = work->list->names;
	const char *copy;

	if (length == 0) {
		*problem = "a name in the list is empty or longer than 255 "
			   "bytes";
		return 0;
	}
	copy = arena_strndup(work->arena, name, length);
	if (!copy || arena_grow(work->arena, &names, work->list->count,
				&work->capacity, sizeof(char *))) {
		return -1;
	}
	work->list->names = names;
	work->list->names[work->list->count++] = copy;
	return 0;
}

/* The right-most group varies fastest. */
static void advance(struct expansion *work)
{
	size_t i = work->group_count;

	while (i > 0 && !advance_group(&work->groups[i - 1])) {
		i--;
	}
}

static int add_item(struct expansion *work, const char *text, const char *end,
		    const char **problem)
{
	size_t total = 1, i;

	*problem = split(work, text, end);
	for (i = 0; !*problem && i < work->group_count; i++) {
		total *= work->groups[i].count;
		if (total > HOSTLIST_LIMIT - work->list->count) {
			*problem = "the list stands for more than 65536 names";
		}
	}
	if (*problem) {
		return 0;
	}
	for (i = 0; i < work->group_count; i++) {
		rewind_group(&work->groups[i]);
	}
	for (i = 0; !*problem && i < total; i++) {
		if (add_name(work, problem)) {
			return -1;
		}
		advance(work);
	}
	return 0;
}

/* The bare port list at the end of "leaf01/1-20,25", or NULL. One number is
 * a name like any other. */
static const char *bare_list(const char *text)
{
	const char *slash = strrchr(text, '/');

	if (!slash || slash[1] == '\0' || !strpbrk(slash, ",-") ||
	    slash[1 + strspn(slash + 1, "0123456789,-")] != '\0') {
		return NULL;
	}
	return slash;
}

/* A text with a "/" is one item. Its port list is written as if it stood in
 * brackets. */
static int expand_path(struct expansion *work, const char *text,
		       const char **problem)
{
	const char *list = bare_list(text);
	const char *end = text + strlen(text), *comma;
	char *bracketed;

	if (list) {
		bracketed =
			arena_printf(work->arena, "%.*s[%s]",
				     (int)(list + 1 - text), text, list + 1);
		if (!bracketed) {
			return -1;
		}
		text = bracketed;
		end = text + strlen(text);
	}
	for (comma = text; comma < end; comma++) {
		if (*comma == '[') {
			comma += strcspn(comma, "]");
		} else if (*comma == ',') {
			*problem = "a comma beside a \"/\" belongs in brackets "
				   "or in the port list at the end";
			return 0;
		}
	}
	return add_item(work, text, end, problem);
}

static int expand_names(struct expansion *work, const char *text,
			const char **problem)
{
	const char *end;

	for (;; text = end + 1) {
		for (end = text; *end && *end != ','; end++) {
			if (*end == '[') {
				end += strcspn(end, "]");
				if (!*end) {
					break;
				}
			}
		}
		if (add_item(work, text, end, problem)) {
			return -1;
		}
		if (*problem || !*end) {
			return 0;
		}
	}
}

int hostlist_expand(struct arena *arena, const char *text,
		    struct hostlist *list)
{
	struct expansion work = {.arena = arena, .list = list};
	const char *problem = NULL;
	int result;

	*list = (struct hostlist){.names = NULL};
	if (strchr(text, '/')) {
		result = expand_path(&work, text, &problem);
	} else {
		result = expand_names(&work, text, &problem);
	}
	if (problem) {
		list->count = 0;
		list->problem = problem;
	}
	return result;
}

const char *hostlist_parse_numbers(const char *text, unsigned int max,
				   unsigned char *set)
{
	const char *end = text + strlen(text), *problem;
	uint32_t first, last;
	size_t width;

	if (text == end) {
		return "the list is empty";
	}
	while (text < end) {
		problem = next_range(&text, end, &first, &last, &width);
		if (problem) {
			return problem;
		}
		if (last > max) {
			return "a number in the list is too large";
		}
		for (; first <= last; first++) {
			set[first / 8] |= (unsigned char)(1u << first % 8);
		}
	}
	return NULL;
}
