/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Security traps read against the inventory; the shell feeds them in. */
#include "policy/rule.h"

const struct rule rule_trap_pkey = {
	.id = "trap.pkey",
	.severity = SEVERITY_WARNING,
	.summary = "A port or switch reported packets with a P_Key that the "
		   "receiver does not accept (traps 257 and 259).",
	.causes = "Two hosts that are to be isolated tried to talk, and the "
		  "fabric blocked them as designed; or they are to talk, and "
		  "one of them lacks the partition; or an address from before "
		  "a change is still cached on a host.",
	.remedy = "\"Blocked as designed\": ask the owner of the sender what "
		  "it wants there. \"Declared, yet blocked\": look at the "
		  "partition findings of both ports first. OpenSM passes on "
		  "only the first ten equal traps, so counts are lower "
		  "bounds.",
};

const struct rule rule_trap_security = {
	.id = "trap.security",
	.severity = SEVERITY_WARNING,
	.summary = "A port reported a management packet with a wrong M_Key, "
		   "or a packet with a wrong Q_Key (traps 256 and 258).",
	.causes = "A tool or a second subnet manager that uses another M_Key; "
		  "an application that was given a wrong Q_Key; somebody who "
		  "probes the fabric.",
	.remedy = "Look at the sender named in the finding: which program "
		  "sends from there, and is it meant to manage this fabric? "
		  "Undeclared senders should be isolated first and asked "
		  "later.",
};
