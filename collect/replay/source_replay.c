/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Replays a recording, in one of two ways:
 *
 *  - as it was counted: tdtop's own recordings contain the ends of intervals, the readings at these
 *    ends and the answers of /proc. The slicer gets all of it in the order of the file, which is
 *    the order of the live run, and yields the same numbers.
 *  - cut (replay_cut.c): any recording, into intervals of any length.
 *
 * Opened by main, then used by the collector thread only.
 */
#include "config.h"
#include "collect/replay/source_replay.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/percpu/process_filter.h"
#include "collect/perfdata/perfdata.h"
#include "collect/recording/recording_machine.h"
#include "collect/replay/replay_cut.h"
#include "collect/replay/replay_feed.h"
#include "collect/replay/replay_reader.h"
#include "collect/sys/topology.h"

#define INTERVAL_NS 1000000000ULL
#define NO_REGIONS "the recording has no regions; record with --regions"
#define WALL_MAX 253402300799.0	/* the end of the year 9999 */

struct source_replay {
	struct source source;		/* first: the collector knows only this */
	struct replay_reader reader;
	struct replay_feed *feed;
	struct replay_cut *cut;		/* NULL: as it was counted */
	const struct sink *sink;	/* as counted: of this interval, */
	struct interval *interval;	/* and what its mark fills */
	bool started;			/* as counted: a sample or a mark has come */
	bool marked;			/* as counted: an interval has come */
	uint64_t known_ns;		/* since then known tasks exist; 0: always */
	uint64_t markers;		/* of regions, up to the last interval */
	struct region_state state;	/* of the last interval */
	bool filters;			/* only the processes that were watched pass */
};

/*
 * The file of a recording that began in the middle of a run starts with the tasks known at that
 * time. They get time 1, before all records: otherwise a task that exits in the first interval has
 * no name.
 */
static void report_known_task(struct source_replay *self, const struct update *update,
			      const struct sink *sink)
{
	const bool exited = update->what == PERFDATA_UPDATE_EXITED;
	const bool thread = exited || update->what == PERFDATA_UPDATE_THREAD;
	struct task_event event = { .kind = exited ? TASK_ALREADY_EXITED : TASK_KNOWN,
				    .time_ns = self->known_ns ? self->known_ns : 1 };

	event.pid = (int32_t)update->field[0].number;
	event.tid = thread ? (int32_t)update->field[1].number : event.pid;
	if (exited)
		(void)snprintf(event.comm, sizeof(event.comm), "%s", update->field[2].text);
	if (!update->rest.bad && (thread || update->what == PERFDATA_UPDATE_PROCESS))
		sink->task(sink->data, &event);
}

/* After what is skipped tasks are looked up, as before the first file. */
static void take_mark(struct source_replay *self, const struct interval *interval)
{
	self->started = !interval->skipped;
	self->marked |= !interval->skipped;
	if (interval->skipped)
		self->known_ns = interval->end_ns;
}

/* As it was counted: a record that makes slices. These are listeners of the pass (recording_pass.h). */
static int counted_record(void *data, const struct frame *frame)
{
	struct source_replay *self = data;
	struct peeked_record peeked;

	const int damaged = replay_feed_peek(self->feed, frame, true, &peeked);

	self->started |= damaged != -ENOENT && frame->type == PERF_RECORD_SAMPLE;
	if (damaged)
		return 0;
	if (!peeked.time_ns || frame->type == PERF_RECORD_CGROUP)
		replay_feed_synthesized(self->feed, frame);
	else if (peeked.cpu >= 0)
		replay_feed_deliver(self->feed, frame, &peeked, self->sink);
	return 0;
}

static int counted_mark(void *data, const struct frame *frame)
{
	struct source_replay *self = data;

	if (!replay_reader_mark(&self->reader, frame, self->interval))
		return 0;
	take_mark(self, self->interval);
	return RECORDING_STOP;
}

static int counted_event(void *data, const struct frame *frame)
{
	struct source_replay *self = data;

	replay_reader_add_event(&self->reader, frame);
	replay_feed_events_added(self->feed);
	return 0;
}

/* The state of a CPU, or an answer of /proc. */
static int counted_update(void *data, const struct frame *frame)
{
	struct source_replay *self = data;
	const struct update *update = &self->reader.update;

	(void)frame;
	if (replay_feed_state(self->feed, update))
		return 0;
	replay_tasks_add_answer(self->reader.tasks, update);
	if (!self->started)
		report_known_task(self, update, self->sink);
	return 0;
}

static const struct recording_row as_counted[] = {
	REPLAY_FEED_ROWS(counted_record),
	{ PERFDATA_FINISHED_ROUND, counted_mark },
	{ PERFDATA_ATTR, counted_event },
	{ PERFDATA_EVENT_UPDATE, counted_update },
	{ 0 }
};

/* As it was counted: feeds all records up to the next mark. Returns as source_ops' interval(). */
static int interval_as_counted(struct source_replay *self, const struct sink *sink,
			       struct interval *interval, struct err *err)
{
	struct frame frame;
	int ret;

	self->sink = sink;
	self->interval = interval;
	do
		ret = replay_reader_next(&self->reader, &frame, err);
	while (ret == 1);
	return ret == RECORDING_STOP ? 1 : ret;
}

static int no_samples(const struct source_replay *self, struct err *err)
{
	if (self->reader.end.text[0])
		return err_set(err, EINVAL, "%s; no sample of slots was found in it",
			       self->reader.end.text);
	if (self->reader.pass.recording.by_tdtop)
		return err_set(err, EINVAL, "no interval was completed in \"%s\": tdtop ended before "
			       "it had counted anything; record for longer",
			       perfdata_stream_name(self->reader.pass.stream));
	return err_set(err, EINVAL,
		       "\"%s\" has no samples of a group of slots: nothing was counted, or the "
		       "events were not recorded as one group with \":S\"",
		       perfdata_stream_name(self->reader.pass.stream));
}

/* How regions were watched in this interval, whose slices count. */
static void take_regions(struct source_replay *self, struct interval *interval)
{
	const uint64_t markers = replay_feed_markers(self->feed);
	struct region_state *state = &self->state;

	replay_regions_take_state(self->reader.regions, interval->began_ns, interval->end_ns, state);
	state->markers = markers - self->markers;
	self->markers = markers;
	state->wanted = self->reader.pass.recording.events.n_region_objects > 0;
	if (!state->wanted)
		(void)snprintf(state->remark, sizeof(state->remark), NO_REGIONS);
	interval->regions = state;
}

static int replay_interval(struct source *source, const struct sink *sink,
			   struct interval *interval, struct err *err)
{
	struct source_replay *self = (struct source_replay *)source;
	int ret;

	*interval = (struct interval){ 0 };
	if (self->filters)
		sink = process_filter_sink(self->reader.processes, sink);
	ret = self->cut ? replay_cut_interval(self->cut, sink, interval, err) :
			  interval_as_counted(self, sink, interval, err);
	if (self->filters && ret >= 0)
		process_filter_settle(self->reader.processes, interval->end_ns, FILTER_READ_LAST);
	/* In an interval of tdtop without a sample nothing ran long enough: that is no error. */
	if (ret == 0 && !replay_feed_samples(self->feed) && !self->marked)
		return no_samples(self, err);
	if (ret == 0)
		*err = self->reader.end;
	if (ret == 0 && self->cut)
		replay_cut_tell_missing(self->cut, err);
	if (ret > 0 && !interval->skipped)
		take_regions(self, interval);
	interval->progress = perfdata_stream_progress(self->reader.pass.stream);
	/* Damaged clocks give no date: show 1970, or the last day with a year of four digits. */
	interval->wall = fmin(fmax(interval->wall, 0), WALL_MAX);
	return ret;
}

static int replay_wait(struct source *source, uint64_t *until_ns)
{
	(void)until_ns;
	return perfdata_stream_fd(((struct source_replay *)source)->reader.pass.stream);
}

static int replay_start(struct source *source, struct err *err)
{
	(void)source;
	(void)err;
	return 0;
}

static bool replay_task(struct source *source, const struct task_question *question)
{
	const struct replay_tasks *tasks = ((struct source_replay *)source)->reader.tasks;

	return !question->wait_ns &&
	       (!question->facts || replay_tasks_process(tasks, question->pid, question->facts)) &&
	       (!question->comm || replay_tasks_thread_name(tasks, question->pid, question->tid,
							    question->comm));
}

static void replay_close(struct source *source)
{
	struct source_replay *self = (struct source_replay *)source;

	replay_feed_free(self->feed);
	replay_cut_free(self->cut);
	replay_reader_done(&self->reader);
	topology_done(&source->machine);
	free(self);
}

static const struct source_ops replay_ops = {
	.name = "replay",
	.start = replay_start,
	.wait = replay_wait,
	.interval = replay_interval,
	.task = replay_task,
	.close = replay_close,
};

/* The recording, its machine, and what replays it. 0, or as replay_reader_open(). */
static int open_replay(struct source_replay *self, const char *path, uint64_t interval_ns,
		       struct err *err)
{
	struct replay_reader *reader = &self->reader;
	struct machine *machine = &self->source.machine;
	int ret;

	reader->source = &self->source;
	ret = replay_reader_open(reader, path, err);
	if (!ret)
		ret = recording_machine(&reader->pass.recording, perfdata_stream_name(reader->pass.stream),
					machine, err);
	if (ret)
		return ret;
	self->source.regions = replay_regions_all(reader->regions);
	self->feed = replay_feed_new(&reader->pass.recording.events, reader->tasks, reader->regions,
				     machine);
	if (!self->feed)
		return -ENOMEM;
	self->filters = reader->watched[0];
	if (self->filters)
		(void)snprintf(machine->watched, sizeof(machine->watched), "%s", reader->watched);
	if (!interval_ns && reader->pass.recording.by_tdtop) {
		replay_reader_listen(reader, as_counted, self);
		return 0;
	}
	self->cut = replay_cut_new(reader, self->feed, machine,
				   interval_ns ? interval_ns : INTERVAL_NS);
	return self->cut ? 0 : -ENOMEM;
}

void source_replay_show_all(struct source *source)
{
	struct source_replay *self = (struct source_replay *)source;

	if (self->filters)
		source->machine.watched[0] = '\0';
	self->filters = false;
}

bool source_replay_is_watched(const struct source *source)
{
	return source && ((const struct source_replay *)source)->reader.watched[0];
}

struct replay_nodes *source_replay_nodes(struct source *source, struct err *err)
{
	const struct replay_reader *reader = &((struct source_replay *)source)->reader;

	if (!reader->pass.recording.by_tdtop)
		(void)err_set(err, ENOENT, "nothing below level 2 was recorded: only recordings of "
			      "tdtop have it");
	else if (!perfdata_stream_is_pipe(reader->pass.stream) &&
		 !replay_nodes_have_events(&reader->pass.recording.events))
		(void)err_set(err, ENOENT, "nothing below level 2 was recorded: no node was open; "
			      "--record with --level 3 or --node opens them");
	else
		return reader->nodes;
	return NULL;
}

int source_replay_has_regions(struct source *source, struct err *err)
{
	const struct replay_reader *reader = &((struct source_replay *)source)->reader;

	if (perfdata_stream_is_pipe(reader->pass.stream) ||
	    reader->pass.recording.events.n_region_objects)
		return 0;
	return err_set(err, ENOENT, NO_REGIONS);
}

int source_replay_open(const char *path, uint64_t interval_ns, struct recording_copy *copy, struct source **out,
		       struct err *err)
{
	struct source_replay *self = calloc(1, sizeof(*self));
	int ret;

	if (!self)
		return err_set(err, ENOMEM, "not enough memory to start");
	self->reader.copy = copy;
	self->source.ops = &replay_ops;
	self->source.machine.source = replay_ops.name;
	ret = open_replay(self, path, interval_ns, err);
	if (ret == -ENOMEM)
		(void)err_set(err, ENOMEM, "not enough memory to replay \"%s\"", path);
	if (ret) {
		replay_close(&self->source);
		return ret;
	}
	*out = &self->source;
	return 0;
}
