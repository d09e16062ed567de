/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Histograms of the cycles of a block: bins that are exact below 64 cycles and then 8 for each
 * power of two, up to 65535 (perf_event.h: the cycles of a branch entry have 16 bits). Pure.
 */
#pragma once

#include "model/profile/profile.h"

#define HISTOGRAM_MAX 65535
#define HISTOGRAM_MODES_MAX 8

/* The bin that holds so many cycles; more than HISTOGRAM_MAX are in the last one. */
unsigned int histogram_bin_of(uint32_t cycles);

/* The least cycles in a bin; of HISTOGRAM_BINS: HISTOGRAM_MAX + 1. */
uint32_t histogram_low(unsigned int bin);

/*
 * The modes of a histogram, by cycles, at most `max` of them; returns how many. bins: by cycles,
 * without empty ones. histogram.c says what a mode is.
 */
unsigned int histogram_modes(const struct histogram_bin *bins, uint32_t n,
			     struct histogram_mode *modes, unsigned int max);
