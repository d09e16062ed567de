/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records of a recording for the slicer. A recording may hold events that are none of ours, and groups in
 * which somebody else's event leads; only samples led by slots are taken. Collector thread.
 */
#include "config.h"
#include "collect/replay/replay_feed.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata/perfdata.h"
#include "collect/replay/replay_slicer.h"

/* Ids for the slicer, which only tells the samples of a switch from others. */
#define ID_SWITCH 1
#define ID_CLOCK 2

#define TIMES (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

struct feed {
	struct recording *recording;
	struct replay_tasks *tasks;
	const struct machine *machine;
	struct record_layout layout;		/* of most records */
	struct slicer *slicer[CORE_TYPES];		/* NULL before the first sample or reading of that kind's slots */
	uint64_t leader_id;			/* of slots, as the last sample of them had it, */
	const struct recorded_event *leader;	/* and its event */
	uint64_t samples;
	uint32_t *mux;				/* per CPU (index): whose group is on */
	size_t n_index;
	int index[];				/* of a CPU's number in the machine */
};

static struct slicer *slicer_of(const struct feed *feed, size_t cpu)
{
	return feed->slicer[feed->machine->cpus[cpu].core_type];
}

struct feed *feed_new(struct recording *recording, struct replay_tasks *tasks, const struct machine *machine)
{
	size_t n = machine->n_cpus ? (size_t)machine->cpus[machine->n_cpus - 1].cpu + 1 : 0;
	struct feed *feed = calloc(1, sizeof(*feed) + n * sizeof(feed->index[0]));

	if (!feed)
		return NULL;
	feed->mux = calloc(machine->n_cpus ? machine->n_cpus : 1, sizeof(feed->mux[0]));
	if (!feed->mux) {
		free(feed);
		return NULL;
	}
	feed->recording = recording;
	feed->tasks = tasks;
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
	if (!feed)
		return;
	for (size_t kind = 0; kind < CORE_TYPES; kind++)
		slicer_free(feed->slicer[kind]);
	free(feed->mux);
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

/* All of a kind's groups are told, or what is in the first sample of its only one. */
static void make_slicer(struct feed *feed, enum core_type kind, const uint64_t *ids, uint32_t n)
{
	if (feed->slicer[kind])
		return;
	feed->slicer[kind] = ids ? replay_slicer_from_ids(feed->recording, feed->machine, ids, n) :
				   replay_slicer_from_groups(feed->recording, feed->machine, kind);
	for (size_t cpu = 0; feed->slicer[kind] && cpu < feed->machine->n_cpus; cpu++)
		slicer_set_switch_id(feed->slicer[kind], cpu, ID_SWITCH);
}

/* Is this a sample of the group that slots lead, on a CPU of its kind? Then its turn has begun. */
static bool is_ours(struct feed *feed, size_t cpu, const struct frame *frame, const struct record *record)
{
	enum core_type kind = feed->machine->cpus[cpu].core_type;
	uint64_t ids[READING_MAX];
	uint32_t n;

	if (!record->reading.n)
		return false;
	if (record->reading.leader_id != feed->leader_id || !feed->leader_id) {
		const struct recorded_event *leader =
			recording_event(feed->recording, record->reading.leader_id);

		if (!leader || !leader->leads)
			return false;
		feed->leader_id = record->reading.leader_id;
		feed->leader = leader;
	}
	if (feed->leader->core_type != kind)
		return false;
	if (feed->leader->told)
		make_slicer(feed, kind, NULL, 0);
	else if (!feed->slicer[kind] &&
		 !record_group_ids(layout_of(feed, record->id), frame->bytes, frame->size, ids, &n))
		make_slicer(feed, kind, ids, n);
	return feed->slicer[kind] != NULL;
}

static void begin_mux(struct feed *feed, size_t cpu, uint32_t mux)
{
	slicer_begin_mux(slicer_of(feed, cpu), cpu, mux);
	feed->mux[cpu] = mux;
}

/* A turn that nobody has told of; in a recording that is cut anew nobody tells in time. */
static void see_mux(struct feed *feed, size_t cpu)
{
	if (feed->leader->mux == feed->mux[cpu])
		return;
	slicer_take_rotation(slicer_of(feed, cpu), true);
	begin_mux(feed, cpu, feed->leader->mux);
}

bool feed_take_rotation(struct feed *feed, const struct frame *frame)
{
	struct bytes bytes = frame_content(frame, feed->layout.swapped);
	uint64_t what = bytes_u64(&bytes);
	uint32_t first, second;

	(void)bytes_u64(&bytes);	/* id of some event */
	first = bytes_u32(&bytes);
	second = bytes_u32(&bytes);
	if (what == PERFDATA_UPDATE_ROTATION && !bytes.bad && first < CORE_TYPES) {
		make_slicer(feed, (enum core_type)first, NULL, 0);
		if (feed->slicer[first])
			slicer_take_rotation(feed->slicer[first], second);
	} else if (what == PERFDATA_UPDATE_MUX && !bytes.bad && first < feed->n_index &&
		   feed->index[first] >= 0 && second <= MUX_MAX) {
		size_t cpu = (size_t)feed->index[first];

		make_slicer(feed, feed->machine->cpus[cpu].core_type, NULL, 0);
		if (slicer_of(feed, cpu) && second < slicer_n_groups(slicer_of(feed, cpu)))
			begin_mux(feed, cpu, second);
	} else {
		return what == PERFDATA_UPDATE_ROTATION || what == PERFDATA_UPDATE_MUX;
	}
	return true;
}

static void take_sample(struct feed *feed, size_t cpu, const struct frame *frame,
			struct record *record, const struct sink *sink)
{
	const struct recorded_event *event = recording_event(feed->recording, record->id);

	if (!is_ours(feed, cpu, frame, record))
		return;
	see_mux(feed, cpu);
	if (record->cgroup && record->pid > 0)
		replay_tasks_set_cgroup(feed->tasks, record->pid, record->cgroup);
	record->id = event && event->switches ? ID_SWITCH : ID_CLOCK;
	feed->samples++;
	slicer_record(slicer_of(feed, cpu), cpu, record, sink);
}

static void take_reading(struct feed *feed, size_t cpu, const struct frame *frame, const struct record *record,
			 const struct sink *sink)
{
	if (!is_ours(feed, cpu, frame, record))
		return;
	if (frame->misc & PERFDATA_READ_BASE) {
		slicer_set_base(slicer_of(feed, cpu), cpu, feed->leader->mux, record->time_ns,
				&record->reading);
		return;
	}
	/* Who reads knows who runs, or begins with it. */
	see_mux(feed, cpu);
	slicer_reading(slicer_of(feed, cpu), cpu, record->time_ns, &record->reading, sink);
}

static void take_task(struct feed *feed, size_t cpu, const struct record *record,
		      const struct sink *sink)
{
	struct task_event event;

	if (record_task_event(record, &event))
		sink->task(sink->data, &event);
	if (slicer_of(feed, cpu))
		slicer_record(slicer_of(feed, cpu), cpu, record, sink);
}

void feed_synthesized(struct feed *feed, const struct frame *frame)
{
	struct record record;

	if (feed_decode(feed, frame, &record))
		return;
	if (record.kind == REC_COMM || record.kind == REC_FORK)
		replay_tasks_add_existing(feed->tasks, &record);
	else if (record.kind == REC_CGROUP)
		replay_tasks_add_cgroup(feed->tasks, record.cgroup, record.path);
}

static void take_record(struct feed *feed, size_t cpu, const struct frame *frame,
			struct record *record, const struct sink *sink)
{
	switch (record->kind) {
	case REC_SAMPLE:
		take_sample(feed, cpu, frame, record, sink);
		break;
	case REC_READ:
		take_reading(feed, cpu, frame, record, sink);
		break;
	case REC_COMM:
	case REC_FORK:
	case REC_EXIT:
		take_task(feed, cpu, record, sink);
		break;
	case REC_CGROUP:
		break;
	default:
		if (slicer_of(feed, cpu))
			slicer_record(slicer_of(feed, cpu), cpu, record, sink);
	}
}

int feed_peek(struct feed *feed, const struct frame *frame, struct peeked_record *peeked)
{
	struct envelope envelope;
	int32_t cpu;

	/* Samples are most of a recording: decoded here, and only once. */
	peeked->decoded = frame->type == PERF_RECORD_SAMPLE &&
			  feed_decode(feed, frame, &peeked->record) == 0;
	if (peeked->decoded) {
		peeked->time_ns = peeked->record.time_ns;
		cpu = peeked->record.cpu;
		peeked->cpu = cpu >= 0 && (size_t)cpu < feed->n_index ? feed->index[cpu] : -1;
		return 0;
	}
	if (feed_envelope(feed, frame, &envelope, &peeked->cpu))
		return -EINVAL;
	peeked->time_ns = envelope.time_ns;
	return 0;
}

void feed_deliver(struct feed *feed, const struct frame *frame, struct peeked_record *peeked, const struct sink *sink)
{
	/* Else of an event that is none of ours, or damaged: both say nothing. */
	if (peeked->decoded || feed_decode(feed, frame, &peeked->record) == 0)
		take_record(feed, (size_t)peeked->cpu, frame, &peeked->record, sink);
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

	if (!slicer_of(feed, cpu) || feed_decode(feed, next, &record) || record.kind != REC_SAMPLE ||
	    !is_ours(feed, cpu, next, &record) || feed->leader->mux != feed->mux[cpu])
		return false;
	base = slicer_base(slicer_of(feed, cpu), cpu, &base_ns);
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
	slicer_record(slicer_of(feed, cpu), cpu, &record, sink);
	return true;
}

void feed_gap(struct feed *feed, size_t cpu, const struct sink *sink)
{
	struct record record = { .kind = REC_LOST };

	if (slicer_of(feed, cpu))
		slicer_record(slicer_of(feed, cpu), cpu, &record, sink);
}

uint64_t feed_samples(const struct feed *feed)
{
	return feed->samples;
}
