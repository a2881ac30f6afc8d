/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* policy_evaluate(): match, run every rule, put the results in order. */
#include "policy/policy.h"

#include "policy/policy_cabling.h"
#include "policy/policy_context.h"
#include "policy/policy_emit.h"

#include <stdlib.h>
#include <string.h>

static int compare_names(const void *left, const void *right)
{
	const char *const *a = left, *const *b = right;

	return strcmp(*a, *b);
}

static int compare_groups(const void *left, const void *right)
{
	const struct unassessed *a = left, *b = right;
	int order = strcmp(a->check, b->check);

	return order ? order : strcmp(a->reason, b->reason);
}

static void run_rules(struct policy_context *context)
{
	const struct rule *const *rule;

	for (rule = rule_table; *rule && !context->failed; rule++) {
		if ((*rule)->check && policy_wants(context, (*rule)->id) &&
		    (*rule)->check(context, *rule)) {
			context->failed = true;
		}
	}
}

/* Hands over what the rules found, in order. */
static int collect(struct policy_context *context, struct policy_result *result)
{
	size_t i;

	result->findings = context->findings;
	result->finding_count = context->finding_count;
	result->ports_judged = context->ports_judged;
	if (result->finding_count) {
		qsort(result->findings, result->finding_count,
		      sizeof(*result->findings), finding_compare);
	}
	result->unassessed = arena_array(context->arena, context->group_count,
					 sizeof(*result->unassessed));
	if (!result->unassessed) {
		return -1;
	}
	for (i = 0; i < context->group_count; i++) {
		result->unassessed[i] = context->groups[i].public;
		qsort(result->unassessed[i].subjects,
		      result->unassessed[i].count, sizeof(const char *),
		      compare_names);
	}
	result->unassessed_count = context->group_count;
	if (result->unassessed_count) {
		qsort(result->unassessed, result->unassessed_count,
		      sizeof(*result->unassessed), compare_groups);
	}
	return 0;
}

int policy_evaluate(const struct policy_input *input,
		    struct policy_result **result, struct error *error)
{
	struct policy_context context = {
		.input = input,
		.inventory = input->inventory,
		.subnet = input->subnet,
		.arena = arena_new(),
		.work = arena_new(),
	};
	struct policy_result *made = NULL;
	int status = -1;

	if (!context.arena || !context.work) {
		goto out;
	}
	made = arena_alloc(context.arena, sizeof(*made));
	if (!made) {
		goto out;
	}
	made->arena = context.arena;
	policy_context_fill(&context);
	run_rules(&context);
	policy_cabling(&context);
	if (context.failed || collect(&context, made)) {
		goto out;
	}
	*result = made;
	status = 0;
out:
	arena_free(context.work);
	if (status) {
		arena_free(context.arena);
		error_no_memory(error);
	}
	return status;
}

void policy_result_free(struct policy_result *result)
{
	if (result) {
		arena_free(result->arena);
	}
}
