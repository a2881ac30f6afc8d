/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Prometheus' text format: families, samples, labels. */
#ifndef IBPOLICY_PROMETHEUS_TEXT_H
#define IBPOLICY_PROMETHEUS_TEXT_H

#include "policy/strbuf.h"

#include <stdint.h>

/* The HELP and TYPE lines of a family; type is "gauge" or "counter". */
void prometheus_family(struct strbuf *out, const char *name, const char *type,
		       const char *help);

/* 'name{fabric="pod7"': labels follow, then prometheus_end(). fabric NULL is
 * said as "". Values may come from anywhere and are escaped. */
void prometheus_begin(struct strbuf *out, const char *name, const char *fabric);
void prometheus_label(struct strbuf *out, const char *key, const char *value);
void prometheus_end(struct strbuf *out, int64_t value);

/* A family of one sample without further labels. */
void prometheus_single(struct strbuf *out, const char *name, const char *type,
		       const char *help, const char *fabric, int64_t value);

#endif
