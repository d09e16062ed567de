/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Feeds the records of a recording, each CPU's in order of time, to a slicer for each core type and
 * to the sink. Finds the event of a record and whether a group of slots wrote it, and splits the
 * counts of a slice that is cut. Called by both ways of a replay. Collector thread, but for new and
 * free.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/updates.h"
#include "collect/recording/block.h"
#include "collect/recording/recording_events.h"
#include "collect/recording/recording_pass.h"
#include "collect/replay/replay_parts.h"
#include "collect/slice/slicer.h"
#include "model/machine.h"

struct replay_feed;

/* Borrows all four; the events are matched (recording_events_match()). NULL without memory. */
struct replay_feed *replay_feed_new(struct recording_events *events, struct replay_tasks *tasks,
				    struct replay_regions *regions, const struct machine *machine);
void replay_feed_free(struct replay_feed *feed);	/* NULL is fine */

/* Rows for the records (PERF_RECORD_*) that make slices. */
#define REPLAY_FEED_ROWS(listen)		\
	{ PERF_RECORD_SAMPLE, listen },		\
	{ PERF_RECORD_SWITCH, listen },		\
	{ PERF_RECORD_SWITCH_CPU_WIDE, listen }, \
	{ PERF_RECORD_READ, listen },		\
	{ PERF_RECORD_COMM, listen },		\
	{ PERF_RECORD_FORK, listen },		\
	{ PERF_RECORD_EXIT, listen },		\
	{ PERF_RECORD_LOST, listen },		\
	{ PERF_RECORD_LOST_SAMPLES, listen },	\
	{ PERF_RECORD_CGROUP, listen }

/* Is there such a row for this type? */
bool replay_feed_wants(uint32_t type);

/* Events were added: from now on their records are known. */
void replay_feed_events_added(struct replay_feed *feed);

/* Reads id, time and CPU (index; -1: not a CPU of the machine) of a record. 0 or -EINVAL. */
int replay_feed_envelope(struct replay_feed *feed, const struct frame *frame,
			 struct envelope *envelope, int *cpu);

/*
 * Takes a record without a time, which describes a task from before the recording (perf synthesizes
 * them), or a CGROUP record.
 */
void replay_feed_synthesized(struct replay_feed *feed, const struct frame *frame);

/* Time and CPU of a record, and what was decoded to find them. */
struct peeked_record {
	uint64_t time_ns;
	int cpu;		/* index; -1: not a CPU of the machine */
	bool decoded;		/* the whole record is known: */
	struct record record;
	const struct recorded_event *event;	/* that wrote it; NULL: unknown */
};

/*
 * Finds time and CPU of a record; decodes it if it is a sample that is delivered next (`whole`). 0;
 * -EINVAL: damaged; -ENOENT: it is of an event that was sampled beside the slices, and they have no
 * part in it.
 */
int replay_feed_peek(struct replay_feed *feed, const struct frame *frame, bool whole,
		     struct peeked_record *peeked);

/* Feeds a peeked record, whose cpu must not be -1, to the slicer and the sink. */
void replay_feed_deliver(struct replay_feed *feed, const struct frame *frame,
			 struct peeked_record *peeked, const struct sink *sink);

/*
 * Takes an EVENT_UPDATE about a CPU's state, the rotation of its groups or a switch that is under
 * way, at its place in the order of the file. False: it is about something else.
 */
bool replay_feed_state(struct replay_feed *feed, const struct update *update);

/* Is it a sample, or a reading that ends a slice of what runs on? */
bool replay_feed_ends_slice(const struct frame *frame);

/*
 * Cuts the slice of a CPU that ends with the record in `next` at time_ns: a part of its counts, in
 * proportion to time, goes to the sink. exit: an EXIT record before `next`, or of kind REC_OTHER.
 * False: it is not of slots, or the slice's start is unknown.
 */
bool replay_feed_cut(struct replay_feed *feed, size_t cpu, uint64_t time_ns,
		     const struct frame *next, const struct record *exit, const struct sink *sink);

/* Decodes a record by the layout of its event. False: it is damaged, or of an event without slots. */
bool replay_feed_decode(struct replay_feed *feed, const struct frame *frame,
			struct peeked_record *peeked);

/* Records of this CPU are missing here: the next slice does not continue the previous one. */
void replay_feed_gap(struct replay_feed *feed, size_t cpu, const struct sink *sink);

/* The number of samples of slots so far; of them, those of markers. */
uint64_t replay_feed_samples(const struct replay_feed *feed);
uint64_t replay_feed_markers(const struct replay_feed *feed);
