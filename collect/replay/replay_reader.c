/* SPDX-License-Identifier: GPL-2.0-only */
/* The beginning, the records and the wall clock of a recording; see replay_reader.h. */
#include "config.h"
#include "collect/replay/replay_reader.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>

#include "collect/percpu/process_filter.h"
#include "collect/perfdata/perfdata.h"
#include "collect/replay/replay_feed.h"
#include "collect/sys/clock_ns.h"

bool replay_reader_is_stopped(const struct replay_reader *reader)
{
	/* Relaxed: stands for itself (model/control.h). */
	return reader->source->stop &&
	       atomic_load_explicit(reader->source->stop, memory_order_relaxed);
}

static bool swapped(const struct replay_reader *reader)
{
	return perfdata_stream_swapped(reader->pass.stream);
}

static int take_reading(void *data, const struct frame *frame)
{
	struct replay_reader *reader = data;

	replay_nodes_read(reader->nodes, frame, &reader->pass.recording.events, swapped(reader));
	return 0;
}

/* A recording has all tasks, also where only some were shown (recorder_parts.h). */
static void take_watched(struct replay_reader *reader)
{
	const union update_field *field = reader->update.field;

	if (reader->update.rest.bad)
		return;
	if (field[0].number)
		process_filter_told(reader->processes, &(struct watched_process){
			.pid = (int32_t)field[0].number, .unknown = field[1].number,
			.born_ns = field[2].number, .from_ns = field[3].number });
	else
		(void)snprintf(reader->watched, sizeof(reader->watched), "%s", field[4].text);
}

static int take_update(void *data, const struct frame *frame)
{
	struct replay_reader *reader = data;

	reader->update = update_read(frame_content(frame, swapped(reader)));
	replay_nodes_update(reader->nodes, &reader->update);
	replay_regions_update(reader->regions, &reader->update, reader->newest_ns);
	if (reader->update.what == PERFDATA_UPDATE_WATCHED)
		take_watched(reader);
	return 0;
}

/* False: it is no mark. One that is damaged may end before it began. */
static bool read_mark(const struct replay_reader *reader, const struct frame *frame,
		      struct interval *interval)
{
	struct bytes bytes = frame_content(frame, swapped(reader));

	if (frame->type != PERFDATA_FINISHED_ROUND || bytes_u64(&bytes) != PERFDATA_MARK_MAGIC)
		return false;
	interval->seq = bytes_u64(&bytes);
	interval->began_ns = bytes_u64(&bytes);
	interval->end_ns = bytes_u64(&bytes);
	interval->wall = (double)bytes_u64(&bytes) / 1e9;
	interval->tasks = (uint32_t)bytes_u64(&bytes);
	interval->skipped = !interval->seq;
	return !bytes.bad;
}

bool replay_reader_mark(const struct replay_reader *reader, const struct frame *frame,
			struct interval *interval)
{
	return read_mark(reader, frame, interval) && interval->end_ns > interval->began_ns;
}

static int end_interval(void *data, const struct frame *frame)
{
	struct replay_reader *reader = data;
	struct interval mark;

	if (read_mark(reader, frame, &mark)) {
		replay_nodes_end_interval(reader->nodes, mark.end_ns);
		replay_regions_end_interval(reader->regions, mark.began_ns, mark.end_ns);
	}
	return 0;
}

/* These come before the slices. */
static const struct recording_row listeners[] = {
	{ PERF_RECORD_READ, take_reading },
	{ PERFDATA_EVENT_UPDATE, take_update },
	{ PERFDATA_FINISHED_ROUND, end_interval },
	{ 0 }
};

void replay_reader_listen(struct replay_reader *reader, const struct recording_row *rows, void *data)
{
	reader->slices = rows;
	reader->slices_data = data;
	recording_pass_listen(&reader->pass, rows, data);
}

int replay_reader_next(struct replay_reader *reader, struct frame *frame, struct err *err)
{
	int ret;

	if (reader->first_pending) {
		reader->first_pending = false;
		*frame = reader->first;
		ret = reader->slices ? recording_rows_tell(reader->slices, reader->slices_data, frame) : 0;
		return ret ? ret : 1;
	}
	if (reader->ended)
		return 0;
	if (replay_reader_is_stopped(reader))
		return -ECANCELED;
	reader->end.text[0] = '\0';
	ret = recording_pass_next(&reader->pass, frame, &reader->end);
	if (ret == 0)
		reader->ended = true;
	if (reader->copy && ret <= 0 && ret != -EAGAIN)
		recording_copy_end(reader->copy);
	if (ret < 0 && ret != -EAGAIN)
		*err = reader->end;
	return ret;
}

void replay_reader_add_event(struct replay_reader *reader, const struct frame *frame)
{
	(void)recording_read_record(&reader->pass.recording, frame, swapped(reader));
}

static int read_beginning(struct replay_reader *reader, struct err *err)
{
	struct recording_pass *pass = &reader->pass;
	struct interval mark;
	int ret = 0;

	if (!perfdata_stream_is_pipe(pass->stream))
		recording_read_file(&pass->recording, pass->stream);
	while (!ret && (ret = replay_reader_next(reader, &reader->first, err))) {
		struct pollfd ready = { .fd = perfdata_stream_fd(pass->stream), .events = POLLIN };

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
		if (!recording_read_record(&pass->recording, &reader->first, swapped(reader)) &&
		    reader->first.type == PERFDATA_EVENT_UPDATE)
			replay_tasks_add_answer(reader->tasks, &reader->update);
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
	const struct recording *recording = &reader->pass.recording;
	double modified = perfdata_stream_modified(reader->pass.stream);

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
	const struct perfdata_stream *stream;
	int ret = recording_pass_open(&reader->pass, path, reader->copy, err);

	reader->tasks = replay_tasks_new();
	reader->nodes = replay_nodes_new();
	reader->regions = replay_regions_new();
	reader->processes = process_filter_new(NULL, 0);
	if (!reader->tasks || !reader->nodes || !reader->regions || !reader->processes)
		return -ENOMEM;
	recording_pass_listen(&reader->pass, listeners, reader);
	if (!ret)
		ret = read_beginning(reader, err);
	stream = reader->pass.stream;
	/* tdtop's own files have in their data what others have only behind them. */
	if (!ret && perfdata_stream_is_file_in_pipe(stream) && !reader->pass.recording.by_tdtop)
		ret = err_set(err, EINVAL, "cannot read \"%s\": it is a file of perf record in a "
			      "pipe, and what it says of the machine is at its end; give the file "
			      "itself, or record with -o -", reader->pass.name);
	if (!ret)
		find_wall(reader);
	return ret;
}

void replay_reader_done(struct replay_reader *reader)
{
	replay_tasks_free(reader->tasks);
	replay_nodes_free(reader->nodes);
	replay_regions_free(reader->regions);
	process_filter_free(reader->processes);
	recording_pass_close(&reader->pass);
}
