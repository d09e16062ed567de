/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the UI thread (or batch) may tell the collector, and how each wakes the other. main makes
 * the two eventfds and owns the struct; collector and UI borrow it.
 *
 * Atomics: `interval_ns`, `level2`, `record_toggles` and `stop` are written by the UI and read by the
 * collector; each stands for itself and guards no other data, so relaxed is enough; the write(2) to an eventfd and the
 * read of it order them anyway.
 */
#ifndef TDTOP_MODEL_CONTROL_H
#define TDTOP_MODEL_CONTROL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct control {
	_Atomic uint64_t interval_ns;	/* length of an interval the user wants */
	_Atomic uint32_t record_toggles;	/* how often the user wanted recording to begin, or to end */
	_Atomic bool level2;		/* the user looks at level 2: where it costs something, count it */
	_Atomic bool stop;		/* the collector shall end its thread */
	bool lockstep;			/* set before the threads start: the collector waits until each
					 * snapshot was taken, so whoever takes one wakes it */
	int wake_collector;		/* eventfd: written after one of these has changed */
	int wake_ui;			/* eventfd: written by the collector after each publish */
};

#define INTERVAL_MIN_NS 100000000ULL	/* 0.1 s */
#define INTERVAL_MAX_NS 60000000000ULL	/* 60 s */
#define INTERVAL_FIRST_NS 130000000ULL	/* first numbers 200 ms after the start, the opening of events included */

#endif
