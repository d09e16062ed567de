/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a program has counted itself of its regions (region/tdtop_region_rdpmc.h): sums of all its
 * threads since they began. A plain value.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/metric.h"

#define SELF_REGIONS_MAX 128
#define SELF_REGION_NAME 48

struct self_region {
	char name[SELF_REGION_NAME];	/* a stranger's text */
	bool other;			/* outside of all regions */
	uint64_t entries;
	double cpu_seconds;
	double running;			/* share of that in which it was counted, 0..1; NAN: no time */
	double slots;			/* of the counted time, in user mode */
	double split_slots;		/* of these the shares are: of all, or of the exactly known */
	double share[M_CORE_BOUND + 1];	/* of slots, 0..1; NAN: not known */
	double error;			/* what may be wrong in them at most; NAN: no share is known */
};

struct self_regions {
	int32_t pid;
	int levels;			/* 1 or 2 */
	size_t n;			/* "(other)" is the last */
	struct self_region region[SELF_REGIONS_MAX];
	unsigned threads;		/* that count now */
	unsigned threads_taken;		/* that stopped: another program has the counter */
	unsigned threads_refused;	/* that the kernel did not let count */
	double taken;			/* the share of the time that others had it, the most; 0: none */
	uint64_t changes, resets;	/* readings; and how often PERF_METRICS was reset */
};
