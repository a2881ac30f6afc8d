/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What is expected of a port or link: the nearest level that says it. */
#include "policy/inventory.h"

#include <string.h>

/* Port, host, role: no subject has more levels. */
enum { LEVEL_LIMIT = 3 };

struct levels {
	const struct attributes *at[LEVEL_LIMIT]; /* nearest first */
	size_t count;
};

static void add_level(struct levels *levels, const struct attributes *level)
{
	levels->at[levels->count++] = level;
}

static void levels_of_port(const struct inventory_port *port,
			   struct levels *levels)
{
	const struct inventory_role *role = inventory_port_role(port);

	levels->count = 0;
	add_level(levels, &port->attributes);
	add_level(levels, &port->host->attributes);
	if (role) {
		add_level(levels, &role->attributes);
	}
}

static void levels_of_link(const struct inventory_link *link,
			   struct levels *levels)
{
	levels->count = 0;
	add_level(levels, &link->attributes);
	if (link->attributes.role) {
		add_level(levels, &link->attributes.role->attributes);
	}
}

const struct inventory_role *
inventory_port_role(const struct inventory_port *port)
{
	return port->attributes.role ? port->attributes.role
				     : port->host->attributes.role;
}

static void expect(const struct levels *levels, struct expectation *out)
{
	bool has_partitions = false;
	size_t i;

	for (i = 0; i < levels->count; i++) {
		const struct attributes *level = levels->at[i];

		if (!out->speed && level->speed) {
			out->speed = level->speed;
			out->speed_pos = level->speed_pos;
		}
		if (!out->width && level->width) {
			out->width = level->width;
			out->width_pos = level->width_pos;
		}
		if (!out->mtu && level->mtu) {
			out->mtu = level->mtu;
			out->mtu_pos = level->mtu_pos;
		}
		if (!has_partitions && level->has_partitions) {
			has_partitions = true;
			out->partitions = level->partitions;
			out->partition_count = level->partition_count;
			out->partitions_pos = level->partitions_pos;
		}
	}
}

void inventory_expect_port(const struct inventory_port *port,
			   struct expectation *out)
{
	struct levels levels;

	levels_of_port(port, &levels);
	*out = (struct expectation){.role = inventory_port_role(port)};
	expect(&levels, out);
}

void inventory_expect_link(const struct inventory_link *link,
			   struct expectation *out)
{
	struct levels levels;

	levels_of_link(link, &levels);
	*out = (struct expectation){.role = link->attributes.role};
	expect(&levels, out);
}

/* "family.*" */
static bool names_family(const char *pattern, const char *check)
{
	size_t length = strlen(pattern);

	return length > 2 && strcmp(pattern + length - 2, ".*") == 0 &&
	       strncmp(pattern, check, length - 1) == 0;
}

static void take(struct check_override *out, const struct check_override *from)
{
	bool used = false;

	if (out->severity == SEVERITY_UNSET && from->severity) {
		out->severity = from->severity;
		used = true;
	}
	if (out->confirm_sec < 0 && from->confirm_sec >= 0) {
		out->confirm_sec = from->confirm_sec;
		used = true;
	}
	if (out->threshold < 0 && from->threshold >= 0) {
		out->threshold = from->threshold;
		used = true;
	}
	if (out->window_sec < 0 && from->window_sec >= 0) {
		out->window_sec = from->window_sec;
		used = true;
	}
	if (used && !out->pos.file) {
		out->pos = from->pos;
	}
}

/* Within a level the check's own id comes before its family. */
static void take_level(struct check_override *out,
		       const struct check_override *checks, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (strcmp(checks[i].check, out->check) == 0) {
			take(out, &checks[i]);
		}
	}
	for (i = 0; i < count; i++) {
		if (names_family(checks[i].check, out->check)) {
			take(out, &checks[i]);
		}
	}
}

static struct check_override nothing_said(const char *check)
{
	return (struct check_override){
		.check = check,
		.confirm_sec = -1,
		.threshold = -1,
		.window_sec = -1,
	};
}

struct check_override inventory_check_for(const struct inventory *inventory,
					  const char *check,
					  const struct inventory_port *port,
					  const struct inventory_link *link)
{
	struct check_override found = nothing_said(check);
	struct levels levels = {.count = 0};
	size_t i;

	if (port) {
		levels_of_port(port, &levels);
	} else if (link) {
		levels_of_link(link, &levels);
	}
	for (i = 0; i < levels.count; i++) {
		take_level(&found, levels.at[i]->checks,
			   levels.at[i]->check_count);
	}
	take_level(&found, inventory->checks, inventory->check_count);
	return found;
}

struct check_override
inventory_check_for_switch(const struct inventory *inventory, const char *check,
			   const struct inventory_switch *sw)
{
	struct check_override found = nothing_said(check);

	take_level(&found, sw->attributes.checks, sw->attributes.check_count);
	take_level(&found, inventory->checks, inventory->check_count);
	return found;
}
