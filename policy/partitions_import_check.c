/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Proof that an imported inventory gives what the file gave. */
#include "policy/partitions_import.h"

#include <stdlib.h>
#include <string.h>

/* --- What no inventory can say ------------------------------------------- */

static void check_self(const struct plan_partition *partition,
		       const struct subnet *subnet, struct diag_list *diags)
{
	enum ib_membership with, without;

	if (partition->pkey == IB_PKEY_DEFAULT ||
	    !partition->keywords[PLAN_SELF] || partitions_import_sm(subnet)) {
		return;
	}
	with = plan_standing_of(partition, NULL, IB_NODE_CA, true).membership;
	without =
		plan_standing_of(partition, NULL, IB_NODE_CA, false).membership;
	if (with != without) {
		diag_add(diags, DIAG_ERROR, partition->keyword_pos[PLAN_SELF],
			 "give --fabric with a source that shows subnet "
			 "managers",
			 "SELF is the port of the subnet manager, which is not "
			 "known");
	}
}

static void check_groups(const struct plan_partition *partition,
			 struct diag_list *diags)
{
	size_t i;

	for (i = 0; i < partition->group_count; i++) {
		if (!partition->groups[i].mtu || !partition->groups[i].rate) {
			diag_add(diags, DIAG_ERROR, partition->pos,
				 "say an MTU and a rate in the file",
				 "a group of 0x%04x gets its MTU or rate from "
				 "the weakest port of the fabric",
				 partition->pkey);
			return;
		}
	}
}

static void check_index0(const struct plan_partition *partition,
			 struct diag_list *diags)
{
	/* OpenSM's own members of 0x7fff ask for nothing. */
	bool mixed = partition->pkey == IB_PKEY_DEFAULT &&
		     !partition->keywords[PLAN_ALL];
	size_t i;

	for (i = 0; i < PLAN_KEYWORD_COUNT; i++) {
		mixed |= partition->keywords[i] &&
			 partition->keyword_no_index0[i];
	}
	for (i = 0; i < partition->member_count; i++) {
		mixed |= partition->members[i].no_index0;
	}
	if (partition->index0 && mixed) {
		diag_add(diags, DIAG_ERROR, partition->pos,
			 "give indx0 to every definition of the partition, or "
			 "to none",
			 "0x%04x asks for index 0 for some of its members only",
			 partition->pkey);
	}
}

void partitions_import_problems(const struct partitions_conf *conf,
				const struct subnet *subnet,
				struct diag_list *diags)
{
	struct source_pos nowhere = {NULL, 0, 0};
	size_t i;

	if (conf->undefined) {
		diag_add(diags, DIAG_ERROR, nowhere, NULL,
			 "what OpenSM makes of the file does not depend on the "
			 "file alone: line %u: %s",
			 conf->undefined_line, conf->undefined_reason);
		return;
	}
	if (conf->fallback) {
		diag_add(diags, DIAG_ERROR, nowhere,
			 "correct the file first: there is nothing in it that "
			 "is in force",
			 "OpenSM drops this file and opens the whole fabric: "
			 "line %u: %s",
			 conf->fallback_line, conf->fallback_reason);
		return;
	}
	for (i = 0; i < conf->plan->partition_count; i++) {
		check_self(&conf->plan->partitions[i], subnet, diags);
		check_groups(&conf->plan->partitions[i], diags);
		check_index0(&conf->plan->partitions[i], diags);
	}
}

/* --- Proof --------------------------------------------------------------- */

struct proof {
	const struct subnet *subnet;
	uint64_t sm_guid;
	struct diag_list *diags;
};

static bool is_declared_sm(const struct subnet *subnet, uint64_t guid)
{
	size_t i;

	for (i = 0; i < subnet->sm_count; i++) {
		if (subnet->sms[i].port_guid == guid) {
			return true;
		}
	}
	return false;
}

static const char *word(enum ib_membership membership)
{
	return membership ? ib_membership_name(membership) : "no";
}

/* One port; NULL partitions are those that one side does not have. */
static void check_port(struct proof *proof, const struct plan_partition *file,
		       const struct plan_partition *plan, uint64_t guid,
		       enum ib_node_type type)
{
	bool is_sm = guid && guid == proof->sm_guid;
	struct plan_standing before = {IB_MEMBER_NONE, false}, after = before;
	const struct plan_partition *either = file ? file : plan;
	char text[IB_GUID_TEXT];

	if (file) {
		before = plan_standing_of(file, plan_find_member(file, guid),
					  type, is_sm);
	}
	if (plan) {
		after = plan_standing_of(plan, plan_find_member(plan, guid),
					 type, is_sm);
	}
	if (before.membership == after.membership &&
	    before.index0 == after.index0) {
		return;
	}
	if (either->pkey == IB_PKEY_DEFAULT &&
	    is_declared_sm(proof->subnet, guid) &&
	    after.membership == IB_MEMBER_FULL) {
		diag_add(proof->diags, DIAG_WARNING, either->pos, NULL,
			 "the subnet manager's port %s becomes a full member "
			 "of 0x7fff; it was a %s member, and a limited one "
			 "cannot serve limited ports",
			 ib_guid_format(text, guid), word(before.membership));
		return;
	}
	diag_add(proof->diags, DIAG_ERROR, either->pos, NULL,
		 "%s is %s member of 0x%04x by the file and %s member by the "
		 "inventory",
		 guid ? ib_guid_format(text, guid) : "an unlisted port",
		 word(before.membership), either->pkey, word(after.membership));
}

static void check_members(struct proof *proof,
			  const struct plan_partition *file,
			  const struct plan_partition *plan,
			  const struct plan_partition *named)
{
	size_t i;

	for (i = 0; named && i < named->member_count; i++) {
		uint64_t guid = named->members[i].guid;

		if (!subnet_find_end_port(proof->subnet, guid)) {
			check_port(proof, file, plan, guid, IB_NODE_CA);
		}
	}
}

/* The groups and the SL alone: both sides get the same members. */
static bool same_groups(const struct plan_partition *a,
			const struct plan_partition *b)
{
	struct plan_partition bare[2] = {*a, *b};
	struct partition_plan plans[2] = {{.partitions = &bare[0]},
					  {.partitions = &bare[1]}};
	int i;

	for (i = 0; i < 2; i++) {
		memset(bare[i].keywords, 0, sizeof(bare[i].keywords));
		bare[i].keywords[PLAN_ALL] = IB_MEMBER_FULL;
		bare[i].index0 = false;
		bare[i].member_count = 0;
		plans[i].partition_count = 1;
	}
	return partition_plan_equal(&plans[0], &plans[1]);
}

static void check_partition(struct proof *proof,
			    const struct plan_partition *file,
			    const struct plan_partition *plan)
{
	const struct subnet *subnet = proof->subnet;
	const struct plan_partition *either = file ? file : plan;
	enum ib_node_type type;
	size_t i;

	if (!file || !plan) {
		diag_add(proof->diags, DIAG_ERROR, either->pos, NULL,
			 "0x%04x is only in the %s", either->pkey,
			 file ? "file" : "inventory");
		return;
	}
	if (!same_groups(file, plan)) {
		diag_add(proof->diags, DIAG_ERROR, file->pos, NULL,
			 "the groups or the sl of 0x%04x are not the same",
			 file->pkey);
	}
	for (type = IB_NODE_CA; type < IB_NODE_TYPE_COUNT; type++) {
		check_port(proof, file, plan, 0, type);
	}
	for (i = 0; i < subnet->end_port_count; i++) {
		check_port(proof, file, plan, subnet->end_ports[i]->guid,
			   subnet->end_ports[i]->node->type);
	}
	check_members(proof, file, plan, file);
	check_members(proof, file, plan, plan);
}

void partitions_import_check(const struct partitions_conf *conf,
			     const struct partition_plan *plan,
			     const struct subnet *subnet,
			     struct diag_list *diags)
{
	struct proof proof = {
		.subnet = subnet,
		.sm_guid = partitions_import_sm(subnet),
		.diags = diags,
	};
	size_t i;

	for (i = 0; i < conf->plan->partition_count; i++) {
		const struct plan_partition *file = &conf->plan->partitions[i];

		check_partition(&proof, file,
				partition_plan_find(plan, file->pkey));
	}
	for (i = 0; i < plan->partition_count; i++) {
		if (!partition_plan_find(conf->plan,
					 plan->partitions[i].pkey)) {
			check_partition(&proof, NULL, &plan->partitions[i]);
		}
	}
}
