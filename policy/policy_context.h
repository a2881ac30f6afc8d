/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What rules work on: inventory and fabric matched once, one fault each. */
#ifndef IBPOLICY_POLICY_CONTEXT_H
#define IBPOLICY_POLICY_CONTEXT_H

#include "policy/policy.h"
#include "policy/rule.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The one thing that is wrong with a declared switch, port or cable: the
 * first that applies, in this order. Rules report the faults of their own
 * kind, so that no two report the same cause. */
enum fault {
	FAULT_NONE,
	FAULT_NOT_JUDGED, /* ignored, or planned and not there yet */
	FAULT_UNKNOWN,    /* not seen, which proves nothing: see reason */
	FAULT_SWITCH_GONE,
	FAULT_HOST_GONE,
	FAULT_REPLACED,
	FAULT_MISSING,
	FAULT_SWAPPED,
	FAULT_PEER,
	FAULT_LINK_MISSING,
	FAULT_STATE
};

struct cable;

struct switch_match {
	const struct inventory_switch *declared;
	const struct subnet_node *node; /* NULL: not there */
	enum fault fault;
	const char *reason; /* UNKNOWN */
	/* SWITCH_GONE: the gone switch it is found under, itself if it is the
	 * one nearest to the rest of the fabric. */
	struct switch_match *cause;
};

struct port_match {
	const struct inventory_port *declared;
	const struct subnet_port *port; /* NULL: not there, or down */
	/* The port at the other end of its declared cable; NULL: not declared
	 * or not there. */
	const struct subnet_port *facing;
	const struct subnet_port *replacement; /* REPLACED: who is there */
	struct switch_match *gone;             /* SWITCH_GONE: behind whom */
	enum fault fault;
	const char *reason;  /* UNKNOWN */
	struct cable *cable; /* when it is there */
};

/* One end of a declared cable: a switch port or a host port. */
struct cable_side {
	struct switch_match *sw; /* either this and number ... */
	unsigned int number;
	struct port_match *match; /* ... or this; both NULL: not declared */
	const struct subnet_port *port; /* NULL: not there */
};

/* Bits of cable.differs: what is not as declared. */
enum {
	DIFFERS_SPEED = 1,
	DIFFERS_WIDTH = 2,
	DIFFERS_MTU = 4,
};

/* A declared cable: a link between switches, or a host port's own. */
struct cable {
	const struct inventory_link *link; /* NULL: a host port's */
	struct cable_side sides[2];        /* of a host port's: itself first */
	enum fault fault;
	struct switch_match *gone; /* SWITCH_GONE */
	struct cable *other;       /* SWAPPED with */
	const char *reason;        /* UNKNOWN */
	unsigned int differs;      /* only with FAULT_NONE */
	struct expectation expect;
	/* Active values of both ends together: the lower, 0 not known. */
	enum ib_speed speed;
	enum ib_width width;
	unsigned int mtu;
};

struct sm_match {
	const struct inventory_sm *declared; /* NULL: nobody declares it */
	const struct subnet_sm *sm;          /* NULL: not there */
};

/* What is known of a port of the fabric beside its own facts. */
struct port_note {
	struct cable *cable;      /* the declared cable that should end here */
	unsigned int side;        /* ... and which end of it this is */
	struct port_match *match; /* the declared port that this is */
	const struct port_match *replaces; /* the one whose place it took */
	bool explained; /* its cable or presence is part of a finding */
	bool duplicate; /* its GUID shows in another place as well */
};

struct node_note {
	bool ignored;
	/* Why nobody knows whether it is; NULL: it is known. */
	const char *unclear;
	struct switch_match *sw; /* the declared switch that this is */
	size_t first_port;       /* of its port_notes */
};

/* A group of subjects that a check could not judge. */
struct unassessed_group {
	struct unassessed public;
	size_t capacity;
};

struct policy_context {
	const struct policy_input *input;
	const struct inventory *inventory;
	const struct subnet *subnet;
	struct arena *arena; /* of the result: texts and findings */
	struct arena *work;  /* freed before policy_evaluate() returns */
	bool failed;         /* out of memory at some point */

	struct switch_match *switches; /* as inventory->switches_by_guid */
	struct port_match *ports;      /* as inventory->ports_by_guid */
	struct cable *cables; /* inventory->links, then host ports that are
				 there, by port GUID */
	size_t cable_count, cable_capacity;
	struct sm_match *sms; /* ascending by port GUID */
	size_t sm_count;
	/* Why something that no cable is declared for may be there and not
	 * seen; NULL: it would have been seen. */
	const char *silence;
	struct node_note *node_notes; /* as subnet->nodes */
	struct port_note *port_notes; /* see policy_port_note() */

	/* Those in force: ones with a plain subject first, by that, then by
	 * place; at the end those whose subject is a glob. */
	const struct inventory_waiver **waivers;
	size_t literal_waivers, glob_waivers;

	struct finding *findings;
	size_t finding_count, finding_capacity;
	struct unassessed_group *groups;
	size_t group_count, group_capacity;
	size_t ports_judged;
	const char **names; /* declared ones, by short name; see rule_node.c */
	size_t name_count;
	uint64_t master_guid;   /* the master SM's port; 0: not known */
	size_t tables_assessed; /* end ports whose P_Keys are known */
	bool fallback;          /* every table is that of OpenSM's fallback */
	bool fallback_swallows; /* partition.fallback says it all */
};

/* Matches and finds every fault. Failure shows in context->failed. */
void policy_context_fill(struct policy_context *context);

/* NULL when there is none. */
struct switch_match *policy_switch_match(const struct policy_context *context,
					 uint64_t node_guid);
struct port_match *policy_port_match(const struct policy_context *context,
				     uint64_t port_guid);
struct node_note *policy_node_note(const struct policy_context *context,
				   const struct subnet_node *node);
struct port_note *policy_port_note(const struct policy_context *context,
				   const struct subnet_port *port);

/* The port is up, or the source does not say and shows it with a cable. */
bool policy_port_present(const struct subnet_port *port);

/* The port's link is up and leads somewhere, known or not. */
bool policy_port_linked(const struct subnet_port *port);

/* By node GUID, then number: a cable is judged from its lower end. */
bool policy_port_is_lower(const struct subnet_port *port,
			  const struct subnet_port *than);

/* port.unlisted is about this port. */
bool policy_port_unlisted(const struct policy_context *context,
			  const struct subnet_port *port);

/* The state in force of a port (its host's otherwise), link or switch. */
enum service_state policy_state(const struct policy_context *context,
				const struct inventory_state *state);

#endif
