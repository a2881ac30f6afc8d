/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What is known and accepted: states and waivers that cover a finding. */
#ifndef IBPOLICY_POLICY_WAIVER_H
#define IBPOLICY_POLICY_WAIVER_H

#include "policy/policy_emit.h"

/* Sets apart what looks waivers up: those in force, by subject where that is
 * no glob. */
void policy_waivers_sort(struct policy_context *context);

/* Marks the draft's finding as suppressed where maintenance of what it is
 * about, or a waiver that has not run out, covers it. A waiver's subject is
 * a glob over the declared names (the port, its host, the switch, either end
 * of a cable) and GUIDs; never over a name seen on the wire. */
void policy_suppress(struct policy_context *context,
		     struct policy_draft *draft);

#endif
