/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What works beside the counting of intervals, on the collector thread: what samples code, counts
 * nodes below level 2 and watches regions. Each follows requests of its own.
 */
#pragma once

#include <stdint.h>

struct control;
struct demo_samples;
struct node_counter;
struct region_watch;
struct sampler;
struct snapshot;

/* All borrowed; NULL: there is none. */
struct companions {
	struct sampler *sampler;	/* of sources that count this machine */
	struct demo_samples *demo;	/* of the simulated one, in its place */
	struct node_counter *nodes;	/* below level 2 */
	struct region_watch *regions;	/* of sources that can end slices at markers */
};

/* Each step of the collector, and at the begin of counting. now_ns: source clock. */
void companions_step(const struct companions *companions, const struct control *control, uint64_t now_ns);

/* The next step that they need; UINT64_MAX: none. */
uint64_t companions_next_ns(const struct companions *companions);

/* The rows of an interval are finished. */
void companions_see(const struct companions *companions, struct snapshot *draft, uint64_t end_ns);

/* The collector ends. */
void companions_end(const struct companions *companions);
