/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* status.json's facts for Prometheus. */
#include "policy/io/status_prometheus.h"

#include "policy/prometheus_text.h"

static void add_gauge(const struct status *status, struct strbuf *out,
		      const char *name, const char *help, int64_t value)
{
	prometheus_single(out, name, "gauge", help, status->inventory.fabric,
			  value);
}

static void add_plugin(const struct status *status, struct strbuf *out)
{
	prometheus_family(out, "ibpolicy_plugin_info", "gauge",
			  "The plugin, and the OpenSM it was built for.");
	prometheus_begin(out, "ibpolicy_plugin_info", status->inventory.fabric);
	prometheus_label(out, "tool", status->tool ? status->tool : "");
	prometheus_label(out, "opensm",
			 status->opensm_built_for ? status->opensm_built_for
						  : "");
	prometheus_end(out, 1);
}

static void add_times(const struct status *status, struct strbuf *out)
{
	int64_t duration = status->subnet_up_at - status->sweep_started_at;

	add_gauge(status, out, "ibpolicy_heartbeat_timestamp_seconds",
		  "When the plugin was last alive.", status->heartbeat_at);
	add_gauge(status, out, "ibpolicy_heartbeat_interval_seconds",
		  "How often the plugin says so.", status->heartbeat_sec);
	add_gauge(status, out, "ibpolicy_sweep_start_timestamp_seconds",
		  "When the last heavy sweep began; 0: none yet.",
		  status->sweep_started_at);
	add_gauge(status, out, "ibpolicy_subnet_up_timestamp_seconds",
		  "When a heavy sweep last ended; 0: none yet.",
		  status->subnet_up_at);
	if (status->subnet_up_at && duration >= 0) {
		add_gauge(status, out, "ibpolicy_sweep_duration_seconds",
			  "How long the last heavy sweep took.", duration);
	}
}

static void add_plans(const struct status *status, struct strbuf *out)
{
	const struct {
		const char *kind, *sha256;
	} plans[] = {
		{"in_force", status->plans.in_force},
		{"published", status->plans.published},
		{"held", status->plans.held},
		{"approved", status->plans.approved},
	};
	size_t i;

	prometheus_family(out, "ibpolicy_plan", "gauge",
			  "The plans that exist, by what they are.");
	for (i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
		if (!plans[i].sha256) {
			continue;
		}
		prometheus_begin(out, "ibpolicy_plan",
				 status->inventory.fabric);
		prometheus_label(out, "kind", plans[i].kind);
		prometheus_label(out, "sha256", plans[i].sha256);
		prometheus_end(out, 1);
	}
	add_gauge(status, out, "ibpolicy_plan_held",
		  "Whether the guard holds a plan back.",
		  status->plans.held != NULL);
	add_gauge(status, out, "ibpolicy_plan_in_force",
		  "Whether OpenSM runs on the published plan.",
		  status->plans.in_force && !status->plans.not_in_force);
}

static void add_counters(const struct status *status, struct strbuf *out)
{
	static const struct {
		const char *name, *help;
	} counters[STATUS_COUNTER_COUNT] = {
		[STATUS_SWEEPS] = {"ibpolicy_sweeps_total",
				   "Heavy sweeps begun."},
		[STATUS_REPORTS] = {"ibpolicy_reports_total",
				    "Heavy sweeps judged."},
		[STATUS_RELOADS] = {"ibpolicy_inventory_loads_total",
				    "Inventories loaded."},
		[STATUS_TRAPS] = {"ibpolicy_traps_total", "Traps received."},
		[STATUS_DROPS] = {"ibpolicy_traps_dropped_total",
				  "Traps lost for want of room."},
		[STATUS_TRAPS_PKEY] = {"ibpolicy_traps_pkey_total",
				       "Traps about bad P_Keys (257, 259)."},
		[STATUS_TRAPS_SECURITY] =
			{"ibpolicy_traps_security_total",
			 "Traps about bad M_Keys and Q_Keys (256, 258)."},
		[STATUS_TRAPS_LINK] =
			{"ibpolicy_traps_link_total",
			 "Traps about changes of links and ports (128, 144, "
			 "145)."},
		[STATUS_TRAPS_STRANGE] =
			{"ibpolicy_traps_unknown_lid_total",
			 "Traps of these kinds that name a LID nobody has."},
		[STATUS_PUBLISH_FAILURES] =
			{"ibpolicy_publish_failures_total",
			 "Files that could not be written."},
	};
	int i;

	for (i = 0; i < STATUS_COUNTER_COUNT; i++) {
		prometheus_single(out, counters[i].name, "counter",
				  counters[i].help, status->inventory.fabric,
				  status->counters[i]);
	}
}

static void add_faults(const struct status *status, struct strbuf *out)
{
	add_gauge(status, out, "ibpolicy_inventory_valid",
		  "Whether the inventory on disk is the one in use.",
		  status->inventory.valid);
	add_gauge(status, out, "ibpolicy_faults",
		  "Faults of the plugin itself, see status.json.",
		  (int64_t)status->fault_count);
}

void status_prometheus(const struct status *status, struct strbuf *out)
{
	add_plugin(status, out);
	add_times(status, out);
	add_plans(status, out);
	add_counters(status, out);
	add_faults(status, out);
}
