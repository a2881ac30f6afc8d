/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* --host NAME: what a report says of one host's ports. */
#include "cli/host_filter.h"

#include "policy/suggest.h"

#include <string.h>

const struct inventory_host *host_filter_find(const struct cli *cli,
					      const struct inventory *inventory,
					      const char *name)
{
	const struct inventory_host *host =
		inventory_host_named(inventory, name);
	struct suggestion suggestion = suggest_for(name);
	char safe[CLI_SAFE];
	size_t i;

	if (host) {
		return host;
	}
	for (i = 0; i < inventory->host_count; i++) {
		suggest_offer(&suggestion, inventory->hosts[i].name);
	}
	cli_safe(safe, name);
	if (suggestion.nearest) {
		cli_invalid(cli,
			    "--host: the inventory has no host '%s', did you "
			    "mean '%s'?",
			    safe, suggestion.nearest);
	} else {
		cli_invalid(cli, "--host: the inventory has no host '%s'",
			    safe);
	}
	return NULL;
}

/* The first word of a name: what a cable's two ends are joined by follows. */
static bool begins_with(const char *name, const char *word)
{
	size_t length = strlen(word);

	return !strncmp(name, word, length) &&
	       (name[length] == '\0' || name[length] == ' ');
}

static bool is_name_of(const struct inventory_host *host, const char *name)
{
	size_t i;

	if (!name) {
		return false;
	}
	for (i = 0; i < host->port_count; i++) {
		if (begins_with(name, host->ports[i].name)) {
			return true;
		}
	}
	return begins_with(name, host->name);
}

static bool concerns(const struct inventory_host *host,
		     const struct subject *subject)
{
	size_t i;

	for (i = 0; i < host->port_count; i++) {
		if (subject->port_guid &&
		    host->ports[i].guid == subject->port_guid) {
			return true;
		}
	}
	return is_name_of(host, subject->name);
}

static bool any_is_name_of(const struct inventory_host *host,
			   const char *const *names, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (is_name_of(host, names[i])) {
			return true;
		}
	}
	return false;
}

static void filter_findings(struct policy_result *result,
			    const struct inventory_host *host)
{
	size_t i, kept = 0;

	for (i = 0; i < result->finding_count; i++) {
		const struct finding *finding = &result->findings[i];

		if (concerns(host, &finding->subject) ||
		    (finding->has_peer && concerns(host, &finding->peer)) ||
		    any_is_name_of(host, finding->affected,
				   finding->affected_count)) {
			result->findings[kept++] = *finding;
		}
	}
	result->finding_count = kept;
}

static void filter_unassessed(struct policy_result *result,
			      const struct inventory_host *host)
{
	size_t i, j, kept = 0, names;

	for (i = 0; i < result->unassessed_count; i++) {
		struct unassessed group = result->unassessed[i];

		names = 0;
		for (j = 0; j < group.count; j++) {
			if (is_name_of(host, group.subjects[j])) {
				group.subjects[names++] = group.subjects[j];
			}
		}
		group.count = names;
		if (names) {
			result->unassessed[kept++] = group;
		}
	}
	result->unassessed_count = kept;
}

void host_filter_apply(struct policy_result *result,
		       const struct inventory_host *host)
{
	filter_findings(result, host);
	filter_unassessed(result, host);
	if (result->ports_judged > host->port_count) {
		result->ports_judged = host->port_count;
	}
}
