/* SPDX-License-Identifier: GPL-2.0-only */
/* Markers as ends of the BPF engine's slices; see source_bpf_parts.h. Collector thread. */
#include "config.h"
#include "collect/bpf/source_bpf_parts.h"

#include "collect/region/region_tasks.h"
#include "collect/sys/privilege.h"

static int watch(const struct bpf_open *open, const struct regions *of, struct err *err)
{
	int ret;

	privilege_raise(PRIVILEGE_COUNT);
	ret = open->sys->engine->watch_regions(open->engine, of, err);
	privilege_raise(PRIVILEGE_PROC);
	return ret;
}

int bpf_regions_watch(struct bpf_regions *regions, const struct bpf_open *open,
		      const struct regions *of, struct err *err)
{
	int ret = 0;

	if (of || regions->watched)
		ret = watch(open, of, err);
	if (!ret)
		regions->watched = of;
	return ret;
}

/* It was possible before. What cannot be probed any more is no reason to end counting. */
void bpf_regions_watch_again(const struct bpf_regions *regions, const struct bpf_open *open,
			     const struct regions *of)
{
	struct err ignored;

	if (regions->watched && of)
		(void)watch(open, of, &ignored);
}

static uint64_t count(const struct bpf_open *open, double *cost_ns)
{
	struct slices_cost marks = { .n = 0 };

	for (size_t cpu = 0; open->engine && cpu < open->machine->n_cpus; cpu++)
		bpf_cost_add(&marks, &bpf_cpu(open, cpu)->marks);
	*cost_ns = marks.timed ? (double)marks.ns / (double)marks.timed : 0;
	return marks.n;
}

void bpf_regions_close(struct bpf_regions *regions, const struct bpf_open *open)
{
	double cost_ns;

	regions->closed += count(open, &cost_ns);
	if (cost_ns > 0)
		regions->cost_ns = cost_ns;
	regions->left_out = regions->untimed = 0;
}

bool bpf_regions_left_out(struct bpf_regions *regions, const struct bpf_open *open,
			  struct regions *of)
{
	const uint64_t before = regions->left_out;

	regions->left_out = 0;
	for (size_t cpu = 0; cpu < open->machine->n_cpus; cpu++)
		regions->left_out += bpf_cpu(open, cpu)->left_out;
	if (of && regions->left_out > before)
		regions_leave_out(of, regions->left_out - before);
	return regions->left_out > before;
}

uint64_t bpf_regions_markers(const struct bpf_regions *regions, const struct bpf_open *open,
			     double *cost_ns)
{
	const uint64_t marks = regions->closed + count(open, cost_ns);

	if (!(*cost_ns > 0))
		*cost_ns = regions->cost_ns;
	return marks;
}

struct times_taker {
	const struct sum_slices *sums;
	struct region_times *times;
	uint64_t untimed, cpu_untimed;	/* entries whose durations, and whose CPU time, found no room */
};

static void take_time(void *data, const struct slices_key *key, const struct slices_time *taken)
{
	struct times_taker *taker = data;
	struct region_time *time = region_times_get(taker->times, (int32_t)taken->pid, key->region,
						    (int)(key->group % DURATION_CLASSES));
	const struct duration_class of = { .entries = taken->entries, .ns = taken->ns, .timed_ns = taken->timed_ns,
					   .on_cpu_ns = taken->on_cpu_ns, .cpu_entries = taken->cpu_entries,
					   .cpu_ns = taken->cpu_ns };
	struct counts counts;

	if (!time) {
		taker->untimed += of.entries;
		taker->cpu_untimed += of.cpu_entries;
		return;
	}
	sum_slices_counts(taker->sums, taken->count, &counts);
	duration_class_add(&time->of, &of);
	counts_add(&time->counts, &counts);
}

void bpf_regions_take_times(struct bpf_regions *regions, const struct bpf_open *open, uint32_t half,
			    const struct sum_slices *sums, struct regions *of)
{
	const uint64_t before = regions->untimed;
	struct times_taker taker = { .sums = sums };

	if (!regions->watched || !of)
		return;
	taker.times = regions_times(of);
	(void)open->sys->engine->take_times(open->engine, half, take_time, &taker);
	regions->untimed = open->sys->engine->untimed(open->engine);
	/* Each entry once, if one class lacks its duration and another one its CPU time. */
	taker.times->untimed += taker.untimed > taker.cpu_untimed ? taker.untimed : taker.cpu_untimed;
	taker.times->untimed += regions->untimed - before;
}
