/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Filters records, and tells what samples of several classes are worth; see sampler_parts.h. The layout
 * of records is that of sampler_attr(): samples have id, address, task and time first; other records end
 * with their id (sample_id_all).
 */
#include "config.h"
#include "collect/live/sampler_parts.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perf/record_content.h"

#define CHUNK 65536

/* Where PERF_SAMPLE_PERIOD is: behind the head and the CPU. */
#define PERIOD_AT (sizeof(struct sample_head) + 8)

int sampler_output_init(struct sampler_output *out, const struct sampler_options *to,
			const struct sampler_set *set)
{
	*out = (struct sampler_output){ .to = to, .set = set, .chunk = malloc(CHUNK) };
	return out->chunk ? 0 : -ENOMEM;
}

void sampler_output_done(struct sampler_output *out)
{
	free(out->chunk);
	out->chunk = NULL;
	pair_map_done(&out->pids);
}

void sampler_output_begin(struct sampler_output *out, uint64_t now_ns)
{
	out->since_ns = now_ns;
	out->samples = out->lost = out->throttled = 0;
	out->used = out->in_chunk = 0;
}

bool sampler_output_ask_file(struct sampler_output *out)
{
	return out->records = out->to->records && out->to->records(out->to->data);
}

void sampler_output_forget_pids(struct sampler_output *out)
{
	pair_map_clear(&out->pids);
}

void sampler_output_add_pid(void *to, int32_t pid)
{
	struct sampler_output *out = to;

	if (pid > 0 && out->pids.n < SAMPLER_PIDS)
		(void)pair_map_put(&out->pids, (uint64_t)pid, 0, 0);
}

static bool has_pid(const struct sampler_output *out, int32_t pid)
{
	return !out->by_pid || (pid > 0 && pair_map_get(&out->pids, (uint64_t)pid, 0) != PAIR_MAP_NONE);
}

static void put_chunk(struct sampler_output *out)
{
	if (out->used && !live_profile_put(out->to->live, out->chunk, out->used))
		out->lost += out->in_chunk;
	out->used = 0;
	out->in_chunk = 0;
}

void sampler_output_flush(struct sampler_output *out)
{
	put_chunk(out);
	out->ring = NULL;
}

static void pass_on(struct sampler_output *out, const struct sampler_target *target, const void *bytes,
		    size_t size, bool sample)
{
	if (target != out->ring || out->used + size > CHUNK)
		put_chunk(out);
	out->ring = target;
	memcpy(out->chunk + out->used, bytes, size);
	out->used += size;
	out->in_chunk += sample;
}

/* ---- samples of several classes ---- */

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

/*
 * What a recording has of them, so that it needs no times. The attr stays the same whatever the period: it
 * has the period of the table, twice that at level 2. The periods of the samples are scaled, by the totals
 * so far.
 */
static struct perf_event_attr sampler_classes_attr(const struct sampler_set *set, const struct sampler_event *event)
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

static uint64_t sampler_classes_period(const struct sampler_set *set, const struct sampler_event *event,
				       uint64_t period)
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

/* ---- what goes out ---- */

/* Of this event of the set. */
static void record(const struct sampler_output *out, const struct sampler_event *event, uint64_t id,
		   const void *bytes, size_t size)
{
	struct perf_event_attr constant;

	if (!out->records)
		return;
	if (out->set->classes)
		constant = sampler_classes_attr(out->set, event);
	out->to->record(out->to->data, out->set->classes ? &constant : &event->attr, id, bytes, size);
}

/* A task was begun by one that is sampled, or by one of the scope. */
static void note_begin(struct sampler_output *out, const struct record *task)
{
	const bool thread = task->pid == task->ppid;

	if ((!thread && !out->family) || !has_pid(out, task->ppid))
		return;
	/* On a hybrid the event of each core type may write it. */
	if (task->tid == out->last_born)
		return;
	out->last_born = task->tid;
	out->births++;
	if (out->by_pid) {
		if (!thread)
			sampler_output_add_pid(out, task->pid);
		return;
	}
	if (out->n_begun < SAMPLER_BEGUN)
		out->begun[out->n_begun++] = (struct sampler_begun){ task->tid, task->pid };
}

/*
 * A sample of a software clock tells the period that its event was opened with, even after another
 * one was set (perf_swevent_hrtimer(), kernel/events/core.c); others tell their own.
 */
static void tell_period(const struct sampler_output *out, const struct sampler_target *target,
			char *sample, size_t size)
{
	const struct perf_event_attr *attr = &out->set->event[0].attr;

	if (attr->type == PERF_TYPE_SOFTWARE && size >= PERIOD_AT + sizeof(target->period_told))
		memcpy(sample + PERIOD_AT, &target->period_told, sizeof(target->period_told));
}

bool sampler_output_peek(void *to, const void *bytes, size_t size)
{
	struct sampler_output *out = to;
	const size_t before = out->pids.n;
	struct record task;

	if (record_content(false, bytes, size, &task) || task.kind != REC_FORK || task.pid == task.ppid ||
	    !has_pid(out, task.ppid))
		return false;
	sampler_output_add_pid(out, task.pid);
	return out->pids.n > before;
}

/* With the period that it stands for. */
static void record_of_class(const struct sampler_output *out, const struct sampler_event *event, uint64_t id,
			    char *sample, size_t size)
{
	uint64_t period, scaled;

	if (!out->records || size < PERIOD_AT + sizeof(period))
		return;
	memcpy(&period, sample + PERIOD_AT, sizeof(period));
	scaled = sampler_classes_period(out->set, event, period);
	memcpy(sample + PERIOD_AT, &scaled, sizeof(scaled));
	record(out, event, id, sample, size);
	memcpy(sample + PERIOD_AT, &period, sizeof(period));
}

/* The live profile is told the row of the class table in place of the id. */
static void take_class(const struct sampler_output *out, struct sampler_target *target, size_t at, uint64_t id,
		       char *sample, size_t size)
{
	const struct sampler_event *event = &out->set->event[at];
	const uint64_t row = event->class->row;

	record_of_class(out, event, id, sample, size);
	target->counter[at].samples++;
	memcpy(sample + offsetof(struct sample_head, id), &row, sizeof(row));
}

static void take_sample(struct sampler_output *out, struct sampler_target *target,
			const void *bytes, size_t size)
{
	struct sample_head head;
	char *sample;
	size_t event;

	if (size < sizeof(head))
		return;
	memcpy(&head, bytes, sizeof(head));
	target->samples++;
	target->sampled_ns = head.time_ns;
	if (head.time_ns < out->since_ns || (!head.tid && !out->idle) || !has_pid(out, head.pid))
		return;
	out->samples++;
	pass_on(out, target, bytes, size, true);
	sample = out->chunk + out->used - size;
	tell_period(out, target, sample, size);
	event = sampler_set_event(out->set, target, head.id);
	if (out->set->classes)
		take_class(out, target, event, head.id, sample, size);
	else
		record(out, &out->set->event[event], head.id, sample, size);
}

/*
 * A thread that calls execve(2) takes over the tid of its process' first thread, and the event
 * stays with it (de_thread(), fs/exec.c).
 */
static void follow_exec(struct sampler_target *target, const struct record *comm)
{
	if (comm->exec && target->of.cpu < 0 && comm->pid == target->of.pid)
		target->of.tid = comm->tid;
}

/* All end with the id of their event. */
static void take_other(struct sampler_output *out, const struct sampler_target *target,
		       const void *bytes, size_t size)
{
	uint64_t id;

	memcpy(&id, (const char *)bytes + size - sizeof(id), sizeof(id));
	pass_on(out, target, bytes, size, false);
	record(out, &out->set->event[sampler_set_event(out->set, target, id)], id, bytes, size);
}

/* What tells of mappings, tasks and losses. False: it is of no task of the scope. */
static bool take_content(struct sampler_output *out, struct sampler_target *target, const struct record *record)
{
	switch (record->kind) {
	case REC_LOST:
		out->lost += record->lost;
		return true;
	case REC_COMM:
		follow_exec(target, record);
		break;
	case REC_FORK:
		note_begin(out, record);
		break;
	case REC_EXIT:
		target->of.gone |= target->of.cpu < 0 && record->tid == target->of.tid;
		break;
	case REC_MAP:
		break;
	default:
		return false;
	}
	return has_pid(out, record->pid);
}

void sampler_output_record(void *to, struct sampler_target *target, const void *bytes, size_t size)
{
	struct sampler_output *out = to;
	struct perf_event_header header;
	struct record record;

	memcpy(&header, bytes, sizeof(header));
	out->throttled += header.type == PERF_RECORD_THROTTLE;
	if (header.type == PERF_RECORD_SAMPLE)
		take_sample(out, target, bytes, size);
	else if (!record_content(false, bytes, size, &record) && take_content(out, target, &record))
		take_other(out, target, bytes, size);
}
