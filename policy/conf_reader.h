/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The state in which a partitions.conf is read, shared by the files that
 * follow OpenSM's parser: definitions, members, groups. */
#ifndef IBPOLICY_CONF_READER_H
#define IBPOLICY_CONF_READER_H

#include "policy/conf_flags.h"
#include "policy/conf_groups.h"
#include "policy/conf_lex.h"
#include "policy/conf_table.h"
#include "policy/partitions_conf.h"

/* A definition from its header to its ";". */
struct conf_definition {
	bool open;
	unsigned int line; /* of its header */
	int partition;     /* index; CONF_TABLE_NONE: no header yet */
	bool ipoib;
	bool index0;
	enum ib_membership membership; /* of members that say nothing */
	struct conf_flags flags;
};

struct conf_reader {
	const struct partitions_conf_options *options;
	struct partitions_conf *conf;
	const char *path; /* in the arena */
	struct conf_lex lex;
	struct conf_table table;
	struct conf_groups groups;
	struct conf_definition definition;
	bool seen;      /* something else than blanks and comments */
	bool stopped;   /* OpenSM's parser gave up: the fallback */
	bool no_memory; /* ours, not OpenSM's */
};

/* A quirk at a line; 0: at the file as a whole. */
void conf_reader_quirk(struct conf_reader *reader, enum diag_severity severity,
		       unsigned int line, const char *hint, const char *format,
		       ...) __attribute__((format(printf, 5, 6)));

/* A quirk at the line that is being read. */
#define conf_reader_warn(reader, hint, ...)                                    \
	conf_reader_quirk(reader, DIAG_WARNING, (reader)->lex.line, hint,      \
			  __VA_ARGS__)
#define conf_reader_note(reader, hint, ...)                                    \
	conf_reader_quirk(reader, DIAG_NOTE, (reader)->lex.line, hint,         \
			  __VA_ARGS__)

/* OpenSM gives up at this line; the format says why, in one sentence. */
void conf_reader_stop(struct conf_reader *reader, const char *hint,
		      const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The result rests on memory that the file does not decide. */
void conf_reader_undefined(struct conf_reader *reader, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Text from the file for a sentence: safe and at most some 40 bytes. */
struct conf_quote {
	char text[192];
};
const char *conf_reader_quote(struct conf_quote *quote, const char *text);

/* conf_definition.c: the header at text, up to its ":"; returns the first byte
 * after that, or NULL when OpenSM stops. */
char *conf_definition_header(struct conf_reader *reader, char *text);

/* Applies a flag of a group and says what is odd about it. */
void conf_definition_group_flag(struct conf_reader *reader,
				struct conf_flags *flags, enum conf_flag flag,
				const char *name, const char *value);

/* conf_members.c: the members at text; returns the first byte after what
 * OpenSM consumes, or NULL when it stops. */
char *conf_members_read(struct conf_reader *reader, char *text);

/* conf_mgid.c: an mgid line whose flags stand at text; stray: no comma leads
 * there, it is what follows the MGID in the buffer. Returns the first byte
 * after what OpenSM consumes, or NULL when it crashes. */
char *conf_mgid_read(struct conf_reader *reader, const char *mgid, char *text,
		     bool stray);

/* Makes a group as asked and says so when OpenSM does not. what is "the IPoIB
 * group" or "the group ff12::1". */
void conf_mgid_make(struct conf_reader *reader,
		    const struct conf_group *request, const char *what);

/* conf_plan.c: what was read, as a plan; says what later lines override.
 * Returns 0, or -1 when out of memory. */
int conf_plan_build(struct conf_reader *reader);

#endif
