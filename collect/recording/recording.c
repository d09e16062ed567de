/* SPDX-License-Identifier: GPL-2.0-only */
/* Attrs, ids and features of a file or a stream; see recording.h. */
#include "config.h"
#include "collect/recording/recording.h"

#include <stdlib.h>

#include "collect/perfdata/updates.h"

#define ATTRS_BYTES (4U << 20)		/* RECORDING_EVENTS_MAX of the largest attrs */
#define FEATURE_BYTES (16U << 20)

static size_t ids_left(const struct recording *recording)
{
	return RECORDING_IDS_MAX - recording->events.n_ids;
}

static void read_attrs(struct recording *recording, struct perfdata_stream *stream)
{
	const struct perfdata_header *header = perfdata_stream_header(stream);
	bool swapped = perfdata_stream_swapped(stream);
	size_t size, step = (size_t)header->attr_size, tail = sizeof(struct perfdata_section);
	unsigned char *attrs = perfdata_stream_section(stream, &header->attrs, ATTRS_BYTES, &size);

	if (step < RECORDED_ATTR_MIN + tail) {
		free(attrs);
		return;
	}
	for (size_t at = 0; attrs && step <= size - at; at += step) {
		struct bytes bytes = { .at = attrs + at + step - tail, .end = attrs + at + step,
				       .swapped = swapped };
		struct perfdata_section section = { .offset = bytes_u64(&bytes),
						    .size = bytes_u64(&bytes) };
		size_t n_bytes;
		unsigned char *ids = perfdata_stream_section(stream, &section,
							     ids_left(recording) * 8ULL, &n_bytes);
		struct bytes in = { .at = ids, .end = ids ? ids + n_bytes : NULL,
				    .swapped = swapped };

		if (recording_events_add(&recording->events, attrs + at, step - tail, swapped) &&
		    ids)
			recording_events_add_ids(&recording->events, &in);
		free(ids);
	}
	free(attrs);
}

/* The table of sections behind the data. NULL: a recorder that was killed leaves none. */
static unsigned char *feature_table(struct perfdata_stream *stream, struct bytes *bytes)
{
	const struct perfdata_header *header = perfdata_stream_header(stream);
	struct perfdata_section table = { .offset = header->data.offset + header->data.size,
					  .size = PERFDATA_FEATURES * sizeof(table) };
	unsigned char *sections;
	size_t size;

	if (!header->data.size || table.offset < header->data.offset)
		return NULL;
	sections = perfdata_stream_section(stream, &table, table.size, &size);
	*bytes = (struct bytes){ .at = sections, .end = sections ? sections + size : NULL,
				 .swapped = perfdata_stream_swapped(stream) };
	return sections;
}

static bool has_feature(const struct perfdata_header *header, uint64_t number)
{
	return header->features[number / 64] >> number % 64 & 1;
}

unsigned char *recording_feature_section(struct perfdata_stream *stream, uint64_t wanted,
					 struct bytes *content)
{
	const struct perfdata_header *header = perfdata_stream_header(stream);
	struct bytes bytes = { .bad = true };
	unsigned char *sections = has_feature(header, wanted) ? feature_table(stream, &bytes) :
								NULL;
	struct perfdata_section section = { 0 };
	unsigned char *found = NULL;
	size_t size = 0;

	for (uint64_t number = 0; sections && number <= wanted; number++) {
		if (!has_feature(header, number))
			continue;
		section.offset = bytes_u64(&bytes);
		section.size = bytes_u64(&bytes);
	}
	if (sections && !bytes.bad)
		found = perfdata_stream_section(stream, &section, FEATURE_BYTES, &size);
	*content = (struct bytes){ .at = found, .end = found ? found + size : NULL,
				   .swapped = bytes.swapped };
	free(sections);
	return found;
}

static void read_features(struct recording *recording, struct perfdata_stream *stream)
{
	for (uint64_t number = 0; number < PERFDATA_FEATURES; number++) {
		struct bytes content;
		unsigned char *section;

		if (!recording_feature_wanted(number))
			continue;
		section = recording_feature_section(stream, number, &content);
		if (section)
			recording_read_feature(recording, number, content);
		free(section);
	}
}

void recording_read_file(struct recording *recording, struct perfdata_stream *stream)
{
	read_attrs(recording, stream);
	read_features(recording, stream);
}

/* An attr, then the ids of its event. */
static void read_attr_record(struct recording *recording, struct bytes *bytes, bool swapped)
{
	struct bytes attr = *bytes;
	uint32_t size;

	(void)bytes_u32(&attr);		/* type */
	size = bytes_u32(&attr);
	if (size < RECORDED_ATTR_MIN || size > bytes_left(bytes))
		return;
	if (!recording_events_add(&recording->events, bytes->at, size, swapped))
		return;
	bytes->at += size;
	recording_events_add_ids(&recording->events, bytes);
}

/*
 * CPU and thread of each id, as: id, index, CPU, tid (-1: any). Newer recorders append more
 * entries, for guests.
 */
static void read_id_index(struct recording *recording, struct bytes *bytes)
{
	uint64_t n = bytes_u64(bytes);

	for (uint64_t i = 0; i < n; i++) {
		uint64_t id = bytes_u64(bytes);
		uint64_t cpu, tid;
		struct recorded_id *found;

		(void)bytes_u64(bytes);
		cpu = bytes_u64(bytes);
		tid = bytes_u64(bytes);
		if (bytes->bad)
			return;
		found = recording_events_find_id(&recording->events, id);
		if (found && cpu < RECORDING_CPUS_MAX)
			found->cpu = (int32_t)cpu;
		if (found && tid > 0 && tid <= INT32_MAX)
			found->tid = (int32_t)tid;
	}
}

/* The name of an event, or, in tdtop's own files, a feature. False: another update. */
static bool read_update(struct recording *recording, struct bytes bytes)
{
	const struct update update = update_read(bytes);
	struct recorded_id *found;

	if (update.what == PERFDATA_UPDATE_FEATURE) {
		recording_read_feature(recording, update.field[0].number, update.rest);
		return true;
	}
	if (update.what != PERFDATA_UPDATE_NAME)
		return false;
	found = recording_events_find_id(&recording->events, update.id);
	if (found)
		recorded_event_set_name(&recording->events.event[found->event], update.field[0].text);
	return true;
}

bool recording_read_record(struct recording *recording, const struct frame *frame, bool swapped)
{
	struct bytes bytes = frame_content(frame, swapped);
	uint64_t number;

	switch (frame->type) {
	case PERFDATA_ATTR:
		read_attr_record(recording, &bytes, swapped);
		return true;
	case PERFDATA_FEATURE:
		number = bytes_u64(&bytes);
		recording_read_feature(recording, number, bytes);
		return true;
	case PERFDATA_ID_INDEX:
		read_id_index(recording, &bytes);
		return true;
	case PERFDATA_EVENT_UPDATE:
		return read_update(recording, bytes);
	default:
		return false;
	}
}

void recording_done(struct recording *recording)
{
	recording_events_done(&recording->events);
	free(recording->cpus);
	*recording = (struct recording){ 0 };
}
