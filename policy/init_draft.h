/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the parts of init share while they draft an inventory. */
#ifndef IBPOLICY_INIT_DRAFT_H
#define IBPOLICY_INIT_DRAFT_H

#include "policy/arena.h"
#include "policy/ibnames.h"
#include "policy/init.h"
#include "policy/strbuf.h"
#include "policy/subnet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INIT_NAME_MAX = 63 };

enum init_kind { /* of a role, in the order that roles are written */
		 INIT_HOSTS,
		 INIT_STORAGE,
		 INIT_ROUTERS,
		 INIT_UPLINKS,
		 INIT_KIND_COUNT
};

enum init_class { /* of end ports, as OpenSM's keywords have them */
		  INIT_CLASS_CA,
		  INIT_CLASS_SWITCH,
		  INIT_CLASS_ROUTER,
		  INIT_CLASS_COUNT
};

struct inventory_host;

struct init_role {
	enum init_kind kind;
	enum ib_speed speed;
	enum ib_width width;
	unsigned int mtu; /* bytes */
	size_t count;     /* ports or links that it fits */
	bool declared;    /* options->known has one like it */
	const char *name;
};

/* Beside each node of the subnet, by its index. */
struct init_node {
	const struct subnet_node *node;
	bool ignored;       /* an aggregation node */
	bool declared;      /* a switch that options->known has */
	const char *name;   /* of the host or switch; NULL: not listed */
	const char *device; /* CA, router: "mlx5_0" of label "mlx5_0/1" */
	bool renamed;       /* name is not what the description says */
	/* The declared host whose ports these are, so that they make no host
	 * of their own; by_name: only its description says so. */
	const struct inventory_host *joins;
	bool joins_by_name;
	struct init_host *host; /* CA, router */
	/* By port index; NULL where the port has no role. */
	const struct init_role **roles;
};

struct init_host {
	const char *name;
	enum init_kind kind;
	const struct init_role *role; /* of most of its ports */
	size_t first, node_count;     /* in host_nodes[] of the draft */
	size_t port_count;            /* listed ports */
};

/* Nodes that are known and not judged, by what their firmware says. */
struct init_ignore {
	uint32_t vendor;
	uint16_t device;
	size_t count; /* nodes */
};

/* A cable between two listed switches. */
struct init_link {
	const struct subnet_port *from, *to;
	const char *from_name, *to_name;
	const struct init_role *role;
};

struct init_draft {
	struct arena *arena;
	const struct subnet *subnet;
	const struct init_options *options;
	char date[32]; /* of the observation */
	struct init_node *nodes;
	struct init_host *hosts; /* by name */
	size_t host_count;
	struct init_node **host_nodes; /* by host, device */
	struct init_node **switches;   /* by name */
	size_t switch_count;
	struct init_link *links; /* by names and numbers */
	size_t link_count;
	struct init_role *roles; /* by kind, then most used */
	size_t role_count;
	struct init_ignore *ignores; /* by id */
	size_t ignore_count;
	struct partition_plan *plan; /* of options->known, if it has one */
	bool allow_both;             /* some port is both, limited and full */
};

struct init_node *init_node_of(const struct init_draft *draft,
			       const struct subnet_node *node);

/* A port that can carry traffic, has a GUID of its own and is not declared. A
 * state that the source does not know counts as up. */
bool init_port_new(const struct init_draft *draft,
		   const struct subnet_port *port);
/* One that gets a line: it is not to be added to a declared host. */
bool init_port_listed(const struct init_draft *draft,
		      const struct subnet_port *port);
bool init_node_listed(const struct init_draft *draft,
		      const struct subnet_node *node);

/* A port that the inventory can name: switch ports have numbers up to 254. */
bool init_port_has_name(const struct init_draft *draft,
			const struct subnet_port *port);

/* The listed port at the other end of a cable that both ends state, or that
 * the cabling sheets say where there are any; NULL: none. */
const struct subnet_port *init_port_peer(const struct init_draft *draft,
					 const struct subnet_port *port);

/* The other end of a sheet's cable, if the inventory can name both; a port
 * that the source does not show is in no node's ports[]. */
const struct subnet_port *
init_cabling_written(const struct init_draft *draft,
		     const struct cabling_cable *cable, unsigned int side);

/* By the sheets alone. */
const struct subnet_port *init_cabling_peer(const struct init_draft *draft,
					    const struct subnet_port *port);

/* "gpu001/mlx5_0/1", "leaf01/7"; the node must have a name. */
void init_add_port_name(const struct init_draft *draft,
			const struct subnet_port *port, struct strbuf *out);

/* init_known.c: what options->known has already; false or nothing without it.
 * Taken: a switch port that is declared for something, or to be unused. */
bool init_known_ignores(const struct init_draft *draft,
			const struct subnet_node *node);
bool init_known_takes(const struct init_draft *draft,
		      const struct subnet_port *port);
/* Returns 0, or -1 when out of memory. */
int init_known_plan(struct init_draft *draft);
int init_known_role(const struct init_draft *draft, struct init_role *role);
/* ", partitions: {storage: full}": what the port has beside what the plan
 * gives it. */
void init_known_add_grants(const struct init_draft *draft,
			   const struct subnet_port *port, struct strbuf *out);

bool init_is_sm(const struct init_draft *draft, uint64_t port_guid);
enum init_class init_class_of(const struct subnet_port *port);

/* Each returns 0, or -1 when out of memory. In this order: what is ignored,
 * what belongs to declared hosts, names, hosts and switches and links in order, roles. */
int init_draft_ignores(struct init_draft *draft);
int init_draft_joins(struct init_draft *draft);
int init_draft_names(struct init_draft *draft);
int init_draft_items(struct init_draft *draft);
int init_draft_roles(struct init_draft *draft);

/* text as a valid name: what is not allowed becomes "-". "" when nothing is
 * left, NULL when out of memory. */
const char *init_valid_name(struct arena *arena, const char *text);

/* Sections of the file, each with its key; nothing where there is none. */
int init_write_partitions(struct init_draft *draft, struct strbuf *out);
void init_write_roles(const struct init_draft *draft, struct strbuf *out);
void init_write_hosts(const struct init_draft *draft, struct strbuf *out);
void init_write_switches(const struct init_draft *draft, struct strbuf *out);
void init_write_links(const struct init_draft *draft, struct strbuf *out);
/* Comments: what belongs into lines that are declared already, ports and
 * members. */
void init_write_joins(const struct init_draft *draft, struct strbuf *out);
void init_write_known_members(const struct init_draft *draft,
			      struct strbuf *out);
/* Comments on where the sheets and the fabric do not meet. */
void init_write_cabling(const struct init_draft *draft, struct strbuf *out);

/* "  # observed 2026-11-30", ", note" if there is one, and the line's end. */
void init_end_line(const struct init_draft *draft, const char *note,
		   struct strbuf *out);

/* A name as a YAML scalar: quoted only where it would read as something else.
 * add_text: any printable text, double-quoted. */
void init_add_scalar(struct strbuf *out, const char *name);
void init_add_text(struct strbuf *out, const char *text);

#endif
