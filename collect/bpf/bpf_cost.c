/* SPDX-License-Identifier: GPL-2.0-only */
/* What the BPF engine costs; see bpf_cost.h. Collector thread. */
#include "config.h"
#include "collect/bpf/bpf_cost.h"

#include <math.h>

void bpf_cost_start(struct bpf_cost *cost, const struct bpf_sys *sys)
{
	cost->own_ns = sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	cost->since_ns = sys->clock_ns(CLOCK_MONOTONIC);
	cost->switches = 0;
}

uint64_t bpf_cost_switches(const struct bpf_sys *sys, struct bpf_engine *engine,
			   const struct machine *machine, double *switch_ns)
{
	uint64_t switches = 0, cost_ns = 0, timed = 0;

	for (size_t i = 0; i < machine->n_cpus; i++) {
		const volatile struct slices_cpu *state =
			sys->engine->cpu(engine, machine->cpus[i].cpu);

		switches += state->switches;
		cost_ns += state->cost_ns;
		timed += state->timed;
	}
	*switch_ns = timed ? (double)cost_ns / (double)timed : (double)NAN;
	return switches;
}

void bpf_cost_take(struct bpf_cost *cost, const struct bpf_sys *sys, struct bpf_engine *engine,
		   const struct machine *machine, uint64_t now_ns, struct self_cost *report)
{
	const uint64_t own_ns = sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	const double all_ns = (double)(now_ns - cost->since_ns) * (double)machine->n_cpus;
	uint64_t switches;

	*report = (struct self_cost){
		.known = true,
		.cpus = (uint32_t)machine->n_cpus,
		.duty = 1,
	};
	switches = bpf_cost_switches(sys, engine, machine, &report->sample_ns);
	report->samples = (double)(switches - cost->switches);
	report->own_percent = 100 * (double)(own_ns - cost->own_ns) * cost->own_share / all_ns;
	report->kernel_percent = isnan(report->sample_ns) ? 0 :
				 100 * report->samples * report->sample_ns / all_ns;
	cost->own_ns = own_ns;
	cost->since_ns = now_ns;
	cost->switches = switches;
}
