/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The guard: which new plan waits for a person's approval, and when it goes. */
#include "plugin/keeper_state.h"

#include "policy/approval.h"
#include "policy/io/read_file.h"
#include "policy/partition_diff.h"
#include "policy/partitions_conf.h"
#include "policy/plan_prove.h"
#include "policy/port_set.h"

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
	strbuf_free(&keeper->held_diff);
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

/* --- The new plan against the one in place -------------------------------- */

struct proposal {
	struct arena *arena;
	struct diag_list assertions;
	/* The plan that partitions.conf stands for now; NULL where OpenSM does
	 * not read it: nothing is taken away from anybody then. */
	struct partitions_in_force *baseline;
	struct port_set *ports;
	struct diff_input input;
	struct partition_diff *diff; /* NULL without a baseline */
};

static void proposal_free(struct proposal *proposal)
{
	partition_diff_free(proposal->diff);
	port_set_free(proposal->ports);
	partitions_in_force_free(proposal->baseline);
	arena_free(proposal->arena);
}

static int read_baseline(const struct keeper *keeper, struct proposal *proposal)
{
	int fd = open(keeper->conf_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int code = fd < 0 ? errno : 0;

	if (partitions_in_force_read(fd, code, keeper->conf_path,
				     keeper->config.allow_both_pkeys, NULL,
				     &proposal->baseline, NULL) != 0) {
		return -1;
	}
	return proposal->baseline->conf ? 0 : -1;
}

static int compare(const struct keeper *keeper, struct proposal *proposal,
		   int64_t now)
{
	const struct edition *edition = keeper->edition;
	struct diff_input *input = &proposal->input;

	if (read_baseline(keeper, proposal) != 0) {
		return -1;
	}
	input->sides[PLAN_BEFORE].title = "in place";
	input->sides[PLAN_BEFORE].plan = proposal->baseline->conf->plan;
	input->sides[PLAN_BEFORE].conf = proposal->baseline->conf;
	input->sides[PLAN_AFTER].title = "held";
	input->sides[PLAN_AFTER].plan = edition->plan;
	input->guard = edition->inventory->guard;
	input->assertions = &proposal->assertions;
	proposal->ports = port_set_new();
	if (!proposal->ports) {
		return -1;
	}
	port_set_add_inventory(proposal->ports, edition->inventory, now);
	port_set_add_plan(proposal->ports, proposal->baseline->conf->plan);
	port_set_add_plan(proposal->ports, edition->plan);
	input->ports = proposal->ports;
	if (port_set_finish(proposal->ports, NULL) != 0) {
		return -1;
	}
	return partition_diff_make(input, &proposal->diff, NULL);
}

static int make_proposal(const struct keeper *keeper, struct proposal *proposal,
			 int64_t now)
{
	const struct edition *edition = keeper->edition;

	memset(proposal, 0, sizeof(*proposal));
	proposal->arena = arena_new();
	if (!proposal->arena) {
		return -1;
	}
	diag_list_init(&proposal->assertions, proposal->arena);
	if (plan_prove(edition->inventory, edition->plan, now,
		       &proposal->assertions, NULL) != 0 ||
	    (keeper->reads_ours && compare(keeper, proposal, now) != 0)) {
		proposal_free(proposal);
		return -1;
	}
	return 0;
}

/* --- Holding -------------------------------------------------------------- */

static const char *first_error(const struct diag_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++) {
		if (list->items[i].severity == DIAG_ERROR) {
			return list->items[i].message;
		}
	}
	return "an assertion does not hold";
}

/* A plan that cannot be approved is not offered for approval. */
static void refuse(struct keeper *keeper, const struct proposal *proposal,
		   int64_t now)
{
	drop_files(keeper);
	fault_set(keeper, FAULT_HELD, now,
		  "correct the inventory: a failed assertion cannot be "
		  "approved",
		  "the new partition plan is not published: %s",
		  first_error(&proposal->assertions));
}

static void hold(struct keeper *keeper, const struct guard_result *guard,
		 int64_t now)
{
	const char *sha256 = keeper->edition->plan_sha256;
	struct strbuf text = STRBUF_INIT, reasons = STRBUF_INIT;
	char hint[512];
	size_t i;

	partitions_conf_write(keeper->edition->plan, &text, NULL);
	if (text.failed ||
	    publish_file(keeper->dir, held_name, strbuf_text(&text),
			 text.length, NULL, NULL) != 0) {
		keeper->counters[STATUS_PUBLISH_FAILURES]++;
	}
	strcpy(keeper->held, sha256);
	for (i = 0; i < guard->reason_count; i++) {
		strbuf_addf(&reasons, "%s%s", i ? "; " : "",
			    guard->reasons[i].message);
	}
	snprintf(hint, sizeof(hint),
		 "the change stands at the end of drift.txt; if it is meant: "
		 "ibpolicy approve %.256s %s",
		 keeper->config.options->output, sha256);
	fault_set(keeper, FAULT_HELD, now, hint,
		  "the new partition plan is held: %s", strbuf_text(&reasons));
	strbuf_free(&text);
	strbuf_free(&reasons);
}

static bool is_approved(struct keeper *keeper)
{
	struct approval approval;

	look_at_approval(keeper, &approval);
	if (strcmp(approval.sha256, keeper->edition->plan_sha256) != 0) {
		return false;
	}
	keeper_log(keeper, false,
		   "the held partition plan %s was approved by %s and is "
		   "published",
		   approval.sha256, approval.by);
	return true;
}

static bool passes(struct keeper *keeper, const struct proposal *proposal,
		   int64_t now)
{
	if (diag_has_errors(&proposal->assertions)) {
		refuse(keeper, proposal, now);
	} else if (!proposal->diff ||
		   proposal->diff->guard->reason_count == 0 ||
		   is_approved(keeper)) {
		return true;
	} else {
		hold(keeper, proposal->diff->guard, now);
	}
	strbuf_free(&keeper->held_diff);
	if (proposal->diff) {
		render_diff(proposal->diff, DIFF_TEXT, false,
			    &keeper->held_diff);
	}
	return false;
}

bool keeper_guard_passes(struct keeper *keeper, const char *on_disk,
			 int64_t now)
{
	struct proposal proposal;
	bool answer;

	if (strcmp(on_disk, keeper->edition->plan_sha256) == 0) {
		keeper_release(keeper);
		return true;
	}
	if (make_proposal(keeper, &proposal, now) != 0) {
		fault_set(keeper, FAULT_PUBLISH, now,
			  "the plan that was in place stays as it was",
			  "the new partition plan could not be compared with "
			  "the one in place");
		return false;
	}
	answer = passes(keeper, &proposal, now);
	proposal_free(&proposal);
	return answer;
}
