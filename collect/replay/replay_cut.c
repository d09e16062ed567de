/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording cut anew, into intervals of any length. Records wait until it is certain that nothing older
 * comes (collect/replay/ordered_events.h); a slice across the end of an interval is cut there, its counts shared out by
 * time. Collector thread.
 */
#include "config.h"
#include "collect/replay/replay_reader.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>

#include "collect/perfdata/perfdata.h"

#define AHEAD_BYTES (64U << 20)	/* so much of a file is read ahead for the end of a slice */
#define WAIT_BYTES (128U << 20)	/* no more than that waits, whatever rounds say */
#define LOOK_AHEAD 64		/* records of a CPU, for its next sample */
#define GAP_NS 10000000000ULL	/* without any record: a gap, if it is GAP_INTERVALS, too */
#define GAP_INTERVALS 10
/*
 * So much work on intervals without a record, in CPUs, is for free: ten hours of them on 256 CPUs. Who wants
 * more pays with records, or a small file could keep us busy for years.
 */
#define EMPTY_FREE (256ULL * 36000)
#define EMPTY_PER_RECORD 100
#define TIME_MAX (UINT64_MAX / 4)	/* later is damage; sums of two times do not overflow */

/* A record that nothing of its CPU waits before, and that is of this interval, need not wait. */
static bool may_pass(const struct source_replay *self, const struct peeked_record *peeked, uint64_t end_ns)
{
	return self->began_ns && peeked->time_ns <= end_ns &&
	       ordered_events_none(self->ordered, (size_t)peeked->cpu);
}

static void feed_now(struct source_replay *self, const struct frame *frame, struct peeked_record *peeked,
		     const struct sink *sink)
{
	feed_deliver(self->feed, frame, peeked, sink);
	self->fed++;
	if (peeked->time_ns > self->last_ns)
		self->last_ns = peeked->time_ns;
}

/* Into the slicer if it is of the interval up to end_ns, else it waits. 0 or -ENOMEM. */
static int take_in(struct source_replay *self, const struct frame *frame, uint64_t end_ns,
		   const struct sink *sink)
{
	struct interval mark;
	struct peeked_record peeked;

	if (frame->type == PERFDATA_FINISHED_ROUND) {
		if (replay_take_mark(self, frame, &mark))
			self->wall_minus_clock = mark.wall - (double)mark.end_ns / 1e9;
		ordered_events_finish_round(self->ordered);
		return 0;
	}
	if (replay_take_answer(self, frame) || !feed_wants(frame->type) ||
	    feed_peek(self->feed, frame, &peeked))
		return 0;
	/* What existed before, and which cgroup a number is, is known at once. */
	if (!peeked.time_ns || frame->type == PERF_RECORD_CGROUP) {
		feed_synthesized(self->feed, frame);
		return 0;
	}
	if (peeked.cpu < 0 || peeked.time_ns >= TIME_MAX)
		return 0;
	if (may_pass(self, &peeked, end_ns)) {
		ordered_events_note_time(self->ordered, peeked.time_ns);
		feed_now(self, frame, &peeked, sink);
		return 0;
	}
	self->added += frame->size;
	return ordered_events_queue(self->ordered, (size_t)peeked.cpu, frame, peeked.time_ns);
}

/*
 * The next sample of a CPU behind time_ns, if one is in reach and nothing in between says that somebody
 * else ran. *exit: whose end is told of before it.
 */
static bool sample_after(struct source_replay *self, size_t cpu, uint64_t time_ns, struct frame *frame,
			 struct record *exit)
{
	struct queue_cursor cursor = { 0 };

	exit->kind = REC_OTHER;
	for (int n = 0; n < LOOK_AHEAD && ordered_events_peek(self->ordered, cpu, &cursor, frame); n++) {
		struct envelope envelope;
		int index;

		if (feed_envelope(self->feed, frame, &envelope, &index) == 0 &&
		    envelope.time_ns > time_ns) {
			if (frame->type == PERF_RECORD_SAMPLE)
				return true;
			if (frame->type == PERF_RECORD_EXIT)
				(void)feed_decode(self->feed, frame, exit);
			else if (frame->type != PERF_RECORD_COMM && frame->type != PERF_RECORD_FORK)
				return false;
		}
		ordered_events_advance(frame, &cursor);
	}
	return false;
}

/* Does something of every CPU wait that lies behind this time? */
static bool all_beyond(struct source_replay *self, uint64_t time_ns)
{
	size_t n = self->source.machine.n_cpus;
	struct record exit;
	struct frame frame;

	self->added = 0;
	for (size_t i = 0; i < n; i++) {
		/* The one that held us up the last time is asked first. */
		size_t cpu = (self->missing + i) % n;

		if (!sample_after(self, cpu, time_ns, &frame, &exit)) {
			self->missing = cpu;
			return false;
		}
	}
	return true;
}

/* Is all in that the interval up to this time needs? */
static bool is_in(struct source_replay *self, uint64_t end_ns)
{
	uint64_t safe_ns = ordered_events_safe_ns(self->ordered);

	if (self->ended || ordered_events_bytes(self->ordered) > WAIT_BYTES)
		return true;
	if (safe_ns < end_ns)
		return false;
	if (stream_fd(self->stream) >= 0 ? safe_ns - end_ns >= self->interval_ns :
					   ordered_events_bytes(self->ordered) > AHEAD_BYTES)
		return true;
	/* Asked more often it would cost more than it is worth. */
	return self->added >= LOOK_AHEAD * self->source.machine.n_cpus && all_beyond(self, end_ns);
}

/*
 * Reads on until all is in up to end_ns, round by round; what need not wait goes to the slicer while it is
 * still in the CPU's cache. 1, -EAGAIN or a fatal -errno.
 */
static int read_until(struct source_replay *self, uint64_t end_ns, const struct sink *sink,
		      struct err *err)
{
	struct frame frame;
	bool in;

	self->added = SIZE_MAX / 2;	/* another end: asked anew */
	in = is_in(self, end_ns);
	while (!in) {
		int got = replay_next(self, &frame, err);

		if (got < 0)
			return got;
		if (got == 0)
			break;
		if (take_in(self, &frame, end_ns, sink))
			return err_set(err, ENOMEM, "not enough memory to replay \"%s\"",
				       stream_name(self->stream));
		if (frame.type == PERFDATA_FINISHED_ROUND ||
		    ordered_events_bytes(self->ordered) > WAIT_BYTES)
			in = is_in(self, end_ns);
	}
	return 1;
}

/* When the first record (or only sample) that waits was written; UINT64_MAX: none waits. */
static uint64_t first_ns(struct source_replay *self, bool sample)
{
	uint64_t first = UINT64_MAX;

	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		struct queue_cursor cursor = { 0 };
		struct envelope envelope;
		struct frame frame;
		int index;

		while (ordered_events_peek(self->ordered, cpu, &cursor, &frame)) {
			bool counts = !sample || frame.type == PERF_RECORD_SAMPLE;

			if (feed_envelope(self->feed, &frame, &envelope, &index) == 0 && counts) {
				first = envelope.time_ns < first ? envelope.time_ns : first;
				break;
			}
			ordered_events_advance(&frame, &cursor);
		}
	}
	return first;
}

/* The records of a CPU that wait, up to end_ns. */
static void feed_cpu(struct source_replay *self, size_t cpu, uint64_t end_ns,
		     const struct sink *sink)
{
	for (;;) {
		struct queue_cursor cursor = { 0 };
		struct peeked_record peeked;
		struct frame frame;

		if (!ordered_events_peek(self->ordered, cpu, &cursor, &frame))
			return;
		if (feed_peek(self->feed, &frame, &peeked) == 0) {
			if (peeked.time_ns > end_ns)
				return;
			peeked.cpu = (int)cpu;
			feed_now(self, &frame, &peeked, sink);
		}
		ordered_events_drop(self->ordered, cpu, &frame);
	}
}

/* Is there so long nothing from a time on that it was not the tasks who were quiet, but the recording? */
static bool is_gap(const struct source_replay *self, uint64_t first_ns, uint64_t from_ns)
{
	uint64_t long_ns = GAP_INTERVALS * self->interval_ns;

	if (long_ns < GAP_NS)
		long_ns = GAP_NS;
	if (self->empty > EMPTY_FREE + EMPTY_PER_RECORD * self->fed)
		long_ns = self->interval_ns;
	return first_ns != UINT64_MAX && first_ns > from_ns && first_ns - from_ns > long_ns;
}

/* At the first sample, as what came before it was not counted. False: nothing waits. */
static bool begin(struct source_replay *self)
{
	uint64_t first = first_ns(self, false), sample = first_ns(self, true);

	if (first == UINT64_MAX)
		return false;
	self->began_ns = sample == UINT64_MAX ? first : sample;
	if (isnan(self->wall_minus_clock))
		self->wall_minus_clock = self->wall_begins - (double)self->began_ns / 1e9;
	return true;
}

/* Begins anew after a gap, if all that waits lies behind one. */
static bool skip_gap(struct source_replay *self, const struct sink *sink)
{
	uint64_t first;

	if (self->fed != self->fed_before)
		return false;
	first = first_ns(self, false);
	if (!is_gap(self, first, self->began_ns))
		return false;
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
		feed_gap(self->feed, cpu, sink);
	self->began_ns = first;
	return true;
}

/* The slices that are under way at the end of the interval. */
static void cut_slices(struct source_replay *self, uint64_t end_ns, const struct sink *sink)
{
	struct record exit;
	struct frame next;

	if (is_gap(self, first_ns(self, false), end_ns))
		return;
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
		if (sample_after(self, cpu, end_ns, &next, &exit))
			(void)feed_cut(self->feed, cpu, end_ns, &next, &exit, sink);
}

/* Cut anew: to the next multiple of the interval. Called again after -EAGAIN it goes on where it was. */
int replay_cut(struct source_replay *self, const struct sink *sink, struct interval *interval,
	       struct err *err)
{
	uint64_t end_ns;
	int ret;

	if (!self->began_ns) {
		ret = read_until(self, 1, sink, err);	/* two rounds: the first record is among them */
		if (ret < 0)
			return ret;
		if (!begin(self))
			return 0;
	}
	(void)skip_gap(self, sink);
	do {
		end_ns = self->began_ns + self->interval_ns;
		for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
			feed_cpu(self, cpu, end_ns, sink);
		ret = read_until(self, end_ns, sink, err);
		if (ret < 0)
			return ret;
	} while (skip_gap(self, sink));		/* it may have come to light only now */
	if (self->fed == self->fed_before) {
		if (first_ns(self, false) == UINT64_MAX)
			return 0;
		self->empty += self->source.machine.n_cpus;
	}
	cut_slices(self, end_ns, sink);
	/* The last one ends with its last record. */
	if (self->ended && first_ns(self, false) == UINT64_MAX && self->last_ns > self->began_ns)
		end_ns = self->last_ns;
	*interval = (struct interval){ .began_ns = self->began_ns, .end_ns = end_ns,
				       .wall = (double)end_ns / 1e9 + self->wall_minus_clock };
	self->began_ns = end_ns;
	self->fed_before = self->fed;
	self->last_ns = 0;
	return 1;
}
