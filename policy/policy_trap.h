/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What the rules that listen to traps share: whose they are, how old. */
#ifndef IBPOLICY_POLICY_TRAP_H
#define IBPOLICY_POLICY_TRAP_H

#include "policy/policy_emit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How long a finding stays after the last trap, unless "window" says else. */
enum { TRAP_WINDOW_SEC = 3600 };

/* One entry of the log, put where a rule wants it: entries with equal group,
 * subject and key are one finding. */
struct trap_heard {
	const struct trap_entry *entry;
	unsigned int group;     /* the rule's own */
	uint64_t subject, peer; /* port GUIDs; peer 0: none */
	uint16_t key;           /* 0: does not set apart */
};

struct trap_heard_list {
	struct trap_heard *items;
	size_t count;
};

/* Entries of one kind whose window is not over, in order, each given to sort,
 * which fills in all but entry. Returns 0, or -1 (context->failed). */
int policy_trap_collect(struct policy_context *context, const struct rule *rule,
			enum trap_kind kind,
			void (*sort)(const struct policy_context *context,
				     struct trap_heard *heard),
			struct trap_heard_list *list);

/* The length of the run that begins at row from. */
size_t policy_trap_run(const struct trap_heard_list *list, size_t from);

/* Begins a draft about a run: subject; its one peer, or all of them as
 * affected; found: how many traps, when, from whom. Returns how the peers are
 * called: a name, or "3 ports". */
const char *policy_trap_begin(struct policy_context *context,
			      const struct trap_heard *run, size_t length,
			      struct policy_draft *draft);

/* A port by its GUID, there or not. */
void policy_trap_subject(struct policy_context *context, uint64_t port_guid,
			 struct subject *subject);

/* What a declared port is called, what a switch or stranger calls itself. */
const char *policy_trap_name(struct policy_context *context,
			     uint64_t port_guid);

/* "at least 3 traps, the last one at ... from leaf01/0" */
const char *policy_trap_found(struct policy_context *context, uint64_t count,
			      int64_t last, const struct trap *latest);

/* What happened at that time is within a window that ends now. */
bool policy_trap_is_recent(const struct policy_context *context, int64_t when,
			   int64_t window_sec);

#endif
