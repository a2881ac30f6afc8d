/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the site expects, as read from the inventory; every item keeps its
 * place in the file. See doc/ibpolicy-inventory.5 for the meaning. */
#ifndef IBPOLICY_INVENTORY_H
#define IBPOLICY_INVENTORY_H

#include "policy/arena.h"
#include "policy/diag.h"
#include "policy/error.h"
#include "policy/ibnames.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All of it stands in one arena: built by policy/io/inventory_yaml (or by a
 * test), completed by inventory_finish(), then read only. Names are checked
 * and safe to print; free texts (location, labels, reason, owner) are valid
 * UTF-8 but may hold anything printable. */

enum severity {
	SEVERITY_UNSET, /* in an override: not said */
	SEVERITY_NONE,  /* the check is switched off */
	SEVERITY_INFO,
	SEVERITY_WARNING,
	SEVERITY_CRITICAL
};

enum { PORT_NUMBER_MAX = 254 };

/* checks: {port.missing: {severity: warning, confirm: 120s}} */
struct check_override {
	const char *check; /* an id of rule_table[], or "family.*" */
	enum severity severity;
	int confirm_sec; /* -1: not said */
	int threshold;   /* link.flapping and the like; -1: not said */
	int window_sec;  /* likewise */
	struct source_pos pos;
};

/* partitions: {compute: full} on a role, host or port */
struct grant {
	struct inventory_partition *partition; /* set by inventory_finish() */
	const char *name;
	enum ib_membership membership;
	struct source_pos pos;
};

/* What may stand on a role, a host, a port or a link. Absent is 0 / NULL. */
struct attributes {
	const char *role_name;
	struct inventory_role *role; /* set by inventory_finish() */
	enum ib_speed speed;
	enum ib_width width;
	unsigned int mtu; /* bytes */
	bool has_partitions;
	struct grant *partitions;
	size_t partition_count;
	struct check_override *checks;
	size_t check_count;
	struct source_pos role_pos, speed_pos, width_pos, mtu_pos,
		partitions_pos;
};

struct label {
	const char *key, *value;
};

struct inventory_role {
	const char *name;
	struct attributes attributes;
	struct source_pos pos;
};

/* One end of a cable as the inventory names it: "leaf01/1" or, for cables
 * without a switch, "gpu001/mlx5_0/1". text is as written. */
struct cable_end {
	const char *text; /* NULL: not declared */
	struct source_pos pos;
	struct inventory_switch *sw; /* either this and number ... */
	unsigned int number;
	struct inventory_port *port; /* ... or this */
};

enum service_state {
	STATE_IN_SERVICE,
	STATE_PLANNED,
	STATE_MAINTENANCE,
	STATE_QUARANTINE
};

/* states: as written, before and after expansion. */
struct inventory_state {
	const char *subject; /* as written, with ranges */
	enum service_state state;
	int64_t until; /* last second of that day, UTC; 0: no end */
	const char *owner, *reason;
	struct source_pos pos, subject_pos;
};

struct inventory_port {
	struct inventory_host *host;
	const char *label; /* "mlx5_0/1" */
	const char *name;  /* "gpu001/mlx5_0/1" */
	uint64_t guid;
	struct cable_end peer;
	struct attributes attributes;
	const struct inventory_state *state; /* NULL: in service. The host's
						when the port has none; ask
						inventory_state_at() */
	struct source_pos pos, guid_pos;
};

struct inventory_host {
	const char *name;
	const char *location;
	struct label *labels;
	size_t label_count;
	struct attributes attributes;
	struct inventory_port *ports;
	size_t port_count;
	struct source_pos pos;
};

struct inventory_switch {
	const char *name;
	uint64_t guid; /* node GUID */
	const char *location;
	struct label *labels;
	size_t label_count;
	uint8_t unused[32]; /* bit per port number that must stay uncabled */
	struct attributes attributes;        /* checks only */
	const struct inventory_state *state; /* of the whole switch */
	struct source_pos pos, guid_pos, unused_pos;
};

/* One cable between switches, lists already paired up. ends[0] is the lower
 * (node GUID, port number). */
struct inventory_link {
	struct cable_end ends[2];
	struct attributes attributes;
	const struct inventory_state *state;
	struct source_pos pos;
};

struct inventory_sm {
	const char *name;
	uint64_t guid;               /* port GUID */
	int priority;                /* 0..15; -1: not declared */
	struct inventory_port *port; /* the host's port with the same GUID */
	struct source_pos pos, guid_pos;
};

enum selector_kind {
	SELECT_ALL, /* the keywords first, least specific first */
	SELECT_ALL_CAS,
	SELECT_ALL_SWITCHES,
	SELECT_ALL_ROUTERS,
	SELECT_SM,
	SELECT_ROLE,
	SELECT_HOSTS, /* host or switch names, hostlists, host/port */
	SELECT_GUID
};

/* members: {"gpu[001-002]/mlx5_1/1": full} */
struct selector {
	enum selector_kind kind;
	const char *text; /* as written */
	struct source_pos pos;
	uint64_t guid;               /* SELECT_GUID */
	struct inventory_role *role; /* SELECT_ROLE */
	/* What it covers among declared things; for SELECT_GUID both are empty
	 * when nobody declares that GUID. Keywords: empty, they cover what is
	 * declared or not. A switch is a member by its port 0. */
	struct inventory_port **ports;
	size_t port_count;
	struct inventory_switch **switches;
	size_t switch_count;
	struct inventory_sm **sms;
	size_t sm_count;
};

struct inventory_member {
	struct selector selector;
	enum ib_membership membership;
};

/* ipoib: and groups: share their settings; -1 is "not said". */
struct ipoib_group {
	const char *mgid;  /* as written; NULL for ipoib: */
	unsigned int mtu;  /* bytes; 0: not said */
	unsigned int rate; /* Gb/s; 0: not said */
	int sl, scope, tclass;
	int64_t qkey, flow_label;
	struct source_pos pos;
};

struct inventory_partition {
	const char *name;
	uint16_t pkey; /* 15 bits */
	bool implied;  /* Default, when the inventory has no 0x7fff */
	bool is_protected;
	bool index0;
	int sl; /* -1: not said */
	struct inventory_member *members;
	size_t member_count;
	bool has_ipoib;
	struct ipoib_group ipoib;
	struct ipoib_group *groups;
	size_t group_count;
	struct source_pos pos, pkey_pos;
};

struct inventory_waiver {
	const char *check;   /* glob over check ids */
	const char *subject; /* glob over subject names and GUIDs */
	int64_t until;       /* last second of that day, UTC */
	const char *owner, *reason;
	struct source_pos pos, subject_pos;
};

struct inventory_ignore {
	uint64_t guid;   /* a node or port GUID; 0: not said */
	uint32_t vendor; /* 0: not said */
	int32_t device;  /* -1: not said */
	struct source_pos pos;
};

struct inventory_assert {
	bool expect_reachable;  /* else isolated */
	bool among;             /* every pair of sides[], else sides[0], [1] */
	struct selector *sides; /* a partition's name selects its members */
	struct inventory_partition **partitions; /* by side; NULL: selector */
	size_t side_count;
	struct source_pos pos;
};

/* guard: {max_removed_members: 10%} */
struct inventory_guard {
	bool declared;
	unsigned int max_removed;    /* default 10 */
	bool max_removed_is_percent; /* default true */
	struct source_pos pos;
};

struct inventory_file {
	const char *path; /* as opened, for source_pos and status.json */
	char sha256[65];
};

struct inventory {
	struct arena *arena;
	const char *path;              /* the root file */
	const char *fabric, *revision; /* revision may be NULL */
	struct inventory_file *files;  /* the root first, then includes */
	size_t file_count;
	char sha256[65]; /* over all files: what reports show */

	struct inventory_role *roles;
	size_t role_count;
	bool has_partitions; /* a partitions: key was there: there is a plan */
	struct source_pos partitions_pos;
	struct inventory_partition *partitions; /* by pkey; 0x7fff first */
	size_t partition_count;
	struct inventory_sm *sms; /* by guid */
	size_t sm_count;
	struct inventory_host *hosts; /* by name, bytewise */
	size_t host_count;
	struct inventory_switch *switches; /* by name, bytewise */
	size_t switch_count;
	struct inventory_link *links; /* by ends[0], (guid, number) */
	size_t link_count;
	struct inventory_state *states;
	size_t state_count;
	struct check_override *checks;
	size_t check_count;
	struct inventory_waiver *waivers;
	size_t waiver_count;
	struct inventory_ignore *ignores;
	size_t ignore_count;
	struct inventory_assert *asserts;
	size_t assert_count;
	struct inventory_guard guard;
	bool strict_ports, strict_links, strict_switches; /* default: true
		where hosts:, links:, switches: are not empty */
	bool allow_both_pkeys;                            /* opensm: */

	/* Indexes, made by inventory_finish(). */
	struct inventory_partition **partitions_by_name;
	struct inventory_port **ports_by_guid;
	size_t port_total;
	struct inventory_switch **switches_by_guid;
	struct switch_port_use *uses; /* by (switch guid, number) */
	size_t use_count;
};

/* What a declared switch port is for: exactly one of the two. */
struct switch_port_use {
	struct inventory_switch *sw;
	unsigned int number;
	struct inventory_port *port; /* faces this host port, or ... */
	struct inventory_link *link; /* ... is this end of this link */
	unsigned int link_end;
};

struct inventory *inventory_new(void);            /* NULL when out of memory */
void inventory_free(struct inventory *inventory); /* NULL is legal */

/* Sorts, resolves every name (roles, partitions, peers, link ends, selectors,
 * states, asserts), adds the implied Default, builds the indexes, and checks
 * what needs more than one item: GUIDs and P_Keys used twice, switch ports
 * used twice or declared unused and used, members that disagree, SMs that are
 * not full, quarantine covered by ALL*. Faults go to diags. Returns 0, or -1
 * on failure (out of memory). */
int inventory_finish(struct inventory *inventory, struct diag_list *diags,
		     struct error *error);

/* NULL when there is none. */
struct inventory_port *inventory_find_port(const struct inventory *inventory,
					   uint64_t port_guid);
struct inventory_switch *
inventory_find_switch(const struct inventory *inventory, uint64_t node_guid);
struct inventory_sm *inventory_find_sm(const struct inventory *inventory,
				       uint64_t port_guid);
const struct switch_port_use *
inventory_find_use(const struct inventory *inventory, uint64_t switch_guid,
		   unsigned int number);
struct inventory_host *inventory_host_named(const struct inventory *inventory,
					    const char *name);
struct inventory_switch *
inventory_switch_named(const struct inventory *inventory, const char *name);
struct inventory_role *inventory_role_named(const struct inventory *inventory,
					    const char *name);
/* By label ("mlx5_0/1"). */
struct inventory_port *
inventory_port_labelled(const struct inventory_host *host, const char *label);
struct inventory_partition *
inventory_partition_named(const struct inventory *inventory, const char *name);

/* The state in force at a time (seconds since 1970 UTC): in service once
 * until has passed. */
enum service_state inventory_state_at(const struct inventory_state *state,
				      int64_t now);
bool inventory_state_expired(const struct inventory_state *state, int64_t now);

/* What is expected of a port or link: each attribute from the nearest level
 * that has it (port, host, role named at either); 0 and a NULL file where
 * nothing is said. Grants are those of the nearest "partitions"; members: add
 * to them in the plan, not here. */
struct expectation {
	enum ib_speed speed;
	enum ib_width width;
	unsigned int mtu;
	const struct grant *partitions;
	size_t partition_count;
	const struct inventory_role *role;
	struct source_pos speed_pos, width_pos, mtu_pos, partitions_pos;
};

/* The role named at the port or else at its host; NULL: none. */
const struct inventory_role *
inventory_port_role(const struct inventory_port *port);
void inventory_expect_port(const struct inventory_port *port,
			   struct expectation *out);
void inventory_expect_link(const struct inventory_link *link,
			   struct expectation *out);

/* The override of a check for a subject, nearest level first (port, host,
 * role, root); port and link may be NULL. Fields that no level says are
 * SEVERITY_UNSET and -1. */
struct check_override inventory_check_for(const struct inventory *inventory,
					  const char *check,
					  const struct inventory_port *port,
					  const struct inventory_link *link);

/* The same for a switch (nearest level first: switch, root). */
struct check_override
inventory_check_for_switch(const struct inventory *inventory, const char *check,
			   const struct inventory_switch *sw);

/* ALL, ALL_CAS, ..., SM: words that no name may be. */
bool selector_is_keyword(const char *text);

bool inventory_port_unused(const struct inventory_switch *sw,
			   unsigned int number);

/* Whether a waiver's subject is a pattern; and *fits: whether a pattern can fit
 * something that is declared. Returns 0, or -1 when out of memory. */
bool inventory_waiver_is_glob(const struct inventory_waiver *waiver);
int inventory_waiver_fits(const struct inventory *inventory,
			  const struct inventory_waiver *waiver,
			  struct arena *scratch, bool *fits);

const char *severity_name(enum severity severity); /* "critical", ... "none" */
enum severity severity_parse(const char *text);    /* SEVERITY_UNSET if none */
const char *service_state_name(enum service_state state);
/* False, *state untouched, when there is no such state. */
bool service_state_parse(const char *text, enum service_state *state);

#endif
