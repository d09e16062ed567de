/* SPDX-License-Identifier: GPL-2.0-only */
/* The beginning, the records and the wall clock of a recording; see replay_reader.h. */
#include "config.h"
#include "collect/replay/replay_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/recording_advice.h"
#include "collect/replay/replay_feed.h"
#include "collect/sys/clock_ns.h"

bool replay_reader_is_stopped(const struct replay_reader *reader)
{
	/* Relaxed: stands for itself (model/control.h). */
	return reader->source->stop &&
	       atomic_load_explicit(reader->source->stop, memory_order_relaxed);
}

int replay_reader_next(struct replay_reader *reader, struct frame *frame, struct err *err)
{
	int ret;

	if (reader->first_pending) {
		reader->first_pending = false;
		*frame = reader->first;
		return 1;
	}
	if (reader->ended)
		return 0;
	if (replay_reader_is_stopped(reader))
		return -ECANCELED;
	reader->end.text[0] = '\0';
	ret = perfdata_stream_next(reader->stream, frame, &reader->end);
	if (ret > 0) {
		const bool swapped = perfdata_stream_swapped(reader->stream);
		struct interval mark;

		replay_nodes_add(reader->nodes, frame, &reader->recording.events, swapped);
		replay_regions_add(reader->regions, frame, swapped, reader->newest_ns);
		if (replay_reader_mark(reader, frame, &mark))
			replay_regions_end_interval(reader->regions, mark.began_ns, mark.end_ns);
	}
	if (ret == 0)
		reader->ended = true;
	else if (ret < 0 && ret != -EAGAIN)
		*err = reader->end;
	return ret;
}

bool replay_reader_add_event(struct replay_reader *reader, const struct frame *frame)
{
	return frame->type == PERFDATA_ATTR &&
	       recording_read_record(&reader->recording, frame,
				     perfdata_stream_swapped(reader->stream));
}

bool replay_reader_add_answer(struct replay_reader *reader, const struct frame *frame)
{
	struct bytes bytes = frame_content(frame, perfdata_stream_swapped(reader->stream));
	uint64_t what;

	if (frame->type != PERFDATA_EVENT_UPDATE)
		return false;
	what = bytes_u64(&bytes);
	(void)bytes_u64(&bytes);	/* id of some event */
	replay_tasks_add_answer(reader->tasks, what, bytes);
	return true;
}

bool replay_reader_mark(const struct replay_reader *reader, const struct frame *frame,
			struct interval *interval)
{
	struct bytes bytes = frame_content(frame, perfdata_stream_swapped(reader->stream));

	if (frame->type != PERFDATA_FINISHED_ROUND || bytes_u64(&bytes) != PERFDATA_MARK_MAGIC)
		return false;
	interval->seq = bytes_u64(&bytes);
	interval->began_ns = bytes_u64(&bytes);
	interval->end_ns = bytes_u64(&bytes);
	interval->wall = (double)bytes_u64(&bytes) / 1e9;
	interval->tasks = (uint32_t)bytes_u64(&bytes);
	interval->skipped = !interval->seq;
	return !bytes.bad && interval->end_ns > interval->began_ns;
}

void replay_reader_sync_wall(struct replay_reader *reader, const struct interval *mark)
{
	reader->wall_minus_clock = mark->wall - (double)mark->end_ns / 1e9;
}

void replay_reader_start_wall(struct replay_reader *reader, uint64_t clock_ns)
{
	if (isnan(reader->wall_minus_clock))
		reader->wall_minus_clock = reader->wall_start - (double)clock_ns / 1e9;
}

double replay_reader_wall(const struct replay_reader *reader, uint64_t clock_ns)
{
	return (double)clock_ns / 1e9 + reader->wall_minus_clock;
}

static int read_beginning(struct replay_reader *reader, struct err *err)
{
	bool swapped = perfdata_stream_swapped(reader->stream);
	struct interval mark;
	int ret = 0;

	if (!perfdata_stream_is_pipe(reader->stream))
		recording_read_file(&reader->recording, reader->stream);
	while (!ret && (ret = replay_reader_next(reader, &reader->first, err))) {
		struct pollfd ready = { .fd = perfdata_stream_fd(reader->stream),
					.events = POLLIN };

		if (ret == -EAGAIN) {
			(void)poll(&ready, 1, -1);
			ret = 0;
			continue;
		}
		if (ret < 0)
			return ret;
		if (replay_feed_wants(reader->first.type) ||
		    replay_reader_mark(reader, &reader->first, &mark)) {
			reader->first_pending = true;
			return 0;
		}
		if (!recording_read_record(&reader->recording, &reader->first, swapped))
			(void)replay_reader_add_answer(reader, &reader->first);
		ret = 0;
	}
	return ret;
}

/*
 * If the recorder did not write the wall clock, the last sample of a file was taken when the file
 * was last modified. A stream starts now. A file without an end (no time of the last sample) is
 * assumed to start when it was last modified.
 */
static void find_wall(struct replay_reader *reader)
{
	const struct recording *recording = &reader->recording;
	double modified = perfdata_stream_modified(reader->stream);

	reader->wall_start = modified > 0 ? modified : clock_wall();
	reader->wall_minus_clock = NAN;
	if (recording->clock_wall_ns)
		reader->wall_minus_clock = ((double)recording->clock_wall_ns -
					    (double)recording->clock_ns) / 1e9;
	else if (modified > 0 && recording->last_sample_ns)
		reader->wall_minus_clock = modified - (double)recording->last_sample_ns / 1e9;
}

int replay_reader_open(struct replay_reader *reader, const char *path, struct err *err)
{
	bool is_stdin = !strcmp(path, "-");
	const char *name = is_stdin ? RECORDING_FROM_STDIN : path;
	int fd, ret;

	reader->tasks = replay_tasks_new();
	reader->nodes = replay_nodes_new();
	reader->regions = replay_regions_new();
	if (!reader->tasks || !reader->nodes || !reader->regions)
		return -ENOMEM;
	fd = is_stdin ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_set(err, errno, "cannot open \"%s\": %s", name, strerror(errno));
	ret = perfdata_stream_open(fd, name, &reader->stream, err);
	if (!ret)
		ret = read_beginning(reader, err);
	/* tdtop's own files have in their data what others have only behind them. */
	if (!ret && perfdata_stream_is_file_in_pipe(reader->stream) && !reader->recording.by_tdtop)
		ret = err_set(err, EINVAL, "cannot read \"%s\": it is a file of perf record in a "
			      "pipe, and what it says of the machine is at its end; give the file "
			      "itself, or record with -o -", name);
	if (!ret)
		find_wall(reader);
	return ret;
}

void replay_reader_done(struct replay_reader *reader)
{
	replay_tasks_free(reader->tasks);
	replay_nodes_free(reader->nodes);
	replay_regions_free(reader->regions);
	recording_done(&reader->recording);
	perfdata_stream_close(reader->stream);
}
