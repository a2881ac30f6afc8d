/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The partitions of an inventory from what OpenSM makes of a file. */
#include "policy/partitions_import.h"

#include "policy/init_draft.h"
#include "policy/init_members.h"
#include "policy/inventory.h"
#include "policy/name_set.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <string.h>

enum {
	NAME_LIMIT = 31,
	IPOIB_MTU = 2048,
	IPOIB_RATE = 10,
	IPOIB_QKEY = 0x0b1b
};

struct import {
	struct init_draft *draft;
	const struct partitions_conf *conf;
	uint64_t sm_guid;
	struct name_set names;
	struct strbuf *out;
};

uint64_t partitions_import_sm(const struct subnet *subnet)
{
	uint64_t guid = 0;
	size_t i;

	for (i = 0; i < subnet->sm_count; i++) {
		if (subnet->sms[i].state == IB_SM_MASTER) {
			return subnet->sms[i].port_guid;
		}
		if (subnet->sms[i].local || subnet->sm_count == 1) {
			guid = subnet->sms[i].port_guid;
		}
	}
	return guid;
}

/* --- Names --------------------------------------------------------------- */

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9');
}

/* The nearest name that an inventory allows. */
static void make_valid(const char *raw, char name[NAME_LIMIT + 1])
{
	size_t length = 0;

	for (; *raw && length < NAME_LIMIT - 2; raw++) {
		bool fits = is_letter(*raw) ||
			    (length && strchr("._-", *raw) != NULL);

		if (fits) {
			name[length++] = *raw;
		} else if (length && name[length - 1] != '-') {
			name[length++] = '-';
		}
	}
	while (length && name[length - 1] == '-') {
		length--;
	}
	name[length] = '\0';
}

static bool is_valid(const char *name)
{
	char valid[NAME_LIMIT + 1];

	make_valid(name, valid);
	return *name && !strcmp(valid, name) && !selector_is_keyword(name) &&
	       strncmp(name, "0x", 2) != 0;
}

/* The n-th thing that the partition may be called: its own name, one made of it
 * and the key, then the key alone. */
static const char *nth_name(struct arena *arena,
			    const struct plan_partition *partition,
			    unsigned int n)
{
	char valid[NAME_LIMIT + 1];

	make_valid(partition->name, valid);
	if (n == 0) {
		return partition->name;
	}
	if (n == 1) {
		return arena_printf(arena, "%.20s-%04x", valid,
				    partition->pkey);
	}
	return arena_printf(arena, "pkey-%04x-%u", partition->pkey, n - 1);
}

static const char *name_of(struct import *import,
			   const struct plan_partition *partition)
{
	bool taken = true;
	unsigned int n;
	const char *name;

	for (n = 0; taken; n++) {
		name = nth_name(import->draft->arena, partition, n);
		if (!name || (is_valid(name) &&
			      name_set_add(&import->names, name, &taken))) {
			return NULL;
		}
	}
	return name;
}

/* --- Members ------------------------------------------------------------- */

/* Members that have a port in the fabric, and those that have none. */
struct members {
	struct init_entry *ports;
	size_t port_count;
	struct init_member *guids;
	size_t guid_count;
	struct init_member *named;
	size_t named_count;
};

/* What is said of a GUID where the keywords alone do not say it. */
static int add_member(struct import *import,
		      const struct plan_partition *partition,
		      const struct plan_member *member, uint64_t guid,
		      struct members *members)
{
	const struct subnet_port *port =
		subnet_find_end_port(import->draft->subnet, guid);
	enum ib_node_type type = port ? port->node->type : IB_NODE_CA;
	bool is_sm = guid == import->sm_guid;
	enum ib_membership membership, by_keyword;

	if (partition->pkey == IB_PKEY_DEFAULT &&
	    init_is_sm(import->draft, guid)) {
		return 0; /* every declared SM is full there */
	}
	membership =
		plan_standing_of(partition, member, type, is_sm).membership;
	by_keyword = plan_standing_of(partition, NULL, type, false).membership;
	if (membership == by_keyword) {
		return 0;
	}
	if (port) {
		members->ports[members->port_count++] =
			(struct init_entry){partition->pkey, membership, port};
		return 0;
	}
	members->guids[members->guid_count].membership = membership;
	members->guids[members->guid_count].selector =
		arena_printf(import->draft->arena, "0x%016" PRIx64, guid);
	return members->guids[members->guid_count++].selector ? 0 : -1;
}

static int collect(struct import *import,
		   const struct plan_partition *partition,
		   struct members *members)
{
	struct arena *arena = import->draft->arena;
	size_t count = partition->member_count + 1, i;

	members->ports = arena_array(arena, count, sizeof(*members->ports));
	members->guids = arena_array(arena, count, sizeof(*members->guids));
	if (!members->ports || !members->guids) {
		return -1;
	}
	for (i = 0; i < partition->member_count; i++) {
		const struct plan_member *member = &partition->members[i];

		if (add_member(import, partition, member, member->guid,
			       members)) {
			return -1;
		}
	}
	if (partition->keywords[PLAN_SELF] && import->sm_guid &&
	    !plan_find_member(partition, import->sm_guid) &&
	    add_member(import, partition, NULL, import->sm_guid, members)) {
		return -1;
	}
	return init_name_members(import->draft, members->ports,
				 members->port_count, &members->named,
				 &members->named_count);
}

static void write_member(const char *selector, enum ib_membership membership,
			 struct strbuf *out)
{
	strbuf_addstr(out, "      ");
	init_add_scalar(out, selector);
	strbuf_addf(out, ": %s\n", ib_membership_name(membership));
}

static int write_members(struct import *import,
			 const struct plan_partition *partition)
{
	static const char *const keywords[] = {"ALL", "ALL_CAS", "ALL_SWITCHES",
					       "ALL_ROUTERS"};
	struct members members = {NULL, 0, NULL, 0, NULL, 0};
	struct strbuf *out = import->out;
	size_t start, i;

	if (collect(import, partition, &members)) {
		return -1;
	}
	strbuf_addstr(out, "    members:\n");
	start = out->length;
	for (i = 0; i < PLAN_SELF; i++) {
		if (partition->keywords[i]) {
			write_member(keywords[i], partition->keywords[i], out);
		}
	}
	for (i = 0; i < members.named_count; i++) {
		write_member(members.named[i].selector,
			     members.named[i].membership, out);
	}
	for (i = 0; i < members.guid_count; i++) {
		write_member(members.guids[i].selector,
			     members.guids[i].membership, out);
	}
	if (out->length == start) {
		out->length = start - strlen("    members:\n");
	}
	return 0;
}

/* --- Groups -------------------------------------------------------------- */

static bool is_ip(const uint8_t mgid[16])
{
	return (mgid[2] == 0x40 || mgid[2] == 0x60) && mgid[3] == 0x1b;
}

static void write_settings(const struct plan_partition *partition,
			   const struct plan_group *group, struct strbuf *out)
{
	int64_t qkey = is_ip(group->mgid) ? IPOIB_QKEY : 0;

	strbuf_addf(out, "mtu: %u, rate: %u", group->mtu, group->rate);
	if (group->sl != (partition->sl < 0 ? 0 : partition->sl)) {
		strbuf_addf(out, ", sl: %d", group->sl);
	}
	if (group->qkey != qkey) {
		strbuf_addf(out, ", qkey: 0x%" PRIx64, (uint64_t)group->qkey);
	}
	if (group->tclass) {
		strbuf_addf(out, ", tclass: %d", group->tclass);
	}
	if (group->flow_label) {
		strbuf_addf(out, ", flow_label: %" PRId64, group->flow_label);
	}
}

static bool is_plain_ipoib(const struct plan_partition *partition,
			   const struct plan_group *group)
{
	return group->mtu == IPOIB_MTU && group->rate == IPOIB_RATE &&
	       group->sl == (partition->sl < 0 ? 0 : partition->sl) &&
	       group->qkey == IPOIB_QKEY && !group->tclass &&
	       !group->flow_label;
}

static void write_groups(const struct plan_partition *partition,
			 struct strbuf *out)
{
	size_t i = partition->ipoib ? 1 : 0;
	char mgid[INET6_ADDRSTRLEN];

	if (partition->ipoib) {
		const struct plan_group *group = &partition->groups[0];

		if (is_plain_ipoib(partition, group)) {
			strbuf_addstr(out, "    ipoib: true\n");
		} else {
			strbuf_addstr(out, "    ipoib: {");
			write_settings(partition, group, out);
			strbuf_addstr(out, "}\n");
		}
	}
	if (i < partition->group_count) {
		strbuf_addstr(out, "    groups:\n");
	}
	for (; i < partition->group_count; i++) {
		inet_ntop(AF_INET6, partition->groups[i].mgid, mgid,
			  sizeof(mgid));
		strbuf_addf(out, "      - {mgid: \"%s\", ", mgid);
		write_settings(partition, &partition->groups[i], out);
		strbuf_addstr(out, "}\n");
	}
}

/* --- The file ------------------------------------------------------------ */

static int write_partition(struct import *import,
			   const struct plan_partition *partition)
{
	const char *name = name_of(import, partition);
	struct strbuf *out = import->out;

	if (!name) {
		return -1;
	}
	strbuf_addstr(out, "  ");
	init_add_scalar(out, name);
	strbuf_addch(out, ':');
	if (strcmp(name, partition->name)) {
		strbuf_addstr(out, "  # \"");
		strbuf_add_safe(out, partition->name, strlen(partition->name));
		strbuf_addstr(out, "\" in the file");
	}
	strbuf_addf(out, "\n    pkey: 0x%04x\n", partition->pkey);
	if (partition->sl > 0) {
		strbuf_addf(out, "    sl: %d\n", partition->sl);
	} else if (partition->ipoib && partition->groups[0].sl > 0) {
		strbuf_addstr(out, "    sl: 0\n");
	}
	if (partition->index0) {
		strbuf_addstr(out, "    index0: true\n");
	}
	write_groups(partition, out);
	return write_members(import, partition);
}

static void write_quirks(const struct diag_list *quirks, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;
	size_t i;

	for (i = 0; i < quirks->count; i++) {
		text.length = 0;
		diag_format_pos(&text, quirks->items[i].pos);
		strbuf_addf(out, "# %s: %s\n", strbuf_text(&text),
			    quirks->items[i].message);
	}
	out->failed |= text.failed;
	strbuf_free(&text);
}

static bool uses_both(const struct partition_plan *plan)
{
	size_t i, j;

	for (i = 0; i < plan->partition_count; i++) {
		const struct plan_partition *partition = &plan->partitions[i];

		for (j = 0; j < PLAN_KEYWORD_COUNT; j++) {
			if (partition->keywords[j] == IB_MEMBER_BOTH) {
				return true;
			}
		}
		for (j = 0; j < partition->member_count; j++) {
			if (partition->members[j].membership ==
			    IB_MEMBER_BOTH) {
				return true;
			}
		}
	}
	return false;
}

int partitions_import_write(struct init_draft *draft,
			    const struct partitions_conf *conf,
			    struct strbuf *out)
{
	struct import import = {
		.draft = draft,
		.conf = conf,
		.sm_guid = partitions_import_sm(draft->subnet),
		.names = NAME_SET_INIT(draft->arena),
		.out = out,
	};
	size_t i;

	if (uses_both(conf->plan)) {
		strbuf_addstr(out, "\nopensm: {allow_both_pkeys: true}\n");
	}
	strbuf_addstr(out, "\n# The partitions as OpenSM makes them of the "
			   "file. What its text does not say\n"
			   "# is resolved here:\n");
	write_quirks(&conf->quirks, out);
	strbuf_addstr(out, "partitions:\n");
	for (i = 0; i < conf->plan->partition_count; i++) {
		if (write_partition(&import, &conf->plan->partitions[i])) {
			return -1;
		}
	}
	return out->failed ? -1 : 0;
}
