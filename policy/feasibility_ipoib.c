/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whether full members can join the groups of their partition. */
#include "policy/feasibility_parts.h"

#include <stdio.h>

/* What a declared port runs at; 0: not known. */
struct ability {
	unsigned int rate; /* Gb/s */
	unsigned int mtu;  /* bytes */
};

/* The members that fall short of one group in one respect. */
struct short_of {
	size_t count;
	const struct inventory_port *first;
	unsigned int best; /* what first has */
};

static struct ability ability_of(const struct feasibility *check,
				 const struct inventory_port *port)
{
	const struct subnet_port *seen =
		check->subnet ? subnet_find_end_port(check->subnet, port->guid)
			      : NULL;
	struct expectation expected;
	struct ability ability;

	inventory_expect_port(port, &expected);
	ability.rate = ib_link_rate_gbps(expected.speed, expected.width);
	ability.mtu = expected.mtu;
	if (seen && seen->state == IB_PORT_ACTIVE) {
		if (!ability.rate) {
			ability.rate =
				ib_link_rate_gbps(seen->speed, seen->width);
		}
		if (!ability.mtu) {
			ability.mtu = seen->mtu;
		}
	}
	return ability;
}

static void compare(struct short_of *shorts, unsigned int has,
		    unsigned int needs, const struct inventory_port *port)
{
	if (!has || has >= needs) {
		return;
	}
	if (shorts->count++ == 0) {
		shorts->first = port;
		shorts->best = has;
	}
}

static void report(struct feasibility *check,
		   const struct plan_partition *partition,
		   const struct plan_group *group, const struct short_of *found,
		   const char *what, unsigned int needs, const char *unit)
{
	const struct inventory_partition *said =
		feasibility_partition(check, partition);
	char pkey[IB_PKEY_TEXT], others[64] = "";

	if (!found->count) {
		return;
	}
	if (found->count > 1) {
		snprintf(others, sizeof(others), " and %zu more",
			 found->count - 1);
	}
	diag_add(check->diags, DIAG_ERROR,
		 said && said->has_ipoib && !group->has_mgid ? said->ipoib.pos
							     : partition->pos,
		 "lower the group's value to what its slowest member has",
		 "%s%s cannot join the %s of partition %s (%s): %s is %u%s, "
		 "the group's %u%s",
		 diag_quote(check->diags, found->first->name), others,
		 group->has_mgid ? "multicast group" : "IPoIB group",
		 diag_quote(check->diags, partition->name),
		 ib_pkey_format(pkey, partition->pkey), what, found->best, unit,
		 needs, unit);
}

static void check_group(struct feasibility *check,
			const struct plan_partition *partition,
			const struct plan_group *group,
			const struct ability *abilities)
{
	const struct inventory *inventory = check->inventory;
	struct short_of rate = {.count = 0}, mtu = {.count = 0};
	const struct plan_member *member;
	size_t at = 0, i;

	for (i = 0; i < inventory->port_total; i++) {
		const struct inventory_port *port = inventory->ports_by_guid[i];

		while (at < partition->member_count &&
		       partition->members[at].guid < port->guid) {
			at++;
		}
		member = at < partition->member_count &&
					 partition->members[at].guid ==
						 port->guid
				 ? &partition->members[at]
				 : NULL;
		/* Limited members cannot use a group anyway. */
		if (plan_standing_of(partition, member, IB_NODE_CA, false)
			    .membership &
		    IB_MEMBER_FULL) {
			compare(&rate, abilities[i].rate, group->rate, port);
			compare(&mtu, abilities[i].mtu, group->mtu, port);
		}
	}
	report(check, partition, group, &rate, "its rate", group->rate,
	       " Gb/s");
	report(check, partition, group, &mtu, "its MTU", group->mtu, "");
}

int feasibility_ipoib(struct feasibility *check)
{
	const struct inventory *inventory = check->inventory;
	const struct partition_plan *plan = check->plan;
	struct ability *abilities =
		arena_array(check->scratch, inventory->port_total,
			    sizeof(*abilities));
	size_t i, j;

	if (!abilities) {
		return -1;
	}
	for (i = 0; i < inventory->port_total; i++) {
		abilities[i] = ability_of(check, inventory->ports_by_guid[i]);
	}
	for (i = 0; i < plan->partition_count; i++) {
		const struct plan_partition *partition = &plan->partitions[i];

		for (j = 0; j < partition->group_count; j++) {
			check_group(check, partition, &partition->groups[j],
				    abilities);
		}
	}
	return 0;
}
