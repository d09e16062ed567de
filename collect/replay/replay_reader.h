/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of a replay: source_replay.c opens a recording and takes its frames, replay_counted.c and
 * replay_cut.c make intervals of them, each in its way. Nobody else includes this. Collector thread.
 */
#ifndef TDTOP_COLLECT_REPLAY_READER_H
#define TDTOP_COLLECT_REPLAY_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/perfdata_stream.h"
#include "collect/perfdata/recording.h"
#include "collect/replay/replay_tasks.h"
#include "collect/replay/replay_feed.h"
#include "collect/replay/ordered_events.h"
#include "collect/slice/source.h"

struct source_replay {
	struct source source;		/* first: the collector knows only this */
	struct stream *stream;
	struct recording recording;
	struct replay_tasks *tasks;
	struct feed *feed;
	struct ordered_events *ordered;		/* NULL: as it was counted */
	struct frame frame;		/* read already, while `waiting` */
	bool waiting;
	bool ended;			/* the stream has; why is in end */
	struct err end;
	uint64_t interval_ns;
	bool begun;			/* as it was counted: a sample has come, or an interval has ended */
	uint64_t began_ns;		/* this interval; 0: not begun */
	uint64_t fed, empty;		/* records, and CPUs in intervals that had none */
	uint64_t fed_before;		/* this interval */
	uint64_t last_ns;		/* of the records of this interval */
	size_t added;			/* bytes of records since all_beyond() was asked */
	size_t missing;			/* the CPU for which it said no */
	double wall_minus_clock;	/* seconds; NAN until `wall_begins` is known of the first record */
	double wall_begins;
};

/* The next frame, valid until the one after it. 1, 0 at the end, -EAGAIN or a fatal -errno. */
int replay_next(struct source_replay *self, struct frame *frame, struct err *err);

/* What tdtop wrote into its own recording for the replay. True: it was that, and is in the book now. */
bool replay_take_answer(struct source_replay *self, const struct frame *frame);

/* The mark with which tdtop ends an interval. True: it was that, and *interval is what it says. */
bool replay_take_mark(const struct source_replay *self, const struct frame *frame,
		      struct interval *interval);

/* The next interval, in one of two ways (source_replay.c). As in struct source_ops. */
int replay_counted(struct source_replay *self, const struct sink *sink, struct interval *interval,
		   struct err *err);
int replay_cut(struct source_replay *self, const struct sink *sink, struct interval *interval,
	       struct err *err);

#endif
