/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The partition plan's way to OpenSM: what may be written, what is in force. */
#include "plugin/keeper_state.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* --- May the file be replaced? ------------------------------------------- */

static const char *const foreign_reasons[] = {
	[PARTITION_FILE_EDITED] = "was edited after ibpolicy wrote it",
	[PARTITION_FILE_FOREIGN] = "was not written by ibpolicy",
	[PARTITION_FILE_EMPTY] = "is empty: OpenSM makes every port a full "
				 "member of the default partition",
	[PARTITION_FILE_MISSING] = "is missing: OpenSM makes every port a full "
				   "member of the default partition",
	[PARTITION_FILE_UNREADABLE] = "cannot be read",
};

/* Why OpenSM opened the fabric where there was no text that it could read. */
static const char *const open_reasons[] = {
	[PARTITION_FILE_MISSING] = "the partition file is missing",
	[PARTITION_FILE_UNREADABLE] = "the partition file cannot be read",
};

/* What nobody handed to us is not replaced. A file that OpenSM does not read
 * may be new. */
static bool file_is_ours(struct keeper *keeper, char sha256[SHA256_TEXT],
			 int64_t now)
{
	enum partition_file_state state =
		partition_file_look(keeper->conf_path, sha256, NULL);

	if (state == PARTITION_FILE_OURS ||
	    (!keeper->reads_ours && (state == PARTITION_FILE_MISSING ||
				     state == PARTITION_FILE_EMPTY))) {
		fault_clear(keeper, FAULT_FOREIGN);
		return true;
	}
	fault_set(keeper, FAULT_FOREIGN, now,
		  "compare with \"ibpolicy diff FILE INVENTORY\", then put the "
		  "output of \"ibpolicy render INVENTORY\" in its place; until "
		  "then nothing is written over it",
		  "%s%s %s", strbuf_text(&keeper->conf_name),
		  keeper->reads_ours ? ", which OpenSM is set to read," : "",
		  foreign_reasons[state]);
	return false;
}

static bool options_fit(struct keeper *keeper, int64_t now)
{
	bool wanted = keeper->edition->inventory->allow_both_pkeys;

	if (wanted == keeper->config.allow_both_pkeys) {
		fault_clear(keeper, FAULT_OPTION);
		return true;
	}
	fault_set(keeper, FAULT_OPTION, now,
		  "make them the same; opensm.conf is read when OpenSM starts",
		  "allow_both_pkeys is %s in OpenSM and %s in the inventory; "
		  "no new plan is published",
		  keeper->config.allow_both_pkeys ? "TRUE" : "FALSE",
		  wanted ? "true" : "false");
	return false;
}

bool keeper_publish_plan(struct keeper *keeper, int64_t now)
{
	const struct edition *edition = keeper->edition;
	const struct keeper_host *host = &keeper->config.host;
	char on_disk[SHA256_TEXT];
	struct error error;
	bool changed = false;

	if (!keeper->dir) {
		return false;
	}
	if (!edition->plan) {
		fault_clear(keeper, FAULT_FOREIGN);
		fault_clear(keeper, FAULT_OPTION);
		fault_clear(keeper, FAULT_PUBLISH);
		keeper_release(keeper);
		return false;
	}
	if (!file_is_ours(keeper, on_disk, now)) {
		keeper->published[0] = '\0';
		return false;
	}
	strcpy(keeper->published, on_disk);
	if (!options_fit(keeper, now) ||
	    !keeper_guard_passes(keeper, on_disk, now)) {
		return false;
	}
	if (strcmp(on_disk, edition->plan_sha256) != 0 &&
	    !host->may_publish(host->context)) {
		return false;
	}
	if (publish_plan(keeper->dir, edition->plan, &changed,
			 keeper->published, &error) != 0) {
		keeper->counters[STATUS_PUBLISH_FAILURES]++;
		strcpy(keeper->published, on_disk);
		fault_set(keeper, FAULT_PUBLISH, now,
			  "the plan that was in place stays as it was",
			  "the new partition plan could not be published: %s",
			  error.message);
		return false;
	}
	fault_clear(keeper, FAULT_PUBLISH);
	keeper_release(keeper);
	return changed && keeper->reads_ours;
}

/* --- What is in force ---------------------------------------------------- */

void keeper_in_force(struct keeper *keeper, int fd, int code)
{
	struct partitions_in_force *read = NULL;

	if (!keeper->reads_ours || (fd < 0 && code == 0) ||
	    partitions_in_force_read(fd, code, keeper->conf_path,
				     keeper->config.allow_both_pkeys,
				     keeper->in_force, &read, NULL) != 0) {
		if (fd >= 0 && !keeper->reads_ours) {
			close(fd);
		}
		read = NULL;
	}
	partitions_in_force_free(keeper->in_force_before);
	keeper->in_force_before = keeper->in_force;
	keeper->in_force = read;
}

const char *keeper_sha_in_force(const struct keeper *keeper)
{
	return keeper->in_force && keeper->in_force->sha256[0]
		       ? keeper->in_force->sha256
		       : NULL;
}

static bool in_force_is(const struct keeper *keeper, const char *sha256)
{
	const char *in_force = keeper_sha_in_force(keeper);

	return in_force && strcmp(in_force, sha256) == 0;
}

const struct partition_plan *keeper_plan_in_force(const struct keeper *keeper,
						  const char **fallback_reason)
{
	const struct partitions_in_force *in_force = keeper->in_force;
	const struct edition *edition = keeper->edition;

	*fallback_reason = NULL;
	if (!edition->plan || !keeper->reads_ours ||
	    in_force_is(keeper, edition->plan_sha256)) {
		return edition->plan;
	}
	if (!in_force) {
		return NULL;
	}
	if (!in_force->conf) {
		*fallback_reason = open_reasons[in_force->state];
		return edition->plan;
	}
	if (in_force->conf->fallback) {
		*fallback_reason = in_force->fallback_reason;
		return edition->plan;
	}
	return in_force->conf->plan;
}

const struct partition_plan *keeper_plan_before(const struct keeper *keeper)
{
	const struct partitions_in_force *before = keeper->in_force_before;
	const char *now = keeper_sha_in_force(keeper), *fallback;

	if (!before || !before->conf || before->conf->fallback) {
		return NULL;
	}
	if (now && strcmp(before->sha256, now) == 0) {
		return keeper_plan_in_force(keeper, &fallback);
	}
	return before->conf->plan;
}

/* --- Plans that are not in force ----------------------------------------- */

static bool port_changes(uint64_t guid, const struct partition_plan *a,
			 const struct partition_plan *b)
{
	size_t i;

	for (i = 0; i < a->partition_count; i++) {
		const struct plan_partition *left = &a->partitions[i];
		const struct plan_partition *right =
			partition_plan_find(b, left->pkey);
		enum ib_membership was =
			plan_membership(left, guid, IB_NODE_CA, false);
		enum ib_membership is =
			right ? plan_membership(right, guid, IB_NODE_CA, false)
			      : IB_MEMBER_NONE;

		if (was != is) {
			return true;
		}
	}
	return false;
}

size_t keeper_changed_ports(const struct inventory *inventory,
			    const struct partition_plan *a,
			    const struct partition_plan *b)
{
	size_t count = 0, i;

	for (i = 0; i < inventory->port_total; i++) {
		uint64_t guid = inventory->ports_by_guid[i]->guid;

		count += port_changes(guid, a, b) || port_changes(guid, b, a);
	}
	return count;
}

/* ": 3 ports will change" */
static void say_changes(const struct keeper *keeper,
			const struct edition *edition, char *text, size_t size)
{
	const char *fallback;
	const struct partition_plan *plan =
		keeper_plan_in_force(keeper, &fallback);
	size_t count;

	text[0] = '\0';
	if (plan && !fallback && edition->plan) {
		count = keeper_changed_ports(edition->inventory, plan,
					     edition->plan);
		snprintf(text, size, ": %zu port%s will change", count,
			 count == 1 ? "" : "s");
	}
}

static void compare_waiting(struct keeper *keeper, int64_t now)
{
	char changes[64];

	say_changes(keeper, keeper->waiting, changes, sizeof(changes));
	fault_set(keeper, FAULT_WAITING, now,
		  "to have it now: kill -HUP the opensm process",
		  "the inventory was edited; it takes effect at the next heavy "
		  "sweep%s",
		  changes);
}

static void compare_published(struct keeper *keeper, int64_t now)
{
	const struct edition *edition = keeper->edition;
	char changes[64];

	if (!edition || !edition->plan || !keeper->reads_ours ||
	    !keeper_sha_in_force(keeper) ||
	    in_force_is(keeper, edition->plan_sha256) ||
	    strcmp(keeper->published, edition->plan_sha256) != 0) {
		fault_clear(keeper, FAULT_LATE);
		return;
	}
	say_changes(keeper, edition, changes, sizeof(changes));
	fault_set(
		keeper, FAULT_LATE, now,
		"to have it now: kill -HUP the opensm process",
		"the new partition plan was not on disk when OpenSM last read "
		"its file; it takes effect at the next heavy sweep%s",
		changes);
}

void keeper_compare_plans(struct keeper *keeper, int64_t now)
{
	const struct edition *edition = keeper->edition;

	if (keeper->waiting) {
		compare_waiting(keeper, now);
	}
	if (keeper->sm.state == IB_SM_MASTER) {
		compare_published(keeper, now);
	} else {
		fault_clear(keeper, FAULT_LATE);
	}
	if (edition && edition->plan && !keeper->reads_ours) {
		fault_set(keeper, FAULT_NOT_IN_FORCE, now,
			  "to hand the partitions over, set "
			  "partition_config_file to ibpolicy's file once "
			  "\"ibpolicy diff\" shows nothing that you do not "
			  "want, and restart OpenSM",
			  "OpenSM reads %s, not %s: ibpolicy only watches",
			  strbuf_text(&keeper->configured_name),
			  strbuf_text(&keeper->conf_name));
	} else {
		fault_clear(keeper, FAULT_NOT_IN_FORCE);
	}
}
