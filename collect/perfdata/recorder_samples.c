/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples in the file of a recorder; see recorder_samples.h. */
#include "config.h"
#include "collect/perfdata/recorder_samples.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perf/record.h"
#include "collect/perfdata/perfdata_records.h"

#define NEEDED (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME)

bool sampled_event_fits(const struct perf_event_attr *attr)
{
	return (attr->sample_type & NEEDED) == NEEDED && attr->sample_id_all;
}

/* The attr as the file has it. */
static struct perf_event_attr file_attr(const struct perf_event_attr *attr, uint64_t read_format)
{
	struct perf_event_attr filed = { .size = PERFDATA_ATTR_SIZE };
	const size_t head = offsetof(struct perf_event_attr, config);

	/* Type and size come first; the kernel's later fields are left out. */
	memcpy((char *)&filed + head, (const char *)attr + head, PERFDATA_ATTR_SIZE - head);
	filed.type = attr->type;
	filed.read_format = read_format;
	return filed;
}

/* Samples that carry their own period may have any. */
static bool samples_is_same(const struct sampled_event *event, const struct perf_event_attr *attr)
{
	struct perf_event_attr filed = file_attr(attr, event->attr.read_format);

	if (filed.sample_type & PERF_SAMPLE_PERIOD)
		filed.sample_period = event->attr.sample_period;
	return !memcmp(&filed, &event->attr, PERFDATA_ATTR_SIZE);
}

/* The event of this attr; NULL: it has none yet. */
static struct sampled_event *find_event(struct sampled_events *sampled,
					const struct perf_event_attr *attr)
{
	/* Consecutive records often are of one event. */
	if (sampled->last < sampled->n && samples_is_same(&sampled->event[sampled->last], attr))
		return &sampled->event[sampled->last];
	for (size_t i = 0; i < sampled->n; i++)
		if (samples_is_same(&sampled->event[i], attr)) {
			sampled->last = i;
			return &sampled->event[i];
		}
	return NULL;
}

/*
 * Adds the event of an attr that fits. events: those of the source, whose read_format perf wants in
 * all attrs of a file. NULL: there are too many, or no memory.
 */
static struct sampled_event *samples_add_event(struct sampled_events *sampled, const struct sampled_record *record,
					       const struct recordable *events)
{
	struct sampled_event *event;

	if (!sampled->event)
		sampled->event = calloc(SAMPLED_EVENTS_MAX, sizeof(sampled->event[0]));
	if (!sampled->event || sampled->n == SAMPLED_EVENTS_MAX)
		return NULL;
	sampled->last = sampled->n;
	event = &sampled->event[sampled->n++];
	*event = (struct sampled_event){
		.attr = file_attr(record->attr, events->layout.read_format | PERF_FORMAT_ID),
		.layout = record_layout_make(record->attr->sample_type, 0, true, false),
		.id = record->id,
	};
	(void)snprintf(event->name, sizeof(event->name), "%s", record->name);
	return event;
}

const struct sampled_event *sampled_events_by_id(const struct sampled_events *sampled, uint64_t id)
{
	for (size_t i = 0; i < sampled->n; i++)
		if (sampled->event[i].id == id)
			return &sampled->event[i];
	return NULL;
}

bool sampled_events_have_branches(const struct sampled_events *sampled)
{
	size_t n = 0, of_code = 0;

	for (size_t i = 0; i < sampled->committed; i++) {
		const struct perf_event_attr *attr = &sampled->event[i].attr;

		of_code += sampled->event[i].id < PERFDATA_NODE_ID;
		n += attr->sample_type & PERF_SAMPLE_BRANCH_STACK &&
		     !(attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK);
	}
	return n && n == of_code;
}

/*
 * Puts a record of the kernel, with the id of the file. *time_ns: its time. False: it does not have
 * the layout of the event, and is left out.
 */
static bool put_record(struct blob *blob, const struct sampled_event *event, const void *bytes,
		       size_t size, uint64_t *time_ns)
{
	const size_t at = blob->n, second = sizeof(struct perf_event_header);
	struct perf_event_header header;
	struct envelope envelope;

	if (record_envelope(&event->layout, bytes, size, &envelope))
		return false;
	memcpy(&header, bytes, sizeof(header));
	blob_put(blob, bytes, size);
	if (blob->failed)
		return false;
	*time_ns = envelope.time_ns;
	/* IDENTIFIER is the first field of a sample, and the last one of all other records. */
	if (header.type == PERF_RECORD_SAMPLE || header.type == PERF_RECORD_LOST)
		memcpy(blob->bytes + at + second, &event->id, sizeof(event->id));
	if (header.type != PERF_RECORD_SAMPLE)
		memcpy(blob->bytes + at + size - sizeof(event->id), &event->id, sizeof(event->id));
	return true;
}

void recorder_samples_begin(struct recorder_samples *samples)
{
	samples->events.n = samples->events.committed = samples->events.last = 0;
	samples->full = false;
	samples->dropped = 0;
	samples->newest_ns = samples->newest_before_ns = samples->oldest_ns = 0;
}

void recorder_samples_done(struct recorder_samples *samples)
{
	free(samples->events.event);
	samples->events = (struct sampled_events){ 0 };
	blob_done(&samples->blob);
}

/* Puts what is in the blob, and empties it. */
static bool samples_put(struct recorder_samples *samples, bool required)
{
	struct blob *blob = &samples->blob;
	const bool done = !blob->failed && blob->n &&
			  samples->output.put(samples->output.data, blob->bytes, blob->n, required);

	blob_clear(blob);
	return done;
}

bool recorder_samples_flush(struct recorder_samples *samples)
{
	const bool done = samples_put(samples, true);

	samples->dropped += !done;
	return done;
}

struct sampled_event *recorder_samples_add(struct recorder_samples *samples,
					   const struct sampled_record *record,
					   const struct recordable *events)
{
	const struct sampled_output *output = &samples->output;
	struct sampled_event *event = samples_add_event(&samples->events, record, events);
	struct blob *blob = &samples->blob;
	size_t at;

	if (!event)
		return NULL;
	if (output->add_event) {
		int ret;

		blob_put(blob, &event->attr, PERFDATA_ATTR_SIZE);
		ret = output->add_event(output->data, blob, event->id);
		blob_clear(blob);
		if (ret) {
			samples->events.n--;
			return NULL;
		}
	} else {
		at = perfdata_begin(blob, PERFDATA_ATTR, 0);
		blob_put(blob, &event->attr, PERFDATA_ATTR_SIZE);
		blob_u64(blob, event->id);
		(void)perfdata_end(blob, at);
	}
	update_put(blob, PERFDATA_UPDATE_NAME, event->id, UPDATE(TEXT(event->name)));
	(void)recorder_samples_flush(samples);
	return event;
}

/* Puts a LOST record with the number of dropped records, before the next one of the event. */
static bool put_lost(struct recorder_samples *samples, struct sampled_event *event, bool required)
{
	const struct perfdata_stamp stamp = { .pid = -1, .tid = -1, .cpu_number = -1,
					      .time_ns = event->dropped_ns };

	perfdata_put_lost(&samples->blob, &event->layout, &stamp, event->id, event->dropped);
	if (!samples_put(samples, required))
		return false;
	event->dropped = 0;
	return true;
}

static void note_newest(struct recorder_samples *samples, uint64_t time_ns)
{
	if (time_ns > samples->newest_ns)
		samples->newest_ns = time_ns;
}

static int no_room(struct recorder_samples *samples)
{
	const bool first = !samples->full;

	samples->dropped++;
	samples->full = true;
	return first ? -ENOSPC : 0;
}

int recorder_samples_put(struct recorder_samples *samples, const struct sampled_record *record,
			 const struct recordable *events)
{
	struct sampled_event *event = find_event(&samples->events, record->attr);
	uint64_t time_ns = samples->newest_ns;
	bool done;

	if (!event)
		event = recorder_samples_add(samples, record, events);
	if (!event)
		return no_room(samples);
	done = !event->dropped || put_lost(samples, event, false);
	if (put_record(&samples->blob, event, record->bytes, record->size, &time_ns))
		note_newest(samples, time_ns);
	if (!done)
		blob_clear(&samples->blob);
	else if (samples_put(samples, false))
		return 0;
	event->dropped++;
	event->dropped_ns = time_ns;
	samples->dropped++;
	return 0;
}

void recorder_samples_map(struct recorder_samples *samples, const struct perf_event_attr *attr,
			  const struct code_mapping *mapping, uint64_t time_ns)
{
	const struct perfdata_stamp stamp = { .pid = mapping->pid, .tid = mapping->pid,
					      .time_ns = time_ns };
	const struct sampled_event *event = find_event(&samples->events, attr);

	if (event && perfdata_put_mapping(&samples->blob, &event->layout, &stamp, event->id, mapping))
		(void)recorder_samples_flush(samples);
	else
		blob_clear(&samples->blob);
}

void recorder_samples_put_lost(struct recorder_samples *samples)
{
	for (size_t i = 0; i < samples->events.n; i++)
		if (samples->events.event[i].dropped)
			(void)put_lost(samples, &samples->events.event[i], true);
}

void recorder_samples_finish_round(struct recorder_samples *samples, uint64_t newest_ns)
{
	note_newest(samples, newest_ns);
	samples->oldest_ns = samples->newest_before_ns;
	samples->newest_before_ns = samples->newest_ns;
}
