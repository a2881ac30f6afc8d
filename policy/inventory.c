/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The finished inventory: memory, look-ups, what is expected of a subject. */
#include "policy/inventory.h"

#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static const char *const severity_names[] = {
	NULL, "none", "info", "warning", "critical",
};

static const char *const service_state_names[] = {
	"in-service",
	"planned",
	"maintenance",
	"quarantine",
};

struct inventory *inventory_new(void)
{
	struct arena *arena = arena_new();
	struct inventory *inventory;

	if (!arena) {
		return NULL;
	}
	inventory = arena_alloc(arena, sizeof(*inventory));
	if (!inventory) {
		arena_free(arena);
		return NULL;
	}
	inventory->arena = arena;
	inventory->guard.max_removed = 10;
	inventory->guard.max_removed_is_percent = true;
	inventory->strict_ports = true;
	inventory->strict_links = true;
	inventory->strict_switches = true;
	return inventory;
}

void inventory_free(struct inventory *inventory)
{
	if (inventory) {
		arena_free(inventory->arena);
	}
}

const char *severity_name(enum severity severity)
{
	return (size_t)severity < COUNT(severity_names)
		       ? severity_names[severity]
		       : NULL;
}

enum severity severity_parse(const char *text)
{
	size_t i;

	for (i = SEVERITY_NONE; i < COUNT(severity_names); i++) {
		if (strcmp(severity_names[i], text) == 0) {
			return (enum severity)i;
		}
	}
	return SEVERITY_UNSET;
}

const char *service_state_name(enum service_state state)
{
	return (size_t)state < COUNT(service_state_names)
		       ? service_state_names[state]
		       : NULL;
}

bool service_state_parse(const char *text, enum service_state *state)
{
	size_t i;

	for (i = 0; i < COUNT(service_state_names); i++) {
		if (strcmp(service_state_names[i], text) == 0) {
			*state = (enum service_state)i;
			return true;
		}
	}
	return false;
}

struct inventory_port *inventory_find_port(const struct inventory *inventory,
					   uint64_t port_guid)
{
	size_t low = 0, high = inventory->port_total, middle;
	struct inventory_port *port;

	while (low < high) {
		middle = low + (high - low) / 2;
		port = inventory->ports_by_guid[middle];
		if (port->guid == port_guid) {
			return port;
		}
		if (port->guid < port_guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return NULL;
}

struct inventory_switch *
inventory_find_switch(const struct inventory *inventory, uint64_t node_guid)
{
	size_t low = 0, high = inventory->switch_count, middle;
	struct inventory_switch *sw;

	while (inventory->switches_by_guid && low < high) {
		middle = low + (high - low) / 2;
		/* Switches whose GUID could not be read leave room at the
		 * end. */
		sw = inventory->switches_by_guid[middle];
		if (sw && sw->guid == node_guid) {
			return sw;
		}
		if (sw && sw->guid < node_guid) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return NULL;
}

struct inventory_sm *inventory_find_sm(const struct inventory *inventory,
				       uint64_t port_guid)
{
	size_t i;

	/* A fabric has a handful of subnet managers. */
	for (i = 0; i < inventory->sm_count; i++) {
		if (inventory->sms[i].guid == port_guid) {
			return &inventory->sms[i];
		}
	}
	return NULL;
}

const struct switch_port_use *
inventory_find_use(const struct inventory *inventory, uint64_t switch_guid,
		   unsigned int number)
{
	size_t low = 0, high = inventory->use_count, middle;
	const struct switch_port_use *use;

	while (low < high) {
		middle = low + (high - low) / 2;
		use = &inventory->uses[middle];
		if (use->sw->guid == switch_guid && use->number == number) {
			return use;
		}
		if (use->sw->guid < switch_guid ||
		    (use->sw->guid == switch_guid && use->number < number)) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return NULL;
}

/* Each of these arrays is sorted by a name that is found at a fixed place. */
static size_t find_named(const char *items, size_t count, size_t size,
			 size_t name_offset, const char *name)
{
	size_t low = 0, high = count, middle;
	const char *const *at;
	int order;

	while (low < high) {
		middle = low + (high - low) / 2;
		at = (const void *)(items + middle * size + name_offset);
		order = strcmp(*at, name);
		if (order == 0) {
			return middle;
		}
		if (order < 0) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return count;
}

#define FIND_NAMED(type, items, count, field, name)                            \
	find_named((const char *)(items), count, sizeof(struct type),          \
		   offsetof(struct type, field), name)

struct inventory_host *inventory_host_named(const struct inventory *inventory,
					    const char *name)
{
	size_t at = FIND_NAMED(inventory_host, inventory->hosts,
			       inventory->host_count, name, name);

	return at < inventory->host_count ? &inventory->hosts[at] : NULL;
}

struct inventory_port *
inventory_port_labelled(const struct inventory_host *host, const char *label)
{
	size_t at = FIND_NAMED(inventory_port, host->ports, host->port_count,
			       label, label);

	return at < host->port_count ? &host->ports[at] : NULL;
}

struct inventory_switch *
inventory_switch_named(const struct inventory *inventory, const char *name)
{
	size_t at = FIND_NAMED(inventory_switch, inventory->switches,
			       inventory->switch_count, name, name);

	return at < inventory->switch_count ? &inventory->switches[at] : NULL;
}

struct inventory_role *inventory_role_named(const struct inventory *inventory,
					    const char *name)
{
	size_t at = FIND_NAMED(inventory_role, inventory->roles,
			       inventory->role_count, name, name);

	return at < inventory->role_count ? &inventory->roles[at] : NULL;
}

struct inventory_partition *
inventory_partition_named(const struct inventory *inventory, const char *name)
{
	size_t low = 0, high = inventory->partition_count, middle;
	int order;

	while (inventory->partitions_by_name && low < high) {
		middle = low + (high - low) / 2;
		order = strcmp(inventory->partitions_by_name[middle]->name,
			       name);
		if (order == 0) {
			return inventory->partitions_by_name[middle];
		}
		if (order < 0) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return NULL;
}

bool inventory_state_expired(const struct inventory_state *state, int64_t now)
{
	return state && state->until != 0 && now > state->until;
}

enum service_state inventory_state_at(const struct inventory_state *state,
				      int64_t now)
{
	if (!state || inventory_state_expired(state, now)) {
		return STATE_IN_SERVICE;
	}
	return state->state;
}

bool inventory_port_unused(const struct inventory_switch *sw,
			   unsigned int number)
{
	return number <= PORT_NUMBER_MAX &&
	       (sw->unused[number / 8] >> (number % 8) & 1) != 0;
}
