/* SPDX-License-Identifier: GPL-2.0-only */
/* The events that have samples of code; see source_events.h. */
#include "config.h"
#include "collect/sample/source_events.h"

#include <linux/perf_event.h>
#include <stdlib.h>

#include "collect/recording/recording_machine.h"
#include "model/profile/class_samples.h"

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

static struct source_event *events_find(struct source_events *events, uint32_t recorded)
{
	for (int i = 0; i < events->n; i++)
		if (events->event[i].recorded == recorded && !events->event[i].topdown)
			return &events->event[i];
	return NULL;
}

/* Do the samples have the same of user and kernel? Else counts of two events do not fit together. */
static bool is_alike(const struct recorded_event *x, const struct recorded_event *y)
{
	return x->user_only == y->user_only && x->kernel_only == y->kernel_only;
}

/*
 * Had all events a counter at all times? perf record tells no times, so what took turns cannot be
 * scaled. Cycles and instructions may have counters of their own, but need not.
 */
static bool have_counters(const struct recording_events *events, const struct family *family)
{
	int n[CORE_TYPES] = { 0 };
	const int fixed = family->classes->differences ? 1 : 0;

	for (size_t i = 0; i < events->n; i++) {
		const struct recorded_event *event = &events->event[i];

		if (event->type != PERF_TYPE_SOFTWARE && event->type != PERF_TYPE_TRACEPOINT &&
		    ++n[event->core_type] > family->counters + fixed)
			return false;
	}
	return true;
}

static int row_of(const struct source_events *events, const struct recording *recording, size_t recorded)
{
	double unit;

	return events->classes.table ?
		       recording_events_class(&recording->events, &recording->events.event[recorded],
					      recording_family(recording), &unit) :
		       -1;
}

/*
 * tdtop records the samples of classes scaled (sampler_parts.h). What it has of level 2 tells nothing of the time
 * in which only level 1 was sampled.
 */
static bool has_only_level1(const struct recording *recording, const struct class_table *table, int row,
			    const struct recorded_event *event)
{
	return recording->events.groups_known && event->period == table->events[row].period;
}

/*
 * An event without a sample has no attr in a file of tdtop, which always samples all of a level together: it is
 * known, and had none.
 */
static void add_without_samples(struct class_samples *classes, int levels)
{
	uint32_t types = 0;

	for (size_t row = 0; row < classes->table->n_events; row++)
		if (classes->events & 1U << row)
			types |= 1U << classes->table->events[row].event.core_type;
	for (size_t row = 0; row < classes->table->n_events; row++) {
		const struct class_event *event = &classes->table->events[row];

		if (classes->events & 1U << row || event->event.level > levels ||
		    !(types & 1U << event->event.core_type))
			continue;
		classes->events |= 1U << row;
		classes->unit[row] = family_event_scale(&event->event);
		classes->running[row] = 1;
		classes->period[row] = (double)event->period * levels;
	}
}

/* The classes of the events that are known so far. False: there are none, or they do not fit together. */
static bool find_classes(const struct recording *recording, struct class_samples *classes,
			 const struct recorded_event **first, int *levels)
{
	const struct family *family = recording_family(recording);
	bool only_level1 = false;

	*classes = (struct class_samples){ .table = family->classes, .scaled = recording->events.groups_known };
	*first = NULL;
	for (size_t i = 0; family->classes && i < recording->events.n; i++) {
		const struct recorded_event *event = &recording->events.event[i];
		double unit;
		const int row = recording_events_class(&recording->events, event, family, &unit);

		/* Members of a group that is read have no period, and are not sampled. */
		if (row < 0 || event->period < 2 || !(event->layout.sample_type & PERF_SAMPLE_IP))
			continue;
		*first = *first ? *first : event;
		if (!is_alike(*first, event))
			return false;
		only_level1 |= has_only_level1(recording, family->classes, row, event);
		classes->events |= 1U << row;
		classes->unit[row] = unit;
		classes->running[row] = 1;
		classes->period[row] = event->freq || !event->period ?
					       (double)family->classes->events[row].period :
					       (double)event->period;
	}
	*levels = 0;
	for (size_t row = 0; *first && row < family->classes->n_events; row++) {
		const int level = family->classes->events[row].event.level;

		if (only_level1 && level > 1)
			classes->events &= ~(1U << row);
		else if (classes->events & 1U << row && *levels < level)
			*levels = level;
	}
	if (*first && classes->scaled)
		add_without_samples(classes, *levels);
	return *first && (classes->scaled || have_counters(&recording->events, family)) &&
	       class_samples_suffice(classes);
}

/* Adds TopDown, if the recording has the events of its CPU's class table, and they fit together. */
static void add_topdown(struct source_events *events, const struct recording *recording,
			const struct sample_event *like)
{
	struct source_event *topdown = source_events_topdown(events);
	const struct recorded_event *first;
	struct class_samples classes;
	int levels;

	events->classes_asked = recording->events.n;
	if (!find_classes(recording, &classes, &first, &levels) || (!topdown && events->n == SOURCE_EVENTS_MAX))
		return;
	events->classes = classes;
	if (topdown) {
		topdown->event.event.levels = (uint8_t)levels;
		return;
	}
	topdown = &events->event[events->n++];
	*topdown = (struct source_event){ .event = *like, .topdown = true };
	topdown->event.row = -1;
	topdown->event.event = (struct profile_event){
		.name = PROFILE_TOPDOWN, .counted = "slots", .trigger = TRIGGER_SLOTS,
		.precise = first->precise, .has_calls = like->event.has_calls,
		.calls_by_lbr = like->event.calls_by_lbr,
		.user_only = first->user_only, .kernel_only = first->kernel_only, .levels = (uint8_t)levels,
	};
}

/* The event with this index in the recording, which may be new. -1: none. */
static struct source_event *event_at(struct source_events *events, struct recording *recording,
				     int64_t recorded)
{
	struct sample_event described;
	struct source_event *event;

	if (recorded < 0)
		return NULL;
	event = events_find(events, (uint32_t)recorded);
	if (event || events->n == SOURCE_EVENTS_MAX ||
	    !sample_event_describe(recording, &recording->events.event[recorded], &described))
		return event;
	event = &events->event[events->n++];
	*event = (struct source_event){ .recorded = (uint32_t)recorded, .event = described };
	if (events->classes_asked != recording->events.n)
		add_topdown(events, recording, &described);
	/* Also of those that came before all classes were known. */
	for (int i = 0; i < events->n; i++)
		if (!events->event[i].topdown)
			events->event[i].event.row = row_of(events, recording, events->event[i].recorded);
	return event;
}

const struct recorded_event *source_events_take(struct recording *recording, uint64_t id)
{
	const int64_t recorded = recorded_index(recording, id);

	return recorded >= 0 && sample_event_is_of_code(&recording->events.event[recorded]) ?
		       &recording->events.event[recorded] : NULL;
}

bool source_event_lacks_not_taken(const struct source_event *event)
{
	return event->event.event.has_branches && event->event.event.trigger == TRIGGER_TAKEN;
}

static bool needs(const struct source_event *event, const struct source_event *other)
{
	return event->builder && (other == event || (event->topdown && other->event.row >= 0) ||
				  (other->event.mispredicted_not_taken && source_event_lacks_not_taken(event)));
}

/* A set of events, as a bit of each. */
static uint32_t sample_index_event(size_t event)
{
	return 1U << event % 31;
}

uint32_t source_events_needed(const struct source_events *events)
{
	uint32_t needed = 0;

	for (int i = 0; i < events->n; i++)
		for (int k = 0; k < events->n; k++)
			if (needs(&events->event[i], &events->event[k]))
				needed |= sample_index_event(events->event[k].recorded);
	return needed;
}

struct source_event *source_events_of(struct source_events *events, struct recording *recording,
				      uint64_t id)
{
	return event_at(events, recording, recorded_index(recording, id));
}

void source_events_add_taken(struct source_events *events, struct recording *recording)
{
	for (; events->taken_asked < recording->events.n; events->taken_asked++) {
		const size_t i = events->taken_asked;
		const struct recorded_event *recorded = &recording->events.event[i];

		if (recorded->layout.sample_type & PERF_SAMPLE_BRANCH_STACK &&
		    sample_event_trigger(recording, recorded) == TRIGGER_TAKEN)
			(void)event_at(events, recording, (int64_t)i);
	}
}

struct source_event *source_events_topdown(struct source_events *events)
{
	for (int i = 0; i < events->n; i++)
		if (events->event[i].topdown)
			return &events->event[i];
	return NULL;
}

struct profile_builder *source_event_builder(const struct source_events *events,
					     const struct source_event *event)
{
	struct profile_builder *builder = profile_builder_new(&event->event.event, NULL);

	if (builder && event->topdown)
		profile_builder_set_classes(builder, &events->classes);
	return builder;
}

void source_event_note(struct source_event *event, const struct sample_record *record, uint64_t time_ns,
		       struct profile_news *news)
{
	event->samples++;
	if (event->event.event.has_branches && record)
		event->stacks += record->n_branches > 0;
	if (!time_ns)
		return;
	if (!news->first_ns || time_ns < news->first_ns)
		news->first_ns = time_ns;
	if (time_ns > news->last_ns)
		news->last_ns = time_ns;
}

static int events_compare(const void *a, const void *b)
{
	const struct source_event *x = a, *y = b;

	if (x->stacks != y->stacks)
		return x->stacks > y->stacks ? -1 : 1;
	if (x->topdown != y->topdown)
		return x->topdown ? -1 : 1;
	if (x->samples != y->samples)
		return x->samples > y->samples ? -1 : 1;
	return (x->recorded > y->recorded) - (x->recorded < y->recorded);
}

void source_events_tell(struct source_events *events, struct profile_news *news)
{
	qsort(events->event, (size_t)events->n, sizeof(events->event[0]), events_compare);
	news->n_events = 0;
	for (int i = 0; i < events->n && (events->event[i].samples || events->event[i].topdown); i++)
		news->events[news->n_events++] = events->event[i].event.event;
}

void source_events_clear(struct source_events *events)
{
	for (int i = 0; i < events->n; i++) {
		profile_builder_free(events->event[i].builder);
		events->event[i].builder = NULL;
	}
}

/* ---- where in the file their samples are ---- */

#define PART_BYTES (16ULL << 10)	/* at first: 20 samples with 32 branches, 340 without any */
#define PARTS_MAX 65536			/* twice as long then: 1 GB at first */
#define EVERY_PASS (1U << 31)		/* in .events */
#define PROCESS_WORDS 4

struct indexed_part {
	uint64_t offset;		/* of its first record, in the file */
	uint64_t from_ns, to_ns;	/* of its first and last sample */
	uint64_t processes[PROCESS_WORDS];	/* a bit of each: some share one */
	uint32_t events;
};

void sample_index_begin(struct sample_index *index)
{
	/* At once, before profiles take memory: what lay behind them would keep theirs from being given back. */
	if (!index->parts)
		index->parts = calloc(PARTS_MAX, sizeof(*index->parts));
	index->n = 0;
	index->part_bytes = PART_BYTES;
	index->begun = true;
	index->failed = !index->parts;
	index->complete = false;
}

void sample_index_end(struct sample_index *index)
{
	index->complete = index->begun && !index->failed && index->n;
	index->begun = false;
}

void sample_index_done(struct sample_index *index)
{
	free(index->parts);
	*index = (struct sample_index){ .parts = NULL };
}

/* Of 8 bits: the word in .processes, and the bit in it. */
static uint32_t process_hash(int32_t pid)
{
	return (uint32_t)pid * 2654435761U >> 24;
}

static bool part_has_process(const struct indexed_part *part, int32_t pid)
{
	const uint32_t hash = process_hash(pid);

	return part->processes[hash / 64] >> hash % 64 & 1;
}

/* Makes one of each two parts. */
static void join_parts(struct sample_index *index)
{
	size_t n = 0;

	for (size_t i = 0; i < index->n; i += 2) {
		struct indexed_part part = index->parts[i];

		if (i + 1 < index->n) {
			const struct indexed_part *next = &index->parts[i + 1];

			part.from_ns = part.from_ns < next->from_ns ? part.from_ns : next->from_ns;
			part.to_ns = part.to_ns > next->to_ns ? part.to_ns : next->to_ns;
			for (size_t word = 0; word < PROCESS_WORDS; word++)
				part.processes[word] |= next->processes[word];
			part.events |= next->events;
		}
		index->parts[n++] = part;
	}
	index->n = n;
	index->part_bytes *= 2;
}

/* The part of a record at this offset, which is behind all others. */
static struct indexed_part *index_part_at(struct sample_index *index, uint64_t at)
{
	if (index->n && at - index->parts[index->n - 1].offset < index->part_bytes)
		return &index->parts[index->n - 1];
	if (index->n == PARTS_MAX)
		join_parts(index);
	index->parts[index->n] = (struct indexed_part){ .offset = at, .from_ns = UINT64_MAX };
	return &index->parts[index->n++];
}

void sample_index_note(struct sample_index *index, uint64_t at, const struct envelope *sample, size_t event)
{
	struct indexed_part *part;
	uint32_t hash;

	if (!index->begun || index->failed)
		return;
	index->failed = at == UINT64_MAX;
	if (index->failed)
		return;
	part = index_part_at(index, at);
	part->events |= sample ? sample_index_event(event) : EVERY_PASS;
	if (!sample)
		return;
	hash = process_hash(sample->pid);
	part->processes[hash / 64] |= 1ULL << hash % 64;
	part->from_ns = part->from_ns < sample->time_ns ? part->from_ns : sample->time_ns;
	part->to_ns = part->to_ns > sample->time_ns ? part->to_ns : sample->time_ns;
}

void sample_index_check(struct sample_index *index, const struct envelope *sample,
			const struct sample_record *record)
{
	index->failed |= !record || record->pid != sample->pid || record->time_ns != sample->time_ns;
}

static bool is_chosen(const struct indexed_part *part, const struct profile_request *request, uint32_t events)
{
	if (part->events & EVERY_PASS)
		return true;
	return part->events & events && (!request->pid || part_has_process(part, request->pid)) &&
	       (!request->to_ns || (part->from_ns < request->to_ns && part->to_ns >= request->from_ns));
}

struct perfdata_section *sample_index_choose(const struct sample_index *index, const struct profile_request *request,
					     uint32_t events, size_t *n)
{
	struct perfdata_section *chosen = index->complete ? calloc(index->n, sizeof(*chosen)) : NULL;
	uint64_t end = 0;

	*n = 0;
	for (size_t i = 0; chosen && i < index->n; i++) {
		const bool last = i + 1 == index->n;	/* always: how the recording ends is told by it */
		const uint64_t offset = index->parts[i].offset, next = last ? UINT64_MAX : index->parts[i + 1].offset;

		if (!last && !is_chosen(&index->parts[i], request, events))
			continue;
		if (!*n || end != offset)
			chosen[(*n)++].offset = offset;
		chosen[*n - 1].size = next - chosen[*n - 1].offset;
		end = next;
	}
	return chosen;
}
