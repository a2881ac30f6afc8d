/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What nodes say of themselves. */
#include "policy/policy_emit.h"
#include "policy/policy_subject.h"

const struct rule rule_node_name = {
	.id = "node.name",
	.severity = SEVERITY_INFO,
	.summary = "A NodeDescription does not name the host or switch that "
		   "the inventory declares (a warning when it names another "
		   "one).",
	.causes = "The driver did not set it (a default like \"MT4123 "
		  "ConnectX6\" is left), the host was renamed, or two hosts' "
		  "cables or cards were exchanged.",
	.remedy = "Let rdma-ndd or the driver set it from the host name; for "
		  "a switch set its host name. If it names another declared "
		  "host, look at both: one of the two GUIDs is in the wrong "
		  "place.",
};
