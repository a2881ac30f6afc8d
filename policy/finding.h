/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One thing that differs from the inventory, and the order of such things. */
#ifndef IBPOLICY_FINDING_H
#define IBPOLICY_FINDING_H

#include "policy/diag.h"
#include "policy/inventory.h"
#include "policy/openings.h"
#include "policy/strbuf.h"

#include <stddef.h>
#include <stdint.h>

enum subject_kind {
	SUBJECT_PORT,
	SUBJECT_HOST,
	SUBJECT_SWITCH,
	SUBJECT_LINK,
	SUBJECT_SM,
	SUBJECT_PARTITION,
	SUBJECT_INVENTORY,
	SUBJECT_SELF, /* the tool about itself */
	SUBJECT_KIND_COUNT
};

/* Names are safe to print (escaped where they come from the wire). */
struct subject {
	enum subject_kind kind;
	const char *name;
	uint64_t port_guid; /* 0: none or not known */
	uint64_t node_guid; /* likewise */
	int port;           /* number; -1: none */
	const char *location;
	const struct label *labels;
	size_t label_count;
};

enum finding_state { /* against what was found before */
		     FINDING_ONGOING,
		     FINDING_NEW,
		     FINDING_FLAPPING, /* here, but it came and went: see
					  openings.h */
		     FINDING_CLEARED
};

enum { FINDING_ID_TEXT = 17 };

struct finding {
	char id[FINDING_ID_TEXT]; /* see finding_set_id() */
	const char *check;        /* the rule's id */
	enum severity severity;
	enum finding_state state;
	int64_t first_seen;   /* seconds since 1970 UTC; 0: not known */
	bool before_takeover; /* first_seen is the takeover, it began before */
	bool pending;         /* younger than its confirm: only counted */
	struct openings openings; /* those of the last hour, this one too */
	struct subject subject;
	bool has_peer;
	struct subject peer;
	const char *expected, *found; /* phrases; NULL: nothing to say */
	const char *message;          /* one sentence */
	const char *hint;             /* one sentence: what to do next */
	const char *attribute;    /* sets apart two findings of one check on one
				  port, e.g. the P_Key; NULL: none */
	struct source_pos source; /* where the expectation stands */
	int confirm_sec;          /* from the inventory or the rule */
	int window_sec;           /* from the inventory; 0: the check's own */
	/* What the same cause also breaks, by name; not found again. */
	const char **affected;
	size_t affected_count;
	/* Set where a waiver or a state covers it. */
	bool suppressed;
	const char *suppressed_by;             /* owner, or the state's name */
	int64_t suppressed_until;              /* 0: no end */
	const struct inventory_waiver *waiver; /* NULL: it is a state */
};

/* 16 hex digits of a hash over check, GUID, port and attribute: never over a
 * name. The GUID is the subject's port GUID, else its node GUID. */
void finding_set_id(struct finding *finding);

/* By node GUID (the port GUID where no node is known), then port. */
int subject_compare(const struct subject *a, const struct subject *b);

/* By severity (critical first), subject, id. For qsort(). */
int finding_compare(const void *left, const void *right);

const char *subject_kind_name(enum subject_kind kind);
const char *finding_state_name(enum finding_state state);

/* Something that a check needed and that the source did not give. */
struct unassessed {
	const char *check;
	const char *reason;
	const char **subjects; /* names, in order */
	size_t count;
};

#endif
