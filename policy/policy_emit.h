/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* From what a rule found to a finding: severity, states, waivers, names. */
#ifndef IBPOLICY_POLICY_EMIT_H
#define IBPOLICY_POLICY_EMIT_H

#include "policy/policy_context.h"

#include <stdbool.h>

/* What a rule fills in. finding: subject, peer, expected, found, message,
 * hint, attribute, source, affected; the rest follows from the others. */
struct policy_draft {
	struct finding finding;
	/* The declared things it is about, as far as there are any: their
	 * checks:, states: and names count. Names from the wire never do. */
	const struct inventory_port *port;
	const struct inventory_link *link;
	const struct inventory_switch *sw;
	/* A finding about a whole host; port is then one of its ports. */
	const struct inventory_host *host;
	/* Further declared names that a waiver may go by; NULL: none. */
	const char *names[2];
	/* Bounds on the severity, whatever is configured (but none stays
	 * none); SEVERITY_UNSET: no bound. */
	enum severity at_least, at_most;
};

/* Whether the rule is to run at all (the input's "only"). */
bool policy_wants(const struct policy_context *context, const char *check);

/* Whether the check is switched off for this subject. */
bool policy_off(const struct policy_context *context, const struct rule *rule,
		const struct inventory_port *port,
		const struct inventory_link *link);

/* Adds the finding, unless its severity is none. */
void policy_emit(struct policy_context *context, const struct rule *rule,
		 struct policy_draft *draft);

/* Counts the subject as not assessed. reason must outlive the result. */
void policy_unassessed(struct policy_context *context, const struct rule *rule,
		       const struct inventory_port *port,
		       const struct inventory_link *link, const char *subject,
		       const char *reason);

/* Why a fact of the port is not known: what the source says of it, else
 * otherwise. */
const char *policy_reason(const struct subnet_port *port,
			  const char *otherwise);

/* A text in the result's arena; "" and context->failed when out of memory. */
const char *policy_text(struct policy_context *context, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The same from raw bytes, made safe to print. */
const char *policy_safe(struct policy_context *context, const char *raw);

/* Grows draft->finding.affected. *capacity starts at 0. */
void policy_affect(struct policy_context *context, struct finding *finding,
		   size_t *capacity, const char *name);

#endif
