/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keeps the BPF engine to its budget (collect/slice/windows.h): what a switch costs is known from the
 * programs, which time one in 64 (bpf_cost.h). Where that is too much, switches of a CPU end slices in
 * windows only, and what is counted in the gaps is one sum of the CPU. Collector thread.
 */
#ifndef TDTOP_COLLECT_BPF_BPF_WINDOWS_H
#define TDTOP_COLLECT_BPF_BPF_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/bpf/bpf_sys.h"
#include "collect/slice/optional_events.h"
#include "collect/slice/windows.h"
#include "model/machine.h"

/* Switches of a CPU, counted or not: until the last decision; until it was in a window or gap, and when. */
struct bpf_windows_cpu {
	uint64_t decided, toggled, toggled_ns;
};

struct bpf_windows {
	struct windows windows;
	bool *partial[2];	/* per CPU (index): in this half there was a gap */
	struct bpf_windows_cpu *cpus;	/* by index */
	uint64_t counted;	/* of all of them, those that ended a slice */
	uint64_t look_ns;	/* in the first interval: when to decide next; later UINT64_MAX */
	uint64_t look_gap_ns;	/* from then to the next time */
};

/* The engine that is open, its machine, and where its slices go now. All borrowed. */
struct bpf_windows_of {
	const struct bpf_sys *sys;
	struct bpf_engine *engine;
	const struct machine *machine;
	uint32_t half;
};

/* All CPUs are counted all the time; budget and costs stay. 0 or -ENOMEM; then done. */
int bpf_windows_init(struct bpf_windows *windows, size_t n_cpus);
void bpf_windows_done(struct bpf_windows *windows);

/* Counting begins. */
void bpf_windows_start(struct bpf_windows *windows, const struct bpf_windows_of *of);

/* Is the CPU (index) in a gap? */
bool bpf_windows_closed(const struct bpf_windows *windows, size_t cpu);

/* Slices go into this half from now on: CPUs that are in a gap begin it in one. */
void bpf_windows_change_half(struct bpf_windows *windows, size_t n_cpus, uint32_t half);

/* Were there gaps in this half, which is taken out now and empty then? */
bool bpf_windows_take_partial(struct bpf_windows *windows, size_t cpu, uint32_t half);

/* Opens and closes the windows that are due, and decides within the first interval. */
void bpf_windows_run(struct bpf_windows *windows, const struct bpf_windows_of *of, uint64_t now_ns);

/* When that is; UINT64_MAX: never. */
uint64_t bpf_windows_next_ns(const struct bpf_windows *windows);

/*
 * The end of an interval: decides what is counted in the next one. First instructions, cycles and
 * corrections are left out: true, the plan has changed, so reopen the engine.
 */
bool bpf_windows_tick(struct bpf_windows *windows, const struct bpf_windows_of *of,
		      struct optional_events *events, struct counting_plan *plan, uint64_t now_ns);

#endif
