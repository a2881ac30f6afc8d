/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The plugin with a stopwatch: its time in report() at SUBNET_UP against a
 * bare copy of the same fields, in turn, within one SUBNET_UP. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <opensm/osm_config.h>
#include <opensm/osm_version.h>
#include <opensm/osm_opensm.h>

#include "plugin/osm_snapshot.h"
#include "plugin/worker.h"
#include "tests/bench/bare_copy.h"

enum { ROUNDS = 15 };

struct bench {
	struct osm_opensm *osm;
	struct worker *worker;
	FILE *out;
};

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int by_value(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

static double median(double *times)
{
	qsort(times, ROUNDS, sizeof(*times), by_value);
	return times[ROUNDS / 2];
}

static void *bench_create(struct osm_opensm *osm)
{
	struct bench *bench = calloc(1, sizeof(*bench));
	const char *path = getenv("IBPOLICY_BENCH_OUT");

	if (!bench || !path) {
		free(bench);
		return NULL;
	}
	bench->osm = osm;
	bench->out = fopen(path, "w");
	bench->worker = worker_new(osm);
	if (!bench->out || !bench->worker) {
		return NULL;
	}
	return bench;
}

static void bench_delete(void *data)
{
	struct bench *bench = data;

	worker_free(bench->worker);
	fclose(bench->out);
	free(bench);
}

/* The same tables, the same memory at hand, one after the other. */
static void compare_copies(struct bench *bench)
{
	struct osm_snapshot *snapshot = osm_snapshot_new();
	struct bare_copy *bare = bare_copy_new(bench->osm);
	double ours[ROUNDS], theirs[ROUNDS], a, b;
	int i;

	if (!snapshot || !bare ||
	    osm_snapshot_reserve(bench->osm, snapshot, NULL) != 0) {
		return;
	}
	for (i = 0; i < ROUNDS; i++) {
		double start = now_ms();

		bare_copy_take(bench->osm, bare);
		theirs[i] = now_ms() - start;
		start = now_ms();
		osm_snapshot_take(bench->osm, snapshot, 0, NULL);
		ours[i] = now_ms() - start;
	}
	a = median(ours);
	b = median(theirs);
	fprintf(bench->out,
		"snapshot: %zu ports, %zu keys; copy %.2f ms, bare copy %.2f "
		"ms, ratio %.2f (median of %d)\n",
		snapshot->port_count, snapshot->key_count, a, b, a / b, ROUNDS);
	bare_copy_free(bare);
	osm_snapshot_free(snapshot);
}

/* The one real report() of this sweep, amid bare copies. */
static void time_report(struct bench *bench)
{
	struct bare_copy *bare = bare_copy_new(bench->osm);
	double times[ROUNDS], report = 0, start;
	int i;

	if (!bare) {
		return;
	}
	for (i = 0; i < ROUNDS; i++) {
		if (i == ROUNDS / 2) {
			start = now_ms();
			worker_subnet_up(bench->worker);
			report = now_ms() - start;
		}
		start = now_ms();
		bare_copy_take(bench->osm, bare);
		times[i] = now_ms() - start;
	}
	fprintf(bench->out,
		"report: %.2f ms in report() at SUBNET_UP, bare copy %.2f ms, "
		"ratio %.2f\n",
		report, median(times), report / median(times));
	bare_copy_free(bare);
}

static void bench_report(void *data, osm_epi_event_id_t event, void *details)
{
	struct bench *bench = data;

	(void)details;
	switch (event) {
	case OSM_EVENT_ID_HEAVY_SWEEP_START:
		worker_sweep_started(bench->worker);
		break;
	case OSM_EVENT_ID_HEAVY_SWEEP_DONE:
		worker_discovery_done(bench->worker);
		break;
	case OSM_EVENT_ID_UCAST_ROUTING_DONE:
		worker_file_was_read(bench->worker);
		break;
	case OSM_EVENT_ID_SUBNET_UP:
		time_report(bench);
		compare_copies(bench);
		fprintf(bench->out, "end\n");
		fflush(bench->out);
		break;
	default:
		break;
	}
}

extern osm_event_plugin_t osm_event_plugin;
osm_event_plugin_t osm_event_plugin = {
	.osm_version = OSM_VERSION,
	.create = bench_create,
	.delete = bench_delete,
	.report = bench_report,
};
