/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of source_bpf.c: the two halves of the sums, regions, and the budget. Collector thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/bpf/bpf_engine.h"
#include "collect/bpf/sum_slices.h"
#include "collect/region/regions.h"
#include "collect/slice/cpu_source.h"
#include "collect/slice/optional_events.h"
#include "collect/slice/windows.h"
#include "model/err.h"
#include "model/machine.h"
#include "model/snapshot/snapshot.h"

/*
 * bpf_windows.c: what tdtop costs where slices are made in the kernel, its own CPU time and the time of the programs
 * at the switches; and below, how windows keep it within the budget.
 */

/* The engine that is open, and its machine. All borrowed. */
struct bpf_open {
	const struct cpu_sys *sys;
	struct bpf_engine *engine;	/* NULL: none is */
	const struct machine *machine;
};

/* What the programs know of this CPU (index). */
static inline volatile struct slices_cpu *bpf_cpu(const struct bpf_open *open, size_t cpu)
{
	return open->sys->engine->cpu(open->engine, open->machine->cpus[cpu].cpu);
}

/* Switches of all CPUs, since the programs run or since a time. */
struct bpf_switches {
	uint64_t counted;	/* that ended a slice which was read */
	uint64_t windows, extras;	/* that began: as in struct slices_cpu */
	struct slices_cost read, passed;	/* at which the group was read, and those at which not */
	/* What one of them takes, ns: a mean of those that were timed; of `read` NAN, if none was. */
	double read_ns, passed_ns;
};

struct bpf_cost {
	uint64_t own_ns, since_ns;	/* at the last report */
	struct bpf_switches last;
};

/* Adds what the programs have counted of one kind on a CPU. */
void bpf_cost_add(struct slices_cost *sum, const volatile struct slices_cost *cost);

/* The programs of an engine start to run. */
void bpf_cost_start(struct bpf_cost *cost, const struct bpf_open *open);

/*
 * The costs since the last report on the CPUs of this machine; all of *report is set. own_share of tdtop's CPU
 * time is spent here, as in struct source_requests.
 */
void bpf_cost_take(struct bpf_cost *cost, const struct bpf_open *open, double own_share, uint64_t now_ns,
		   struct self_cost *report);

/*
 * bpf_halves.c: what the programs have added up, in two halves by turns (source_bpf.c says why). It ends
 * the slices of tasks that run, so that the next ones go into the other half. It passes those of a
 * half as slices (sum_slices.h).
 */

/* The engine that is open, and what belongs to it. All borrowed. */
struct bpf_halves_of {
	struct bpf_open open;
	const bool *online;		/* per CPU (index) */
	size_t n_mux;			/* groups of a CPU beside the first */
	const struct rotation *rotation;
	struct sum_slices *sums;
	const struct sink *sink;
};

/*
 * Counting begins here, in this half, also for a task that does not leave its CPU for long. Idle CPUs
 * too: the start of the group has woken them anyway.
 */
void bpf_halves_begin(const struct bpf_halves_of *of, uint32_t half);

/*
 * Slices go into this half from now on. Those of the tasks that run end at now_ns, and with `idle` those
 * of idle CPUs, which that wakes.
 */
void bpf_halves_cut(const struct bpf_halves_of *of, uint32_t half, uint64_t now_ns, bool idle);

/*
 * Passes all slices that were made in this half, and the times of the groups. 0 or -errno. Sets *was_full
 * if some tasks had no sum.
 */
int bpf_halves_take(const struct bpf_halves_of *of, uint32_t half, bool *was_full);

/* Have CPUs that are online lost their groups, in the half that was passed last? Tells the sink of them. */
bool bpf_halves_removed(const struct bpf_halves_of *of, struct cpu_source *source);

/*
 * bpf_regions.c: the markers that the BPF engine is told to end slices at: the same ones when the engine is opened
 * again, and how many there were. With the rights that the thread has between two calls.
 */

#define BPF_PROBE_CLOSING_NS 100000000ULL	/* for which the kernel waits at each */

struct bpf_regions {
	bool watched;
	uint64_t closed;	/* markers of engines that were closed */
	double cost_ns;		/* of the last of these; 0: not known */
	uint64_t untimed;	/* entries of whose durations that engine has told that they found no room */
	uint64_t left_out;	/* slices for whose regions the engine that is open had no room */
};

/* As a request for regions (struct source_requests); `of` is NULL: off. */
int bpf_regions_watch(struct bpf_regions *regions, const struct bpf_open *open,
		      const struct regions *of, struct err *err);

/* This engine was opened and started in the place of another one. */
void bpf_regions_watch_again(const struct bpf_regions *regions, const struct bpf_open *open,
			     const struct regions *of);

/* This engine, if there is one, is about to be closed. */
void bpf_regions_close(struct bpf_regions *regions, const struct bpf_open *open);

/* Tells `of` for how many more slices there was no room. True: there were some. */
bool bpf_regions_left_out(struct bpf_regions *regions, const struct bpf_open *open,
			  struct regions *of);

/* Adds the durations of entries that ended in this half to those of `of`; by the plan of these sums. */
void bpf_regions_take_times(struct bpf_regions *regions, const struct bpf_open *open, uint32_t half,
			    const struct sum_slices *sums, struct regions *of);

/*
 * As source_remarks.markers: what the program takes, a mean of those that were timed. The trap that
 * brings the CPU there, and back, is not in it.
 */
uint64_t bpf_regions_markers(const struct bpf_regions *regions, const struct bpf_open *open,
			     double *cost_ns);

/*
 * bpf_windows.c keeps the BPF engine to its budget (collect/slice/windows.h): what a switch costs is known from the
 * programs, which time one in 64 (bpf_windows.c). Where reading the counters at each is too much, a CPU
 * does so in windows only, which the program finds by the clock (slices_in_window()): tdtop tells it for
 * how much of the time. CPU time is that of all switches in any case.
 */

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
