/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* P_Key tables against the plan: what the partition checks share. */
#ifndef IBPOLICY_POLICY_PARTITIONS_H
#define IBPOLICY_POLICY_PARTITIONS_H

#include "policy/policy_emit.h"

#include <stdbool.h>

/* The port is one that partition checks look at: an end port (switch port 0
 * included) that is at least Initialize, declared or not, not ignored. Its
 * table may still be unknown. False without a plan. */
bool policy_is_member_port(const struct policy_context *context,
			   const struct subnet_port *port);

/* What the plan gives the port, keywords and SELF included. */
enum ib_membership policy_planned(const struct policy_context *context,
				  const struct plan_partition *partition,
				  const struct subnet_port *port);

/* What its table holds of that 15-bit P_Key. */
enum ib_membership policy_held(const struct subnet_port *port, uint16_t base);

/* What the table holds of this partition follows from another finding: an
 * adapter that took a declared one's place has that one's memberships
 * (port.replaced), an undeclared SM is full in 0x7fff (sm.unlisted). */
bool policy_is_explained(const struct policy_context *context,
			 const struct plan_partition *partition,
			 const struct subnet_port *port);

/* How many entries of its table the plan asks for. */
size_t policy_planned_keys(const struct policy_context *context,
			   const struct subnet_port *port);

/* Where the plan says so: the member's place, else the keyword's, else the
 * partition's. */
struct source_pos policy_planned_pos(const struct plan_partition *partition,
				     const struct subnet_port *port);

/* "storage", escaped: a plan in force may come from any file. */
const char *policy_partition_name(struct policy_context *context,
				  const struct plan_partition *partition);

/* "full", "limited", "both", "no member" */
const char *policy_membership_text(enum ib_membership membership);

/* A draft about a port and a 15-bit P_Key: subject, whose settings count, and
 * the key as attribute. */
void policy_partitions_begin(struct policy_context *context,
			     const struct subnet_port *port, uint16_t base,
			     struct policy_draft *draft);

/* Calls judge with data for every member port whose table is known; tables that are not
 * are counted as not assessed, by the first check of the family that runs.
 * Nothing at all after a fallback that is reported. Returns 0, or -1 when
 * context->failed. */
int policy_partitions_each(
	struct policy_context *context, const struct rule *rule,
	void (*judge)(struct policy_context *context, const struct rule *rule,
		      const struct subnet_port *port, void *data),
	void *data);

/* Calls judge for the ports of ignored nodes whose tables are known: what they
 * hold beyond the plan is judged all the same. Returns 0, or -1 when
 * context->failed. */
int policy_partitions_ignored(
	struct policy_context *context, const struct rule *rule,
	void (*judge)(struct policy_context *context, const struct rule *rule,
		      const struct subnet_port *port, void *data));

/* Sets context->fallback: every assessed end port holds exactly 0xffff while
 * the plan says otherwise; and context->fallback_swallows, unless that check
 * does not run. Counts undeclared end ports that were judged. */
void policy_partitions_find_fallback(struct policy_context *context);

#endif
