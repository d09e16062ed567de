/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From records to slicers; see replay_feed.h. A recording may contain events that tdtop does not
 * use, and groups that another event leads: only samples and readings led by slots count. Collector
 * thread.
 */
#include "config.h"
#include "collect/replay/replay_feed.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata/perfdata.h"
#include "collect/replay/replay_parts.h"

/* Ids for the slicer, which distinguishes samples of a switch from others. */
#define ID_SWITCH 1
#define ID_CLOCK 2

#define TIMES (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

struct replay_feed {
	struct recording_events *events;
	struct replay_tasks *tasks;
	struct replay_regions *regions;
	const struct machine *machine;
	struct record_layout layout;		/* of most events, */
	const struct recorded_event *usual;	/* and the last event that had it; NULL: none had */
	struct slicer *slicer[CORE_TYPES];	/* NULL before the first sample of its slots */
	/* Where single threads were counted, in place of the slicers; else NULL: */
	struct replay_threads *threads;
	struct thread_group group[CORE_TYPES];	/* plan NULL before the first sample */
	uint64_t leader_id;			/* of the last sample of slots, */
	const struct recorded_event *leader;	/* and its event */
	uint64_t samples, markers;
	uint32_t *mux;				/* per CPU (index): the group that is on */
	size_t n_index;
	int index[];				/* of a CPU in the machine, by its number */
};

static struct slicer *slicer_of(const struct replay_feed *feed, size_t cpu)
{
	return feed->slicer[feed->machine->cpus[cpu].core_type];
}

struct replay_feed *replay_feed_new(struct recording_events *events, struct replay_tasks *tasks,
				    struct replay_regions *regions, const struct machine *machine)
{
	size_t n = machine->n_cpus ? (size_t)machine->cpus[machine->n_cpus - 1].cpu + 1 : 0;
	struct replay_feed *feed = calloc(1, sizeof(*feed) + n * sizeof(feed->index[0]));

	if (!feed)
		return NULL;
	feed->mux = calloc(machine->n_cpus ? machine->n_cpus : 1, sizeof(feed->mux[0]));
	if (machine->watched[0])
		feed->threads = replay_threads_new();
	if (!feed->mux || (machine->watched[0] && !feed->threads)) {
		replay_feed_free(feed);
		return NULL;
	}
	feed->events = events;
	feed->tasks = tasks;
	feed->regions = regions;
	feed->machine = machine;
	feed->layout = *recording_events_layout(events);
	feed->n_index = n;
	for (size_t i = 0; i < n; i++)
		feed->index[i] = -1;
	for (size_t i = 0; i < machine->n_cpus; i++)
		feed->index[machine->cpus[i].cpu] = (int)i;
	return feed;
}

void replay_feed_free(struct replay_feed *feed)
{
	if (!feed)
		return;
	for (size_t type = 0; type < CORE_TYPES; type++) {
		slicer_free(feed->slicer[type]);
		reading_plan_put(feed->group[type].plan);
	}
	replay_threads_free(feed->threads);
	free(feed->mux);
	free(feed);
}

bool replay_feed_wants(uint32_t type)
{
	static const struct recording_row rows[] = { REPLAY_FEED_ROWS(NULL) };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].type == type)
			return true;
	return false;
}

/* A recording without markers costs no look for the region of each slice. */
static void set_regions(struct replay_feed *feed)
{
	for (size_t type = 0; feed->events->n_region_objects && type < CORE_TYPES; type++)
		if (feed->slicer[type])
			slicer_set_regions(feed->slicer[type], replay_regions_all(feed->regions));
}

void replay_feed_events_added(struct replay_feed *feed)
{
	feed->leader_id = 0;	/* the table of events may have moved */
	feed->leader = feed->usual = NULL;
	set_regions(feed);
}

static const struct recorded_event *event_of(struct replay_feed *feed, uint64_t id)
{
	return id ? recording_events_by_id(feed->events, id) : NULL;
}

/* The layout of the event with this id; mostly the same as feed->layout. */
static const struct record_layout *layout_of(struct replay_feed *feed, uint64_t id)
{
	const struct recorded_event *event = event_of(feed, id);

	return event ? &event->layout : &feed->layout;
}

static bool same_layout(const struct record_layout *a, const struct record_layout *b)
{
	return a == b || (a->sample_type == b->sample_type && a->read_format == b->read_format &&
			  a->sample_id_all == b->sample_id_all);
}

/*
 * The index of a record's CPU; -1: not a CPU of the machine. Counters of threads have theirs in
 * ID_INDEX; a sample_id does not name it.
 */
static int index_of(const struct replay_feed *feed, uint64_t id, int32_t cpu)
{
	const struct recorded_id *found;

	if (feed->threads) {
		found = id ? recording_events_find_id(feed->events, id) : NULL;
		cpu = found ? found->cpu : -1;
	}
	return cpu >= 0 && (size_t)cpu < feed->n_index ? feed->index[cpu] : -1;
}

int replay_feed_envelope(struct replay_feed *feed, const struct frame *frame,
			 struct envelope *envelope, int *cpu)
{
	const struct record_layout *layout;
	int ret = record_envelope(&feed->layout, frame->bytes, frame->size, envelope);

	if (!ret) {
		layout = layout_of(feed, envelope->id);
		if (!same_layout(layout, &feed->layout))
			ret = record_envelope(layout, frame->bytes, frame->size, envelope);
	}
	*cpu = ret ? -1 : index_of(feed, envelope->id, envelope->cpu);
	return ret;
}

/* The sample of a marker: what it says, and behind the group the value of its own event. */
static void take_marker(struct replay_feed *feed, const struct recorded_event *event,
			const struct frame *frame, struct record *record)
{
	bool has_registers;

	if (record_marker(&event->layout, frame->bytes, frame->size, record, &has_registers))
		record->object = replay_regions_number(feed->regions, event->region_object);
	if (record->reading.n)
		record->reading.value[--record->reading.n] = 0;
}

bool replay_feed_decode(struct replay_feed *feed, const struct frame *frame,
			struct peeked_record *peeked)
{
	const struct record_layout *layout = &feed->layout;
	struct record *record = &peeked->record;
	int ret = record_decode(layout, frame->bytes, frame->size, record);
	const struct recorded_event *event = event_of(feed, record->id);

	if (event && event != feed->usual && same_layout(&event->layout, layout)) {
		feed->usual = event;
	} else if (event && event != feed->usual) {
		layout = &event->layout;
		ret = record_decode(layout, frame->bytes, frame->size, record);
	}
	peeked->event = event;
	peeked->decoded = !ret;
	/* Without times in the reading assume that the group was always on. */
	if (!ret && (layout->read_format & TIMES) != TIMES)
		record->reading.enabled_ns = record->reading.running_ns = record->time_ns;
	if (!ret && event && event->region_object && record->kind == REC_SAMPLE)
		take_marker(feed, event, frame, record);
	return !ret;
}

/*
 * From the recorded groups of the core type, or from the ids in the first sample of its only group.
 */
static void make_slicer(struct replay_feed *feed, enum core_type type, const uint64_t *ids,
			uint32_t n)
{
	if (feed->slicer[type])
		return;
	feed->slicer[type] = ids ? replay_slicer_from_ids(feed->events, feed->machine, ids, n) :
				   replay_slicer_from_groups(feed->events, feed->machine, type);
	for (size_t cpu = 0; feed->slicer[type] && cpu < feed->machine->n_cpus; cpu++)
		slicer_set_switch_id(feed->slicer[type], cpu, ID_SWITCH);
	set_regions(feed);
}

/* True if a group that slots lead wrote it, on a CPU of this core type. Sets feed->leader. */
static bool is_led_by_slots(struct replay_feed *feed, enum core_type type, const struct record *record)
{
	if (!record->reading.n)
		return false;
	if (record->reading.leader_id != feed->leader_id || !feed->leader_id) {
		const struct recorded_event *leader =
			recording_events_by_id(feed->events, record->reading.leader_id);

		if (!leader || !leader->leads)
			return false;
		feed->leader_id = record->reading.leader_id;
		feed->leader = leader;
	}
	return feed->leader->core_type == type;
}

/*
 * The slicer of what slots led, by the same; NULL: it is not, or the slicer does not have that group: a
 * file may name groups 0 and 2 but no group 1.
 */
static struct slicer *slicer_of_slots(struct replay_feed *feed, size_t cpu, const struct frame *frame,
				      const struct record *record)
{
	enum core_type type = feed->machine->cpus[cpu].core_type;
	uint64_t ids[READING_MAX];
	uint32_t n;

	if (!is_led_by_slots(feed, type, record))
		return NULL;
	if (!feed->slicer[type] && feed->leader->group_known)
		make_slicer(feed, type, NULL, 0);
	else if (!feed->slicer[type] &&
		 !record_group_ids(layout_of(feed, record->id), frame->bytes, frame->size, ids, &n))
		make_slicer(feed, type, ids, n);
	return feed->slicer[type] && feed->leader->mux < slicer_n_groups(feed->slicer[type]) ?
		       feed->slicer[type] : NULL;
}

static void begin_mux(struct replay_feed *feed, size_t cpu, uint32_t mux)
{
	slicer_rotate(slicer_of(feed, cpu), cpu, mux);
	feed->mux[cpu] = mux;
}

/*
 * The leader of a sample or reading shows which group is on. There is no other way in a recording
 * that is cut: its mux updates have no time by which to sort them, and are ignored.
 */
static void detect_mux(struct replay_feed *feed, size_t cpu)
{
	if (feed->leader->mux == feed->mux[cpu])
		return;
	slicer_set_rotating(slicer_of(feed, cpu), true);
	begin_mux(feed, cpu, feed->leader->mux);
}

/* The slicer of the CPU with this number, and its index; NULL: it is not known. */
static struct slicer *slicer_of_number(struct replay_feed *feed, uint32_t number, size_t *cpu)
{
	if (number >= feed->n_index || feed->index[number] < 0)
		return NULL;
	*cpu = (size_t)feed->index[number];
	make_slicer(feed, feed->machine->cpus[*cpu].core_type, NULL, 0);
	return slicer_of(feed, *cpu);
}

static void go_on(struct replay_feed *feed, const union update_field *field)
{
	const uint64_t bits = field[1].number;
	const struct slicer_now now = {
		.leaves = bits & PERFDATA_SWITCH_LEAVES,
		.sampled = bits & PERFDATA_SWITCH_SAMPLED,
		.named = bits & PERFDATA_SWITCH_NAMED,
		.pid = (int32_t)field[2].number,
		.tid = (int32_t)field[3].number,
	};
	struct slicer *slicer;
	size_t cpu;

	slicer = slicer_of_number(feed, (uint32_t)field[0].number, &cpu);
	if (slicer)
		slicer_go_on(slicer, cpu, &now);
}

static void set_rotating(struct replay_feed *feed, const union update_field *field)
{
	const uint64_t type = field[0].number;

	if (type >= CORE_TYPES)
		return;
	make_slicer(feed, (enum core_type)type, NULL, 0);
	if (feed->slicer[type])
		slicer_set_rotating(feed->slicer[type], field[1].number);
}

static void set_mux(struct replay_feed *feed, const union update_field *field)
{
	const uint32_t mux = (uint32_t)field[1].number;
	struct slicer *slicer;
	size_t cpu;

	slicer = slicer_of_number(feed, (uint32_t)field[0].number, &cpu);
	if (slicer && mux < slicer_n_groups(slicer))
		begin_mux(feed, cpu, mux);
}

bool replay_feed_state(struct replay_feed *feed, const struct update *update)
{
	static const struct {
		enum perfdata_update what;
		void (*take)(struct replay_feed *feed, const union update_field *field);
	} rows[] = {
		{ PERFDATA_UPDATE_ROTATION, set_rotating },
		{ PERFDATA_UPDATE_MUX, set_mux },
		{ PERFDATA_UPDATE_SWITCH, go_on },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].what == update->what) {
			if (!update->rest.bad)
				rows[i].take(feed, update->field);
			return true;
		}
	return false;
}

static void handle_sample(struct replay_feed *feed, size_t cpu, const struct frame *frame,
			  struct peeked_record *peeked, const struct sink *sink)
{
	struct record *record = &peeked->record;
	struct slicer *slicer = slicer_of_slots(feed, cpu, frame, record);

	if (!slicer)
		return;
	detect_mux(feed, cpu);
	if (record->cgroup && record->pid > 0)
		replay_tasks_set_cgroup(feed->tasks, record->pid, record->cgroup);
	record->id = peeked->event && peeked->event->switches ? ID_SWITCH : ID_CLOCK;
	feed->samples++;
	feed->markers += record->object != 0;
	slicer_record(slicer, cpu, record, sink);
}

/* A sample of the counters of a single thread. */
static void handle_thread_sample(struct replay_feed *feed, size_t cpu, const struct frame *frame,
				 const struct peeked_record *peeked, const struct sink *sink)
{
	const struct record *record = &peeked->record;
	struct thread_group *group = &feed->group[feed->machine->cpus[cpu].core_type];
	uint64_t ids[READING_MAX];
	uint32_t n;

	if (!is_led_by_slots(feed, feed->machine->cpus[cpu].core_type, record))
		return;
	if (!group->plan &&
	    !record_group_ids(layout_of(feed, record->id), frame->bytes, frame->size, ids, &n))
		group->plan = replay_plan_from_ids(feed->events, feed->machine, ids, n,
						   &group->switches);
	if (!group->plan)
		return;
	feed->samples++;
	replay_threads_sample(feed->threads, (int32_t)cpu, group, record,
			      peeked->event && peeked->event->switches, sink);
}

/* A record of counters of single threads: what is left are samples, switches and losses. */
static void handle_thread_record(struct replay_feed *feed, size_t cpu, const struct frame *frame,
				 const struct peeked_record *peeked, const struct sink *sink)
{
	const struct record *record = &peeked->record;

	if (record->kind == REC_SAMPLE)
		handle_thread_sample(feed, cpu, frame, peeked, sink);
	else if (record->kind == REC_SWITCH_IN || record->kind == REC_SWITCH_OUT)
		replay_threads_switch(feed->threads, (int32_t)cpu, record);
	else if (record->kind == REC_LOST && sink->lost)
		sink->lost(sink->data, (int)cpu, record->lost, LOST_NS_UNKNOWN);
}

static void handle_reading(struct replay_feed *feed, size_t cpu, const struct frame *frame,
			   const struct record *record, const struct sink *sink)
{
	struct slicer *slicer = slicer_of_slots(feed, cpu, frame, record);

	if (!slicer)
		return;
	if (frame->misc & PERFDATA_READ_BASE) {
		slicer_set_base(slicer, cpu, feed->leader->mux, record->time_ns,
				&record->reading);
		return;
	}
	/* A reading is made when it is certain which task runs, or it begins a slice. */
	detect_mux(feed, cpu);
	slicer_reading(slicer, cpu, record->time_ns, &record->reading, sink);
}

static void handle_task(struct replay_feed *feed, size_t cpu, const struct record *record,
			const struct sink *sink)
{
	struct task_event event;

	if (record_task_event(record, &event))
		sink->task(sink->data, &event);
	if (slicer_of(feed, cpu))
		slicer_record(slicer_of(feed, cpu), cpu, record, sink);
}

void replay_feed_synthesized(struct replay_feed *feed, const struct frame *frame)
{
	struct peeked_record peeked;
	const struct record *record = &peeked.record;

	if (!replay_feed_decode(feed, frame, &peeked))
		return;
	if (record->kind == REC_COMM || record->kind == REC_FORK)
		replay_tasks_add_existing(feed->tasks, record);
	else if (record->kind == REC_CGROUP)
		replay_tasks_add_cgroup(feed->tasks, record->cgroup, record->path);
}

static void handle_record(struct replay_feed *feed, size_t cpu, const struct frame *frame,
			  struct peeked_record *peeked, const struct sink *sink)
{
	const struct record *record = &peeked->record;

	if (feed->threads && record->kind != REC_COMM && record->kind != REC_FORK &&
	    record->kind != REC_EXIT) {
		handle_thread_record(feed, cpu, frame, peeked, sink);
		return;
	}
	switch (record->kind) {
	case REC_SAMPLE:
		handle_sample(feed, cpu, frame, peeked, sink);
		break;
	case REC_READ:
		handle_reading(feed, cpu, frame, record, sink);
		break;
	case REC_COMM:
	case REC_FORK:
	case REC_EXIT:
		handle_task(feed, cpu, record, sink);
		break;
	case REC_CGROUP:
		break;
	default:
		if (slicer_of(feed, cpu))
			slicer_record(slicer_of(feed, cpu), cpu, record, sink);
	}
}

int replay_feed_peek(struct replay_feed *feed, const struct frame *frame, bool whole,
		     struct peeked_record *peeked)
{
	struct envelope envelope;

	if (recording_events_is_beside(feed->events, frame->bytes, frame->size))
		return -ENOENT;
	/* Most records are samples: decode them here, and only once. */
	peeked->decoded = false;
	if (whole && frame->type == PERF_RECORD_SAMPLE && replay_feed_decode(feed, frame, peeked)) {
		peeked->time_ns = peeked->record.time_ns;
		peeked->cpu = index_of(feed, peeked->record.id, peeked->record.cpu);
		return 0;
	}
	if (replay_feed_envelope(feed, frame, &envelope, &peeked->cpu))
		return -EINVAL;
	peeked->time_ns = envelope.time_ns;
	return 0;
}

void replay_feed_deliver(struct replay_feed *feed, const struct frame *frame,
			 struct peeked_record *peeked, const struct sink *sink)
{
	/* Records that cannot be decoded are damaged, or of events that tdtop does not use. */
	if (peeked->decoded || replay_feed_decode(feed, frame, peeked))
		handle_record(feed, (size_t)peeked->cpu, frame, peeked, sink);
}

bool replay_feed_ends_slice(const struct frame *frame)
{
	return frame->type == PERF_RECORD_SAMPLE ||
	       (frame->type == PERF_RECORD_READ && !(frame->misc & PERFDATA_READ_BASE));
}

/* A count between two others; part: 0..1. */
static uint64_t interpolate(uint64_t from, uint64_t to, double part)
{
	double step = (double)(to - from) * part;

	/* A counter that went back, or jumped by 2^63, is damaged: do not split it. */
	return to > from && step < 0x1p63 ? from + (uint64_t)step : to;
}

bool replay_feed_cut(struct replay_feed *feed, size_t cpu, uint64_t time_ns,
		     const struct frame *next, const struct record *exit, const struct sink *sink)
{
	struct slicer *slicer = slicer_of(feed, cpu);
	const struct reading *base = NULL;
	struct peeked_record peeked;
	struct record *record = &peeked.record;
	uint64_t base_ns = 0;
	double part;

	if (!slicer || !replay_feed_decode(feed, next, &peeked) || !replay_feed_ends_slice(next) ||
	    !slicer_of_slots(feed, cpu, next, record) || feed->leader->mux != feed->mux[cpu])
		return false;
	base = slicer_base(slicer, cpu, &base_ns);
	if (!base || base->n != record->reading.n || base_ns >= time_ns || record->time_ns <= time_ns)
		return false;
	part = (double)(time_ns - base_ns) / (double)(record->time_ns - base_ns);
	record->reading.enabled_ns = interpolate(base->enabled_ns, record->reading.enabled_ns, part);
	record->reading.running_ns = interpolate(base->running_ns, record->reading.running_ns, part);
	for (uint32_t i = 0; i < base->n; i++)
		record->reading.value[i] = interpolate(base->value[i], record->reading.value[i],
						      part);
	record->time_ns = time_ns;
	if (record->kind == REC_READ) {
		slicer_reading(slicer, cpu, time_ns, &record->reading, sink);
		return true;
	}
	record->id = ID_CLOCK;
	record->object = 0;
	if (record->tid == TID_UNKNOWN && exit->kind == REC_EXIT) {
		record->pid = exit->pid;
		record->tid = exit->tid;
	}
	slicer_record(slicer, cpu, record, sink);
	return true;
}

void replay_feed_gap(struct replay_feed *feed, size_t cpu, const struct sink *sink)
{
	struct record record = { .kind = REC_LOST };

	if (slicer_of(feed, cpu))
		slicer_record(slicer_of(feed, cpu), cpu, &record, sink);
}

uint64_t replay_feed_samples(const struct replay_feed *feed)
{
	return feed->samples;
}

uint64_t replay_feed_markers(const struct replay_feed *feed)
{
	return feed->markers;
}
