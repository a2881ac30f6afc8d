/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Completes an inventory: the order of the steps, and what they share. */
#include "policy/inventory_build.h"

void *build_array(struct inventory_build *build, size_t count, size_t size)
{
	void *items = arena_array(build->inventory->arena, count, size);

	if (!items) {
		build->failed = true;
	}
	return items;
}

void *build_scratch(struct inventory_build *build, size_t count, size_t size)
{
	void *items = arena_array(build->scratch, count, size);

	if (!items) {
		build->failed = true;
	}
	return items;
}

bool build_suggests(const struct inventory_build *build)
{
	return build->diags->total[DIAG_ERROR] < DIAG_LIMIT;
}

void suggest_hosts(struct suggestion *suggest,
		   const struct inventory *inventory)
{
	size_t i;

	for (i = 0; i < inventory->host_count; i++) {
		suggest_offer(suggest, inventory->hosts[i].name);
	}
}

void suggest_switches(struct suggestion *suggest,
		      const struct inventory *inventory)
{
	size_t i;

	for (i = 0; i < inventory->switch_count; i++) {
		suggest_offer(suggest, inventory->switches[i].name);
	}
}

const char *build_hint(struct inventory_build *build,
		       const struct suggestion *suggest)
{
	const char *hint;

	if (!suggest->nearest) {
		return NULL;
	}
	hint = arena_printf(build->scratch, "did you mean %s?",
			    diag_quote(build->diags, suggest->nearest));
	if (!hint) {
		build->failed = true;
	}
	return hint;
}

void build_unknown(struct inventory_build *build, struct source_pos pos,
		   const char *what, const char *name,
		   const struct suggestion *suggest)
{
	diag_add(build->diags, DIAG_ERROR, pos, build_hint(build, suggest),
		 "there is no %s %s", what, diag_quote(build->diags, name));
}

int inventory_finish(struct inventory *inventory, struct diag_list *diags,
		     struct error *error)
{
	static void (*const steps[])(struct inventory_build *) = {
		inventory_sort,
		inventory_index_guids,
		inventory_number_partitions,
		inventory_resolve,
		inventory_resolve_cabling,
		inventory_index_uses,
		inventory_resolve_states,
		inventory_check_waivers,
		inventory_resolve_selectors,
		inventory_check_members,
		inventory_check_groups,
	};
	struct inventory_build build = {
		.inventory = inventory,
		.diags = diags,
		.scratch = arena_new(),
	};
	size_t i;

	build.failed = !build.scratch;
	for (i = 0; i < sizeof(steps) / sizeof(steps[0]) && !build.failed;
	     i++) {
		steps[i](&build);
	}
	arena_free(build.scratch);
	if (build.failed || diags->failed) {
		return error_no_memory(error);
	}
	return 0;
}
