/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What every unit test includes: cmocka and its needs, in its order. */
#ifndef IBPOLICY_TESTS_UNIT_H
#define IBPOLICY_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

#endif
