/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The hosts that a report concerns, as one host list. */
#include "policy/hostlist.h"
#include "policy/report.h"

#include <string.h>

/* The names found so far; room for every one is made before. */
struct host_names {
	struct arena *arena;
	const struct inventory *inventory;
	const char **names;
	size_t count;
};

/* The declared host that a subject's name ("gpu001/mlx5_0/1") begins with. */
static int add_named(struct host_names *hosts, const char *name)
{
	const struct inventory_host *host;
	char *head;

	if (!name) {
		return 0;
	}
	head = arena_strndup(hosts->arena, name, strcspn(name, "/"));
	if (!head) {
		return -1;
	}
	host = inventory_host_named(hosts->inventory, head);
	if (host) {
		hosts->names[hosts->count++] = host->name;
	}
	return 0;
}

static int add_subject(struct host_names *hosts, const struct subject *subject)
{
	const struct inventory_port *port = NULL;

	if (subject->port_guid) {
		port = inventory_find_port(hosts->inventory,
					   subject->port_guid);
	}
	if (port) {
		hosts->names[hosts->count++] = port->host->name;
		return 0;
	}
	/* What is not declared is named by what it says of itself. */
	return subject->port_guid ? 0 : add_named(hosts, subject->name);
}

static int add_finding(struct host_names *hosts, const struct finding *finding)
{
	size_t i;

	if (add_subject(hosts, &finding->subject) ||
	    (finding->has_peer && add_subject(hosts, &finding->peer))) {
		return -1;
	}
	for (i = 0; i < finding->affected_count; i++) {
		if (add_named(hosts, finding->affected[i])) {
			return -1;
		}
	}
	return 0;
}

static int collect(const struct report *report, struct host_names *hosts)
{
	enum severity least =
		report->list_from ? report->list_from : SEVERITY_WARNING;
	size_t room = 0, i;

	for (i = 0; i < report->finding_count; i++) {
		room += 2 + report->findings[i].affected_count;
	}
	hosts->names = arena_array(hosts->arena, room, sizeof(*hosts->names));
	if (!hosts->names) {
		return -1;
	}
	for (i = 0; i < report->finding_count; i++) {
		if (report_shows(&report->findings[i]) &&
		    report->findings[i].severity >= least &&
		    add_finding(hosts, &report->findings[i])) {
			return -1;
		}
	}
	return 0;
}

static int add_hosts(const struct report *report, struct host_names *hosts,
		     struct strbuf *out)
{
	if (report->show_all) {
		return hostlist_lines(hosts->names, hosts->count, out);
	}
	if (hostlist_compact(hosts->names, hosts->count, out)) {
		return -1;
	}
	strbuf_addch(out, '\n');
	return out->failed ? -1 : 0;
}

int render_report_hosts(const struct report *report, struct strbuf *out,
			struct error *error)
{
	struct host_names hosts = {.arena = arena_new(),
				   .inventory = report->inventory};
	int result = 0;

	if (!hosts.arena || (report->inventory && collect(report, &hosts))) {
		result = error_no_memory(error);
	} else if (hosts.count && add_hosts(report, &hosts, out)) {
		result = error_no_memory(error);
	}
	arena_free(hosts.arena);
	return result;
}
