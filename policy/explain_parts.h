/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the parts of explain share. */
#ifndef IBPOLICY_EXPLAIN_PARTS_H
#define IBPOLICY_EXPLAIN_PARTS_H

#include "policy/explain.h"

struct explanation {
	const struct explain_target *target;
	const struct partition_plan *plan;
	const struct report *report;
	struct strbuf *out;
};

/* A line of the table: what, by the inventory, in the fabric, by which rule.
 * NULL is nothing to say; differs marks the line. pos.file NULL: no place;
 * level may be NULL. */
void explain_row(struct strbuf *out, const char *what, const char *expected,
		 const char *found, bool differs, struct source_pos pos,
		 const char *level);

/* The name of a port in the fabric: as declared, else its node's own. */
void explain_add_name(const struct inventory *inventory,
		      const struct subnet_port *port, struct strbuf *out);

/* The sections of the page. */
void explain_partitions(const struct explanation *explanation);
void explain_rules(const struct explanation *explanation);
void explain_findings(const struct explanation *explanation);

#endif
