/* SPDX-License-Identifier: GPL-2.0-only */
/* From the records of a recording to builders of profiles, see profile_pass.h. */
#include "config.h"
#include "collect/sample/profile_pass.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>

#include "collect/perf/record_layout.h"
#include "collect/perfdata/perfdata.h"
#include "collect/sample/sample_feed.h"
#include "collect/sample/source_events.h"
#include "collect/sample/time_order.h"

static bool swapped(const struct profile_pass *self)
{
	return perfdata_stream_swapped(self->pass->stream);
}

/* Id and time of a record; false: it is damaged. */
static bool envelope_of(struct profile_pass *self, const struct frame *frame, struct envelope *envelope)
{
	return !recording_events_envelope(&self->recording->events, frame->bytes, frame->size, envelope);
}

/* ---- in the order of time ---- */

/* Of all events, the builder of each is made with its first sample. */
static int begin_builder(struct profile_pass *self, struct source_event *event)
{
	if (!event->builder)
		event->builder = source_event_builder(&self->events, event);
	return event->builder ? 0 : -ENOMEM;
}

/*
 * A mispredicted branch that was not taken: what the stacks of other events lack, if these count
 * taken branches (profile_builder_add_not_taken()). Their own first sample may come later.
 */
static int add_not_taken(struct profile_pass *self, const struct sample_event *missed,
			 const struct frame *frame, const struct sample_record *record)
{
	int ret = 0;

	if (self->all)
		source_events_add_taken(&self->events, self->recording);
	for (int i = 0; i < self->events.n && !ret; i++) {
		struct source_event *event = &self->events.event[i];

		if (!source_event_lacks_not_taken(event))
			continue;
		ret = self->all ? begin_builder(self, event) : 0;
		if (!ret && event->builder)
			ret = sample_feed_add_not_taken(self->feed, missed, frame, record, &self->request,
							event->builder);
	}
	return ret;
}

/* A sample of a class: branch stacks are those of its own event. */
static int add_topdown(struct profile_pass *self, const struct source_event *event,
		       const struct frame *frame, const struct sample_record *record)
{
	struct source_event *topdown = source_events_topdown(&self->events);
	struct sample_event plain = event->event;

	plain.event.has_branches = false;
	if (topdown && self->all && begin_builder(self, topdown))
		return -ENOMEM;
	return topdown && topdown->builder ?
		       sample_feed_add(self->feed, &plain, frame, record, &self->request, topdown->builder) : 0;
}

/* Hands the pieces on that end before this one. 0 or -ENOMEM. */
static int end_pieces(struct profile_pass *self, size_t before)
{
	struct source_event *event = &self->events.event[self->request.event];
	int ret = 0;

	for (; self->piece < before && !ret; self->piece++) {
		ret = self->cut->take(self->cut->data, event->builder);
		event->builder = NULL;
		if (!ret)
			ret = begin_builder(self, event);
	}
	return ret;
}

static int begin_piece_of(struct profile_pass *self, uint64_t time_ns)
{
	const struct profile_cut *cut = self->cut;
	const uint64_t piece = time_ns > cut->from_ns ? (time_ns - cut->from_ns) / cut->piece_ns : 0;

	return end_pieces(self, piece < cut->n ? (size_t)piece : cut->n - 1);
}

/* Decodes a sample, once for all that is made of it. NULL: it is damaged. */
static const struct sample_record *decode(struct profile_pass *self, const struct sample_event *event,
					  const struct frame *frame, const struct envelope *envelope,
					  struct sample_record *record)
{
	if (sample_record_decode(&event->layout, frame->bytes, frame->size, record))
		record = NULL;
	sample_index_check(&self->index, envelope, record);
	return record;
}

static int add_sample(struct profile_pass *self, const struct frame *frame)
{
	struct envelope envelope = { 0 };
	const struct sample_record *record;
	struct sample_record decoded;
	struct source_event *event;
	int ret = 0;

	if (!envelope_of(self, frame, &envelope)) {
		self->damaged++;
		return 0;
	}
	event = source_events_of(&self->events, self->recording, envelope.id);
	if (!event)
		return 0;
	record = decode(self, &event->event, frame, &envelope, &decoded);
	if (self->all) {
		source_event_note(event, record, envelope.time_ns, &self->news);
		ret = begin_builder(self, event);
	} else if (self->cut) {
		ret = begin_piece_of(self, envelope.time_ns);
	}
	if (!ret && event->event.row >= 0)
		ret = add_topdown(self, event, frame, record);
	if (!ret && event->event.mispredicted_not_taken)
		ret = add_not_taken(self, &event->event, frame, record);
	if (!ret && event->builder)
		ret = sample_feed_add(self->feed, &event->event, frame, record, &self->request, event->builder);
	return ret;
}

/* A time_order_deliver. */
static int deliver(void *data, const struct frame *frame, uint64_t time_ns)
{
	struct profile_pass *self = data;

	(void)time_ns;
	if (frame->type == PERF_RECORD_SAMPLE)
		return add_sample(self, frame);
	return map_records_add_frame(self->maps, frame, swapped(self));
}

/* time_ns 0: at once. */
static int add_in_order(struct profile_pass *self, const struct frame *frame, uint64_t time_ns)
{
	if (!self->order)
		return 0;
	return time_ns ? time_order_add(self->order, frame, time_ns) : deliver(self, frame, 0);
}

/* ---- listeners ---- */

/* A record that is read by each pass. */
static void note_always(struct profile_pass *self, const struct frame *frame)
{
	sample_index_note(&self->index, perfdata_stream_offset(self->pass->stream, frame), NULL, 0);
}

/* Samples that are not of code (most of tdtop's own recordings) are not put in order. */
static int take_sample(void *data, const struct frame *frame)
{
	struct profile_pass *self = data;
	const bool scans = self->phase == PROFILE_SCANS;
	const struct recorded_event *recorded;
	struct envelope envelope = { 0 };
	struct sample_record decoded;
	struct source_event *event;

	if (!scans && self->phase != PROFILE_ADDS)
		return 0;
	if (!envelope_of(self, frame, &envelope)) {
		note_always(self, frame);
		return scans ? 0 : add_in_order(self, frame, 0);
	}
	recorded = source_events_take(self->recording, envelope.id);
	if (!recorded)
		return 0;
	sample_index_note(&self->index, perfdata_stream_offset(self->pass->stream, frame), &envelope,
			  (size_t)(recorded - self->recording->events.event));
	if (scans || !self->seen) {
		event = source_events_of(&self->events, self->recording, envelope.id);
		self->seen |= event != NULL;
		if (event && scans)
			source_event_note(event, decode(self, &event->event, frame, &envelope, &decoded),
					  envelope.time_ns, &self->news);
	}
	return scans ? 0 : add_in_order(self, frame, envelope.time_ns);
}

static bool have_times(const struct recording_events *events)
{
	const struct record_layout *layout = recording_events_layout(events);

	return layout && layout->sample_id[FIELD_TIME];
}

/*
 * Has perf synthesized the mapping: has it no time, though the recording has times? Such mappings
 * are true from the beginning.
 */
static int take_map(void *data, const struct frame *frame)
{
	struct profile_pass *self = data;
	struct envelope envelope = { 0 };
	const bool synthesized = envelope_of(self, frame, &envelope) && !envelope.time_ns &&
				 have_times(&self->recording->events);

	note_always(self, frame);
	if (self->phase == PROFILE_LATE_MAPS)
		return synthesized ? map_records_add_frame(self->maps, frame, swapped(self)) : 0;
	if (self->late_read && synthesized)
		return 0;
	self->late_maps |= self->seen && synthesized;
	return self->phase == PROFILE_ADDS ? add_in_order(self, frame, envelope.time_ns) : 0;
}

/* Has perf asked the kernel how much each event has lost? */
static bool asked_events(const struct recording_events *events)
{
	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].layout.read_format & FORMAT_LOST)
			return true;
	return false;
}

/* Who tells of it? What perf writes at the end has no time. */
static uint64_t *loss_of(struct profile_pass *self, const struct frame *frame)
{
	struct envelope envelope = { 0 };

	if (frame->type == PERF_RECORD_LOST)
		return &self->lost.rings;
	if (frame->misc & MISC_LOST_BY_FILTER)
		return &self->lost.filtered;
	if (asked_events(&self->recording->events) &&
	    (!envelope_of(self, frame, &envelope) || !envelope.time_ns))
		return &self->lost.events;
	return &self->lost.counters;
}

/* Not what the groups of tdtop's slices have lost, whose rings have no samples of code. */
static int take_lost(void *data, const struct frame *frame)
{
	struct profile_pass *self = data;
	struct recording_events *events = &self->recording->events;
	struct record record;

	note_always(self, frame);
	if (self->phase != PROFILE_ADDS)
		return 0;
	if (events->groups_known &&
	    !recording_events_is_beside(events, frame->bytes, frame->size))
		return 0;
	if (!record_content(swapped(self), frame->bytes, frame->size, &record))
		*loss_of(self, frame) += record.lost;
	return 0;
}

static int take_round(void *data, const struct frame *frame)
{
	struct profile_pass *self = data;

	note_always(self, frame);
	return self->order ? time_order_round(self->order) : 0;
}

static int take_build_id(void *data, const struct frame *frame)
{
	struct profile_pass *self = data;

	return self->identified ? 0 : map_records_build_id(self->maps, frame, swapped(self));
}

static int profile_pass_describe(void *data, const struct frame *frame)
{
	struct profile_pass *self = data;

	if (!self->described)
		(void)recording_read_record(self->recording, frame, swapped(self));
	return 0;
}

static const struct recording_row listeners[] = {
	{ PERF_RECORD_SAMPLE, take_sample },
	{ PERF_RECORD_MMAP, take_map },
	{ PERF_RECORD_MMAP2, take_map },
	{ RECORD_KSYMBOL, take_map },
	{ PERF_RECORD_FORK, take_map },
	{ PERF_RECORD_COMM, take_map },
	{ PERF_RECORD_EXIT, take_map },
	{ PERF_RECORD_LOST, take_lost },
	{ PERF_RECORD_LOST_SAMPLES, take_lost },
	{ PERFDATA_FINISHED_ROUND, take_round },
	{ PERFDATA_BUILD_ID_RECORD, take_build_id },
	{ PERFDATA_ATTR, profile_pass_describe },
	{ PERFDATA_FEATURE, profile_pass_describe },
	{ PERFDATA_ID_INDEX, profile_pass_describe },
	{ PERFDATA_EVENT_UPDATE, profile_pass_describe },
	{ 0 }
};

/* ---- passes ---- */

int profile_pass_open(struct profile_pass *self, struct recording_pass *pass)
{
	self->pass = pass;
	self->recording = &pass->recording;
	self->maps = code_maps_new();
	self->feed = self->maps ? sample_feed_new(self->maps) : NULL;
	recording_pass_listen(pass, listeners, self);
	return self->feed ? 0 : -ENOMEM;
}

void profile_pass_close(struct profile_pass *self)
{
	profile_pass_clear(self, true);
	time_order_free(self->order);
	free(self->parts);
	sample_index_done(&self->index);
	sample_feed_free(self->feed);
	code_maps_free(self->maps);
}

/* A pass that does not need all reads parts, if they are known. One that needs all makes the index. */
static void choose_parts(struct profile_pass *self)
{
	const bool late = self->phase == PROFILE_LATE_MAPS, adds = self->phase == PROFILE_ADDS;

	free(self->parts);
	self->parts = NULL;
	self->index.begun = false;
	if (late || (adds && !self->all))
		self->parts = sample_index_choose(&self->index, &self->request,
						  late ? 0 : source_events_needed(&self->events), &self->n_parts);
	if (self->indexes && ((adds && self->all) || self->phase == PROFILE_SCANS))
		sample_index_begin(&self->index);
}

int profile_pass_begin(struct profile_pass *self, enum profile_phase phase,
		       const struct profile_request *request, bool all)
{
	time_order_free(self->order);
	self->order = NULL;
	self->phase = phase;
	self->request = *request;
	self->all = all;
	self->seen = false;
	self->late_read |= phase == PROFILE_LATE_MAPS;
	choose_parts(self);
	if (phase != PROFILE_ADDS)
		return 0;
	self->lost = (struct record_losses){ .rings = 0 };
	self->damaged = 0;
	self->piece = 0;
	self->order = time_order_new(deliver, self);
	return self->order ? 0 : -ENOMEM;
}

int profile_pass_end(struct profile_pass *self)
{
	int ret = self->order ? time_order_end(self->order) : 0;

	if (!ret && self->order && self->cut && !self->all)
		ret = end_pieces(self, self->cut->n);
	time_order_free(self->order);
	self->order = NULL;
	if (self->index.begun)
		sample_index_end(&self->index);
	self->phase = PROFILE_IGNORES;
	return ret;
}

void profile_pass_tell(struct profile_pass *self)
{
	source_events_tell(&self->events, &self->news);
}

struct profile_builder *profile_pass_builder(const struct profile_pass *self, int event)
{
	return event >= 0 && event < self->news.n_events ? self->events.event[event].builder : NULL;
}

int profile_pass_want(struct profile_pass *self, int event)
{
	return begin_builder(self, &self->events.event[event]);
}

struct profile_builder *profile_pass_take(struct profile_pass *self, int event)
{
	struct profile_builder *builder = profile_pass_builder(self, event);
	const struct record_losses *lost = &self->lost;

	if (!builder)
		return NULL;
	self->events.event[event].builder = NULL;
	profile_builder_dropped(builder)->lost += lost->counters +
		(lost->rings > lost->events ? lost->rings : lost->events);
	profile_builder_dropped(builder)->by_recorder += lost->filtered;
	profile_builder_dropped(builder)->damaged += self->damaged;
	return builder;
}

void profile_pass_clear(struct profile_pass *self, bool anew)
{
	source_events_clear(&self->events);
	if (!anew)
		return;
	self->events.n = 0;
	self->events.classes_asked = self->events.taken_asked = 0;
	self->news = (struct profile_news){ .n_events = 0 };
}
