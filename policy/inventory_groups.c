/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Multicast groups that OpenSM would refuse, or make as something else. */
#include "policy/inventory_build.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_SCOPE = 2 /* link-local */ };

/* A group under groups:, and the MGID that OpenSM would make of it. */
struct checked_group {
	const struct inventory_partition *partition;
	const struct ipoib_group *group;
	uint8_t mgid[16];
};

static bool is_ip(const uint8_t mgid[16])
{
	return (mgid[2] == 0x40 || mgid[2] == 0x60) && mgid[3] == 0x1b;
}

/* ff1S:401b:PKEY::ffff:ffff */
static bool is_broadcast(const uint8_t mgid[16])
{
	static const uint8_t tail[10] = {0, 0,    0,    0,    0,
					 0, 0xff, 0xff, 0xff, 0xff};

	return mgid[2] == 0x40 && mgid[3] == 0x1b &&
	       memcmp(mgid + 6, tail, sizeof(tail)) == 0;
}

/* Bits by scope: where the partition has a broadcast group by the time that
 * OpenSM comes to this group. */
static unsigned int
broadcast_scopes(const struct inventory_partition *partition,
		 const struct ipoib_group *before)
{
	unsigned int scopes = 0;
	uint8_t mgid[16];
	size_t i;

	if (partition->has_ipoib) {
		scopes |= 1u << (partition->ipoib.scope < 0
					 ? DEFAULT_SCOPE
					 : partition->ipoib.scope);
	}
	for (i = 0; &partition->groups[i] != before; i++) {
		const struct ipoib_group *group = &partition->groups[i];

		if (inet_pton(AF_INET6, group->mgid, mgid) == 1 &&
		    is_broadcast(mgid)) {
			scopes |= 1u << (group->scope < 0 ? mgid[1] & 0x0f
							  : group->scope);
		}
	}
	return scopes;
}

/* OpenSM reads scope 0 as "not said". */
static void check_scope(struct inventory_build *build, struct source_pos pos,
			unsigned int scope)
{
	if (scope == 0) {
		diag_add(build->diags, DIAG_ERROR, pos,
			 "2 is link-local, 5 site-local, 8 organization-local, "
			 "14 global",
			 "scope 0 is reserved");
	}
}

static void check_pkey(struct inventory_build *build,
		       const struct inventory_partition *partition,
		       const struct ipoib_group *group, const uint8_t mgid[16])
{
	uint16_t pkey = (uint16_t)(mgid[4] << 8 | mgid[5]);
	char found[IB_PKEY_TEXT], expected[IB_PKEY_TEXT];

	if (pkey && pkey != (partition->pkey | IB_PKEY_FULL_BIT)) {
		diag_add(build->diags, DIAG_ERROR, group->pos,
			 "leave the P_Key in the MGID 0: OpenSM fills it in",
			 "the MGID of this IP group names P_Key %s, its "
			 "partition is %s",
			 ib_pkey_format(found, pkey),
			 ib_pkey_format(expected,
					partition->pkey | IB_PKEY_FULL_BIT));
	}
}

/* What must agree with the broadcast group, or no interface can join. */
static void check_ip_group(struct inventory_build *build,
			   const struct inventory_partition *partition,
			   const struct ipoib_group *group,
			   const uint8_t mgid[16])
{
	unsigned int scope = mgid[1] & 0x0f;

	check_pkey(build, partition, group, mgid);
	if (is_broadcast(mgid)) {
		return;
	}
	if (!(broadcast_scopes(partition, group) >> scope & 1)) {
		diag_add(build->diags, DIAG_ERROR, group->pos,
			 "give the partition ipoib: with that scope, or the "
			 "group the scope of ipoib:",
			 "OpenSM refuses an IP group without a broadcast group "
			 "of its scope (%u)",
			 scope);
	} else if (partition->has_ipoib &&
		   ((group->mtu && partition->ipoib.mtu &&
		     group->mtu != partition->ipoib.mtu) ||
		    (group->rate && partition->ipoib.rate &&
		     group->rate != partition->ipoib.rate))) {
		diag_add(build->diags, DIAG_ERROR, group->pos,
			 "leave mtu and rate out: they are those of ipoib:",
			 "an IP group has the MTU and rate of its broadcast "
			 "group");
	}
}

static void check_group(struct inventory_build *build,
			struct checked_group *checked)
{
	const struct ipoib_group *group = checked->group;
	uint8_t *mgid = checked->mgid;

	if (inet_pton(AF_INET6, group->mgid, mgid) != 1) {
		return; /* said where it was read */
	}
	if (group->scope >= 0) {
		mgid[1] = (uint8_t)((mgid[1] & 0xf0) | group->scope);
	}
	check_scope(build, group->pos, mgid[1] & 0x0f);
	if (is_ip(mgid)) {
		check_ip_group(build, checked->partition, group, mgid);
		mgid[4] = (uint8_t)(0x80 | checked->partition->pkey >> 8);
		mgid[5] = (uint8_t)checked->partition->pkey;
	} else if (mgid[1] & 0xe0) {
		diag_add(build->diags, DIAG_ERROR, group->pos,
			 "the second byte of an MGID is 0x0S or 0x1S, S its "
			 "scope",
			 "the MGID has reserved flags set");
	}
}

static int compare_groups(const void *left, const void *right)
{
	const struct checked_group *a = left, *b = right;
	int order = memcmp(a->mgid, b->mgid, sizeof(a->mgid));

	return order ? order : source_pos_compare(a->group->pos, b->group->pos);
}

/* OpenSM makes a group once, for the first partition that asks; the other
 * would go without. */
static void check_twice(struct inventory_build *build,
			struct checked_group *groups, size_t count)
{
	size_t i;

	qsort(groups, count, sizeof(*groups), compare_groups);
	for (i = 1; i < count; i++) {
		if (memcmp(groups[i - 1].mgid, groups[i].mgid,
			   sizeof(groups[i].mgid)) == 0) {
			diag_add(build->diags, DIAG_ERROR, groups[i].group->pos,
				 "a multicast group belongs to one partition",
				 "this multicast group is already there, at %s",
				 diag_place(build->diags,
					    groups[i - 1].group->pos));
		}
	}
}

void inventory_check_groups(struct inventory_build *build)
{
	const struct inventory *inventory = build->inventory;
	struct checked_group *groups;
	size_t i, j, count = 0;

	for (i = 0; i < inventory->partition_count; i++) {
		count += inventory->partitions[i].group_count;
	}
	groups = build_scratch(build, count, sizeof(*groups));
	if (!groups) {
		return;
	}
	count = 0;
	for (i = 0; i < inventory->partition_count; i++) {
		const struct inventory_partition *partition =
			&inventory->partitions[i];

		if (partition->has_ipoib) {
			check_scope(build, partition->ipoib.pos,
				    (unsigned int)partition->ipoib.scope);
		}
		for (j = 0; j < partition->group_count; j++) {
			groups[count].partition = partition;
			groups[count].group = &partition->groups[j];
			check_group(build, &groups[count++]);
		}
	}
	if (count) {
		check_twice(build, groups, count);
	}
}
