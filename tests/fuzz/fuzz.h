/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a fuzz target defines: libFuzzer's entry point, also replay's. */
#ifndef IBPOLICY_TESTS_FUZZ_H
#define IBPOLICY_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Returns 0; a broken promise ends the program with abort(). */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

#endif
