/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A partition plan as OpenSM's partitions.conf, in the narrow form that its
 * parser cannot misread (osm_prtn_config.c): explicit keys, whole words, one
 * statement a line, short lines, no flag left to inheritance. */
#include "policy/partitions_conf.h"

#include "policy/sha256.h"

#include <string.h>

/* OpenSM splits lines at 4,094 bytes; people's tools cope with this. */
enum { LINE_LIMIT = 200 };

static const char *const keyword_names[PLAN_KEYWORD_COUNT] = {
	"ALL", "ALL_CAS", "ALL_SWITCHES", "ALL_ROUTERS", "SELF",
};

static const char trailer_start[] = "# ibpolicy: ";

static size_t count_members(const struct plan_partition *partition,
			    enum ib_membership membership)
{
	size_t i, count = 0;

	for (i = 0; i < partition->member_count; i++) {
		count += partition->members[i].membership == membership;
	}
	return count;
}

static void add_count(struct strbuf *out, const char **separator, size_t count,
		      const char *what)
{
	if (count) {
		strbuf_addf(out, "%s%zu %s", *separator, count, what);
		*separator = ", ";
	}
}

/* "# compute 0x0001, protected: 2 full, 1 limited" */
static void write_heading(const struct plan_partition *partition,
			  struct strbuf *out)
{
	static const enum ib_membership kinds[] = {IB_MEMBER_FULL,
						   IB_MEMBER_LIMITED,
						   IB_MEMBER_BOTH};
	const char *separator = ": ";
	char pkey[IB_PKEY_TEXT];
	size_t i;

	strbuf_addf(out, "# %s %s%s", partition->name,
		    ib_pkey_format(pkey, partition->pkey),
		    partition->is_protected ? ", protected" : "");
	for (i = 0; i < PLAN_SELF; i++) {
		if (partition->keywords[i]) {
			strbuf_addf(out, "%s%s %s", separator, keyword_names[i],
				    ib_membership_name(partition->keywords[i]));
			separator = ", ";
		}
	}
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		add_count(out, &separator, count_members(partition, kinds[i]),
			  ib_membership_name(kinds[i]));
	}
	if (!plan_partition_has_members(partition)) {
		strbuf_addstr(out, ": no members, so OpenSM leaves it out");
	}
	strbuf_addstr(out, "\n");
}

/* "compute=0x0001, indx0" */
static void write_name(const struct plan_partition *partition,
		       struct strbuf *out)
{
	char pkey[IB_PKEY_TEXT];

	strbuf_addf(out, "%s=%s", partition->name,
		    ib_pkey_format(pkey, partition->pkey));
	if (partition->index0) {
		strbuf_addstr(out, ", indx0");
	}
}

static void write_link_flags(const struct plan_group *group, struct strbuf *out)
{
	if (group->mtu) {
		strbuf_addf(out, ", mtu=%u", ib_mtu_code(group->mtu));
	}
	if (group->rate) {
		strbuf_addf(out, ", rate=%u", ib_rate_code(group->rate));
	}
}

static void write_sl(int sl, struct strbuf *out)
{
	if (sl >= 0) {
		strbuf_addf(out, ", sl=%d", sl);
	}
}

static void write_group_flags(const struct plan_group *group,
			      struct strbuf *out)
{
	if (group->qkey >= 0) {
		strbuf_addf(out, ", Q_Key=0x%08llx",
			    (unsigned long long)group->qkey);
	}
	if (group->tclass >= 0) {
		strbuf_addf(out, ", TClass=%d", group->tclass);
	}
	if (group->flow_label >= 0) {
		strbuf_addf(out, ", FlowLabel=0x%05llx",
			    (unsigned long long)group->flow_label);
	}
}

/* Ends the line, with as much of the comment as the line may hold; cut at a
 * character's start. line: where the line begins in out. */
static void end_line(struct strbuf *out, size_t line, const char *name,
		     const char *note)
{
	struct strbuf comment = STRBUF_INIT;
	size_t room, length;
	const char *text;

	if (name) {
		strbuf_add_safe(&comment, name, strlen(name));
	}
	if (note) {
		strbuf_addf(&comment, "%s%s", name ? ", " : "", note);
	}
	text = strbuf_text(&comment);
	length = comment.length;
	room = LINE_LIMIT - sizeof("\t# ") - (out->length - line);
	if (length > room) {
		length = room;
		while (length && ((unsigned char)text[length] & 0xc0) == 0x80) {
			length--;
		}
	}
	if (length) {
		strbuf_addstr(out, "\t# ");
		strbuf_add(out, text, length);
	}
	strbuf_addch(out, '\n');
	out->failed |= comment.failed;
	strbuf_free(&comment);
}

static size_t count_statements(const struct plan_partition *partition)
{
	size_t i, count = partition->member_count;

	for (i = 0; i < PLAN_KEYWORD_COUNT; i++) {
		count += partition->keywords[i] != IB_MEMBER_NONE;
	}
	return count;
}

static const char *end_of(size_t written, size_t total)
{
	return written == total ? " ;" : ",";
}

/* What follows the header's colon: keywords, GUIDs, SELF, because OpenSM lets
 * the last statement win. */
static void write_members(const struct plan_partition *partition,
			  struct strbuf *out)
{
	size_t i, written = 0, total = count_statements(partition);
	char guid[IB_GUID_TEXT];

	strbuf_addstr(out, total ? "\n" : " ;\n");
	for (i = 0; i < PLAN_SELF; i++) {
		if (partition->keywords[i]) {
			strbuf_addf(out, "\t%s=%s%s\n", keyword_names[i],
				    ib_membership_name(partition->keywords[i]),
				    end_of(++written, total));
		}
	}
	for (i = 0; i < partition->member_count; i++) {
		const struct plan_member *member = &partition->members[i];
		size_t line = out->length;

		strbuf_addf(out, "\t%s=%s%s",
			    ib_guid_format(guid, member->guid),
			    ib_membership_name(member->membership),
			    end_of(++written, total));
		end_line(out, line, member->name, member->note);
	}
	if (partition->keywords[PLAN_SELF]) {
		strbuf_addf(out, "\tSELF=%s ;\n",
			    ib_membership_name(partition->keywords[PLAN_SELF]));
	}
}

/* Each in a definition of its own: in the partition's, OpenSM would let it
 * inherit the broadcast group's Q_Key, and refuse an IP group whose MTU or
 * rate is not the header's. The header repeats the partition's SL, because
 * OpenSM takes that from the last definition. The line has a flag at least:
 * OpenSM reads on behind the line of an mgid that has none. */
static void write_group(const struct plan_partition *partition,
			const struct plan_group *group, struct strbuf *out)
{
	char mgid[IB_MGID_TEXT];
	struct plan_group full;

	plan_group_resolve(partition, group, &full);
	write_name(partition, out);
	write_link_flags(&full, out);
	write_sl(partition->sl, out);
	strbuf_addf(out, " :\n\tmgid=%s", ib_mgid_format(mgid, full.mgid));
	write_link_flags(&full, out);
	write_sl(full.sl, out);
	strbuf_addf(out, ", scope=%d", full.scope);
	write_group_flags(group, out);
	strbuf_addstr(out, " ;\n");
}

/* The broadcast group that the flag ipoib makes, which ignores every scope but
 * the default. */
static bool is_made_by_flag(const struct plan_group *group)
{
	return !group->has_mgid && (group->scope < 0 || group->scope == 2);
}

static bool same_sl(int a, int b)
{
	return (a < 0 ? 0 : a) == (b < 0 ? 0 : b);
}

/* The header's SL is both the broadcast group's and the partition's: where
 * they differ, a definition without members makes the group first. */
static void write_header(const struct plan_partition *partition,
			 struct strbuf *out)
{
	const struct plan_group *broadcast = NULL;
	size_t i;

	for (i = 0; i < partition->group_count && !broadcast; i++) {
		if (is_made_by_flag(&partition->groups[i])) {
			broadcast = &partition->groups[i];
		}
	}
	write_name(partition, out);
	if (broadcast) {
		strbuf_addstr(out, ", ipoib");
		write_link_flags(broadcast, out);
		write_sl(broadcast->sl, out);
		write_group_flags(broadcast, out);
		if (same_sl(broadcast->sl, partition->sl)) {
			strbuf_addstr(out, " :");
			return;
		}
		strbuf_addstr(out, " : ;\n");
		write_name(partition, out);
	}
	write_sl(partition->sl, out);
	strbuf_addstr(out, " :");
}

void partitions_conf_write_fragment(const struct plan_partition *partition,
				    struct strbuf *out)
{
	size_t i;

	write_heading(partition, out);
	if (!plan_partition_has_members(partition)) {
		write_name(partition, out);
		strbuf_addstr(out, " : ;\n");
		return;
	}
	write_header(partition, out);
	write_members(partition, out);
	for (i = 0; i < partition->group_count; i++) {
		if (!is_made_by_flag(&partition->groups[i])) {
			write_group(partition, &partition->groups[i], out);
		}
	}
}

void partitions_conf_fragment_name(const struct plan_partition *partition,
				   struct strbuf *out)
{
	strbuf_addf(out, "%04x-%s.conf", (unsigned int)partition->pkey,
		    partition->name);
}

static void write_trailer(struct strbuf *out, size_t count,
			  const char sha256[SHA256_TEXT])
{
	strbuf_addf(out,
		    "%s%zu partition%s, sha256 %s; generated, edit the "
		    "inventory instead\n",
		    trailer_start, count, count == 1 ? "" : "s", sha256);
}

void partitions_conf_write(const struct partition_plan *plan,
			   struct strbuf *out, char sha256[SHA256_TEXT])
{
	char digest[SHA256_TEXT];
	size_t i, start = out->length;

	for (i = 0; i < plan->partition_count; i++) {
		partitions_conf_write_fragment(&plan->partitions[i], out);
	}
	sha256_of(strbuf_text(out) + start, out->length - start, digest);
	write_trailer(out, plan->partition_count, digest);
	if (sha256) {
		memcpy(sha256, digest, sizeof(digest));
	}
}

static bool is_blank(const char *text, size_t length)
{
	size_t i;

	for (i = 0; i < length; i++) {
		if (!memchr(" \t\r\n", text[i], 4)) {
			return false;
		}
	}
	return true;
}

static bool starts_trailer(const char *text, size_t length)
{
	return length >= sizeof(trailer_start) - 1 &&
	       memcmp(text, trailer_start, sizeof(trailer_start) - 1) == 0;
}

/* Where the last line begins that starts like a trailer; length: none does. */
static size_t find_trailer(const char *text, size_t length)
{
	size_t at, found = length;

	for (at = 0; at < length;) {
		const char *end = memchr(text + at, '\n', length - at);

		if (starts_trailer(text + at, length - at)) {
			found = at;
		}
		if (!end) {
			break;
		}
		at = (size_t)(end - text) + 1;
	}
	return found;
}

/* Each fragment has one heading, and no other line that starts with #. */
static size_t count_headings(const char *text, size_t length)
{
	size_t at, count = 0;

	for (at = 0; at < length; at++) {
		count += text[at] == '#' && (at == 0 || text[at - 1] == '\n');
	}
	return count;
}

/* The file is intact when its last line is, to the byte, the trailer that
 * belongs to what stands before it. */
static bool is_intact(const char *text, size_t length, size_t trailer,
		      char digest[SHA256_TEXT])
{
	struct strbuf expected = STRBUF_INIT;
	bool intact;

	sha256_of(text, trailer, digest);
	write_trailer(&expected, count_headings(text, trailer), digest);
	intact = !expected.failed && expected.length == length - trailer &&
		 memcmp(expected.data, text + trailer, expected.length) == 0;
	strbuf_free(&expected);
	return intact;
}

enum partitions_conf_origin partitions_conf_origin(const char *text,
						   size_t length,
						   char sha256[SHA256_TEXT])
{
	char digest[SHA256_TEXT];
	size_t trailer;

	if (sha256) {
		sha256[0] = '\0';
	}
	if (is_blank(text, length)) {
		return PARTITIONS_CONF_EMPTY;
	}
	trailer = find_trailer(text, length);
	if (trailer == length) {
		return PARTITIONS_CONF_FOREIGN;
	}
	if (!is_intact(text, length, trailer, digest)) {
		return PARTITIONS_CONF_EDITED;
	}
	if (sha256) {
		memcpy(sha256, digest, sizeof(digest));
	}
	return PARTITIONS_CONF_OURS;
}
