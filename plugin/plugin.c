/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* OpenSM's event plugin: the one exported symbol and the event switch. */
#include <stdlib.h>
#include <string.h>

#include <opensm/osm_config.h>
#include <opensm/osm_version.h>
#include <opensm/osm_opensm.h>

#include "plugin/options.h"

static void *plugin_create(struct osm_opensm *osm)
{
	struct plugin_options *options = malloc(sizeof(*options));
	struct error error;

	if (!options) {
		return NULL;
	}
	if (options_parse(osm->subn.opt.event_plugin_options, options,
			  &error) != 0) {
		osm_log(&osm->log, OSM_LOG_ERROR, "ibpolicy: %s\n",
			error.message);
	}
	osm_log(&osm->log, OSM_LOG_INFO, "ibpolicy: inventory %s, output %s\n",
		options->inventory, options->output);
	return options;
}

static void plugin_delete(void *data)
{
	free(data);
}

static void plugin_report(void *data, osm_epi_event_id_t event, void *details)
{
	(void)data;
	(void)event;
	(void)details;
}

extern osm_event_plugin_t osm_event_plugin;
osm_event_plugin_t osm_event_plugin = {
	.osm_version = OSM_VERSION,
	.create = plugin_create,
	.delete = plugin_delete,
	.report = plugin_report,
};
