/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Declared ports and switches by GUID; GUIDs that stand for two things. */
#include "policy/inventory_build.h"

#include <string.h>

/* One thing with a GUID; what it is called in messages. */
struct guid_entry {
	uint64_t guid;
	size_t order; /* of collection: keeps equal GUIDs apart */
	struct inventory_port *port;
	struct inventory_switch *sw;
};

static int compare_entries(const void *left, const void *right)
{
	const struct guid_entry *a = left, *b = right;

	if (a->guid != b->guid) {
		return a->guid < b->guid ? -1 : 1;
	}
	return (a->order > b->order) - (a->order < b->order);
}

/* A GUID of 0 is one that could not be read: said already. */
static size_t collect(struct inventory *inventory, struct guid_entry *entries)
{
	size_t count = 0, i, j;

	for (i = 0; i < inventory->host_count; i++) {
		struct inventory_host *host = &inventory->hosts[i];

		for (j = 0; j < host->port_count; j++) {
			if (host->ports[j].guid) {
				entries[count] = (struct guid_entry){
					.guid = host->ports[j].guid,
					.order = count,
					.port = &host->ports[j],
				};
				count++;
			}
		}
	}
	for (i = 0; i < inventory->switch_count; i++) {
		if (inventory->switches[i].guid) {
			entries[count] = (struct guid_entry){
				.guid = inventory->switches[i].guid,
				.order = count,
				.sw = &inventory->switches[i],
			};
			count++;
		}
	}
	return count;
}

static struct source_pos entry_pos(const struct guid_entry *entry)
{
	return entry->port ? entry->port->guid_pos : entry->sw->guid_pos;
}

static const char *entry_name(const struct guid_entry *entry)
{
	return entry->port ? entry->port->name : entry->sw->name;
}

static void check_twice(struct inventory_build *build,
			const struct guid_entry *first,
			const struct guid_entry *second)
{
	char guid[IB_GUID_TEXT];

	if (first->guid != second->guid) {
		return;
	}
	diag_add(build->diags, DIAG_ERROR, entry_pos(second),
		 "a GUID stands for one port or switch: correct one of them",
		 "GUID %s of %s is already that of %s, at %s",
		 ib_guid_format(guid, second->guid),
		 diag_quote(build->diags, entry_name(second)),
		 diag_quote(build->diags, entry_name(first)),
		 diag_place(build->diags, entry_pos(first)));
}

static size_t count_ports(const struct inventory *inventory)
{
	size_t count = 0, i;

	for (i = 0; i < inventory->host_count; i++) {
		count += inventory->hosts[i].port_count;
	}
	return count;
}

void inventory_index_guids(struct inventory_build *build)
{
	struct inventory *inventory = build->inventory;
	size_t ports = count_ports(inventory), switches = 0, count, i;
	struct guid_entry *entries =
		build_scratch(build, ports + inventory->switch_count,
			      sizeof(*entries));

	inventory->ports_by_guid =
		build_array(build, ports, sizeof(struct inventory_port *));
	inventory->switches_by_guid =
		build_array(build, inventory->switch_count,
			    sizeof(struct inventory_switch *));
	if (build->failed) {
		return;
	}
	count = collect(inventory, entries);
	build_sort(entries, count, sizeof(*entries), compare_entries);
	inventory->port_total = 0;
	for (i = 0; i < count; i++) {
		if (i) {
			check_twice(build, &entries[i - 1], &entries[i]);
		}
		if (entries[i].port) {
			inventory->ports_by_guid[inventory->port_total++] =
				entries[i].port;
		} else {
			inventory->switches_by_guid[switches++] = entries[i].sw;
		}
	}
	/* The same port, not a duplicate. */
	for (i = 0; i < inventory->sm_count; i++) {
		inventory->sms[i].port =
			inventory_find_port(inventory, inventory->sms[i].guid);
	}
}
