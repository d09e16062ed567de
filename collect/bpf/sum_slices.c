/* SPDX-License-Identifier: GPL-2.0-only */
/* From sums to slices; see sum_slices.h. Collector thread. */
#include "config.h"
#include "collect/bpf/sum_slices.h"

#include <stdlib.h>
#include <string.h>

/*
 * A group that is not enabled for so long has been removed, if that is more than this part of the
 * time: the clocks of a guest whose CPUs are taken away differ by less.
 */
#define REMOVED_NS 10000000
#define REMOVED_PART 8
#define ROTATES_PART 2		/* while groups rotate */

/* Of a group: since it was opened, until the last begin, and in the interval before that. */
struct group_times {
	uint64_t enabled_ns, running_ns;
	uint64_t last_enabled_ns, last_running_ns;
	uint64_t in_enabled_ns, in_running_ns;
};

struct cpu_times {
	struct group_times group[1 + MUX_MAX];
	uint64_t time_ns, last_time_ns;		/* of its readings; as in group_times */
	uint64_t late_ns, next_late_ns;		/* see sum_slices_cut(): where the half of these
						 * sums began, and the next one */
	bool partial;				/* see sum_slices_set_partial() */
	bool removed;				/* see sum_slices_removed() */
};

struct sum_slices {
	size_t n_groups, n_cpus;
	bool rotating;
	struct reading_plan *plan[2][1 + MUX_MAX];	/* [rotating][mux] */
	int32_t *indices;	/* of CPUs, by the kernel's number; -1: not ours */
	size_t n_indices;
	struct cpu_times cpus[];
};

static bool make_plans(struct sum_slices *sums, const struct group *groups)
{
	struct reading_member members[GROUP_MEMBERS];
	uint32_t counted = 0;

	for (int rotating = 0; rotating < 2; rotating++)
		for (size_t mux = 0; mux < sums->n_groups; mux++) {
			struct reading_plan *plan;

			group_describe(&groups[mux], members);
			plan = reading_plan_new(members, groups[mux].n, rotating ? counted : 0);
			if (!plan)
				return false;
			sums->plan[rotating][mux] = plan;
			counted |= plan->present;
		}
	return true;
}

static bool make_indices(struct sum_slices *sums, const struct machine *machine)
{
	for (size_t i = 0; i < machine->n_cpus; i++)
		if ((size_t)machine->cpus[i].cpu >= sums->n_indices)
			sums->n_indices = (size_t)machine->cpus[i].cpu + 1;
	sums->indices = malloc(sums->n_indices * sizeof(sums->indices[0]));
	for (size_t i = 0; sums->indices && i < sums->n_indices; i++)
		sums->indices[i] = -1;
	for (size_t i = 0; sums->indices && i < machine->n_cpus; i++)
		sums->indices[machine->cpus[i].cpu] = (int32_t)i;
	return sums->indices;
}

struct sum_slices *sum_slices_new(const struct group *groups, size_t n_mux,
				  const struct machine *machine)
{
	struct sum_slices *sums;

	sums = calloc(1, sizeof(*sums) + machine->n_cpus * sizeof(sums->cpus[0]));
	if (!sums)
		return NULL;
	sums->n_groups = 1 + n_mux;
	sums->n_cpus = machine->n_cpus;
	if (make_plans(sums, groups) && make_indices(sums, machine))
		return sums;
	sum_slices_free(sums);
	return NULL;
}

void sum_slices_free(struct sum_slices *sums)
{
	if (!sums)
		return;
	for (size_t mux = 0; mux < sums->n_groups; mux++) {
		reading_plan_put(sums->plan[false][mux]);
		reading_plan_put(sums->plan[true][mux]);
	}
	free(sums->indices);
	free(sums);
}

void sum_slices_set_rotating(struct sum_slices *sums, bool on)
{
	sums->rotating = on;
}

void sum_slices_group_times(struct sum_slices *sums, size_t cpu, size_t mux, uint64_t enabled_ns,
			    uint64_t running_ns)
{
	sums->cpus[cpu].group[mux].enabled_ns = enabled_ns;
	sums->cpus[cpu].group[mux].running_ns = running_ns;
}

void sum_slices_time(struct sum_slices *sums, size_t cpu, uint64_t time_ns)
{
	struct cpu_times *times = &sums->cpus[cpu];

	times->time_ns = time_ns;
	if (!times->last_time_ns)
		times->last_time_ns = time_ns;
}

void sum_slices_set_partial(struct sum_slices *sums, size_t cpu, bool partial)
{
	sums->cpus[cpu].partial = partial;
}

void sum_slices_cut(struct sum_slices *sums, size_t cpu, uint64_t late_ns)
{
	sums->cpus[cpu].late_ns = sums->cpus[cpu].next_late_ns;
	sums->cpus[cpu].next_late_ns = late_ns;
}

/* Was there no group for a while? part: the least part of the time, 1/part. */
static bool lacks_group(uint64_t duration_ns, uint64_t enabled_ns, uint64_t part)
{
	return duration_ns >= enabled_ns + REMOVED_NS &&
	       duration_ns - enabled_ns > duration_ns / part;
}

/*
 * Of the time from the last begin until time_ns. While groups rotate none is enabled for a moment
 * each time: that must not look the same. What was enabled before a late cut is of the half before,
 * and the time from when the cut was due is not.
 */
static bool was_removed(const struct sum_slices *sums, size_t cpu)
{
	const struct cpu_times *times = &sums->cpus[cpu];
	uint64_t enabled_ns, running_ns;

	sum_slices_times(sums, cpu, &enabled_ns, &running_ns);
	return lacks_group(times->time_ns - times->last_time_ns, enabled_ns + times->late_ns,
			   sums->rotating ? ROTATES_PART : REMOVED_PART);
}

void sum_slices_begin(struct sum_slices *sums)
{
	for (size_t cpu = 0; cpu < sums->n_cpus; cpu++) {
		struct cpu_times *of = &sums->cpus[cpu];

		for (size_t mux = 0; mux < sums->n_groups; mux++) {
			struct group_times *times = &of->group[mux];

			times->in_enabled_ns = times->enabled_ns - times->last_enabled_ns;
			times->in_running_ns = times->running_ns - times->last_running_ns;
			times->last_enabled_ns = times->enabled_ns;
			times->last_running_ns = times->running_ns;
		}
		of->removed = was_removed(sums, cpu);
		of->last_time_ns = of->time_ns;
	}
}

/*
 * Was the group of a sum off all the time? It always is for some microseconds: between two groups,
 * where none is even enabled, and when the kernel opens an event (group_was_off()). That is no
 * reason to call a task's counts missing.
 */
static bool was_off(const struct slices_sum *sum, const struct group_times *times)
{
	if (sum->running_ns)
		return false;
	return group_was_off(times->in_enabled_ns, times->in_running_ns) || !times->in_enabled_ns ||
	       sum->duration_ns >= REMOVED_NS;
}

/* A task that ran at the very end may have been counted when the times were not yet told. */
static double scale_of(const struct slices_sum *sum, const struct group_times *times)
{
	return times->in_running_ns ?
		       (double)times->in_enabled_ns / (double)times->in_running_ns :
		       (double)sum->enabled_ns / (double)sum->running_ns;
}

static void set_steps(const struct reading_plan *plan, const __u64 count[SLICES_MEMBERS],
		      count_pair steps[READING_MAX / 2])
{
	for (size_t i = 0; i < plan->n; i++)
		steps[i / 2][i % 2] = count[i];
	if (plan->n % 2)
		steps[plan->n / 2][1] = 0;
}

void sum_slices_counts(const struct sum_slices *sums, const __u64 count[SLICES_MEMBERS], struct counts *counts)
{
	struct reading_plan *plan = sums->plan[sums->rotating][0];
	count_pair steps[READING_MAX / 2];

	*counts = (struct counts){ .present = 0 };
	set_steps(plan, count, steps);
	reading_plan_counts(plan, steps, 1, counts);
}

static void set_counts(const struct sum_slices *sums, const struct group_times *times, size_t mux,
		       const struct slices_sum *sum, struct slice *slice,
		       count_pair steps[READING_MAX / 2])
{
	struct reading_plan *plan = sums->plan[sums->rotating][mux];

	set_steps(plan, sum->count, steps);
	slice->counts.off = was_off(sum, times);
	slice->counts.scaled = slice->counts.off ||
			       group_was_off(times->in_enabled_ns, times->in_running_ns);
	if (!slice->counts.scaled) {
		slice->plan = plan;
		slice->steps = steps;
	} else if (!slice->counts.off) {
		reading_plan_counts(plan, steps, scale_of(sum, times), &slice->counts);
	}
}

void sum_slices_pass(struct sum_slices *sums, const struct slices_key *key,
		     const struct slices_sum *sum, const struct sink *sink)
{
	const size_t number = key->group / SLICES_GROUPS, mux = key->group % SLICES_GROUPS;
	const bool gap = key->tid == SLICES_GAP;
	const int32_t tid = gap ? TID_UNKNOWN : key->tid ? (int32_t)key->tid : TID_IDLE;
	count_pair steps[READING_MAX / 2];
	struct slice slice = {
		.time_ns = sum->end_ns,
		.duration_ns = sum->duration_ns,
		.gap_ns = sum->passed_ns,
		.pid = tid > 0 ? (int32_t)sum->pid : tid,
		.tid = tid,
		.life_ns = key->start_ns,
		.region = key->region,
		.entries = key->region ? sum->entries : 0,
	};

	if (number >= sums->n_indices || sums->indices[number] < 0 || mux >= sums->n_groups ||
	    (!sum->slices && !sum->passed))	/* a marker made it, but was interrupted before it ended a slice */
		return;
	slice.cpu = sums->indices[number];
	slice.part = gap ? SLICE_GAP : sums->cpus[slice.cpu].partial || sum->passed ? SLICE_WINDOW : SLICE_WHOLE;
	/* A guest's CPU that is taken away at a switch has the times of two tasks in disorder. */
	if (!sums->rotating && sums->cpus[slice.cpu].removed &&
	    lacks_group(sum->duration_ns, sum->enabled_ns, REMOVED_PART))
		slice.uncounted_ns = sum->duration_ns - sum->enabled_ns;
	if (sum->slices)
		set_counts(sums, &sums->cpus[slice.cpu].group[mux], mux, sum, &slice, steps);
	slice.cpu = sink_cpu(sink, slice.cpu);
	sink->slice(sink->data, &slice);
}

void sum_slices_times(const struct sum_slices *sums, size_t cpu, uint64_t *enabled_ns,
		      uint64_t *running_ns)
{
	*enabled_ns = *running_ns = 0;
	for (size_t mux = 0; mux < sums->n_groups; mux++) {
		*enabled_ns += sums->cpus[cpu].group[mux].in_enabled_ns;
		*running_ns += sums->cpus[cpu].group[mux].in_running_ns;
	}
}

void sum_slices_all_times(const struct sum_slices *sums, uint64_t *enabled_ns,
			  uint64_t *running_ns)
{
	*enabled_ns = *running_ns = 0;
	for (size_t cpu = 0; cpu < sums->n_cpus; cpu++)
		for (size_t mux = 0; mux < sums->n_groups; mux++) {
			*enabled_ns += sums->cpus[cpu].group[mux].enabled_ns;
			*running_ns += sums->cpus[cpu].group[mux].running_ns;
		}
}

bool sum_slices_removed(const struct sum_slices *sums, size_t cpu)
{
	return sums->cpus[cpu].removed;
}
