/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keeps the BPF engine to its budget (collect/slice/windows.h): what a switch costs is known from the
 * programs, which time one in 64 (bpf_cost.h). Where reading the counters at each is too much, a CPU
 * does so in windows only, which the program finds by the clock (slices_in_window()): tdtop tells it for
 * how much of the time. CPU time is that of all switches in any case. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/bpf/bpf_cost.h"
#include "collect/slice/optional_events.h"
#include "collect/slice/windows.h"

/* Switches of a CPU, read or not: until the last decision, and until the last look. */
struct bpf_windows_cpu {
	uint64_t decided, looked;
	uint64_t passed_ns;	/* time in gaps, until the last report */
};

struct bpf_windows {
	struct windows windows;
	struct bpf_switches last;	/* at the last decision */
	double reading_ns;	/* what one took then */
	struct bpf_windows_cpu *cpus;	/* by index */
	bool is_first;		/* interval */
	uint64_t look_ns;	/* when to look next; UINT64_MAX: not in this interval */
	uint64_t look_gap_ns;	/* from then to the next time */
	uint64_t looked_ns;	/* the last time, also at its end */
	uint64_t reported_ns;
};

/* All CPUs are counted all the time; budget and costs stay. 0 or -ENOMEM; then done. */
int bpf_windows_init(struct bpf_windows *windows, size_t n_cpus);
void bpf_windows_done(struct bpf_windows *windows);

/* Counting begins: just after the programs run, until now by the windows that the engine was opened with. */
void bpf_windows_start(struct bpf_windows *windows, const struct bpf_open *open);

/*
 * Looks at the switches within an interval, if that is due: decides in the first one, about which
 * nothing is known before; makes windows shorter at once when a storm grows.
 */
void bpf_windows_run(struct bpf_windows *windows, const struct bpf_open *open, uint64_t now_ns);

/* When that is; UINT64_MAX: never. */
uint64_t bpf_windows_next_ns(const struct bpf_windows *windows);

/* The end of an interval: on which CPUs the counters were read for a part of the time, and for how much. */
void bpf_windows_report(struct bpf_windows *windows, const struct bpf_open *open, uint64_t now_ns,
			struct self_cost *report);

/*
 * The end of an interval: decides what is counted in the next one. First instructions, cycles and
 * corrections are left out: true, the plan has changed, so reopen the engine.
 */
bool bpf_windows_tick(struct bpf_windows *windows, const struct bpf_open *open,
		      struct optional_events *events, struct counting_plan *plan, uint64_t now_ns);
