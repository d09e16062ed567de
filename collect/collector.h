/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The collector thread: lets a source count, ends an interval at each deadline, and publishes what
 * it was. main starts and stops it. For tests, the thread is only a loop around collector_begin()
 * and collector_step(), which take the time as a parameter and never wait.
 */
#ifndef TDTOP_COLLECT_COLLECTOR_H
#define TDTOP_COLLECT_COLLECTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "model/err.h"

struct collector;
struct control;
struct exchange;
struct recorder;
struct source;
struct sums;

struct collector_options {
	bool batch;			/* the first interval is as long as the others */
	const char *proc_root;		/* NULL: "/proc" */
	double (*wall_clock)(void);	/* seconds since 1970; NULL: the real one */
	struct recorder *recorder;	/* borrowed; NULL: nothing is ever recorded */
	struct sums *sums;		/* borrowed; NULL: nobody wants the sum of all intervals */
};

/*
 * Starts the thread. Borrows source, exchange and control until collector_stop(); options (may be
 * NULL) are copied. When counting cannot start, or fails later, the thread publishes a last
 * snapshot with `trouble` set, wakes the UI and ends. NULL with a sentence when there is no thread.
 */
struct collector *collector_start(struct source *source, struct exchange *exchange,
				  struct control *control, const struct collector_options *options,
				  struct err *err);

/* Sets control->stop, wakes and joins the thread, frees the collector. NULL is fine. */
void collector_stop(struct collector *collector);

/* The collector without its thread. NULL without memory. */
struct collector *collector_new(struct source *source, struct exchange *exchange,
				struct control *control, const struct collector_options *options);
void collector_free(struct collector *collector);

/* Starts counting; now_ns is the source's clock. false: failed, trouble was published. */
bool collector_begin(struct collector *collector, uint64_t now_ns);

/*
 * Drains the source and, if its deadline has come, ends the interval. Call it when the source's fd
 * is readable, control->wake_collector was written, or collector_deadline() has come. false: the
 * end, as control->stop is set, the watched tasks have ended (the last snapshot says so) or
 * trouble was published.
 */
bool collector_step(struct collector *collector, uint64_t now_ns);

/*
 * In place of the two above, for a source that ends the intervals itself: publishes its next interval. Every
 * one is published and, as the next waits until the reader took it, read. After the last one comes a
 * snapshot without rows, `ended` (trouble: if the recording ends too early), or only with trouble.
 */
enum collector_replay {
	REPLAY_GOES_ON,
	REPLAY_WAITS,		/* for control->wake_collector, or the source's fd */
	REPLAY_ENDED
};
enum collector_replay collector_replay(struct collector *collector);

/* When the interval shall end, source clock. */
uint64_t collector_deadline(const struct collector *collector);

#endif
