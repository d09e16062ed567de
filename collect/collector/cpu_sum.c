/* SPDX-License-Identifier: GPL-2.0-only */
/* Keeps slices of recent tasks, and adds them up; see aggregate_parts.h. Collector thread. */
#include "config.h"
#include "collect/collector/aggregate_parts.h"

#include <string.h>

/* Adds what a task had on this CPU to the sums of both. */
static void settle_recent(struct cpu_sum *cpu, struct recent *recent, struct tally_plans *plans)
{
	struct task_sum *sum;
	struct slice slice;	/* one that is as much; of it, only what is set here is read */

	if (!recent->plan)
		return;
	sum = recent->task->sum;
	slice.duration_ns = recent->busy_ns;
	slice.plan = recent->plan;
	slice.steps = recent->steps;
	slice.unowned = false;
	tally_add(&cpu->tally, &slice, plans);
	tally_add(&sum->tally, &slice, plans);
	cpu_sum_count_busy(cpu, &slice);
	cpu->slices += recent->slices;
	sum->busy_ns += recent->busy_ns;
	sum->slices += recent->slices;
	recent->plan = NULL;
}

struct task *cpu_sum_other_task(struct cpu_sum *cpu, struct tasks *tasks, const struct slice *slice,
				struct tally_plans *plans)
{
	struct recent *recent = cpu_sum_recent(cpu, slice);

	if (recent->plan)
		settle_recent(cpu, recent, plans);
	recent->task = tasks_of_slice(tasks, slice);
	return recent->task;
}

bool cpu_sum_keep(struct cpu_sum *cpu, const struct slice *slice, struct tally_plans *plans)
{
	struct recent *recent = cpu_sum_recent(cpu, slice);

	if (!slice->plan || !slice_is_usual(slice) || !tally_plan_hold(plans, slice->plan))
		return false;
	settle_recent(cpu, recent, plans);
	recent->plan = slice->plan;
	recent->busy_ns = slice->duration_ns;
	recent->slices = 1;
	memcpy(recent->steps, slice->steps, slice->plan->n_pairs * sizeof(slice->steps[0]));
	return true;
}

void cpu_sum_settle(struct cpu_sum *cpu, struct tally_plans *plans)
{
	for (size_t i = 0; i < RECENT; i++)
		settle_recent(cpu, &cpu->recent[i], plans);
}

uint64_t cpu_sum_busy_unknown_ns(const struct cpu_sum *cpu)
{
	double ran_ns;

	if (cpu->counted_slots <= 0)
		return cpu->unknown_ns;
	ran_ns = cpu->unaccounted_slots / cpu->counted_slots * (double)cpu->counted_ns -
		 (double)(cpu->busy_ns - cpu->counted_ns);
	if (ran_ns < 0)
		return 0;
	return ran_ns < (double)cpu->unknown_ns ? (uint64_t)ran_ns : cpu->unknown_ns;
}
