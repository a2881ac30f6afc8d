/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Expected cabling as a sheet says it: rows of two named ends. */
#ifndef IBPOLICY_CABLING_H
#define IBPOLICY_CABLING_H

#include "policy/arena.h"
#include "policy/diag.h"
#include "policy/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

/* How a sheet writes a port. */
enum cabling_form {
	CABLING_NUMBER, /* "Port 21", "21", "1/21": of a switch, or of a host's
			   only adapter */
	CABLING_UNIT,   /* "Blade 16_Port 2/20", "L16/U2/20": port 20 of unit 2
			   of a director's leaf 16; "Spine 3_Port 1/4" */
	CABLING_ADAPTER /* "gpu001 mlx5_0", "mlx5_0/1", "HCA-1 Port 2" */
};

struct cabling_end {
	const char *device, *port; /* as written, without blanks round them */
	enum cabling_form form;
	char card;           /* UNIT: 'L' or 'S' */
	unsigned int slot;   /* UNIT: of the card */
	unsigned int unit;   /* UNIT: the switch chip on it */
	unsigned int number; /* of the port; 0: not said (ADAPTER) */
	const char *adapter; /* ADAPTER: "mlx5_0"; else NULL */
};

struct cabling_row {
	struct cabling_end ends[2];
	struct source_pos pos; /* its line */
};

struct cabling {
	struct arena *arena;
	struct cabling_row *rows; /* in the order of the sheets */
	size_t row_count, row_capacity;
};

/* NULL when out of memory. The caller frees with cabling_free(). */
struct cabling *cabling_new(void);
void cabling_free(struct cabling *cabling); /* NULL is legal */

/* Reads end->port into the fields below it; device and port are set. Texts
 * stand in arena. Returns 1, 0 when the port's text names no port, or -1 when
 * out of memory. */
int cabling_end_parse(struct cabling_end *end, struct arena *arena);

/* "leaf01/21", "dir01/L16/U2/20", "gpu001/mlx5_0": made safe to print. */
void cabling_add_end(const struct cabling_end *end, struct strbuf *out);

#endif
