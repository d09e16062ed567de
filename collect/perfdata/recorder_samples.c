/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples in the file of a recorder; see recorder_samples.h. */
#include "config.h"
#include "collect/perfdata/recorder_samples.h"

#include <errno.h>

void recorder_samples_begin(struct recorder_samples *samples)
{
	sampled_events_clear(&samples->events);
	samples->full = false;
	samples->dropped = 0;
	samples->newest_ns = samples->newest_before_ns = samples->oldest_ns = 0;
}

void recorder_samples_done(struct recorder_samples *samples)
{
	sampled_events_done(&samples->events);
	blob_done(&samples->blob);
}

static bool put(struct recorder_samples *samples, bool required)
{
	const struct blob *blob = &samples->blob;

	return !blob->failed && blob->n &&
	       samples->output.put(samples->output.data, blob->bytes, blob->n, required);
}

struct sampled_event *recorder_samples_add(struct recorder_samples *samples,
					   const struct sampled_record *record,
					   const struct recordable *events)
{
	const struct sampled_output *output = &samples->output;
	struct sampled_event *event = sampled_events_add(&samples->events, record->attr, record->id,
							 record->name, events);
	struct blob *blob = &samples->blob;

	if (!event)
		return NULL;
	blob_clear(blob);
	if (output->add_event) {
		sampled_put_attr(blob, event);
		if (output->add_event(output->data, blob, event->id)) {
			samples->events.n--;
			return NULL;
		}
		blob_clear(blob);
	} else {
		sampled_put_attr_record(blob, event);
	}
	sampled_put_name(blob, event);
	if (!put(samples, true))
		samples->dropped++;
	return event;
}

/* Puts a LOST record with the number of dropped records, before the next one of the event. */
static bool put_lost(struct recorder_samples *samples, struct sampled_event *event, bool required)
{
	blob_clear(&samples->blob);
	sampled_put_lost(&samples->blob, event);
	if (!put(samples, required))
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
	struct sampled_event *event = sampled_events_find(&samples->events, record->attr);
	uint64_t time_ns = samples->newest_ns;
	bool done;

	if (!event)
		event = recorder_samples_add(samples, record, events);
	if (!event)
		return no_room(samples);
	done = !event->dropped || put_lost(samples, event, false);
	blob_clear(&samples->blob);
	if (sampled_put_record(&samples->blob, event, record->bytes, record->size, &time_ns))
		note_newest(samples, time_ns);
	if (done && put(samples, false))
		return 0;
	event->dropped++;
	event->dropped_ns = time_ns;
	samples->dropped++;
	return 0;
}

void recorder_samples_map(struct recorder_samples *samples, const struct perf_event_attr *attr,
			  const struct code_mapping *mapping, uint64_t time_ns)
{
	const struct sampled_event *event = sampled_events_find(&samples->events, attr);

	blob_clear(&samples->blob);
	if (event && sampled_put_mapping(&samples->blob, event, mapping, time_ns) &&
	    !put(samples, true))
		samples->dropped++;
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
