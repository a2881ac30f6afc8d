/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* An answer to "can these ports talk to those?". */
#ifndef IBPOLICY_REACH_REPORT_H
#define IBPOLICY_REACH_REPORT_H

#include "policy/error.h"
#include "policy/plan_reach.h"
#include "policy/port_choice.h"
#include "policy/strbuf.h"

#include <stdbool.h>

struct reach_question {
	const char *names[2]; /* as asked */
	struct port_choice choices[2];
};

/* By the later plan of the comparison. Two single ports: every P_Key that one
 * of them has, and what it does for the two. Otherwise how many pairs can, by
 * which P_Keys, and who cannot. *all_can: every pair of different ports can.
 * Returns 0, or -1 when out of memory. */
int reach_report(const struct plan_reach *reach,
		 const struct plan_comparison *comparison,
		 const struct reach_question *question, struct strbuf *out,
		 bool *all_can, struct error *error);

#endif
