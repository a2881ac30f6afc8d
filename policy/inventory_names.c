/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What a name or a list of names in the inventory stands for. */
#include "policy/inventory_build.h"

#include "policy/hostlist.h"

#include <stdio.h>
#include <string.h>

bool build_port_number(const char *text, unsigned int *number)
{
	unsigned int value = 0;
	size_t i;

	for (i = 0; text[i]; i++) {
		if (i == 3 || text[i] < '0' || text[i] > '9') {
			return false;
		}
		value = value * 10 + (unsigned int)(text[i] - '0');
	}
	if (i == 0 || value > PORT_NUMBER_MAX) {
		return false;
	}
	*number = value;
	return true;
}

/* " (and 3 more of this list)", or nothing. */
static const char *and_others(char *text, size_t size, size_t others)
{
	text[0] = '\0';
	if (others) {
		snprintf(text, size, " (and %zu more of this list)", others);
	}
	return text;
}

void build_unknown_name(struct inventory_build *build, struct source_pos pos,
			const char *name, size_t others)
{
	struct suggestion suggest;
	char more[64];

	suggest = suggest_for(name);
	if (build_suggests(build)) {
		suggest_switches(&suggest, build->inventory);
		suggest_hosts(&suggest, build->inventory);
	}
	diag_add(build->diags, DIAG_ERROR, pos, build_hint(build, &suggest),
		 "there is no host or switch %s%s",
		 diag_quote(build->diags, name),
		 and_others(more, sizeof(more), others));
}

void build_unknown_label(struct inventory_build *build, struct source_pos pos,
			 const struct inventory_host *host, const char *label,
			 size_t others)
{
	struct suggestion suggest;
	char more[64];
	size_t i;

	suggest = suggest_for(label);
	for (i = 0; i < host->port_count; i++) {
		suggest_offer(&suggest, host->ports[i].label);
	}
	diag_add(build->diags, DIAG_ERROR, pos, build_hint(build, &suggest),
		 "host %s has no port %s%s",
		 diag_quote(build->diags, host->name),
		 diag_quote(build->diags, label),
		 and_others(more, sizeof(more), others));
}

/* Ranges run through hosts in their order: look behind the last one first. */
static struct inventory_host *find_host(const struct inventory *inventory,
					const char *name,
					struct inventory_host *last)
{
	if (last && ++last < inventory->hosts + inventory->host_count &&
	    strcmp(last->name, name) == 0) {
		return last;
	}
	return inventory_host_named(inventory, name);
}

/* Splits "gpu001/mlx5_0/1" at the first "/" and looks both parts up. False
 * when the name stands for nothing. */
static bool look_up(const struct inventory *inventory, const char *text,
		    struct inventory_host *last, char *name,
		    struct named *named)
{
	size_t length = strcspn(text, "/");
	const char *rest = text[length] ? text + length + 1 : NULL;

	memcpy(name, text, length);
	name[length] = '\0';
	*named = (struct named){.host = find_host(inventory, name, last)};
	if (named->host) {
		named->port = rest ? inventory_port_labelled(named->host, rest)
				   : NULL;
		return !rest || named->port;
	}
	named->sw = inventory_switch_named(inventory, name);
	return named->sw && (!rest || build_port_number(rest, &named->number));
}

static void report_unknown(struct inventory_build *build, const char *text,
			   struct source_pos pos, size_t others)
{
	char name[HOSTLIST_NAME_LIMIT + 1];
	struct named named;

	look_up(build->inventory, text, NULL, name, &named);
	if (named.host) {
		build_unknown_label(build, pos, named.host,
				    strchr(text, '/') + 1, others);
	} else if (named.sw) {
		diag_add(build->diags, DIAG_ERROR, pos,
			 "ports of a switch are numbered from 1 to 254",
			 "%s is no port of switch %s",
			 diag_quote(build->diags, strchr(text, '/') + 1),
			 diag_quote(build->diags, name));
	} else {
		build_unknown_name(build, pos, name, others);
	}
}

void build_check_name(struct inventory_build *build, const char *text,
		      struct source_pos pos)
{
	char name[HOSTLIST_NAME_LIMIT + 1];
	struct named named;

	if (strlen(text) > HOSTLIST_NAME_LIMIT) {
		build_unknown_name(build, pos, text, 0);
	} else if (!look_up(build->inventory, text, NULL, name, &named)) {
		report_unknown(build, text, pos, 0);
	}
}

static bool is_over_budget(struct inventory_build *build, struct source_pos pos)
{
	if (build->expanded <= EXPANSION_BUDGET) {
		return false;
	}
	diag_add(build->diags, DIAG_ERROR, pos, NULL,
		 "the lists of this inventory stand for more than %d names",
		 EXPANSION_BUDGET);
	return true;
}

void build_expand(struct inventory_build *build, const char *text,
		  struct source_pos pos, struct named **named, size_t *count)
{
	char name[HOSTLIST_NAME_LIMIT + 1];
	struct inventory_host *last = NULL;
	const char *unknown = NULL;
	size_t unknowns = 0, i;
	struct hostlist list;

	*count = 0;
	if (is_over_budget(build, pos)) {
		return;
	}
	if (hostlist_expand(build->scratch, text, &list)) {
		build->failed = true;
		return;
	}
	if (list.problem) {
		diag_add(build->diags, DIAG_ERROR, pos, NULL, "%s: %s",
			 diag_quote(build->diags, text), list.problem);
		return;
	}
	build->expanded += list.count;
	if (is_over_budget(build, pos)) {
		return;
	}
	*named = build_scratch(build, list.count, sizeof(**named));
	for (i = 0; *named && i < list.count; i++) {
		if (look_up(build->inventory, list.names[i], last, name,
			    &(*named)[*count])) {
			last = (*named)[(*count)++].host;
		} else if (unknowns++ == 0) {
			unknown = list.names[i];
		}
	}
	if (unknown) {
		report_unknown(build, unknown, pos, unknowns - 1);
	}
}
