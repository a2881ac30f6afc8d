/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The worker's thread: waits for something to do, and does it. */
#include "plugin/worker_state.h"

#include <endian.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <opensm/osm_config.h>
#include <opensm/osm_opensm.h>

enum { SM_ROOM = 64, TRAP_BATCH = 256 };

/* One byte that OpenSM writes under another lock. */
static enum ib_sm_state own_state(const struct worker *worker)
{
	return osm_snapshot_sm_state(
		__atomic_load_n(&worker->osm->subn.sm_state, __ATOMIC_RELAXED));
}

/* Where this SM stands: handovers emit no event. */
static void look_at_sm(struct worker *worker, int64_t now)
{
	const osm_subn_t *subn = &worker->osm->subn;
	const struct subnet_sm own = {
		.port_guid = be64toh(subn->sm_port_guid),
		.priority = subn->opt.sm_priority,
		.state = own_state(worker),
		.local = true,
	};
	struct raw_sm raw[SM_ROOM];
	struct subnet_sm others[SM_ROOM];
	int count, i;

	if (own.state != IB_SM_MASTER) {
		count = osm_snapshot_try_sms(worker->osm, raw, SM_ROOM);
		for (i = 0; i < count; i++) {
			others[i] = osm_snapshot_decode_sm(&raw[i]);
		}
		if (count >= 0) {
			keeper_set_others(worker->keeper, others,
					  (size_t)count);
		}
	}
	keeper_set_sm(worker->keeper, &own, now);
}

static void drain_traps(struct worker *worker)
{
	struct event_trap traps[TRAP_BATCH];
	size_t count, i;

	do {
		count = event_ring_drain(worker->traps, traps, TRAP_BATCH);
		for (i = 0; i < count; i++) {
			keeper_trap(worker->keeper, traps[i].notice,
				    sizeof(traps[i].notice), traps[i].at);
		}
	} while (count == TRAP_BATCH);
}

static void reload(struct worker *worker, bool all, unsigned int generation)
{
	bool changed;

	changed = keeper_reload(worker->keeper, time(NULL), !all);
	pthread_mutex_lock(&worker->mutex);
	worker->publishing = false;
	worker->reload_done = generation;
	worker->sweep_wanted |= changed && worker->late;
	if (changed || generation == worker->reload_wanted) {
		worker->late = false;
	}
	pthread_cond_broadcast(&worker->done);
	pthread_mutex_unlock(&worker->mutex);
}

static void judge(struct worker *worker, struct sweep_copy *copy)
{
	struct subnet *subnet = NULL, *before = NULL;
	int64_t now = time(NULL);
	struct error error;

	if (osm_snapshot_decode(copy->left, &subnet, &error) != 0) {
		osm_log(&worker->osm->log, OSM_LOG_ERROR,
			"ibpolicy: this sweep is not judged: %s\n",
			error.message);
		return;
	}
	if (copy->found_valid) {
		osm_snapshot_decode(copy->found, &before, NULL);
	}
	look_at_sm(worker, now);
	keeper_in_force(worker->keeper, copy->conf_fd, copy->conf_code);
	copy->conf_fd = -1;
	keeper_judge(worker->keeper, subnet, before, now);
}

/* Takes the sweep's copy, judges it and gives the buffers back. */
static void judge_pending(struct worker *worker, struct sweep_copy *copy)
{
	judge(worker, copy);
	sweep_copy_reset(copy);
	pthread_mutex_lock(&worker->mutex);
	copy->next = worker->spare;
	worker->spare = copy;
	pthread_mutex_unlock(&worker->mutex);
}

static void pass_counts(struct worker *worker)
{
	struct keeper_counts counts;

	pthread_mutex_lock(&worker->mutex);
	counts = worker->counts;
	pthread_mutex_unlock(&worker->mutex);
	event_ring_count(worker->traps, &counts.traps, &counts.traps_dropped);
	keeper_count(worker->keeper, &counts);
}

/* What is to be done next; under mutex. */
struct task {
	bool reload, reload_all, look, beat;
	unsigned int generation;
	struct sweep_copy *copy;
};

static bool has_task(const struct worker *worker)
{
	return worker->look || worker->pending ||
	       worker->reload_done != worker->reload_wanted;
}

static struct task next_task(struct worker *worker, bool beat_due)
{
	struct task task = {
		.reload = worker->reload_done != worker->reload_wanted,
		.reload_all = worker->reload_all,
		.generation = worker->reload_wanted,
		.look = worker->look,
		.beat = beat_due,
		.copy = worker->pending,
	};

	worker->reload_all = false;
	worker->look = false;
	worker->pending = NULL;
	return task;
}

static void do_task(struct worker *worker, const struct task *task)
{
	pass_counts(worker);
	if (task->reload) {
		reload(worker, task->reload_all, task->generation);
	}
	drain_traps(worker);
	if (task->copy) {
		judge_pending(worker, task->copy);
	}
	if (task->look || task->beat) {
		look_at_sm(worker, time(NULL));
	}
	if (task->beat) {
		keeper_beat(worker->keeper, time(NULL));
	}
}

/* The plan came too late for the sweep that wanted it: the main thread alone
 * takes the signal, and sweeps once more. First that sweep is told of, as it
 * was; under mutex. */
static void ask_for_sweep(struct worker *worker)
{
	if (!worker->sweep_wanted || worker->pending ||
	    worker->reload_done != worker->reload_wanted) {
		return;
	}
	worker->sweep_wanted = false;
	if (own_state(worker) == IB_SM_MASTER) {
		kill(getpid(), SIGHUP);
	}
}

static bool is_past(const struct timespec *when)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec > when->tv_sec ||
	       (now.tv_sec == when->tv_sec && now.tv_nsec >= when->tv_nsec);
}

void *worker_run(void *data)
{
	struct worker *worker = data;
	struct timespec next_beat = worker_deadline(0);

	pthread_mutex_lock(&worker->mutex);
	while (!worker->stop) {
		struct task task;
		bool due = is_past(&next_beat);

		if (!due && !has_task(worker)) {
			pthread_cond_timedwait(&worker->wake, &worker->mutex,
					       &next_beat);
			continue;
		}
		task = next_task(worker, due);
		pthread_mutex_unlock(&worker->mutex);
		do_task(worker, &task);
		if (due) {
			next_beat =
				worker_deadline(worker->options.heartbeat_sec);
		}
		pthread_mutex_lock(&worker->mutex);
		ask_for_sweep(worker);
	}
	pthread_mutex_unlock(&worker->mutex);
	return NULL;
}
