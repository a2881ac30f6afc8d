/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Puts every array of the inventory in its order; finds names used twice. */
#include "policy/inventory_build.h"

#include <stdlib.h>
#include <string.h>

#define COMPARE_NAMES(type, field)                                             \
	static int compare_##type(const void *left, const void *right)         \
	{                                                                      \
		const struct type *a = left, *b = right;                       \
		int order = strcmp(a->field, b->field);                        \
                                                                               \
		return order ? order : source_pos_compare(a->pos, b->pos);     \
	}

COMPARE_NAMES(inventory_role, name)
COMPARE_NAMES(inventory_partition, name)
COMPARE_NAMES(inventory_sm, name)
COMPARE_NAMES(inventory_host, name)
COMPARE_NAMES(inventory_switch, name)
COMPARE_NAMES(inventory_port, label)
COMPARE_NAMES(grant, name)
COMPARE_NAMES(check_override, check)

static int compare_labels(const void *left, const void *right)
{
	const struct label *a = left, *b = right;

	return strcmp(a->key, b->key);
}

static int compare_sm_guids(const void *left, const void *right)
{
	const struct inventory_sm *a = left, *b = right;

	if (a->guid != b->guid) {
		return a->guid < b->guid ? -1 : 1;
	}
	return strcmp(a->name, b->name);
}

void build_sort(void *items, size_t count, size_t size,
		int (*compare)(const void *, const void *))
{
	const char *at = items;
	size_t i;

	for (i = 1; i < count; i++) {
		if (compare(at + (i - 1) * size, at + i * size) > 0) {
			qsort(items, count, size, compare);
			return;
		}
	}
}

#define SORT(items, count, compare)                                            \
	build_sort(items, count, sizeof(*(items)), compare)

static void report_twice(struct inventory_build *build, const char *what,
			 const char *name, struct source_pos first,
			 struct source_pos second)
{
	diag_add(build->diags, DIAG_ERROR, second, NULL,
		 "%s %s is there twice, first at %s", what,
		 diag_quote(build->diags, name),
		 diag_place(build->diags, first));
}

/* Sorts by name and drops all but the first of equal names. */
#define SORT_NAMED(build, what, type, items, count)                            \
	do {                                                                   \
		size_t from_, to_ = 0;                                         \
                                                                               \
		SORT(items, count, compare_##type);                            \
		for (from_ = 0; from_ < (count); from_++) {                    \
			if (to_ && strcmp((items)[to_ - 1].name,               \
					  (items)[from_].name) == 0) {         \
				report_twice(build, what, (items)[from_].name, \
					     (items)[to_ - 1].pos,             \
					     (items)[from_].pos);              \
			} else if (to_++ != from_) {                           \
				(items)[to_ - 1] = (items)[from_];             \
			}                                                      \
		}                                                              \
		(count) = to_;                                                 \
	} while (0)

static void sort_attributes(struct attributes *attributes)
{
	SORT(attributes->partitions, attributes->partition_count,
	     compare_grant);
	SORT(attributes->checks, attributes->check_count,
	     compare_check_override);
}

/* "gpu001" and "mlx5_0/1" -> "gpu001/mlx5_0/1" */
static const char *join_name(struct inventory_build *build, const char *host,
			     const char *label)
{
	size_t host_length = strlen(host), label_length = strlen(label);
	char *name = build_array(build, host_length + label_length + 2, 1);

	if (name) {
		memcpy(name, host, host_length);
		name[host_length] = '/';
		memcpy(name + host_length + 1, label, label_length);
	}
	return name;
}

static void sort_host(struct inventory_build *build,
		      struct inventory_host *host)
{
	size_t i;

	SORT(host->ports, host->port_count, compare_inventory_port);
	SORT(host->labels, host->label_count, compare_labels);
	sort_attributes(&host->attributes);
	for (i = 0; i < host->port_count; i++) {
		host->ports[i].host = host;
		host->ports[i].name =
			join_name(build, host->name, host->ports[i].label);
		sort_attributes(&host->ports[i].attributes);
	}
}

/* A name must say what it means without a context. */
static void check_host_or_switch(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	size_t host = 0, sw = 0;
	int order;

	while (host < inventory->host_count && sw < inventory->switch_count) {
		order = strcmp(inventory->hosts[host].name,
			       inventory->switches[sw].name);
		if (order == 0) {
			diag_add(build->diags, DIAG_ERROR,
				 inventory->switches[sw].pos,
				 "give one of them another name",
				 "switch %s has the name of a host, at %s",
				 diag_quote(build->diags,
					    inventory->switches[sw].name),
				 diag_place(build->diags,
					    inventory->hosts[host].pos));
		}
		host += order <= 0;
		sw += order >= 0;
	}
}

static void sort_sms(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	size_t i;

	SORT_NAMED(build, "subnet manager", inventory_sm, inventory->sms,
		   inventory->sm_count);
	SORT(inventory->sms, inventory->sm_count, compare_sm_guids);
	for (i = 1; i < inventory->sm_count; i++) {
		struct inventory_sm *sm = &inventory->sms[i];

		if (sm->guid && sm->guid == sm[-1].guid) {
			diag_add(build->diags, DIAG_ERROR, sm->guid_pos, NULL,
				 "subnet managers %s and %s have one GUID, "
				 "first at %s",
				 diag_quote(build->diags, sm[-1].name),
				 diag_quote(build->diags, sm->name),
				 diag_place(build->diags, sm[-1].guid_pos));
		}
	}
}

void inventory_sort(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	size_t i;

	SORT_NAMED(build, "role", inventory_role, inventory->roles,
		   inventory->role_count);
	SORT_NAMED(build, "partition", inventory_partition,
		   inventory->partitions, inventory->partition_count);
	SORT_NAMED(build, "host", inventory_host, inventory->hosts,
		   inventory->host_count);
	SORT_NAMED(build, "switch", inventory_switch, inventory->switches,
		   inventory->switch_count);
	sort_sms(build);
	for (i = 0; i < inventory->role_count; i++) {
		sort_attributes(&inventory->roles[i].attributes);
	}
	for (i = 0; i < inventory->host_count && !build->failed; i++) {
		sort_host(build, &inventory->hosts[i]);
	}
	for (i = 0; i < inventory->switch_count; i++) {
		SORT(inventory->switches[i].labels,
		     inventory->switches[i].label_count, compare_labels);
		sort_attributes(&inventory->switches[i].attributes);
	}
	for (i = 0; i < inventory->link_count; i++) {
		sort_attributes(&inventory->links[i].attributes);
	}
	SORT(inventory->checks, inventory->check_count, compare_check_override);
	check_host_or_switch(build);
}
