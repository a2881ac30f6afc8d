/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The steps of inventory_finish(), in their order; for them alone. */
#ifndef IBPOLICY_INVENTORY_BUILD_H
#define IBPOLICY_INVENTORY_BUILD_H

#include "policy/inventory.h"
#include "policy/suggest.h"

/* Names that all selectors and states of one inventory may stand for. */
enum { EXPANSION_BUDGET = 4 << 20 };

struct inventory_build {
	struct inventory *inventory;
	struct diag_list *diags;
	struct arena *scratch; /* freed when inventory_finish() returns */
	size_t expanded;       /* of EXPANSION_BUDGET */
	/* By index of states[]: what a quarantine takes in. */
	struct state_cover {
		bool ports, switches;
	} * covers;
	bool failed; /* out of memory */
};

/* inventory_sort.c: every array by its order, items that are there twice, names
 * that mean two things; gives ports their host and full name. */
void inventory_sort(struct inventory_build *build);

/* inventory_index.c: ports and switches by GUID, GUIDs used twice. */
void inventory_index_guids(struct inventory_build *build);

/* inventory_resolve.c: roles and granted partitions wherever they are named. */
void inventory_resolve(struct inventory_build *build);

/* inventory_cabling.c: what peers and link ends name. */
void inventory_resolve_cabling(struct inventory_build *build);
/* Reports a port that has a cable already, at first. */
void build_already_cabled(struct inventory_build *build, const char *text,
			  struct source_pos pos, struct source_pos first);

/* inventory_uses.c: links in their order, who uses which switch port. */
void inventory_index_uses(struct inventory_build *build);

/* inventory_states.c: what each entry of states: applies to. */
void inventory_resolve_states(struct inventory_build *build);

/* inventory_waivers.c: waivers for what nobody declares. */
void inventory_check_waivers(struct inventory_build *build);

/* inventory_partitions.c: the implied Default, P_Keys used twice; what members
 * and grants say together. */
void inventory_number_partitions(struct inventory_build *build);
void inventory_check_members(struct inventory_build *build);

/* inventory_groups.c: multicast groups that OpenSM would refuse. */
void inventory_check_groups(struct inventory_build *build);

/* inventory_selectors.c: what members and both sides of an assert select. */
void inventory_resolve_selectors(struct inventory_build *build);

/* inventory_names.c: what a name of the inventory stands for: a host, a port
 * of a host, a switch, or a port of a switch (sw and number). */
struct named {
	struct inventory_host *host;
	struct inventory_port *port;
	struct inventory_switch *sw;
	unsigned int number; /* 0: the switch itself */
};

/* Expands text and looks up every name. What cannot be found is one error at
 * pos; the rest is returned all the same. *named stands in build->scratch. */
void build_expand(struct inventory_build *build, const char *text,
		  struct source_pos pos, struct named **named, size_t *count);
/* Looks one name up, none of a list; what cannot be found is an error at pos. */
void build_check_name(struct inventory_build *build, const char *text,
		      struct source_pos pos);
/* A port number of a switch, 0 to 254, and nothing else. */
bool build_port_number(const char *text, unsigned int *number);
/* Reports a port label that its host does not have. */
void build_unknown_label(struct inventory_build *build, struct source_pos pos,
			 const struct inventory_host *host, const char *label,
			 size_t others);
/* Reports a name that is no host and no switch. others: how many more names
 * of the same list are not found either. */
void build_unknown_name(struct inventory_build *build, struct source_pos pos,
			const char *name, size_t others);

/* qsort(), which looks first: most of what people write is in order. */
void build_sort(void *items, size_t count, size_t size,
		int (*compare)(const void *, const void *));

/* Memory of the inventory; NULL and build->failed when there is none. */
void *build_array(struct inventory_build *build, size_t count, size_t size);
/* The same from build->scratch. */
void *build_scratch(struct inventory_build *build, size_t count, size_t size);

/* Looks for the nearest name unless nobody would read it any more. */
bool build_suggests(const struct inventory_build *build);
void suggest_hosts(struct suggestion *suggest,
		   const struct inventory *inventory);
void suggest_switches(struct suggestion *suggest,
		      const struct inventory *inventory);
/* "did you mean "leaf01"?", or NULL. In the list's arena. */
const char *build_hint(struct inventory_build *build,
		       const struct suggestion *suggest);

/* An error at pos about name: 'there is no role "compue"', the nearest one. */
void build_unknown(struct inventory_build *build, struct source_pos pos,
		   const char *what, const char *name,
		   const struct suggestion *suggest);

#endif
