/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What was taken out of the rings of the switch source and has not become slices yet: the next
 * record of each CPU, and readings that wait for their place. Used by ring_records.c. Collector
 * thread.
 */
#ifndef TDTOP_COLLECT_PERCPU_RING_ORDER_H
#define TDTOP_COLLECT_PERCPU_RING_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/percpu/time_heap.h"
#include "collect/perf/record.h"

/* A record that was taken from a ring. */
struct taken {
	const void *bytes;	/* in the ring: valid until the next one is taken */
	size_t size;
	bool is_marker;		/* a sample with registers */
	struct record record;
};

/* A reading of the group by read(2), waiting for its place among the records of its CPU. */
struct pending {
	struct reading reading;
	uint64_t time_ns;
	bool waits;
	bool any_task;		/* the reading holds whichever task runs */
	bool rotates;		/* the group was off then; younger records are of group `mux` */
	uint32_t mux;
};

/* What was taken out of the rings and has not become slices yet; by CPU. */
struct ring_order {
	struct taken *head;	/* the next record */
	bool *held;		/* is there one in head? */
	struct pending *pending;
	struct time_heap heap;	/* while rings are read as one; else empty */
};

/* For so many CPUs. 0 or -ENOMEM; ring_order_done() in both cases. */
int ring_order_init(struct ring_order *order, size_t n_cpus);
void ring_order_done(struct ring_order *order);		/* zeroed is fine */

#endif
