/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A first inventory: the draft, its head, and what is not a port or link. */
#include "policy/init.h"

#include "policy/init_draft.h"
#include "policy/name_set.h"
#include "policy/time_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { DAY = 24 * 60 * 60 };

static void write_head(const struct init_draft *draft, struct strbuf *out)
{
	const struct subnet *subnet = draft->subnet;
	const char *path = draft->options->source_path;
	char when[TIME_TEXT];

	strbuf_addstr(
		out,
		"# A first inventory, written by ibpolicy init from what was "
		"there. It says what\n"
		"# is, not what should be: review every line before it goes "
		"into force.\n");
	if (!path && !subnet->node_count) {
		strbuf_addstr(out, "# No fabric was at hand.\n");
		return;
	}
	strbuf_addf(out, "# Observed %s%s by %s",
		    subnet->taken_at ? ""
				     : "at a time that is not known, read ",
		    time_format(when, subnet->taken_at ? subnet->taken_at
						       : draft->options->now),
		    subnet_source_name(subnet->source));
	if (path) {
		strbuf_addstr(out, " in ");
		strbuf_add_safe(out, path, strlen(path));
	}
	strbuf_addf(out,
		    ":\n# %zu hosts, %zu switches, %zu cables between "
		    "switches.\n",
		    draft->host_count, draft->switch_count, draft->link_count);
	strbuf_addstr(out, "# Names come from NodeDescriptions, which whoever "
			   "runs a host can set.\n");
	if (!subnet->sms_known) {
		strbuf_addstr(out,
			      "# The source does not show subnet managers: "
			      "add subnet_managers.\n");
	}
}

static const struct subnet_port *sm_port(const struct init_draft *draft,
					 uint64_t guid)
{
	return subnet_find_end_port(draft->subnet, guid);
}

/* "sm-gpu001": after its host or switch, else after its GUID. */
static const char *sm_name(const struct init_draft *draft, uint64_t guid,
			   struct name_set *names)
{
	const struct subnet_port *port = sm_port(draft, guid);
	const char *host = port ? init_node_of(draft, port->node)->name : NULL;
	const char *name =
		host ? arena_printf(draft->arena, "sm-%.60s", host) : NULL;
	bool taken = true;

	if (name && name_set_add(names, name, &taken)) {
		return NULL;
	}
	return taken ? arena_printf(draft->arena, "sm-%016" PRIx64, guid)
		     : name;
}

static int write_sms(const struct init_draft *draft, struct strbuf *out)
{
	struct name_set names = NAME_SET_INIT(draft->arena);
	size_t i;

	strbuf_addstr(out,
		      draft->subnet->sm_count ? "\nsubnet_managers:\n" : "");
	for (i = 0; i < draft->subnet->sm_count; i++) {
		const struct subnet_sm *sm = &draft->subnet->sms[i];
		const char *name;

		if (!sm->port_guid ||
		    (i && sm->port_guid == sm[-1].port_guid)) {
			continue;
		}
		name = sm_name(draft, sm->port_guid, &names);
		if (!name) {
			return -1;
		}
		strbuf_addstr(out, "  ");
		init_add_scalar(out, name);
		strbuf_addf(out, ": {guid: 0x%016" PRIx64 ", priority: %u}",
			    sm->port_guid, sm->priority);
		init_end_line(draft, ib_sm_state_name(sm->state), out);
	}
	return 0;
}

static void write_ignores(const struct init_draft *draft, struct strbuf *out)
{
	size_t i;

	strbuf_addstr(out, draft->ignore_count ? "\nignore:\n" : "");
	for (i = 0; i < draft->ignore_count; i++) {
		const struct init_ignore *ignore = &draft->ignores[i];
		char note[48];

		strbuf_addf(out,
			    "  - {vendor: 0x%04" PRIx32 ", device: 0x%04x}",
			    ignore->vendor, ignore->device);
		snprintf(note, sizeof(note), "%zu aggregation node%s",
			 ignore->count, ignore->count == 1 ? "" : "s");
		init_end_line(draft, note, out);
	}
}

/* A glob that matches this subject alone: its declared name, or its GUID where
 * nobody declares it (a name from the wire matches no waiver). */
static const char *waiver_subject(struct arena *arena,
				  const struct subject *subject)
{
	const char *name = subject->name ? subject->name : "";

	if (*name && !strpbrk(name, "*?[]\\\" ")) {
		return name;
	}
	if (subject->port_guid) {
		return arena_printf(arena, "0x%016" PRIx64, subject->port_guid);
	}
	if (subject->port < 0) {
		return arena_printf(arena, "0x%016" PRIx64, subject->node_guid);
	}
	return arena_printf(arena, "0x%016" PRIx64 "/%d", subject->node_guid,
			    subject->port);
}

static void write_waiver(const struct init_draft *draft,
			 const struct finding *finding, const char *subject,
			 struct strbuf *out)
{
	struct strbuf reason = STRBUF_INIT;
	char until[TIME_TEXT];

	date_format(until,
		    draft->options->now + (int64_t)INIT_WAIVER_DAYS * DAY);
	strbuf_addf(out, "  - {check: %s, subject: ", finding->check);
	init_add_scalar(out, subject);
	strbuf_addf(out, ", until: %s, owner: init, reason: ", until);
	strbuf_addf(&reason, "observed %s: %s", draft->date, finding->message);
	init_add_text(out, strbuf_text(&reason));
	strbuf_addstr(out, "}\n");
	out->failed = out->failed || reason.failed;
	strbuf_free(&reason);
}

/* One for a check and a subject, however many findings they have. */
static int write_waivers(const struct init_draft *draft, struct strbuf *out)
{
	const struct init_options *options = draft->options;
	struct name_set names = NAME_SET_INIT(draft->arena);
	size_t i;

	strbuf_addstr(out, options->finding_count ? "\nwaivers:\n" : "");
	for (i = 0; i < options->finding_count; i++) {
		const struct finding *finding = &options->findings[i];
		const char *subject =
			waiver_subject(draft->arena, &finding->subject);
		const char *both =
			subject ? arena_printf(draft->arena, "%s %s",
					       finding->check, subject)
				: NULL;
		bool taken;

		if (!both || name_set_add(&names, both, &taken)) {
			return -1;
		}
		if (!taken) {
			write_waiver(draft, finding, subject, out);
		}
	}
	return 0;
}

static int write_sections(struct init_draft *draft, struct strbuf *out)
{
	const char *fabric = draft->options->fabric;

	write_head(draft, out);
	strbuf_addstr(out, "\nversion: 1\nfabric: ");
	init_add_scalar(out, fabric ? fabric : "unnamed");
	strbuf_addch(out, '\n');
	init_write_roles(draft, out);
	if (init_write_partitions(draft, out) || write_sms(draft, out)) {
		return -1;
	}
	init_write_hosts(draft, out);
	init_write_switches(draft, out);
	init_write_links(draft, out);
	write_ignores(draft, out);
	return write_waivers(draft, out) || out->failed ? -1 : 0;
}

static int make_draft(struct init_draft *draft)
{
	const struct subnet *subnet = draft->subnet;
	size_t i;

	draft->nodes = arena_array(draft->arena, subnet->node_count,
				   sizeof(*draft->nodes));
	if (!draft->nodes) {
		return -1;
	}
	for (i = 0; i < subnet->node_count; i++) {
		draft->nodes[i].node = &subnet->nodes[i];
	}
	return init_draft_ignores(draft) || init_draft_names(draft) ||
			       init_draft_items(draft) ||
			       init_draft_roles(draft)
		       ? -1
		       : 0;
}

int init_write(const struct subnet *subnet, const struct init_options *options,
	       struct strbuf *out, struct error *error)
{
	struct init_draft draft = {.subnet = subnet, .options = options};
	int status = -1;

	date_format(draft.date,
		    subnet->taken_at ? subnet->taken_at : options->now);
	draft.arena = arena_new();
	if (draft.arena && !make_draft(&draft)) {
		status = write_sections(&draft, out);
	}
	arena_free(draft.arena);
	if (status) {
		out->failed = true;
		return error_no_memory(error);
	}
	return 0;
}
