/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The guard: which new plan waits for a person's approval, and when it goes. */
#include "plugin/keeper_state.h"

#include "policy/approval.h"
#include "policy/guard.h"
#include "policy/io/read_file.h"
#include "policy/partitions_conf.h"
#include "policy/plan_prove.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char held_name[] = "partitions.conf.held";
static const char approved_name[] = "approved";

enum { APPROVAL_LIMIT = 4096 };

/* --- Approval ------------------------------------------------------------- */

/* What DIR/approved releases; "" in sha256 when there is none of use. */
static void look_at_approval(struct keeper *keeper, struct approval *approval)
{
	char path[PATH_MAX];
	char *bytes = NULL;
	size_t length;

	memset(approval, 0, sizeof(*approval));
	keeper->approved[0] = '\0';
	if (snprintf(path, sizeof(path), "%s/%s",
		     keeper->config.options->output,
		     approved_name) < (int)sizeof(path) &&
	    read_file(path, APPROVAL_LIMIT, &bytes, &length, NULL) == 0 &&
	    approval_parse(bytes, length, approval)) {
		strcpy(keeper->approved, approval->sha256);
	}
	free(bytes);
}

bool keeper_held_is_approved(struct keeper *keeper)
{
	struct approval approval;

	if (!keeper->held[0]) {
		return false;
	}
	look_at_approval(keeper, &approval);
	return strcmp(keeper->approved, keeper->held) == 0;
}

/* --- Holding -------------------------------------------------------------- */

static void drop_files(struct keeper *keeper)
{
	publish_remove(keeper->dir, held_name, NULL);
	publish_remove(keeper->dir, approved_name, NULL);
	keeper->held[0] = '\0';
	keeper->approved[0] = '\0';
}

void keeper_release(struct keeper *keeper)
{
	drop_files(keeper);
	fault_clear(keeper, FAULT_HELD);
}

void keeper_remember_held(struct keeper *keeper)
{
	char path[PATH_MAX];
	struct approval approval;

	if (snprintf(path, sizeof(path), "%s/%s",
		     keeper->config.options->output,
		     held_name) < (int)sizeof(path)) {
		partition_file_look(path, keeper->held, NULL);
	}
	look_at_approval(keeper, &approval);
}

/* A plan that cannot be approved is not offered for approval. */
static void refuse(struct keeper *keeper, const struct diag_list *faults,
		   int64_t now)
{
	size_t i = 0;

	drop_files(keeper);
	while (i + 1 < faults->count &&
	       faults->items[i].severity != DIAG_ERROR) {
		i++;
	}
	fault_set(keeper, FAULT_HELD, now,
		  "correct the inventory: a failed assertion cannot be "
		  "approved",
		  "the new partition plan is not published: %s",
		  faults->items[i].message);
}

static void hold(struct keeper *keeper, const struct guard_result *result,
		 int64_t now)
{
	const char *sha256 = keeper->edition->plan_sha256;
	struct strbuf text = STRBUF_INIT, reasons = STRBUF_INIT;
	char hint[256];
	size_t i;

	partitions_conf_write(keeper->edition->plan, &text, NULL);
	if (!text.failed &&
	    publish_file(keeper->dir, held_name, strbuf_text(&text),
			 text.length, NULL, NULL) != 0) {
		keeper->counters[STATUS_PUBLISH_FAILURES]++;
	}
	strcpy(keeper->held, sha256);
	for (i = 0; i < result->reason_count; i++) {
		strbuf_addf(&reasons, "%s%s", i ? "; " : "",
			    result->reasons[i].message);
	}
	snprintf(hint, sizeof(hint),
		 "read the change; if it is meant: ibpolicy approve DIR %s",
		 sha256);
	fault_set(keeper, FAULT_HELD, now, hint,
		  "the new partition plan is held: %s", strbuf_text(&reasons));
	strbuf_free(&text);
	strbuf_free(&reasons);
}

/* --- Judging -------------------------------------------------------------- */

/* Returns 1 when every assertion holds, 0 when one does not, -1 on failure. */
static int assertions_hold(struct keeper *keeper, int64_t now)
{
	const struct edition *edition = keeper->edition;
	struct arena *arena = arena_new();
	struct diag_list faults;
	int answer = -1;

	if (!arena) {
		return -1;
	}
	diag_list_init(&faults, arena);
	if (plan_prove(edition->inventory, edition->plan, now, &faults, NULL) ==
	    0) {
		answer = !diag_has_errors(&faults);
		if (!answer) {
			refuse(keeper, &faults, now);
		}
	}
	arena_free(arena);
	return answer;
}

/* The plan that partitions.conf stands for now; NULL when it cannot be read,
 * or is not read by OpenSM and so takes nothing away from anybody. */
static struct partitions_in_force *read_baseline(const struct keeper *keeper)
{
	struct partitions_in_force *baseline = NULL;
	int fd;

	if (!keeper->reads_ours) {
		return NULL;
	}
	fd = open(keeper->conf_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0 || partitions_in_force_read(fd, 0, keeper->conf_path,
					       keeper->config.allow_both_pkeys,
					       NULL, &baseline, NULL) != 0) {
		return NULL;
	}
	return baseline;
}

/* Returns 1 when the guard lets the plan pass, 0 when it holds it, -1 on
 * failure. */
static int guard_passes(struct keeper *keeper, int64_t now)
{
	const struct edition *edition = keeper->edition;
	struct partitions_in_force *baseline = read_baseline(keeper);
	struct guard_result *result = NULL;
	struct approval approval;
	int answer = 1;

	if (!baseline || !baseline->conf) {
		partitions_in_force_free(baseline);
		return keeper->reads_ours ? -1 : 1;
	}
	if (guard_check(baseline->conf->plan, edition->plan, edition->inventory,
			now, &result, NULL) != 0) {
		answer = -1;
	} else if (result->reason_count > 0) {
		look_at_approval(keeper, &approval);
		answer = strcmp(approval.sha256, edition->plan_sha256) == 0;
		if (!answer) {
			hold(keeper, result, now);
		} else {
			keeper_log(keeper, false,
				   "the held partition plan %s was approved by "
				   "%s and is published",
				   approval.sha256, approval.by);
		}
	}
	guard_result_free(result);
	partitions_in_force_free(baseline);
	return answer;
}

bool keeper_guard_passes(struct keeper *keeper, const char *on_disk,
			 int64_t now)
{
	int answer;

	if (strcmp(on_disk, keeper->edition->plan_sha256) == 0) {
		keeper_release(keeper);
		return true;
	}
	answer = assertions_hold(keeper, now);
	if (answer > 0) {
		answer = guard_passes(keeper, now);
	}
	if (answer < 0) {
		fault_set(keeper, FAULT_PUBLISH, now,
			  "the plan that was in place stays as it was",
			  "the new partition plan could not be compared with "
			  "the one in place: out of memory");
	}
	return answer > 0;
}
