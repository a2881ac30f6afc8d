/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a diff risks, in one line. */
#include "policy/partition_diff.h"

static const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

static void add_part(struct strbuf *out, const char *verb, uint64_t count,
		     const char *noun)
{
	if (count) {
		strbuf_addf(out, "%s%s %llu %s%s", out->length ? ", " : "",
			    verb, (unsigned long long)count, noun,
			    plural(count));
	}
}

/* What OpenSM does with a file that it rejects, or that does not decide what
 * OpenSM does, comes before all else. */
static void add_fallback(struct strbuf *out, const struct diff_side *side)
{
	if (side->conf && side->conf->crash) {
		strbuf_addf(out, "ends OpenSM (it crashes at line %u)",
			    side->conf->undefined_line);
		return;
	}
	if (side->conf && side->conf->undefined) {
		strbuf_addf(out, "rests on OpenSM's memory (line %u)",
			    side->conf->undefined_line);
	}
	if (!side->conf || !side->conf->fallback) {
		return;
	}
	strbuf_addstr(out, out->length ? ", " : "");
	strbuf_addstr(out, "opens the whole fabric (OpenSM ");
	if (side->conf->fallback_line) {
		strbuf_addf(out, "stops at line %u)",
			    side->conf->fallback_line);
	} else {
		strbuf_addstr(out, "finds no partition)");
	}
}

void partition_diff_head(const struct partition_diff *diff, struct strbuf *out)
{
	const struct diff_totals *totals = &diff->totals;
	struct strbuf head = STRBUF_INIT;

	add_fallback(&head, &diff->input->sides[PLAN_AFTER]);
	add_part(&head, "opens", diff->reach_change->opened_count, "pair");
	add_part(&head, "removes", totals->removed, "membership");
	add_part(&head, "lowers", totals->lowered, "membership");
	add_part(&head, "raises", totals->raised, "membership");
	add_part(&head, "adds", totals->added, "membership");
	add_part(&head, "moves index 0 of", totals->moved_index0, "port");
	add_part(&head, "changes", diff->multicast_count, "multicast group");
	if (!head.length) {
		strbuf_addstr(&head, diff->keyword_count
					     ? "no known port changes"
					     : "no port changes");
	}
	if (diff->group_count || diff->keyword_count || diff->multicast_count ||
	    partition_diff_held(diff)) {
		strbuf_addstr(&head, partition_diff_held(diff)
					     ? ", would be held"
					     : ", would not be held");
	}
	out->failed |= head.failed;
	strbuf_add(out, strbuf_text(&head), head.length);
	strbuf_free(&head);
}
