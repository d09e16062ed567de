/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples of several classes; see sampler_parts.h. */
#include "config.h"
#include "collect/live/sampler_parts.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#define COUNTED 100000000	/* by another event: code runs */
#define SILENT_NS 1000000000ULL

/* A hybrid's thread has its events enabled on CPUs of another core type, too, where they cannot run. */
static uint64_t whole_ns(const struct sampler_set *set, enum core_type type)
{
	uint64_t most = 0;
	bool one = true;

	for (size_t i = 0; i < set->n_events; i++)
		one &= set->event[i].core_type == set->event[0].core_type;
	for (size_t i = 0; i < set->n_events; i++) {
		const struct event_count *total = &set->event[i].total;
		const uint64_t ns = one ? total->enabled_ns : total->running_ns;

		if (set->event[i].core_type == type && ns > most)
			most = ns;
	}
	return most;
}

/*
 * What the samples of each class are worth, by the times of the totals: those that were not on all the time
 * weigh more. -EAGAIN: nothing ran yet, or not all had their turn; -EBUSY: *lacking never had a counter, all
 * others may be wrong then.
 */
static int scale(const struct sampler_set *set, struct class_samples *samples, int *lacking)
{
	uint64_t all_ns = 0;

	*samples = (struct class_samples){ .table = set->classes->table };
	for (size_t i = 0; i < set->n_events; i++) {
		const struct sample_class *class = set->event[i].class;
		const uint64_t whole = whole_ns(set, class->core_type);
		const uint64_t ran = set->event[i].total.running_ns;

		*lacking = class->row;
		if (whole && !ran)
			return set->event[i].total.enabled_ns < SAMPLER_RUN_LEAST_NS ? -EAGAIN : -EBUSY;
		all_ns += whole;
		samples->events |= 1U << class->row;
		samples->unit[class->row] = class->unit;
		samples->period[class->row] = (double)sampler_class_period(class, set->how.period);
		samples->running[class->row] = ran ? fmax((double)whole / (double)ran, 1) : 1;
	}
	return all_ns ? 0 : -EAGAIN;
}

const char *sampler_classes_silent(const struct sampler_set *set)
{
	uint64_t most = 0;

	for (size_t i = 0; set->classes && i < set->n_events; i++)
		if (set->event[i].total.count > most)
			most = set->event[i].total.count;
	for (size_t i = 0; set->classes && i < set->n_events; i++) {
		const struct event_count *total = &set->event[i].total;

		if (most >= COUNTED && !total->count && total->running_ns >= SILENT_NS)
			return set->classes->table->events[set->event[i].class->row].event.name;
	}
	return NULL;
}

struct perf_event_attr sampler_classes_attr(const struct sampler_set *set, const struct sampler_event *event)
{
	const struct class_table *table = set->classes->table;
	struct perf_event_attr recorded = event->attr;

	recorded.sample_period = table->events[event->class->row].period * set->choice->event.levels;
	return recorded;
}

/* How many turns there are: each has the same part of the time. */
static int turns_of(const struct sampler_set *set)
{
	int n = 0;

	for (size_t i = 0; i < set->n_events; i++) {
		bool first = set->event[i].class->mux;

		for (size_t k = 0; k < i && first; k++)
			first = set->event[k].class->mux != set->event[i].class->mux;
		n += first;
	}
	return n;
}

uint64_t sampler_classes_period(const struct sampler_set *set, const struct sampler_event *event, uint64_t period)
{
	const struct event_count *total = &event->total;
	const int turns = event->class->mux ? turns_of(set) : 1;
	const uint64_t whole = turns > 1 ? total->enabled_ns : whole_ns(set, event->core_type);

	return !total->running_ns ? period * (uint64_t)turns :
	       (uint64_t)llround((double)period * turns * fmax((double)whole / (double)total->running_ns, 1));
}

void sampler_classes_tell(const struct sampler_set *set, struct profile_news *news)
{
	int lacking, ret;

	if (!set->classes || !set->n_events)
		return;
	ret = scale(set, &news->live.classes, &lacking);
	if (ret)
		news->live.classes.events = 0;
	if (ret != -EBUSY)
		return;
	(void)snprintf(news->trouble, sizeof(news->trouble), "%s had no counter beside what is counted; "
		       "choose another event, such as cycles", set->classes->table->events[lacking].event.name);
}
