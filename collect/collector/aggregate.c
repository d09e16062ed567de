/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds slices to sums, and makes the rows of a snapshot from them at the end of an interval. The
 * sums of a task lie in its registry entry (collect/tasks/tasks.h), those of CPUs in aggregate_parts.h.
 * Nothing is allocated per slice. Collector thread.
 */
#include "config.h"
#include "collect/collector/aggregate.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collector/aggregate_parts.h"
#include "collect/slice/tally.h"
#include "collect/tasks/listing.h"
#include "model/snapshot/finish.h"
#include "model/snapshot/row.h"
#include "model/snapshot/smt.h"
#include "model/snapshot/snapshot.h"

#define RUNS_AFTER 8	/* intervals: windows may come, and what the one before has read is needed then */

struct aggregate {
	const struct machine *machine;
	const struct machine *published;	/* copy of it that the next two fit */
	struct cpu_sum *cpus;		/* in the order of published->cpus */
	struct window_samples *samples;		/* likewise */
	struct self_cost self;		/* the sum of what the source has reported */
	struct tasks *tasks;
	struct listing listing;
	uint32_t core_events;		/* bits 1 << EV_x: count half of their core */
	struct sink sink;
	uint64_t lost, lost_timed, lost_ns;	/* as in struct snapshot */
	uint32_t were_offline;
	uint64_t enabled_ns, running_ns;	/* of all CPUs */
	uint64_t uncounted_ns;
	uint32_t uncounted[UNCOUNTED_KINDS];
	uint32_t stale_threads;
	uint32_t runs_wanted;		/* CPU time of tasks is read: in so many intervals more */
	struct tally_plans plans;
	struct regions *regions;	/* borrowed; NULL: slices have none */
	struct region_sums *region_sums;	/* NULL: the same */
	struct task_sum other_ns;		/* of all tasks of other pid namespaces */
	struct cpu_sum unknown_cpu;			/* slices without a known CPU */
};

/* ---- slices to sums ---- */

/*
 * Returns the task's part of a slice where slots are counted per core, half of them on each CPU.
 * While the other thread idled, all slots of the core are the task's; while it ran, half of them,
 * because the true split is not known.
 */
static struct counts task_counts(const struct aggregate *aggregate, const struct slice *slice)
{
	uint64_t all_ns = slice->duration_ns ? slice->duration_ns : 1;
	uint64_t sibling_busy_ns = slice->sibling_busy_ns;
	struct counts counts;

	slice_counts(slice, &counts);
	/* Where it is not known whether the other thread ran, it may have run. */
	if (slice->cpu == CPU_UNKNOWN || aggregate->machine->pid_namespace)
		sibling_busy_ns = all_ns;
	for (int event = 0; event < EV_COUNT; event++)
		if (aggregate->core_events & 1U << event)
			counts.value[event] *= 2 - (double)sibling_busy_ns / (double)all_ns;
	counts.value[EV_SIBLING_BUSY] = (double)sibling_busy_ns;
	counts.present |= 1U << EV_SIBLING_BUSY;
	return counts;
}

static __attribute__((noinline)) void
add_task_counts(const struct aggregate *aggregate, struct tally *tally, const struct slice *slice)
{
	const struct counts counts = task_counts(aggregate, slice);

	tally_settle(tally);
	counts_add(&tally->counts, &counts);
}

static inline void add_counts(struct aggregate *aggregate, struct tally *tally,
			      const struct slice *slice)
{
	if (aggregate->core_events)
		add_task_counts(aggregate, tally, slice);
	else
		tally_add(tally, slice, &aggregate->plans);
}

/*
 * Counts of the CPU's own events: where slots are counted per core they include the other thread's.
 */
static double thread_events(const struct aggregate *aggregate, const struct slice *slice)
{
	struct counts counts;
	double sum = 0;

	slice_counts(slice, &counts);
	for (int event = 0; event < EV_COUNT; event++)
		if (counts.present & ~aggregate->core_events & 1U << event)
			sum += counts.value[event];
	return sum;
}

/*
 * In a pid namespace the ring engine says tid 0 for the idle task, and for a task outside of the
 * namespace. A halted CPU counts no slots. The slowest running one, at 400 MHz and 4 slots wide,
 * counts 1.6 slots per nanosecond, and a fourth of that in cycles, or in uops and stalls of its
 * own. A slice is of one of the two, because both end with a switch.
 */
static bool is_other_ns(const struct aggregate *aggregate, const struct slice *slice)
{
	if (slice->tid == TID_OTHER_NS)
		return true;
	if (!aggregate->machine->pid_namespace || slice->tid != TID_IDLE ||
	    aggregate->machine->engine == ENGINE_BPF)
		return false;
	if (aggregate->core_events)
		return thread_events(aggregate, slice) > (double)slice->duration_ns / 16;
	return slice_slots(slice) > (double)slice->duration_ns / 4;
}

static void take_other_ns(struct aggregate *aggregate, struct cpu_sum *cpu,
			  const struct slice *slice)
{
	cpu_sum_count_busy(cpu, slice);
	if (slice->unowned)
		cpu->unaccounted_slots += slice_slots(slice);
	else
		add_counts(aggregate, &aggregate->other_ns.tally, slice);
	aggregate->other_ns.busy_ns += slice->duration_ns;
	aggregate->other_ns.slices++;
}

/* To the entry into a region that the task is in. */
static void add_to_entry(const struct aggregate *aggregate, const struct slice *slice)
{
	struct counts counts;

	if (aggregate->core_events)
		counts = task_counts(aggregate, slice);
	else
		slice_counts(slice, &counts);
	regions_ran(aggregate->regions, slice->tid, slice->duration_ns, slice->unowned ? NULL : &counts);
}

static __attribute__((noinline)) void take_window(struct aggregate *aggregate, struct cpu_sum *cpu,
						  const struct slice *slice)
{
	const struct recent *recent = cpu_sum_recent(cpu, slice);
	struct task *task = recent->task;
	struct region_sum *region = NULL;

	if (!recent_owns(recent, slice))
		task = cpu_sum_other_task(cpu, aggregate->tasks, slice, &aggregate->plans);
	if (slice->region && task && aggregate->regions) {
		region = region_sums_find(aggregate->region_sums, task, slice->region);
		add_to_entry(aggregate, slice);
	}
	(void)window_samples_add(&aggregate->samples[slice->cpu], task, region, slice);
}

/* A slice of a CPU that samples only part of its switches. */
static void take_partial(struct aggregate *aggregate, struct cpu_sum *cpu,
			 const struct slice *slice)
{
	struct window_samples *samples = &aggregate->samples[slice->cpu];
	const bool knows_idle = !aggregate->machine->pid_namespace || aggregate->machine->engine == ENGINE_BPF;

	if (aggregate->regions)
		regions_gap(aggregate->regions);
	if (slice->part == SLICE_GAP) {
		window_samples_add_gap(samples, slice);
	} else if (slice->tid == TID_OTHER_NS && aggregate->machine->engine == ENGINE_BPF) {
		(void)window_samples_add(samples, NULL, NULL, slice);
		aggregate->other_ns.busy_ns += slice->duration_ns + slice->gap_ns;
		aggregate->other_ns.tally.counts.scaled = true;
		aggregate->other_ns.slices++;
	} else if (slice->tid <= TID_IDLE) {
		window_samples_add_unattributed(samples, slice, slice->tid == TID_IDLE && knows_idle);
	} else {
		take_window(aggregate, cpu, slice);
	}
}

/* A slice without a task: owner unknown, idle, or outside our pid namespace. */
static void take_unattributed(struct aggregate *aggregate, struct cpu_sum *cpu,
			      const struct slice *slice)
{
	if (slice->tid == TID_UNKNOWN) {
		cpu->unknown_ns += slice->duration_ns;
		cpu->unaccounted_slots += slice_slots(slice);
	} else if (is_other_ns(aggregate, slice)) {
		take_other_ns(aggregate, cpu, slice);
	} else {
		cpu->idle_ns += slice->duration_ns;
		if (slice->unowned)
			cpu->unaccounted_slots += slice_slots(slice);
		else
			cpu->idle_slots += slice_slots(slice);
	}
}

/* The same to the region that the task was in. What finds no room there is the process' rest. */
static __attribute__((noinline)) void add_to_region(struct aggregate *aggregate,
						    const struct task *task,
						    const struct slice *slice)
{
	struct tally *tally;

	if (!aggregate->regions)
		return;
	tally = region_sums_add(aggregate->region_sums, task, slice);
	if (tally && !slice->unowned)
		add_counts(aggregate, tally, slice);
	add_to_entry(aggregate, slice);
}

static inline struct cpu_sum *sum_of(struct aggregate *aggregate, int32_t cpu)
{
	if (__builtin_expect((uint32_t)cpu < aggregate->published->n_cpus, 1))
		return &aggregate->cpus[cpu];
	assert(cpu == CPU_UNKNOWN);
	return &aggregate->unknown_cpu;
}

static inline void add_to_cpu(struct aggregate *aggregate, struct cpu_sum *cpu,
			      const struct slice *slice)
{
	cpu->slices++;
	if (slice->uncounted_ns && slice->tid != TID_IDLE) {
		aggregate->uncounted_ns += slice->uncounted_ns;
		cpu->uncounted_ns += (float)slice->uncounted_ns;
	}
	tally_add(&cpu->tally, slice, &aggregate->plans);
	if (aggregate->core_events && (slice->tid != TID_IDLE || aggregate->machine->pid_namespace))
		tally_add(&cpu->ran, slice, &aggregate->plans);
}

/* The time belongs to the task, and so do the counts unless the slice is unowned. */
static inline void take_attributed(struct aggregate *aggregate, struct cpu_sum *cpu,
				   const struct slice *slice)
{
	struct recent *recent = cpu_sum_recent(cpu, slice);
	struct task *task = recent->task;

	if (!recent_owns(recent, slice))
		task = cpu_sum_other_task(cpu, aggregate->tasks, slice, &aggregate->plans);
	else if (!aggregate->core_events && cpu_sum_keep(cpu, slice, &aggregate->plans))
		return;
	add_to_cpu(aggregate, cpu, slice);
	cpu_sum_count_busy(cpu, slice);
	if (!task || slice->unowned)
		cpu->unaccounted_slots += slice_slots(slice);
	else
		add_counts(aggregate, &task->sum->tally, slice);
	if (task) {
		task->sum->busy_ns += slice->duration_ns;
		task->sum->slices++;
		if (slice->unowned | slice->uncounted_ns)
			task->sum->uncounted_ns += (float)slice_uncounted_ns(slice);
		if (slice->region)
			add_to_region(aggregate, task, slice);
	}
}

static __attribute__((noinline)) void take_any_slice(struct aggregate *aggregate,
						     struct cpu_sum *cpu, const struct slice *slice)
{
	if (slice->part == SLICE_WHOLE && slice->tid > TID_IDLE) {
		take_attributed(aggregate, cpu, slice);
		return;
	}
	add_to_cpu(aggregate, cpu, slice);
	if (slice->part != SLICE_WHOLE)
		take_partial(aggregate, cpu, slice);
	else
		take_unattributed(aggregate, cpu, slice);
}

static void take_slice(void *data, const struct slice *slice)
{
	struct aggregate *aggregate = data;
	struct cpu_sum *cpu = sum_of(aggregate, slice->cpu);

	if (!cpu_sum_add_recent(cpu, slice))
		take_any_slice(aggregate, cpu, slice);
}

static void take_task(void *data, const struct task_event *event)
{
	struct aggregate *aggregate = data;

	tasks_event(aggregate->tasks, event);
}

static void take_lost(void *data, int cpu, uint64_t records, uint64_t ns)
{
	struct aggregate *aggregate = data;
	const bool timed = ns != LOST_NS_UNKNOWN;

	(void)cpu;
	aggregate->lost += records;
	aggregate->lost_timed += timed ? records : 0;
	aggregate->lost_ns += timed ? ns : 0;
	aggregate->were_offline += !records;
	tasks_lost(aggregate->tasks);
}

static void take_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	struct aggregate *aggregate = data;

	(void)cpu;
	aggregate->enabled_ns += enabled_ns;
	aggregate->running_ns += running_ns;
}

/* On a hybrid the source of each core type reports its own part. */
static void take_cost(void *data, const struct self_cost *cost)
{
	struct aggregate *aggregate = data;

	self_cost_add(&aggregate->self, cost);
}

static void take_uncounted(void *data, enum uncounted why, uint32_t threads)
{
	struct aggregate *aggregate = data;

	aggregate->uncounted[why] = threads;
}

static void take_stale(void *data, uint32_t threads)
{
	struct aggregate *aggregate = data;

	aggregate->stale_threads = threads;
}

static void free_cpus(struct aggregate *aggregate)
{
	for (size_t cpu = 0; aggregate->published && cpu < aggregate->published->n_cpus; cpu++)
		window_samples_done(&aggregate->samples[cpu]);
	free(aggregate->samples);
	free(aggregate->cpus);
}

/* Between two intervals: if CPUs were added, indices have changed and the sums are made again. */
static int fit_cpus(struct aggregate *aggregate)
{
	const struct machine *now = machine_published(aggregate->machine);
	struct cpu_sum *cpus;
	struct window_samples *samples;

	if (aggregate->published == now)
		return 0;
	cpus = calloc(now->n_cpus + 1, sizeof(cpus[0]));
	samples = calloc(now->n_cpus + 1, sizeof(samples[0]));
	if (!cpus || !samples) {
		free(cpus);
		free(samples);
		return -ENOMEM;
	}
	free_cpus(aggregate);
	aggregate->cpus = cpus;
	aggregate->samples = samples;
	aggregate->published = now;
	return 0;
}

struct aggregate *aggregate_new(const struct machine *machine, struct tasks *tasks)
{
	struct aggregate *aggregate = calloc(1, sizeof(*aggregate));

	if (!aggregate)
		return NULL;
	aggregate->machine = machine;
	aggregate->tasks = tasks;
	aggregate->listing.ancestors = !machine->watched[0];
	aggregate->core_events = machine->counts_cores ? smt_core_events(machine->family) : 0;
	if (fit_cpus(aggregate)) {
		free(aggregate);
		return NULL;
	}
	aggregate->sink = (struct sink){
		.data = aggregate,
		.slice = take_slice,
		.task = take_task,
		.lost = take_lost,
		.times = take_times,
		.uncounted = take_uncounted,
		.stale = take_stale,
		.cost = take_cost,
	};
	return aggregate;
}

void aggregate_name_processes(struct aggregate *aggregate, const int32_t *pids, size_t n)
{
	aggregate->listing.pids = pids;
	aggregate->listing.n_pids = n;
}

int aggregate_set_regions(struct aggregate *aggregate, struct regions *regions)
{
	if (regions && !aggregate->region_sums)
		aggregate->region_sums = region_sums_new();
	aggregate->regions = regions;
	if (!regions || aggregate->region_sums)
		return 0;
	aggregate->regions = NULL;
	return -ENOMEM;
}

void aggregate_free(struct aggregate *aggregate)
{
	if (!aggregate)
		return;
	region_sums_free(aggregate->region_sums);
	free_cpus(aggregate);
	tally_plans_drop(&aggregate->plans);
	free(aggregate);
}

const struct sink *aggregate_sink(struct aggregate *aggregate)
{
	return &aggregate->sink;
}

/* ---- sums to rows ---- */

/* Watched threads without counters get a row of their own: missing is not zero. */
static bool add_uncounted(const struct aggregate *aggregate, struct snapshot *draft)
{
	for (enum uncounted why = 0; why < UNCOUNTED_KINDS; why++) {
		struct row *row;

		draft->uncounted[why] = aggregate->uncounted[why];
		if (!aggregate->uncounted[why])
			continue;
		row = snapshot_add(draft, ROW_PROCESS, uncounted_pid(why));
		if (!row)
			return false;
		row->pid = row->id;
		row->threads = aggregate->uncounted[why];
		row->name = row->command = snapshot_keep(draft, uncounted_name(why));
	}
	return true;
}

static bool add_cpus(const struct aggregate *aggregate, struct snapshot *draft)
{
	size_t i;

	if (aggregate->machine->watched[0])
		return true;	/* nothing is known about single CPUs */
	for (i = 0; i < aggregate->published->n_cpus; i++) {
		struct cpu_sum *cpu = &aggregate->cpus[i];
		struct row *row = snapshot_add(draft, ROW_CPU, aggregate->published->cpus[i].cpu);
		struct row_extra *extra = row ? snapshot_extra(draft, row) : NULL;
		uint64_t ran_ns;

		if (!extra)
			return false;
		row->threads = 1;
		ran_ns = cpu_sum_busy_unknown_ns(cpu);
		row->busy_ns = cpu->busy_ns + ran_ns;
		extra->idle_ns = cpu->idle_ns + cpu->unknown_ns - ran_ns;
		extra->unknown_ns = cpu->unknown_ns;
		row->slices = cpu->slices;
		row->uncounted_ns = cpu->uncounted_ns;
		extra->idle_slots = cpu->idle_slots;
		extra->unaccounted_slots = cpu->unaccounted_slots;
		if (aggregate->core_events)
			smt_even_rotation(aggregate->machine->family, &cpu->tally.counts, &cpu->ran.counts);
		if (!snapshot_set_counts(draft, row, &cpu->tally.counts))
			return false;
	}
	return true;
}

static int add_rows(const struct aggregate *aggregate, struct snapshot *draft, uint64_t now_ns)
{
	struct process *listed = listing_make(aggregate->tasks, &aggregate->listing, now_ns);
	bool complete = true;
	int error;

	draft->tasks_ran = 0;
	draft->stale_threads = aggregate->stale_threads;
	if (aggregate->regions)
		complete = region_sums_fill(aggregate->region_sums, aggregate->regions, draft);
	/* Else one walk less through all tasks. */
	if (window_samples_have_tasks(aggregate->samples, aggregate->published->n_cpus))
		task_rows_add_windows(aggregate->tasks);
	complete &= task_rows_add(aggregate->tasks, listed, draft) &&
		   add_uncounted(aggregate, draft) && task_rows_add_other_ns(&aggregate->other_ns, draft);
	error = add_cpus(aggregate, draft) ? snapshot_finish(draft) : -ENOMEM;
	return complete ? error : -ENOMEM;
}

/* ---- an interval from start to end ---- */

/* Extrapolates CPUs that counted part of the time to the whole interval. */
static void extrapolate_windows(struct aggregate *aggregate, uint64_t now_ns)
{
	const size_t n_cpus = aggregate->published->n_cpus;
	const bool has_gaps = window_samples_plan(aggregate->samples, n_cpus);
	const bool is_near = aggregate->machine->engine == ENGINE_RING && self_cost_nears_budget(&aggregate->self);

	aggregate->runs_wanted = has_gaps || is_near ? RUNS_AFTER : aggregate->runs_wanted - !!aggregate->runs_wanted;
	if (aggregate->runs_wanted)
		tasks_read_runs(aggregate->tasks, now_ns, has_gaps);
	if (has_gaps)
		window_samples_weigh(aggregate->samples, n_cpus, tasks_touched(aggregate->tasks));
	for (size_t i = 0; i < aggregate->published->n_cpus; i++) {
		struct cpu_sum *cpu = &aggregate->cpus[i];
		struct window_totals sum = window_samples_extrapolate(&aggregate->samples[i]);

		cpu->busy_ns += sum.busy_ns;
		cpu->idle_ns += sum.idle_ns;
		cpu->unknown_ns += sum.unknown_ns;
		cpu->counted_ns += sum.busy_ns;
		cpu->counted_slots += sum.tasks_slots;
		cpu->idle_slots += sum.idle_slots;
		cpu->unaccounted_slots += sum.unaccounted_slots;
	}
}

static void settle(struct aggregate *aggregate)
{
	cpu_sum_settle(&aggregate->unknown_cpu, &aggregate->plans);
	for (size_t i = 0; i < aggregate->published->n_cpus; i++) {
		cpu_sum_settle(&aggregate->cpus[i], &aggregate->plans);
		tally_settle(&aggregate->cpus[i].tally);
		tally_settle(&aggregate->cpus[i].ran);
	}
	for (struct task *task = tasks_touched(aggregate->tasks); task; task = task->next_touched)
		tally_settle(&task->sum->tally);
	tally_settle(&aggregate->other_ns.tally);
	if (aggregate->region_sums)
		region_sums_settle(aggregate->region_sums);
	tally_plans_drop(&aggregate->plans);
}

/* Forgets the sums: the next interval begins. */
static int clear(struct aggregate *aggregate)
{
	if (aggregate->region_sums)	/* before its processes are gone */
		region_sums_clear(aggregate->region_sums, aggregate->regions);
	tasks_next_interval(aggregate->tasks);
	for (size_t i = 0; i < aggregate->published->n_cpus; i++)
		window_classes_recycle(&aggregate->samples[i].classes);
	aggregate->lost = aggregate->lost_timed = aggregate->lost_ns = 0;
	aggregate->enabled_ns = aggregate->running_ns = 0;
	aggregate->were_offline = 0;
	aggregate->uncounted_ns = 0;
	aggregate->unknown_cpu = (struct cpu_sum){ 0 };
	aggregate->other_ns = (struct task_sum){ 0 };
	memset(aggregate->uncounted, 0, sizeof(aggregate->uncounted));
	aggregate->stale_threads = 0;
	aggregate->self = (struct self_cost){ .known = false };
	memset(aggregate->cpus, 0, aggregate->published->n_cpus * sizeof(aggregate->cpus[0]));
	return fit_cpus(aggregate);
}

int aggregate_fill(struct aggregate *aggregate, struct snapshot *draft, uint64_t now_ns)
{
	int error;

	settle(aggregate);
	extrapolate_windows(aggregate, now_ns);
	tasks_resolve(aggregate->tasks, now_ns);
	draft->machine = aggregate->published;
	draft->lost = aggregate->lost;
	draft->lost_timed = aggregate->lost_timed;
	draft->lost_ns = aggregate->lost_ns;
	draft->were_offline = aggregate->were_offline;
	draft->uncounted_ns = aggregate->uncounted_ns;
	draft->waits_left_out = tasks_waits_left_out(aggregate->tasks);
	draft->self = aggregate->self;
	draft->running_ratio = 1;
	if (aggregate->enabled_ns)
		draft->running_ratio = (double)aggregate->running_ns / (double)aggregate->enabled_ns;
	error = add_rows(aggregate, draft, now_ns);
	return clear(aggregate) ? -ENOMEM : error;
}

void aggregate_skip(struct aggregate *aggregate, uint64_t now_ns)
{
	settle(aggregate);
	extrapolate_windows(aggregate, now_ns);
	tasks_resolve(aggregate->tasks, now_ns);
	/* Forks were seen, but maybe not new names: those that ran are asked before they exit. */
	tasks_lost(aggregate->tasks);
	tasks_resolve(aggregate->tasks, now_ns);
	(void)clear(aggregate);
}
