/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What fuzz targets ask of everything that is said about foreign bytes. */
#ifndef IBPOLICY_TESTS_FUZZ_SAID_H
#define IBPOLICY_TESTS_FUZZ_SAID_H

#include "policy/diag.h"
#include "policy/strbuf.h"

#include <stdbool.h>

/* abort() unless the promise is kept. */
void fuzz_require(bool promise);

/* The text is safe on a terminal. */
void fuzz_require_safe(const struct strbuf *text);

/* So are the diagnostics, in order. */
void fuzz_require_said(struct diag_list *diags);

#endif
