/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Region memory: many allocations, one free. */
#ifndef IBPOLICY_ARENA_H
#define IBPOLICY_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena;

/* NULL when out of memory. The caller frees with arena_free(). */
struct arena *arena_new(void);
void arena_free(struct arena *arena); /* NULL is legal */

/* Zeroed, suitably aligned memory that lives as long as the arena; NULL when
 * out of memory or when count * size overflows. A size of 0 gives a valid
 * pointer. */
void *arena_alloc(struct arena *arena, size_t size);
void *arena_array(struct arena *arena, size_t count, size_t size);

/* Grows an array that arena_array() gave (old stays in the arena unused):
 * ensures room for one more element, doubling. *items is moved and *capacity
 * updated. Returns 0, or -1 when out of memory (both untouched). */
int arena_grow(struct arena *arena, void **items, size_t count,
	       size_t *capacity, size_t size);

/* Copies with a final NUL. NULL text gives NULL. */
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

/* Bytes obtained from the system so far. */
size_t arena_size(const struct arena *arena);

#endif
