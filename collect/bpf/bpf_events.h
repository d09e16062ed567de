/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of threads that the program at markers sums up per region: hands them over to the maps of
 * one engine (slices_events.h), and reads the sums. Collector thread.
 */
#pragma once

#include <stdint.h>

#include "collect/slice/region_counters.h"

struct bpf_events {	/* all zero: not to be used */
	int events, slot_of, slots, sums;	/* fds of the maps */
	uint32_t *opened;	/* in the memory of the programs */
	const uint64_t *full;
	uint32_t used;		/* bits: slots */
};

extern const struct region_counters bpf_events_counters;	/* data: a struct bpf_events */
