/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The keeper's reports: judge, remember, decide what is worth writing. */
#include "plugin/keeper_state.h"

#include "config.h"
#include "policy/policy.h"
#include "policy/report.h"

#include <stdlib.h>
#include <string.h>

/* One judgement, until it is written. */
struct judgement {
	struct arena *arena;
	struct subnet *sms_only; /* a standby's picture */
	struct policy_result *result;
	struct policy_result *behind; /* see keeper_behind.c */
	struct finding *findings;
	size_t finding_count;
	struct unassessed *unassessed;
	size_t unassessed_count;
	struct drift_memory *memory;
};

/* --- Judging ------------------------------------------------------------- */

static const char *const standby_checks[] = {"sm.master", "sm.unlisted"};

enum { STANDBY_CHECK_COUNT = 2 };

/* A standby sees the other SMs and nothing else that is of today. */
static int standby_subnet(const struct keeper *keeper, struct subnet **out)
{
	struct subnet *subnet = subnet_new();
	size_t count = keeper->other_count;

	if (!subnet) {
		return -1;
	}
	subnet->source = SUBNET_FROM_PLUGIN;
	subnet->sms =
		arena_array(subnet->arena, count + 1, sizeof(*subnet->sms));
	if (!subnet->sms) {
		subnet_free(subnet);
		return -1;
	}
	if (count > 0) {
		memcpy(subnet->sms, keeper->others,
		       count * sizeof(*subnet->sms));
	}
	subnet->sms[count] = keeper->sm;
	subnet->sm_count = count + 1;
	subnet->sms_known = true;
	if (subnet_finish(subnet, NULL) != 0) {
		subnet_free(subnet);
		return -1;
	}
	*out = subnet;
	return 0;
}

static int evaluate(struct keeper *keeper, struct judgement *judgement,
		    int64_t now)
{
	struct policy_input input = {0};

	input.inventory = keeper->edition->inventory;
	input.subnet = keeper->subnet;
	input.plan = keeper_plan_in_force(keeper, &input.fallback_reason);
	input.now = now;
	input.traps = keeper->traps;
	input.links = keeper->links;
	if (keeper_is_standby(keeper)) {
		if (standby_subnet(keeper, &judgement->sms_only) != 0) {
			return -1;
		}
		input.subnet = judgement->sms_only;
		input.plan = NULL;
		input.only = standby_checks;
		input.only_count = STANDBY_CHECK_COUNT;
	}
	if (!input.subnet) {
		return 0;
	}
	if (policy_evaluate(&input, &judgement->result, NULL) != 0) {
		return -1;
	}
	return keeper_behind_evaluate(keeper, now, &judgement->behind);
}

/* Who is master now decides who reaches whom: since when. */
static void say_lost(const struct keeper *keeper, struct judgement *judgement,
		     size_t count)
{
	char when[TIME_TEXT];
	size_t i;

	if (!keeper_is_standby(keeper) || keeper->lost_at == 0) {
		return;
	}
	time_format(when, keeper->lost_at);
	for (i = 0; i < count; i++) {
		struct finding *finding = &judgement->findings[i];
		const char *message = arena_printf(judgement->arena,
						   "mastership lost at %s: %s",
						   when, finding->message);

		finding->message = message ? message : finding->message;
	}
}

/* The engine's findings and the tool's own, in order. */
static int collect(struct keeper *keeper, struct judgement *judgement)
{
	const struct policy_result *result = judgement->result;
	size_t found = result ? result->finding_count : 0;
	size_t unknown = result ? result->unassessed_count : 0;
	size_t behind =
		judgement->behind ? judgement->behind->finding_count : 0;
	struct unassessed *waiting;

	judgement->findings =
		arena_array(judgement->arena, found + behind + FAULT_COUNT,
			    sizeof(*judgement->findings));
	judgement->unassessed = arena_array(judgement->arena, unknown + 1,
					    sizeof(*judgement->unassessed));
	if (!judgement->findings || !judgement->unassessed) {
		return -1;
	}
	if (found > 0) {
		memcpy(judgement->findings, result->findings,
		       found * sizeof(*judgement->findings));
	}
	say_lost(keeper, judgement, found);
	if (behind > 0) {
		found += keeper_behind_findings(judgement->behind, result,
						judgement->arena,
						judgement->findings + found);
	}
	found += fault_findings(keeper, judgement->findings + found);
	qsort(judgement->findings, found, sizeof(*judgement->findings),
	      finding_compare);
	judgement->finding_count = found;
	if (unknown > 0) {
		memcpy(judgement->unassessed, result->unassessed,
		       unknown * sizeof(*judgement->unassessed));
	}
	if (!keeper->subnet && !keeper_is_standby(keeper) && keeper->edition) {
		waiting = &judgement->unassessed[unknown++];
		waiting->check = "self.stale";
		waiting->reason = "no heavy sweep has ended since this SM "
				  "became master";
	}
	judgement->unassessed_count = unknown;
	return 0;
}

static int track(const struct keeper *keeper, struct judgement *judgement,
		 int64_t now)
{
	const struct drift_input input = {
		.findings = judgement->findings,
		.finding_count = judgement->finding_count,
		.unassessed = judgement->unassessed,
		.unassessed_count = judgement->unassessed_count,
		/* What was not looked at is not gone. */
		.before = judgement->result ? keeper->memory : NULL,
		.listening_since = keeper->listening_since,
		.only = keeper_is_standby(keeper) ? standby_checks : NULL,
		.only_count = STANDBY_CHECK_COUNT,
		.now = now,
	};

	return drift_track(&input, &judgement->memory, NULL);
}

static void judgement_free(struct judgement *judgement)
{
	drift_memory_free(judgement->memory);
	policy_result_free(judgement->result);
	policy_result_free(judgement->behind);
	subnet_free(judgement->sms_only);
	arena_free(judgement->arena);
}

static int judge(struct keeper *keeper, struct judgement *judgement,
		 int64_t now)
{
	memset(judgement, 0, sizeof(*judgement));
	judgement->arena = arena_new();
	if (!judgement->arena ||
	    (keeper->edition && evaluate(keeper, judgement, now) != 0) ||
	    collect(keeper, judgement) != 0 ||
	    track(keeper, judgement, now) != 0) {
		judgement_free(judgement);
		return -1;
	}
	return 0;
}

/* --- Writing ------------------------------------------------------------- */

/* The hash of the plan that the fabric is judged against, if it is ours. */
static const char *sha_judged(const struct keeper *keeper)
{
	const struct edition *edition = keeper->edition;

	if (!edition || !edition->plan || keeper_is_standby(keeper)) {
		return NULL;
	}
	return keeper->reads_ours ? keeper_sha_in_force(keeper)
				  : edition->plan_sha256;
}

static void fill_report(const struct keeper *keeper,
			const struct judgement *judgement, int64_t now,
			struct report *report)
{
	const struct subnet_sm *master = keeper_master(keeper);
	const struct edition *edition = keeper->edition;

	memset(report, 0, sizeof(*report));
	report->inventory = edition ? edition->inventory : NULL;
	report->inventory_path = keeper->config.options->inventory;
	report->tool = PACKAGE_STRING;
	report->plan_sha256 = sha_judged(keeper);
	report->source = SUBNET_FROM_PLUGIN;
	report->now = now;
	if (keeper->subnet) {
		report->subnet = keeper->subnet;
		report->sweep_at = keeper->subnet->taken_at;
		report->sweep_errors = keeper->subnet->errors;
	}
	report->sm = keeper->sm;
	if (master) {
		report->master_guid = master->port_guid;
		report->master_name = keeper_sm_name(keeper, master->port_guid);
	}
	report->findings = judgement->findings;
	report->finding_count = judgement->finding_count;
	report->unassessed = judgement->unassessed;
	report->unassessed_count = judgement->unassessed_count;
	if (keeper_is_standby(keeper)) {
		report->only = standby_checks;
		report->only_count = STANDBY_CHECK_COUNT;
	} else if (judgement->result) {
		report->ports_judged = judgement->result->ports_judged;
	}
	/* Without a sweep nothing is known that the next start could use. */
	report->memory = judgement->result ? judgement->memory : NULL;
}

/* Written with the status, at every heartbeat. */
static void keep_metrics(struct keeper *keeper, const struct report *report)
{
	strbuf_free(&keeper->metrics);
	render_report_prometheus(report, &keeper->metrics);
}

/* Sums up what a reader would see, times apart. */
static void sum_up(const struct keeper *keeper,
		   const struct judgement *judgement, char sha256[SHA256_TEXT])
{
	const struct drift_memory *memory = judgement->memory;
	const struct subnet_sm *master = keeper_master(keeper);
	uint64_t master_guid = master ? master->port_guid : 0;
	struct sha256 hash;
	size_t i;

	sha256_init(&hash);
	sha256_add(&hash, &keeper->sm.state, sizeof(keeper->sm.state));
	sha256_add(&hash, &master_guid, sizeof(master_guid));
	for (i = 0; i < memory->item_count; i++) {
		const struct drift_item *item = &memory->items[i];
		const bool marks[] = {item->pending, item->carried,
				      item->suppressed,
				      item->state == FINDING_FLAPPING};

		sha256_add(&hash, item->id, sizeof(item->id));
		sha256_add(&hash, &item->severity, sizeof(item->severity));
		sha256_add(&hash, marks, sizeof(marks));
		sha256_add(&hash, item->message, strlen(item->message) + 1);
	}
	for (i = 0; i < judgement->finding_count; i++) {
		const char *found = judgement->findings[i].found;

		sha256_add(&hash, found ? found : "",
			   found ? strlen(found) + 1 : 1);
	}
	sha256_text(&hash, sha256);
}

/* A report without a fabric is no history for one with it. */
static void keep_memory(struct keeper *keeper, struct judgement *judgement)
{
	if (!judgement->result) {
		return;
	}
	keeper_write_history(keeper, judgement->memory);
	drift_memory_free(keeper->memory);
	keeper->memory = judgement->memory;
	judgement->memory = NULL;
}

void keeper_report(struct keeper *keeper, int64_t now, bool force)
{
	struct judgement judgement;
	char shows[SHA256_TEXT];
	struct report report;

	if (!keeper->dir || keeper->config.refusal) {
		return;
	}
	keeper_compare_plans(keeper, now);
	keeper_look_at_drops(keeper, now);
	if (keeper->edition && !keeper->subnet && !keeper->was_standby &&
	    !keeper_is_standby(keeper)) {
		return;
	}
	if (judge(keeper, &judgement, now) != 0) {
		fault_set(keeper, FAULT_REPORT, now,
			  "the report that was there stays as it was",
			  "no report could be made: out of memory");
		return;
	}
	sum_up(keeper, &judgement, shows);
	if (force || strcmp(shows, keeper->shown) != 0) {
		fill_report(keeper, &judgement, now, &report);
		if (keeper_write_report(keeper, &report) == 0) {
			fault_clear(keeper, FAULT_REPORT);
			keep_metrics(keeper, &report);
			keeper->report_at = now;
			strcpy(keeper->shown, shows);
			keep_memory(keeper, &judgement);
		}
	}
	judgement_free(&judgement);
}

void keeper_judge(struct keeper *keeper, struct subnet *subnet,
		  struct subnet *before, int64_t now)
{
	keeper_compare_links(keeper, subnet, before, now);
	subnet_free(keeper->before);
	/* What the first sweep finds somebody else has set. */
	keeper->before = keeper->subnet ? before : NULL;
	if (!keeper->subnet) {
		subnet_free(before);
	}
	subnet_free(keeper->subnet);
	keeper->subnet = subnet;
	keeper->was_standby = false;
	keeper->counters[STATUS_REPORTS]++;
	keeper_report(keeper, now, true);
	keeper_write_snapshot(keeper, now);
	keeper_write_status(keeper, now);
}
