/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For which part of the last second or so a group was on, where another user multiplexes the
 * counters. Used by slicer.c; collector thread.
 */
#pragma once

#include <stdint.h>

struct multiplexing {		/* all zero: not multiplexed */
	uint64_t enabled_ns, running_ns;	/* 0 while it is not multiplexed */
	uint64_t always_on_ns;	/* since it was off the last time */
};

/* Between two snapshots the group was enabled and on for so long. */
void multiplexing_learn(struct multiplexing *mux, uint64_t enabled_ns, uint64_t running_ns);
