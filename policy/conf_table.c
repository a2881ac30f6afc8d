/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The partitions that OpenSM collects while it reads a partitions.conf. */
#include "policy/conf_table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void conf_table_init(struct conf_table *table)
{
	memset(table, 0, sizeof(*table));
}

void conf_table_free(struct conf_table *table)
{
	free(table->partitions);
	free(table->by_name);
	free(table->rules);
	conf_table_init(table);
}

int conf_table_find(const struct conf_table *table, uint16_t pkey)
{
	return (int)table->by_key[pkey] - 1;
}

static size_t hash_name(const char *name)
{
	size_t hash = 5381;

	while (*name) {
		hash = hash * 33 ^ (unsigned char)*name++;
	}
	return hash;
}

/* The slot that holds the name, or the free one where it belongs. */
static size_t name_slot(const struct conf_table *table, const char *name)
{
	size_t mask = table->name_slots - 1, at = hash_name(name) & mask;

	while (table->by_name[at] &&
	       strcmp(table->partitions[table->by_name[at] - 1].name, name)) {
		at = (at + 1) & mask;
	}
	return at;
}

int conf_table_find_name(const struct conf_table *table, const char *name)
{
	if (table->name_slots == 0 || strlen(name) >= CONF_TABLE_NAME) {
		return CONF_TABLE_NONE;
	}
	return (int)table->by_name[name_slot(table, name)] - 1;
}

static int grow_names(struct conf_table *table)
{
	size_t slots = table->name_slots ? 2 * table->name_slots : 64, i;
	uint16_t *old = table->by_name, *grown = calloc(slots, sizeof(*grown));
	size_t old_slots = table->name_slots;

	if (!grown) {
		return -1;
	}
	table->by_name = grown;
	table->name_slots = slots;
	for (i = 0; i < old_slots; i++) {
		if (old[i]) {
			const char *name = table->partitions[old[i] - 1].name;

			grown[name_slot(table, name)] = old[i];
		}
	}
	free(old);
	return 0;
}

static uint16_t swapped(uint16_t pkey)
{
	return (uint16_t)(pkey << 8 | pkey >> 8);
}

static void index_partition(struct conf_table *table, size_t index)
{
	const struct conf_partition *partition = &table->partitions[index];
	uint16_t *slot = &table->by_name[name_slot(table, partition->name)];

	table->by_key[partition->pkey] = (uint16_t)(index + 1);
	if (*slot == 0) {
		table->name_count++;
		*slot = (uint16_t)(index + 1);
	} else if (swapped(partition->pkey) <
		   swapped(table->partitions[*slot - 1].pkey)) {
		*slot = (uint16_t)(index + 1);
	}
}

int conf_table_add(struct conf_table *table, uint16_t pkey, const char *name)
{
	struct conf_partition *partition;

	assert(pkey > 0 && pkey < CONF_TABLE_KEYS && !table->by_key[pkey]);
	if (table->count == table->capacity) {
		size_t capacity = table->capacity ? 2 * table->capacity : 16;
		void *grown = realloc(table->partitions,
				      capacity * sizeof(*partition));

		if (!grown) {
			return CONF_TABLE_NO_MEMORY;
		}
		table->partitions = grown;
		table->capacity = capacity;
	}
	if (2 * table->name_count >= table->name_slots && grow_names(table)) {
		return CONF_TABLE_NO_MEMORY;
	}
	partition = &table->partitions[table->count];
	memset(partition, 0, sizeof(*partition));
	partition->pkey = pkey;
	if (name && *name) {
		snprintf(partition->name, sizeof(partition->name), "%s", name);
	} else {
		snprintf(partition->name, sizeof(partition->name), "%04x",
			 pkey);
	}
	index_partition(table, table->count);
	return (int)table->count++;
}

uint16_t conf_table_make_key(struct conf_table *table)
{
	while (table->last_made < CONF_TABLE_LAST_MADE) {
		if (!table->by_key[++table->last_made]) {
			return table->last_made;
		}
	}
	return 0;
}

static void note_index0(struct conf_table *table, const struct conf_rule *rule)
{
	uint32_t *line = &table->partitions[rule->partition].index0_line;

	if (rule->index0 && !*line) {
		*line = rule->line;
	}
}

int conf_table_say_keyword(struct conf_table *table, enum plan_keyword keyword,
			   const struct conf_rule *rule)
{
	struct conf_rule *said =
		&table->partitions[rule->partition].keywords[keyword];
	uint32_t replaced =
		said->membership != rule->membership ? said->line : 0;

	if (table->order == UINT32_MAX) {
		return -1;
	}
	note_index0(table, rule);
	*said = *rule;
	said->replaced = replaced;
	said->order = ++table->order;
	return 0;
}

static int compare_rules(const void *left, const void *right)
{
	const struct conf_rule *a = left, *b = right;

	if (a->partition != b->partition) {
		return a->partition < b->partition ? -1 : 1;
	}
	if (a->guid != b->guid) {
		return a->guid < b->guid ? -1 : 1;
	}
	return (a->order > b->order) - (a->order < b->order);
}

void conf_table_compact(struct conf_table *table)
{
	struct conf_rule *rules = table->rules, *last;
	size_t i, kept = 0;

	if (table->rule_count == 0) {
		return;
	}
	qsort(rules, table->rule_count, sizeof(*rules), compare_rules);
	for (i = 1; i < table->rule_count; i++) {
		last = &rules[kept];
		if (last->partition != rules[i].partition ||
		    last->guid != rules[i].guid) {
			rules[++kept] = rules[i];
			continue;
		}
		if (!rules[i].replaced) {
			rules[i].replaced =
				last->membership != rules[i].membership
					? last->line
					: last->replaced;
		}
		*last = rules[i];
	}
	table->rule_count = kept + 1;
}

/* Memory follows the number of different GUIDs, not the length of the file:
 * what was said twice makes room before more is asked for. */
static int reserve_rule(struct conf_table *table)
{
	size_t capacity = table->rule_capacity;
	void *grown;

	if (table->rule_count < capacity) {
		return 0;
	}
	conf_table_compact(table);
	if (table->rule_count < capacity / 2) {
		return 0;
	}
	capacity = capacity ? 2 * capacity : 64;
	grown = realloc(table->rules, capacity * sizeof(*table->rules));
	if (!grown) {
		return -1;
	}
	table->rules = grown;
	table->rule_capacity = capacity;
	return 0;
}

int conf_table_say_guid(struct conf_table *table, const struct conf_rule *rule)
{
	struct conf_rule *said;

	if (table->order == UINT32_MAX || reserve_rule(table)) {
		return -1;
	}
	said = &table->rules[table->rule_count++];
	note_index0(table, rule);
	*said = *rule;
	said->order = ++table->order;
	table->partitions[rule->partition].has_guids = true;
	return 0;
}

void conf_table_forget(struct conf_table *table)
{
	int index = conf_table_find(table, IB_PKEY_DEFAULT);
	struct conf_partition kept;

	assert(index >= 0);
	kept = table->partitions[index];
	memset(kept.keywords, 0, sizeof(kept.keywords));
	kept.has_guids = false;
	kept.index0_line = 0;
	memset(table->by_key, 0, sizeof(table->by_key));
	memset(table->by_name, 0, table->name_slots * sizeof(uint16_t));
	table->name_count = 0;
	table->partitions[0] = kept;
	table->count = 1;
	table->rule_count = 0;
	table->last_made = 0;
	index_partition(table, 0);
}

/* The order from which on every port was covered again by later keywords. */
static uint32_t covered_since(const struct conf_partition *partition)
{
	const struct conf_rule *said = partition->keywords;
	uint32_t by_kind = UINT32_MAX;
	int keyword;

	for (keyword = PLAN_ALL_CAS; keyword <= PLAN_ALL_ROUTERS; keyword++) {
		if (said[keyword].order < by_kind) {
			by_kind = said[keyword].order;
		}
	}
	return by_kind > said[PLAN_ALL].order ? by_kind : said[PLAN_ALL].order;
}

bool conf_table_in_force(const struct conf_partition *partition,
			 enum plan_keyword keyword)
{
	const struct conf_rule *said = &partition->keywords[keyword];

	if (said->membership == IB_MEMBER_NONE) {
		return false;
	}
	if (keyword == PLAN_SELF) {
		return said->order > covered_since(partition);
	}
	return said->order >= partition->keywords[PLAN_ALL].order;
}

bool conf_table_guid_in_force(const struct conf_partition *partition,
			      const struct conf_rule *rule)
{
	return rule->order > covered_since(partition);
}
