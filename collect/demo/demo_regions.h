/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The regions of the simulated machine's programs: which there are, and how the time and the slots
 * of a thread are divided among them. Used by collect/demo/source_demo.c on the collector thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "collect/demo/demo_script.h"
#include "collect/region/region_times.h"
#include "collect/region/regions.h"
#include "collect/slice/source.h"

#define DEMO_PIECES 6	/* regions of a program at most, and the rest of it */

/* What a thread does in one region, or outside of all (region 0), in a tick. */
struct demo_piece {
	region_t region;
	double part;			/* of the thread's time; all pieces add up to 1 */
	double share[DEMO_SHARES];	/* of the piece's slots, 0..1 */
	double entries_per_ms;		/* of the thread's time on a CPU */
	double slow, slower;		/* this part of the entries takes so many times as long; 0: none does */
	double inside;			/* CPU time of the regions inside of it, in parts of its own */
};

/* All programs of the script with regions, as objects without a file; NULL without memory. */
struct regions *demo_regions_new(void);

/*
 * Divides a thread with this command name, whose slots have these shares, `at_ns` after the start;
 * `phase` tells threads apart. Fills `pieces` so that they add up to the thread. Returns their
 * number; 0: it has no regions.
 */
size_t demo_regions_divide(const char *comm, const double share[DEMO_SHARES], uint64_t at_ns,
			   double phase, struct demo_piece pieces[DEMO_PIECES]);

/*
 * Adds how long the entries of a slice of this piece took, so many of them slow ones; `turn` differs from slice
 * to slice. Their counts add up to those of the slice.
 */
void demo_regions_time(struct region_times *times, const struct slice *slice, const struct demo_piece *piece,
		       uint64_t slow, uint64_t turn);
