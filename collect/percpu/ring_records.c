/* SPDX-License-Identifier: GPL-2.0-only */
/* Records out of the rings, and readings among them; see switch_internal.h. Collector thread. */
#include "config.h"
#include "collect/percpu/switch_internal.h"

#include "collect/slice/tap.h"

#define DRAIN_MAX 65536		/* records of a ring at a time */

static void report_task(const struct record *record, const struct sink *sink)
{
	struct task_event event;

	if (sink->task && record_task_event(record, &event))
		sink->task(sink->data, &event);
}

/* The object of a marker's event on this CPU; 0: it is not watched any more. */
static uint32_t object_of(const struct source_switch *self, size_t cpu, uint64_t id)
{
	const struct markers *markers = &self->markers;
	const size_t n_cpus = self->base.source.machine.n_cpus;

	for (uint32_t i = 0; markers->on && i < markers->n * (1 + self->base.plan.n_mux); i++)
		if (markers->ids[i * n_cpus + cpu] == id)
			return i % markers->n + 1;
	return 0;
}

/*
 * Which event is it of? When several programs sample context switches, newer kernels give the
 * samples of all of them the id of the event that is served first. (Seen with 6.18: the events
 * share one perf_sample_data, whose id is not renewed.) Each sample of the clock and of the mux
 * timer has its own id, and those of markers have registers, so any other sample is one of a
 * switch. The id need not tell which group was on: a ring is emptied between two groups.
 */
static void identify(struct source_switch *self, size_t cpu, struct taken *taken)
{
	struct record *record = &taken->record;

	if (record->id == switch_id(self, cpu) || record->id == clock_of(self, cpu)->id ||
	    record->id == self->timer_ids[cpu])
		return;
	if (self->markers.ids && record_marker(self->layout, taken->bytes, taken->size, record,
					       &taken->is_marker))
		record->object = object_of(self, cpu, record->id);
	if (!taken->is_marker)
		record->id = switch_id(self, cpu);
	self->markers.seen += record->object != 0;
}

void ring_records_leave_members(const struct source_switch *self, size_t cpu,
				struct reading *reading)
{
	const size_t n = self->base.plan.group[rotation_mux(self->base.rotation, cpu)].n;

	if (reading->n <= n)
		return;
	reading->value[n] = 0;
	reading->n = (uint32_t)n;
}

/* In struct recordable the groups are in the order of mux. */
static struct tap_place ring_records_place_of(const struct source_switch *self, size_t cpu)
{
	return tap_place(self->base.source.tap, cpu, rotation_mux(self->base.rotation, cpu));
}

/* Passes a reading at its place to the tap and to the slicer. */
void ring_records_take_reading(struct source_switch *self, size_t cpu, uint64_t time_ns,
			       const struct reading *reading, const struct sink *sink)
{
	const struct tap *tap = self->base.source.tap;
	struct slicer_now now;

	if (tap) {
		slicer_now(self->slicer, cpu, &now);
		tap->reading(tap->data, ring_records_place_of(self, cpu), time_ns, now.pid, now.tid, reading);
	}
	slicer_reading(self->slicer, cpu, time_ns, reading, sink);
}

static void place_pending(struct source_switch *self, size_t cpu, struct pending *pending,
			  const struct sink *sink)
{
	const struct tap *tap = self->base.source.tap;
	int32_t tid;

	if (!pending->waits)
		return;
	pending->waits = false;
	if (pending->rotates || pending->any_task || slicer_running(self->slicer, cpu, &tid))
		ring_records_take_reading(self, cpu, pending->time_ns, &pending->reading, sink);
	if (pending->rotates) {
		slicer_rotate(self->slicer, cpu, pending->mux);
		rotation_switched(self->base.rotation, cpu, pending->mux, pending->time_ns);
		if (tap)
			tap->rotated(tap->data, ring_records_place_of(self, cpu));
	}
}

/*
 * Is this record younger than the reading? While a group is on its counts tell; between two groups
 * nothing is counted.
 */
static bool is_younger(const struct source_switch *self, size_t cpu, const struct pending *pending,
		       const struct record *record)
{
	if (pending->rotates)
		return record->time_ns > pending->time_ns ||
		       slicer_rotated_before(self->slicer, cpu, record, &pending->reading);
	return record->kind == REC_SAMPLE && reading_is_before(&pending->reading, &record->reading);
}

/*
 * Records other than samples are attributed to a member of the first group in a recording, which
 * would write the same if it were always on.
 */
static void pass_to_tap(const struct source_switch *self, size_t cpu, const struct taken *taken)
{
	const struct tap *tap = self->base.source.tap;
	struct tap_place place;

	if (!tap)
		return;
	place = ring_records_place_of(self, cpu);
	if (taken->record.kind != REC_SAMPLE)
		tap_record_as(tap, place, taken->bytes, taken->size, switch_id(self, cpu));
	else if (taken->is_marker)
		tap->marker(tap->data, place, taken->record.object, taken->bytes, taken->size);
	else
		tap->record(tap->data, place, taken->bytes, taken->size);
}

/*
 * The next record of this CPU, as its head; the last call may have read it, and put it back as too
 * young.
 */
static bool fetch(struct source_switch *self, size_t cpu)
{
	struct ring_order *order = &self->order;
	struct taken *taken = &order->head[cpu];

	if (order->held[cpu])
		return true;
	taken->bytes = self->base.sys->groups->next_record(self->groups, cpu, &taken->size);
	if (!taken->bytes)
		return false;
	if (record_decode(self->layout, taken->bytes, taken->size, &taken->record)) {
		/* The kernel wrote what it never writes: as good as lost. */
		taken->record.kind = REC_LOST;
		taken->record.lost = 1;
	}
	taken->is_marker = false;
	return order->held[cpu] = true;
}

static void take_head(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	struct taken *taken = &self->order.head[cpu];
	struct pending *pending = &self->order.pending[cpu];
	struct record *record = &taken->record;

	self->order.held[cpu] = false;
	self->lost |= record->kind == REC_LOST;
	if (pending->waits && is_younger(self, cpu, pending, record)) {
		if (pending->rotates && record->time_ns < pending->time_ns)
			pending->time_ns = record->time_ns;
		place_pending(self, cpu, pending, sink);
	}
	if (record->kind == REC_SAMPLE) {
		identify(self, cpu, taken);
		ring_records_leave_members(self, cpu, &record->reading);
		self->sampling.samples[cpu] += record->id == switch_id(self, cpu);
	}
	pass_to_tap(self, cpu, taken);
	if (record->kind == REC_COMM || record->kind == REC_FORK || record->kind == REC_EXIT) {
		report_task(record, sink);
		if (!self->markers.on)
			return;
	}
	slicer_record(self->slicer, cpu, record, sink);
}

void ring_records_idle_offline(struct source_switch *self, size_t cpu, uint64_t now_ns,
			       const struct sink *sink)
{
	const struct record out = { .kind = REC_SWITCH_OUT,
				    .time_ns = self->online_ns,
				    .pid = TID_UNKNOWN,
				    .tid = TID_UNKNOWN,
				    .next_prev_pid = TID_IDLE,
				    .next_prev_tid = TID_IDLE };
	int32_t tid;

	if (self->base.hotplug.online[cpu])
		return;
	self->removed[cpu] = false;
	if (slicer_running(self->slicer, cpu, &tid) && tid != TID_IDLE)
		slicer_record(self->slicer, cpu, &out, sink);
	slicer_offline(self->slicer, cpu, now_ns, sink);
}

/*
 * The next record of a CPU. When there is none an offline CPU idles, and where slots are counted per
 * core, the task on the other thread is alone.
 */
static bool fetch_or_idle(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	if (fetch(self, cpu))
		return true;
	if (self->siblings)
		ring_records_idle_offline(self, cpu, self->polled_ns, sink);
	return false;
}

static void add_head(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	if (fetch_or_idle(self, cpu, sink))
		time_heap_add(&self->order.heap, cpu, self->order.head[cpu].record.time_ns);
}

/*
 * Takes the records of the CPUs in the heap that are older than this time in the order of time, as
 * far as their number goes.
 */
static void drain_heap(struct source_switch *self, uint64_t until_ns, size_t most,
		       const struct sink *sink)
{
	struct time_heap *heap = &self->order.heap;

	for (size_t n = 0; heap->n && n < most; n++) {
		const struct time_heap_entry first = *time_heap_first(heap);

		if (first.time_ns >= until_ns)
			break;
		take_head(self, first.cpu, sink);
		if (fetch_or_idle(self, first.cpu, sink))
			time_heap_renew(heap, self->order.head[first.cpu].record.time_ns);
		else
			time_heap_remove(heap);
	}
	heap->n = 0;
}

/*
 * All rings, up to now. What a task did on one CPU is in its ring before the task does anything on
 * another one. So if a ring is looked at after the clock was read, whatever comes into it later is
 * older than nothing that is taken here of the same task.
 */
static void drain_in_order(struct source_switch *self, const struct sink *sink)
{
	const uint64_t until_ns = cpu_source_now(&self->base);

	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++)
		add_head(self, cpu, sink);
	drain_heap(self, until_ns, SIZE_MAX, sink);
}

/* Both threads of a core: the slicer asks which tasks ran side by side. */
static void drain_core(struct source_switch *self, size_t cpu, size_t sibling,
		       const struct sink *sink)
{
	add_head(self, cpu, sink);
	add_head(self, sibling, sink);
	drain_heap(self, UINT64_MAX, DRAIN_MAX, sink);
}

void ring_records_drain(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	if (self->markers.on) {
		drain_in_order(self, sink);
		return;
	}
	for (int n = 0; n < DRAIN_MAX && fetch(self, cpu); n++)
		take_head(self, cpu, sink);
}

void ring_records_drain_all(struct source_switch *self, const struct sink *sink)
{
	if (self->markers.on) {
		drain_in_order(self, sink);
		return;
	}
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++) {
		const int32_t sibling = self->siblings ? self->siblings[cpu] : -1;

		if (sibling < 0)
			ring_records_drain(self, cpu, sink);
		else if ((size_t)sibling > cpu)
			drain_core(self, cpu, (size_t)sibling, sink);
	}
}

/*
 * All records that are older than the reading are taken before it, whatever their number: what they
 * hold would be counted again after it. There are no more of them than the ring holds.
 */
static void drain_up_to_reading(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	const struct pending *pending = &self->order.pending[cpu];

	for (int n = 0; pending->waits || n < DRAIN_MAX; n++) {
		if (!fetch(self, cpu))
			break;
		take_head(self, cpu, sink);
	}
}

void ring_records_hold(struct source_switch *self, size_t cpu, const struct pending *pending)
{
	self->order.pending[cpu] = *pending;
	self->order.pending[cpu].waits = true;
}

void ring_records_place(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	if (self->markers.on)
		drain_in_order(self, sink);
	else
		drain_up_to_reading(self, cpu, sink);
	place_pending(self, cpu, &self->order.pending[cpu], sink);
}

void ring_records_place_all(struct source_switch *self, const struct sink *sink)
{
	drain_in_order(self, sink);
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++)
		place_pending(self, cpu, &self->order.pending[cpu], sink);
}
