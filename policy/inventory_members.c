/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whether all that is said about the members of partitions fits together. */
#include "policy/inventory_build.h"
#include "policy/inventory_conflicts.h"

#include <string.h>

/* What one member of the most specific class says of one port. */
struct claim {
	uint64_t guid;
	enum ib_membership membership;
	const char *name; /* of the port */
	struct source_pos pos;
};

struct claims { /* of one partition, ascending by guid, first place first */
	struct claim *items;
	size_t count;
};

static int compare_claims(const void *left, const void *right)
{
	const struct claim *a = left, *b = right;

	if (a->guid != b->guid) {
		return a->guid < b->guid ? -1 : 1;
	}
	return source_pos_compare(a->pos, b->pos);
}

static size_t most_claims(const struct selector *selector)
{
	return selector->port_count + selector->switch_count +
	       selector->sm_count + 1;
}

static void add_claims(struct claims *claims,
		       const struct inventory_member *member)
{
	const struct selector *selector = &member->selector;
	struct claim claim = {
		.guid = selector->guid,
		.name = selector->text,
		.membership = member->membership,
		.pos = selector->pos,
	};
	size_t i;

	if (selector->kind == SELECT_GUID) {
		claims->items[claims->count++] = claim;
		return;
	}
	for (i = 0; i < selector->port_count; i++) {
		claim.guid = selector->ports[i]->guid;
		claim.name = selector->ports[i]->name;
		claims->items[claims->count++] = claim;
	}
	for (i = 0; i < selector->switch_count; i++) {
		claim.guid = selector->switches[i]->guid;
		claim.name = selector->switches[i]->name;
		claims->items[claims->count++] = claim;
	}
	for (i = 0; i < selector->sm_count; i++) {
		claim.guid = selector->sms[i]->guid;
		claim.name = selector->sms[i]->name;
		claims->items[claims->count++] = claim;
	}
}

static void check_claims(struct inventory_build *build,
			 struct conflicts *conflicts,
			 const struct inventory_partition *partition,
			 const struct claims *claims)
{
	size_t i;

	for (i = 1; i < claims->count; i++) {
		const struct claim *claim = &claims->items[i];
		const struct conflict conflict = {
			.partition = partition,
			.port = claim->name,
			.membership = claim->membership,
			.other = claim[-1].membership,
			.pos = claim->pos,
			.other_pos = claim[-1].pos,
		};

		if (claim->guid && claim->guid == claim[-1].guid &&
		    claim->membership != claim[-1].membership) {
			conflicts_note(conflicts, build, &conflict);
		}
	}
}

static void collect_claims(struct inventory_build *build,
			   struct conflicts *conflicts,
			   const struct inventory_partition *partition,
			   struct claims *claims)
{
	size_t most = 0, i;

	for (i = 0; i < partition->member_count; i++) {
		if (partition->members[i].selector.kind >= SELECT_SM) {
			most += most_claims(&partition->members[i].selector);
		}
	}
	if (most == 0) {
		return;
	}
	claims->items = build_scratch(build, most, sizeof(*claims->items));
	for (i = 0; !build->failed && i < partition->member_count; i++) {
		if (partition->members[i].selector.kind >= SELECT_SM) {
			add_claims(claims, &partition->members[i]);
		}
	}
	build_sort(claims->items, claims->count, sizeof(*claims->items),
		   compare_claims);
	check_claims(build, conflicts, partition, claims);
}

static const struct claim *find_claim(const struct claims *claims,
				      uint64_t guid)
{
	size_t low = 0, high = claims->count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (claims->items[middle].guid < guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low < claims->count && claims->items[low].guid == guid
		       ? &claims->items[low]
		       : NULL;
}

/* "members then add": what a role, host or port is granted is as specific as
 * a member that names the port. */
static void check_grants(struct inventory_build *build,
			 struct conflicts *conflicts,
			 const struct inventory_port *port,
			 const struct claims *claims)
{
	const struct inventory *inventory = build->inventory;
	struct expectation expected;
	const struct claim *claim;
	size_t i;

	inventory_expect_port(port, &expected);
	for (i = 0; i < expected.partition_count; i++) {
		const struct grant *grant = &expected.partitions[i];

		if (!grant->partition || !port->guid) {
			continue;
		}
		claim = find_claim(
			&claims[grant->partition - inventory->partitions],
			port->guid);
		if (claim && claim->membership != grant->membership) {
			conflicts_note(conflicts, build,
				       &(struct conflict){
					       .partition = grant->partition,
					       .port = port->name,
					       .membership = grant->membership,
					       .other = claim->membership,
					       .pos = grant->pos,
					       .other_pos = claim->pos,
				       });
		}
	}
}

static void check_both(struct inventory_build *build,
		       enum ib_membership membership, struct source_pos pos)
{
	if (membership == IB_MEMBER_BOTH &&
	    !build->inventory->allow_both_pkeys) {
		diag_add(build->diags, DIAG_ERROR, pos,
			 "write full or limited, or add \"opensm: "
			 "{allow_both_pkeys: true}\" and the same to "
			 "opensm.conf",
			 "\"both\" needs allow_both_pkeys");
	}
}

static void check_both_granted(struct inventory_build *build,
			       const struct attributes *attributes)
{
	size_t i;

	for (i = 0; i < attributes->partition_count; i++) {
		check_both(build, attributes->partitions[i].membership,
			   attributes->partitions[i].pos);
	}
}

static void check_all_both(struct inventory_build *build)
{
	const struct inventory *inventory = build->inventory;
	size_t i, j;

	for (i = 0; i < inventory->role_count; i++) {
		check_both_granted(build, &inventory->roles[i].attributes);
	}
	for (i = 0; i < inventory->host_count; i++) {
		const struct inventory_host *host = &inventory->hosts[i];

		check_both_granted(build, &host->attributes);
		for (j = 0; j < host->port_count; j++) {
			check_both_granted(build, &host->ports[j].attributes);
		}
	}
	for (i = 0; i < inventory->partition_count; i++) {
		const struct inventory_partition *partition =
			&inventory->partitions[i];

		for (j = 0; j < partition->member_count; j++) {
			check_both(build, partition->members[j].membership,
				   partition->members[j].selector.pos);
		}
	}
}

static void limited_sm(struct inventory_build *build,
		       const struct inventory_sm *sm, struct source_pos pos)
{
	diag_add(build->diags, DIAG_ERROR, pos,
		 "leave it out: every declared subnet manager is written as "
		 "full in 0x7fff",
		 "subnet manager %s is limited in 0x7fff, where it would lose "
		 "its subnet administration",
		 diag_quote(build->diags, sm->name));
}

/* An SM that is limited in 0x7fff loses its SA. */
static void check_sm(struct inventory_build *build,
		     const struct inventory_sm *sm,
		     const struct inventory_partition *partition,
		     const struct claims *claims)
{
	const struct claim *claim = find_claim(claims, sm->guid);
	struct expectation expected;
	size_t i;

	if (claim && claim->membership == IB_MEMBER_LIMITED) {
		limited_sm(build, sm, claim->pos);
	}
	if (!sm->port) {
		return;
	}
	inventory_expect_port(sm->port, &expected);
	for (i = 0; i < expected.partition_count; i++) {
		if (expected.partitions[i].partition == partition &&
		    expected.partitions[i].membership == IB_MEMBER_LIMITED) {
			limited_sm(build, sm, expected.partitions[i].pos);
		}
	}
}

static void check_sms(struct inventory_build *build,
		      const struct claims *claims)
{
	const struct inventory *inventory = build->inventory;
	const struct inventory_state *state;
	const struct inventory_switch *sw;
	size_t i;

	for (i = 0; i < inventory->sm_count; i++) {
		const struct inventory_sm *sm = &inventory->sms[i];

		if (sm->guid && inventory->partition_count &&
		    inventory->partitions[0].pkey == IB_PKEY_DEFAULT) {
			check_sm(build, sm, &inventory->partitions[0],
				 &claims[0]);
		}
		sw = inventory_find_switch(inventory, sm->guid);
		state = sm->port ? sm->port->state : sw ? sw->state : NULL;
		if (state && state->state == STATE_QUARANTINE) {
			diag_add(build->diags, DIAG_ERROR, state->subject_pos,
				 "take the subnet manager out of service "
				 "first: remove it from subnet_managers:",
				 "the port of subnet manager %s (%s) cannot be "
				 "quarantined",
				 diag_quote(build->diags, sm->name),
				 diag_place(build->diags, sm->pos));
		}
	}
}

static bool covers(enum selector_kind keyword, const struct state_cover *cover)
{
	switch (keyword) {
	case SELECT_ALL:
		return cover->ports || cover->switches;
	case SELECT_ALL_CAS:
		return cover->ports;
	case SELECT_ALL_SWITCHES:
		return cover->switches;
	default:
		return false;
	}
}

/* OpenSM cannot exclude a port that a keyword covers. */
static void check_quarantine(struct inventory_build *build,
			     const struct inventory_partition *partition)
{
	const struct inventory *inventory = build->inventory;
	const struct inventory_state *state;
	const struct inventory_member *member;
	size_t i, j;

	for (i = 0; i < inventory->state_count; i++) {
		state = &inventory->states[i];
		for (j = 0; state->state == STATE_QUARANTINE &&
			    j < partition->member_count;
		     j++) {
			member = &partition->members[j];
			if (!covers(member->selector.kind, &build->covers[i])) {
				continue;
			}
			diag_add(build->diags, DIAG_ERROR, state->subject_pos,
				 "name the members of that partition instead "
				 "of the keyword",
				 "quarantined %s stays in partition %s: OpenSM "
				 "cannot exclude it from %s, at %s",
				 diag_quote(build->diags, state->subject),
				 diag_quote(build->diags, partition->name),
				 member->selector.text,
				 diag_place(build->diags,
					    member->selector.pos));
		}
	}
}

void inventory_check_members(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	struct claims *claims = build_scratch(build, inventory->partition_count,
					      sizeof(*claims));
	struct conflicts conflicts = {.count = 0};
	size_t i, j;

	check_all_both(build);
	for (i = 0; i < inventory->partition_count && !build->failed; i++) {
		collect_claims(build, &conflicts, &inventory->partitions[i],
			       &claims[i]);
		if (inventory->partitions[i].pkey != IB_PKEY_DEFAULT) {
			check_quarantine(build, &inventory->partitions[i]);
		}
	}
	if (build->failed) {
		return;
	}
	for (i = 0; i < inventory->host_count; i++) {
		for (j = 0; j < inventory->hosts[i].port_count; j++) {
			check_grants(build, &conflicts,
				     &inventory->hosts[i].ports[j], claims);
		}
	}
	conflicts_report(&conflicts, build);
	check_sms(build, claims);
}
