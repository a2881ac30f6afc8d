/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Partitions as comparable text, from our reader's plan. */
#include "tests/differential/view.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct plan_standing standing(const struct plan_partition *partition,
				     const struct view_fabric *fabric,
				     size_t port)
{
	uint64_t guid = fabric->ports[port].guid;

	return plan_standing_of(partition, plan_find_member(partition, guid),
				fabric->ports[port].type,
				guid == fabric->sm_guid);
}

static bool is_joined(const struct plan_partition *partition,
		      const struct view_fabric *fabric)
{
	size_t port;

	for (port = 0; port < fabric->port_count; port++) {
		if (standing(partition, fabric, port).membership) {
			return true;
		}
	}
	return false;
}

static void add_partition(const struct plan_partition *partition,
			  const struct view_fabric *fabric, struct strbuf *out)
{
	static const char *const letters[] = {"", "l", "f", "b"};
	size_t port;

	strbuf_addf(out, "%04x \"%s\" sl=%d", partition->pkey, partition->name,
		    partition->sl < 0 ? 0 : partition->sl);
	for (port = 0; port < fabric->port_count; port++) {
		enum ib_membership membership =
			standing(partition, fabric, port).membership;

		if (membership) {
			strbuf_addf(out, " %" PRIx64 "=%s",
				    fabric->ports[port].guid,
				    letters[membership]);
		}
	}
	strbuf_addch(out, '\n');
}

struct owned_group {
	struct plan_group group;
	uint16_t pkey;
};

static int compare_groups(const void *left, const void *right)
{
	const struct owned_group *a = left, *b = right;

	return memcmp(a->group.mgid, b->group.mgid, sizeof(a->group.mgid));
}

static void add_group(const struct owned_group *owned,
		      const struct view_fabric *fabric, struct strbuf *out)
{
	const struct plan_group *group = &owned->group;
	char text[INET6_ADDRSTRLEN];

	strbuf_addstr(out, "G ");
	inet_ntop(AF_INET6, group->mgid, text, sizeof(text));
	strbuf_addf(out,
		    "%s pkey=%04x mtu=%u rate=%u sl=%d scope=%d q=%" PRIx64
		    " t=%d f=%" PRIx64 "\n",
		    text, owned->pkey | IB_PKEY_FULL_BIT,
		    group->mtu ? ib_mtu_code(group->mtu) : fabric->min_mtu,
		    group->rate ? ib_rate_code(group->rate) : fabric->min_rate,
		    group->sl, group->scope, (uint64_t)group->qkey,
		    group->tclass, (uint64_t)group->flow_label);
}

static void add_groups(const struct partition_plan *plan,
		       const struct view_fabric *fabric, struct strbuf *out)
{
	struct owned_group *groups;
	size_t count = 0, i, j;

	for (i = 0; i < plan->partition_count; i++) {
		count += plan->partitions[i].group_count;
	}
	groups = calloc(count + 1, sizeof(*groups));
	if (!groups) {
		abort();
	}
	for (i = 0, count = 0; i < plan->partition_count; i++) {
		const struct plan_partition *partition = &plan->partitions[i];

		for (j = 0;
		     is_joined(partition, fabric) && j < partition->group_count;
		     j++) {
			groups[count].pkey = partition->pkey;
			plan_group_resolve(partition, &partition->groups[j],
					   &groups[count++].group);
		}
	}
	qsort(groups, count, sizeof(*groups), compare_groups);
	for (i = 0; i < count; i++) {
		add_group(&groups[i], fabric, out);
	}
	free(groups);
}

uint16_t view_index0(const struct partition_plan *plan,
		     const struct view_fabric *fabric, size_t port)
{
	uint16_t wanted = 0;
	size_t i;

	for (i = 0; i < plan->partition_count; i++) {
		const struct plan_partition *partition = &plan->partitions[i];
		struct plan_standing found = standing(partition, fabric, port);

		if (found.membership && found.index0) {
			wanted = partition->pkey;
		}
	}
	return wanted;
}

void view_of_plan(const struct partition_plan *plan,
		  const struct view_fabric *fabric, struct strbuf *out)
{
	size_t i;

	out->length = 0;
	for (i = 0; i < plan->partition_count; i++) {
		if (is_joined(&plan->partitions[i], fabric)) {
			add_partition(&plan->partitions[i], fabric, out);
		}
	}
	add_groups(plan, fabric, out);
	for (i = 0; i < fabric->port_count; i++) {
		strbuf_addf(out, "0:%04x ", view_index0(plan, fabric, i));
	}
	strbuf_addch(out, '\n');
}

void view_pkeys_of_plan(const struct partition_plan *plan,
			const struct view_fabric *fabric, size_t port,
			struct strbuf *out)
{
	size_t i;

	out->length = 0;
	strbuf_addstr(out, "");
	for (i = 0; i < plan->partition_count; i++) {
		const struct plan_partition *partition = &plan->partitions[i];
		enum ib_membership membership =
			standing(partition, fabric, port).membership;

		if (membership & IB_MEMBER_LIMITED) {
			strbuf_addf(out, " %04x", partition->pkey);
		}
		if (membership & IB_MEMBER_FULL) {
			strbuf_addf(out, " %04x",
				    partition->pkey | IB_PKEY_FULL_BIT);
		}
	}
}
