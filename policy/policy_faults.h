/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which one fault each declared switch, port and cable has. */
#ifndef IBPOLICY_POLICY_FAULTS_H
#define IBPOLICY_POLICY_FAULTS_H

#include "policy/policy_context.h"

/* In this order, after the matching: each looks at what the ones before
 * found. Failure shows in context->failed. */
void policy_faults_switches(struct policy_context *context);
void policy_faults_ports(struct policy_context *context);
void policy_faults_cables(struct policy_context *context);

#endif
