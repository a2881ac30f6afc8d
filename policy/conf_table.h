/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The partitions that OpenSM collects while it reads a partitions.conf. */
#ifndef IBPOLICY_CONF_TABLE_H
#define IBPOLICY_CONF_TABLE_H

#include "policy/partition_plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	CONF_TABLE_NAME = 32,         /* OpenSM's char name[32] */
	CONF_TABLE_KEYS = 0x8000,     /* 15 bits */
	CONF_TABLE_LAST_MADE = 0x7ffe /* the last key OpenSM generates */
};

/* What one line says of a keyword's ports or of a GUID. */
struct conf_rule {
	uint64_t guid;
	uint32_t order;     /* counts every rule of the file, from 1 */
	uint32_t line;      /* 0: OpenSM itself, before it reads the file */
	uint32_t replaced;  /* line of an earlier rule for the same GUID with
			       another membership; 0: none */
	uint16_t partition; /* index */
	uint8_t membership; /* enum ib_membership; NONE: no such rule */
	bool index0;
};

struct conf_partition {
	uint16_t pkey;
	char name[CONF_TABLE_NAME];
	int sl;
	unsigned int line; /* of its first header in this file; 0: none */
	struct conf_rule keywords[PLAN_KEYWORD_COUNT];
	bool has_guids;
	uint32_t index0_line; /* the first that asks for index 0; 0: none */
};

/* Plain memory, not an arena: it grows with the input and goes away. */
struct conf_table {
	struct conf_partition *partitions; /* in order of creation */
	size_t count;
	size_t capacity;
	uint16_t by_key[CONF_TABLE_KEYS]; /* index + 1; 0: none */
	uint16_t *by_name;                /* open addressing, index + 1 */
	size_t name_slots;                /* a power of two */
	size_t name_count;
	struct conf_rule *rules; /* of GUIDs */
	size_t rule_count;
	size_t rule_capacity;
	uint32_t order;
	uint16_t last_made; /* the last key that was generated */
};

void conf_table_init(struct conf_table *table);
void conf_table_free(struct conf_table *table);

enum { CONF_TABLE_NONE = -1, CONF_TABLE_NO_MEMORY = -2 };

/* The index of the partition with that key or CONF_TABLE_NONE. */
int conf_table_find(const struct conf_table *table, uint16_t pkey);

/* The index of the partition that OpenSM finds by name (of several the first
 * in the order of byte-swapped keys, as its map is ordered), or
 * CONF_TABLE_NONE. A name over 31 bytes is found never: OpenSM compares it
 * with names that it has cut. */
int conf_table_find_name(const struct conf_table *table, const char *name);

/* Adds a partition whose key is free; name NULL or "": named after the key.
 * Returns its index or CONF_TABLE_NO_MEMORY. */
int conf_table_add(struct conf_table *table, uint16_t pkey, const char *name);

/* The next key that OpenSM generates, or 0 when none is left. */
uint16_t conf_table_make_key(struct conf_table *table);

/* Records a rule; rule->order is set here. Return 0 or -1. */
int conf_table_say_keyword(struct conf_table *table, enum plan_keyword keyword,
			   const struct conf_rule *rule);
int conf_table_say_guid(struct conf_table *table, const struct conf_rule *rule);

/* Sorts the rules by partition and GUID and keeps the last for each. */
void conf_table_compact(struct conf_table *table);

/* Forgets every partition but 0x7fff, and what was said of that one: the state
 * in which OpenSM makes its default partition. */
void conf_table_forget(struct conf_table *table);

/* True when no rule said after this one covers every port that it covers. */
bool conf_table_in_force(const struct conf_partition *partition,
			 enum plan_keyword keyword);
bool conf_table_guid_in_force(const struct conf_partition *partition,
			      const struct conf_rule *rule);

#endif
