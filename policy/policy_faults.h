/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which one fault each declared switch, port and cable has. */
#ifndef IBPOLICY_POLICY_FAULTS_H
#define IBPOLICY_POLICY_FAULTS_H

#include "policy/policy_context.h"

/* In this order, after the matching: each looks at what the ones before
 * found. Failure shows in context->failed. */
void policy_faults_silence(struct policy_context *context);
void policy_faults_switches(struct policy_context *context);
void policy_faults_ports(struct policy_context *context);
void policy_faults_cables(struct policy_context *context);

/* The reason that a sweep with errors gives. */
extern const char policy_sweep_errors[];

/* Why the source cannot tell what is at the other end of a port's cable; NULL:
 * it can, or there is no such port. */
const char *policy_silence_behind(const struct subnet_port *port);

/* The same for a port of a declared switch, read or not. */
const char *policy_silence_at(const struct switch_match *sw,
			      unsigned int number);

#endif
