/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whether a sound inventory can work: subnet managers and partitions. */
#include "policy/feasibility_parts.h"

enum { HANDOVER_PRIORITY = 14 }; /* what a controlled handover goes up to */

const struct inventory_partition *
feasibility_partition(const struct feasibility *check,
		      const struct plan_partition *partition)
{
	size_t i;

	for (i = 0; i < check->inventory->partition_count; i++) {
		if (check->inventory->partitions[i].pkey == partition->pkey) {
			return &check->inventory->partitions[i];
		}
	}
	return NULL;
}

static void check_tie(struct feasibility *check, size_t at)
{
	const struct inventory_sm *sms = check->inventory->sms;
	size_t i;

	for (i = 0; i < at; i++) {
		if (sms[i].priority == sms[at].priority) {
			diag_add(check->diags, DIAG_WARNING, sms[at].pos,
				 "give the one that should be master a higher "
				 "priority",
				 "subnet managers %s and %s tie at priority "
				 "%d: the lower GUID, %s, becomes master",
				 diag_quote(check->diags, sms[i].name),
				 diag_quote(check->diags, sms[at].name),
				 sms[at].priority,
				 diag_quote(check->diags, sms[i].name));
			return;
		}
	}
}

/* sms[] is ascending by GUID: of two that tie the first is the lower. */
static void check_sms(struct feasibility *check)
{
	const struct inventory *inventory = check->inventory;
	size_t i;

	for (i = 0; i < inventory->sm_count; i++) {
		const struct inventory_sm *sm = &inventory->sms[i];

		if (sm->priority < 0) {
			continue;
		}
		check_tie(check, i);
		if (sm->priority >= HANDOVER_PRIORITY) {
			diag_add(check->diags, DIAG_WARNING, sm->pos,
				 "keep priorities below 14",
				 "subnet manager %s has priority %d, which a "
				 "controlled handover uses",
				 diag_quote(check->diags, sm->name),
				 sm->priority);
		}
	}
}

static bool is_keyword(const struct inventory_member *member)
{
	return member->selector.kind <= SELECT_ALL_ROUTERS;
}

/* In 0x7fff a keyword that is full undoes every other partition; elsewhere it
 * lets in whoever is plugged in. */
static void check_keywords(struct feasibility *check,
			   const struct inventory_partition *partition)
{
	bool others = check->inventory->partition_count > 1;
	char pkey[IB_PKEY_TEXT];
	size_t i;

	for (i = 0; i < partition->member_count; i++) {
		const struct inventory_member *member = &partition->members[i];

		if (!is_keyword(member)) {
			continue;
		}
		if (partition->pkey != IB_PKEY_DEFAULT) {
			diag_add(check->diags, DIAG_WARNING,
				 member->selector.pos,
				 "name roles or hosts, unless that is meant",
				 "%s in partition %s (%s) takes in every such "
				 "port, also one that nobody declares",
				 member->selector.text,
				 diag_quote(check->diags, partition->name),
				 ib_pkey_format(pkey, partition->pkey));
		} else if (others && (member->membership & IB_MEMBER_FULL)) {
			diag_add(check->diags, DIAG_WARNING,
				 member->selector.pos, "write limited",
				 "%s is full in 0x7fff: its ports reach each "
				 "other there, whatever the other partitions "
				 "say",
				 member->selector.text);
		}
	}
}

static void check_guids(struct feasibility *check,
			const struct inventory_partition *partition)
{
	size_t i;

	for (i = 0; i < partition->member_count; i++) {
		const struct selector *selector =
			&partition->members[i].selector;

		if (selector->kind != SELECT_GUID || selector->port_count ||
		    selector->switch_count || selector->sm_count ||
		    (check->subnet &&
		     subnet_find_end_port(check->subnet, selector->guid))) {
			continue;
		}
		diag_add(check->diags, DIAG_WARNING, selector->pos,
			 "declare its host; OpenSM says nothing about a GUID "
			 "that is not there",
			 "%s in partition %s: %s has this GUID",
			 diag_quote(check->diags, selector->text),
			 diag_quote(check->diags, partition->name),
			 check->subnet ? "no declared port and none of the "
					 "fabric"
				       : "no declared port");
	}
}

static bool has_full_member(const struct plan_partition *partition)
{
	size_t i;

	for (i = 0; i < PLAN_KEYWORD_COUNT; i++) {
		if (partition->keywords[i] & IB_MEMBER_FULL) {
			return true;
		}
	}
	for (i = 0; i < partition->member_count; i++) {
		if (partition->members[i].membership & IB_MEMBER_FULL) {
			return true;
		}
	}
	return false;
}

static void check_members(struct feasibility *check,
			  const struct plan_partition *partition)
{
	char pkey[IB_PKEY_TEXT];

	ib_pkey_format(pkey, partition->pkey);
	if (!plan_partition_has_members(partition)) {
		diag_add(check->diags, DIAG_WARNING, partition->pos,
			 "give it members, or leave it out",
			 "partition %s (%s) has no members: OpenSM drops it",
			 diag_quote(check->diags, partition->name), pkey);
	} else if (!has_full_member(partition)) {
		diag_add(check->diags, DIAG_WARNING, partition->pos,
			 "limited members reach full ones alone: make the "
			 "servers full",
			 "partition %s (%s) has limited members alone: nobody "
			 "reaches anybody in it",
			 diag_quote(check->diags, partition->name), pkey);
	}
}

static int check_partitions(struct feasibility *check)
{
	const struct inventory *inventory = check->inventory;
	size_t i;

	for (i = 0; i < inventory->partition_count; i++) {
		check_keywords(check, &inventory->partitions[i]);
		check_guids(check, &inventory->partitions[i]);
	}
	for (i = 0; i < check->plan->partition_count; i++) {
		check_members(check, &check->plan->partitions[i]);
	}
	return feasibility_tables(check) || feasibility_ipoib(check) ? -1 : 0;
}

/* "gpu[001-064]" is a list elsewhere, but here a pattern that fits nothing. */
static int check_waivers(struct feasibility *check)
{
	const struct inventory *inventory = check->inventory;
	size_t i;

	for (i = 0; i < inventory->waiver_count; i++) {
		const struct inventory_waiver *waiver = &inventory->waivers[i];
		bool fits = true;

		if (inventory_waiver_is_glob(waiver) &&
		    inventory_waiver_fits(inventory, waiver, check->scratch,
					  &fits)) {
			return -1;
		}
		if (!fits) {
			diag_add(check->diags, DIAG_WARNING,
				 waiver->subject_pos,
				 "a waiver takes a name or a glob: \"gpu0*\", "
				 "\"gpu00[1-4]\"; [001-064] is one character",
				 "nothing that is declared fits %s",
				 diag_quote(check->diags, waiver->subject));
		}
	}
	return 0;
}

int feasibility_check(const struct inventory *inventory,
		      const struct partition_plan *plan,
		      const struct subnet *subnet, struct diag_list *diags,
		      struct error *error)
{
	struct feasibility check = {
		.inventory = inventory,
		.plan = plan,
		.subnet = subnet,
		.diags = diags,
		.scratch = arena_new(),
	};
	int result = check.scratch ? 0 : -1;

	if (result == 0) {
		check_sms(&check);
		feasibility_ignores(&check);
		result = check_waivers(&check);
	}
	if (result == 0 && plan) {
		result = check_partitions(&check);
	}
	arena_free(check.scratch);
	if (result || diags->failed) {
		return error_no_memory(error);
	}
	diag_sort(diags);
	return 0;
}
