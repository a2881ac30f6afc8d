/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* An OpenSM plugin that runs OpenSM's own partition code over random files, in
 * its own process, and compares what comes out with what our reader says. */
#include <string.h>
#include <stdlib.h>
#include <stdio.h>

#include <opensm/osm_config.h>
#include <opensm/osm_version.h>
#include <opensm/osm_opensm.h>
#include <opensm/osm_event_plugin.h>

#include "tests/differential/generate.h"
#include "tests/differential/opensm_view.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

/* Environment: DIFFERENTIAL_DIR (where files go, report.txt among them),
 * _SEED, _FILES (depth 1), _SETS (depth 2), _BOTH (allow_both_pkeys, for depth
 * 2: OpenSM cannot change it while tables are set). */

enum {
	SEQUENCE = 8, /* files one after the other in one SM's life */
	REPORTED = 20 /* disagreements that are written out */
};

struct counts {
	uint64_t files, fallbacks, undefined, crashes, shared, disagreements;
	uint64_t undecided; /* differences where the file does not decide */
	uint64_t tables, full_tables;
};

struct run {
	osm_opensm_t *osm;
	bool done;
	int depth;
	const char *dir;
	FILE *report;
	struct view_fabric fabric;
	struct generator generator;
	uint64_t seed;
	char path[512];
	struct strbuf text, ours, theirs;
	struct partitions_conf *before;
	struct partitions_conf_options options;
	struct counts counts;
	bool undefined; /* the file at hand does not decide the result */
	bool diverged;  /* so that OpenSM's history is another one now */
	ib_api_status_t (*make_partitions)(osm_log_t *, osm_subn_t *);
	int (*set_pkeys)(osm_opensm_t *);
};

static uint64_t number(const char *name)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 0) : 0;
}

/* OpenSM parses into an array on its stack and sometimes reads parts of it
 * that no line has written. Zeros there are what our reader reckons with; the
 * last bytes, though, hold what OpenSM called before it parses. */
static void __attribute__((noinline)) clear_stack(void)
{
	volatile char below[65536];
	size_t i;

	for (i = 0; i < sizeof(below); i++) {
		below[i] = 0;
	}
}

static void write_file(struct run *run)
{
	int fd = open(run->path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	ssize_t written;

	if (fd < 0) {
		abort();
	}
	written = write(fd, run->text.data, run->text.length);
	if (written != (ssize_t)run->text.length || close(fd)) {
		abort();
	}
}

static void disagree(struct run *run, const char *what)
{
	char path[600];
	FILE *file;

	if (run->undefined) {
		run->counts.undecided++;
		run->diverged = true;
		return;
	}
	if (++run->counts.disagreements > REPORTED) {
		return;
	}
	fprintf(run->report,
		"disagreement %d-%" PRIu64 ": %s, allow_both_pkeys %d, qos %d, "
		"%s\n--- ours\n%s--- OpenSM's\n%s",
		run->depth, run->counts.disagreements, what,
		run->options.allow_both_pkeys, run->options.qos,
		run->before ? "a running SM" : "a fresh SM",
		strbuf_text(&run->ours), strbuf_text(&run->theirs));
	snprintf(path, sizeof(path), "%s/disagreement-%d-%" PRIu64 ".conf",
		 run->dir, run->depth, run->counts.disagreements);
	file = fopen(path, "w");
	if (file) {
		fwrite(run->text.data, 1, run->text.length, file);
		fclose(file);
	}
}

/* Generates the next file and reads it; NULL: not one to give to OpenSM. */
static struct partitions_conf *next_file(struct run *run)
{
	struct partitions_conf *conf = NULL;

	generate_file(&run->generator, &run->text);
	run->options.before = run->before;
	if (partitions_conf_read(strbuf_text(&run->text), run->text.length,
				 &run->options, &conf, NULL)) {
		abort();
	}
	run->counts.files++;
	run->counts.fallbacks += conf->fallback;
	run->counts.undefined += conf->undefined;
	run->undefined = conf->undefined;
	if (conf->crash || conf->shared_group) {
		run->counts.crashes += conf->crash;
		run->counts.shared += conf->shared_group;
		partitions_conf_free(conf);
		return NULL;
	}
	write_file(run);
	return conf;
}

static void compare_partitions(struct run *run,
			       const struct partitions_conf *conf)
{
	/* After a fallback OpenSM still has the wishes of the failed file. */
	bool skip_index0 = conf->fallback || conf->index0_disputed;
	char *last;

	view_of_plan(conf->plan, &run->fabric, &run->ours);
	opensm_view(run->osm, &run->fabric, &run->theirs);
	if (skip_index0) {
		last = strstr(run->ours.data, "0:");
		run->ours.length = last ? (size_t)(last - run->ours.data) : 0;
		last = strstr(run->theirs.data, "0:");
		run->theirs.length =
			last ? (size_t)(last - run->theirs.data) : 0;
	}
	if (run->ours.length != run->theirs.length ||
	    memcmp(run->ours.data, run->theirs.data, run->ours.length)) {
		disagree(run, "partitions");
	}
}

static void begin_sequence(struct run *run, uint64_t index)
{
	partitions_conf_free(run->before);
	run->before = NULL;
	run->diverged = false;
	run->generator.random.state = run->seed + index * 0xd1342543de82ef95ULL;
	CL_PLOCK_EXCL_ACQUIRE(&run->osm->lock);
	opensm_view_reset(run->osm);
	CL_PLOCK_RELEASE(&run->osm->lock);
}

/* Keeps the result as the next file's history. */
static void end_file(struct run *run, struct partitions_conf *conf)
{
	partitions_conf_free(run->before);
	run->before = conf;
}

static void run_depth1(struct run *run, uint64_t files)
{
	osm_subn_t *subn = &run->osm->subn;
	struct partitions_conf *conf;
	uint64_t i, j;

	for (i = 0; run->counts.files < files; i++) {
		begin_sequence(run, i);
		run->options.allow_both_pkeys =
			random_once_in(&run->generator.random, 3);
		run->options.qos = random_once_in(&run->generator.random, 2);
		subn->opt.allow_both_pkeys = run->options.allow_both_pkeys;
		subn->opt.qos = run->options.qos;
		for (j = 0; j < SEQUENCE && !run->diverged &&
			    run->counts.files < files;
		     j++) {
			conf = next_file(run);
			if (!conf) {
				continue;
			}
			CL_PLOCK_EXCL_ACQUIRE(&run->osm->lock);
			opensm_view_reset_index0(run->osm);
			clear_stack();
			run->make_partitions(&run->osm->log, subn);
			compare_partitions(run, conf);
			CL_PLOCK_RELEASE(&run->osm->lock);
			end_file(run, conf);
		}
	}
}

static void wait_for_sets(osm_opensm_t *osm)
{
	pthread_mutex_lock(&osm->stats.mutex);
	while (osm->stats.qp0_mads_outstanding) {
		pthread_cond_wait(&osm->stats.cond, &osm->stats.mutex);
	}
	pthread_mutex_unlock(&osm->stats.mutex);
}

/* What OpenSM puts at index 0; 0: it depends, or our plan does not say. With
 * keep_pkey_indexes it depends on every file that the port has seen. */
static uint16_t expected_index0(const struct run *run,
				const struct partitions_conf *conf, size_t port)
{
	uint16_t wanted = view_index0(conf->plan, &run->fabric, port);

	if (run->osm->subn.opt.keep_pkey_indexes || conf->index0_disputed ||
	    conf->fallback || run->options.allow_both_pkeys) {
		return 0;
	}
	return wanted ? wanted : IB_PKEY_DEFAULT;
}

static void compare_table(struct run *run, const struct partitions_conf *conf,
			  size_t port)
{
	uint16_t index0, expected = expected_index0(run, conf, port);

	view_pkeys_of_plan(conf->plan, &run->fabric, port, &run->ours);
	if (!opensm_view_pkeys(run->osm, run->fabric.ports[port].guid,
			       &run->theirs, &index0)) {
		run->counts.full_tables++;
		return;
	}
	run->counts.tables++;
	if (strcmp(run->ours.data, run->theirs.data)) {
		strbuf_addf(&run->ours, " at %" PRIx64 "\n",
			    run->fabric.ports[port].guid);
		strbuf_addstr(&run->theirs, "\n");
		disagree(run, "a P_Key table");
	} else if (expected && ib_pkey_base(index0) != expected) {
		strbuf_addf(&run->ours, " at %" PRIx64 ", index 0: %04x\n",
			    run->fabric.ports[port].guid, expected);
		strbuf_addf(&run->theirs, " index 0: %04x\n", index0);
		disagree(run, "index 0");
	}
}

static void run_depth2(struct run *run, uint64_t files)
{
	struct partitions_conf *conf;
	uint64_t i, j;
	size_t port;

	for (i = 0; run->counts.files < files; i++) {
		begin_sequence(run, i + (1ULL << 40));
		run->options.qos = random_once_in(&run->generator.random, 2);
		run->osm->subn.opt.qos = run->options.qos;
		run->osm->subn.opt.keep_pkey_indexes =
			random_once_in(&run->generator.random, 2);
		for (j = 0; j < SEQUENCE && !run->diverged &&
			    run->counts.files < files;
		     j++) {
			conf = next_file(run);
			if (!conf) {
				continue;
			}
			opensm_view_reset_index0(run->osm);
			clear_stack();
			run->set_pkeys(run->osm);
			wait_for_sets(run->osm);
			for (port = 0; port < run->fabric.port_count; port++) {
				compare_table(run, conf, port);
			}
			end_file(run, conf);
		}
	}
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void run_depth(struct run *run, int depth, uint64_t files)
{
	double start = seconds();
	const struct counts *counts = &run->counts;

	memset(&run->counts, 0, sizeof(run->counts));
	run->depth = depth;
	if (depth == 1) {
		run_depth1(run, files);
	} else {
		run_depth2(run, files);
	}
	fprintf(run->report,
		"depth %d: %" PRIu64 " files, %" PRIu64 " fall back, %" PRIu64
		" read memory that was not written (%" PRIu64
		" differences, for which the file does not decide); not "
		"compared: %" PRIu64 " crashes, %" PRIu64
		" with a shared group; ",
		depth, counts->files, counts->fallbacks,
		counts->undefined - counts->crashes, counts->undecided,
		counts->crashes, counts->shared);
	if (depth == 2) {
		fprintf(run->report,
			"%" PRIu64 " P_Key tables compared, %" PRIu64
			" full ones not; ",
			counts->tables, counts->full_tables);
	}
	fprintf(run->report, "%" PRIu64 " disagreements; %.1f s\n",
		counts->disagreements, seconds() - start);
}

static void set_up(struct run *run)
{
	char path[512];
	size_t i;
	uint64_t *guids;

	run->dir = getenv("DIFFERENTIAL_DIR");
	run->seed = number("DIFFERENTIAL_SEED");
	snprintf(run->path, sizeof(run->path), "%s/random.conf", run->dir);
	snprintf(path, sizeof(path), "%s/report.part", run->dir);
	run->report = fopen(path, "w");
	*(void **)&run->make_partitions =
		dlsym(RTLD_DEFAULT, "osm_prtn_make_partitions");
	*(void **)&run->set_pkeys = dlsym(RTLD_DEFAULT, "osm_pkey_mgr_process");
	opensm_view_fabric(run->osm, &run->fabric);
	guids = calloc(run->fabric.port_count, sizeof(*guids));
	if (!run->report || !run->make_partitions || !run->set_pkeys ||
	    !guids) {
		abort();
	}
	fprintf(run->report, "slowest end ports: MTU %u, rate %u\n",
		run->fabric.min_mtu, run->fabric.min_rate);
	for (i = 0; i < run->fabric.port_count; i++) {
		guids[i] = run->fabric.ports[i].guid;
	}
	run->generator.guids = guids;
	run->generator.guid_count = run->fabric.port_count;
	run->options.path = "random.conf";
	run->options.ports = run->fabric.ports;
	run->options.port_count = run->fabric.port_count;
	run->options.sm_guid = run->fabric.sm_guid;
}

static void finish(struct run *run)
{
	char from[512], to[512];

	fclose(run->report);
	snprintf(from, sizeof(from), "%s/report.part", run->dir);
	snprintf(to, sizeof(to), "%s/report.txt", run->dir);
	rename(from, to);
	partitions_conf_free(run->before);
	free(run->fabric.ports);
	free((void *)(uintptr_t)run->generator.guids);
	strbuf_free(&run->text);
	strbuf_free(&run->ours);
	strbuf_free(&run->theirs);
}

/* In the sweeper thread, no lock held, before the next sweep can begin. */
static void run_all(struct run *run)
{
	osm_subn_opt_t *opt = &run->osm->subn.opt;
	char *path = opt->partition_config_file;
	boolean_t both = opt->allow_both_pkeys, qos = opt->qos;
	osm_log_level_t level = run->osm->log.level;

	set_up(run);
	opt->partition_config_file = run->path;
	run->osm->log.level = OSM_LOG_NONE;
	if (number("DIFFERENTIAL_FILES")) {
		run_depth(run, 1, number("DIFFERENTIAL_FILES"));
	}
	opt->allow_both_pkeys = both;
	run->options.allow_both_pkeys = both;
	if (number("DIFFERENTIAL_SETS")) {
		run_depth(run, 2, number("DIFFERENTIAL_SETS"));
	}
	opt->qos = qos;
	opt->partition_config_file = path;
	run->osm->log.level = level;
	finish(run);
}

static void *create(osm_opensm_t *osm)
{
	struct run *run = calloc(1, sizeof(*run));

	if (run) {
		run->osm = osm;
	}
	return run;
}

static void delete (void *context)
{
	free(context);
}

static void report(void *context, osm_epi_event_id_t event, void *data)
{
	struct run *run = context;

	(void)data;
	if (event == OSM_EVENT_ID_SUBNET_UP && !run->done) {
		run->done = true;
		run_all(run);
	}
}

osm_event_plugin_t osm_event_plugin = {
	.osm_version = OSM_VERSION,
	.create = create,
	.delete = delete,
	.report = report,
};
