/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Write, read back, judge, waive, and once more. */
#include "policy/io/init_proved.h"

#include "policy/arena.h"
#include "policy/diag.h"
#include "policy/io/inventory_yaml.h"
#include "policy/partition_plan.h"
#include "policy/partitions_import.h"
#include "policy/policy.h"

#include <stdlib.h>
#include <string.h>

/* One judgement of the subnet by an inventory's text. */
struct trial {
	struct arena *arena; /* of diags */
	struct inventory *inventory;
	struct partition_plan *plan;
	struct policy_result *result;
	struct finding *open; /* what nothing suppresses */
	size_t open_count;
	size_t cabling; /* findings that the sheets are the reason of */
};

static void trial_free(struct trial *trial)
{
	free(trial->open);
	policy_result_free(trial->result);
	partition_plan_free(trial->plan);
	inventory_free(trial->inventory);
	arena_free(trial->arena);
}

static int read_back(struct trial *trial, const struct strbuf *text,
		     struct error *error)
{
	struct strbuf message = STRBUF_INIT;
	struct diag_list diags;
	int status;

	trial->arena = arena_new();
	if (!trial->arena) {
		return error_no_memory(error);
	}
	diag_list_init(&diags, trial->arena);
	status =
		inventory_yaml_parse("inventory.yaml", text->data, text->length,
				     &trial->inventory, &diags, error);
	if (!status && diag_has_errors(&diags)) {
		diag_sort(&diags);
		diag_format(&message, &diags.items[0]);
		status = error_set(error, 0,
				   "the inventory does not read back: %s",
				   strbuf_text(&message));
		strbuf_free(&message);
	}
	return status;
}

static bool is_cabling(const struct finding *finding)
{
	static const char *const checks[] = {"link.missing", "link.peer",
					     "link.swapped", "link.unlisted"};
	size_t i;

	for (i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		if (!strcmp(finding->check, checks[i])) {
			return true;
		}
	}
	return false;
}

static int keep_open(struct trial *trial, const struct init_options *options,
		     struct error *error)
{
	const struct policy_result *result = trial->result;
	size_t i;

	trial->open = calloc(result->finding_count + 1, sizeof(*trial->open));
	if (!trial->open) {
		return error_no_memory(error);
	}
	for (i = 0; i < result->finding_count; i++) {
		if (result->findings[i].suppressed) {
			continue;
		}
		if (options->cabling && is_cabling(&result->findings[i])) {
			trial->cabling++;
		} else {
			trial->open[trial->open_count++] = result->findings[i];
		}
	}
	return 0;
}

static int judge(struct trial *trial, const struct subnet *subnet,
		 const struct init_options *options, const struct strbuf *text,
		 struct error *error)
{
	struct policy_input input = {.subnet = subnet, .now = options->now};

	if (read_back(trial, text, error) ||
	    partition_plan_make(trial->inventory, input.now, &trial->plan,
				error)) {
		return -1;
	}
	input.inventory = trial->inventory;
	input.plan = trial->plan;
	return policy_evaluate(&input, &trial->result, error)
		       ? -1
		       : keep_open(trial, options, error);
}

/* What OpenSM makes of the file that render writes from the plan. */
static int render_back(const struct partition_plan *plan,
		       struct partitions_conf **conf, struct error *error)
{
	struct partitions_conf_options options = {
		.allow_both_pkeys = plan->allow_both_pkeys, .qos = true};
	struct strbuf text = STRBUF_INIT;
	int status;

	partitions_conf_write(plan, &text, NULL);
	status = text.failed ? error_no_memory(error)
			     : partitions_conf_read(text.data, text.length,
						    &options, conf, error);
	strbuf_free(&text);
	return status;
}

/* The inventory gives every port what the site's file gave it. Deliberate
 * differences go to the caller, any other is a fault of ours. */
static int check_import(const struct trial *trial, const struct subnet *subnet,
			const struct init_options *options, struct error *error)
{
	struct partitions_conf *rendered;
	struct diag_list diags;
	size_t i;
	int status = 0;

	if (!options->partitions) {
		return 0;
	}
	if (render_back(trial->plan, &rendered, error)) {
		return -1;
	}
	diag_list_init(&diags, trial->arena);
	partitions_import_check(options->partitions, rendered->plan, subnet,
				&diags);
	for (i = 0; i < diags.count && !status; i++) {
		const struct diag *diag = &diags.items[i];

		if (diag->severity == DIAG_ERROR) {
			status = error_set(error, 0,
					   "the inventory does not give what "
					   "the file gives: %s",
					   diag->message);
		} else if (options->exceptions) {
			diag_add(options->exceptions, diag->severity, diag->pos,
				 diag->hint, "%s", diag->message);
		}
	}
	partitions_conf_free(rendered);
	return diags.failed ? error_no_memory(error) : status;
}

/* The second writing, with waivers for what the first trial found. */
static int waive(const struct subnet *subnet,
		 const struct init_options *options, const struct trial *first,
		 struct strbuf *text, struct error *error)
{
	struct init_options waived = *options;
	struct trial second = {NULL};
	int status;

	strbuf_free(text);
	waived.findings = first->open;
	waived.finding_count = first->open_count;
	status = init_write(subnet, &waived, text, error)
			 ? -1
			 : judge(&second, subnet, options, text, error);
	if (!status && second.open_count) {
		status =
			error_set(error, 0,
				  "the inventory is not clean on its own "
				  "fabric: %s: %s",
				  second.open[0].check, second.open[0].message);
	}
	trial_free(&second);
	return status;
}

int init_proved(const struct subnet *subnet, const struct init_options *options,
		struct strbuf *out, struct init_proof *proof,
		struct error *error)
{
	struct init_options bare = *options;
	struct strbuf text = STRBUF_INIT;
	struct trial first = {NULL};
	int status = -1;

	bare.findings = NULL;
	bare.finding_count = 0;
	if (init_write(subnet, &bare, &text, error) ||
	    judge(&first, subnet, options, &text, error) ||
	    check_import(&first, subnet, options, error) ||
	    (first.open_count &&
	     waive(subnet, options, &first, &text, error))) {
		goto out;
	}
	strbuf_add(out, text.data, text.length);
	status = out->failed ? error_no_memory(error) : 0;
	if (proof) {
		size_t i;

		proof->waived = first.open_count;
		proof->cabling = first.cabling;
		proof->unassessed = 0;
		for (i = 0; i < first.result->unassessed_count; i++) {
			proof->unassessed += first.result->unassessed[i].count;
		}
	}
out:
	trial_free(&first);
	strbuf_free(&text);
	return status;
}
