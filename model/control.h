/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests of the UI thread (or batch loop) for the collector, and the eventfds by which the two
 * threads wake each other. main creates the eventfds and owns the struct; collector and UI borrow
 * it.
 *
 * Atomics: the UI writes `interval_ns`, `ends_wanted`, `level2`, `record_toggles`, `slices`,
 * `regions`, `waits`, `cut_short` and `stop`, the collector reads them. All but `stop` stand for
 * themselves and guard no other data, so relaxed order is enough; besides, the write(2) to an
 * eventfd and the read(2) of it order them. Who sees `stop` also sees `cut_short`: the store of
 * collector_stop() (A, with B) releases, the load of control_stops() (B, with A) acquires.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* What the user looks at decides whether level 2 is counted. */
enum level2_demand {
	LEVEL2_WELCOME,		/* a part of the screen shows it if it is counted: within the budget */
	LEVEL2_NEEDED,		/* it is shown: whatever it costs */
	LEVEL2_UNWANTED		/* the user has chosen level 1: not at all */
};

/* Whose code is sampled live, and whose nodes below level 2 are counted: a row of the lists. Any thread. */
enum live_scope {
	LIVE_NOTHING,		/* nothing is looked at: all its events are closed 3 s later */
	LIVE_MACHINE,
	LIVE_CPU,		/* id: the kernel's number */
	LIVE_PROCESS,		/* id: pid; start_ns as in struct row */
	LIVE_THREAD,		/* id: tid */
	LIVE_USER, LIVE_CGROUP, LIVE_NAME,	/* start_ns: the hash that their rows have */
	LIVE_WATCHED,		/* all that is counted with --pid or a command, and what these
				 * start; id: pid of the first, known before any interval ends */
	LIVE_REGION		/* of nodes only: id: pid; struct tree_request names the region */
};

struct control {
	_Atomic uint64_t interval_ns;	/* the interval that the user wants */
	_Atomic uint32_t ends_wanted;	/* times that the user ended an interval */
	_Atomic uint32_t record_toggles;	/* times that the user toggled recording */
	_Atomic int level2;		/* enum level2_demand */
	_Atomic bool slices;		/* the scope is open: snapshots have the cells of slices */
	_Atomic bool regions;		/* regions are looked at: their markers are watched */
	_Atomic bool waits;		/* times that tasks wait for a CPU are looked at */
	_Atomic bool cut_short;		/* set before stop: a signal or a key ends the run, so what
					 * was counted since the last interval is recorded and summed,
					 * too */
	_Atomic bool stop;		/* the collector must end its thread */
	bool lockstep;			/* set before the threads start: the reader wants each
					 * snapshot, and wakes the collector when it has taken it.
					 * That waits until then, or its interval goes on */
	int wake_collector;		/* eventfd: written after a change of one of the above */
	int wake_ui;			/* eventfd: the collector writes it after each publish */
};

/* Before the threads start: this interval, level 2 where it is cheap, and nothing else is requested. */
static inline void control_init(struct control *control, uint64_t interval_ns)
{
	atomic_init(&control->interval_ns, interval_ns);
	atomic_init(&control->ends_wanted, 0);
	atomic_init(&control->record_toggles, 0);
	atomic_init(&control->level2, LEVEL2_WELCOME);
	atomic_init(&control->slices, false);
	atomic_init(&control->regions, false);
	atomic_init(&control->waits, false);
	atomic_init(&control->cut_short, false);
	atomic_init(&control->stop, false);
}

static inline uint64_t control_interval_ns(const struct control *control)
{
	return atomic_load_explicit(&control->interval_ns, memory_order_relaxed);
}

static inline bool control_wants_slices(const struct control *control)
{
	return atomic_load_explicit(&control->slices, memory_order_relaxed);
}

static inline bool control_wants_waits(const struct control *control)
{
	return atomic_load_explicit(&control->waits, memory_order_relaxed);
}

static inline bool control_stops(const struct control *control)
{
	return atomic_load_explicit(&control->stop, memory_order_acquire);	/* B, with A */
}

#define INTERVAL_MIN_NS 100000000ULL	/* 0.1 s */
#define INTERVAL_MAX_NS 60000000000ULL	/* 60 s */
#define INTERVAL_FIRST_NS INTERVAL_MIN_NS	/* with the time to open the events: first numbers 200 ms
						 * after the start */
