/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Open addressing over FNV-1a, never more than half full. */
#include "policy/name_set.h"

#include <stdint.h>
#include <string.h>

static size_t hash(const char *name)
{
	uint64_t value = 0xcbf29ce484222325u;

	for (; *name; name++) {
		value = (value ^ (unsigned char)*name) * 0x100000001b3u;
	}
	return (size_t)(value ^ value >> 32);
}

/* The slot that holds name, or the free one where it belongs. */
static size_t find(const char *const *slots, size_t size, const char *name)
{
	size_t i = hash(name) & (size - 1);

	while (slots[i] && strcmp(slots[i], name) != 0) {
		i = (i + 1) & (size - 1);
	}
	return i;
}

static int grow(struct name_set *set)
{
	size_t size = set->size ? 2 * set->size : 64, i;
	const char **slots = arena_array(set->arena, size, sizeof(*slots));

	if (!slots) {
		return -1;
	}
	for (i = 0; i < set->size; i++) {
		if (set->slots[i]) {
			slots[find(slots, size, set->slots[i])] = set->slots[i];
		}
	}
	set->slots = slots;
	set->size = size;
	return 0;
}

int name_set_add(struct name_set *set, const char *name, bool *taken)
{
	size_t slot;

	if (set->count >= set->size / 2 && grow(set)) {
		return -1;
	}
	slot = find(set->slots, set->size, name);
	*taken = set->slots[slot] != NULL;
	if (!*taken) {
		set->slots[slot] = name;
		set->count++;
	}
	return 0;
}
