/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* OpenSM's event plugin: the one exported symbol and the event switch. */
#include <stdlib.h>
#include <string.h>

#include <opensm/osm_config.h>
#include <opensm/osm_version.h>
#include <opensm/osm_opensm.h>

#include "plugin/worker.h"

static void *plugin_create(struct osm_opensm *osm)
{
	return worker_new(osm);
}

static void plugin_delete(void *data)
{
	worker_free(data);
}

static void plugin_report(void *data, osm_epi_event_id_t event, void *details)
{
	struct worker *worker = data;

	switch (event) {
	case OSM_EVENT_ID_HEAVY_SWEEP_START:
		worker_sweep_started(worker);
		break;
	case OSM_EVENT_ID_HEAVY_SWEEP_DONE:
		worker_discovery_done(worker);
		break;
	case OSM_EVENT_ID_UCAST_ROUTING_DONE:
		worker_file_was_read(worker);
		break;
	case OSM_EVENT_ID_SUBNET_UP:
		worker_subnet_up(worker);
		break;
	case OSM_EVENT_ID_STATE_CHANGE:
		worker_state_changed(worker);
		break;
	case OSM_EVENT_ID_TRAP:
		worker_trap(worker, details);
		break;
	default:
		break;
	}
}

extern osm_event_plugin_t osm_event_plugin;
osm_event_plugin_t osm_event_plugin = {
	.osm_version = OSM_VERSION,
	.create = plugin_create,
	.delete = plugin_delete,
	.report = plugin_report,
};
