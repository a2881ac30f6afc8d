/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A first inventory from a fabric as it was seen, for a person to review. */
#ifndef IBPOLICY_INIT_H
#define IBPOLICY_INIT_H

#include "policy/cabling_match.h"
#include "policy/diag.h"
#include "policy/error.h"
#include "policy/finding.h"
#include "policy/partitions_conf.h"
#include "policy/strbuf.h"
#include "policy/subnet.h"

#include <stddef.h>
#include <stdint.h>

enum { INIT_WAIVER_DAYS = 30 };

struct init_options {
	const char *fabric;      /* the fabric's name; NULL: "unnamed" */
	const char *source_path; /* where the subnet was read; NULL: live */
	int64_t now;             /* waivers end INIT_WAIVER_DAYS later */
	/* What the fabric itself has wrong (a degraded link, a tie of subnet
	 * managers): each gets a waiver. See policy/io/init_proved.h. */
	const struct finding *findings;
	size_t finding_count;
	/* What is declared already: only what it does not say is written, as a
	 * file for it to include; further ports of hosts that it has, and P_Keys
	 * that none of its partitions owns, as comments. NULL: a whole
	 * inventory. */
	const struct inventory *known;
	/* The site's cabling sheets: peers and links are what they say. NULL:
	 * what is there. */
	const struct cabling_match *cabling;
	/* What OpenSM makes of the site's partitions.conf: the partitions are
	 * those (see policy/partitions_import.h). NULL: they are what the
	 * P_Key tables show. */
	const struct partitions_conf *partitions;
	/* For init_proved(): gets where the inventory deliberately differs
	 * from partitions; NULL: not wanted. */
	struct diag_list *exceptions;
};

/* Appends inventory.yaml: hosts and switches named by their NodeDescriptions
 * (made valid and unique; "unnamed-<guid>" where it says nothing), every port
 * that is up with its GUID and peer, cables, subnet managers, partitions as
 * the P_Key tables show them, roles by what ports have in common, aggregation
 * nodes under ignore. Each line says that it was observed and when. The same
 * subnet and options give the same bytes. Returns 0, or -1 when out of memory
 * (out->failed is then set too). */
int init_write(const struct subnet *subnet, const struct init_options *options,
	       struct strbuf *out, struct error *error);

#endif
