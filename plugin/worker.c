/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What report() hands to the worker, and the worker's beginning and end. */
#include "plugin/worker_state.h"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <opensm/osm_config.h>
#include <opensm/osm_version.h>
#include <opensm/osm_opensm.h>

/* A changed plan must be on disk when HEAVY_SWEEP_DONE has been reported; the
 * sweep waits for it so long. */
enum { RELOAD_WAIT_SEC = 2 };

_Static_assert(sizeof(ib_mad_notice_attr_t) == EVENT_NOTICE_SIZE,
	       "a trap's notice has another size in this OpenSM");

struct timespec worker_deadline(unsigned int seconds)
{
	struct timespec deadline;

	clock_gettime(CLOCK_MONOTONIC, &deadline);
	deadline.tv_sec += seconds;
	return deadline;
}

/* --- Beginning ------------------------------------------------------------ */

static void log_line(void *context, bool is_error, const char *message)
{
	struct worker *worker = context;

	osm_log(&worker->osm->log, is_error ? OSM_LOG_ERROR : OSM_LOG_INFO,
		"ibpolicy: %s\n", message);
}

/* A moment in which OpenSM may be reading the file is waited for, so that
 * what it read is known; a sweep that ended early is not. */
static bool may_publish(void *context)
{
	enum { READING_SEC = 10 };
	struct timespec deadline = worker_deadline(READING_SEC);
	struct worker *worker = context;
	int code = 0;

	pthread_mutex_lock(&worker->mutex);
	while (worker->reading && !worker->stop && code == 0) {
		code = pthread_cond_timedwait(&worker->wake, &worker->mutex,
					      &deadline);
	}
	worker->publishing = !worker->stop;
	pthread_mutex_unlock(&worker->mutex);
	return worker->publishing;
}

static int init_locks(struct worker *worker)
{
	pthread_condattr_t attributes;
	int status = -1;

	if (pthread_condattr_init(&attributes) != 0) {
		return -1;
	}
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	if (pthread_mutex_init(&worker->mutex, NULL) == 0) {
		if (pthread_cond_init(&worker->wake, &attributes) == 0 &&
		    pthread_cond_init(&worker->done, &attributes) == 0) {
			status = 0;
		}
	}
	pthread_condattr_destroy(&attributes);
	return status;
}

/* OpenSM's signals are its main thread's. */
static int start_thread(struct worker *worker)
{
	sigset_t all, before;
	int code;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	code = pthread_create(&worker->thread, NULL, worker_run, worker);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	worker->running = code == 0;
	return code == 0 ? 0 : -1;
}

static struct keeper *new_keeper(struct worker *worker)
{
	const osm_subn_opt_t *opt = &worker->osm->subn.opt;
	const struct keeper_config config = {
		.options = &worker->options,
		.refusal = worker->refused ? worker->refusal.message : NULL,
		.partition_config_file = worker->partition_config_file,
		.allow_both_pkeys = opt->allow_both_pkeys,
		.opensm_built_for = OSM_VERSION,
		.opensm_running = worker->osm->osm_version,
		.host = {log_line, may_publish, worker},
	};

	return keeper_new(&config, time(NULL));
}

static int prepare(struct worker *worker)
{
	const osm_subn_opt_t *opt = &worker->osm->subn.opt;

	worker->refused =
		options_parse(opt->event_plugin_options, &worker->options,
			      &worker->refusal) != 0;
	worker->partition_config_file = strdup(
		opt->partition_config_file ? opt->partition_config_file
					   : OSM_DEFAULT_PARTITION_CONFIG_FILE);
	worker->traps = event_ring_new();
	worker->filling = sweep_copy_new();
	worker->spare = sweep_copy_new();
	if (!worker->partition_config_file || !worker->traps ||
	    !worker->filling || !worker->spare) {
		return -1;
	}
	worker->keeper = new_keeper(worker);
	return worker->keeper ? 0 : -1;
}

struct worker *worker_new(struct osm_opensm *osm)
{
	struct worker *worker = calloc(1, sizeof(*worker));
	int64_t now = time(NULL);

	if (!worker || init_locks(worker) != 0) {
		free(worker);
		return NULL;
	}
	worker->osm = osm;
	if (prepare(worker) != 0) {
		worker_free(worker);
		return NULL;
	}
	osm_log(&osm->log, OSM_LOG_INFO,
		"ibpolicy: " PACKAGE_STRING ", inventory %s, output %s\n",
		worker->options.inventory, worker->options.output);
	/* The first sweep reads what is published here. */
	keeper_open(worker->keeper, now);
	keeper_reload(worker->keeper, now, false);
	worker->publishing = false;
	if (start_thread(worker) != 0) {
		worker_free(worker);
		return NULL;
	}
	return worker;
}

void worker_free(struct worker *worker)
{
	if (!worker) {
		return;
	}
	if (worker->running) {
		pthread_mutex_lock(&worker->mutex);
		worker->stop = true;
		pthread_cond_broadcast(&worker->wake);
		pthread_cond_broadcast(&worker->done);
		pthread_mutex_unlock(&worker->mutex);
		pthread_join(worker->thread, NULL);
	}
	keeper_free(worker->keeper);
	sweep_copy_free(worker->filling);
	sweep_copy_free(worker->pending);
	while (worker->spare) {
		struct sweep_copy *copy = worker->spare;

		worker->spare = copy->next;
		sweep_copy_free(copy);
	}
	event_ring_free(worker->traps);
	free(worker->partition_config_file);
	pthread_cond_destroy(&worker->wake);
	pthread_cond_destroy(&worker->done);
	pthread_mutex_destroy(&worker->mutex);
	free(worker);
}

/* --- Events --------------------------------------------------------------- */

void worker_sweep_started(struct worker *worker)
{
	pthread_mutex_lock(&worker->mutex);
	worker->counts.sweeps++;
	worker->counts.sweep_started_at = time(NULL);
	worker->reading = false;
	worker->sweep_wanted = false;
	worker->reload_all = true;
	worker->reload_wanted++;
	pthread_cond_broadcast(&worker->wake);
	pthread_mutex_unlock(&worker->mutex);
}

/* An edit during discovery repeats the discovery without another START: the
 * files are looked at once more. */
static void wait_for_reload(struct worker *worker, struct sweep_copy *copy)
{
	struct timespec deadline = worker_deadline(RELOAD_WAIT_SEC);
	int code = 0;

	pthread_mutex_lock(&worker->mutex);
	worker->reload_wanted++;
	pthread_cond_broadcast(&worker->wake);
	while (worker->reload_done != worker->reload_wanted && !worker->stop &&
	       code == 0) {
		code = pthread_cond_timedwait(&worker->done, &worker->mutex,
					      &deadline);
	}
	worker->late = worker->reload_done != worker->reload_wanted;
	worker->reading = true;
	if (worker->publishing) {
		/* It may be replaced before or after OpenSM opens it. */
		copy->conf_code = 0;
	} else {
		copy->conf_code = ENOENT;
	}
	pthread_mutex_unlock(&worker->mutex);
}

/* The sweeper's own copy to fill; where none is spare, the one that nobody has
 * looked at yet gives way. */
static struct sweep_copy *copy_to_fill(struct worker *worker)
{
	if (worker->filling) {
		return worker->filling;
	}
	pthread_mutex_lock(&worker->mutex);
	if (worker->spare) {
		worker->filling = worker->spare;
		worker->spare = worker->filling->next;
	} else {
		worker->filling = worker->pending;
		worker->pending = NULL;
	}
	pthread_mutex_unlock(&worker->mutex);
	return worker->filling;
}

void worker_discovery_done(struct worker *worker)
{
	struct sweep_copy *copy = copy_to_fill(worker);

	sweep_copy_reset(copy);
	copy->found_valid = osm_snapshot_take(worker->osm, copy->found,
					      time(NULL), NULL) == 0;
	/* So that SUBNET_UP finds its memory at hand. */
	osm_snapshot_reserve(worker->osm, copy->left, NULL);
	wait_for_reload(worker, copy);
	if (copy->conf_code != 0) {
		copy->conf_fd = open(worker->partition_config_file,
				     O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		copy->conf_code = copy->conf_fd < 0 ? errno : 0;
	}
}

static void end_reading(struct worker *worker)
{
	pthread_mutex_lock(&worker->mutex);
	worker->reading = false;
	worker->look = true;
	pthread_cond_broadcast(&worker->wake);
	pthread_mutex_unlock(&worker->mutex);
}

void worker_file_was_read(struct worker *worker)
{
	end_reading(worker);
}

void worker_state_changed(struct worker *worker)
{
	end_reading(worker);
}

void worker_subnet_up(struct worker *worker)
{
	struct sweep_copy *copy = copy_to_fill(worker);
	int64_t now = time(NULL);
	struct error error;

	if (osm_snapshot_take(worker->osm, copy->left, now, &error) != 0) {
		osm_log(&worker->osm->log, OSM_LOG_ERROR,
			"ibpolicy: this sweep is not judged: %s\n",
			error.message);
		end_reading(worker);
		return;
	}
	pthread_mutex_lock(&worker->mutex);
	worker->counts.subnet_up_at = now;
	worker->reading = false;
	if (worker->pending) {
		worker->pending->next = worker->spare;
		worker->spare = worker->pending;
	}
	worker->pending = copy;
	worker->filling = NULL;
	pthread_cond_broadcast(&worker->wake);
	pthread_mutex_unlock(&worker->mutex);
}

void worker_trap(struct worker *worker, const void *notice)
{
	struct event_trap trap = {.at = time(NULL)};

	memcpy(trap.notice, notice, sizeof(trap.notice));
	if (event_ring_push(worker->traps, &trap)) {
		pthread_mutex_lock(&worker->mutex);
		worker->look = true;
		pthread_cond_broadcast(&worker->wake);
		pthread_mutex_unlock(&worker->mutex);
	}
}
