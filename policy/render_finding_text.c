/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* One finding as text: where, what was expected and found, what to do. */
#include "policy/render_finding_text.h"

#include "policy/text_wrap.h"

#include <string.h>

enum { INDENT = 4, TEXT_COLUMN = 14, AFFECTED_LIMIT = 4 };

/* Adds a labelled fact, wrapped; nothing where text is empty. */
static void add_fact(struct strbuf *out, const char *label, const char *text)
{
	if (!text || !*text) {
		return;
	}
	strbuf_addf(out, "%*s%-*s", INDENT, "", TEXT_COLUMN - INDENT, label);
	text_wrap(out, TEXT_COLUMN, TEXT_COLUMN, text);
	strbuf_addch(out, '\n');
}

static void add_buffer(struct strbuf *out, const char *label,
		       struct strbuf *text)
{
	add_fact(out, label, strbuf_text(text));
	out->failed = out->failed || text->failed;
	strbuf_free(text);
}

void render_names_text(const char *const *names, size_t count, size_t limit,
		       struct strbuf *out)
{
	size_t i, listed = count < limit ? count : limit;

	for (i = 0; i < listed; i++) {
		strbuf_addf(out, "%s%s", i ? ", " : "", names[i]);
	}
	if (count > listed) {
		strbuf_addf(out, " and %zu more", count - listed);
	}
}

/* "R12 U34, port GUID 0x..." as far as it is known. */
static void add_place(struct strbuf *text, const struct subject *subject)
{
	const char *comma = text->length ? ", " : "";
	char guid[IB_GUID_TEXT];

	if (subject->location && *subject->location) {
		strbuf_addstr(text, comma);
		strbuf_add_safe(text, subject->location,
				strlen(subject->location));
		comma = ", ";
	}
	if (subject->port_guid) {
		strbuf_addf(text, "%sport GUID %s", comma,
			    ib_guid_format(guid, subject->port_guid));
	} else if (subject->node_guid) {
		strbuf_addf(text, "%snode GUID %s", comma,
			    ib_guid_format(guid, subject->node_guid));
		if (subject->port >= 0) {
			strbuf_addf(text, " port %d", subject->port);
		}
	}
}

static void add_labels(struct strbuf *out, const struct subject *subject)
{
	struct strbuf text = STRBUF_INIT;
	size_t i;

	for (i = 0; i < subject->label_count; i++) {
		strbuf_addstr(&text, i ? ", " : "");
		strbuf_add_safe(&text, subject->labels[i].key,
				strlen(subject->labels[i].key));
		strbuf_addch(&text, ' ');
		strbuf_add_safe(&text, subject->labels[i].value,
				strlen(subject->labels[i].value));
	}
	add_buffer(out, "labels", &text);
}

static void add_where(const struct finding *finding, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;

	add_place(&text, &finding->subject);
	add_buffer(out, "where", &text);
	add_labels(out, &finding->subject);
	if (finding->has_peer) {
		strbuf_addstr(&text, finding->peer.name ? finding->peer.name
							: "not declared");
		add_place(&text, &finding->peer);
		add_buffer(out, "peer", &text);
	}
}

static void add_since(const struct report *report,
		      const struct finding *finding, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;
	char since[TIME_TEXT], age[TIME_TEXT];

	if (!finding->first_seen) {
		return;
	}
	time_format(since, finding->first_seen);
	age_format(age, report->now - finding->first_seen);
	if (finding->before_takeover) {
		strbuf_addf(&text, "before the takeover at %s, %s ago", since,
			    age);
	} else {
		strbuf_addf(&text, "%s, %s ago", since, age);
	}
	add_buffer(out, "since", &text);
}

static void add_openings(const struct finding *finding, struct strbuf *out)
{
	const struct openings *openings = &finding->openings;
	struct strbuf text = STRBUF_INIT;
	char first[TIME_TEXT];

	if (finding->state != FINDING_FLAPPING) {
		return;
	}
	strbuf_addf(&text, "it came %s%zu times within an hour, since %s",
		    openings->count == OPENINGS_ROOM ? "at least " : "",
		    openings->count, time_format(first, openings->times[0]));
	add_buffer(out, "flapping", &text);
}

static void add_affected(const struct report *report,
			 const struct finding *finding, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;

	if (finding->affected_count) {
		strbuf_addf(&text, "%zu: ", finding->affected_count);
		render_names_text(finding->affected, finding->affected_count,
				  report->show_all ? finding->affected_count
						   : AFFECTED_LIMIT,
				  &text);
	}
	add_buffer(out, "behind", &text);
}

void render_finding_text(const struct report *report,
			 const struct finding *finding, struct strbuf *out)
{
	static const char *const marks[] = {
		[FINDING_ONGOING] = "",
		[FINDING_NEW] = "  NEW",
		[FINDING_FLAPPING] = "  FLAPPING",
		[FINDING_CLEARED] = "  CLEARED",
	};
	struct strbuf source = STRBUF_INIT;

	strbuf_addf(out, "  %s  %s%s\n", finding->subject.name, finding->check,
		    marks[finding->state]);
	strbuf_addf(out, "%*s", INDENT, "");
	text_wrap(out, INDENT, INDENT, finding->message);
	strbuf_addch(out, '\n');
	add_where(finding, out);
	add_fact(out, "expected", finding->expected);
	add_fact(out, "found", finding->found);
	add_affected(report, finding, out);
	add_since(report, finding, out);
	add_openings(finding, out);
	add_fact(out, "do", finding->hint);
	diag_format_pos(&source, finding->source);
	add_buffer(out, "declared", &source);
	add_fact(out, "id", finding->id);
}
