/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the programs have added up, in two halves by turns (source_bpf.c says why). This module ends
 * the slices of tasks that run, so that the next ones go into the other half. It passes those of a
 * half as slices (sum_slices.h). Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/bpf/bpf_cost.h"
#include "collect/bpf/sum_slices.h"
#include "collect/slice/cpu_source.h"

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
