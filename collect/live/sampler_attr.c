/* SPDX-License-Identifier: GPL-2.0-only */
/* Attrs and periods of sampling events; see sampler_attr.h. */
#include "config.h"
#include "collect/live/sampler_attr.h"

#include <math.h>
#include <time.h>

#define SAMPLE_TYPE (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | \
		     PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)
#define LEAN_TYPE (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID)
#define STACKS ((uint64_t)PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_CALLCHAIN)
#define FRAMES 32		/* of a usual call chain */
#define PAGES_MAX 256
#define PERIOD_LEAST 101	/* below, an event that comes in bursts floods the rings */
#define PERIOD_MOST (1ULL << 34)
/*
 * Of the mean: so wide that no cycle of a program is in step with most of the periods. Of samples
 * that meet a cycle, the variance is then at most 1.33 times that of independent ones.
 */
#define VARIED_LEAST 0.4
#define VARIED_MOST 1.6

struct sampler_how sampler_how_of(const struct sample_choice *choice)
{
	struct sampler_how how = { .period = 0 };

	for (int type = CORE_TYPES - 1; type >= 0; type--) {
		if (!choice->has[type])
			continue;
		how.period = choice->attr[type].sample_period;
		how.precise[type] = (int)choice->attr[type].precise_ip;
	}
	return how;
}

int sampler_type_for(const struct sample_choice *choice, enum core_type cpu)
{
	if (choice->has[cpu])
		return cpu;
	return choice->has[TYPE_CORE] && choice->attr[TYPE_CORE].type == PERF_TYPE_SOFTWARE ?
		       TYPE_CORE : -1;
}

/* The branch stack that is asked for, if one is left. */
static uint64_t stacks_left_out(const struct sampler_how *how)
{
	return how->no_stacks ? STACKS : 0;
}

/* The same sample_type on all core types, as they share rings. */
static uint64_t sample_type_of(const struct sample_choice *choice, const struct sampler_how *how)
{
	uint64_t type = how->lean ? LEAN_TYPE : SAMPLE_TYPE;

	for (int i = 0; i < CORE_TYPES; i++)
		type |= choice->has[i] ? choice->attr[i].sample_type : 0;
	return type & ~stacks_left_out(how);
}

/* Records of mappings and tasks, and times that all of tdtop's have. */
static void add_records(struct perf_event_attr *attr, const struct sampler_how *how)
{
	attr->mmap = attr->mmap2 = attr->comm = attr->comm_exec = attr->task = 1;
	attr->build_id = how->build_ids;
	attr->sample_id_all = 1;
	attr->use_clockid = 1;
	attr->clockid = CLOCK_MONOTONIC;
}

struct perf_event_attr sampler_attr(const struct sample_choice *choice, enum core_type type,
				    const struct sampler_how *how)
{
	struct perf_event_attr attr = choice->attr[type];

	attr.size = sizeof(attr);
	attr.sample_type = sample_type_of(choice, how);
	attr.sample_period = how->period;
	attr.freq = 0;
	attr.precise_ip = (uint32_t)how->precise[type] & 3;
	if (how->no_stacks)
		attr.branch_sample_type = 0;
	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	attr.disabled = 1;
	attr.pinned = 0;	/* it would take tdtop's own group off (perf_event_sched_in()) */
	attr.inherit = 0;	/* an inherited event has no ring (perf_mmap(): EINVAL) */
	if (!how->lean)
		add_records(&attr, how);
	attr.watermark = 1;	/* no thread waits for the ring: it is drained in time */
	attr.wakeup_watermark = UINT32_MAX;
	/* Only the software clock samples the idle task; Arm's PMUs refuse the bit (EPERM). */
	attr.exclude_idle = how->by_cpu && attr.type == PERF_TYPE_SOFTWARE;
	return attr;
}

struct perf_event_attr sampler_class_attr(const struct sample_choice *choice, const struct sample_class *event,
					  const struct sampler_how *how, bool tells)
{
	struct perf_event_attr attr = sampler_attr(choice, event->core_type, how);

	attr.type = event->type;
	attr.config = event->config;
	attr.config1 = event->config1;
	attr.config2 = event->config2;
	attr.sample_period = sampler_class_period(event, how->period);
	if (!tells)
		attr.mmap = attr.mmap2 = attr.comm = attr.comm_exec = attr.task = attr.build_id = 0;
	return attr;
}

/* The core type whose attr stands for all: the first that the choice has. */
static enum core_type first_type(const struct sample_choice *choice)
{
	for (int i = 0; i < CORE_TYPES; i++) {
		if (choice->has[i])
			return (enum core_type)i;
	}
	return TYPE_CORE;
}

struct sample_event sampler_event(const struct sample_choice *choice,
				  const struct sampler_how *how)
{
	const enum core_type type = first_type(choice);
	const struct perf_event_attr attr = sampler_attr(choice, type, how);
	struct sample_event event = {
		.layout = record_layout_make(attr.sample_type, attr.read_format, true, false),
		.event = choice->event,
		.calls_in_branches = attr.branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK,
		.period = how->period,
	};

	event.layout.branch_type = attr.branch_sample_type;
	event.event.period = choice->event.levels ? 0 : how->period;
	event.event.precise = (uint8_t)how->precise[type];
	if (how->no_stacks)
		event.event.has_branches = event.event.has_calls = event.event.calls_by_lbr = false;
	return event;
}

size_t sampler_sample_bytes(const struct perf_event_attr *attr, uint32_t depth)
{
	size_t bytes = 8 + 8 + 8 + 8 + 8 + 8 + 8;	/* header and SAMPLE_TYPE */

	if (attr->sample_type & PERF_SAMPLE_CALLCHAIN)
		bytes += 8 + FRAMES * 8;
	if (attr->sample_type & PERF_SAMPLE_BRANCH_STACK)
		bytes += 16 + (size_t)depth * sizeof(struct perf_branch_entry);
	if (attr->branch_sample_type & BRANCH_COUNTERS)
		bytes += (size_t)depth * 8;
	if (attr->sample_type & (PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT))
		bytes += 8;
	return bytes;
}

size_t sampler_ring_pages(size_t sample_bytes, double rate, uint64_t ns, size_t page)
{
	const double need = (double)sample_bytes * rate * (double)ns / 1e9;
	size_t pages = 1;

	while (pages < PAGES_MAX && (double)(pages * page) < need)
		pages *= 2;
	return pages;
}

static bool is_prime(uint64_t n)
{
	if (n < 4)
		return n > 1;
	if (n % 2 == 0)
		return false;
	for (uint64_t i = 3; i * i <= n; i += 2) {
		if (n % i == 0)
			return false;
	}
	return true;
}

/* The next prime times the step of the choice, within bounds. */
static uint64_t prime_from(const struct sample_choice *choice, double want)
{
	const uint64_t grain = choice->period_step ? choice->period_step : 1;
	uint64_t prime;

	if (!(want > PERIOD_LEAST))
		want = PERIOD_LEAST;
	if (want > (double)PERIOD_MOST)
		want = (double)PERIOD_MOST;
	prime = ((uint64_t)want + grain - 1) / grain;
	while (!is_prime(prime))
		prime++;
	return prime * grain;
}

uint64_t sampler_period(const struct sample_choice *choice, double per_second, double rate)
{
	return prime_from(choice, ceil(per_second / rate));
}

uint64_t sampler_period_varied(const struct sample_choice *choice, uint64_t period, double at)
{
	const double mean = (double)period * log(VARIED_MOST / VARIED_LEAST) /
			    (VARIED_MOST - VARIED_LEAST);

	return prime_from(choice, ceil(mean * (VARIED_LEAST + (VARIED_MOST - VARIED_LEAST) * at)));
}

uint64_t sampler_class_period(const struct sample_class *event, uint64_t period)
{
	static const struct sample_choice any = { .period_step = 1 };

	return event->pace == 1 ? period : prime_from(&any, ceil((double)period * event->pace));
}
