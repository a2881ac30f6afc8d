/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Edits of the text, as a person would make them. */
#include "tests/unit/inventory_changes.h"

#include <stdlib.h>
#include <string.h>

/* A line of the text. */
struct line {
	const char *start;
	size_t length; /* with its newline */
};

static struct line line_at(const char *start)
{
	return (struct line){start, strcspn(start, "\n") + 1};
}

/* The first line of a section, "hosts:"; length 0 when there is none. */
static struct line section(const char *text, const char *key)
{
	const char *at = text;
	size_t length = strlen(key);

	while ((at = strstr(at, key))) {
		if (at > text && at[-1] == '\n' && at[length] == '\n') {
			return line_at(at + length + 1);
		}
		at++;
	}
	return (struct line){NULL, 0};
}

static struct line next(struct line line)
{
	const char *start = line.start + line.length;

	return *start == ' ' ? line_at(start) : (struct line){NULL, 0};
}

static bool has(struct line line, const char *word)
{
	return memmem(line.start, line.length, word, strlen(word)) != NULL;
}

static size_t count_in(const char *text, const char *word, size_t length)
{
	size_t count = 0;

	while ((text = memmem(text, strlen(text), word, length))) {
		count++;
		text += length;
	}
	return count;
}

static uint64_t guid_in(struct line line)
{
	const char *at = memmem(line.start, line.length, "guid: 0x", 8);

	return at ? strtoull(at + 6, NULL, 16) : 0;
}

/* text with a piece of it replaced. */
static void replace(const char *text, const char *from, size_t length,
		    const char *with, struct strbuf *out)
{
	strbuf_add(out, text, (size_t)(from - text));
	strbuf_addstr(out, with);
	strbuf_addstr(out, from + length);
}

static void drop(const char *text, struct line line, struct strbuf *out)
{
	replace(text, line.start, line.length, "", out);
}

/* --- Links ---------------------------------------------------------------- */

static bool drop_link(const char *text, struct strbuf *out,
		      struct expected *expected)
{
	struct line line = section(text, "links:");

	(void)expected;
	if (!line.length || !next(line).length) {
		return false;
	}
	for (; line.length; line = next(line)) {
		const char *from = strstr(line.start, "from: ") + 6;
		size_t length = strcspn(from, ",}");

		if (!memchr(strchr(from, '/'), '-',
			    length - (size_t)(strchr(from, '/') - from)) &&
		    *from != '"') {
			drop(text, line, out);
			return true;
		}
	}
	return false;
}

static bool add_link(const char *text, struct strbuf *out,
		     struct expected *expected)
{
	struct line line = section(text, "links:");
	struct line first = section(text, "switches:");

	if (!line.length || !next(first).length) {
		return false;
	}
	strbuf_add(out, text, (size_t)(line.start - text));
	strbuf_addf(out, "  - {from: %.*s/201, to: %.*s/202}\n",
		    (int)strcspn(first.start + 2, ":"), first.start + 2,
		    (int)strcspn(next(first).start + 2, ":"),
		    next(first).start + 2);
	strbuf_addstr(out, line.start);
	expected->guids[0] = guid_in(first);
	expected->guids[1] = guid_in(next(first));
	return true;
}

/* --- Hosts ---------------------------------------------------------------- */

/* A host with one port that has a peer and whose GUID stands nowhere else. */
static struct line plain_host(const char *text)
{
	struct line line = section(text, "hosts:");

	for (; line.length; line = next(line)) {
		const char *guid =
			memmem(line.start, line.length, "guid: 0x", 8);

		if (has(line, ", peer: ") && line.start[2] != '"' &&
		    !memmem(guid + 8,
			    line.length - (size_t)(guid + 8 - line.start),
			    "guid: ", 6) &&
		    count_in(text, guid + 6, 18) == 1) {
			return line;
		}
	}
	return (struct line){NULL, 0};
}

static bool drop_host(const char *text, struct strbuf *out,
		      struct expected *expected)
{
	struct line line = plain_host(text);

	if (!line.length || !next(section(text, "hosts:")).length ||
	    strchr(text, '[') ||
	    count_in(text, line.start + 2, strcspn(line.start + 2, ":")) > 1) {
		return false;
	}
	expected->guids[0] = guid_in(line);
	drop(text, line, out);
	return true;
}

static bool add_host(const char *text, struct strbuf *out,
		     struct expected *expected)
{
	struct line line = section(text, "hosts:");

	if (!line.length) {
		return false;
	}
	replace(text, line.start, 0,
		"  newcomer: {ports: {mlx5_0/1: {guid: 0x0000000000000abc}}}\n",
		out);
	expected->guids[0] = 0xabc;
	return true;
}

static bool rename_host(const char *text, struct strbuf *out,
			struct expected *expected)
{
	struct line line = plain_host(text);

	/* Members and peers would name it, too. */
	if (!line.length || strchr(text, '[') ||
	    count_in(text, line.start + 2, strcspn(line.start + 2, ":")) > 1) {
		return false;
	}
	replace(text, line.start + 2, strcspn(line.start + 2, ":"), "elsewhere",
		out);
	/* The node's: a port's GUID here is its node's plus its number. */
	expected->guids[0] = guid_in(line) & ~(uint64_t)0xf;
	return true;
}

static bool change_guid(const char *text, struct strbuf *out,
			struct expected *expected)
{
	struct line line = plain_host(text);
	const char *guid;

	if (!line.length) {
		return false;
	}
	guid = strstr(line.start, "guid: 0x") + 8;
	replace(text, guid, 4, "feed", out);
	expected->guids[0] = (guid_in(line) & 0xffffffffffff) | (uint64_t)0xfeed
									<< 48;
	return true;
}

static bool change_peer(const char *text, struct strbuf *out,
			struct expected *expected)
{
	struct line line = plain_host(text);
	const char *peer;

	if (!line.length) {
		return false;
	}
	peer = strstr(line.start, ", peer: ") + 8;
	if (*peer == '"' || memchr(peer, '/', strcspn(peer, ",}")) !=
				    memrchr(peer, '/', strcspn(peer, ",}"))) {
		return false;
	}
	peer += strcspn(peer, "/") + 1;
	replace(text, peer, strcspn(peer, ",}"), "200", out);
	expected->guids[0] = guid_in(line);
	return true;
}

/* --- Roles ---------------------------------------------------------------- */

static bool change_role(const char *text, const char *key, const char *with,
			struct strbuf *out)
{
	struct line line = section(text, "roles:");

	for (; line.length; line = next(line)) {
		const char *at =
			memmem(line.start, line.length, key, strlen(key));

		if (at &&
		    (has(line, ", 1 port\n") || has(line, ", 1 link\n")) &&
		    !has(line, with)) {
			at += strlen(key);
			replace(text, at, strcspn(at, ",}"), with, out);
			return true;
		}
	}
	return false;
}

static bool change_speed(const char *text, struct strbuf *out,
			 struct expected *expected)
{
	(void)expected;
	return change_role(text, "speed: ", "XDR", out);
}

static bool change_width(const char *text, struct strbuf *out,
			 struct expected *expected)
{
	(void)expected;
	return change_role(text, "width: ", "12x", out);
}

static bool change_mtu(const char *text, struct strbuf *out,
		       struct expected *expected)
{
	(void)expected;
	return change_role(text, "mtu: ", "256", out);
}

/* --- Partitions ----------------------------------------------------------- */

/* "      gpu001/mlx5_0/1: full": the line of one port's membership. */
static struct line single_member(const char *text)
{
	struct line line = section(text, "partitions:");

	for (; line.length; line = next(line)) {
		size_t length = strcspn(line.start, ":");
		const char *slash = memchr(line.start, '/', length);

		if (!strncmp(line.start, "      ", 6) && line.start[6] != '"' &&
		    slash) {
			return line;
		}
	}
	return (struct line){NULL, 0};
}

static bool drop_member(const char *text, struct strbuf *out,
			struct expected *expected)
{
	struct line line = single_member(text);

	(void)expected;
	if (line.length) {
		drop(text, line, out);
	}
	return line.length > 0;
}

static bool flip_member(const char *text, struct strbuf *out,
			struct expected *expected)
{
	struct line line = single_member(text);
	const char *word = line.length ? strstr(line.start, ": ") + 2 : NULL;

	(void)expected;
	if (!word) {
		return false;
	}
	replace(text, word, strcspn(word, " "),
		*word == 'f' ? "limited" : "full", out);
	return true;
}

/* --- Subnet managers, ignore ---------------------------------------------- */

static bool change_priority(const char *text, struct strbuf *out,
			    struct expected *expected)
{
	struct line line = section(text, "subnet_managers:");

	for (; line.length; line = next(line)) {
		const char *at = strstr(line.start, "priority: ");

		if (has(line, "standby") && !next(line).length) {
			at += strlen("priority: ");
			replace(text, at, strcspn(at, "}"), "3", out);
			expected->guids[0] = guid_in(line);
			return true;
		}
	}
	return false;
}

static bool drop_sm(const char *text, struct strbuf *out,
		    struct expected *expected)
{
	struct line line = section(text, "subnet_managers:");

	for (; line.length; line = next(line)) {
		if (has(line, "standby")) {
			expected->guids[0] = guid_in(line);
			drop(text, line, out);
			return true;
		}
	}
	return false;
}

static bool drop_ignore(const char *text, struct strbuf *out,
			struct expected *expected)
{
	struct line line = section(text, "ignore:");

	(void)expected;
	if (!line.length || !has(line, ", 1 aggregation node\n")) {
		return false;
	}
	replace(text, line.start - strlen("ignore:\n"),
		strlen("ignore:\n") + line.length, "", out);
	return true;
}

const struct inventory_change inventory_changes[] = {
	{"inventory: drop a link", "link.unlisted", drop_link},
	{"inventory: add a link", "link.missing", add_link},
	{"inventory: drop a host", "port.unlisted", drop_host},
	{"inventory: add a host", "port.missing", add_host},
	{"inventory: rename a host", "node.name", rename_host},
	{"inventory: change a GUID", "port.replaced", change_guid},
	{"inventory: change a peer", "link.peer", change_peer},
	{"inventory: change a speed", "link.speed", change_speed},
	{"inventory: change a width", "link.width", change_width},
	{"inventory: change an MTU", "link.mtu", change_mtu},
	{"inventory: drop a member", "partition.unexpected", drop_member},
	{"inventory: flip a member", "partition.membership", flip_member},
	{"inventory: change a priority", "sm.priority", change_priority},
	{"inventory: drop an SM", "sm.unlisted", drop_sm},
	{"inventory: drop what is ignored", "port.unlisted", drop_ignore},
};

const unsigned int inventory_change_count =
	sizeof(inventory_changes) / sizeof(inventory_changes[0]);
