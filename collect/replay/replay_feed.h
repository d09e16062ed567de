/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the records of a recording, each CPU's in its order, to the slicer and the sink: which event a
 * record is of, whether its group is the one of the slots, and what a group has counted at a moment
 * between two samples. Collector thread.
 */
#ifndef TDTOP_COLLECT_REPLAY_FEED_H
#define TDTOP_COLLECT_REPLAY_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/block.h"
#include "collect/perfdata/recording.h"
#include "collect/replay/replay_tasks.h"
#include "collect/slice/slicer.h"

struct feed;

/* Borrows all three. NULL without memory. */
struct feed *feed_new(struct recording *recording, struct replay_tasks *tasks, const struct machine *machine);
void feed_free(struct feed *feed);	/* NULL is fine */

/* Is this type of record (PERF_RECORD_*) of any use here? */
bool feed_wants(uint32_t type);

/* Id, time and CPU (index; -1: none of the machine's) of a record. 0 or -EINVAL. */
int feed_envelope(struct feed *feed, const struct frame *frame, struct envelope *envelope, int *cpu);

/* A record without a time tells of a task that existed before the recording began, or names a cgroup. */
void feed_synthesized(struct feed *feed, const struct frame *frame);

/* A record that was looked at. */
struct peeked_record {
	uint64_t time_ns;
	int cpu;		/* index; -1: none of the machine's */
	bool decoded;		/* what it says is known, too: */
	struct record record;
};

/* When and where a record was written; a sample is decoded by this. 0 or -EINVAL: nobody can tell. */
int feed_peek(struct feed *feed, const struct frame *frame, struct peeked_record *peeked);

/*
 * Takes in an EVENT_UPDATE that tells of groups that take turns, at its place in the order of the file. False: it
 * tells of something else.
 */
bool feed_take_rotation(struct feed *feed, const struct frame *frame);

/* A record of a CPU that was looked at goes where it belongs. */
void feed_deliver(struct feed *feed, const struct frame *frame, struct peeked_record *peeked,
		 const struct sink *sink);

/*
 * A cut at time_ns through the time of the task that runs until the sample in `next`: its counts are shared
 * out by time. False: no sample of the slots, or nothing to begin from.
 */
bool feed_cut(struct feed *feed, size_t cpu, uint64_t time_ns, const struct frame *next,
	      const struct record *exit, const struct sink *sink);

/* The records of this CPU break off here: what follows does not go on from what was. */
void feed_gap(struct feed *feed, size_t cpu, const struct sink *sink);

/* Decodes a record as its event wrote it. 0 or a negative errno. */
int feed_decode(struct feed *feed, const struct frame *frame, struct record *record);

/* How many samples of the slots there were. */
uint64_t feed_samples(const struct feed *feed);

#endif
