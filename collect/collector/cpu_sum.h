/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a CPU did in an interval. It remembers the tasks that ran on it, and what they had there
 * since, so those that alternate need no look-up. A slice is added once: to the task and to the CPU
 * when another takes its place, or when the interval ends. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/slice/source.h"
#include "collect/slice/tally.h"
#include "collect/tasks/tasks.h"

#define RECENT 16U	/* tasks that a CPU remembers */

/* A task that ran on a CPU, and what it had there that is not in the sums yet. */
struct recent {
	struct task *task;		/* NULL after each interval */
	struct reading_plan *plan;	/* of the steps, held; NULL: it had nothing */
	uint64_t busy_ns, slices;
	count_pair steps[READING_MAX / 2];
};

struct cpu_sum {
	struct recent recent[RECENT];	/* at tid % RECENT the last such one */
	struct tally tally;		/* of all slices */
	struct tally ran;		/* of busy slices, where slots are per core */
	uint64_t busy_ns, idle_ns;
	uint64_t unknown_ns;		/* it is not known who ran, or whether the CPU idled */
	uint64_t counted_ns;		/* part of busy_ns whose slots are known: counted_slots */
	double counted_slots;
	uint64_t slices;
	double idle_slots, unaccounted_slots;
	float uncounted_ns;		/* as in a row */
};

/* The task of a slice that is not of the recent one, which it becomes. NULL without memory. */
struct task *cpu_sum_other_task(struct cpu_sum *cpu, struct tasks *tasks, const struct slice *slice,
				struct tally_plans *plans);

/*
 * Keeps a slice of the recent task for later. False: it must be added by itself, as it says more
 * than others.
 */
bool cpu_sum_keep(struct cpu_sum *cpu, const struct slice *slice, struct tally_plans *plans);

/* Adds what was kept to the sums of the CPU and of its tasks. */
void cpu_sum_settle(struct cpu_sum *cpu, struct tally_plans *plans);

/*
 * Returns the busy part of unknown_ns. A halted CPU counts no slots; a busy one counts as many per
 * time as when it was known to be busy. Unaccounted slots belong to that time, and to slices whose
 * time has an owner but whose counts have not. All of unknown_ns, if the rate is not known.
 */
uint64_t cpu_sum_busy_unknown_ns(const struct cpu_sum *cpu);

static inline struct recent *cpu_sum_recent(struct cpu_sum *cpu, const struct slice *slice)
{
	return &cpu->recent[(uint32_t)slice->tid % RECENT];
}

/* Is the slice certainly of the recent task? */
static inline bool recent_owns(const struct recent *recent, const struct slice *slice)
{
	return recent->task && task_owns(recent->task, slice);
}

/* A slice of a busy CPU: one whose slots are the task's also shows how many slots it then has. */
static inline void cpu_sum_count_busy(struct cpu_sum *cpu, const struct slice *slice)
{
	const double slots = slice->unowned ? 0 : slice_slots(slice);

	cpu->busy_ns += slice->duration_ns;
	if (slots <= 0)
		return;
	cpu->counted_ns += slice->duration_ns;
	cpu->counted_slots += slots;
}

/* Are the time and the counts of a task all that the slice says? Nearly always. */
static inline bool slice_is_usual(const struct slice *slice)
{
	return !(slice->uncounted_ns | slice->region | (uint64_t)slice->part | slice->unowned);
}

/* Adds a slice to others of the same task that are kept. False: there are none. */
static inline bool cpu_sum_add_recent(struct cpu_sum *cpu, const struct slice *slice)
{
	struct recent *recent = cpu_sum_recent(cpu, slice);

	if (!recent->plan || slice->plan != recent->plan || !slice_is_usual(slice) ||
	    !task_owns(recent->task, slice))
		return false;
	recent->slices++;
	recent->busy_ns += slice->duration_ns;
	reading_add(recent->steps, slice->steps, slice->plan->n_pairs);
	return true;
}
