/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Partitions of an inventory from the P_Key tables of a fabric. */
#include "policy/init_draft.h"
#include "policy/init_members.h"
#include "policy/partition_plan.h"
#include "policy/partitions_import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const class_keywords[INIT_CLASS_COUNT] = {
	[INIT_CLASS_CA] = "ALL_CAS",
	[INIT_CLASS_SWITCH] = "ALL_SWITCHES",
	[INIT_CLASS_ROUTER] = "ALL_ROUTERS",
};

struct table {
	struct init_entry *entries;
	size_t count;
	size_t ports[INIT_CLASS_COUNT]; /* whose P_Key table is known */
};

/* What the keywords of a partition give to ports of each class. */
struct keywords {
	enum ib_membership of[INIT_CLASS_COUNT];
	bool all; /* ALL, with what it gives to CAs */
};

enum init_class init_class_of(const struct subnet_port *port)
{
	return port->node->type == IB_NODE_SWITCH   ? INIT_CLASS_SWITCH
	       : port->node->type == IB_NODE_ROUTER ? INIT_CLASS_ROUTER
						    : INIT_CLASS_CA;
}

/* An end port that is judged: ignored nodes too, their P_Keys count. */
static bool has_table(const struct init_draft *draft,
		      const struct subnet_port *port)
{
	return port->pkeys_known && port->guid && port->node->type &&
	       subnet_port_is_end(port) && port->state != IB_PORT_DOWN &&
	       subnet_find_end_port(draft->subnet, port->guid) == port;
}

static size_t count_keys(const struct init_draft *draft, struct table *table)
{
	size_t count = 0, i;

	for (i = 0; i < draft->subnet->end_port_count; i++) {
		const struct subnet_port *port = draft->subnet->end_ports[i];

		if (has_table(draft, port)) {
			table->ports[init_class_of(port)]++;
			count += port->pkey_count;
		}
	}
	return count;
}

static int compare_entries(const void *left, const void *right)
{
	const struct init_entry *a = left, *b = right;

	if (a->pkey != b->pkey) {
		return a->pkey < b->pkey ? -1 : 1;
	}
	return (a->port->guid > b->port->guid) -
	       (a->port->guid < b->port->guid);
}

/* One entry for each port and P_Key: a port with both entries is both. */
static void merge(struct table *table)
{
	size_t kept = 0, i;

	qsort(table->entries, table->count, sizeof(*table->entries),
	      compare_entries);
	for (i = 0; i < table->count; i++) {
		struct init_entry *last = &table->entries[kept - 1];
		const struct init_entry *entry = &table->entries[i];

		if (kept && !compare_entries(last, entry)) {
			last->membership |= entry->membership;
		} else {
			table->entries[kept++] = *entry;
		}
	}
	table->count = kept;
}

static int read_tables(const struct init_draft *draft, struct table *table)
{
	size_t count = count_keys(draft, table), i, j;

	table->entries =
		arena_array(draft->arena, count, sizeof(*table->entries));
	if (!table->entries) {
		return -1;
	}
	for (i = 0; i < draft->subnet->end_port_count; i++) {
		const struct subnet_port *port = draft->subnet->end_ports[i];

		for (j = 0; has_table(draft, port) && j < port->pkey_count;
		     j++) {
			uint16_t pkey = port->pkeys[j];

			if (ib_pkey_base(pkey)) {
				table->entries[table->count++] =
					(struct init_entry){
						ib_pkey_base(pkey),
						ib_pkey_is_full(pkey)
							? IB_MEMBER_FULL
							: IB_MEMBER_LIMITED,
						port};
			}
		}
	}
	merge(table);
	return 0;
}

/* Without allow_both_pkeys OpenSM makes "both" full. */
static void settle_both(struct init_draft *draft, struct table *table)
{
	const struct subnet_options *options = &draft->subnet->options;
	size_t i;

	draft->allow_both = options->known && options->allow_both_pkeys;
	for (i = 0; i < table->count; i++) {
		if (table->entries[i].membership != IB_MEMBER_BOTH) {
			continue;
		}
		if (options->known && !options->allow_both_pkeys) {
			table->entries[i].membership = IB_MEMBER_FULL;
		} else {
			draft->allow_both = true;
		}
	}
}

bool init_is_sm(const struct init_draft *draft, uint64_t guid)
{
	size_t i;

	for (i = 0; i < draft->subnet->sm_count; i++) {
		if (draft->subnet->sms[i].port_guid == guid) {
			return true;
		}
	}
	return false;
}

/* A declared SM is full in 0x7fff whatever its table says. */
static bool is_implied(const struct init_draft *draft,
		       const struct init_entry *entry)
{
	return entry->pkey == IB_PKEY_DEFAULT &&
	       init_is_sm(draft, entry->port->guid);
}

/* Of ports that say something: those of SMs are full in any case. */
static enum ib_membership majority(const size_t counts[4])
{
	if (!counts[IB_MEMBER_LIMITED] && !counts[IB_MEMBER_FULL] &&
	    !counts[IB_MEMBER_BOTH]) {
		return IB_MEMBER_NONE;
	}
	if (counts[IB_MEMBER_LIMITED] >= counts[IB_MEMBER_FULL] &&
	    counts[IB_MEMBER_LIMITED] >= counts[IB_MEMBER_BOTH]) {
		return IB_MEMBER_LIMITED;
	}
	return counts[IB_MEMBER_FULL] >= counts[IB_MEMBER_BOTH]
		       ? IB_MEMBER_FULL
		       : IB_MEMBER_BOTH;
}

/* A keyword stands where every port of its class is a member; in a partition
 * other than 0x7fff only where switches are too, which no list of hosts would
 * explain. */
static struct keywords choose_keywords(const struct init_draft *draft,
				       const struct table *table,
				       const struct init_entry *entries,
				       size_t count)
{
	size_t counts[INIT_CLASS_COUNT][4] = {{0}}, members[INIT_CLASS_COUNT];
	struct keywords keywords = {.all = true};
	bool is_default = entries[0].pkey == IB_PKEY_DEFAULT;
	size_t i;

	memset(members, 0, sizeof(members));
	for (i = 0; i < count; i++) {
		enum init_class class = init_class_of(entries[i].port);

		members[class]++;
		if (!is_implied(draft, &entries[i])) {
			counts[class][entries[i].membership]++;
		}
	}
	for (i = 0; i < INIT_CLASS_COUNT; i++) {
		if (members[i] < table->ports[i]) {
			keywords.all = false;
		} else if (table->ports[i]) {
			keywords.of[i] = majority(counts[i]);
		}
	}
	if (!is_default && !(keywords.all && members[INIT_CLASS_SWITCH] &&
			     members[INIT_CLASS_CA])) {
		keywords = (struct keywords){.all = false};
	}
	return keywords;
}

static enum ib_membership all_membership(const struct keywords *keywords)
{
	size_t i;

	for (i = 0; keywords->all && i < INIT_CLASS_COUNT; i++) {
		if (keywords->of[i]) {
			return keywords->of[i];
		}
	}
	return IB_MEMBER_NONE;
}

/* Entries that no keyword says; members: where to put them. */
static size_t unsaid(const struct init_draft *draft,
		     const struct keywords *keywords,
		     const struct init_entry *entries, size_t count,
		     struct init_entry *out)
{
	size_t kept = 0, i;

	for (i = 0; i < count; i++) {
		if (!is_implied(draft, &entries[i]) &&
		    entries[i].membership !=
			    keywords->of[init_class_of(entries[i].port)]) {
			out[kept++] = entries[i];
		}
	}
	return kept;
}

static struct init_member *add_keywords(const struct keywords *keywords,
					struct init_member *members)
{
	enum ib_membership all = all_membership(keywords);
	size_t i;

	if (all) {
		*members++ = (struct init_member){"ALL", all};
	}
	for (i = 0; i < INIT_CLASS_COUNT; i++) {
		if (keywords->of[i] && keywords->of[i] != all) {
			*members++ = (struct init_member){class_keywords[i],
							  keywords->of[i]};
		}
	}
	return members;
}

static void write_member(const struct init_member *member, struct strbuf *out)
{
	init_add_scalar(out, member->selector);
	strbuf_addf(out, ": %s", ib_membership_name(member->membership));
}

/* One line while it is short; else a member a line. */
static void write_partition(const struct init_draft *draft, uint16_t pkey,
			    const struct init_member *members, size_t count,
			    struct strbuf *out)
{
	char name[16];
	size_t i;

	snprintf(name, sizeof(name),
		 pkey == IB_PKEY_DEFAULT ? "Default" : "pkey-%04x", pkey);
	if (count <= 2) {
		strbuf_addf(out, "  %s: {pkey: 0x%04x", name, pkey);
		for (i = 0; i < count; i++) {
			strbuf_addstr(out, i ? ", " : ", members: {");
			write_member(&members[i], out);
		}
		strbuf_addstr(out, count ? "}}" : "}");
		init_end_line(draft, NULL, out);
		return;
	}
	strbuf_addf(out, "  %s:\n    pkey: 0x%04x", name, pkey);
	init_end_line(draft, NULL, out);
	strbuf_addstr(out, "    members:\n");
	for (i = 0; i < count; i++) {
		strbuf_addstr(out, "      ");
		write_member(&members[i], out);
		init_end_line(draft, NULL, out);
	}
}

static int draft_partition(struct init_draft *draft, const struct table *table,
			   const struct init_entry *entries, size_t count,
			   struct strbuf *out)
{
	struct keywords keywords =
		choose_keywords(draft, table, entries, count);
	struct init_entry *named =
		arena_array(draft->arena, count, sizeof(*named));
	struct init_member *members, *all, *next;
	size_t named_count, member_count;

	if (!named) {
		return -1;
	}
	named_count = unsaid(draft, &keywords, entries, count, named);
	all = arena_array(draft->arena, named_count + 1 + INIT_CLASS_COUNT,
			  sizeof(*all));
	if (!all || init_name_members(draft, named, named_count, &members,
				      &member_count)) {
		return -1;
	}
	next = add_keywords(&keywords, all);
	memcpy(next, members, member_count * sizeof(*members));
	write_partition(draft, entries[0].pkey, all,
			(size_t)(next - all) + member_count, out);
	return 0;
}

static size_t pkey_end(const struct table *table, size_t first)
{
	size_t end = first;

	while (end < table->count &&
	       table->entries[end].pkey == table->entries[first].pkey) {
		end++;
	}
	return end;
}

static void drop_owned(const struct init_draft *draft, struct table *table)
{
	size_t kept = 0, i;

	for (i = 0; i < table->count; i++) {
		if (!partition_plan_find(draft->plan, table->entries[i].pkey)) {
			table->entries[kept++] = table->entries[i];
		}
	}
	table->count = kept;
}

static void add_commented(const char *text, struct strbuf *out)
{
	size_t length;

	for (; *text; text += length + 1) {
		length = strcspn(text, "\n");
		strbuf_addf(out, "#%.*s\n", (int)length, text);
	}
}

/* Whoever is a member by its P_Keys need not be one by right, and a plan with
 * them would let them in: a person declares it. */
static int suggest_all(struct init_draft *draft, struct table *table,
		       struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;
	size_t i, end;
	int status = 0;

	if (!draft->plan || !draft->plan->partition_count) {
		return 0;
	}
	drop_owned(draft, table);
	settle_both(draft, table);
	for (i = 0; i < table->count && !status; i = end) {
		end = pkey_end(table, i);
		status = draft_partition(draft, table, &table->entries[i],
					 end - i, &text);
	}
	if (table->count) {
		strbuf_addstr(out,
			      "\n# P_Keys that no partition owns. Find out "
			      "who set them; what is meant goes into\n# "
			      "partitions: there.\n");
		add_commented(strbuf_text(&text), out);
	}
	out->failed = out->failed || text.failed;
	strbuf_free(&text);
	return status;
}

/* 0x7fff first: it has the greatest number. */
static int write_all(struct init_draft *draft, const struct table *table,
		     struct strbuf *out)
{
	size_t first = table->count, i, end;

	while (first && table->entries[first - 1].pkey == IB_PKEY_DEFAULT) {
		first--;
	}
	if (first == table->count) {
		write_partition(draft, IB_PKEY_DEFAULT, NULL, 0, out);
	} else if (draft_partition(draft, table, &table->entries[first],
				   table->count - first, out)) {
		return -1;
	}
	for (i = 0; i < first; i = end) {
		end = pkey_end(table, i);
		if (draft_partition(draft, table, &table->entries[i], end - i,
				    out)) {
			return -1;
		}
	}
	return 0;
}

int init_write_partitions(struct init_draft *draft, struct strbuf *out)
{
	struct table table = {NULL, 0, {0}};
	size_t known = 0, i;

	if (draft->options->partitions) {
		return partitions_import_write(draft,
					       draft->options->partitions, out);
	}
	if (read_tables(draft, &table)) {
		return -1;
	}
	if (draft->options->known) {
		return suggest_all(draft, &table, out);
	}
	for (i = 0; i < INIT_CLASS_COUNT; i++) {
		known += table.ports[i];
	}
	if (!known) {
		return 0;
	}
	settle_both(draft, &table);
	if (draft->allow_both) {
		strbuf_addstr(out, "\nopensm: {allow_both_pkeys: true}");
		init_end_line(draft, NULL, out);
	}
	strbuf_addstr(out, "\npartitions:\n");
	return write_all(draft, &table, out);
}
