/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The rows of a cabling sheet as ports of a fabric. */
#ifndef IBPOLICY_CABLING_MATCH_H
#define IBPOLICY_CABLING_MATCH_H

#include "policy/cabling.h"
#include "policy/error.h"
#include "policy/inventory.h"
#include "policy/subnet.h"

#include <stdbool.h>
#include <stddef.h>

/* What a row's end came to. A name is looked up among declared names first,
 * then among NodeDescriptions; letter case and domains do not count. Where it
 * means nothing, or more than one thing, no port is taken. */
enum cabling_found {
	CABLING_FOUND,      /* port */
	CABLING_ABSENT,     /* declared, but not in the fabric: declared */
	CABLING_NO_DEVICE,  /* nothing has this name */
	CABLING_NO_ADAPTER, /* the host has no such adapter */
	CABLING_NO_UNIT,    /* the director has no such unit */
	CABLING_NO_PORT,    /* there is no port of this number */
	CABLING_MANY        /* several have this name, or several ports fit */
};

struct cabling_place {
	enum cabling_found found;
	const struct subnet_port *port;
	/* NO_PORT: a port of the node that the source does not show, because
	 * nothing is in it or because there is none of this number. Nothing
	 * is known of it but node and number. */
	const struct subnet_port *unseen;
	const struct inventory_port *declared; /* the host port it is, or ... */
	const struct inventory_switch *sw;     /* ... the switch */
};

/* One expected cable, however many rows say it. */
struct cabling_cable {
	const struct cabling_row *row; /* the first one */
	const char *text; /* both ends, lower case, the same whichever comes
			     first */
	struct cabling_place places[2];
};

struct cabling_match {
	struct cabling_cable *cables; /* in the order of the rows */
	size_t cable_count;
	/* The first row for a cable between switches, and for one that ends
	 * at a host; NULL: none, the sheet does not list such cables. */
	const struct cabling_row *link_row, *host_row;
	struct cabling_end_of *ends; /* see cabling_match_of() */
	size_t end_count;
};

/* Matches rows. inventory may be NULL. The match stands in arena and borrows
 * from all three. A port that two rows cable differently goes to diags as an
 * error. Returns 0, or -1 when out of memory. */
int cabling_match_make(const struct cabling *cabling,
		       const struct subnet *subnet,
		       const struct inventory *inventory, struct arena *arena,
		       struct diag_list *diags, struct cabling_match **match,
		       struct error *error);

/* The port, shown or not; NULL: the end is none. */
const struct subnet_port *cabling_place_port(const struct cabling_place *place);

/* The expected cable that ends at this port, and *side, the end that the port
 * is; NULL when no row names the port. */
const struct cabling_cable *cabling_match_of(const struct cabling_match *match,
					     const struct subnet_port *port,
					     unsigned int *side);

/* Two chips of one director: what joins them is no cable. By name: sheets have
 * no other way to say what is a director. */
bool cabling_is_internal(const struct subnet_port *a,
			 const struct subnet_port *b);

/* Why the end is no port of the fabric: "nothing is called leaf09". Safe to
 * print. Nothing for CABLING_FOUND. */
void cabling_add_reason(const struct cabling_end *end,
			const struct cabling_place *place, struct strbuf *out);

#endif
