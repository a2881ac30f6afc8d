/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Partitions by P_Key, the implied Default, and whether everything that is
 * said about their members fits together. */
#include "policy/inventory_build.h"

#include <stdlib.h>
#include <string.h>

/* The default partition first, then by number. */
static unsigned int rank(const struct inventory_partition *partition)
{
	return partition->pkey == IB_PKEY_DEFAULT ? 0 : 1u + partition->pkey;
}

static int compare_pkeys(const void *left, const void *right)
{
	const struct inventory_partition *a = left, *b = right;

	if (a->pkey != b->pkey) {
		return rank(a) < rank(b) ? -1 : 1;
	}
	return source_pos_compare(a->pos, b->pos);
}

static int compare_names(const void *left, const void *right)
{
	const struct inventory_partition *a =
		*(struct inventory_partition *const *)left;
	const struct inventory_partition *b =
		*(struct inventory_partition *const *)right;

	return strcmp(a->name, b->name);
}

static bool needs_default(const struct inventory *inventory)
{
	size_t i;

	for (i = 0; i < inventory->partition_count; i++) {
		if (inventory->partitions[i].pkey == IB_PKEY_DEFAULT) {
			return false;
		}
	}
	return inventory->has_partitions;
}

static bool default_is_taken(struct inventory_build *build)
{
	const struct inventory *inventory = build->inventory;
	size_t i;

	for (i = 0; i < inventory->partition_count; i++) {
		if (strcmp(inventory->partitions[i].name, "Default") != 0) {
			continue;
		}
		/* One that could not be read has been reported. */
		if (inventory->partitions[i].pkey) {
			diag_add(build->diags, DIAG_ERROR,
				 inventory->partitions[i].pkey_pos,
				 "give it another name, or pkey 0x7fff",
				 "\"Default\" is the name of the partition "
				 "with pkey 0x7fff, which every fabric has");
		}
		return true;
	}
	return false;
}

/* Default: {pkey: 0x7fff, members: {ALL: limited}} */
static void imply_default(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	struct source_pos pos = inventory->partitions_pos;
	struct inventory_partition *larger, *implied;
	size_t count = inventory->partition_count;

	larger = build_array(build, count + 1, sizeof(*larger));
	if (build->failed) {
		return;
	}
	if (count) {
		memcpy(larger, inventory->partitions, count * sizeof(*larger));
	}
	implied = &larger[count];
	*implied = (struct inventory_partition){
		.name = "Default",
		.pkey = IB_PKEY_DEFAULT,
		.implied = true,
		.sl = -1,
		.members = build_array(build, 1, sizeof(*implied->members)),
		.member_count = 1,
		.pos = pos,
		.pkey_pos = pos,
	};
	if (build->failed) {
		return;
	}
	implied->members[0] = (struct inventory_member){
		.selector = {.text = "ALL", .pos = pos},
		.membership = IB_MEMBER_LIMITED,
	};
	inventory->partitions = larger;
	inventory->partition_count = count + 1;
}

void inventory_number_partitions(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	char pkey[IB_PKEY_TEXT];
	size_t i;

	if (needs_default(inventory) && !default_is_taken(build)) {
		imply_default(build);
	}
	if (inventory->partition_count == 0 || build->failed) {
		return;
	}
	qsort(inventory->partitions, inventory->partition_count,
	      sizeof(*inventory->partitions), compare_pkeys);
	inventory->partitions_by_name =
		build_array(build, inventory->partition_count, sizeof(void *));
	for (i = 0; !build->failed && i < inventory->partition_count; i++) {
		struct inventory_partition *partition =
			&inventory->partitions[i];

		inventory->partitions_by_name[i] = partition;
		if (i && partition->pkey &&
		    partition->pkey == partition[-1].pkey) {
			diag_add(build->diags, DIAG_ERROR, partition->pkey_pos,
				 "a P_Key is one partition's: correct one of "
				 "them",
				 "P_Key %s of partition %s is already that of "
				 "%s, at %s",
				 ib_pkey_format(pkey, partition->pkey),
				 diag_quote(build->diags, partition->name),
				 diag_quote(build->diags, partition[-1].name),
				 diag_place(build->diags,
					    partition[-1].pkey_pos));
		}
	}
	if (!build->failed) {
		qsort(inventory->partitions_by_name, inventory->partition_count,
		      sizeof(void *), compare_names);
	}
}
