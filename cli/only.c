/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* --only FAMILY,...: which checks are asked for. */
#include "cli/only.h"

#include "policy/rule.h"
#include "policy/suggest.h"

#include <string.h>

/* Of "port.missing", "port.missing" and "port" are names. */
static bool is_known(const char *name)
{
	const struct rule *const *rule;
	size_t length = strlen(name);

	for (rule = rule_table; *rule; rule++) {
		const char *id = (*rule)->id;

		if (length && !strncmp(id, name, length) &&
		    (id[length] == '\0' || id[length] == '.')) {
			return true;
		}
	}
	return false;
}

static int say_unknown(const struct cli *cli, struct arena *arena,
		       const char *name)
{
	struct suggestion suggestion = suggest_for(name);
	const struct rule *const *rule;
	char safe[CLI_SAFE], *family;

	for (rule = rule_table; *rule; rule++) {
		family = arena_strndup(arena, (*rule)->id,
				       strcspn((*rule)->id, "."));
		if (family) {
			suggest_offer(&suggestion, family);
		}
		suggest_offer(&suggestion, (*rule)->id);
	}
	cli_safe(safe, name);
	if (suggestion.nearest) {
		return cli_usage(cli,
				 "--only: no check or family '%s', did you "
				 "mean '%s'?",
				 safe, suggestion.nearest);
	}
	return cli_usage(cli,
			 "--only: no check or family '%s'; 'ibpolicy checks' "
			 "lists them",
			 safe);
}

int only_parse(const struct cli *cli, const char *list, struct arena *arena,
	       const char *const **names, size_t *count)
{
	const char **items, *comma;
	size_t used = 0, length;
	struct error error;

	*names = NULL;
	*count = 0;
	if (!list) {
		return CLI_OK;
	}
	items = arena_array(arena, strlen(list) + 1, sizeof(*items));
	for (; items; list = comma + 1) {
		comma = strchr(list, ',');
		length = comma ? (size_t)(comma - list) : strlen(list);
		items[used] = arena_strndup(arena, list, length);
		if (!items[used]) {
			items = NULL;
			break;
		}
		if (!is_known(items[used])) {
			return say_unknown(cli, arena, items[used]);
		}
		used++;
		if (!comma) {
			break;
		}
	}
	if (!items) {
		error_no_memory(&error);
		return cli_failed(cli, &error);
	}
	*names = items;
	*count = used;
	return CLI_OK;
}
