/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What judging by a cabling sheet and reporting it share. */
#ifndef IBPOLICY_POLICY_CABLING_PARTS_H
#define IBPOLICY_POLICY_CABLING_PARTS_H

#include "policy/cabling_match.h"
#include "policy/policy_context.h"
#include "policy/rule.h"

struct sheet_cable {
	const struct cabling_cable *cable;
	enum fault fault;  /* NONE, NOT_JUDGED, UNKNOWN, SWAPPED, PEER,
			     LINK_MISSING */
	unsigned int side; /* the end that a finding is about */
	const struct sheet_cable *other; /* SWAPPED with */
	const char *reason;              /* UNKNOWN */
};

struct sheet {
	struct policy_context *context;
	const struct cabling_match *match;
	struct sheet_cable *cables; /* as match->cables */
};

/* The sheet's cable that ends at the port, and at which side; NULL: none. */
struct sheet_cable *policy_cabling_of(const struct sheet *sheet,
				      const struct subnet_port *port,
				      unsigned int *side);

/* Findings about every cable with this fault; about cables in no row. */
void policy_cabling_report(struct sheet *sheet, const struct rule *rule,
			   enum fault fault);
void policy_cabling_report_unlisted(struct sheet *sheet,
				    const struct rule *rule);

#endif
