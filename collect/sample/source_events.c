/* SPDX-License-Identifier: GPL-2.0-only */
/* The events that have samples of code; see source_events.h. */
#include "config.h"
#include "collect/sample/source_events.h"

#include <stdlib.h>

/* The index of the event with this id; of samples without one, the first. -1: unknown. */
static int64_t recorded_index(struct recording *recording, uint64_t id)
{
	struct recording_events *events = &recording->events;
	const struct recorded_event *event;

	if (!events->n)
		return -1;
	if (!id)
		return 0;
	event = recording_events_by_id(events, id);
	return event ? event - events->event : -1;
}

static struct source_event *find(struct source_events *events, uint32_t recorded)
{
	for (int i = 0; i < events->n; i++)
		if (events->event[i].recorded == recorded)
			return &events->event[i];
	return NULL;
}

struct source_event *source_events_of(struct source_events *events, struct recording *recording,
				      uint64_t id)
{
	int64_t recorded = recorded_index(recording, id);
	struct sample_event described;
	struct source_event *event;

	if (recorded < 0)
		return NULL;
	event = find(events, (uint32_t)recorded);
	if (event || events->n == SOURCE_EVENTS_MAX ||
	    !sample_event_describe(recording, &recording->events.event[recorded], &described))
		return event;
	event = &events->event[events->n++];
	*event = (struct source_event){ .recorded = (uint32_t)recorded, .event = described };
	return event;
}

void source_event_note(struct source_event *event, const struct frame *frame, uint64_t time_ns,
		       struct profile_news *news)
{
	struct sample_record record;

	event->samples++;
	if (event->event.event.has_branches &&
	    !sample_record_decode(&event->event.layout, frame->bytes, frame->size, &record))
		event->stacks += record.n_branches > 0;
	if (!time_ns)
		return;
	if (!news->first_ns || time_ns < news->first_ns)
		news->first_ns = time_ns;
	if (time_ns > news->last_ns)
		news->last_ns = time_ns;
}

static int compare(const void *a, const void *b)
{
	const struct source_event *x = a, *y = b;

	if (x->stacks != y->stacks)
		return x->stacks > y->stacks ? -1 : 1;
	if (x->samples != y->samples)
		return x->samples > y->samples ? -1 : 1;
	return (x->recorded > y->recorded) - (x->recorded < y->recorded);
}

void source_events_tell(struct source_events *events, struct profile_news *news)
{
	qsort(events->event, (size_t)events->n, sizeof(events->event[0]), compare);
	news->n_events = events->n;
	for (int i = 0; i < news->n_events; i++)
		news->events[i] = events->event[i].event.event;
}

struct source_event *source_events_best(struct source_events *events)
{
	struct source_event *best = NULL;

	for (int i = 0; i < events->n; i++) {
		struct source_event *event = &events->event[i];

		if (event->builder && (!best || compare(event, best) < 0))
			best = event;
	}
	return best;
}

struct profile_builder *source_events_take(struct source_events *events,
					   const struct source_event *event)
{
	struct profile_builder *builder = event ? event->builder : NULL;

	for (int i = 0; i < events->n; i++) {
		if (&events->event[i] != event)
			profile_builder_free(events->event[i].builder);
		events->event[i].builder = NULL;
	}
	return builder;
}
