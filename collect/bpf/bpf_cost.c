/* SPDX-License-Identifier: GPL-2.0-only */
/* What the BPF engine costs; see bpf_cost.h. Collector thread. */
#include "config.h"
#include "collect/bpf/bpf_cost.h"

#include <math.h>

#define TIMED_LEAST 32		/* of less than that the mean is that since the start */

void bpf_cost_start(struct bpf_cost *cost, const struct bpf_open *open)
{
	cost->own_ns = open->sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	cost->since_ns = open->sys->clock_ns(CLOCK_MONOTONIC);
	cost->last = (struct bpf_switches){ .counted = 0 };
}

void bpf_cost_add(struct slices_cost *sum, const volatile struct slices_cost *cost)
{
	sum->n += cost->n;
	sum->timed += cost->timed;
	sum->ns += cost->ns;
}

static void subtract(struct slices_cost *from, const struct slices_cost *before)
{
	from->n -= before->n;
	from->timed -= before->timed;
	from->ns -= before->ns;
}

static double mean_ns(const struct slices_cost *since, const struct slices_cost *all)
{
	const struct slices_cost *of = since->timed < TIMED_LEAST ? all : since;

	return of->timed ? (double)of->ns / (double)of->timed : (double)NAN;
}

struct bpf_switches bpf_switches_take(struct bpf_switches *last, const struct bpf_open *open)
{
	struct bpf_switches now = { .counted = 0 }, since;

	for (size_t cpu = 0; cpu < open->machine->n_cpus; cpu++) {
		const volatile struct slices_cpu *state = bpf_cpu(open, cpu);

		now.counted += state->switches;
		now.windows += state->windows;
		now.extras += state->extras;
		bpf_cost_add(&now.read, &state->read);
		bpf_cost_add(&now.passed, &state->passed);
	}
	since = now;
	since.counted -= last->counted;
	since.windows -= last->windows;
	since.extras -= last->extras;
	subtract(&since.read, &last->read);
	subtract(&since.passed, &last->passed);
	since.read_ns = mean_ns(&since.read, &now.read);
	since.passed_ns = now.passed.timed ? mean_ns(&since.passed, &now.passed) : 0;
	*last = now;
	return since;
}

void bpf_cost_take(struct bpf_cost *cost, const struct bpf_open *open, double own_share, uint64_t now_ns,
		   struct self_cost *report)
{
	const uint64_t own_ns = open->sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	const double all_ns = (double)(now_ns - cost->since_ns) * (double)open->machine->n_cpus;
	const struct bpf_switches since = bpf_switches_take(&cost->last, open);
	const double reading_ns = isnan(since.read_ns) ? 0 : (double)since.read.n * since.read_ns;

	*report = (struct self_cost){
		.known = true,
		.cpus = (uint32_t)open->machine->n_cpus,
		.duty = 1,
		.sample_ns = since.read_ns,
		.samples = (double)since.counted,
		.own_percent = 100 * (double)(own_ns - cost->own_ns) * own_share / all_ns,
		.kernel_percent = 100 * (reading_ns + (double)since.passed.n * since.passed_ns) / all_ns,
		.windows = (double)since.windows,
		.passed = (double)since.passed.n,
		.passed_ns = since.passed_ns,
	};
	cost->own_ns = own_ns;
	cost->since_ns = now_ns;
}
