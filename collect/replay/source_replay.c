/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Replays a recording, in one of two ways:
 *
 *  - as it was counted (replay_counted.c): tdtop's own recordings tell where its intervals ended, what it
 *    read then and what /proc answered. Given to the slicer in the same order, the same numbers come out.
 *  - cut anew (replay_cut.c): any recording, into intervals of any length.
 *
 * Opened by main, then used by the collector thread only.
 */
#include "config.h"
#include "collect/replay/source_replay.h"

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

#include "collect/perfdata/perfdata.h"
#include "collect/replay/replay_reader.h"
#include "collect/sys/topology.h"

#define INTERVAL_NS 1000000000ULL
#define WALL_MAX 253402300799.0	/* the end of the year 9999 */

int replay_next(struct source_replay *self, struct frame *frame, struct err *err)
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

bool replay_take_answer(struct source_replay *self, const struct frame *frame)
{
	struct bytes bytes = frame_content(frame, stream_swapped(self->stream));
	uint64_t what;

	if (frame->type != PERFDATA_EVENT_UPDATE)
		return false;
	what = bytes_u64(&bytes);
	(void)bytes_u64(&bytes);	/* id of some event */
	replay_tasks_add_answer(self->tasks, what, bytes);
	return true;
}

bool replay_take_mark(const struct source_replay *self, const struct frame *frame,
		      struct interval *interval)
{
	struct bytes bytes = frame_content(frame, stream_swapped(self->stream));

	if (frame->type != PERFDATA_FINISHED_ROUND || bytes_u64(&bytes) != PERFDATA_MARK_MAGIC)
		return false;
	interval->seq = bytes_u64(&bytes);
	interval->began_ns = bytes_u64(&bytes);
	interval->end_ns = bytes_u64(&bytes);
	interval->wall = (double)bytes_u64(&bytes) / 1e9;
	interval->tasks = (uint32_t)bytes_u64(&bytes);
	return !bytes.bad && interval->end_ns > interval->began_ns;
}

static int no_samples(const struct source_replay *self, struct err *err)
{
	if (self->end.text[0])
		return err_set(err, EINVAL, "%s; no sample of slots was found in it", self->end.text);
	return err_set(err, EINVAL, "\"%s\" has no samples of a group of slots: nothing was counted, or "
		       "the events were not recorded as one group with \":S\"",
		       stream_name(self->stream));
}

static int replay_interval(struct source *source, const struct sink *sink, struct interval *interval,
			   struct err *err)
{
	struct source_replay *self = (struct source_replay *)source;
	int ret;

	*interval = (struct interval){ 0 };
	ret = self->ordered ? replay_cut(self, sink, interval, err) :
			     replay_counted(self, sink, interval, err);
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
	return replay_tasks_process(((struct source_replay *)source)->tasks, pid, facts);
}

static bool replay_thread_name(struct source *source, int32_t pid, int32_t tid, char comm[COMM_LEN])
{
	return replay_tasks_thread_name(((struct source_replay *)source)->tasks, pid, tid, comm);
}

static void replay_close(struct source *source)
{
	struct source_replay *self = (struct source_replay *)source;

	feed_free(self->feed);
	ordered_events_free(self->ordered);
	replay_tasks_free(self->tasks);
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
	while (!ret && (ret = replay_next(self, &self->frame, err))) {
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
			(void)replay_take_answer(self, &self->frame);
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
	self->tasks = replay_tasks_new();
	ret = self->tasks ? open_recording(self, path, err) : -ENOMEM;
	if (!ret) {
		self->interval_ns = interval_ns ? interval_ns : INTERVAL_NS;
		find_wall(self);
		self->feed = feed_new(&self->recording, self->tasks, machine);
		if (interval_ns || !self->recording.by_tdtop)
			self->ordered = ordered_events_new(machine->n_cpus, stream_swapped(self->stream));
		if (!self->feed || (!self->ordered && (interval_ns || !self->recording.by_tdtop)))
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
