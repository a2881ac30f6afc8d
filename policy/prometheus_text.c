/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Prometheus' text format. */
#include "policy/prometheus_text.h"

#include <inttypes.h>
#include <string.h>

/* What strbuf_add_safe() lets pass, quotes escaped. (It has doubled the
 * backslashes and left no line break.) */
static void add_value(struct strbuf *out, const char *text)
{
	struct strbuf safe = STRBUF_INIT;
	size_t i;

	strbuf_add_safe(&safe, text, strlen(text));
	for (i = 0; i < safe.length; i++) {
		if (safe.data[i] == '"') {
			strbuf_addch(out, '\\');
		}
		strbuf_addch(out, safe.data[i]);
	}
	out->failed = out->failed || safe.failed;
	strbuf_free(&safe);
}

void prometheus_family(struct strbuf *out, const char *name, const char *type,
		       const char *help)
{
	strbuf_addf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name,
		    type);
}

void prometheus_begin(struct strbuf *out, const char *name, const char *fabric)
{
	strbuf_addf(out, "%s{fabric=\"", name);
	add_value(out, fabric ? fabric : "");
	strbuf_addch(out, '"');
}

void prometheus_label(struct strbuf *out, const char *key, const char *value)
{
	strbuf_addf(out, ",%s=\"", key);
	add_value(out, value);
	strbuf_addch(out, '"');
}

void prometheus_end(struct strbuf *out, int64_t value)
{
	strbuf_addf(out, "} %" PRId64 "\n", value);
}

void prometheus_single(struct strbuf *out, const char *name, const char *type,
		       const char *help, const char *fabric, int64_t value)
{
	prometheus_family(out, name, type, help);
	prometheus_begin(out, name, fabric);
	prometheus_end(out, value);
}
