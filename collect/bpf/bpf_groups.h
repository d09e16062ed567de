/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The groups that the BPF programs read: their file descriptors, by the kernel's CPU number, mux
 * and member. Opened and closed on main's or the collector's thread, the rest on the collector
 * thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "collect/bpf/slices_abi.h"
#include "collect/perf/perf_open.h"
#include "model/err.h"
#include "model/machine.h"

struct bpf_groups {
	size_t n_cpus;		/* the highest number + 1 */
	size_t n_mux;		/* groups of a CPU beside the first */
	int *fds;		/* [slices_group(cpu, mux) * SLICES_MEMBERS + member]; -1: none */
};

/*
 * Opens these groups (1 + n_mux of them, of up to SLICES_MEMBERS members) on the CPUs of the
 * machine; online: per CPU (index), NULL: all. Nothing counts yet. 0, or a negative errno with a
 * sentence (-ENODEV: a CPU went offline); then too the caller closes.
 */
int bpf_groups_open(struct bpf_groups *groups, const struct group *group, size_t n_mux,
		    const struct machine *machine, const bool *online, struct err *err);
void bpf_groups_close(struct bpf_groups *groups);	/* also one that is all zero */

/* -1: this CPU has no such group, or the group no such member. */
int bpf_groups_fd(const struct bpf_groups *groups, size_t cpu, size_t mux, size_t member);
int bpf_groups_highest_fd(const struct bpf_groups *groups);

/* Switches the first group of all CPUs on. 0 or -errno. */
int bpf_groups_start(const struct bpf_groups *groups);

/*
 * Switches one group on or off: an interrupt, which wakes the CPU if it is idle. The counts stand
 * still while it is off. 0 or -errno.
 */
int bpf_groups_switch(const struct bpf_groups *groups, size_t cpu, size_t mux, bool on);
