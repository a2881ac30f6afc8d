/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The keeper's inside, shared by its files alone. */
#ifndef IBPOLICY_PLUGIN_KEEPER_STATE_H
#define IBPOLICY_PLUGIN_KEEPER_STATE_H

#include "plugin/edition.h"
#include "plugin/keeper.h"
#include "plugin/partition_file.h"
#include "policy/drift_track.h"
#include "policy/finding.h"
#include "policy/io/publish.h"
#include "policy/io/status_json.h"
#include "policy/policy.h"
#include "policy/report.h"
#include "policy/strbuf.h"

#include <limits.h>

/* What can be wrong with the tool itself; see fault_table[]. */
enum keeper_fault {
	FAULT_INVENTORY,
	FAULT_REFUSED, /* options or output directory */
	FAULT_FOREIGN,
	FAULT_OPTION,
	FAULT_PUBLISH, /* the plan could not be written */
	FAULT_HELD,    /* by the guard, or an assertion fails */
	FAULT_LATE,    /* published, and not yet read by OpenSM */
	FAULT_WAITING, /* an edit waits for the next heavy sweep */
	FAULT_NOT_IN_FORCE,
	FAULT_REPORT,  /* a report could not be written */
	FAULT_HISTORY, /* history.jsonl could not be written */
	FAULT_DROPPED,
	FAULT_COUNT
};

struct fault {
	bool present;
	int64_t since;
	struct source_pos pos;
	char message[768];
	char hint[768];
};

struct keeper {
	struct keeper_config config;
	char conf_path[PATH_MAX]; /* partitions.conf of the output directory */
	/* The same and the configured one, safe to print. */
	struct strbuf conf_name, configured_name;
	char host_name[256];
	int64_t started_at;
	struct publish_dir *dir; /* NULL: not held */
	bool reads_ours;         /* OpenSM is set to read conf_path */

	struct edition *edition;  /* what is judged against; NULL: none yet */
	struct edition *rejected; /* what stands on disk now, with a fault */
	struct edition *waiting;  /* what stands on disk now, newer */
	/* Hashes of plans; "": none. */
	char published[SHA256_TEXT], held[SHA256_TEXT], approved[SHA256_TEXT];
	struct strbuf held_diff; /* what a held plan would change, as text */
	struct partitions_in_force *in_force;        /* NULL: not known */
	struct partitions_in_force *in_force_before; /* a sweep earlier */

	struct subnet_sm sm;
	int64_t lost_at;  /* a standby: when it ceased to be master; 0: it
			    was not */
	bool was_standby; /* no heavy sweep has ended since */
	struct subnet_sm *others; /* a standby's, malloc()ed */
	size_t other_count;
	struct subnet *subnet; /* after the last sweep; NULL: none, or it is
				  not this SM's doing any more */
	struct subnet *before; /* see keeper_judge(); NULL: proves nothing */
	struct drift_memory *memory; /* NULL: no history */
	bool history_goes_on; /* history.jsonl ends with what memory holds */
	size_t history_size;  /* as it was left, in bytes */
	struct trap_log *traps;
	struct link_log *links;
	int64_t listening_since;
	uint64_t dropped; /* traps, when it was last looked */
	int64_t dropped_at;
	char shown[SHA256_TEXT]; /* what the last report showed */
	int64_t report_at;
	struct strbuf metrics; /* the last report's part of metrics.prom */

	struct fault faults[FAULT_COUNT];
	uint64_t counters[STATUS_COUNTER_COUNT];
	struct keeper_counts counts;
};

/* --- keeper_faults.c ------------------------------------------------- */

/* Sets a fault and logs it when its message is a new one. hint may be NULL. */
void fault_set(struct keeper *keeper, enum keeper_fault kind, int64_t now,
	       const char *hint, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
void fault_clear(struct keeper *keeper, enum keeper_fault kind);

/* The present faults as findings, in findings[] (room for FAULT_COUNT), texts
 * borrowed from the keeper. Returns how many. */
size_t fault_findings(const struct keeper *keeper, struct finding *findings);

/* The present faults for status.json, likewise. */
size_t fault_status(const struct keeper *keeper, struct status_fault *faults);

/* A line of OpenSM's log. */
void keeper_log(const struct keeper *keeper, bool is_error, const char *format,
		...) __attribute__((format(printf, 3, 4)));

/* --- keeper_guard.c -------------------------------------------------- */

/* False: the plan of the edition in use is held, and why is a fault. on_disk:
 * the hash of the partitions.conf it would replace, "" when there is none. */
bool keeper_guard_passes(struct keeper *keeper, const char *on_disk,
			 int64_t now);

/* What was held has been published, or is not wanted any more. */
void keeper_release(struct keeper *keeper);

/* Takes up what stands in a directory that was just opened. */
void keeper_remember_held(struct keeper *keeper);

bool keeper_held_is_approved(struct keeper *keeper);

/* --- keeper_held.c --------------------------------------------------- */

/* Says what a held plan would change, when no inventory has been usable since
 * the restart; nothing when none is held. */
void keeper_show_held(struct keeper *keeper, int64_t now);

/* --- keeper_plan.c --------------------------------------------------- */

/* Publishes the plan of the edition in use, where that is allowed. Returns true
 * when the file that OpenSM reads got new bytes. */
bool keeper_publish_plan(struct keeper *keeper, int64_t now);

/* What partition.* is judged against; NULL: nothing. *fallback_reason is set
 * where OpenSM did not take its file. */
const struct partition_plan *keeper_plan_in_force(const struct keeper *keeper,
						  const char **fallback_reason);

/* What the ports should have held when the last sweep began; likewise. */
const struct partition_plan *keeper_plan_before(const struct keeper *keeper);

/* The hash of the plan that OpenSM runs on, if it is one of ours; or NULL. */
const char *keeper_sha_in_force(const struct keeper *keeper);

/* Sets or clears what is to be said about plans that are not in force. */
void keeper_compare_plans(struct keeper *keeper, int64_t now);

/* How many declared ports the two plans treat differently. */
size_t keeper_changed_ports(const struct inventory *inventory,
			    const struct partition_plan *a,
			    const struct partition_plan *b);

/* --- keeper_history.c ------------------------------------------------ */

/* Adds to history.jsonl what leads from the keeper's memory to the next one. */
void keeper_write_history(struct keeper *keeper,
			  const struct drift_memory *after);

/* --- keeper_behind.c ------------------------------------------------- */

/* P_Keys that the last sweep found in ports and that OpenSM has taken out in
 * the same sweep: appends findings to list[] (room for what result holds) and
 * returns how many. result: of policy_evaluate() over keeper->before. */
size_t keeper_behind_findings(const struct policy_result *result,
			      const struct policy_result *after,
			      struct arena *arena, struct finding *list);

/* Evaluates keeper->before; *result stays NULL when it proves nothing. Returns
 * 0, or -1 when out of memory. */
int keeper_behind_evaluate(const struct keeper *keeper, int64_t now,
			   struct policy_result **result);

/* --- keeper_sm.c ----------------------------------------------------- */

bool keeper_is_standby(const struct keeper *keeper);
/* NULL: not known. */
const struct subnet_sm *keeper_master(const struct keeper *keeper);
/* What the inventory calls that SM; NULL: nothing. */
const char *keeper_sm_name(const struct keeper *keeper, uint64_t guid);

/* --- keeper_files.c -------------------------------------------------- */

/* drift.txt and its likes. Returns 0, or -1 when one could not be written; why
 * is a fault. */
int keeper_write_report(struct keeper *keeper, const struct report *report);

/* snapshot.jsonl of the last sweep, likewise. */
void keeper_write_snapshot(struct keeper *keeper, int64_t now);

/* --- keeper_report.c ------------------------------------------------- */

/* Judges what the keeper holds. force: the report is written also when it
 * shows nothing new. */
void keeper_report(struct keeper *keeper, int64_t now, bool force);

/* --- keeper_traps.c --------------------------------------------------- */

/* Makes the logs. Returns 0, or -1 when out of memory. */
int keeper_listen(struct keeper *keeper, int64_t now);

/* Forgets what was heard in another role. */
void keeper_listen_anew(struct keeper *keeper, int64_t now);

/* Notes the LIDs of a fabric, and which links went down since keeper->subnet.
 * before: as of keeper_judge(). */
void keeper_compare_links(struct keeper *keeper, const struct subnet *subnet,
			  const struct subnet *before, int64_t now);

/* Says that traps were lost, for an hour after the last one. */
void keeper_look_at_drops(struct keeper *keeper, int64_t now);

void keeper_count_traps(struct keeper *keeper);

/* --- keeper_status.c ------------------------------------------------- */

void keeper_write_status(struct keeper *keeper, int64_t now);

#endif
