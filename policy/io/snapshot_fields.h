/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Typed reading of one JSON object of a snapshot, with faults as diags. */
#ifndef IBPOLICY_IO_SNAPSHOT_FIELDS_H
#define IBPOLICY_IO_SNAPSHOT_FIELDS_H

#include "policy/arena.h"
#include "policy/diag.h"

#include <jansson.h>

#include <stdbool.h>
#include <stdint.h>

enum { SNAPSHOT_PORT_MAX = 254 };

struct snapshot_fields {
	struct arena *arena; /* of what is read */
	struct diag_list *diags;
	struct source_pos pos; /* the line being read */
	const char *subject;   /* "port"; see snapshot_fields_at() */
	int number;            /* negative: the subject has none */
	size_t faults;
	bool failed; /* out of memory */
};

/* What the following is about: "port 17" in front of each message; a negative
 * number is not said. The subject is not copied. */
void snapshot_fields_at(struct snapshot_fields *fields, const char *subject,
			int number);

/* One fault of the subject. Arguments are safe to print. */
void snapshot_fields_complain(struct snapshot_fields *fields,
			      const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void snapshot_fields_bad_json(struct snapshot_fields *fields,
			      const json_error_t *json_error);

/* False, with a fault, when the value is no object. */
bool snapshot_fields_object(struct snapshot_fields *fields,
			    const json_t *value);

/* One field. An absent one gives 0, false or NULL; so does, with a fault, one
 * of the wrong type or out of range. Texts are copied into the arena. */
const char *snapshot_fields_text(struct snapshot_fields *fields,
				 const json_t *object, const char *key,
				 size_t longest);
unsigned int snapshot_fields_number(struct snapshot_fields *fields,
				    const json_t *object, const char *key,
				    unsigned int least, unsigned int most);
unsigned int snapshot_fields_mtu(struct snapshot_fields *fields,
				 const json_t *object, const char *key);
uint64_t snapshot_fields_guid(struct snapshot_fields *fields,
			      const json_t *object, const char *key);
uint64_t snapshot_fields_required_guid(struct snapshot_fields *fields,
				       const json_t *object, const char *key);
uint32_t snapshot_fields_hex(struct snapshot_fields *fields,
			     const json_t *object, const char *key,
			     uint32_t most);
bool snapshot_fields_flag(struct snapshot_fields *fields, const json_t *object,
			  const char *key);
json_t *snapshot_fields_array(struct snapshot_fields *fields,
			      const json_t *object, const char *key);

/* The port's number, which must be there; false, with a fault, if not. */
bool snapshot_fields_port(struct snapshot_fields *fields, const json_t *object,
			  unsigned int *number);

/* Fields whose values are words of a table. */
enum snapshot_word {
	SNAPSHOT_STATE,
	SNAPSHOT_PHYS,
	SNAPSHOT_SPEED,
	SNAPSHOT_WIDTH,
	SNAPSHOT_SPEED_ENABLED,
	SNAPSHOT_SPEED_SUPPORTED,
	SNAPSHOT_WIDTH_ENABLED,
	SNAPSHOT_WIDTH_SUPPORTED,
	SNAPSHOT_ENFORCE,
	SNAPSHOT_PORT_WORDS, /* the ones above are a port's */
	SNAPSHOT_TYPE = SNAPSHOT_PORT_WORDS,
	SNAPSHOT_SM_STATE,
	SNAPSHOT_WORD_COUNT
};

struct snapshot_words {
	unsigned int value[SNAPSHOT_PORT_WORDS];
};

unsigned int snapshot_fields_word(struct snapshot_fields *fields,
				  const json_t *object,
				  enum snapshot_word word);
void snapshot_fields_words(struct snapshot_fields *fields, const json_t *object,
			   struct snapshot_words *words);

#endif
