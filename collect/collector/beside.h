/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What works beside the counting of intervals, on the collector thread: what samples code, counts
 * nodes below level 2 and watches regions. Each follows wishes of its own.
 */
#ifndef TDTOP_COLLECT_COLLECTOR_BESIDE_H
#define TDTOP_COLLECT_COLLECTOR_BESIDE_H

#include <stdint.h>

struct control;
struct demo_samples;
struct node_counter;
struct region_watch;
struct sampler;
struct snapshot;

/* All borrowed; NULL: there is none. */
struct beside {
	struct sampler *sampler;	/* of sources that count this machine */
	struct demo_samples *demo;	/* of the simulated one, in its place */
	struct node_counter *nodes;	/* below level 2 */
	struct region_watch *regions;	/* of sources that can end slices at markers */
};

/* Each step of the collector, and at the begin of counting. now_ns: source clock. */
void beside_step(const struct beside *beside, const struct control *control, uint64_t now_ns);

/* The next step that they need; UINT64_MAX: none. */
uint64_t beside_next_ns(const struct beside *beside);

/* The rows of an interval are finished. */
void beside_see(const struct beside *beside, struct snapshot *draft, uint64_t end_ns);

/* The collector ends. */
void beside_end(const struct beside *beside);

#endif
