/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events of a recording and the machine it tells of. Attrs come in all sizes, older and newer than
 * ours: only fields that every kernel with TopDown has are read, at their places. Collector thread.
 */
#include "config.h"
#include "collect/perfdata/recording.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATTRS_BYTES (4U << 20)		/* RECORDING_EVENTS of the largest */
#define IDS_MAX (1U << 20)		/* of all events: 64 events on 16,384 CPUs */
#define FEATURE_BYTES (16U << 20)
#define ATTR_FLAGS 40			/* offset of the bit fields in perf_event_attr */
#define ATTR_LEAST 64			/* PERF_ATTR_SIZE_VER0 */
#define BIT_SAMPLE_ID_ALL 18		/* counted in <linux/perf_event.h> */
#define BIT_CONTEXT_SWITCH 26

/* Bit fields begin at the low bit of a byte on little-endian machines, at the high one on others. */
static bool attr_flag(const unsigned char *attr, unsigned int bit, bool big)
{
	unsigned int shift = big ? 7 - bit % 8 : bit % 8;

	return attr[ATTR_FLAGS + bit / 8] >> shift & 1;
}

static bool add_event(struct recording *recording, const unsigned char *attr, bool swapped)
{
	const uint16_t one = 1;
	bool big = (*(const unsigned char *)&one == 0) != swapped;
	struct bytes bytes = { .at = attr, .end = attr + ATTR_LEAST, .swapped = swapped };
	uint64_t sample_type, read_format;
	struct recorded_event *event;

	if (recording->n_events == recording->cap_events) {
		size_t cap = recording->cap_events ? 2 * recording->cap_events : 16;
		struct recorded_event *events =
			cap > RECORDING_EVENTS ? NULL :
			realloc(recording->events, cap * sizeof(*events));

		if (!events)
			return false;
		recording->events = events;
		recording->cap_events = cap;
	}
	event = &recording->events[recording->n_events++];
	*event = (struct recorded_event){ .row = NULL };
	event->type = bytes_u32(&bytes);
	(void)bytes_u32(&bytes);		/* size */
	event->config = bytes_u64(&bytes);
	(void)bytes_u64(&bytes);		/* period */
	sample_type = bytes_u64(&bytes);
	read_format = bytes_u64(&bytes);
	event->layout = record_layout_make(sample_type, read_format, attr_flag(attr, BIT_SAMPLE_ID_ALL, big), swapped);
	recording->switch_records |= attr_flag(attr, BIT_CONTEXT_SWITCH, big);
	return true;
}

/* The ids of the event that came last. */
static void add_ids(struct recording *recording, struct bytes *bytes)
{
	size_t n = bytes_left(bytes) / sizeof(uint64_t), cap = recording->cap_ids;

	if (n > IDS_MAX - recording->n_ids)
		n = IDS_MAX - recording->n_ids;
	while (cap < recording->n_ids + n)
		cap = cap ? 2 * cap : 64;
	if (cap != recording->cap_ids) {
		struct recorded_id *ids = realloc(recording->ids, cap * sizeof(*ids));

		if (!ids)
			return;
		recording->ids = ids;
		recording->cap_ids = cap;
	}
	for (size_t i = 0; i < n; i++)
		recording->ids[recording->n_ids++] = (struct recorded_id){
			.id = bytes_u64(bytes), .event = (uint32_t)(recording->n_events - 1), .cpu = -1
		};
	recording->events[recording->n_events - 1].n_ids += n;
	recording->ids_sorted = false;
}

static int compare_ids(const void *a, const void *b)
{
	const struct recorded_id *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

static struct recorded_id *find_id(struct recording *recording, uint64_t id)
{
	struct recorded_id key = { .id = id }, *found;

	if (!recording->ids_sorted) {
		if (recording->n_ids)
			qsort(recording->ids, recording->n_ids, sizeof(key), compare_ids);
		recording->ids_sorted = true;
	}
	/* Records of one event come in a row. */
	if (recording->last < recording->n_ids && recording->ids[recording->last].id == id)
		return &recording->ids[recording->last];
	found = recording->n_ids ? bsearch(&key, recording->ids, recording->n_ids, sizeof(key),
					   compare_ids) : NULL;
	if (found)
		recording->last = (size_t)(found - recording->ids);
	return found;
}

static struct recorded_event *find_event(struct recording *recording, uint64_t id)
{
	const struct recorded_id *found = find_id(recording, id);

	return found ? &recording->events[found->event] : NULL;
}

const struct recorded_event *recording_event(struct recording *recording, uint64_t id)
{
	if (recording->n_events == 1)
		return recording->events;
	return find_event(recording, id);
}

struct recorded_event *recording_event_of(struct recording *recording, uint64_t id, size_t place)
{
	struct recorded_event *event = id ? find_event(recording, id) : NULL;

	if (!event && place < recording->n_events)
		event = &recording->events[place];
	return event;
}

const struct record_layout *recording_layout(const struct recording *recording)
{
	/* Of software members first: their records are most, and what is not a sample carries no more. */
	for (size_t i = 0; i < recording->n_events; i++)
		if (recording->events[i].switches)
			return &recording->events[i].layout;
	return recording->n_events ? &recording->events[0].layout : NULL;
}

static void read_attrs(struct recording *recording, struct stream *stream)
{
	const struct perfdata_header *header = stream_header(stream);
	bool swapped = stream_swapped(stream);
	size_t size, step = (size_t)header->attr_size, tail = sizeof(struct perfdata_section);
	unsigned char *attrs = stream_section(stream, &header->attrs, ATTRS_BYTES, &size);

	for (size_t at = 0; attrs && step >= ATTR_LEAST + tail && step <= size - at; at += step) {
		struct bytes bytes = { .at = attrs + at + step - tail, .end = attrs + at + step,
				       .swapped = swapped };
		struct perfdata_section section = { .offset = bytes_u64(&bytes),
						    .size = bytes_u64(&bytes) };
		size_t n_bytes;
		unsigned char *ids = stream_section(stream, &section,
						    (IDS_MAX - recording->n_ids) * 8ULL, &n_bytes);
		struct bytes in = { .at = ids, .end = ids ? ids + n_bytes : NULL,
				    .swapped = swapped };

		if (add_event(recording, attrs + at, swapped) && ids)
			add_ids(recording, &in);
		free(ids);
	}
	free(attrs);
}

static void read_features(struct recording *recording, struct stream *stream)
{
	const struct perfdata_header *header = stream_header(stream);
	struct perfdata_section table = { .offset = header->data.offset + header->data.size,
					  .size = PERFDATA_FEATURES * sizeof(table) };
	size_t size;
	unsigned char *sections;
	struct bytes bytes;

	/* A recorder that was killed did not get as far as to write them. */
	if (!header->data.size || table.offset < header->data.offset)
		return;
	sections = stream_section(stream, &table, table.size, &size);
	if (!sections)
		return;
	bytes = (struct bytes){ .at = sections, .end = sections + size,
				.swapped = stream_swapped(stream) };
	for (unsigned int number = 0; number < PERFDATA_FEATURES; number++) {
		struct perfdata_section section;
		unsigned char *content;

		if (!(header->features[number / 64] >> number % 64 & 1))
			continue;
		section.offset = bytes_u64(&bytes);
		section.size = bytes_u64(&bytes);
		content = bytes.bad ? NULL : stream_section(stream, &section, FEATURE_BYTES, &size);
		if (content)
			recording_feature(recording, number,
					  (struct bytes){ .at = content, .end = content + size,
							  .swapped = bytes.swapped });
		free(content);
	}
	free(sections);
}

void recording_read_file(struct recording *recording, struct stream *stream)
{
	read_attrs(recording, stream);
	read_features(recording, stream);
}

static void take_attr(struct recording *recording, struct bytes *bytes, bool swapped)
{
	struct bytes attr = *bytes;
	uint32_t size;

	(void)bytes_u32(&attr);		/* type */
	size = bytes_u32(&attr);
	if (size < ATTR_LEAST || size > bytes_left(bytes))
		return;
	if (!add_event(recording, bytes->at, swapped))
		return;
	bytes->at += size;
	add_ids(recording, bytes);
}

/* Of which CPU each id is: id, index, CPU, tid; newer kernels append more for guests. */
static void take_id_index(struct recording *recording, struct bytes *bytes)
{
	uint64_t n = bytes_u64(bytes);

	for (uint64_t i = 0; i < n; i++) {
		uint64_t id = bytes_u64(bytes);
		uint64_t cpu;
		struct recorded_id *found;

		(void)bytes_u64(bytes);
		cpu = bytes_u64(bytes);
		(void)bytes_u64(bytes);
		if (bytes->bad)
			return;
		found = find_id(recording, id);
		if (found && cpu < RECORDING_CPUS)
			found->cpu = (int32_t)cpu;
	}
}

/* EVENT_UPDATE: a name of an event, or of ours a feature. False: something else. */
static bool take_update(struct recording *recording, struct bytes *bytes)
{
	uint64_t what = bytes_u64(bytes), id = bytes_u64(bytes);
	struct recorded_id *found;

	if (what == PERFDATA_UPDATE_FEATURE) {
		uint64_t number = bytes_u64(bytes);

		recording_feature(recording, number, *bytes);
		return true;
	}
	if (what != PERFDATA_UPDATE_NAME)
		return false;
	found = find_id(recording, id);
	if (found)
		recording_name_event(&recording->events[found->event], bytes_text(bytes));
	return true;
}

bool recording_take(struct recording *recording, const struct frame *frame, bool swapped)
{
	struct bytes bytes = frame_content(frame, swapped);
	uint64_t number;

	switch (frame->type) {
	case PERFDATA_ATTR:
		take_attr(recording, &bytes, swapped);
		return true;
	case PERFDATA_FEATURE:
		number = bytes_u64(&bytes);
		recording_feature(recording, number, bytes);
		return true;
	case PERFDATA_ID_INDEX:
		take_id_index(recording, &bytes);
		return true;
	case PERFDATA_EVENT_UPDATE:
		return take_update(recording, &bytes);
	default:
		return false;
	}
}

void recording_done(struct recording *recording)
{
	free(recording->events);
	free(recording->ids);
	free(recording->cpus);
	*recording = (struct recording){ 0 };
}
