/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Members that cannot join the live IPoIB broadcast group. */
#include "policy/rule.h"

const struct rule rule_ipoib_rate = {
	.id = "ipoib.rate",
	.severity = SEVERITY_WARNING,
	.summary = "A member's link is slower than the rate of its "
		   "partition's IPoIB broadcast group: it cannot join.",
	.causes = "The link came up slower or narrower than it should; or "
		  "the group's rate is set higher than the slowest member's "
		  "link. A live group keeps the rate it was made with.",
	.remedy = "Repair the link if it is slower than declared. Otherwise "
		  "lower ipoib: {rate} of the partition; the running OpenSM "
		  "takes a new rate only once the group is gone (restart).",
};

const struct rule rule_ipoib_mtu = {
	.id = "ipoib.mtu",
	.severity = SEVERITY_WARNING,
	.summary = "A member's link has a smaller MTU than its partition's "
		   "IPoIB broadcast group: it cannot join.",
	.causes = "The port or the switch port that faces it is limited to a "
		  "smaller MTU; or the group's MTU is set higher than the "
		  "smallest member's.",
	.remedy = "Raise the port's MTU if it is lower than declared. "
		  "Otherwise lower ipoib: {mtu} of the partition; the running "
		  "OpenSM takes a new MTU only once the group is gone "
		  "(restart).",
};
