/* SPDX-License-Identifier: GPL-2.0-only */
/* The sums of the BPF engine, half by half; see source_bpf_parts.h. Collector thread. */
#include "config.h"
#include "collect/bpf/source_bpf_parts.h"

#include <string.h>
#include <time.h>

/*
 * A slice of this CPU ends at now_ns, and the next one begins. False: it does not answer. *late_ns:
 * at most so much later it did.
 */
static bool cut(const struct bpf_halves_of *of, size_t cpu, uint32_t half, uint64_t now_ns,
		uint64_t *late_ns)
{
	uint64_t end_ns;

	if (of->open.sys->engine->cut(of->open.engine, of->open.machine->cpus[cpu].cpu, now_ns, half))
		return false;
	end_ns = of->open.sys->clock_ns(CLOCK_MONOTONIC);
	*late_ns = end_ns > now_ns ? end_ns - now_ns : 0;
	return true;
}

/* Ends the slice of a task that runs, or of an idle CPU as well; the CPU is in this half then. */
static void go_on(const struct bpf_halves_of *of, size_t cpu, uint32_t half, uint64_t now_ns,
		  bool idle)
{
	volatile struct slices_cpu *state = bpf_cpu(&of->open, cpu);
	const bool is_next = state->half != half;
	uint64_t late_ns = 0;

	if (!(state->runs || (idle && of->online[cpu])) ||
	    !cut(of, cpu, half, now_ns, &late_ns))
		state->half = half;
	if (is_next)
		sum_slices_cut(of->sums, cpu, late_ns);
}

void bpf_halves_cut(const struct bpf_halves_of *of, uint32_t half, uint64_t now_ns, bool idle)
{
	for (size_t cpu = 0; cpu < of->open.machine->n_cpus; cpu++)
		go_on(of, cpu, half, now_ns, idle);
}

void bpf_halves_begin(const struct bpf_halves_of *of, uint32_t half)
{
	for (size_t cpu = 0; cpu < of->open.machine->n_cpus; cpu++) {
		uint64_t late_ns;

		if (!of->online[cpu] || !cut(of, cpu, half, of->open.sys->clock_ns(CLOCK_MONOTONIC), &late_ns))
			continue;
		sum_slices_cut(of->sums, cpu, late_ns);
		sum_slices_time(of->sums, cpu, bpf_cpu(&of->open, cpu)->read_ns);
	}
}

/* Have tasks had time in gaps that is in no sum? */
static bool has_recent(const struct bpf_halves_of *of, size_t cpu, uint32_t half)
{
	for (size_t i = 0; i < SLICES_RECENT; i++)
		if (bpf_cpu(&of->open, cpu)->recent[half][i].passed)
			return true;
	return false;
}

static void pass_recent(const struct bpf_halves_of *of, size_t cpu, uint32_t half)
{
	volatile struct slices_cpu *state = bpf_cpu(&of->open, cpu);

	for (size_t i = 0; i < SLICES_RECENT; i++) {
		volatile struct slices_recent *recent = &state->recent[half][i];
		const struct slices_key key = { .start_ns = recent->start_ns, .region = recent->region,
						.tid = recent->tid, .group = state->group };
		const struct slices_sum sum = { .end_ns = recent->end_ns, .passed_ns = recent->passed_ns,
						.passed = recent->passed, .pid = recent->pid,
						.entries = recent->entries };

		if (!sum.passed)
			continue;
		recent->passed = 0;
		sum_slices_pass(of->sums, &key, &sum, of->sink);
	}
}

/* Passes a sum of the CPU itself, and empties it. False: there is none. lost: its slices are told as such. */
static bool pass_rest(const struct bpf_halves_of *of, size_t cpu, volatile struct slices_sum *rest,
		      const struct slices_key *key, bool lost)
{
	const uint64_t slices = (uint64_t)rest->slices + rest->passed;
	struct slices_sum sum;

	if (!slices)
		return false;
	if (lost && of->sink->lost)	/* first: who passes on a part only sees an unknown task then */
		of->sink->lost(of->sink->data, sink_cpu(of->sink, (int32_t)cpu), slices, LOST_NS_UNKNOWN);
	memcpy(&sum, (const struct slices_sum *)rest, sizeof(sum));
	memset((struct slices_sum *)rest, 0, sizeof(sum));
	sum_slices_pass(of->sums, key, &sum, of->sink);
	return true;
}

/*
 * Tasks that had no room: their time and counts belong to the CPU, and are lost for them. And what was
 * counted in gaps between windows. Were there some of the former?
 */
static bool pass_rests(const struct bpf_halves_of *of, size_t cpu, uint32_t half)
{
	bool was_full = false;
	const __u32 number = (__u32)of->open.machine->cpus[cpu].cpu;
	volatile struct slices_cpu *state = bpf_cpu(&of->open, cpu);

	for (uint32_t mux = 0; mux <= of->n_mux; mux++) {
		struct slices_key key = { .tid = SLICES_UNKNOWN, .group = slices_group(number, mux) };

		was_full |= pass_rest(of, cpu, &state->full[half][mux], &key, true);
		key.tid = SLICES_GAP;
		(void)pass_rest(of, cpu, &state->gap[half][mux], &key, false);
	}
	return was_full;
}

static void take_sum(void *data, const struct slices_key *key, const struct slices_sum *sum)
{
	const struct bpf_halves_of *of = data;

	sum_slices_pass(of->sums, key, sum, of->sink);
}

int bpf_halves_take(const struct bpf_halves_of *of, uint32_t half, bool *was_full)
{
	struct bpf_halves_of data = *of;
	int ret;

	for (size_t cpu = 0; cpu < of->open.machine->n_cpus; cpu++) {
		const volatile struct slices_cpu *state = bpf_cpu(&of->open, cpu);

		sum_slices_group_times(of->sums, cpu, rotation_mux(of->rotation, cpu),
				       state->base[0].enabled_ns, state->base[0].running_ns);
		sum_slices_time(of->sums, cpu, state->read_ns);
		sum_slices_set_partial(of->sums, cpu, has_recent(of, cpu, half));
	}
	sum_slices_begin(of->sums);
	ret = of->open.sys->engine->take(of->open.engine, half, take_sum, &data);
	for (size_t cpu = 0; !ret && cpu < of->open.machine->n_cpus; cpu++) {
		uint64_t enabled_ns, running_ns;

		pass_recent(of, cpu, half);
		*was_full |= pass_rests(of, cpu, half);
		sum_slices_times(of->sums, cpu, &enabled_ns, &running_ns);
		if (of->sink->times)
			of->sink->times(of->sink->data, sink_cpu(of->sink, (int32_t)cpu), enabled_ns, running_ns);
	}
	return ret;
}

bool bpf_halves_removed(const struct bpf_halves_of *of, struct cpu_source *source)
{
	bool found = false;

	for (size_t cpu = 0; cpu < of->open.machine->n_cpus; cpu++) {
		if (!of->online[cpu] || !sum_slices_removed(of->sums, cpu) || !cpu_source_can_open(source, cpu))
			continue;
		found = true;
		if (of->sink->lost)
			of->sink->lost(of->sink->data, sink_cpu(of->sink, (int32_t)cpu), 0, LOST_NS_UNKNOWN);
	}
	return found;
}
