/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Partitions as a whole: fallback, enforcement at switches, capacity. */
#include "policy/policy_emit.h"
#include "policy/policy_partitions.h"
#include "policy/policy_subject.h"

const struct rule rule_partition_fallback = {
	.id = "partition.fallback",
	.severity = SEVERITY_CRITICAL,
	.summary = "Every port holds exactly 0xffff although the plan says "
		   "otherwise: OpenSM fell back to one open partition.",
	.causes = "OpenSM could not use its partition file: a line that it "
		  "cannot parse, a file that is empty, missing or unreadable. "
		  "Every port can then reach every other.",
	.remedy = "Restore the generated file (\"ibpolicy render -o DIR\") "
		  "and send OpenSM a SIGHUP; the finding names the line where "
		  "OpenSM stopped, if it is known.",
};

const struct rule rule_partition_enforcement = {
	.id = "partition.enforcement",
	.severity = SEVERITY_WARNING,
	.summary = "A switch port that faces a host does not enforce "
		   "partitions, or lacks a key that the host holds.",
	.causes = "part_enforce is off in opensm.conf; the switch's P_Key "
		  "table is too small (ERR 0507, OpenSM then clears "
		  "enforcement); or somebody cleared it.",
	.remedy = "Set part_enforce in opensm.conf; have fewer partitions on "
		  "hosts behind that switch. Without enforcement a host can "
		  "inject packets with any P_Key.",
};

const struct rule rule_partition_capacity = {
	.id = "partition.capacity",
	.severity = SEVERITY_CRITICAL,
	.summary = "A port is to be in more partitions than its P_Key table, "
		   "or that of the switch port facing it, can hold.",
	.causes = "More partitions than the adapter or the switch has entries "
		  "for; OpenSM drops what does not fit (ERR 0512).",
	.remedy = "Take the port out of partitions that it does not need. "
		  "Which keys are dropped depends on the order in which they "
		  "were set: do not rely on it.",
};
