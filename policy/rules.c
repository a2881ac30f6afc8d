/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Every check, in report order: one line each. */
#include "policy/rule.h"

#define RULES(RULE)                                                            \
	RULE(switch_missing)                                                   \
	RULE(switch_unlisted)                                                  \
	RULE(port_missing)                                                     \
	RULE(port_replaced)                                                    \
	RULE(port_unlisted)                                                    \
	RULE(port_state)                                                       \
	RULE(port_duplicate)                                                   \
	RULE(link_missing)                                                     \
	RULE(link_unlisted)                                                    \
	RULE(link_peer)                                                        \
	RULE(link_swapped)                                                     \
	RULE(link_speed)                                                       \
	RULE(link_width)                                                       \
	RULE(link_mtu)                                                         \
	RULE(link_degraded)                                                    \
	RULE(link_flapping)                                                    \
	RULE(partition_missing)                                                \
	RULE(partition_unexpected)                                             \
	RULE(partition_unknown)                                                \
	RULE(partition_membership)                                             \
	RULE(partition_fallback)                                               \
	RULE(partition_enforcement)                                            \
	RULE(partition_capacity)                                               \
	RULE(ipoib_rate)                                                       \
	RULE(ipoib_mtu)                                                        \
	RULE(sm_missing)                                                       \
	RULE(sm_unlisted)                                                      \
	RULE(sm_priority)                                                      \
	RULE(sm_tie)                                                           \
	RULE(sm_master)                                                        \
	RULE(node_name)                                                        \
	RULE(trap_pkey)                                                        \
	RULE(trap_security)                                                    \
	RULE(security_default_full)                                            \
	RULE(security_m_key)                                                   \
	RULE(security_sm_key)                                                  \
	RULE(inventory_invalid)                                                \
	RULE(self_held)                                                        \
	RULE(self_late)                                                        \
	RULE(self_foreign)                                                     \
	RULE(self_not_in_force)                                                \
	RULE(self_option)                                                      \
	RULE(self_expired)                                                     \
	RULE(self_stale)                                                       \
	RULE(self_dropped)

#define DECLARE(name) extern const struct rule rule_##name;
#define ENTRY(name)   &rule_##name,

RULES(DECLARE)

const struct rule *const rule_table[] = {RULES(ENTRY) NULL};
