/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Replays a recording, in one of two ways:
 *
 *  - as it was counted: tdtop's own recordings tell where its intervals ended, what it read then and what
 *    /proc answered. Given to the slicer in the same order, the same numbers come out.
 *  - cut anew: any recording, into intervals of any length. Records wait until it is certain that nothing
 *    older comes (collect/rounds.h); a slice across the end of an interval is cut there, its counts shared out
 *    by time.
 *
 * Opened by main, then used by the collector thread only.
 */
#include "config.h"
#include "collect/source_replay.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collect/book.h"
#include "collect/perfdata_stream.h"
#include "collect/recording.h"
#include "collect/replay_feed.h"
#include "collect/rounds.h"
#include "collect/topology.h"

#define INTERVAL_NS 1000000000ULL
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
#define WALL_MAX 253402300799.0	/* the end of the year 9999 */
#define TIME_MAX (UINT64_MAX / 4)	/* later is damage; sums of two times do not overflow */

struct source_replay {
	struct source source;		/* first: the collector knows only this */
	struct stream *stream;
	struct recording recording;
	struct book *book;
	struct feed *feed;
	struct rounds *rounds;		/* NULL: as it was counted */
	struct frame frame;		/* read already, while `waiting` */
	bool waiting;
	bool ended;			/* the stream has; why is in end */
	struct err end;
	uint64_t interval_ns;
	bool begun;			/* as it was counted: a sample has come, or an interval has ended */
	uint64_t began_ns;		/* this interval; 0: not begun */
	uint64_t fed, empty;		/* records, and CPUs in intervals that had none */
	size_t added;			/* bytes of records since all_beyond() was asked */
	size_t missing;			/* the CPU for which it said no */
	double wall_minus_clock;	/* seconds; NAN until `wall_begins` is known of the first record */
	double wall_begins;
};

static int next_frame(struct source_replay *self, struct frame *frame, struct err *err)
{
	int ret;

	if (self->waiting) {
		self->waiting = false;
		*frame = self->frame;
		return 1;
	}
	if (self->ended)
		return 0;
	self->end.text[0] = '\0';
	ret = stream_next(self->stream, frame, &self->end);
	if (ret == 0)
		self->ended = true;
	else if (ret < 0 && ret != -EAGAIN)
		*err = self->end;
	return ret;
}

/* What tdtop wrote into its own recording for the replay. True: it was that. */
static bool take_answer(struct source_replay *self, const struct frame *frame)
{
	struct bytes bytes = { .at = frame->bytes + 8, .end = frame->bytes + frame->size,
			       .swapped = stream_swapped(self->stream) };
	uint64_t what;

	if (frame->type != PERFDATA_EVENT_UPDATE)
		return false;
	what = bytes_u64(&bytes);
	(void)bytes_u64(&bytes);	/* id of some event */
	book_answer(self->book, what, bytes);
	return true;
}

/*
 * A file that begins in the middle of a run begins with what was known then; nothing comes before it, so it
 * is as old as can be. Otherwise a task that ends in the first interval would have no name.
 */
static void tell_known(struct source_replay *self, const struct frame *frame, const struct sink *sink)
{
	struct bytes bytes = { .at = frame->bytes + 8, .end = frame->bytes + frame->size,
			       .swapped = stream_swapped(self->stream) };
	struct task_event event = { .kind = TASK_KNOWN, .time_ns = 1 };
	uint64_t what = bytes_u64(&bytes);

	(void)bytes_u64(&bytes);	/* id of some event */
	event.pid = event.tid = (int32_t)bytes_u32(&bytes);
	if (what == PERFDATA_UPDATE_THREAD)
		event.tid = (int32_t)bytes_u32(&bytes);
	if (!bytes.bad && (what == PERFDATA_UPDATE_PROCESS || what == PERFDATA_UPDATE_THREAD))
		sink->task(sink->data, &event);
}

static bool take_mark(const struct source_replay *self, const struct frame *frame,
		      struct interval *interval)
{
	struct bytes bytes = { .at = frame->bytes + 8, .end = frame->bytes + frame->size,
			       .swapped = stream_swapped(self->stream) };

	if (frame->type != PERFDATA_FINISHED_ROUND || bytes_u64(&bytes) != PERFDATA_MARK_MAGIC)
		return false;
	interval->seq = bytes_u64(&bytes);
	interval->began_ns = bytes_u64(&bytes);
	interval->end_ns = bytes_u64(&bytes);
	interval->wall = (double)bytes_u64(&bytes) / 1e9;
	interval->tasks = (uint32_t)bytes_u64(&bytes);
	return !bytes.bad && interval->end_ns > interval->began_ns;
}

/* As it was counted: to the next mark. */
static int counted_interval(struct source_replay *self, const struct sink *sink,
			    struct interval *interval, struct err *err)
{
	struct envelope envelope;
	struct frame frame;
	int ret, cpu;

	while ((ret = next_frame(self, &frame, err)) > 0) {
		if (take_mark(self, &frame, interval)) {
			self->begun = true;
			return 1;
		}
		self->begun |= frame.type == PERF_RECORD_SAMPLE;
		if (frame.type == PERFDATA_EVENT_UPDATE && !self->begun) {
			(void)take_answer(self, &frame);
			tell_known(self, &frame, sink);
			continue;
		}
		if (take_answer(self, &frame) || !feed_wants(frame.type) ||
		    feed_envelope(self->feed, &frame, &envelope, &cpu))
			continue;
		if (!envelope.time_ns || frame.type == PERF_RECORD_CGROUP)
			feed_existed(self->feed, &frame);
		else if (cpu >= 0)
			feed_record(self->feed, (size_t)cpu, &frame, sink);
	}
	return ret;
}

static void take_in(struct source_replay *self, const struct frame *frame, int *ret)
{
	struct envelope envelope;
	struct interval mark;
	int cpu;

	if (frame->type == PERFDATA_FINISHED_ROUND) {
		if (take_mark(self, frame, &mark))
			self->wall_minus_clock = mark.wall - (double)mark.end_ns / 1e9;
		rounds_finish(self->rounds);
		return;
	}
	if (take_answer(self, frame) || !feed_wants(frame->type) ||
	    feed_envelope(self->feed, frame, &envelope, &cpu))
		return;
	/* What existed before, and which cgroup a number is, is known at once. */
	if (!envelope.time_ns || frame->type == PERF_RECORD_CGROUP) {
		feed_existed(self->feed, frame);
	} else if (cpu >= 0 && envelope.time_ns < TIME_MAX) {
		*ret = rounds_add(self->rounds, (size_t)cpu, frame, envelope.time_ns);
		self->added += frame->size;
	}
}

/*
 * The next sample of a CPU behind time_ns, if one is in reach and nothing in between says that somebody
 * else ran. *exit: whose end is told of before it.
 */
static bool sample_after(struct source_replay *self, size_t cpu, uint64_t time_ns, struct frame *frame,
			 struct record *exit)
{
	struct look look = { 0 };

	exit->kind = REC_OTHER;
	for (int n = 0; n < LOOK_AHEAD && rounds_look(self->rounds, cpu, &look, frame); n++) {
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
		rounds_look_on(frame, &look);
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
	uint64_t safe_ns = rounds_safe_ns(self->rounds);

	if (self->ended || rounds_bytes(self->rounds) > WAIT_BYTES)
		return true;
	if (safe_ns < end_ns)
		return false;
	if (stream_fd(self->stream) >= 0 ? safe_ns - end_ns >= self->interval_ns :
					   rounds_bytes(self->rounds) > AHEAD_BYTES)
		return true;
	/* Asked more often it would cost more than it is worth. */
	return self->added >= LOOK_AHEAD * self->source.machine.n_cpus && all_beyond(self, end_ns);
}

/* Reads on until all is in up to end_ns, round by round. 1, -EAGAIN or a fatal -errno. */
static int read_until(struct source_replay *self, uint64_t end_ns, struct err *err)
{
	struct frame frame;
	int ret = 0;
	bool in;

	self->added = SIZE_MAX / 2;	/* another end: asked anew */
	in = is_in(self, end_ns);
	while (!in) {
		int got = next_frame(self, &frame, err);

		if (got < 0)
			return got;
		if (got == 0)
			break;
		take_in(self, &frame, &ret);
		if (ret)
			return err_set(err, ENOMEM, "not enough memory to replay \"%s\"",
				       stream_name(self->stream));
		if (frame.type == PERFDATA_FINISHED_ROUND ||
		    rounds_bytes(self->rounds) > WAIT_BYTES)
			in = is_in(self, end_ns);
	}
	return 1;
}

/* When the first record (or only sample) that waits was written; UINT64_MAX: none waits. */
static uint64_t first_ns(struct source_replay *self, bool sample)
{
	uint64_t first = UINT64_MAX;

	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		struct look look = { 0 };
		struct envelope envelope;
		struct frame frame;
		int index;

		while (rounds_look(self->rounds, cpu, &look, &frame)) {
			bool counts = !sample || frame.type == PERF_RECORD_SAMPLE;

			if (feed_envelope(self->feed, &frame, &envelope, &index) == 0 && counts) {
				first = envelope.time_ns < first ? envelope.time_ns : first;
				break;
			}
			rounds_look_on(&frame, &look);
		}
	}
	return first;
}

/* All records of a CPU up to end_ns. Returns the time of the last of them, 0 if there was none. */
static uint64_t feed_cpu(struct source_replay *self, size_t cpu, uint64_t end_ns,
			 const struct sink *sink)
{
	uint64_t last_ns = 0;

	for (;;) {
		struct look look = { 0 };
		struct frame frame;
		enum feed_until done;
		uint64_t time_ns;

		if (!rounds_look(self->rounds, cpu, &look, &frame))
			return last_ns;
		done = feed_record_until(self->feed, cpu, &frame, end_ns, sink, &time_ns);
		if (done == FEED_LATER)
			return last_ns;
		if (done == FEED_TAKEN) {
			last_ns = time_ns;
			self->fed++;
		}
		rounds_drop(self->rounds, cpu, &frame);
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

/*
 * Begins at the first sample, as what came before it was not counted, or anew after a gap. False: nothing
 * waits.
 */
static bool begin(struct source_replay *self, const struct sink *sink)
{
	uint64_t first = first_ns(self, false);

	if (first == UINT64_MAX)
		return false;
	if (!self->began_ns) {
		uint64_t sample = first_ns(self, true);

		self->began_ns = sample == UINT64_MAX ? first : sample;
		if (isnan(self->wall_minus_clock))
			self->wall_minus_clock = self->wall_begins - (double)self->began_ns / 1e9;
	} else if (is_gap(self, first, self->began_ns)) {
		for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
			feed_gap(self->feed, cpu, sink);
		self->began_ns = first;
	}
	return true;
}

static int no_samples(const struct source_replay *self, struct err *err)
{
	if (self->end.text[0])
		return err_set(err, EINVAL, "%s; no sample of slots was found in it", self->end.text);
	return err_set(err, EINVAL, "\"%s\" has no samples of a group of slots: nothing was counted, or "
		       "the events were not recorded as one group with \":S\"",
		       stream_name(self->stream));
}

/* Cut anew: to the next multiple of the interval. */
static int cut_interval(struct source_replay *self, const struct sink *sink,
			struct interval *interval, struct err *err)
{
	uint64_t end_ns, last_ns = 0, fed = self->fed;
	struct record exit;
	struct frame next;
	bool gap;
	int ret;

	if (!self->began_ns) {
		ret = read_until(self, 1, err);	/* two rounds: the first record is among them */
		if (ret < 0)
			return ret;
	}
	if (!begin(self, sink) && self->ended)
		return 0;
	end_ns = self->began_ns + self->interval_ns;
	ret = read_until(self, end_ns, err);
	if (ret < 0)
		return ret;
	if (!begin(self, sink))		/* the gap may have come to light only now */
		return 0;
	end_ns = self->began_ns + self->interval_ns;
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		uint64_t ns = feed_cpu(self, cpu, end_ns, sink);

		if (ns > last_ns)
			last_ns = ns;
	}
	gap = is_gap(self, first_ns(self, false), end_ns);
	for (size_t cpu = 0; !gap && cpu < self->source.machine.n_cpus; cpu++)
		if (sample_after(self, cpu, end_ns, &next, &exit))
			(void)feed_cut(self->feed, cpu, end_ns, &next, &exit, sink);
	if (self->fed == fed)
		self->empty += self->source.machine.n_cpus;
	/* The last one ends with its last record. */
	if (self->ended && first_ns(self, false) == UINT64_MAX && last_ns > self->began_ns)
		end_ns = last_ns;
	*interval = (struct interval){ .began_ns = self->began_ns, .end_ns = end_ns,
				       .wall = (double)end_ns / 1e9 + self->wall_minus_clock };
	self->began_ns = end_ns;
	return 1;
}

static int replay_interval(struct source *source, const struct sink *sink, struct interval *interval,
			   struct err *err)
{
	struct source_replay *self = (struct source_replay *)source;
	int ret;

	*interval = (struct interval){ 0 };
	ret = self->rounds ? cut_interval(self, sink, interval, err) :
			     counted_interval(self, sink, interval, err);
	if (ret == 0 && !feed_samples(self->feed))
		return no_samples(self, err);
	if (ret == 0)
		*err = self->end;
	interval->progress = stream_progress(self->stream);
	/* No date comes of damaged clocks: then it is 1970, or the last day that has four digits. */
	interval->wall = fmin(fmax(interval->wall, 0), WALL_MAX);
	return ret;
}

static int replay_poll_fd(struct source *source)
{
	return stream_fd(((struct source_replay *)source)->stream);
}

static int replay_start(struct source *source, struct err *err)
{
	(void)source;
	(void)err;
	return 0;
}

static bool replay_task_facts(struct source *source, int32_t pid, struct task_facts *facts)
{
	return book_process(((struct source_replay *)source)->book, pid, facts);
}

static bool replay_thread_name(struct source *source, int32_t pid, int32_t tid, char comm[COMM_LEN])
{
	return book_thread(((struct source_replay *)source)->book, pid, tid, comm);
}

static void replay_close(struct source *source)
{
	struct source_replay *self = (struct source_replay *)source;

	feed_free(self->feed);
	rounds_free(self->rounds);
	book_free(self->book);
	recording_done(&self->recording);
	stream_close(self->stream);
	topology_done(&source->machine);
	free(self);
}

static const struct source_ops replay_ops = {
	.name = "replay",
	.start = replay_start,
	.poll_fd = replay_poll_fd,
	.interval = replay_interval,
	.task_facts = replay_task_facts,
	.thread_name = replay_thread_name,
	.close = replay_close,
};

/* Reads to the first record of a task: what comes before it is about the recording. */
static int read_beginning(struct source_replay *self, struct err *err)
{
	bool swapped = stream_swapped(self->stream);
	int ret = 0;

	if (!stream_is_pipe(self->stream))
		recording_read_file(&self->recording, self->stream);
	while (!ret && (ret = next_frame(self, &self->frame, err))) {
		struct pollfd ready = { .fd = stream_fd(self->stream), .events = POLLIN };

		if (ret == -EAGAIN) {
			(void)poll(&ready, 1, -1);
			ret = 0;
			continue;
		}
		if (ret < 0)
			return ret;
		if (feed_wants(self->frame.type)) {
			self->waiting = true;
			return 0;
		}
		if (!recording_take(&self->recording, &self->frame, swapped))
			(void)take_answer(self, &self->frame);
		ret = 0;
	}
	return ret;
}

/*
 * The recorder may have told what time it was; else a file's last moment is when it was last written to. A
 * stream begins now, and a file that was not finished is taken to have begun when it was written to.
 */
static void find_wall(struct source_replay *self)
{
	const struct recording *recording = &self->recording;
	double modified = stream_modified(self->stream);
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	self->wall_begins = modified > 0 ? modified : (double)now.tv_sec + (double)now.tv_nsec / 1e9;
	self->wall_minus_clock = NAN;
	if (recording->clock_wall_ns)
		self->wall_minus_clock = ((double)recording->clock_wall_ns -
					  (double)recording->clock_ns) / 1e9;
	else if (modified > 0 && recording->last_sample_ns)
		self->wall_minus_clock = modified - (double)recording->last_sample_ns / 1e9;
}

static int open_recording(struct source_replay *self, const char *path, struct err *err)
{
	bool is_stdin = !strcmp(path, "-");
	const char *name = is_stdin ? "standard input" : path;
	int fd = is_stdin ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
	int ret;

	if (fd < 0)
		return err_set(err, errno, "cannot open \"%s\": %s", name, strerror(errno));
	ret = stream_open(fd, name, &self->stream, err);
	if (!ret)
		ret = read_beginning(self, err);
	if (!ret)
		ret = recording_machine(&self->recording, name, &self->source.machine, err);
	return ret;
}

int source_replay_open(const char *path, uint64_t interval_ns, struct source **out, struct err *err)
{
	struct source_replay *self = calloc(1, sizeof(*self));
	struct machine *machine;
	int ret;

	if (!self)
		return err_set(err, ENOMEM, "not enough memory to start");
	machine = &self->source.machine;
	self->source.ops = &replay_ops;
	machine->source = replay_ops.name;
	self->book = book_new();
	ret = self->book ? open_recording(self, path, err) : -ENOMEM;
	if (!ret) {
		self->interval_ns = interval_ns ? interval_ns : INTERVAL_NS;
		find_wall(self);
		self->feed = feed_new(&self->recording, self->book, machine);
		if (interval_ns || !self->recording.by_tdtop)
			self->rounds = rounds_new(machine->n_cpus, stream_swapped(self->stream));
		if (!self->feed || (!self->rounds && (interval_ns || !self->recording.by_tdtop)))
			ret = -ENOMEM;
	}
	if (ret == -ENOMEM)
		(void)err_set(err, ENOMEM, "not enough memory to replay \"%s\"", path);
	if (ret) {
		replay_close(&self->source);
		return ret;
	}
	*out = &self->source;
	return 0;
}
