/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The page's map: every switch, port by port. */
#ifndef IBPOLICY_RENDER_MAP_HTML_H
#define IBPOLICY_RENDER_MAP_HTML_H

#include "policy/html_cut.h"
#include "policy/strbuf.h"
#include "policy/switch_map.h"

/* Switches with a marked port first, the others folded away; nothing where no
 * switch was seen. A cell leads to its finding, if the cut leaves that on the
 * page. Failure to allocate shows in out->failed. */
void render_map_html(const struct switch_map *map, const struct html_cut *cut,
		     struct strbuf *out);

#endif
