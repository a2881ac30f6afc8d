/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whether what a waiver accepts can be there at all. */
#include "policy/inventory_build.h"

#include <fnmatch.h>
#include <string.h>

/* Subjects that are neither hosts nor switches nor theirs. */
static bool is_other_subject(const struct inventory *inventory,
			     const char *name)
{
	static const char *const fixed[] = {
		"NodeDescriptions",
		"all-partitions",
		"opensm.conf",
		"unknown-LIDs",
	};
	size_t i;

	for (i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++) {
		if (strcmp(fixed[i], name) == 0) {
			return true;
		}
	}
	for (i = 0; i < inventory->sm_count; i++) {
		if (strcmp(inventory->sms[i].name, name) == 0) {
			return true;
		}
	}
	for (i = 0; i < inventory->partition_count; i++) {
		if (strcmp(inventory->partitions[i].name, name) == 0) {
			return true;
		}
	}
	return false;
}

/* A GUID may be of something that nobody declares, and a text with blanks is a
 * report's own word for such a thing. */
static bool may_be_undeclared(const char *subject)
{
	return strncmp(subject, "0x", 2) == 0 || strchr(subject, ' ');
}

void inventory_check_waivers(struct inventory_build *build)
{
	const struct inventory *inventory = build->inventory;
	size_t i;

	for (i = 0; i < inventory->waiver_count; i++) {
		const struct inventory_waiver *waiver = &inventory->waivers[i];
		const char *subject = waiver->subject;

		if (inventory_waiver_is_glob(waiver) ||
		    may_be_undeclared(subject) ||
		    is_other_subject(inventory, subject)) {
			continue;
		}
		if (strchr(subject, ',')) {
			diag_add(build->diags, DIAG_ERROR, waiver->subject_pos,
				 "a waiver takes one name or a glob: "
				 "\"leaf01/*\", \"gpu0[0-4]?\"",
				 "%s is no single name",
				 diag_quote(build->diags, subject));
		} else {
			build_check_name(build, subject, waiver->subject_pos);
		}
	}
}

bool inventory_waiver_is_glob(const struct inventory_waiver *waiver)
{
	return strpbrk(waiver->subject, "*?[") != NULL;
}

struct glob {
	const char *text;
	size_t literal;   /* bytes before the first that is special */
	const char *head; /* up to its first "/"; NULL: it has none */
};

static bool fits(const struct glob *glob, const char *name)
{
	return strncmp(glob->text, name, glob->literal) == 0 &&
	       fnmatch(glob->text, name, FNM_NOESCAPE) == 0;
}

static bool fits_host(const struct glob *glob,
		      const struct inventory_host *host)
{
	size_t i;

	if (fits(glob, host->name)) {
		return true;
	}
	for (i = 0; i < host->port_count; i++) {
		if (fits(glob, host->ports[i].name)) {
			return true;
		}
	}
	return false;
}

/* Any port number may be meant. */
static bool fits_switch(const struct glob *glob,
			const struct inventory_switch *sw)
{
	return fits(glob, sw->name) ||
	       (glob->head && fnmatch(glob->head, sw->name, FNM_NOESCAPE) == 0);
}

static bool fits_any(const struct inventory *inventory, const struct glob *glob)
{
	size_t i;

	for (i = 0; i < inventory->host_count; i++) {
		if (fits_host(glob, &inventory->hosts[i])) {
			return true;
		}
	}
	for (i = 0; i < inventory->switch_count; i++) {
		if (fits_switch(glob, &inventory->switches[i])) {
			return true;
		}
	}
	for (i = 0; i < inventory->sm_count; i++) {
		if (fits(glob, inventory->sms[i].name)) {
			return true;
		}
	}
	for (i = 0; i < inventory->partition_count; i++) {
		if (fits(glob, inventory->partitions[i].name)) {
			return true;
		}
	}
	return false;
}

int inventory_waiver_fits(const struct inventory *inventory,
			  const struct inventory_waiver *waiver,
			  struct arena *scratch, bool *fits)
{
	const char *subject = waiver->subject;
	size_t slash = strcspn(subject, "/");
	struct glob glob = {subject, strcspn(subject, "*?["), NULL};

	*fits = true;
	/* It may be meant for GUIDs, or for reports' words. */
	if (glob.literal == 0 || subject[0] == '0' || strchr(subject, ' ')) {
		return 0;
	}
	if (subject[slash]) {
		glob.head = arena_printf(scratch, "%.*s", (int)slash, subject);
		if (!glob.head) {
			return -1;
		}
	}
	*fits = fits_any(inventory, &glob);
	return 0;
}
