/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The markers that the BPF engine is told to end slices at: the same ones when the engine is opened
 * again, and how many there were. Collector thread, with the rights it has between two calls.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/bpf/bpf_cost.h"
#include "collect/bpf/sum_slices.h"
#include "collect/region/regions.h"
#include "model/err.h"

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
