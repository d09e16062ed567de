/* SPDX-License-Identifier: GPL-2.0-only */
/* From records in the order of a file to intervals; see replay_cut.h. Collector thread. */
#include "config.h"
#include "collect/replay/replay_cut.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>

#include "collect/percpu/time_heap.h"
#include "collect/perfdata/perfdata.h"
#include "collect/replay/ordered_events.h"

#define AHEAD_BYTES (64U << 20)	/* how much of a file is read ahead to find the end of a slice */
#define QUEUE_BYTES (128U << 20)	/* the most that is queued, with or without rounds */
#define PEEK_RECORDS 64		/* records of a CPU that are searched for its next sample */
#define GAP_NS 10000000000ULL	/* a gap is at least so long without a record, */
#define GAP_INTERVALS 10	/* and at least so many intervals */
/*
 * Limits the work on intervals without a record, counted in CPUs: EMPTY_FREE of them (ten hours on
 * 256 CPUs), and EMPTY_PER_RECORD more for each record. Otherwise a small file could keep us busy
 * for years.
 */
#define EMPTY_FREE (256ULL * 36000)
#define EMPTY_PER_RECORD 100
#define MISSING_NS 100000000ULL	/* without a record: less is not told */
#define TIME_MAX (UINT64_MAX / 4)	/* later is damage; a sum of two does not overflow */

struct replay_cut {
	struct replay_reader *reader;
	struct replay_feed *feed;
	const struct machine *machine;
	struct ordered_events *ordered;
	uint64_t interval_ns;
	uint64_t began_ns;		/* of this interval; 0: before the first one */
	uint64_t skip_ns;		/* what is before it is in none; 0: nothing is */
	uint64_t fed;			/* records */
	uint64_t fed_before;		/* before this interval */
	uint64_t empty;			/* CPUs in intervals without a record */
	uint64_t last_ns;		/* of the records of this interval */
	const struct sink *sink;	/* while records are read: what gets them, */
	uint64_t end_ns;		/* up to when; */
	bool feeds;			/* the last record was fed, so that the next probably is, too */
	size_t queued_bytes;		/* since all_cpus_beyond() was asked */
	size_t blocking_cpu;		/* the CPU for which it returned false */
	uint64_t *newest_ns;		/* record of each CPU; 0: none */
	struct time_heap heap;		/* of CPUs, while their records are fed in order */
};

void replay_cut_free(struct replay_cut *cut)
{
	if (!cut)
		return;
	ordered_events_free(cut->ordered);
	free(cut->heap.entry);
	free(cut->newest_ns);
	free(cut);
}

/* Tasks take their regions with them from CPU to CPU: does the order of all CPUs count? */
static bool in_order(const struct replay_cut *cut)
{
	return cut->reader->pass.recording.events.n_region_objects;
}

/* A record of this interval is fed at once if its CPU has no older one in its queue. */
static bool can_feed_now(const struct replay_cut *cut, const struct peeked_record *peeked,
			 uint64_t end_ns)
{
	return cut->began_ns && peeked->time_ns <= end_ns && !in_order(cut) &&
	       ordered_events_none(cut->ordered, (size_t)peeked->cpu);
}

static void feed_now(struct replay_cut *cut, const struct frame *frame,
		     struct peeked_record *peeked, const struct sink *sink)
{
	replay_regions_advance(cut->reader->regions, peeked->time_ns);
	replay_feed_deliver(cut->feed, frame, peeked, sink);
	cut->fed++;
	if (peeked->time_ns > cut->last_ns)
		cut->last_ns = peeked->time_ns;
}

/* The first record of a CPU that is not damaged, if it is not newer than end_ns. */
static bool peek_until(struct replay_cut *cut, size_t cpu, uint64_t end_ns, struct frame *frame,
		       struct peeked_record *peeked)
{
	for (;;) {
		struct queue_cursor cursor = { 0 };

		if (!ordered_events_peek(cut->ordered, cpu, &cursor, frame))
			return false;
		if (!replay_feed_peek(cut->feed, frame, true, peeked))
			break;
		ordered_events_drop(cut->ordered, cpu, frame);
	}
	peeked->cpu = (int)cpu;
	return peeked->time_ns <= end_ns;
}

/* Feeds the records in the queue of a CPU up to end_ns. */
static void feed_cpu(struct replay_cut *cut, size_t cpu, uint64_t end_ns, const struct sink *sink)
{
	struct peeked_record peeked;
	struct frame frame;

	while (!replay_reader_is_stopped(cut->reader) &&
	       peek_until(cut, cpu, end_ns, &frame, &peeked)) {
		feed_now(cut, &frame, &peeked, sink);
		ordered_events_drop(cut->ordered, cpu, &frame);
	}
}

/* Feeds the records in all queues up to end_ns, in the order of their time. */
static void feed_in_order(struct replay_cut *cut, uint64_t end_ns, const struct sink *sink)
{
	struct peeked_record peeked;
	struct frame frame;

	cut->heap.n = 0;
	for (size_t cpu = 0; cpu < cut->machine->n_cpus; cpu++)
		if (peek_until(cut, cpu, end_ns, &frame, &peeked))
			time_heap_add(&cut->heap, cpu, peeked.time_ns);
	while (cut->heap.n && !replay_reader_is_stopped(cut->reader)) {
		const size_t cpu = time_heap_first(&cut->heap)->cpu;

		if (peek_until(cut, cpu, end_ns, &frame, &peeked)) {
			feed_now(cut, &frame, &peeked, sink);
			ordered_events_drop(cut->ordered, cpu, &frame);
		}
		if (peek_until(cut, cpu, end_ns, &frame, &peeked))
			time_heap_renew(&cut->heap, peeked.time_ns);
		else
			time_heap_remove(&cut->heap);
	}
}

/* All CPUs' records up to a time have come: those of this interval are fed. */
static void finish_round(struct replay_cut *cut, uint64_t end_ns, const struct sink *sink)
{
	uint64_t safe_ns;

	ordered_events_finish_round(cut->ordered);
	safe_ns = ordered_events_safe_ns(cut->ordered);
	if (cut->began_ns && in_order(cut))
		feed_in_order(cut, safe_ns < end_ns ? safe_ns : end_ns, sink);
}

/*
 * Finds what ends the slice of a CPU at time_ns among the first PEEK_RECORDS in its queue. False:
 * nothing does, or a record before it shows that another task ran. *exit is the EXIT record before
 * it, or its kind is REC_OTHER.
 */
static bool slice_end_after(struct replay_cut *cut, size_t cpu, uint64_t time_ns,
			    struct frame *frame, struct peeked_record *exit)
{
	struct queue_cursor cursor = { 0 };

	exit->record.kind = REC_OTHER;
	for (int n = 0; n < PEEK_RECORDS; n++) {
		struct envelope envelope;
		int index;

		if (!ordered_events_peek(cut->ordered, cpu, &cursor, frame))
			return false;
		if (replay_feed_envelope(cut->feed, frame, &envelope, &index) == 0 &&
		    envelope.time_ns > time_ns) {
			if (replay_feed_ends_slice(frame))
				return true;
			if (frame->type == PERF_RECORD_EXIT)
				(void)replay_feed_decode(cut->feed, frame, exit);
			else if (frame->type != PERF_RECORD_COMM && frame->type != PERF_RECORD_FORK)
				return false;
		}
		ordered_events_advance(frame, &cursor);
	}
	return false;
}

/* True if the queue of every CPU has the end of a slice after this time. */
static bool all_cpus_beyond(struct replay_cut *cut, uint64_t time_ns)
{
	size_t n = cut->machine->n_cpus;
	struct peeked_record exit;
	struct frame frame;

	cut->queued_bytes = 0;
	for (size_t i = 0; i < n; i++) {
		/* Begin with the CPU that was missing the last time. */
		size_t cpu = (cut->blocking_cpu + i) % n;

		if (!slice_end_after(cut, cpu, time_ns, &frame, &exit)) {
			cut->blocking_cpu = cpu;
			return false;
		}
	}
	return true;
}

/* True if all records that the interval up to this time needs have been read. */
static bool is_complete(struct replay_cut *cut, uint64_t end_ns)
{
	uint64_t safe_ns = ordered_events_safe_ns(cut->ordered);

	if (cut->reader->ended || ordered_events_bytes(cut->ordered) > QUEUE_BYTES)
		return true;
	if (safe_ns < end_ns)
		return false;
	if (perfdata_stream_fd(cut->reader->pass.stream) >= 0 ?
		    safe_ns - end_ns >= cut->interval_ns :
		    ordered_events_bytes(cut->ordered) > AHEAD_BYTES)
		return true;
	/* all_cpus_beyond() is expensive: it is asked once for so many new bytes. */
	return cut->queued_bytes >= PEEK_RECORDS * cut->machine->n_cpus &&
	       all_cpus_beyond(cut, end_ns);
}

/* Is the interval complete? Then the pass stops; the listeners below end with this. */
static int stop_if_complete(struct replay_cut *cut)
{
	return is_complete(cut, cut->end_ns) ? RECORDING_STOP : 0;
}

/*
 * A record that makes slices: feeds it, if it is of this interval, or queues it. Records that need
 * no queue are fed at once, while they are in the CPU's cache.
 */
static int take_record(void *data, const struct frame *frame)
{
	struct replay_cut *cut = data;
	struct peeked_record peeked;
	int ret;

	if (replay_feed_peek(cut->feed, frame, cut->feeds || in_order(cut), &peeked))
		return 0;
	/* Tasks from before the recording, and the paths of cgroup ids, hold at once. */
	if (!peeked.time_ns || frame->type == PERF_RECORD_CGROUP) {
		replay_feed_synthesized(cut->feed, frame);
		return 0;
	}
	if (peeked.cpu < 0 || peeked.time_ns >= TIME_MAX)
		return 0;
	if (peeked.time_ns > cut->reader->newest_ns)
		cut->reader->newest_ns = peeked.time_ns;
	if (peeked.time_ns > cut->newest_ns[peeked.cpu])
		cut->newest_ns[peeked.cpu] = peeked.time_ns;
	cut->feeds = can_feed_now(cut, &peeked, cut->end_ns);
	if (cut->feeds) {
		ordered_events_note_time(cut->ordered, peeked.time_ns);
		feed_now(cut, frame, &peeked, cut->sink);
		return 0;
	}
	cut->queued_bytes += frame->size;
	ret = ordered_events_queue(cut->ordered, (size_t)peeked.cpu, frame, peeked.time_ns);
	if (ret)
		return ret;
	return ordered_events_bytes(cut->ordered) > QUEUE_BYTES ? stop_if_complete(cut) : 0;
}

static int take_round(void *data, const struct frame *frame)
{
	struct replay_cut *cut = data;
	struct interval mark;

	if (replay_reader_mark(cut->reader, frame, &mark)) {
		cut->reader->wall_minus_clock = mark.wall - (double)mark.end_ns / 1e9;
		if (mark.skipped && !cut->began_ns)
			cut->skip_ns = mark.end_ns;
	}
	finish_round(cut, cut->end_ns, cut->sink);
	return stop_if_complete(cut);
}

static int take_event(void *data, const struct frame *frame)
{
	struct replay_cut *cut = data;

	replay_reader_add_event(cut->reader, frame);
	replay_feed_events_added(cut->feed);
	return 0;
}

static int take_answer(void *data, const struct frame *frame)
{
	struct replay_reader *reader = ((struct replay_cut *)data)->reader;

	(void)frame;
	replay_tasks_add_answer(reader->tasks, &reader->update);
	return 0;
}

static const struct recording_row listeners[] = {
	REPLAY_FEED_ROWS(take_record),
	{ PERFDATA_FINISHED_ROUND, take_round },
	{ PERFDATA_ATTR, take_event },
	{ PERFDATA_EVENT_UPDATE, take_answer },
	{ 0 }
};

/* Reads round by round until the interval up to end_ns is complete. 1, -EAGAIN or a fatal -errno. */
static int read_until(struct replay_cut *cut, uint64_t end_ns, const struct sink *sink,
		      struct err *err)
{
	struct frame frame;
	int ret;

	cut->queued_bytes = SIZE_MAX / 2;	/* end_ns is new: ask all_cpus_beyond() at once */
	if (is_complete(cut, end_ns))
		return 1;
	cut->end_ns = end_ns;
	cut->sink = sink;
	do
		ret = replay_reader_next(cut->reader, &frame, err);
	while (ret == 1);
	return ret < 0 ? ret : 1;
}

/* The time of the oldest record in the queues (or of the oldest sample); UINT64_MAX: none. */
static uint64_t first_queued_ns(struct replay_cut *cut, bool samples_only)
{
	uint64_t first = UINT64_MAX;

	for (size_t cpu = 0; cpu < cut->machine->n_cpus; cpu++) {
		struct queue_cursor cursor = { 0 };
		struct envelope envelope;
		struct frame frame;
		int index;

		while (ordered_events_peek(cut->ordered, cpu, &cursor, &frame)) {
			bool counts = !samples_only || frame.type == PERF_RECORD_SAMPLE;

			if (replay_feed_envelope(cut->feed, &frame, &envelope, &index) == 0 &&
			    counts) {
				first = envelope.time_ns < first ? envelope.time_ns : first;
				break;
			}
			ordered_events_advance(&frame, &cursor);
		}
	}
	return first;
}

/*
 * True if first_ns is so long after from_ns that the recording has a gap, rather than idle tasks.
 */
static bool is_gap(const struct replay_cut *cut, uint64_t first_ns, uint64_t from_ns)
{
	uint64_t gap_ns = GAP_INTERVALS * cut->interval_ns;

	if (gap_ns < GAP_NS)
		gap_ns = GAP_NS;
	if (cut->empty > EMPTY_FREE + EMPTY_PER_RECORD * cut->fed)
		gap_ns = cut->interval_ns;
	return first_ns != UINT64_MAX && first_ns > from_ns && first_ns - from_ns > gap_ns;
}

/*
 * Starts at the first sample, as counts before it are unknown, or where tdtop says. False: the
 * queues are empty.
 */
static bool start(struct replay_cut *cut)
{
	uint64_t first = first_queued_ns(cut, false), sample = first_queued_ns(cut, true);

	if (first == UINT64_MAX)
		return false;
	if (cut->skip_ns)
		cut->began_ns = first < cut->skip_ns ? first : cut->skip_ns;
	else
		cut->began_ns = sample == UINT64_MAX ? first : sample;
	if (isnan(cut->reader->wall_minus_clock))
		cut->reader->wall_minus_clock = cut->reader->wall_start - (double)cut->began_ns / 1e9;
	return true;
}

/* If all queued records lie after a gap, restarts the interval behind it. False: no gap. */
static bool skip_gap(struct replay_cut *cut, const struct sink *sink)
{
	uint64_t first;

	if (cut->fed != cut->fed_before)
		return false;
	first = first_queued_ns(cut, false);
	if (!is_gap(cut, first, cut->began_ns))
		return false;
	for (size_t cpu = 0; cpu < cut->machine->n_cpus; cpu++)
		replay_feed_gap(cut->feed, cpu, sink);
	cut->began_ns = first;
	return true;
}

/* Cuts the slices that last beyond the end of the interval. */
static void cut_slices(struct replay_cut *cut, uint64_t end_ns, const struct sink *sink)
{
	struct peeked_record exit;
	struct frame next;

	if (is_gap(cut, first_queued_ns(cut, false), end_ns))
		return;
	for (size_t cpu = 0; cpu < cut->machine->n_cpus; cpu++)
		if (slice_end_after(cut, cpu, end_ns, &next, &exit))
			(void)replay_feed_cut(cut->feed, cpu, end_ns, &next, &exit.record, sink);
}

int replay_cut_interval(struct replay_cut *cut, const struct sink *sink, struct interval *interval,
			struct err *err)
{
	uint64_t end_ns;
	int ret;

	if (!cut->began_ns) {
		/* The first record is in the first two rounds. */
		ret = read_until(cut, 1, sink, err);
		if (ret < 0)
			return ret;
		if (!start(cut))
			return 0;
	}
	(void)skip_gap(cut, sink);
	do {
		end_ns = cut->skip_ns > cut->began_ns ? cut->skip_ns :
							cut->began_ns + cut->interval_ns;
		for (size_t cpu = 0; !in_order(cut) && cpu < cut->machine->n_cpus; cpu++)
			feed_cpu(cut, cpu, end_ns, sink);
		ret = read_until(cut, end_ns, sink, err);
		if (ret < 0)
			return ret;
		if (in_order(cut))
			feed_in_order(cut, end_ns, sink);
	} while (skip_gap(cut, sink));		/* the records just read may show a gap */
	if (cut->fed == cut->fed_before) {
		if (first_queued_ns(cut, false) == UINT64_MAX)
			return 0;
		cut->empty += cut->machine->n_cpus;
	}
	cut_slices(cut, end_ns, sink);
	/* The last interval ends with the last record. */
	if (cut->reader->ended && first_queued_ns(cut, false) == UINT64_MAX &&
	    cut->last_ns > cut->began_ns)
		end_ns = cut->last_ns;
	*interval = (struct interval){ .began_ns = cut->began_ns, .end_ns = end_ns,
				       .wall = (double)end_ns / 1e9 + cut->reader->wall_minus_clock,
				       .skipped = end_ns == cut->skip_ns };
	cut->skip_ns = 0;
	cut->began_ns = end_ns;
	cut->fed_before = cut->fed;
	cut->last_ns = 0;
	return 1;
}

void replay_cut_tell_missing(const struct replay_cut *cut, struct err *err)
{
	const uint64_t end_ns = cut->reader->newest_ns;
	const struct err so_far = *err;
	size_t least = 0;

	for (size_t cpu = 1; cpu < cut->machine->n_cpus; cpu++)
		if (cut->newest_ns[cpu] < cut->newest_ns[least])
			least = cpu;
	if (!so_far.text[0] || cut->newest_ns[least] + MISSING_NS > end_ns)
		return;
	if (cut->newest_ns[least])
		(void)err_set(err, 0, "%.800s; CPU %d has no record in the last %.1f s of it", so_far.text,
			      cut->machine->cpus[least].cpu, (double)(end_ns - cut->newest_ns[least]) / 1e9);
	else
		(void)err_set(err, 0, "%.800s; CPU %d has no record in it", so_far.text,
			      cut->machine->cpus[least].cpu);
}

struct replay_cut *replay_cut_new(struct replay_reader *reader, struct replay_feed *feed,
				  const struct machine *machine, uint64_t interval_ns)
{
	struct replay_cut *cut = calloc(1, sizeof(*cut));

	if (!cut)
		return NULL;
	cut->ordered = ordered_events_new(machine->n_cpus, perfdata_stream_swapped(reader->pass.stream));
	cut->heap.entry = calloc(machine->n_cpus ? machine->n_cpus : 1, sizeof(*cut->heap.entry));
	cut->newest_ns = calloc(machine->n_cpus ? machine->n_cpus : 1, sizeof(*cut->newest_ns));
	if (!cut->ordered || !cut->heap.entry || !cut->newest_ns) {
		replay_cut_free(cut);
		return NULL;
	}
	replay_regions_defer(reader->regions);
	cut->reader = reader;
	cut->feed = feed;
	cut->machine = machine;
	cut->interval_ns = interval_ns;
	replay_reader_listen(reader, listeners, cut);
	return cut;
}
