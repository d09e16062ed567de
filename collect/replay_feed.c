/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records of a recording for the slicer. A recording may hold events that are none of ours, and groups in
 * which somebody else's event leads; only samples led by slots are taken. Collector thread.
 */
#include "config.h"
#include "collect/replay_feed.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

/* Ids for the slicer, which only tells the samples of a switch from others. */
#define ID_SWITCH 1
#define ID_CLOCK 2

#define TIMES (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

struct feed {
	struct recording *recording;
	struct book *book;
	const struct machine *machine;
	struct record_layout layout;		/* of most records */
	struct slicer *slicer;			/* NULL before the first sample or reading of the slots */
	uint64_t leader_id;			/* of slots, as the last sample of them had it */
	uint64_t samples;
	size_t n_index;
	int index[];				/* of a CPU's number in the machine */
};

struct feed *feed_new(struct recording *recording, struct book *book, const struct machine *machine)
{
	size_t n = machine->n_cpus ? (size_t)machine->cpus[machine->n_cpus - 1].cpu + 1 : 0;
	struct feed *feed = calloc(1, sizeof(*feed) + n * sizeof(feed->index[0]));

	if (!feed)
		return NULL;
	feed->recording = recording;
	feed->book = book;
	feed->machine = machine;
	feed->layout = *recording_layout(recording);
	feed->n_index = n;
	for (size_t i = 0; i < n; i++)
		feed->index[i] = -1;
	for (size_t i = 0; i < machine->n_cpus; i++)
		feed->index[machine->cpus[i].cpu] = (int)i;
	return feed;
}

void feed_free(struct feed *feed)
{
	if (feed)
		slicer_free(feed->slicer);
	free(feed);
}

bool feed_wants(uint32_t type)
{
	switch (type) {
	case PERF_RECORD_LOST:
	case PERF_RECORD_COMM:
	case PERF_RECORD_EXIT:
	case PERF_RECORD_FORK:
	case PERF_RECORD_READ:
	case PERF_RECORD_SAMPLE:
	case PERF_RECORD_LOST_SAMPLES:
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
	case PERF_RECORD_CGROUP:
		return true;
	default:
		return false;
	}
}

/* The layout of the event with this id, which most often is that of most. */
static const struct record_layout *layout_of(struct feed *feed, uint64_t id)
{
	const struct recorded_event *event = id ? recording_event(feed->recording, id) : NULL;

	return event ? &event->layout : &feed->layout;
}

static bool same_layout(const struct record_layout *a, const struct record_layout *b)
{
	return a == b || (a->sample_type == b->sample_type && a->read_format == b->read_format &&
			  a->sample_id_all == b->sample_id_all);
}

int feed_envelope(struct feed *feed, const struct frame *frame, struct envelope *envelope, int *cpu)
{
	const struct record_layout *layout;
	int ret = record_envelope(&feed->layout, frame->bytes, frame->size, envelope);

	if (!ret) {
		layout = layout_of(feed, envelope->id);
		if (!same_layout(layout, &feed->layout))
			ret = record_envelope(layout, frame->bytes, frame->size, envelope);
	}
	*cpu = -1;
	if (!ret && envelope->cpu >= 0 && (size_t)envelope->cpu < feed->n_index)
		*cpu = feed->index[envelope->cpu];
	return ret;
}

int feed_decode(struct feed *feed, const struct frame *frame, struct record *record)
{
	const struct record_layout *layout = &feed->layout;
	int ret = record_decode(layout, frame->bytes, frame->size, record);
	const struct record_layout *exact = layout_of(feed, record->id);

	if (!same_layout(exact, layout)) {
		layout = exact;
		ret = record_decode(layout, frame->bytes, frame->size, record);
	}
	/* Without times nobody can know that the group was off: then it was on. */
	if (!ret && (layout->read_format & TIMES) != TIMES)
		record->reading.enabled_ns = record->reading.running_ns = record->time_ns;
	return ret;
}

/* Someone else's events may be in the group. */
static struct slicer_member member_of(const struct recorded_event *event)
{
	const struct family_event *row = event ? event->row : NULL;

	if (!row)
		return (struct slicer_member){ .event = EV_COUNT };
	return (struct slicer_member){ .event = row->id, .scale = event->scale,
				       .cycles = row->cycles, .also = row->also };
}

/* What the members of the group are, by the ids in its first sample or reading. */
static void make_slicer(struct feed *feed, const struct frame *frame, const struct record *record)
{
	struct slicer_member members[READING_MAX];
	uint64_t ids[READING_MAX];
	uint32_t n;
	const struct slicer_config config = {
		.n_cpus = feed->machine->n_cpus,
		.members = members,
		.n_members = record->reading.n,
		.switch_records = feed->recording->switch_records,
	};

	if (record_group_ids(layout_of(feed, record->id), frame->bytes, frame->size, ids, &n))
		return;
	for (uint32_t i = 0; i < n; i++)
		members[i] = member_of(recording_event(feed->recording, ids[i]));
	feed->slicer = slicer_new(&config);
	for (size_t cpu = 0; feed->slicer && cpu < config.n_cpus; cpu++)
		slicer_set_switch_id(feed->slicer, cpu, ID_SWITCH);
}

/* Is this a sample of the group that slots lead? */
static bool is_ours(struct feed *feed, const struct frame *frame, const struct record *record)
{
	const struct recorded_event *leader;

	if (!record->reading.n)
		return false;
	if (record->reading.leader_id != feed->leader_id || !feed->leader_id) {
		leader = recording_event(feed->recording, record->reading.leader_id);
		if (!leader || !leader->row || leader->row->id != EV_SLOTS)
			return false;
		feed->leader_id = record->reading.leader_id;
	}
	if (!feed->slicer)
		make_slicer(feed, frame, record);
	return feed->slicer != NULL;
}

static void take_sample(struct feed *feed, size_t cpu, const struct frame *frame,
			struct record *record, const struct sink *sink)
{
	const struct recorded_event *event = recording_event(feed->recording, record->id);

	if (!is_ours(feed, frame, record))
		return;
	if (record->cgroup && record->pid > 0)
		book_in_cgroup(feed->book, record->pid, record->cgroup);
	record->id = event && event->switches ? ID_SWITCH : ID_CLOCK;
	feed->samples++;
	slicer_record(feed->slicer, cpu, record, sink);
}

static void take_task(struct feed *feed, size_t cpu, const struct record *record,
		      const struct sink *sink)
{
	struct task_event event;

	if (record_task_event(record, &event))
		sink->task(sink->data, &event);
	if (feed->slicer)
		slicer_record(feed->slicer, cpu, record, sink);
}

void feed_existed(struct feed *feed, const struct frame *frame)
{
	struct record record;

	if (feed_decode(feed, frame, &record))
		return;
	if (record.kind == REC_COMM || record.kind == REC_FORK)
		book_existed(feed->book, &record);
	else if (record.kind == REC_CGROUP)
		book_cgroup(feed->book, record.cgroup, record.path);
}

static void take_record(struct feed *feed, size_t cpu, const struct frame *frame,
			struct record *record, const struct sink *sink)
{
	switch (record->kind) {
	case REC_SAMPLE:
		take_sample(feed, cpu, frame, record, sink);
		break;
	case REC_READ:
		/* Who reads knows who runs, or begins with it. */
		if (is_ours(feed, frame, record))
			slicer_reading(feed->slicer, cpu, record->time_ns, &record->reading, sink);
		break;
	case REC_COMM:
	case REC_FORK:
	case REC_EXIT:
		take_task(feed, cpu, record, sink);
		break;
	case REC_CGROUP:
		break;
	default:
		if (feed->slicer)
			slicer_record(feed->slicer, cpu, record, sink);
	}
}

int feed_look(struct feed *feed, const struct frame *frame, struct looked *looked)
{
	struct envelope envelope;
	int32_t cpu;

	/* Samples are most of a recording: decoded here, and only once. */
	looked->decoded = frame->type == PERF_RECORD_SAMPLE &&
			  feed_decode(feed, frame, &looked->record) == 0;
	if (looked->decoded) {
		looked->time_ns = looked->record.time_ns;
		cpu = looked->record.cpu;
		looked->cpu = cpu >= 0 && (size_t)cpu < feed->n_index ? feed->index[cpu] : -1;
		return 0;
	}
	if (feed_envelope(feed, frame, &envelope, &looked->cpu))
		return -EINVAL;
	looked->time_ns = envelope.time_ns;
	return 0;
}

void feed_looked(struct feed *feed, const struct frame *frame, struct looked *looked, const struct sink *sink)
{
	/* Else of an event that is none of ours, or damaged: both say nothing. */
	if (looked->decoded || feed_decode(feed, frame, &looked->record) == 0)
		take_record(feed, (size_t)looked->cpu, frame, &looked->record, sink);
}

/* Between two counts, by time. */
static uint64_t between(uint64_t from, uint64_t to, double part)
{
	double step = (double)(to - from) * part;

	/* A counter that went back or leapt is damaged, and nothing to share out. */
	return to > from && step < 0x1p63 ? from + (uint64_t)step : to;
}

bool feed_cut(struct feed *feed, size_t cpu, uint64_t time_ns, const struct frame *next,
	      const struct record *exit, const struct sink *sink)
{
	const struct reading *base = NULL;
	struct record record;
	uint64_t base_ns = 0;
	double part;

	if (!feed->slicer || feed_decode(feed, next, &record) || record.kind != REC_SAMPLE ||
	    !is_ours(feed, next, &record))
		return false;
	base = slicer_base(feed->slicer, cpu, &base_ns);
	if (!base || base->n != record.reading.n || base_ns >= time_ns || record.time_ns <= time_ns)
		return false;
	part = (double)(time_ns - base_ns) / (double)(record.time_ns - base_ns);
	record.reading.enabled_ns = between(base->enabled_ns, record.reading.enabled_ns, part);
	record.reading.running_ns = between(base->running_ns, record.reading.running_ns, part);
	for (uint32_t i = 0; i < base->n; i++)
		record.reading.value[i] = between(base->value[i], record.reading.value[i], part);
	record.time_ns = time_ns;
	record.id = ID_CLOCK;
	if (record.tid == TID_UNKNOWN && exit->kind == REC_EXIT) {
		record.pid = exit->pid;
		record.tid = exit->tid;
	}
	slicer_record(feed->slicer, cpu, &record, sink);
	return true;
}

void feed_gap(struct feed *feed, size_t cpu, const struct sink *sink)
{
	struct record record = { .kind = REC_LOST };

	if (feed->slicer)
		slicer_record(feed->slicer, cpu, &record, sink);
}

uint64_t feed_samples(const struct feed *feed)
{
	return feed->samples;
}
