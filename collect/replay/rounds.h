/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The records of a recording, sorted as far as the slicer needs it: each CPU's in its order. perf writes
 * ring after ring, and a FINISHED_ROUND when it has been to all; what a round holds is not older than
 * the newest of the round before the last one (tools/perf/util/ordered-events.h). So when two rounds are
 * in, it is known up to which time nothing more will come. Collector thread.
 */
#ifndef TDTOP_COLLECT_ROUNDS_H
#define TDTOP_COLLECT_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/block.h"

struct rounds;

struct rounds *rounds_new(size_t n_cpus, bool swapped);	/* NULL without memory */
void rounds_free(struct rounds *rounds);

/* The record waits in the queue of this CPU (index); its block is held. 0 or -ENOMEM. */
int rounds_add(struct rounds *rounds, size_t cpu, const struct frame *frame, uint64_t time_ns);

/* A record of this time came and need not wait. */
void rounds_saw(struct rounds *rounds, uint64_t time_ns);

/* Does nothing wait of this CPU (index)? */
bool rounds_none(const struct rounds *rounds, size_t cpu);

/* A round ends here. */
void rounds_finish(struct rounds *rounds);

/* Up to here everything is in. */
uint64_t rounds_safe_ns(const struct rounds *rounds);

/* How much memory waits: all of a block in which one record does. */
size_t rounds_bytes(const struct rounds *rounds);

/* Where one looks in the queue of a CPU: at its first record, and on from there. */
struct look {
	size_t segment, at;
};

/* The record of this CPU that is looked at; false: there is none. A look of zeros is at the first one. */
bool rounds_look(const struct rounds *rounds, size_t cpu, struct look *look, struct frame *frame);
void rounds_look_on(const struct frame *frame, struct look *look);

/* Lets go of the first record of this CPU, which was looked at. */
void rounds_drop(struct rounds *rounds, size_t cpu, const struct frame *frame);

#endif
