/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* OpenSM's partitions.conf: our writer, and a reader with OpenSM's quirks. */
#ifndef IBPOLICY_PARTITIONS_CONF_H
#define IBPOLICY_PARTITIONS_CONF_H

#include "policy/diag.h"
#include "policy/partition_plan.h"
#include "policy/strbuf.h"

/* --- Writing (partitions_conf_write.c) ------------------------------- */

/* One partition, valid as a file of its own: a header comment, keywords, then
 * GUIDs ascending, one per line with the port's name as comment. */
void partitions_conf_write_fragment(const struct plan_partition *partition,
				    struct strbuf *out);

/* "7fff-Default.conf", "0011-tenant-a.conf" */
void partitions_conf_fragment_name(const struct plan_partition *partition,
				   struct strbuf *out);

/* The whole file: the fragments joined and the trailer with count and hash.
 * sha256 (may be NULL) gets the 64 hex digits of the hash that the trailer
 * states: of all bytes before the trailer. */
void partitions_conf_write(const struct partition_plan *plan,
			   struct strbuf *out, char sha256[65]);

enum partitions_conf_origin {
	PARTITIONS_CONF_OURS,    /* an intact trailer at the end */
	PARTITIONS_CONF_EDITED,  /* a trailer, but the hash does not fit */
	PARTITIONS_CONF_FOREIGN, /* no trailer */
	PARTITIONS_CONF_EMPTY
};

/* sha256 (may be NULL) gets the trailer's hash for OURS, else "". */
enum partitions_conf_origin
partitions_conf_origin(const char *text, size_t length, char sha256[65]);

/* --- Comments (partitions_conf_comments.c) --------------------------- */

/* Adds to the plan that was read from text what OpenSM skips: members' names
 * from the comments beside their GUIDs (escaped, so safe to print), and, in a
 * file with an intact trailer, which partitions are protected. Returns 0, or
 * -1 when out of memory. */
int partitions_conf_annotate(const char *text, size_t length,
			     struct partition_plan *plan, struct error *error);

/* --- Reading (partitions_conf_read.c) -------------------------------- */

/* What callers should give read_file(): twice what the largest fabrics need. */
enum { PARTITIONS_CONF_LIMIT = 128 * 1024 * 1024 };

/* What OpenSM 3.3.23 makes of a partitions.conf. */
struct partitions_conf {
	struct arena *arena;
	struct partition_plan *plan; /* the effective table; after a fallback
					the one partition that OpenSM makes.
					Positions are lines of the file */
	bool fallback; /* OpenSM rejects the file: everyone full in 0x7fff */
	unsigned int fallback_line;  /* 0: the file as a whole (empty) */
	const char *fallback_reason; /* one sentence, safe to print */
	/* The file does not decide what OpenSM does: it crashes, or reads
	 * memory that holds whatever was there before. plan is then what most
	 * likely comes out. */
	bool undefined;
	bool crash; /* it is undefined because OpenSM crashes */
	unsigned int undefined_line;
	const char *undefined_reason; /* one sentence, safe to print */
	/* Two partitions hold one multicast group: OpenSM uses freed memory
	 * once one of them has gone. */
	bool shared_group;
	/* More than one partition asks for index 0. For a port in several of
	 * them the plan does not say which one gets it. */
	bool index0_disputed;
	/* Every quirk that the result rests on: a place and a sentence. Errors
	 * are fallback, undefined and a limited SM; warnings are where OpenSM
	 * does something else than the text suggests; notes are shorthand. */
	struct diag_list quirks;
};

/* A port of the fabric. A switch is there by its port 0. */
struct partitions_conf_port {
	uint64_t guid;
	enum ib_node_type type;
};

struct partitions_conf_options {
	const char *path; /* for source_pos; copied */
	bool allow_both_pkeys;
	bool qos;
	/* The partitions in force before this file is read (a running SM keeps
	 * names, generated keys and groups of those that stay); NULL: a
	 * freshly started SM. */
	const struct partitions_conf *before;
	/* The fabric's ports where they are known, ascending by guid, else
	 * NULL: names GUIDs that are not there, and of before only partitions
	 * with a port in the fabric are still in the SM. */
	const struct partitions_conf_port *ports;
	size_t port_count;
	uint64_t sm_guid; /* the SM's port; 0: not known */
};

/* Reads text as OpenSM would; NULL: the file is missing, which opens the
 * fabric as well. Never fails on content: what OpenSM rejects is a fallback.
 * Time is linear in length, memory in the number of different GUIDs. *conf is
 * freed with partitions_conf_free(). Returns 0, or -1 when out of memory.
 * Source: OpenSM 3.3.23, osm_prtn_config.c, osm_prtn.c. */
int partitions_conf_read(const char *text, size_t length,
			 const struct partitions_conf_options *options,
			 struct partitions_conf **conf, struct error *error);
void partitions_conf_free(struct partitions_conf *conf); /* NULL is legal */

#endif
