/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Text within a page, where nothing of it is markup. */
#ifndef IBPOLICY_HTML_TEXT_H
#define IBPOLICY_HTML_TEXT_H

#include "policy/strbuf.h"

/* Adds text, also fit for an attribute in quotation marks. Failure to allocate
 * shows in out->failed. */
void html_text(struct strbuf *out, const char *text);

#endif
