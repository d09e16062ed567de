/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The programs that make slices in the kernel (slices.bpf.c): loads them, opens the groups that
 * they read, and takes out what they have added up. Only this file and bpf_probes.c call libbpf. A
 * struct of functions, so that tests can put a kernel of their own in its place
 * (tests/fixtures/fake_bpf.h). open and close on main's or the collector's thread, the rest on the
 * collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/bpf/slices_abi.h"
#include "collect/perf/perf_open.h"
#include "collect/region/regions.h"
#include "collect/slice/region_counters.h"
#include "model/err.h"
#include "model/machine.h"

struct bpf_engine;

struct bpf_engine_options {
	const struct group *groups;	/* of each CPU; only members that count */
	size_t n_mux;			/* of them beside the first, which is on at the start */
	const struct machine *machine;	/* its CPUs, and whether tdtop is in a pid namespace;
					 * borrowed during open only */
	const bool *online;		/* per CPU (index), NULL: all; no group on others */
	size_t max_tasks;		/* so many tasks (on so many CPUs) have sums of their own */
	bool marks;			/* regions can be watched: a tenth of a second more to load */
};

/* CPUs are the kernel's numbers. */
struct bpf_engine_ops {
	/*
	 * Opens the groups of these CPUs and loads the programs; nothing is counted yet. 0 and
	 * *out, which the caller closes, or a negative errno with a sentence.
	 */
	int (*open)(const struct bpf_engine_options *options, struct bpf_engine **out,
		    struct err *err);
	void (*close)(struct bpf_engine *engine);	/* NULL is fine */
	/* Switches the groups on, and the programs. 0, or a negative errno with a sentence. */
	int (*start)(struct bpf_engine *engine, struct err *err);
	/* The state of this CPU, which changes at any time. */
	volatile struct slices_cpu *(*cpu)(struct bpf_engine *engine, int cpu);
	/*
	 * Ends the slice of the task that runs on this CPU at time_ns; later ones go into `half`. An
	 * interrupt, which wakes the CPU if it is idle. 0 or -errno (-ENXIO: it is offline).
	 */
	int (*cut)(struct bpf_engine *engine, int cpu, uint64_t time_ns, uint32_t half);
	/*
	 * Switches the group of this CPU off that is on, and the one of this mux on; in between
	 * nothing is counted. Three interrupts, which wake the CPU if it is idle; tasks may switch
	 * between them. 0 or -errno (-ENXIO: it is offline).
	 */
	int (*rotate)(struct bpf_engine *engine, int cpu, uint32_t mux);
	/*
	 * Takes out all sums of one half, which is empty then; called back for each. 0 or -errno.
	 */
	int (*take)(struct bpf_engine *engine, uint32_t half, bpf_take_sum *sum, void *data);
	/* The same for durations of entries into regions, and how many found no room since the start. */
	int (*take_times)(struct bpf_engine *engine, uint32_t half, bpf_take_time *time, void *data);
	uint64_t (*untimed)(const struct bpf_engine *engine);
	/* Takes out the events of tasks, in the order of each CPU; called back for each. */
	void (*events)(struct bpf_engine *engine,
		       void (*event)(void *data, const struct slices_event *event), void *data);
	/* The number of events that were lost since the start. */
	uint64_t (*lost_events)(const struct bpf_engine *engine);
	/*
	 * Slices end at the markers of all these objects too, from now on; again when there are
	 * more. NULL: at none any more, and no task is in a region. 0, or a negative errno with a
	 * sentence: no object is probed that was not before; one that cannot be probed is left out
	 * the next time.
	 */
	int (*watch_regions)(struct bpf_engine *engine, const struct regions *regions,
			     struct err *err);
	/* As source_remarks.region_counters; NULL: this kernel cannot. Of this engine. */
	const struct region_counters *(*region_counters)(struct bpf_engine *engine, void **data);
	/* An fd that turns readable when events should be taken out. */
	int (*poll_fd)(const struct bpf_engine *engine);
};

extern const struct bpf_engine_ops bpf_engine_real;
