/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A first inventory: the draft, its head, and what is not a port or link. */
#include "policy/init.h"

#include "policy/init_draft.h"
#include "policy/inventory.h"
#include "policy/name_set.h"
#include "policy/partition_plan.h"
#include "policy/time_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { DAY = 24 * 60 * 60 };

static const char *const source_phrases[SUBNET_SOURCE_COUNT] = {
	[SUBNET_FROM_PLUGIN] = "the plugin",
	[SUBNET_FROM_SCAN] = "a scan",
	[SUBNET_FROM_SNAPSHOT] = "a snapshot",
	[SUBNET_FROM_IBNETDISCOVER] = "ibnetdiscover",
};

static void write_source(const struct init_draft *draft, struct strbuf *out)
{
	const struct subnet *subnet = draft->subnet;
	const char *path = draft->options->source_path;
	char when[TIME_TEXT];

	strbuf_addf(out, "# Observed %s%s by %s",
		    subnet->taken_at ? ""
				     : "at a time that is not known, read ",
		    time_format(when, subnet->taken_at ? subnet->taken_at
						       : draft->options->now),
		    source_phrases[subnet->source]);
	if (path) {
		strbuf_addstr(out, " in ");
		strbuf_add_safe(out, path, strlen(path));
	}
	strbuf_addf(out,
		    ":\n# %zu hosts, %zu switches, %zu cables between "
		    "switches.\n",
		    draft->host_count, draft->switch_count, draft->link_count);
	if (draft->options->cabling) {
		strbuf_addstr(out, "# Cables are what the cabling sheets say, "
				   "not what is there.\n");
	}
	strbuf_addstr(out, "# Names come from NodeDescriptions, which whoever "
			   "runs a host can set.\n");
}

static bool knows_pkeys(const struct subnet *subnet)
{
	size_t i;

	for (i = 0; i < subnet->end_port_count; i++) {
		if (subnet->end_ports[i]->pkeys_known) {
			return true;
		}
	}
	return false;
}

/* What a person has to look for elsewhere. */
static void write_gaps(const struct init_draft *draft, struct strbuf *out)
{
	const struct subnet *subnet = draft->subnet;
	size_t i, down = 0;

	if (!subnet->sms_known) {
		strbuf_addstr(out,
			      "# The source does not show subnet managers: "
			      "add subnet_managers.\n");
	}
	if (!knows_pkeys(subnet) && !draft->options->partitions) {
		strbuf_addstr(out, "# The source does not show P_Key tables: "
				   "there are no partitions, so no plan.\n");
	}
	for (i = 0; i < subnet->node_count; i++) {
		const struct init_node *node = &draft->nodes[i];

		down += node->node->type == IB_NODE_CA && !node->ignored &&
			!node->name && node->node->port_count;
	}
	if (down && !draft->options->known) {
		strbuf_addf(out,
			    "# %zu node%s with no port that is up %s not "
			    "listed.\n",
			    down, down == 1 ? "" : "s",
			    down == 1 ? "is" : "are");
	}
}

static void write_head(const struct init_draft *draft, struct strbuf *out)
{
	const struct inventory *known = draft->options->known;

	if (known) {
		strbuf_addstr(out, "# What ibpolicy init --update saw that ");
		strbuf_add_safe(out, known->path, strlen(known->path));
		strbuf_addstr(out, " did not\n# declare. It says what is, not "
				   "what should be: move each line to where "
				   "it\n# belongs, or find out whose it is.\n");
	} else {
		strbuf_addstr(out, "# A first inventory, written by ibpolicy "
				   "init from what was there. It says what\n"
				   "# is, not what should be: review every "
				   "line before it goes into force.\n");
	}
	if (!draft->options->source_path && !draft->subnet->node_count) {
		strbuf_addstr(out, "# No fabric was at hand.\n");
		return;
	}
	write_source(draft, out);
	if (!known) {
		write_gaps(draft, out);
	}
}

static const struct subnet_port *sm_port(const struct init_draft *draft,
					 uint64_t guid)
{
	return subnet_find_end_port(draft->subnet, guid);
}

/* The host or switch that a port belongs to, declared or drafted. */
static const char *owner_name(const struct init_draft *draft, uint64_t guid)
{
	const struct subnet_port *port = sm_port(draft, guid);
	const struct inventory *known = draft->options->known;
	const struct inventory_port *declared =
		known ? inventory_find_port(known, guid) : NULL;

	if (declared) {
		return declared->host->name;
	}
	return port ? init_node_of(draft, port->node)->name : NULL;
}

/* "sm-gpu001": after its host or switch, else after its GUID. */
static const char *sm_name(const struct init_draft *draft, uint64_t guid,
			   struct name_set *names)
{
	const char *host = owner_name(draft, guid);
	const char *name =
		host ? arena_printf(draft->arena, "sm-%.60s", host) : NULL;
	bool taken = true;

	if (name && name_set_add(names, name, &taken)) {
		return NULL;
	}
	return taken ? arena_printf(draft->arena, "sm-%016" PRIx64, guid)
		     : name;
}

/* Nobody declares it yet. */
static bool is_new_sm(const struct init_draft *draft, size_t i)
{
	const struct subnet_sm *sm = &draft->subnet->sms[i];
	const struct inventory *known = draft->options->known;

	return sm->port_guid && !(i && sm->port_guid == sm[-1].port_guid) &&
	       !(known && inventory_find_sm(known, sm->port_guid));
}

static int know_sm_names(const struct inventory *known, struct name_set *names)
{
	bool taken;
	size_t i;

	for (i = 0; known && i < known->sm_count; i++) {
		if (name_set_add(names, known->sms[i].name, &taken)) {
			return -1;
		}
	}
	return 0;
}

static int write_sms(const struct init_draft *draft, struct strbuf *out)
{
	struct name_set names = NAME_SET_INIT(draft->arena);
	const char *key = "\nsubnet_managers:\n", *name;
	size_t i;

	if (know_sm_names(draft->options->known, &names)) {
		return -1;
	}
	for (i = 0; i < draft->subnet->sm_count; i++) {
		const struct subnet_sm *sm = &draft->subnet->sms[i];

		if (!is_new_sm(draft, i)) {
			continue;
		}
		name = sm_name(draft, sm->port_guid, &names);
		if (!name) {
			return -1;
		}
		strbuf_addf(out, "%s  ", key);
		key = "";
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

/* Lines for a person to move are comments, and a file needs more than those. */
static void complete(struct strbuf *out)
{
	const char *line = strbuf_text(out);

	if (!strstr(line, "\n\n")) {
		return; /* nothing is new */
	}
	for (; *line; line += strcspn(line, "\n") + 1) {
		if (*line != '#' && *line != '\n') {
			return;
		}
	}
	strbuf_addstr(out, "\nhosts: {}\n");
}

static int write_sections(struct init_draft *draft, struct strbuf *out)
{
	const char *fabric = draft->options->fabric;

	write_head(draft, out);
	if (!draft->options->known) {
		strbuf_addstr(out, "\nversion: 1\nfabric: ");
		init_add_scalar(out, fabric ? fabric : "unnamed");
		strbuf_addch(out, '\n');
	}
	init_write_roles(draft, out);
	if (init_write_partitions(draft, out) || write_sms(draft, out)) {
		return -1;
	}
	init_write_hosts(draft, out);
	init_write_switches(draft, out);
	init_write_links(draft, out);
	init_write_cabling(draft, out);
	init_write_joins(draft, out);
	init_write_known_members(draft, out);
	write_ignores(draft, out);
	if (write_waivers(draft, out)) {
		return -1;
	}
	if (draft->options->known) {
		complete(out);
	}
	return out->failed ? -1 : 0;
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
	return init_known_plan(draft) || init_draft_ignores(draft) ||
			       init_draft_joins(draft) ||
			       init_draft_names(draft) ||
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
	partition_plan_free(draft.plan);
	arena_free(draft.arena);
	if (status) {
		out->failed = true;
		return error_no_memory(error);
	}
	return 0;
}
