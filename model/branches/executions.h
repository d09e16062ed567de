/* SPDX-License-Identifier: GPL-2.0-only */
/* The executions of a trace (traces.h): one, and their sums. Pure data. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/branches/jackknife.h"
#include "model/profile/profile.h"

/* One execution. */
struct execution {
	unsigned int group;
	uint32_t cycles;	/* 0: not known */
	bool mispredicted, predicted;
};

/* All executions of a trace, by group; and its histogram. */
struct trace_sums {
	struct groups n, mispredicted, told, cycles, timed;
	uint32_t bins[HISTOGRAM_BINS];
	uint32_t min, max;	/* of the timed ones; 0 if none */
	uint64_t saturated;
};
