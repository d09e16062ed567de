/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The collector thread: starts the source, ends an interval at each deadline and publishes it as a
 * snapshot. main starts and stops it. The thread is only a loop around collector_begin() and
 * collector_step(), which take the time as a parameter and never wait, so tests call them directly.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/collector/companions.h"
#include "model/err.h"

struct collector;
struct control;
struct exchange;
struct recorder;
struct source;
struct sums;
struct totals;

struct collector_options {
	bool batch;			/* the first interval is as long as the others */
	const char *proc_root;		/* NULL: "/proc" */
	double (*wall_clock)(void);	/* seconds since 1970; NULL: the real clock */
	struct recorder *recorder;	/* borrowed; NULL: no recording */
	struct sums *sums;		/* borrowed; NULL: the sum of all intervals is not needed */
	struct totals *totals;		/* borrowed; NULL: no counters are exported */
	const int32_t *pids;		/* listed from the first interval on; borrowed */
	size_t n_pids;
	struct companions companions;
};

/*
 * Starts the thread. Borrows source, exchange and control until collector_stop(); copies options,
 * which may be NULL. If counting cannot start, or fails later, the thread publishes a last snapshot
 * with `trouble` set, wakes the UI and ends. NULL, with a sentence, if there is no thread.
 */
struct collector *collector_start(struct source *source, struct exchange *exchange,
				  struct control *control, const struct collector_options *options,
				  struct err *err);

/*
 * Sets control->stop, wakes and joins the thread, frees the collector. NULL is fine. False: the
 * thread of a replay has not ended after half a second, as a slow disk or a hostile file keeps it.
 * Then nothing is freed, the thread still uses what it borrows, and another call tries again.
 */
bool collector_stop(struct collector *collector);

/* Makes the collector without its thread. NULL without memory. */
struct collector *collector_new(struct source *source, struct exchange *exchange,
				struct control *control, const struct collector_options *options);
void collector_free(struct collector *collector);

/* Starts counting; now_ns is on the source's clock. False: it failed, and trouble was published. */
bool collector_begin(struct collector *collector, uint64_t now_ns);

/*
 * Drains the source and, if its deadline has come, ends the interval. Called when the source's fd
 * is readable, control->wake_collector was written, or collector_deadline() has come. False at the
 * end: control->stop is set, the watched tasks have exited (the last snapshot says so), or trouble
 * was published.
 */
bool collector_step(struct collector *collector, uint64_t now_ns);

/*
 * Replaces the two functions above for a source that ends the intervals itself: publishes its next
 * interval. The reader gets every interval, because the next one waits until it has taken the last.
 * At the end comes a snapshot without rows: `ended`, with `trouble` if the recording ends too
 * early, or only with `trouble`.
 */
enum collector_replay {
	REPLAY_GOES_ON,
	REPLAY_WAITS,		/* for control->wake_collector, or the source's fd */
	REPLAY_ENDED
};
enum collector_replay collector_replay(struct collector *collector);

/* The planned end of the interval, source clock. */
uint64_t collector_deadline(const struct collector *collector);
