/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From what the BPF programs have added up (slices_abi.h) to slices: whose they are, by which plan
 * their counts are events, and what they are scaled by. The programs read the group at each switch,
 * also while it is off, so that counts always are of the task that ran; while others have the
 * counters, its slices lack counts. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/bpf/slices_abi.h"
#include "collect/perf/perf_open.h"
#include "collect/slice/source.h"
#include "model/machine.h"

struct sum_slices;

/*
 * For these groups (1 + n_mux of them, with the members that count) on the CPUs of this machine,
 * both copied. NULL without memory.
 */
struct sum_slices *sum_slices_new(const struct group *groups, size_t n_mux,
				  const struct machine *machine);
void sum_slices_free(struct sum_slices *sums);	/* NULL is fine */

/* Do groups rotate? As slicer_set_rotating() (collect/slice/slicer.h). */
void sum_slices_set_rotating(struct sum_slices *sums, bool on);

/*
 * For how long the group of this mux has been enabled and running on this CPU (index), since it was
 * opened. Told when it goes off, and of the one that is on before each sum_slices_begin().
 */
void sum_slices_group_times(struct sum_slices *sums, size_t cpu, size_t mux, uint64_t enabled_ns,
			    uint64_t running_ns);

/* What is passed from now on was made between the last call and this one. */
void sum_slices_begin(struct sum_slices *sums);

/*
 * Passes a sum as a slice: of a partial CPU as one of its windows, with its time in gaps; SLICES_GAP's are
 * the counts of gaps. If the group was on for a part of the time only, all counts of the CPU are scaled by
 * its enabled / running in this interval, so that they still add up. Those of a task that ran only while
 * it was off are missing.
 */
void sum_slices_pass(struct sum_slices *sums, const struct slices_key *key,
		     const struct slices_sum *sum, const struct sink *sink);

/* What these members of the first group counted, as events: not scaled to the time in which it was off. */
void sum_slices_counts(const struct sum_slices *sums, const __u64 count[SLICES_MEMBERS], struct counts *counts);

/* Did this CPU (index) read its group in windows only, in what is passed from now on? */
void sum_slices_set_partial(struct sum_slices *sums, size_t cpu, bool partial);

/* When the group of this CPU (index) was read the last time: to be told before each begin, and at the start. */
void sum_slices_time(struct sum_slices *sums, size_t cpu, uint64_t time_ns);

/*
 * A CPU (index) goes on to the next half, at most so long after the time at which its slice ends:
 * the group was enabled for so much longer than the slice. To be told before the sums of the half
 * that ended are passed; 0 if it was not cut.
 */
void sum_slices_cut(struct sum_slices *sums, size_t cpu, uint64_t late_ns);

/* The times of the groups of this CPU (index): since the last begin, or since they were opened. */
void sum_slices_times(const struct sum_slices *sums, size_t cpu, uint64_t *enabled_ns,
		      uint64_t *running_ns);
void sum_slices_all_times(const struct sum_slices *sums, uint64_t *enabled_ns,
			  uint64_t *running_ns);

/*
 * Has the kernel removed the group of this CPU (index) before the last begin? It does when the CPU
 * goes offline, also if it is back before anyone has seen that: slices had time in which the group
 * was not even enabled. If that was less than an eighth of the time (half, while groups rotate), the
 * next half shows it.
 */
bool sum_slices_removed(const struct sum_slices *sums, size_t cpu);
