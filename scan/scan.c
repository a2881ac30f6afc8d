/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* From a local port to a whole subnet. */
#include "scan/scan.h"

#include "scan/mad.h"
#include "scan/scan_discover.h"
#include "scan/scan_local.h"
#include "scan/scan_nodes.h"
#include "scan/scan_tables.h"
#include "scan/smp_pipeline.h"

#include <stdlib.h>

struct scan {
	const struct scan_options *options;
	ibnd_fabric_t *fabric;
	struct subnet *subnet;
	struct smp_pipeline *pipeline;
	struct scan_port *ports;
	size_t port_count;
};

static int read_fabric(struct scan *scan, const umad_port_t *local,
		       struct error *error)
{
	const struct scan_options *options = scan->options;

	if (options->progress) {
		options->progress(options->context, "discovery", 0, 0);
	}
	scan->fabric = scan_discover(options, local, error);
	if (!scan->fabric) {
		return -1;
	}
	scan->pipeline =
		smp_pipeline_open(local->ca_name, local->portnum,
				  options->timeout_ms, options->retries,
				  SCAN_WINDOW, options->m_key, error);
	if (!scan->pipeline ||
	    scan_fill_gaps(scan->fabric, scan->pipeline, error) ||
	    scan_read_nodes(scan->fabric->nodes, true, scan->subnet,
			    &scan->ports, &scan->port_count, error) ||
	    scan_pkeys(options, scan->subnet, scan->ports, scan->port_count,
		       scan->pipeline, error) ||
	    scan_sms(options, scan->subnet, scan->ports, scan->port_count,
		     scan->pipeline, error)) {
		return -1;
	}
	return subnet_finish(scan->subnet, error);
}

int scan_fabric(const struct scan_options *options, struct subnet **subnet,
		struct error *error)
{
	struct scan scan = {.options = options};
	umad_port_t local;
	int status;

	if (scan_local_find(options->ca, options->port, &local, error)) {
		return -1;
	}
	scan.subnet = subnet_new();
	if (scan.subnet) {
		scan.subnet->source = SUBNET_FROM_SCAN;
		scan.subnet->taken_at = options->now;
		status = read_fabric(&scan, &local, error);
	} else {
		status = error_no_memory(error);
	}
	if (!status) {
		*subnet = scan.subnet;
	} else {
		subnet_free(scan.subnet);
	}
	smp_pipeline_close(scan.pipeline);
	if (scan.fabric) {
		ibnd_destroy_fabric(scan.fabric);
	}
	free(scan.ports);
	umad_release_port(&local);
	return status;
}
