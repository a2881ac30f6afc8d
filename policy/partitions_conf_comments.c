/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the comments of a partitions.conf say: OpenSM skips them, people and
 * the guard do not. */
#include "policy/partitions_conf.h"

#include <stdlib.h>
#include <string.h>

struct named_guid {
	uint64_t guid;
	const char *name;
	size_t line;
};

struct comments {
	struct partition_plan *plan;
	bool ours;
	struct named_guid *names;
	size_t count, capacity;
	bool failed;
};

/* The one GUID in front of a comment; 0: none, or several. A number that a
 * P_Key could be is none. */
static uint64_t only_guid(const char *text, size_t length)
{
	const char *at = text, *end = text + length;
	uint64_t found = 0;

	while ((at = memmem(at, (size_t)(end - at), "0x", 2))) {
		char digits[17];
		size_t count = 0;

		for (at += 2; at < end && count < 16 &&
			      strchr("0123456789abcdefABCDEF", *at);
		     at++) {
			digits[count++] = *at;
		}
		digits[count] = '\0';
		if (count <= 4) {
			continue;
		}
		if (found) {
			return 0;
		}
		found = strtoull(digits, NULL, 16);
	}
	return found;
}

static void trim(const char **text, size_t *length)
{
	while (*length && strchr(" \t\r", **text)) {
		(*text)++;
		(*length)--;
	}
	while (*length && strchr(" \t\r", (*text)[*length - 1])) {
		(*length)--;
	}
}

static void keep_name(struct comments *comments, uint64_t guid,
		      const char *text, size_t length, size_t line)
{
	struct strbuf safe = STRBUF_INIT;
	void *names = comments->names;
	char *name;

	strbuf_add_safe(&safe, text, length);
	name = arena_strdup(comments->plan->arena, strbuf_text(&safe));
	if (safe.failed || !name ||
	    arena_grow(comments->plan->arena, &names, comments->count,
		       &comments->capacity, sizeof(*comments->names))) {
		comments->failed = true;
	} else {
		comments->names = names;
		comments->names[comments->count++] =
			(struct named_guid){guid, name, line};
	}
	strbuf_free(&safe);
}

/* "name" or, in a file of ours, "name, note" */
static void read_member(struct comments *comments, const char *text,
			size_t length, const char *comment, size_t line)
{
	uint64_t guid = only_guid(text, (size_t)(comment - text));
	size_t rest = length - (size_t)(comment - text) - 1;
	const char *note;

	if (!guid) {
		return;
	}
	comment++;
	note = comments->ours ? memmem(comment, rest, ", ", 2) : NULL;
	if (note) {
		rest = (size_t)(note - comment);
	}
	trim(&comment, &rest);
	if (rest) {
		keep_name(comments, guid, comment, rest, line);
	}
}

/* "# storage 0x0002, protected: 1 full" */
static void read_heading(struct comments *comments, const char *text,
			 size_t length)
{
	static const char mark[] = ", protected";
	const char *at = memmem(text, length, " 0x", 3);
	struct partition_plan *plan = comments->plan;
	const struct plan_partition *found;
	char digits[5] = "";

	if (!at || length - (size_t)(at - text) < 7 + sizeof(mark) - 1 ||
	    memcmp(at + 7, mark, sizeof(mark) - 1) != 0) {
		return;
	}
	memcpy(digits, at + 3, 4);
	found = partition_plan_find(plan, (uint16_t)strtoul(digits, NULL, 16));
	if (found) {
		plan->partitions[found - plan->partitions].is_protected = true;
	}
}

static void read_lines(struct comments *comments, const char *text,
		       size_t length)
{
	const char *at = text, *end = text + length;
	size_t line = 0;

	while (at < end && !comments->failed) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t size = (size_t)((stop ? stop : end) - at);
		const char *comment = memchr(at, '#', size);

		line++;
		if (comment == at && comments->ours) {
			read_heading(comments, at, size);
		} else if (comment) {
			read_member(comments, at, size, comment, line);
		}
		at += size + 1;
	}
}

static int compare_names(const void *left, const void *right)
{
	const struct named_guid *a = left, *b = right;

	if (a->guid != b->guid) {
		return a->guid < b->guid ? -1 : 1;
	}
	return (a->line > b->line) - (a->line < b->line);
}

static const char *find_name(const struct comments *comments, uint64_t guid)
{
	size_t low = 0, high = comments->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (comments->names[middle].guid < guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low < comments->count && comments->names[low].guid == guid
		       ? comments->names[low].name
		       : NULL;
}

int partitions_conf_annotate(const char *text, size_t length,
			     struct partition_plan *plan, struct error *error)
{
	struct comments comments = {
		.plan = plan,
		.ours = partitions_conf_origin(text, length, NULL) ==
			PARTITIONS_CONF_OURS,
	};
	size_t i, j;

	read_lines(&comments, text, length);
	if (comments.failed) {
		return error_no_memory(error);
	}
	if (comments.count) {
		qsort(comments.names, comments.count, sizeof(*comments.names),
		      compare_names);
	}
	for (i = 0; i < plan->partition_count; i++) {
		struct plan_partition *partition = &plan->partitions[i];

		for (j = 0; j < partition->member_count; j++) {
			struct plan_member *member = &partition->members[j];

			if (!member->name) {
				member->name =
					find_name(&comments, member->guid);
			}
		}
	}
	return 0;
}
