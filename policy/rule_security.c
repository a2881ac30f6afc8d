/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Settings that leave the fabric more open than its partitions say. */
#include "policy/rule.h"

const struct rule rule_security_default_full = {
	.id = "security.default_full",
	.severity = SEVERITY_WARNING,
	.summary = "Every port is a full member of the default partition "
		   "although there are others: they isolate nobody.",
	.causes = "ALL=full in 0x7fff, OpenSM's own default. Two full "
		  "members of 0x7fff can always talk.",
	.remedy = "Make it ALL: limited. The subnet managers stay full (the "
		  "tool sees to it), so SA queries go on working. Check first "
		  "who relies on 0x7fff: IPoIB's ib0 often does.",
};

const struct rule rule_security_m_key = {
	.id = "security.m_key",
	.severity = SEVERITY_INFO,
	.summary = "No M_Key is set: any host may change the settings of any "
		   "port, its partitions included.",
	.causes = "m_key in opensm.conf is 0, OpenSM's default.",
	.remedy = "Set m_key, m_key_protection_level and "
		  "m_key_lease_period in opensm.conf, the same on every SM "
		  "host, if root on a host is not to be trusted.",
};

const struct rule rule_security_sm_key = {
	.id = "security.sm_key",
	.severity = SEVERITY_INFO,
	.summary = "SM_Key or SA_Key is the stock value: any host may offer "
		   "itself as subnet manager or be trusted by the SA.",
	.causes = "sm_key and sa_key in opensm.conf are OpenSM's defaults.",
	.remedy = "Set both in opensm.conf to values of your own, the same on "
		  "every SM host.",
};
