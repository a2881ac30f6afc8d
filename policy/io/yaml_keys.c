/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Keys that a YAML map holds twice. */
#include "policy/io/yaml_keys.h"

#include <stdlib.h>
#include <string.h>

struct key {
	const char *text;
	size_t index;
};

static int compare_keys(const void *left, const void *right)
{
	const struct key *a = left, *b = right;
	int order = strcmp(a->text, b->text);

	return order ? order : (a->index > b->index) - (a->index < b->index);
}

/* Large maps are mostly written in order, small ones are quickly compared. */
static bool surely_unique(const struct yaml_value *map)
{
	size_t i, j;

	for (i = 1; i < map->count; i++) {
		if (strcmp(map->items[2 * i - 2]->text,
			   map->items[2 * i]->text) >= 0) {
			break;
		}
	}
	if (i >= map->count) {
		return true;
	}
	if (map->count > 16) {
		return false;
	}
	for (i = 1; i < map->count; i++) {
		for (j = 0; j < i; j++) {
			if (strcmp(map->items[2 * i]->text,
				   map->items[2 * j]->text) == 0) {
				return false;
			}
		}
	}
	return true;
}

int yaml_keys_check(struct yaml_value *map, struct arena *scratch,
		    struct diag_list *diags)
{
	size_t first = 0, to = 0, i;
	struct key *keys;

	if (surely_unique(map)) {
		return 0;
	}
	keys = arena_array(scratch, map->count, sizeof(*keys));
	if (!keys) {
		return -1;
	}
	for (i = 0; i < map->count; i++) {
		keys[i] = (struct key){map->items[2 * i]->text, i};
	}
	qsort(keys, map->count, sizeof(*keys), compare_keys);
	for (i = 1; i < map->count; i++) {
		if (strcmp(keys[first].text, keys[i].text) != 0) {
			first = i;
			continue;
		}
		diag_add(diags, DIAG_ERROR, map->items[2 * keys[i].index]->pos,
			 NULL, "key %s is there twice, first at %s",
			 diag_quote(diags, keys[i].text),
			 diag_place(diags,
				    map->items[2 * keys[first].index]->pos));
		map->items[2 * keys[i].index] = NULL;
	}
	for (i = 0; i < map->count; i++) {
		if (map->items[2 * i]) {
			map->items[2 * to] = map->items[2 * i];
			map->items[2 * to + 1] = map->items[2 * i + 1];
			to++;
		}
	}
	map->count = to;
	return diags->failed ? -1 : 0;
}
