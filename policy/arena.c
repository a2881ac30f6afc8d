/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Region memory: blocks in a list, bump allocation in the newest. */
#include "policy/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

struct arena_block {
	struct arena_block *next;
	size_t size; /* of data[] */
	size_t used;
	alignas(max_align_t) char data[];
};

struct arena {
	struct arena_block *newest;
	size_t next_size;
	size_t total;
};

struct arena *arena_new(void)
{
	struct arena *arena = calloc(1, sizeof(*arena));

	if (arena) {
		arena->next_size = FIRST_BLOCK;
	}
	return arena;
}

void arena_free(struct arena *arena)
{
	struct arena_block *block, *next;

	if (!arena) {
		return;
	}
	for (block = arena->newest; block; block = next) {
		next = block->next;
		free(block);
	}
	free(arena);
}

static struct arena_block *add_block(struct arena *arena, size_t size)
{
	size_t want = size > arena->next_size ? size : arena->next_size;
	struct arena_block *block;

	if (want > SIZE_MAX - sizeof(*block)) {
		return NULL;
	}
	block = calloc(1, sizeof(*block) + want);
	if (!block) {
		return NULL;
	}
	block->size = want;
	block->next = arena->newest;
	arena->newest = block;
	arena->total += sizeof(*block) + want;
	if (arena->next_size < LARGEST_BLOCK) {
		arena->next_size *= 2;
	}
	return block;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	const size_t align = alignof(max_align_t);
	struct arena_block *block = arena->newest;
	void *memory;

	if (size == 0) {
		size = 1;
	}
	if (size > SIZE_MAX - align) {
		return NULL;
	}
	size = (size + align - 1) / align * align;
	if (!block || block->size - block->used < size) {
		block = add_block(arena, size);
		if (!block) {
			return NULL;
		}
	}
	memory = block->data + block->used;
	block->used += size;
	return memory;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes)) {
		return NULL;
	}
	return arena_alloc(arena, bytes);
}

int arena_grow(struct arena *arena, void **items, size_t count,
	       size_t *capacity, size_t size)
{
	size_t want;
	void *larger;

	if (count < *capacity) {
		return 0;
	}
	if (__builtin_mul_overflow(*capacity ? *capacity : 4, 2, &want)) {
		return -1;
	}
	larger = arena_array(arena, want, size);
	if (!larger) {
		return -1;
	}
	if (count) {
		memcpy(larger, *items, count * size);
	}
	*items = larger;
	*capacity = want;
	return 0;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
	char *copy;

	if (!text || length == SIZE_MAX) {
		return NULL;
	}
	length = strnlen(text, length);
	copy = arena_alloc(arena, length + 1);
	if (copy) {
		memcpy(copy, text, length);
	}
	return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
	return text ? arena_strndup(arena, text, strlen(text)) : NULL;
}

char *arena_vprintf(struct arena *arena, const char *format, va_list args)
{
	va_list again;
	char *text = NULL;
	int length;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	if (length >= 0) {
		text = arena_alloc(arena, (size_t)length + 1);
	}
	if (text) {
		vsnprintf(text, (size_t)length + 1, format, again);
	}
	va_end(again);
	return text;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = arena_vprintf(arena, format, args);
	va_end(args);
	return text;
}

size_t arena_size(const struct arena *arena)
{
	return arena->total;
}
