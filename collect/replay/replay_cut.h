/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cuts a recording into intervals of any length. Records are sorted per CPU until no older record
 * can come (ordered_events.h); a slice across the end of an interval is cut there, its counts split
 * in proportion to time. Used by source_replay.c. Collector thread, but for new and free.
 */
#pragma once

#include <stdint.h>

#include "collect/replay/replay_feed.h"
#include "collect/replay/replay_reader.h"
#include "collect/slice/source.h"

struct replay_cut;

/* Borrows all three; interval_ns > 0. NULL without memory. */
struct replay_cut *replay_cut_new(struct replay_reader *reader, struct replay_feed *feed,
				  const struct machine *machine, uint64_t interval_ns);

/* Called before the reader's stream is closed. NULL is fine. */
void replay_cut_free(struct replay_cut *cut);

/*
 * Feeds the records of the next interval and fills began_ns, end_ns and wall. Returns as
 * source_ops' interval(); after -EAGAIN the next call continues the same interval.
 */
int replay_cut_interval(struct replay_cut *cut, const struct sink *sink, struct interval *interval,
			struct err *err);

/*
 * Adds to the sentence about a recording that ended too soon which CPU has no records at its end. perf
 * writes the records of one CPU after those of another, so some are missing from the time before.
 */
void replay_cut_tell_missing(const struct replay_cut *cut, struct err *err);
