/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whether OpenSM may be started: what "status --preflight" looks at. */
#include "cli/preflight.h"

#include "cli/opensm_conf.h"
#include "cli/opensm_version.h"
#include "policy/io/read_file.h"
#include "policy/partitions_conf.h"
#include "policy/text_wrap.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { CONFIG_LIMIT = 1 << 20, INDENT = 8 };

static const char plugin_name[] = "ibpolicy";

struct points {
	const struct cli *cli;
	struct strbuf out;
	bool failed;
};

static void __attribute__((format(printf, 3, 4)))
add_point(struct points *points, bool holds, const char *format, ...)
{
	struct strbuf text = STRBUF_INIT;
	va_list args;

	va_start(args, format);
	strbuf_vaddf(&text, format, args);
	va_end(args);
	strbuf_addf(&points->out, "%-*s", INDENT, holds ? "ok" : "FAILED");
	text_wrap(&points->out, INDENT, INDENT, strbuf_text(&text));
	strbuf_addch(&points->out, '\n');
	points->failed = points->failed || !holds;
	strbuf_free(&text);
}

static void check_configured(struct points *points,
			     const struct opensm_conf *conf, const char *config)
{
	bool loads = opensm_conf_loads(conf, plugin_name);
	char safe[CLI_SAFE];

	cli_safe(safe, config);
	if (loads) {
		add_point(points, true, "%s loads event plugin %s", safe,
			  plugin_name);
	} else {
		add_point(points, false,
			  "%s does not load the plugin: add the line "
			  "\"event_plugin_name %s\"",
			  safe, plugin_name);
	}
}

static void check_plugin(struct points *points)
{
	char built[OPENSM_VERSION_TEXT], installed[OPENSM_VERSION_TEXT];
	char safe_built[CLI_SAFE], safe_installed[CLI_SAFE];
	struct error error;

	if (opensm_version_of_plugin(plugin_name, built, &error)) {
		add_point(points, false,
			  "the plugin does not load: %s. Install it where the "
			  "loader looks, and run ldconfig",
			  error.message);
		return;
	}
	cli_safe(safe_built, built);
	if (opensm_version_installed(installed, &error)) {
		add_point(points, true,
			  "the plugin loads, it is built for %s (%s)",
			  safe_built, error.message);
		return;
	}
	cli_safe(safe_installed, installed);
	if (!strcmp(built, installed)) {
		add_point(points, true,
			  "the plugin loads and is built for %s, which is "
			  "installed",
			  safe_built);
	} else {
		add_point(points, false,
			  "the plugin is built for %s, but %s is installed, "
			  "which will start without it: rebuild ibpolicy",
			  safe_built, safe_installed);
	}
}

/* What OpenSM does with such a file (opensm-facts of the manual). */
static void add_origin(struct points *points, const char *path,
		       enum partitions_conf_origin origin, const char *sha256)
{
	switch (origin) {
	case PARTITIONS_CONF_OURS:
		add_point(points, true, "%s is ours and whole, sha256 %s", path,
			  sha256);
		return;
	case PARTITIONS_CONF_EDITED:
		add_point(points, false,
			  "%s was edited by hand or cut short since ibpolicy "
			  "wrote it: OpenSM would run on it unreviewed. See "
			  "'ibpolicy diff', then render it again",
			  path);
		return;
	case PARTITIONS_CONF_FOREIGN:
		add_point(points, false,
			  "%s was not written by ibpolicy. Compare it with "
			  "'ibpolicy diff %s INVENTORY', then put the first "
			  "one there with 'ibpolicy render INVENTORY -o DIR'",
			  path, path);
		return;
	case PARTITIONS_CONF_EMPTY:
		add_point(points, false,
			  "%s is empty: OpenSM would make every port a full "
			  "member of the default partition and drop all "
			  "others. Write it with 'ibpolicy render INVENTORY "
			  "-o DIR'",
			  path);
		return;
	}
}

static void check_partitions(struct points *points,
			     const struct opensm_conf *conf)
{
	const char *path = conf->partition_config_file;
	char safe[CLI_SAFE], sha256[65] = "";
	struct error error;
	char *bytes = NULL;
	size_t length;

	cli_safe(safe, path);
	if (!read_file(path, PARTITIONS_CONF_LIMIT, &bytes, &length, &error)) {
		add_origin(points, safe,
			   partitions_conf_origin(bytes, length, sha256),
			   sha256);
		free(bytes);
	} else if (error.code == ENOENT) {
		add_point(points, false,
			  "partition_config_file %s does not exist: OpenSM "
			  "would make every port a full member of the default "
			  "partition, without a word in its log. Write it "
			  "with 'ibpolicy render INVENTORY -o DIR'",
			  safe);
	} else {
		add_point(points, false,
			  "partition_config_file: %s; OpenSM would make every "
			  "port a full member of the default partition",
			  error.message);
	}
}

static int run_points(struct points *points, const char *bytes, size_t length,
		      const char *config)
{
	struct arena *arena = arena_new();
	struct opensm_conf conf;
	struct error error;
	int status;

	if (!arena || opensm_conf_parse(bytes, length, arena, &conf)) {
		error_no_memory(&error);
		status = cli_failed(points->cli, &error);
	} else {
		check_configured(points, &conf, config);
		check_plugin(points);
		check_partitions(points, &conf);
		status = cli_print(points->cli, &points->out,
				   points->failed ? CLI_DRIFT : CLI_OK);
	}
	arena_free(arena);
	return status;
}

int preflight_run(const struct cli *cli, const char *config)
{
	struct points points = {.cli = cli, .out = STRBUF_INIT};
	struct error error;
	char *bytes = NULL;
	size_t length;
	int status;

	if (read_file(config, CONFIG_LIMIT, &bytes, &length, &error)) {
		return cli_failed(cli, &error);
	}
	status = run_points(&points, bytes, length, config);
	strbuf_free(&points.out);
	free(bytes);
	return status;
}
